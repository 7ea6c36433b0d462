"""The names and addresses that this machine is reached by, as they are at the moment, and which of them somebody came by."""

import contextlib
import ipaddress
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from flask import Flask, Request, request
from werkzeug.exceptions import SecurityError
from werkzeug.routing import Rule

from scorekeeper.config import Config, House
from scorekeeper.system import write_private
from scorekeeper.web.core.requests import of_app

STANDBY = "standby"
"""File of the data folder with the addresses of the machine that follows."""
EVENING = 86400.0
LATE, LOST = 10.0, 30.0
"""Seconds after which a copy that stands by is late, and the machine that keeps it out of sight."""


@dataclass(frozen=True)
class Way:
    """One way into the app: an address or the name, and when a device of the room last came by it for the first time."""

    host: str
    url: str
    is_name: bool = False
    reached: float | None = None
    """Seconds since 1970, or nobody came yet."""


class WaysIn:
    """Addresses by which devices of the room reach the app. Written by one thread, read by all."""

    def __init__(self, config: Config) -> None:
        self.house = House(config.data)
        self.port = config.port
        self.name = f"{config.name}.local" if config.name else ""
        self.https_port = config.https_port
        self._secure: frozenset[str] = frozenset()
        self.public = f"https://{config.public_name}/" if config.public_name else ""
        """The one address behind a proxy."""
        self.shared = bool(config.name or config.addresses or self.public)
        """Whether the app is served to others than this machine."""
        self._standby_note = config.data / STANDBY
        self.standby, self.standby_secure = _noted(self._standby_note)
        """The first page of the machine that follows this one, as it was last seen, and the same over https; known again at once
        after a restart."""
        self.standby_fresh = self._standby_seen = time.time()
        """When that machine last had everything, and when it was last heard of, in seconds since 1970."""
        self._fixed = frozenset(map(_canonical, config.trusted_hosts))
        self._reached: dict[str, float] = {}
        self.move(config.addresses)

    def move(self, addresses: Iterable[str]) -> None:
        """Take over the addresses that this machine has now, the best one first."""
        self.addresses = tuple(addresses)
        self._ours = frozenset([*map(_canonical, self.addresses), *filter(None, [self.name])])

    def answers_to(self, host: str) -> bool:
        """Whether the app answers to the host of a request, with or without its port."""
        name = bare(host)
        return not self._fixed or name in self._fixed or name in self._ours

    def note(self, host: str, sender: str) -> None:
        """Note that a device asked for that host, unless it was this machine itself."""
        way = bare(host)
        if way in self._reached or way not in self._ours:
            return
        with_scope, _, _ = sender.partition("%")
        if not is_loopback(with_scope) and sender not in self.addresses:
            self._reached[way] = time.time()

    def standby_state(self) -> str:
        """State of the machine that follows this one: `late`, `lost`, or empty where all is well or none does."""
        if not self.standby:
            return ""
        if time.time() - self._standby_seen > LOST:
            return "lost"
        return "late" if time.time() - self.standby_fresh > LATE else ""

    def note_standby(self, sender: str, port: str, https_port: str = "", age: str = "") -> None:
        """Note where the machine that follows this one serves the room: lines go there when this one is gone."""
        host, scope, _ = sender.partition("%")
        self._standby_seen = time.time()
        self.standby_fresh = self._standby_seen - (
            min(int(age), EVENING) if age.isascii() and age.isdigit() else 0
        )
        # No browser opens an address that is good on one wire only.
        if not scope and _is_port(port) and not is_loopback(host):
            url = f"http://{bracketed(host)}:{int(port)}/"
            secure = f"https://{bracketed(host)}:{int(https_port)}/" if _is_port(https_port) else url
            if (url, secure) != (self.standby, self.standby_secure):
                self.standby, self.standby_secure = url, secure
                with contextlib.suppress(OSError):
                    write_private(self._standby_note, f"{url} {secure}".encode())

    def forget_standby(self) -> None:
        """No machine follows this one any more."""
        self.standby = self.standby_secure = ""
        with contextlib.suppress(OSError):
            self._standby_note.unlink(missing_ok=True)

    def ways(self) -> list[Way]:
        """Every way into the app: the addresses, the best one first, then the name; or the one behind a proxy."""
        if self.public:
            return [Way(urlsplit(self.public).netloc, self.public)]
        addresses = [self._way(address) for address in self.addresses]
        addresses.sort(key=lambda way: way.reached is None)
        return [*addresses, *([self._way(self.name)] if self.name and addresses else [])]

    def url(self, host: str = "") -> str:
        """The address of the first page by a way; by the best address there is now, or none, unless told."""
        ways = self.ways()
        if self.public:
            return self.public
        host = host or (ways[0].host if ways else "")
        return f"http://{bracketed(host)}:{self.port}/" if host else ""

    def printed_url(self) -> str:
        """The address that goes on paper: the best one, or the name where the organiser chose so; none when nobody gets here."""
        return self.url(self.name if self.addresses and self.house.settings().by_name else "")

    def secured(self, addresses: Iterable[str] | None) -> None:
        """Take over the addresses that https is served for now, besides the name; `None` where it is not served."""
        self._secure = (
            frozenset() if addresses is None else frozenset([self.name, *map(_canonical, addresses)])
        )

    def secure_url(self, host: str) -> str:
        """The first page over https, by the host of a request where https is served for it, else by another one; or none."""
        if self.public:
            return self.public
        way = bare(host)
        if way not in self._secure:
            way = next((other.host for other in self.ways() if _canonical(other.host) in self._secure), "")
        return f"https://{bracketed(way)}:{self.https_port}/" if way else ""

    def _way(self, host: str) -> Way:
        url = f"http://{bracketed(host)}:{self.port}/"
        return Way(host, url, host == self.name, self._reached.get(_canonical(host)))


