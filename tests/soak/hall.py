"""Simulated hall: a Wi-Fi without a default route, laptops on it, and tablets that resolve a laptop's name as their systems do.

Each laptop is a network namespace of its own with one address; the tablets are whatever runs beside this module, which has to
run in namespaces of its own (`tests.soak.alone.MACHINES`).
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from http.cookiejar import CookieJar
from pathlib import Path
from types import MappingProxyType
from typing import Any
from urllib.parse import urlencode

from zeroconf import IPVersion, Zeroconf
from zeroconf._services.info import AddressResolverIPv4

from tests.patience import until

TABLETS = "10.42.0.9"
PORT, HTTPS_PORT = 8000, 8443
WIFI = "hall"
NAMESPACES = Path("/run/netns")
NONE: Mapping[str, str] = MappingProxyType({})

_libc = ctypes.CDLL(None, use_errno=True)


def ip(*words: str) -> None:
    """Run the `ip` command with these arguments. Raises `CalledProcessError` if it fails."""
    subprocess.run(["ip", *words], check=True)


def status_of(url: str, **head: str) -> int:
    """Return the HTTP status of a GET with the headers `head`, after redirects. Raises `OSError` without a response within 5 s."""
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers=head), timeout=5) as answer:  # noqa: S310
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


class Hall:
    """The Wi-Fi: a bridge with the tablets' address. `names` are the resolvers that forget their results when it goes down."""

    def __init__(self, folder: Path) -> None:
        """Create the bridge in the present namespaces, with a hosts file of its own. Fails where there is a default route."""
        self.folder = folder
        self.names: list[Names] = []
        subprocess.run(["mount", "-t", "tmpfs", "tmpfs", "/run"], check=True)
        hosts = folder / "hosts"
        hosts.write_text("127.0.0.1 localhost\n")
        subprocess.run(["mount", "--bind", str(hosts), "/etc/hosts"], check=True)
        ip("link", "set", "lo", "up")
        ip("link", "add", WIFI, "type", "bridge")
        ip("address", "add", f"{TABLETS}/24", "dev", WIFI)
        ip("link", "set", WIFI, "up")
        routes = subprocess.run(["ip", "route", "show", "default"], capture_output=True, check=True)
        assert routes.stdout == b""

    @contextlib.contextmanager
    def without_wifi(self) -> Iterator[None]:
        """Take the Wi-Fi down during the block. The tablets forget resolved names, and query them again after the block."""
        ip("link", "set", WIFI, "down")
        for names in self.names:
            names.forget()
        try:
            yield
        finally:
            ip("link", "set", WIFI, "up")
            for names in self.names:
                names.ask_anew()


class Laptop:
    """A laptop on the Wi-Fi: a network namespace with one address, a data folder and a log file. No program runs on it yet."""

    def __init__(self, hall: Hall, name: str, address: str) -> None:
        self.name, self.address = name, address
        self.data = hall.folder / name
        self.log = hall.folder / f"{name}.log"
        self._process: subprocess.Popen[bytes] | None = None
        ip("netns", "add", name)
        ip("link", "add", f"to-{name}", "type", "veth", "peer", "name", "wlan0", "netns", name)
        ip("link", "set", f"to-{name}", "master", WIFI, "up")
        ip("-n", name, "link", "set", "lo", "up")
        ip("-n", name, "address", "add", f"{address}/24", "dev", "wlan0")
        ip("-n", name, "link", "set", "wlan0", "up")

    @property
    def url(self) -> str:
        """URL of its home page over HTTP, at its present address."""
        return f"http://{self.address}:{PORT}"

    def start(self, *words: str, stdin: str = "") -> None:
        """Start `scorekeeper` with these arguments, `--lan`, in French, on its data folder, without waiting; `stdin` is all its input."""
        command = ["nsenter", f"--net={NAMESPACES / self.name}", sys.executable, "-m", "scorekeeper", *words]
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [*command, "--lan", "--lang", "fr", "--data", str(self.data)],
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        assert self._process.stdin is not None
        self._process.stdin.write(stdin.encode())
        self._process.stdin.close()

    def wait(self, status: int = 200) -> None:
        """Wait until its health page has this status, requested on the laptop itself. Fails after 60 s without progress."""
        with self.inside():
            health = f"http://127.0.0.1:{PORT}/api/health"
            until(lambda: status_of(health) == status, 60, f"{self.name} is not {status}")

    def kill(self) -> None:
        """Kill the process without cleanup, like a power cut, and wait for its end. Nothing happens if none was started."""
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process = None

    def stop(self) -> int:
        """Terminate the process, wait 60 s at most for its end, and return its exit status."""
        assert self._process is not None
        self._process.terminate()
        return self._process.wait(60)

    def check(self) -> None:
        """Run `scorekeeper check` on its data folder. Fails unless its exit status is 0."""
        command = [sys.executable, "-m", "scorekeeper", "check", "--data", str(self.data)]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        assert result.returncode == 0, result.stdout + result.stderr

    def leave(self) -> None:
        """Set its connection to the Wi-Fi down; its address and its process stay."""
        ip("link", "set", f"to-{self.name}", "down")

    def move(self, address: str) -> None:
        """Replace its address by another one, as another router would. The process is not informed."""
        ip("-n", self.name, "address", "del", f"{self.address}/24", "dev", "wlan0")
        ip("-n", self.name, "address", "add", f"{address}/24", "dev", "wlan0")
        self.address = address

    def come_back(self) -> None:
        """Set its connection to the Wi-Fi up again, after `leave`."""
        ip("link", "set", f"to-{self.name}", "up")

    @contextlib.contextmanager
    def inside(self) -> Iterator[None]:
        """Move this thread into the laptop's network namespace during the block."""
        home = os.open("/proc/thread-self/ns/net", os.O_RDONLY)
        there = os.open(NAMESPACES / self.name, os.O_RDONLY)
        try:
            _enter(there)
            yield
        finally:
            _enter(home)
            os.close(home)
            os.close(there)


