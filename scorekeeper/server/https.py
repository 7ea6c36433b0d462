"""A server of a room. Https beside http: a second server in the same process, with the same bridge and the same records.

Granian cannot change the certificate of a server that runs: it is ended, and another one is begun.
"""

import asyncio
import contextlib
import logging
from functools import partial
from typing import Any

from granian.constants import Interfaces, SSLProtocols
from granian.server.embed import Server

from scorekeeper.config import Config
from scorekeeper.i18n import gettext
from scorekeeper.server.announcer import Announcer
from scorekeeper.server.authority import Authority, NoAuthority
from scorekeeper.server.bridge import Bridge
from scorekeeper.server.network import AddressWatch, listening_on
from scorekeeper.web.core.reach import WaysIn

log = logging.getLogger("scorekeeper")

CHECK_SECONDS = 3600.0
"""Time between two looks at how long the certificate is still good."""
STOP_SECONDS = 1.0
"""Time for requests at work when the server is ended or begun anew."""


class SecureServer:
    """Serves a bridge over https, with a certificate that follows the addresses."""

    def __init__(self, bridge: Any, reach: WaysIn, host: str, settings: dict[str, Any]) -> None:
        """`bridge` must have no `__rsgi_init__`, or it would begin itself without end."""
        self._bridge, self._reach, self._host, self._settings = bridge, reach, host, settings
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[None] | None = None
        self._changed = asyncio.Event()
        self._said = ""

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        """Begin, in the loop of the other server."""
        self._loop = loop
        self._task = loop.create_task(self._run())

    def moved(self) -> None:
        """Take over the addresses there are now; may be called from any thread."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._changed.set)

    def close(self) -> None:
        """End, when the loop has ended."""
        if self._loop is not None and self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                self._loop.run_until_complete(self._task)

    async def _run(self) -> None:
        """Serve until cancelled; what keeps https from working is one line in the log, and http goes on."""
        while True:
            self._changed.clear()
            try:
                authority = await asyncio.to_thread(Authority, self._reach.house)
                await self._serve(authority)
            except (NoAuthority, OSError, RuntimeError) as error:
                self._reach.secured(None)
                self._tell(error)
                await self._wait()

    async def _serve(self, authority: Authority) -> None:
        """Serve with one certificate until another one is needed. Raises what keeps it from beginning."""
        certificate, key, _ = authority.leaf(self._reach.addresses)
        server = Server(
            self._bridge,
            address=self._host,
            port=self._reach.https_port,
            interface=Interfaces.RSGI,
            ssl_cert=certificate,
            ssl_key=key,
            # Tablets of a club are old.
            ssl_protocol_min=SSLProtocols.tls12,
            **self._settings,
        )
        server.workers_kill_timeout = STOP_SECONDS  # type: ignore[assignment]
        serving = asyncio.ensure_future(server.serve())
        try:
            await asyncio.sleep(0)
            self._reach.secured(authority.covers(self._reach.addresses))
            while not serving.done():
                await self._wait(serving)
                if serving.done() or authority.leaf(self._reach.addresses)[2]:
                    break
                self._reach.secured(authority.covers(self._reach.addresses))
        finally:
            self._bridge.streams.end()
            server.stop()  # type: ignore[no-untyped-call]
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(serving, 3 * STOP_SECONDS)

    async def _wait(self, serving: asyncio.Future[None] | None = None) -> None:
        """Wait until the addresses change, the server ends by itself, or it is time to look at the certificate."""
        changed = asyncio.ensure_future(self._changed.wait())
        among: set[asyncio.Future[Any]] = {changed, *([serving] if serving else [])}
        await asyncio.wait(among, timeout=CHECK_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        changed.cancel()
        self._changed.clear()

    def _tell(self, error: Exception) -> None:
        why = str(error) or type(error).__name__
        sentence = gettext("Pas de https (%(why)s) : l’adresse en http vaut toujours.", why=why)
        if sentence != self._said:
            log.warning("%s", sentence)
        self._said = sentence


class Front:
    """The bridge as Granian's worker is given it in a room: https begins beside it, addresses are followed, and both end with it."""

    def __init__(
        self, bridge: Bridge, config: Config, reach: WaysIn, announcer: Announcer, settings: dict[str, Any]
    ) -> None:
        """`settings` are those of the server of http."""
        self.__rsgi__ = bridge.__rsgi__
        self._secure = None
        if config.https_port:
            self._secure = SecureServer(bridge, reach, config.host, settings)
        moved = self._secure.moved if self._secure else lambda: None
        find = partial(listening_on, config.host)
        self.watch = AddressWatch(reach, announcer, find, moved)

    def __rsgi_init__(self, loop: asyncio.AbstractEventLoop) -> None:
        if self._secure:
            self._secure.start(loop)
        self.watch.start()

    def __rsgi_del__(self, _loop: asyncio.AbstractEventLoop) -> None:
        """Take the name back: the network is told at once, not after its minutes of memory."""
        self.watch.close()
        if self._secure:
            self._secure.close()