def _noted(path: Path) -> tuple[str, str]:
    """Last state of the machine that follows, unless that was another evening."""
    with contextlib.suppress(OSError, ValueError):
        if time.time() - path.stat().st_mtime < EVENING:
            url, secure = path.read_text("ascii").split()
            return url, secure
    return "", ""


def bracketed(host: str) -> str:
    """A host as it stands in an address."""
    return f"[{host}]" if ":" in host else host


def bare(host: str) -> str:
    """The host of a request without its port, in the one form that names and addresses are compared in."""
    if host.startswith("["):
        return _canonical(host[1:].partition("]")[0])
    return host.partition(":")[0].lower()


def _is_port(text: str) -> bool:
    return text.isascii() and text.isdigit() and 0 < int(text[:6]) < 65536


def is_loopback(address: str) -> bool:
    """Whether an address is this machine's own, or none at all."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return True


def _canonical(host: str) -> str:
    try:
        return str(ipaddress.ip_address(host))
    except ValueError:
        return host.lower()


class LateRule(Rule):
    """A rule that learns to write addresses when the first is asked for: for three hundred of them it is a tenth of the start."""

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:  # noqa: FBT001, FBT002 - Werkzeug's own
        learnt = cache(partial(super()._compile_builder, append_unknown))

        def write(*given: Any, **values: Any) -> tuple[str, str]:
            return learnt()(*given, **values)

        return write


class OpenFlask(Flask):
    """The app answers only to the names and addresses that it has at the moment."""

    url_rule_class = LateRule

    def create_url_adapter(self, request: Request | None) -> object:  # type: ignore[override]
        """Refuse a request to a name that is not ours, before anything looks at it. Raises `SecurityError`."""
        if request is not None and not self.extensions["reach"].answers_to(request.host):
            raise SecurityError
        return super().create_url_adapter(request)


def neighbours_of(sender: str) -> str:
    """The address of a sender, or its network of IPv6: whoever has one address there has as many as can be."""
    # No other is as common, and this is asked for each request.
    if ":" in sender:
        with contextlib.suppress(ValueError):
            address = ipaddress.ip_address(sender.partition("%")[0])
            if address.version == 6 and address.ipv4_mapped is None:
                return str(ipaddress.ip_network((address, 64), strict=False))
    return sender


reach: Callable[[], WaysIn] = of_app("reach")
"""The room of this app."""


def install(app: Flask) -> None:
    """Note by which way each device comes."""

    @app.before_request
    def note() -> None:
        reach().note(request.host, request.remote_addr or "")
