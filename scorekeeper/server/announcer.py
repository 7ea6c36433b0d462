"""mDNS: announcement of the house's host name, and discovery of its other servers."""

import contextlib
import logging
import secrets
from collections.abc import Sequence

from zeroconf import IPVersion, ServiceBrowser, ServiceInfo, Zeroconf
from zeroconf import ServiceStateChange as Change

from scorekeeper.i18n import gettext

log = logging.getLogger("scorekeeper")
# An address that disappears during the announcement would be logged there with a traceback.
logging.getLogger("zeroconf").setLevel(logging.CRITICAL)

PAGES, MACHINES = "_http._tcp.local.", "_scorekeeper._tcp.local."
HEARING = 1000
"""Timeout in milliseconds for the address of a discovered server."""


class Announcer:
    """Announces the addresses of the house's host name, and browses for its other servers."""

    def __init__(self, name: str, port: int, house: str = "") -> None:
        """Take the host name to announce, empty if another server has it, and the `house`, by which its servers find each other."""
        self._name, self._port = name, port
        self._machine = f"{house}-{secrets.token_hex(4)}" if house else ""
        self._found: dict[str, list[str]] = {}
        self._zeroconf: Zeroconf | None = None
        self._browser: ServiceBrowser | None = None
        self._logged = ""

    def other_servers(self) -> list[str]:
        """Return the home page URLs of other servers that claim to be of the house."""
        return [url for urls in list(self._found.values()) for url in urls]

    def ask(self) -> None:
        """Send a new mDNS query for other servers, as announcements may have been lost."""
        if self._zeroconf is None or not self._machine:
            return
        with contextlib.suppress(Exception):
            if self._browser is not None:
                self._browser.cancel()
            # Only a new browser queries at once; a running one does so at growing intervals.
            self._browser = ServiceBrowser(self._zeroconf, MACHINES, handlers=[self._update])

    def _update(self, zeroconf: Zeroconf, service_type: str, name: str, state_change: Change) -> None:
        """Store or remove the URLs of another server; called by zeroconf's thread."""
        house = self._machine.rpartition("-")[0]
        if not name.startswith(f"{house}-") or name == f"{self._machine}.{MACHINES}":
            return
        if state_change is Change.Removed:
            self._found.pop(name, None)
        elif info := zeroconf.get_service_info(service_type, name, HEARING):
            addresses = info.parsed_addresses(IPVersion.V4Only)
            self._found[name] = [f"http://{address}:{info.port}/" for address in addresses]

    def announce(self, addresses: Sequence[str]) -> bool:
        """Replace the announced addresses. Return whether it succeeded; a failure is logged once, in one line."""
        self.close()
        four = [text for text in addresses if ":" not in text]
        if not four or not (self._name or self._machine):
            return True
        try:
            self._zeroconf = Zeroconf(interfaces=four, ip_version=IPVersion.V4Only, use_asyncio=False)
            if self._machine:
                self._zeroconf.register_service(self._service(MACHINES, self._machine, self._machine, four))
            if self._name:
                title = f"Scorekeeper {self._name}"
                self._zeroconf.register_service(self._service(PAGES, title, self._name, four))
        except Exception as error:  # noqa: BLE001 - on any failure, the server stays reachable by address
            # Another server may have the name; discovery still works then.
            if not self._machine:
                self.close()
            sentence = gettext(
                "Le nom %(name)s n’est pas annoncé au réseau (%(why)s) : les adresses valent toujours.",
                name=f"{self._name}.local",
                why=str(error) or type(error).__name__,
            )
            if sentence != self._logged:
                log.warning("%s", sentence)
            self._logged = sentence
            return False
        self._logged = ""
        return True

    def _service(self, kind: str, title: str, host: str, four: list[str]) -> ServiceInfo:
        name, server = f"{title}.{kind}", f"{host}.local."
        return ServiceInfo(kind, name, port=self._port, parsed_addresses=four, server=server)

    def close(self) -> None:
        """Withdraw the announcement and stop browsing."""
        service, self._zeroconf = self._zeroconf, None
        browser, self._browser = self._browser, None
        with contextlib.suppress(Exception):
            if browser is not None:
                browser.cancel()
        with contextlib.suppress(Exception):
            if service is not None:
                service.close()
