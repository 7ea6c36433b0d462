"""The machine's addresses, looked for again and again while it serves; its name, told to the network (mDNS), and the house's others."""

from __future__ import annotations

import contextlib
import contextvars
import ipaddress
import logging
import re
import secrets
import socket
import threading
from collections.abc import Callable, Sequence

import ifaddr
from zeroconf import IPVersion, ServiceBrowser, ServiceInfo, ServiceStateChange, Zeroconf
from zeroconf._dns import DNSQuestion
from zeroconf._protocol.outgoing import DNSOutgoing
from zeroconf.const import _CLASS_IN, _FLAGS_QR_QUERY, _TYPE_PTR

from scorekeeper.i18n import gettext
from scorekeeper.web.core.reach import WaysIn

log = logging.getLogger("scorekeeper")
# An address that goes while it is being told would be a traceback there.
logging.getLogger("zeroconf").setLevel(logging.CRITICAL)

EVERY = 3.0
"""Seconds between two looks at the interfaces."""
AGAIN = 5
"""After so many looks the name is told again where that failed."""
VIRTUAL = re.compile(r"docker|br-|veth|virbr|vmnet|vboxnet|tun|tap|wg|zt|tailscale|lxc|lxd|podman|cni")
"""Beginnings of the names of interfaces behind which there is no room."""
ELSEWHERE = "192.0.2.1"
"""An address of nobody (RFC 5737)."""


def addresses(*, six: bool = False) -> tuple[str, ...]:
    """The addresses of all interfaces, the one a tablet is likeliest to reach first; with `six` those of IPv6 too."""
    routed = _routed()
    ranks: dict[str, tuple[bool, ...]] = {}
    for adapter in ifaddr.get_adapters():
        for entry in adapter.ips:
            text = entry.ip if isinstance(entry.ip, str) else entry.ip[0]
            address = ipaddress.ip_address(text)
            # A link-local address of IPv6 means nothing without its interface, and no browser takes one.
            if address.is_loopback or (address.version == 6 and (not six or address.is_link_local)):
                continue
            name = entry.nice_name or adapter.nice_name
            ranks[text] = (
                address.version == 6,
                address.is_link_local,
                bool(VIRTUAL.match(name)),
                text != routed,
            )
    return tuple(sorted(ranks, key=lambda text: ranks[text]))


def listening_on(host: str) -> tuple[str, ...]:
    """The addresses that a server is reached by that listens on all of them: those of IPv4, or all where it listens on `::`."""
    return addresses(six=host == "::")


def _routed() -> str:
    """The address that this machine would call elsewhere from; empty without a default route, as on a laptop as hotspot."""
    # Nothing is sent: connecting a datagram socket only asks.
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect((ELSEWHERE, 9))
        return str(probe.getsockname()[0])
    return ""


PAGES, MACHINES = "_http._tcp.local.", "_scorekeeper._tcp.local."


class Announcer:
    """Tells the network which addresses the name of the house has, and hears of its other machines."""

    def __init__(self, name: str, port: int, house: str = "") -> None:
        """`name` is empty where the name leads to another machine; `house` is the name of the house all the same."""
        self._name, self._port = name, port
        self._machine = f"{house}-{secrets.token_hex(4)}" if house else ""
        self._heard: dict[str, list[str]] = {}
        self._told: Zeroconf | None = None
        self._said = ""

    def heard(self) -> list[str]:
        """The first pages of other machines that say they are of the house."""
        return [url for urls in list(self._heard.values()) for url in urls]

    def ask(self) -> None:
        """Ask the network who else is there: a machine may have come while nothing was heard."""
        if self._told is not None and self._machine:
            question = DNSOutgoing(_FLAGS_QR_QUERY)
            question.add_question(DNSQuestion(MACHINES, _TYPE_PTR, _CLASS_IN))
            with contextlib.suppress(Exception):
                self._told.send(question)

    def _hear(
        self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange
    ) -> None:
        """Note where a machine is; called by the thread that listens."""
        house = self._machine.rpartition("-")[0]
        if not name.startswith(f"{house}-") or name == f"{self._machine}.{MACHINES}":
            return
        if state_change is ServiceStateChange.Removed:
            self._heard.pop(name, None)
        elif info := zeroconf.get_service_info(service_type, name):
            self._heard[name] = [
                f"http://{address}:{info.port}/" for address in info.parsed_addresses(IPVersion.V4Only)
            ]

    def tell(self, addresses: Sequence[str]) -> bool:
        """Take back what was told before and tell these addresses; a failure is one line in the log, once."""
        self.close()
        four = [text for text in addresses if ":" not in text]
        if not four or not (self._name or self._machine):
            return True
        try:
            self._told = Zeroconf(interfaces=four, ip_version=IPVersion.V4Only, use_asyncio=False)
            if self._machine:
                machine = self._service(MACHINES, self._machine, self._machine, four)
                self._told.register_service(machine)
                ServiceBrowser(self._told, MACHINES, handlers=[self._hear])
            if self._name:
                self._told.register_service(
                    self._service(PAGES, f"Scorekeeper {self._name}", self._name, four)
                )
        except Exception as error:  # noqa: BLE001 - whatever it is, the addresses go on
            # Another machine may have the name: that one is heard of all the same.
            if not self._machine:
                self.close()
            sentence = gettext(
                "Le nom %(name)s n’est pas annoncé au réseau (%(why)s) : les adresses valent toujours.",
                name=f"{self._name}.local",
                why=str(error) or type(error).__name__,
            )
            if sentence != self._said:
                log.warning("%s", sentence)
            self._said = sentence
            return False
        self._said = ""
        return True

    def _service(self, kind: str, title: str, host: str, four: Sequence[str]) -> ServiceInfo:
        return ServiceInfo(
            kind,
            f"{title}.{kind}",
            port=self._port,
            parsed_addresses=list(four),
            server=f"{host}.local.",
        )

    def close(self) -> None:
        """Take the name back."""
        service, self._told = self._told, None
        if service is not None:
            with contextlib.suppress(Exception):
                service.close()


class AddressWatch:
    """Keeps a room's addresses as they are, in a thread of its own, and has the name follow them."""

    def __init__(
        self,
        reach: WaysIn,
        announcer: Announcer,
        find: Callable[[], tuple[str, ...]] = addresses,
        moved: Callable[[], object] = lambda: None,
    ) -> None:
        """`moved` is called after each change of addresses."""
        self._reach, self._announcer, self._find, self._moved = reach, announcer, find, moved
        self._ended = threading.Event()
        self._wait = 0
        # The thread speaks the language of whoever started it.
        run = contextvars.copy_context().run
        self._thread = threading.Thread(target=run, args=(self._run,), name="network", daemon=True)

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def close(self) -> None:
        """Stop looking, and take the name back."""
        self._ended.set()
        self._thread.join(1)
        self._announcer.close()

    def look(self) -> None:
        """Look once."""
        addresses = self._find()
        if set(addresses) != set(self._reach.addresses):
            self._reach.move(addresses)
            urls = ", ".join(way.url for way in self._reach.ways())
            log.warning(
                "%s", gettext("Adresses : %(urls)s", urls=urls) if urls else gettext("Plus de réseau.")
            )
            self._moved()
            self._wait = 0
        if not self._wait:
            self._wait = -1 if self._announcer.tell(addresses) else AGAIN
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
