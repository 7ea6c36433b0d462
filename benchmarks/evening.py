"""Load test with a whole *match au cochon* against the real server, with printing and spectators.

    python -m benchmarks.evening [--full] [--tables 60] [--rounds 4] [--pace 2]

Each virtual tablet logs in by its table's link and writes twelve donnes a round (one in ten twice, like a tablet that lost the
response); then both sides sign. Meanwhile sheets are printed one after the other, and ten spectators request the ranking every two
seconds (half of them its page), like sixty phones with live pages. After each round, every sheet is read back and
compared with the acknowledged donnes; at the end, the ranking is checked too. Before the first round one tablet writes alone, and
the latency of a donne is given as a ratio to that. `--full` is a hall of 250 tables at a donne every 5 seconds. Client and server
share the machine's cores.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import json
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

POSSIBLE = [points for points in range(158) if points not in {1, 156}]
DONNES = 12
SPECTATORS = 10
ALONE = 60
"""Number of donnes that one tablet writes alone, for comparison."""
TWICE = 0.1
"""Share of the donnes that are sent twice."""
GIVE_UP = 30.0
"""Seconds after which an unsuccessful request is no longer retried, and timeout of each try."""


@dataclass
class Tally:
    """Thread-safe collection by name: lists of durations in seconds, and counts."""

    times: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    counts: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    lock: threading.Lock = field(default_factory=threading.Lock)

    def timed(self, what: str, seconds: float) -> None:
        """Add a duration in seconds to those of the name `what`."""
        with self.lock:
            self.times[what].append(seconds)

    def count(self, what: str, number: int = 1) -> None:
        """Add a number to the count of the name `what`."""
        with self.lock:
            self.counts[what] += number


class Line:
    """HTTP client with a persistent connection; `token`, unless empty, is sent as bearer token. It adds its times and counts to
    `tally`.
    """

    def __init__(self, port: int, tally: Tally, token: str = "") -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=GIVE_UP)
        self._tally = tally
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}
        self.tag = ""
        """ETag of the last response, empty if it has none."""

    def ask(self, what: str, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, bytes]:
        """Send a request, `body` as JSON. Retry it after a response 429 or 503 (in `Retry-After` seconds, 1 if missing) or a broken
        connection (in 0.5 s).

        The seconds of each response are noted under `what`. After `GIVE_UP` seconds, or any other response, return status and
        body; for a broken connection raise its error.
        """
        text = None if body is None else json.dumps(body)
        kind = {"Content-Type": "application/json"} if text else {}
        until = time.monotonic() + GIVE_UP
        while True:
            began = time.perf_counter()
            try:
                self._connection.request(method, path, text, {**kind, **self._headers, **headers})
                answer = self._connection.getresponse()
                content = answer.read()
            except (OSError, http.client.HTTPException):
                self._connection.close()
                self._tally.count("broken connections")
                if time.monotonic() > until:
                    raise
                time.sleep(0.5)
                continue
            self._tally.timed(what, time.perf_counter() - began)
            self.tag = answer.headers.get("ETag", "")
            if answer.status not in {429, 503} or time.monotonic() > until:
                return answer.status, content
            self._tally.count(f"told to wait ({answer.status})")
            time.sleep(float(answer.headers.get("Retry-After", "1")))

    def json(self, what: str, method: str, path: str, body: Any = None) -> Any:
        """Send a request as `ask` does, and return the parsed JSON response. Raises `RuntimeError` from status 300 on."""
        status, content = self.ask(what, method, path, body)
        if status >= 300:
            raise RuntimeError(f"{method} {path}: {status} {content[:300]!r}")
        return json.loads(content)


class Hall:
    """A Jass tournament of `tables` tables, created on a running server, with the totals expected of its ranking by name. `pace`
    is the mean number of seconds before a donne.
    """

    def __init__(self, port: int, tables: int, rounds: int, pace: float) -> None:
        self.port = port
        self.pace = pace
        self.tally = Tally()
        self.desk = Line(port, self.tally)
        people = [f"Joueur {number:04d}" for number in range(1, 4 * tables + 1)]
        heading = {
            "name": "Banc d’essai",
            "game": "jass",
            "rounds": rounds,
            "players": people,
            "seed": "banc",
        }
        self.t = self.desk.json("open", "POST", "/api/tournois", heading)["id"]
        self.tokens: dict[int, str] = {}
        self.expected: dict[str, int] = defaultdict(int)

    def alone(self) -> None:
        """Write a sheet of `ALONE` donnes outside the tournament without pauses; their times are noted under `alone`."""
        heading = {
            "format": "scorekeeper/1",
            "game": "jass",
            "players": ["Nord", "Est", "Sud", "Ouest"],
            "settings": {"mode": "tournoi", "nb_donnes": ALONE},
        }
        partie = self.desk.json("open", "POST", "/api/parties", heading)["id"]
        for rang in range(1, ALONE + 1):
            act = {"uuid": str(uuid.uuid4()), "rang": rang, "entry": {"points": [100, 57]}}
            self.desk.json("alone", "POST", f"/api/parties/{partie}/entries", act)

    def round(self) -> int:
        """Draw a round, play it at all tables at once, compare its sheets with the acknowledged donnes, close it, and return its
        number. Differences are counted in `tally`, and not raised.
        """
        drawn = self.desk.json("draw", "POST", f"/api/tournois/{self.t}/rounds", {"uuid": str(uuid.uuid4())})
        if not self.tokens:
            self._take_tables()
        acked: dict[int, list[int]] = {}
        plays = [self._player(drawn["round"], table, acked) for table in drawn["tables"]]
        threads = [threading.Thread(target=play) for play in plays]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for table in drawn["tables"]:
            self._compare(table, acked.get(table["table"], []))
        number: int = drawn["round"]
        self.desk.json("close", "POST", f"/api/tournois/{self.t}/rounds/{number}/close", {})
        return number

    def _take_tables(self) -> None:
        links = self.desk.json("links", "POST", f"/api/tournois/{self.t}/links", {})["links"]
        for link in links:
            answer = self.desk.json("take", "POST", "/api/acces/table", {"token": link["token"]})
            self.tokens[link["table"]] = answer["token"]

    def _player(self, number: int, table: Any, acked: dict[int, list[int]]) -> Callable[[], None]:
        def play() -> None:
            chance = random.Random(f"{number}/{table['table']}")  # noqa: S311 - figures for a measurement
            line = Line(self.port, self.tally, self.tokens[table["table"]])
            path = f"/api/parties/{table['partie']}"
            wrote: list[int] = []
            revision = 0
            for rang in range(1, DONNES + 1):
                time.sleep(self.pace * chance.uniform(0.5, 1.5))
                points = chance.choice(POSSIBLE)
                act = {"uuid": str(uuid.uuid4()), "rang": rang, "entry": {"points": [points, 157 - points]}}
                for _ in range(2 if chance.random() < TWICE else 1):
                    status, content = line.ask("donne", "POST", f"{path}/entries", act)
                    if status not in {200, 201}:
                        self.tally.count(f"refused ({status})")
                        break
                    self.tally.count("sent again" if status == 200 else "written")
                    revision = json.loads(content)["revision"]
                else:
                    wrote.append(points)
            acked[table["table"]] = wrote
            self._sign(line, number, table["table"], revision)

        return play

    def _sign(self, line: Line, number: int, table: int, revision: int) -> None:
        path = f"/api/tournois/{self.t}/rounds/{number}/tables/{table}/sign"
        for side in (0, 1):
            act = {"uuid": str(uuid.uuid4()), "side": side, "initials": "AB", "revision": revision}
            status, _ = line.ask("sign", "POST", path, act)
            if status != 201:
                self.tally.count(f"not signed ({status})")

    def _compare(self, table: Any, wrote: list[int]) -> None:
        sheet = self.desk.json("read back", "GET", f"/api/parties/{table['partie']}")["sheet"]
        kept = [entry["points"][0] for entry in sheet["entries"]]
        self.tally.count("lost", max(0, len(wrote) - len(kept)))
        self.tally.count("doubled", max(0, len(kept) - len(wrote)))
        self.tally.count("differing sheets", int(kept != wrote))
        for seat, name in enumerate(table["seats"]):
            self.expected[name] += sum(wrote) if seat % 2 == 0 else 157 * len(wrote) - sum(wrote)

    def ranking_is_right(self) -> bool:
        """Return whether the ranking of the API has exactly the totals of the acknowledged donnes."""
        lines = self.desk.json("standings", "GET", f"/api/tournois/{self.t}/standings")["lines"]
        return {line["names"][0]: line["total"] for line in lines} == dict(self.expected)


def look_on(hall: Hall, path: str, stop: threading.Event) -> None:
    """Request the ranking at `path` every two seconds, with the last ETag, until `stop` is set; count changed and unchanged ones."""
    line, tag = Line(hall.port, hall.tally), ""
    while not stop.wait(2.0):
        status, _ = line.ask("standings", "GET", path, **({"If-None-Match": tag} if tag else {}))
        tag = line.tag
        hall.tally.count("unchanged rankings" if status == 304 else "rankings")


def print_sheets(hall: Hall, stop: threading.Event) -> None:
    """Request the PDFs of sheets 1, 2 … until `stop` is set, 0.2 s after each response, from 1 again after the last; count them."""
    line, number = Line(hall.port, hall.tally), 0
    while not stop.wait(0.2):
        number += 1
        status, content = line.ask("print", "GET", f"/parties/{number}/feuille.pdf")
        if status == 404:
            number = 0
        elif content[:5] == b"%PDF-":
            hall.tally.count("printed sheets")
        else:
            hall.tally.count(f"not printed ({status})")


@contextlib.contextmanager
def serving(folder: Path) -> Iterator[int]:
    """Run the server on `folder` during the block, and yield its port. Waits without limit until it accepts connections."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    command = [sys.executable, "-m", "scorekeeper", "serve", "--port", str(port), "--data", str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        while True:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            time.sleep(0.05)
        yield port
    finally:
        process.terminate()
        process.wait(20)


