"""Memory of the server under a mixed load: pages, forms, entries, API requests, and all kinds of refused requests.

    python -m benchmarks.memory [--requests 20000] [--every 1000]

Eight browsers send all kinds of requests in turn, each on a sheet of its own, and on a new one after forty lines. The resident memory
of the worker process is printed after every thousand requests, and at the end its growth since the first tenth, in which
caches fill and code is loaded.
"""

from __future__ import annotations

import argparse
import http.client
import json
import re
import sys
import tempfile
import threading
import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from benchmarks.evening import serving

BROWSERS = 8
LINES = 40
"""Number of lines of a sheet before a browser opens the next one."""
SHEET = {"format": "scorekeeper/1", "game": "tarot", "players": ["Anne", "Benoît", "Chloé", "David"]}
ENTRY = {"preneur": "Chloé", "contrat": "garde", "bouts": 2, "points": 56}
FORM = "application/x-www-form-urlencoded"
TOKEN = re.compile(rb'name="csrf_token" value="([0-9a-f]+)"')


class Browser:
    """HTTP client with a persistent connection, a cookie and a sheet."""

    def __init__(self, port: int, tournament: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        self._tournament = tournament
        self._cookie = ""
        self._token = ""
        self._sheet, self._rang = 0, LINES
        self._turn = 0

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    def ask(
        self, method: str, path: str, body: Any = None, kind: str = "", **headers: str
    ) -> tuple[int, bytes]:
        """Send one request, with the cookie of earlier responses. Return status and body."""
        text = body if body is None or isinstance(body, str) else json.dumps(body)
        kind = kind or ("application/json" if text else "")
        sent = {"Content-Type": kind} if kind else {}
        known = {"Cookie": self._cookie} if self._cookie else {}
        self._connection.request(method, path, text, {**sent, **known, **headers})
        answer = self._connection.getresponse()
        content = answer.read()
        for cookie in answer.headers.get_all("Set-Cookie") or ():
            if cookie.startswith("scorekeeper="):
                self._cookie = cookie.partition(";")[0]
        return answer.status, content

    def enter(self) -> tuple[int, bytes]:
        """Send a line through the API, on a new sheet if this one is full."""
        if self._rang >= LINES:
            self._sheet, self._rang = json.loads(self.ask("POST", "/api/parties", SHEET)[1])["id"], 0
        self._rang += 1
        act = {"uuid": str(uuid.uuid4()), "rang": self._rang, "entry": ENTRY}
        return self.ask("POST", f"/api/parties/{self._sheet}/entries", act)

    def form(self, path: str, **typed: Any) -> tuple[int, bytes]:
        """Send a form with the CSRF token of this browser's session."""
        if not self._token:
            found = TOKEN.search(self.ask("GET", "/aide")[1])
            self._token = found[1].decode() if found else ""
        return self.ask("POST", path, urlencode({"csrf_token": self._token, **typed}), FORM)

    def step(self) -> None:
        """Send a request of the next kind. Raises `RuntimeError` when its status is not the expected one."""
        sheet, tournament = f"/parties/{self._sheet}", f"/tournois/{self._tournament}"
        kinds: tuple[tuple[int, Callable[[], tuple[int, bytes]]], ...] = (
            (201, self.enter),
            (200, lambda: self.ask("GET", "/")),
            (200, lambda: self.ask("GET", sheet)),
            (200, lambda: self.ask("GET", f"/api{sheet}")),
            (200, lambda: self.form(f"{sheet}/apercu", rang=self._rang + 1, points="41")),
            (
                422,
                lambda: self.form(f"{sheet}/saisies", rang=self._rang + 1, uuid=uuid.uuid4(), points="999"),
            ),
            (303, lambda: self.form("/langue", langue="fr", retour="/")),
            (400, lambda: self.ask("POST", f"{sheet}/saisies", "rang=1", FORM)),
            (404, lambda: self.ask("GET", "/rien")),
            (405, lambda: self.ask("DELETE", "/aide")),
            (400, lambda: self.ask("POST", f"/api{sheet}/entries", "{", "application/json")),
            (422, lambda: self.ask("POST", f"/api{sheet}/entries", {"uuid": "x"})),
            (200, lambda: self.ask("GET", "/nouvelle/tarot")),
            (200, lambda: self.ask("GET", f"{tournament}/classement")),
            (200, lambda: self.ask("GET", f"{tournament}/tables")),
            (200, lambda: self.ask("GET", "/imprimer/tarot")),
        )
        expected, act = kinds[self._turn % len(kinds)]
        self._turn += 1
        status, content = act()
        if status != expected:
            raise RuntimeError(f"{self._turn}: {status} instead of {expected}: {content[:300]!r}")


def open_tournament(port: int) -> int:
    """Open a tournament, draw its first round, and return its number."""
    heading = {"name": "Banc", "game": "jass", "players": [f"J{number}" for number in range(32)], "seed": "x"}
    with closing(Browser(port, 0)) as desk:
        number: int = json.loads(desk.ask("POST", "/api/tournois", heading)[1])["id"]
        desk.ask("POST", f"/api/tournois/{number}/rounds", {})
    return number


def worker_of(port: int) -> int:
    """Return the worker process of a server by its port, which both worker and parent have in their command lines."""
    same = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if re.search(rf"\b{port}\b", (folder / "cmdline").read_text()):
                same[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
    return next(process for process, parent in same.items() if parent in same)


def megabytes(process: int) -> float:
    """Return the resident memory of a process in MB."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def memory(port: int, requests: int, every: int) -> Iterator[float]:
    """Send requests, and yield the worker's resident memory in MB after each `every` of them."""
    tournament = open_tournament(port)
    process = worker_of(port)
    browsers = [Browser(port, tournament) for _ in range(BROWSERS)]
    failures: list[Exception] = []

    def run(browser: Browser) -> None:
        try:
            for _ in range(every // BROWSERS):
                browser.step()
        except Exception as failure:  # noqa: BLE001 - raised again by the waiting thread
            failures.append(failure)

    with ExitStack() as stack:
        for browser in browsers:
            stack.enter_context(closing(browser))
        for _ in range(requests // every):
            threads = [threading.Thread(target=run, args=(browser,)) for browser in browsers]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            if failures:
                raise failures[0]
            yield megabytes(process)


def growth(samples: list[float]) -> float:
    """Return the largest growth of the memory since the first tenth."""
    first = max(1, len(samples) // 10)
    return max(samples[first:], default=samples[0]) - max(samples[:first])


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--requests", type=int, default=20_000)
    parser.add_argument("--every", type=int, default=1000)
    args = parser.parse_args()
    samples: list[float] = []
    with tempfile.TemporaryDirectory(prefix="scorekeeper-bench-") as folder, serving(Path(folder)) as port:
        for sample in memory(port, args.requests, args.every):
            samples.append(sample)
            print(f"{len(samples) * args.every:>8} requests {sample:>8.1f} MB", flush=True)
    print(f"grew by {growth(samples):.1f} MB since the first tenth")
    return 0


if __name__ == "__main__":
    sys.exit(main())
