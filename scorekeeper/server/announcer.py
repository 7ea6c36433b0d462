"""The name of the house, told to the network (mDNS), and its other machines, as the network tells of them."""

import contextlib
import logging
import secrets
from collections.abc import Sequence

from zeroconf import IPVersion, ServiceBrowser, ServiceInfo, Zeroconf
from zeroconf import ServiceStateChange as Change

from scorekeeper.i18n import gettext

log = logging.getLogger("scorekeeper")
# An address that goes while it is being told would be a traceback there.
logging.getLogger("zeroconf").setLevel(logging.CRITICAL)

PAGES, MACHINES = "_http._tcp.local.", "_scorekeeper._tcp.local."
HEARING = 1000
"""Milliseconds that a machine may take to say where it is."""


class Announcer:
    """Tells the network which addresses the name of the house has, and hears of its other machines."""

    def __init__(self, name: str, port: int, house: str = "") -> None:
        """`name` is empty where the name leads to another machine; `house` is the name of the house all the same."""
        self._name, self._port = name, port
        self._machine = f"{house}-{secrets.token_hex(4)}" if house else ""
        self._heard: dict[str, list[str]] = {}
        self._told: Zeroconf | None = None
        self._browser: ServiceBrowser | None = None
        self._said = ""

    def heard(self) -> list[str]:
        """The first pages of other machines that say they are of the house."""
        return [url for urls in list(self._heard.values()) for url in urls]

    def ask(self) -> None:
        """Ask the network who else is there: a machine may have come while nothing was heard."""
        if self._told is None or not self._machine:
            return
        with contextlib.suppress(Exception):
            if self._browser is not None:
                self._browser.cancel()
            # Only a new browser asks at once: one that goes on asks ever more rarely.
            self._browser = ServiceBrowser(self._told, MACHINES, handlers=[self._hear])

    def _hear(self, zeroconf: Zeroconf, service_type: str, name: str, state_change: Change) -> None:
        """Note where a machine is; called by the thread that listens."""
        house = self._machine.rpartition("-")[0]
        if not name.startswith(f"{house}-") or name == f"{self._machine}.{MACHINES}":
            return
        if state_change is Change.Removed:
            self._heard.pop(name, None)
        elif info := zeroconf.get_service_info(service_type, name, HEARING):
            addresses = info.parsed_addresses(IPVersion.V4Only)
            self._heard[name] = [f"http://{address}:{info.port}/" for address in addresses]

    def tell(self, addresses: Sequence[str]) -> bool:
        """Take back what was told before and tell these addresses; a failure is one line in the log, once."""
        self.close()
        four = [text for text in addresses if ":" not in text]
        if not four or not (self._name or self._machine):
            return True
        try:
            self._told = Zeroconf(interfaces=four, ip_version=IPVersion.V4Only, use_asyncio=False)
            if self._machine:
                self._told.register_service(self._service(MACHINES, self._machine, self._machine, four))
            if self._name:
                title = f"Scorekeeper {self._name}"
                self._told.register_service(self._service(PAGES, title, self._name, four))
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

    def _service(self, kind: str, title: str, host: str, four: list[str]) -> ServiceInfo:
        name, server = f"{title}.{kind}", f"{host}.local."
        return ServiceInfo(kind, name, port=self._port, parsed_addresses=four, server=server)

    def close(self) -> None:
        """Take the name back."""
        service, self._told = self._told, None
        browser, self._browser = self._browser, None
        with contextlib.suppress(Exception):
            if browser is not None:
                browser.cancel()
        with contextlib.suppress(Exception):
            if service is not None:
                service.close()
