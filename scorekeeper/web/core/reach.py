"""Names and addresses by which devices reach this server at present, and which of them were used."""

import contextlib
import ipaddress
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from flask import Flask, Request, current_app, request
from werkzeug.exceptions import SecurityError
from werkzeug.routing import Rule

from scorekeeper.config import Config, House
from scorekeeper.system import write_private
from scorekeeper.web.core.requests import of_app

STANDBY = "standby"
"""File of the data folder with the URLs of the standby server."""
EVENING = 86400.0
"""Seconds after which stored URLs of a standby server are ignored."""
LOCAL_HOSTS = frozenset({"localhost", "127.0.0.1", "::1"})
LATE, LOST = 10.0, 30.0
"""Seconds without an update after which the standby's copy is late, and without a request after which the standby is lost."""


@dataclass(frozen=True)
class Way:
    """One address or the name of this server, and when another device first used it."""

    host: str
    url: str
    is_name: bool = False
    reached: float | None = None
    """Time of the first request by another device, in seconds since 1970; `None` before any."""


class WaysIn:
    """Addresses by which other devices reach the app. Written by one thread, read by all."""

    def __init__(self, config: Config) -> None:
        self.house = House(config.data)
        self.port = config.port
        self.name = f"{config.name}.local" if config.name else ""
        self.https_port = config.https_port
        self._secure: frozenset[str] = frozenset()
        self.public = f"https://{config.public_name}/" if config.public_name else ""
        """The only URL when the app is behind a proxy; else empty."""
        self.shared = bool(config.name or config.addresses or self.public)
        """Whether the app is served to other devices."""
        self._standby_note = config.data / STANDBY
        self.standby, self.standby_secure = _noted(self._standby_note)
        """Home page URLs of the standby server over HTTP and HTTPS; stored, so that they are known after a restart."""
        self.standby_fresh = self._standby_seen = time.time()
        """When the standby server's copy was last complete, and when it last sent a request, in seconds since 1970."""
        self._fixed = frozenset(map(_canonical, config.trusted_hosts))
        self._reached: dict[str, float] = {}
        self.move(config.addresses)

    def move(self, addresses: Iterable[str]) -> None:
        """Replace the addresses of this machine, the best one first."""
        self.addresses = tuple(addresses)
        self._ours = frozenset([*map(_canonical, self.addresses), *filter(None, [self.name])])

    def answers_to(self, host: str, sender: str = "") -> bool:
        """Return whether the host of a request, with or without port, is one of this app. Records its first use by another device."""
        way = canonical_host(host)
        if way in self._ours and way not in self._reached:
            with_scope, _, _ = sender.partition("%")
            if not is_loopback(with_scope) and sender not in self.addresses:
                self._reached[way] = time.time()
        return not self._fixed or way in self._fixed or way in self._ours

    def standby_state(self) -> str:
        """Return the state of the standby server: `late`, `lost`, or empty when all is well or there is none."""
        if not self.standby:
            return ""
        if time.time() - self._standby_seen > LOST:
            return "lost"
        return "late" if time.time() - self.standby_fresh > LATE else ""

    def note_standby(self, sender: str, port: str, https_port: str = "", age: str = "") -> None:
        """Record a request of the standby server, and store its URLs, to which tablets send lines when this server fails.

        Args:
            sender: its address.
            port: its HTTP port.
            https_port: its HTTPS port; empty for none.
            age: seconds since its copy was last complete.
        """
        host, scope, _ = sender.partition("%")
        self._standby_seen = time.time()
        self.standby_fresh = self._standby_seen - (
            min(int(age), EVENING) if age.isascii() and age.isdigit() else 0
        )
        # Browsers cannot open link-local addresses with a scope.
        if not scope and _is_port(port) and not is_loopback(host):
            url = f"http://{bracketed(host)}:{int(port)}/"
            secure = f"https://{bracketed(host)}:{int(https_port)}/" if _is_port(https_port) else url
            if (url, secure) != (self.standby, self.standby_secure):
                self.standby, self.standby_secure = url, secure
                with contextlib.suppress(OSError):
                    write_private(self._standby_note, f"{url} {secure}".encode())

    def forget_standby(self) -> None:
        """Forget the standby server and delete its stored URLs."""
        self.standby = self.standby_secure = ""
        with contextlib.suppress(OSError):
            self._standby_note.unlink(missing_ok=True)

    def ways(self) -> list[Way]:
        """Return all ways into the app: addresses, those already used first, then the name; behind a proxy only the public one."""
        if self.public:
            return [Way(urlsplit(self.public).netloc, self.public)]
        addresses = [self._way(address) for address in self.addresses]
        addresses.sort(key=lambda way: way.reached is None)
        return [*addresses, *([self._way(self.name)] if self.name and addresses else [])]

    def url(self, host: str = "") -> str:
        """Return the home page URL for a host, by default the best address; empty when no address is reachable."""
        ways = self.ways()
        if self.public:
            return self.public
        host = host or (ways[0].host if ways else "")
        return f"http://{bracketed(host)}:{self.port}/" if host else ""

    def printed_url(self) -> str:
        """Return the home page URL for prints: by the best address, or by name if so configured; empty when none is reachable."""
        return self.url(self.name if self.addresses and self.house.settings.by_name else "")

    def secured(self, addresses: Iterable[str] | None) -> None:
        """Replace the addresses for which HTTPS is served, besides the name; `None` when HTTPS is not served."""
        self._secure = (
            frozenset() if addresses is None else frozenset([self.name, *map(_canonical, addresses)])
        )

    def secure_url(self, host: str) -> str:
        """Return the HTTPS home page URL, for the request's host if HTTPS is served for it, else another; empty without HTTPS."""
        if self.public:
            return self.public
        way = canonical_host(host)
        if way not in self._secure:
            way = next((other.host for other in self.ways() if _canonical(other.host) in self._secure), "")
        return f"https://{bracketed(way)}:{self.https_port}/" if way else ""

    def _way(self, host: str) -> Way:
        url = f"http://{bracketed(host)}:{self.port}/"
        return Way(host, url, host == self.name, self._reached.get(_canonical(host)))


