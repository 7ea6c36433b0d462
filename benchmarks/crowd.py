"""Latency of donnes in the evening of `benchmarks.evening`, alone and while eight people print and 32 devices try passphrases.

    python -m benchmarks.crowd [--html | --guest sheets|score] [--tables 60] [--rounds 2] [--pace 2]

Each of the eight requests the next print as soon as it has one: a hundred numbered copies that are not cached, or the ranking. With
`--html` they request print views instead, which the server itself renders: 200 copies, or the longest sheet. The 32 devices have an
address each, and retry after every response. They run in a process of low priority, so that their cost for the client is not
mistaken for that for the server; the tables have normal priority. The result is the ratio of the latencies of a donne. With `--guest`
there is one phone instead, which opens sheets of 1,200 lines, or has them scored, in a loop; the size of the records is printed too.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from benchmarks.evening import Hall, look_on, p99, serving

PRINTERS, STRANGERS = 8, 32
NICE = 19
LINE = {"preneur": "Anne", "contrat": "garde", "bouts": 2, "points": 56}
HEADING = {"format": "scorekeeper/1", "players": ["Anne", "Benoît", "Chloé", "David"]}
GUESTS = {"sheets": "/api/parties", "score": "/api/score"}
"""Value of `--guest` -> path to which its phone posts `LARGE`, a sheet of 1,200 lines."""
LARGE = HEADING | {"game": "tarot", "entries": [LINE] * 1200}


def ask(port: int, number: int, method: str, path: str, body: str | None = None) -> tuple[int, float]:
    """Send one request from address 127.0.1.(`number` + 1), 300 s at most. Return its status, and its `Retry-After` in seconds or
    0.
    """
    source = (f"127.0.1.{number + 1}", 0)
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=300, source_address=source)
    try:
        # Marked as forwarded, so that it counts as remote although it comes from a loopback address.
        sent = {"X-Forwarded-For": source[0], "Content-Type": "application/json", "Accept-Encoding": "gzip"}
        connection.request(method, path, body, sent)
        answer = connection.getresponse()
        answer.read()
        return answer.status, float(answer.headers.get("Retry-After", "0"))
    finally:
        connection.close()


def print_path(tournament: int, number: int, turn: int, *, html: bool) -> str:
    """Return the path of print `turn` of person `number`: 100 blank Tarot sheets, or the ranking if `turn` is divisible by 3.
    With `html`: 200 sheets, or one of 200 lines. Sheets have other numbers each time, so that they are not cached.
    """
    first = 1 + 200 * (number + PRINTERS * turn)
    if html:
        longest = turn % 3 == 0
        return (
            f"/feuilles/bouees.html?lignes=200&premiere={first}"
            if longest
            else f"/feuilles/tarot.html?copies=200&premiere={first}"
        )
    copies = f"/feuilles/tarot.pdf?copies=100&premiere={first}"
    return f"/tournois/{tournament}/classement.pdf" if turn % 3 == 0 else copies


def load(port: int, tournament: int, *, html: bool, kind: str = "") -> None:
    """Load the server: eight clients print, and 32 others try passphrases. When standard input is closed, print the number of
    responses by kind and status as JSON. Broken connections are not counted.

    With `kind`, a key of `GUESTS`, one client posts `LARGE` in a loop instead.
    """
    os.nice(NICE)
    stop, counts = threading.Event(), Counter[str]()

    def guest() -> None:
        path, body = GUESTS[kind], json.dumps(LARGE)
        while not stop.is_set():
            with contextlib.suppress(OSError, http.client.HTTPException):
                counts[f"guest {ask(port, 99, 'POST', path, body)[0]}"] += 1

    def people(number: int) -> None:
        turn = 0
        while not stop.is_set():
            turn += 1
            path = print_path(tournament, number, turn, html=html)
            with contextlib.suppress(OSError, http.client.HTTPException):
                counts[f"print {ask(port, number, 'GET', path)[0]}"] += 1

    def stranger(number: int) -> None:
        guess = json.dumps({"passphrase": "quatre vaches sous la pluie"})
        while not stop.is_set():
            with contextlib.suppress(OSError, http.client.HTTPException):
                status, _ = ask(port, PRINTERS + number, "POST", "/api/acces/organisateur", guess)
                counts[f"log-in {status}"] += 1
            stop.wait(0.5)

    threads = [threading.Thread(target=people, args=(number,), daemon=True) for number in range(PRINTERS)]
    threads += [threading.Thread(target=stranger, args=(number,), daemon=True) for number in range(STRANGERS)]
    for thread in [threading.Thread(target=guest, daemon=True)] if kind else threads:
        thread.start()
    sys.stdin.read()
    stop.set()
    json.dump(counts, sys.stdout)


@contextlib.contextmanager
def loaded(port: int, tournament: int, *, html: bool, guest: str) -> Iterator[Counter[str]]:
    """Run `load` in another process during the block; the yielded counter is empty, and has its counts after the block."""
    counts: Counter[str] = Counter()
    command = [sys.executable, "-m", "benchmarks.crowd", "--load", str(port), str(tournament)]
    command += ["--html"] if html else []
    command += ["--guest", guest] if guest else []
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        yield counts
    finally:
        output, _ = process.communicate("")
        counts.update(json.loads(output))


def evening(
    tables: int, rounds: int, pace: float, *, crowd: bool, html: bool = False, guest: str = ""
) -> tuple[Hall, Counter[str]]:
    """Play an evening of `rounds` rounds on a new server, each table with a donne every `pace` seconds on average.

    With `crowd`, the load of `load` runs at the same time; with `html` or `guest`, that of these options. Return the hall, and
    the counts of responses to the load (none without `crowd`) with the bytes of the database. Raises `RuntimeError` when the
    ranking differs from the acknowledged results.
    """
    with tempfile.TemporaryDirectory(prefix="scorekeeper-bench-") as folder, serving(Path(folder)) as port:
        hall, stop = Hall(port, tables, rounds, pace), threading.Event()
        path = f"/api/tournois/{hall.t}/standings"
        spectators = [threading.Thread(target=look_on, args=(hall, path, stop)) for _ in range(10)]
        for thread in spectators:
            thread.start()
        try:
            with (
                loaded(port, hall.t, html=html, guest=guest)
                if crowd
                else contextlib.nullcontext(Counter[str]()) as counts
            ):
                for _ in range(rounds):
                    hall.round()
        finally:
            stop.set()
            for thread in spectators:
                thread.join()
        counts["bytes in the folder"] = sum(path.stat().st_size for path in Path(folder).glob("*.sqlite3*"))
        if not hall.ranking_is_right():
            raise RuntimeError("the ranking does not say what was acknowledged")
    return hall, counts


def main() -> int:
    """Play an evening without the load and one with it; print both. Return 1 if a donne was lost, doubled or differs, else 0."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--pace", type=float, default=2.0, help="mean seconds between two donnes of a table")
    parser.add_argument("--html", action="store_true", help="print views instead of PDF")
    parser.add_argument("--guest", choices=GUESTS, default="", help="one phone that works the server instead")
    parser.add_argument("--load", type=int, nargs=2, metavar=("PORT", "TOURNAMENT"), help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.load:
        load(*args.load, html=args.html, kind=args.guest)
        return 0
    latencies, lost = [], 0
    for crowd in (False, True):
        began, busy = time.monotonic(), os.getloadavg()[0]
        hall, counts = evening(
            args.tables, args.rounds, args.pace, crowd=crowd, html=args.html, guest=args.guest
        )
        times = hall.tally.times["donne"]
        latencies.append(p99(times))
        lost += sum(hall.tally.counts[what] for what in ("lost", "doubled", "differing sheets"))
        print(
            f"{'with printing and wrong passphrases' if crowd else 'the evening as it is':<38}"
            f"{len(times):>6} donnes  p50 {1000 * statistics.median(times):>7.1f} ms  p99 {latencies[-1]:>7.1f} ms"
            f"  max {1000 * max(times):>7.1f} ms  in {time.monotonic() - began:.0f} s, load average before: {busy:.1f}"
        )
        for what, count in sorted(counts.items()):
            print(f"{what:>24}: {count}")
    print(
        f"a donne, p99: {latencies[1] / latencies[0]:.2f} times that without; lost, doubled or differing: {lost}"
    )
    return int(lost > 0)


if __name__ == "__main__":
    sys.exit(main())