def _enter(namespace: int) -> None:
    if _libc.setns(namespace, os.CLONE_NEWNET if hasattr(os, "CLONE_NEWNET") else 0x40000000):
        raise OSError(ctypes.get_errno(), "setns")


class Desk:
    """HTTP client in the laptop's own network, at 127.0.0.1, that keeps cookies and runs no scripts."""

    def __init__(self, laptop: Laptop) -> None:
        self._laptop = laptop
        self._browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def get(self, path: str) -> str:
        """Return the text of a page, after redirects. Raises `HTTPError` from status 400 on."""
        return self.fetch(path).decode()

    def send(self, path: str, content: object, method: str = "POST") -> dict[str, Any]:
        """Send `content` as JSON to the API, and return the parsed JSON response. Raises `HTTPError` from status 400 on."""
        response = self.fetch(
            path, json.dumps(content).encode(), {"Content-Type": "application/json"}, method
        )
        answered: dict[str, Any] = json.loads(response)
        return answered

    def fetch(
        self, path: str, body: bytes | None = None, head: Mapping[str, str] = NONE, method: str | None = None
    ) -> bytes:
        """Send a request (POST if it has a body, else GET, or `method`) and return the body. Raises `HTTPError` from status 400
        on.
        """
        asked = urllib.request.Request(f"http://127.0.0.1:{PORT}{path}", body, dict(head), method=method)
        with self._laptop.inside(), self._browser.open(asked, timeout=60) as answer:
            content: bytes = answer.read()
        return content

    def press(self, page: str, action: str = "", **typed: str) -> str:
        """Load `page` for its CSRF token, post it with `typed` to `action` (by default `page`), and return the resulting HTML."""
        token = re.search(r'name="csrf_token" value="([^"]+)"', self.get(page))
        assert token, page
        return self.fetch(action or page, urlencode({"csrf_token": token[1], **typed}).encode()).decode()


class Names(threading.Thread):
    """Thread that resolves `name` for the tablets by mDNS and writes it to their hosts file; `addresses` are those found."""

    def __init__(self, hall: Hall, name: str) -> None:
        super().__init__(name="names", daemon=True)
        self._hosts = hall.folder / "hosts"
        self._name = name
        self._asked: Zeroconf | None = None
        self._lock = threading.Lock()
        self.addresses: list[str] = []
        hall.names.append(self)
        self.ask_anew()

    def ask_anew(self) -> None:
        """Let `run` query again, when the Wi-Fi is back."""
        with self._lock:
            self._asked = Zeroconf(interfaces=[TABLETS], ip_version=IPVersion.V4Only, use_asyncio=False)

    def forget(self) -> None:
        """Remove the name from the hosts file, and stop the queries, when the Wi-Fi is lost."""
        with self._lock:
            if self._asked is not None:
                self._asked.close()
            self._asked = None
            self._learn([])

    def run(self) -> None:
        """Query the name again and again, without end: each query lasts 1 s at most, each pause 0.3 s."""
        while True:
            with self._lock, contextlib.suppress(Exception):
                resolver = AddressResolverIPv4(f"{self._name}.")
                if self._asked and resolver.request(self._asked, 1000):
                    self._learn(resolver.parsed_addresses())
            time.sleep(0.3)

    def _learn(self, addresses: list[str]) -> None:
        """Keep `addresses`, and write the first to the hosts file if it is another; without any, remove the name from that file."""
        lines = ["127.0.0.1 localhost", *(f"{address} {self._name}" for address in addresses[:1])]
        if addresses[:1] != self.addresses[:1] or not addresses:
            self._hosts.write_text("".join(f"{line}\n" for line in lines))
        self.addresses = addresses
