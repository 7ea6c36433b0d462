"""IP addresses of this machine, checked periodically while it serves."""

from __future__ import annotations

import contextlib
import contextvars
import ipaddress
import logging
import re
import socket
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

import ifaddr

from scorekeeper.i18n import N_, gettext
from scorekeeper.web.core.reach import WaysIn

if TYPE_CHECKING:
    from scorekeeper.server.announcer import Announcer

log = logging.getLogger("scorekeeper")

EVERY = 3.0
"""Seconds between two checks of the interfaces."""
AGAIN = 5
"""Number of checks after which a failed announcement of the name is retried."""
VIRTUAL = re.compile(r"docker|br-|veth|virbr|vmnet|vboxnet|tun|tap|wg|zt|tailscale|lxc|lxd|podman|cni")
"""Prefixes of the names of virtual interfaces, through which no tablet connects."""
ELSEWHERE = "192.0.2.1"
"""Documentation address, which no host has (RFC 5737)."""


Find = Callable[[], tuple[str, ...]]


def listening_on(host: str) -> tuple[str, ...]:
    """Return the addresses of a server that listens on all interfaces: IPv4 only, or also IPv6 when `host` is `::`.

    The address that a tablet can most likely reach is first.
    """
    routed, six = _routed(), host == "::"
    ranks: dict[str, tuple[bool, ...]] = {}
    for adapter in ifaddr.get_adapters():
        for entry in adapter.ips:
            text = entry.ip if isinstance(entry.ip, str) else entry.ip[0]
            address = ipaddress.ip_address(text)
            # A link-local IPv6 address needs its interface, which browsers do not accept in URLs.
            if address.is_loopback or (address.version == 6 and (not six or address.is_link_local)):
                continue
            virtual = bool(VIRTUAL.match(entry.nice_name or adapter.nice_name))
            ranks[text] = (address.version == 6, address.is_link_local, virtual, text != routed)
    return tuple(sorted(ranks, key=lambda text: ranks[text]))


def _routed() -> str:
    # Nothing is sent: connecting a datagram socket only selects a route.
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect((ELSEWHERE, 9))
        return str(probe.getsockname()[0])
    return ""


class AddressWatch:
    """Thread that keeps the server's addresses and the announced name up to date."""

    def __init__(self, reach: WaysIn, announcer: Announcer, find: Find, moved: Callable[[], object]) -> None:
        """`moved` is called after each change of addresses."""
        self._reach, self._announcer, self._find, self._moved = reach, announcer, find, moved
        self._ended = threading.Event()
        self._wait = 0
        # The thread logs in the language of its starter.
        run = contextvars.copy_context().run
        self._thread = threading.Thread(target=run, args=(self._run,), name="network", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._ended.set()
        self._thread.join(1)
        self._announcer.close()

    def look(self) -> None:
        """Check the addresses once: store and log changes, announce the name, and query for other servers."""
        addresses = self._find()
        if set(addresses) != set(self._reach.addresses):
            self._reach.move(addresses)
            urls = ", ".join(way.url for way in self._reach.ways())
            sentence = N_("Adresses : %(urls)s") if urls else N_("Plus de réseau.")
            log.warning("%s", gettext(sentence, urls=urls))
            self._moved()
            self._wait = 0
        if not self._wait:
            self._wait = -1 if self._announcer.announce(addresses) else AGAIN
        self._announcer.ask()
        self._wait = max(self._wait - 1, -1)

    def _run(self) -> None:
        pause = 0.0
        while not self._ended.wait(pause):
            pause = EVERY
            try:
                self.look()
            except OSError as error:
                log.warning("%s", error)
