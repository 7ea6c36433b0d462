"""The bridge of a server that serves a room, with what ends and begins with it."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

from scorekeeper.config import Config
from scorekeeper.server.announcer import Announcer
from scorekeeper.server.bridge import Bridge
from scorekeeper.server.https import SecureServer
from scorekeeper.server.network import AddressWatch, listening_on
from scorekeeper.web.core.reach import WaysIn


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
