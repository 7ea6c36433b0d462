"""HTTPS for a server on a local network: a second Granian server in the same process, with the same bridge and records.

Granian cannot change the certificate of a running server, so the server is restarted for it.
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
"""Seconds between two checks of the certificate's validity."""
STOP_SECONDS = 1.0
"""Seconds given to running requests when the server is stopped or restarted."""


class SecureServer:
    """Serves a bridge over HTTPS, with a certificate for the current addresses."""

    def __init__(self, bridge: Any, reach: WaysIn, host: str, settings: dict[str, Any]) -> None:
        """`bridge` must have no `__rsgi_init__`, or starting it would recurse endlessly. `settings` are arguments of Granian."""
        self._bridge, self._reach, self._host, self._settings = bridge, reach, host, settings
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[None] | None = None
        self._changed = asyncio.Event()
        self._logged = ""

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._task = loop.create_task(self._run())

    def moved(self) -> None:
        """Signal that the addresses have changed. Thread-safe."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._changed.set)

    def close(self) -> None:
        """Stop serving, once the event loop has stopped."""
        if self._loop is not None and self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                self._loop.run_until_complete(self._task)

    async def _run(self) -> None:
        """Serve until cancelled. Errors are logged in one line, and HTTP is not affected."""
        while True:
            self._changed.clear()
            try:
                authority = await asyncio.to_thread(Authority, self._reach.house)
                await self._serve(authority)
            except (NoAuthority, OSError, RuntimeError) as error:
                self._reach.secured(None)
                self._log_failure(error)
                await self._wait()

    async def _serve(self, authority: Authority) -> None:
        """Serve with one certificate until another one is needed. Raises `OSError` or `RuntimeError` when it cannot start."""
        certificate, key, _ = authority.leaf(self._reach.addresses)
        server = Server(
            self._bridge,
            address=self._host,
            port=self._reach.https_port,
            interface=Interfaces.RSGI,
            ssl_cert=certificate,
            ssl_key=key,
            # A club's tablets may be too old for TLS 1.3.
            ssl_protocol_min=SSLProtocols.tls12,
            **self._settings,
        )
        server.workers_kill_timeout = STOP_SECONDS  # type: ignore[assignment]
        serving = asyncio.ensure_future(server.serve())
        try:
            await asyncio.sleep(0)
            self._reach.secured(authority.certifiable(self._reach.addresses))
            while not serving.done():
                await self._wait(serving)
                if serving.done() or authority.leaf(self._reach.addresses)[2]:
                    break
                self._reach.secured(authority.certifiable(self._reach.addresses))
        finally:
            self._bridge.streams.end()
            server.stop()  # type: ignore[no-untyped-call]
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(serving, 3 * STOP_SECONDS)

    async def _wait(self, serving: asyncio.Future[None] | None = None) -> None:
        """Wait until the addresses change, the server stops by itself, or the next check of the certificate is due."""
        changed = asyncio.ensure_future(self._changed.wait())
        among: set[asyncio.Future[Any]] = {changed, *([serving] if serving else [])}
        await asyncio.wait(among, timeout=CHECK_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        changed.cancel()
        self._changed.clear()

    def _log_failure(self, error: Exception) -> None:
        why = str(error) or type(error).__name__
        sentence = gettext("Pas de https (%(why)s) : l’adresse en http vaut toujours.", why=why)
        if sentence != self._logged:
            log.warning("%s", sentence)
        self._logged = sentence


class Front:
    """RSGI application of a local network's server: the bridge, with HTTPS and the address watch started and stopped with it."""

    def __init__(
        self, bridge: Bridge, config: Config, reach: WaysIn, announcer: Announcer, settings: dict[str, Any]
    ) -> None:
        """`settings` are those of the HTTP server."""
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
        """Stop watching addresses and serving HTTPS; withdraw the mDNS name, which caches would otherwise keep for minutes."""
        self.watch.close()
        if self._secure:
            self._secure.close()
