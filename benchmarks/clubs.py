"""Memory, disk space and latency of several clubs on one machine, each with a server and a folder of its own.

    python -m benchmarks.clubs [--clubs 8] [--tables 12] [--rounds 1] [--pace 2]

All clubs print a sheet and then play their evenings at the same time. Memory is the proportional set size (PSS) of all processes of
a club, in which shared pages are divided among the processes: after the start, after printing, and after the evening. Clients and
servers share the machine's cores.
"""

from __future__ import annotations

import argparse
import contextlib
import statistics
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from benchmarks.evening import DONNES, Hall, p99, serving
from benchmarks.memory import worker_of


def family(process: int) -> list[int]:
    """Return the ids of a process and of all its running descendants, itself first."""
    parents = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        # A process may end while the others are read.
        with contextlib.suppress(OSError):
            parents[int(stat.parent.name)] = int(stat.read_text().rpartition(")")[2].split()[1])
    members = [process]
    for member in members:
        members += [child for child, parent in parents.items() if parent == member]
    return members


def share(ports: list[int]) -> float:
    """Return the mean memory (PSS) of the clubs whose servers have these ports, in MiB; all processes of a server count."""
    total = 0
    for port in ports:
        worker = worker_of(port)
        above = int(Path(f"/proc/{worker}/stat").read_text().rpartition(")")[2].split()[1])
        for process in family(above):
            with contextlib.suppress(OSError):
                rollup = Path(f"/proc/{process}/smaps_rollup").read_text()
                total += int(rollup.partition("\nPss:")[2].split()[0])
    return total / 1024 / len(ports)


def size(folder: Path) -> float:
    """Return the total size of all files in a folder and its subfolders, in KiB."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1024


def at_once(halls: list[Hall]) -> None:
    """Play one round in each hall, all at the same time, and wait until all have ended."""
    threads = [threading.Thread(target=hall.round) for hall in halls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


@contextlib.contextmanager
def clubs(folder: Path, count: int) -> Iterator[list[int]]:
    """Run `count` servers, each on a new subfolder; yield their ports once all accept connections, and stop them after the block."""
    with contextlib.ExitStack() as stack:
        yield [stack.enter_context(serving(folder / f"club{number}")) for number in range(count)]


def main() -> int:
    """Measure memory, disk and entry times of `--clubs` servers at once. Return 1 if a ranking differs from what was sent, else 0."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--clubs", type=int, default=8)
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--pace", type=float, default=2.0, help="mean seconds between two donnes of a table")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="scorekeeper-bench-") as name:
        folder = Path(name)
        with clubs(folder, args.clubs) as ports:
            time.sleep(5)
            began = share(ports)
            for port in ports:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/feuilles/jass.pdf?copies=2") as answer:
                    answer.read()
            printed = share(ports)
            halls = [Hall(port, args.tables, args.rounds, args.pace) for port in ports]
            for _ in range(args.rounds):
                at_once(halls)
            played = share(ports)
            wrong = sum(not hall.ranking_is_right() for hall in halls)
        disk = size(folder) / args.clubs
    lines = args.tables * args.rounds * DONNES
    times = [seconds for hall in halls for seconds in hall.tally.times["donne"]]
    print(f"{args.clubs} clubs of {args.tables} tables at a donne every {args.pace:g} s, {lines} lines each")
    print(
        f"memory of a club: {began:.0f} MiB at the start, {printed:.0f} MiB once it printed, {played:.0f} MiB after"
    )
    print(f"its folder: {disk:.0f} KiB")
    print(
        f"a donne: p50 {1000 * statistics.median(times):.1f} ms, p99 {p99(times):.1f} ms, max {1000 * max(times):.1f} ms"
    )
    print(f"rankings that are wrong: {wrong}")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