def _noted(path: Path) -> tuple[str, str]:
    """Return the stored URLs of the standby server; empty when there are none or they are older than `EVENING`."""
    with contextlib.suppress(OSError, ValueError):
        if time.time() - path.stat().st_mtime < EVENING:
            url, secure = path.read_text("ascii").split()
            return url, secure
    return "", ""


def bracketed(host: str) -> str:
    """Return a host as it is written in a URL: IPv6 addresses in brackets."""
    return f"[{host}]" if ":" in host else host


def canonical_host(host: str) -> str:
    """Return the host of a request without its port, in canonical form."""
    if host.startswith("["):
        return _canonical(host[1:].partition("]")[0])
    return host.partition(":")[0].lower()


def _is_port(text: str) -> bool:
    return text.isascii() and text.isdigit() and 0 < int(text[:6]) < 65536


def is_loopback(address: str) -> bool:
    """Return whether a text is a loopback address, or no address at all."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return True


def _canonical(host: str) -> str:
    try:
        return str(ipaddress.ip_address(host))
    except ValueError:
        return host.lower()


def is_local() -> bool:
    """Return whether the request was sent on this machine, to its own name or one of its addresses, and not through a proxy."""
    if current_app.extensions["config"].proxies:
        # With a local proxy that sends no forwarding header, every request would look local.
        return False
    if {"Forwarded", "X-Forwarded-For", "X-Real-IP"} & set(request.headers.keys()):
        return False
    sender, _, _ = (request.remote_addr or "").partition("%")
    host, ours = canonical_host(request.host), reach().addresses
    if sender in ours:
        return host in ours
    try:
        return ipaddress.ip_address(sender).is_loopback and host in LOCAL_HOSTS
    except ValueError:
        return False


class LateRule(Rule):
    """A URL rule whose builder is compiled at first use: compiling three hundred of them takes a tenth of the start-up time."""

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:  # noqa: FBT001, FBT002 - Werkzeug's own
        learnt = cache(partial(super()._compile_builder, append_unknown))

        def write(*given: Any, **values: Any) -> tuple[str, str]:
            return learnt()(*given, **values)

        return write


class OpenFlask(Flask):
    """A Flask app that only accepts requests for its present names and addresses."""

    url_rule_class = LateRule

    def create_url_adapter(self, request: Request | None) -> object:  # type: ignore[override]
        """Raise `SecurityError` for a request to another host, before anything else handles it."""
        if request is not None:
            sender = request.remote_addr or ""
            if not self.extensions["reach"].answers_to(request.host, sender):
                raise SecurityError
        return super().create_url_adapter(request)

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Return a view or hook unchanged: none is a coroutine, and Flask would inspect each for every request."""
        return func


def neighbours() -> str:
    """Return the sender's address, for IPv6 that of its network."""
    return neighbours_of(request.remote_addr or "")


def neighbours_of(sender: str) -> str:
    """Return a sender's address, or its /64 network for IPv6, where a device can use any number of addresses."""
    # IPv4 is most common, and this is called for each request: it is not parsed.
    if ":" in sender:
        with contextlib.suppress(ValueError):
            address = ipaddress.ip_address(sender.partition("%")[0])
            if address.version == 6 and address.ipv4_mapped is None:
                return str(ipaddress.ip_network((address, 64), strict=False))
    return sender


reach: Callable[[], WaysIn] = of_app("reach")
