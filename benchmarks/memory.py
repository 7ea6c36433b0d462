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
    """HTTP client with a persistent connection, a cookie, and a sheet of its own; it looks at the pages of `tournament`."""

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
        """Send one request with the cookie of earlier ones; a `body` that is no text goes as JSON. Return status and body,
        unchecked.
        """
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
        """Send the next line to the API, on a new sheet if this one has `LINES` of them. Return status and body, unchecked."""
        if self._rang >= LINES:
            self._sheet, self._rang = json.loads(self.ask("POST", "/api/parties", SHEET)[1])["id"], 0
        self._rang += 1
        act = {"uuid": str(uuid.uuid4()), "rang": self._rang, "entry": ENTRY}
        return self.ask("POST", f"/api/parties/{self._sheet}/entries", act)

    def form(self, path: str, **typed: Any) -> tuple[int, bytes]:
        """Send a form with the session's CSRF token, which the first call fetches. Return status and body, unchecked."""
        if not self._token:
            match = TOKEN.search(self.ask("GET", "/aide")[1])
            self._token = match[1].decode() if match else ""
        return self.ask("POST", path, urlencode({"csrf_token": self._token, **typed}), FORM)

    def step(self) -> None:
        """Send the next of 16 kinds of requests, in turn. Raises `RuntimeError` when its status is not the one expected of that
        kind.
        """
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
    """Open a Jass tournament of 32 players, draw its first round, and return its number; the draw's response is not checked."""
    heading = {"name": "Banc", "game": "jass", "players": [f"J{number}" for number in range(32)], "seed": "x"}
    with closing(Browser(port, 0)) as desk:
        number: int = json.loads(desk.ask("POST", "/api/tournois", heading)[1])["id"]
        desk.ask("POST", f"/api/tournois/{number}/rounds", {})
    return number


def worker_of(port: int) -> int:
    """Return the id of a server's worker: it and its parent have `port` in their command lines. Raises `StopIteration` without
    one.
    """
    same = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if re.search(rf"\b{port}\b", (folder / "cmdline").read_text()):
                same[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
    return next(process for process, parent in same.items() if parent in same)


def mebibytes(process: int) -> float:
    """Return the resident memory of a process in MiB (1024 KiB)."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def memory(port: int, requests: int, every: int) -> Iterator[float]:
    """Send `requests` requests from eight browsers; after each `every`, yield the worker's memory in MiB. Raises a browser's
    error.
    """
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
            yield mebibytes(process)


def growth(samples: list[float]) -> float:
    """Return the highest sample after the first tenth less the highest of that tenth, in the same unit; 0 of one sample."""
    first = max(1, len(samples) // 10)
    return max(samples[first:], default=samples[0]) - max(samples[:first])


def main() -> int:
    """Send all requests, and print the worker's memory meanwhile and its growth. Return 0, whatever they are."""
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
            print(f"{len(samples) * args.every:>8} requests {sample:>8.1f} MiB", flush=True)
    print(f"grew by {growth(samples):.1f} MiB since the first tenth")
    return 0


if __name__ == "__main__":
    sys.exit(main())