def p99(seconds: Sequence[float]) -> float:
    """Return the 99th percentile of durations in seconds, as ms. Raises `IndexError` without any."""
    ordered = sorted(seconds)
    return 1000 * ordered[min(len(ordered) - 1, int(0.99 * len(ordered)))]


def report(hall: Hall) -> None:
    """Print number, p50, p99 and maximum in ms for each name of the tally, p99 of `donne` over that of `alone`, all counts."""
    for what, seconds in sorted(hall.tally.times.items()):
        print(
            f"{what:>12}: {len(seconds):6d}  p50 {1000 * statistics.median(seconds):7.1f} ms"
            f"  p99 {p99(seconds):7.1f} ms  max {1000 * max(seconds):7.1f} ms"
        )
    crowd, alone = p99(hall.tally.times["donne"]), p99(hall.tally.times["alone"])
    print(
        f"a donne in the crowd, p99 {crowd:.1f} ms, is {crowd / alone:.2f} times one alone ({alone:.1f} ms)"
    )
    for what, number in sorted(hall.tally.counts.items()):
        print(f"{what:>24}: {number}")


def main() -> int:
    """Run one evening and print its times and counts. Return 1 if a donne was lost or doubled or the ranking is wrong, else 0."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--pace", type=float, default=2.0, help="mean seconds between two donnes of a table")
    parser.add_argument("--full", action="store_true", help="250 tables at a donne every 5 seconds")
    args = parser.parse_args()
    tables, pace = (250, 5.0) if args.full else (args.tables, args.pace)
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as port:
        began = time.monotonic()
        hall = Hall(port, tables, args.rounds, pace)
        hall.alone()
        stop = threading.Event()
        ranking = (f"/api/tournois/{hall.t}/standings", f"/tournois/{hall.t}/classement")
        others = [
            threading.Thread(target=look_on, args=(hall, ranking[number % 2], stop))
            for number in range(SPECTATORS)
        ]
        others.append(threading.Thread(target=print_sheets, args=(hall, stop)))
        for thread in others:
            thread.start()
        try:
            for _ in range(args.rounds):
                print(f"round {hall.round()} closed after {time.monotonic() - began:.0f} s", flush=True)
        finally:
            stop.set()
            for thread in others:
                thread.join()
        right = hall.ranking_is_right()
        report(hall)
        print(f"the ranking is {'right' if right else 'WRONG'}")
    bad = sum(hall.tally.counts[what] for what in ("lost", "doubled", "differing sheets"))
    return int(bad > 0 or not right)


if __name__ == "__main__":
    sys.exit(main())
