"""Cost of a donne in this checkout relative to another one, measured in turn in the same run.

    python -m benchmarks.hot_path OTHER_CHECKOUT [--rounds 5]

Three figures: replaying a thousand lines of Jass, the page of a sheet of a thousand rows, and acknowledged entries of 64 clients
beside a loop of durable commits. The checkouts take turns, each in a process of its own, and the best round of each figure counts,
so that other load affects both alike. The ratio is this checkout divided by the other one.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent.parent
PLAYERS = ["Anne", "Benoît", "Chloé", "David"]
LINES = 1000
CLIENTS = 64


def jass_entries() -> list[dict[str, Any]]:
    """Return `LINES` different donnes of Jass as in a sheet file; every fifth has an annonce."""
    suits = ("pique", "coeur", "carreau", "trefle")
    entries: list[dict[str, Any]] = []
    for number in range(LINES):
        points = 20 + number * 7 % 100
        entries.append({"atout": suits[number % 4], "points": [points, 157 - points]})
        if number % 5 == 0:
            suite = {"type": "suite", "longueur": 3, "hauteur": "A", "couleur": "pique"}
            entries[-1]["annonces"] = {"A": [suite]}
    return entries


def best(act: Callable[[], object], rounds: int) -> float:
    """Return the CPU seconds of the fastest of `rounds` calls."""
    times = []
    for _ in range(rounds):
        began = time.process_time()
        act()
        times.append(time.process_time() - began)
    return min(times)


def measure_replay() -> float:
    """Return the CPU seconds of replaying 1,000 lines of Jass: the fastest of ten, each parsed anew before it is measured."""
    from scorekeeper.cards.games.jass.rules import Jass  # noqa: PLC0415 - of the checkout that is measured
    from scorekeeper.cards.rules.contract import Table  # noqa: PLC0415
    from scorekeeper.cards.rules.replay import replay  # noqa: PLC0415

    rules, table = Jass(objectif=10**9), Table(tuple(PLAYERS), camps=True)
    raw = jass_entries()
    times = []
    for _ in range(10):
        entries = [(rang, rules.ENTRY.read(entry, table)) for rang, entry in enumerate(raw, 1)]
        times.append(best(lambda entries=entries: replay(rules, table, entries), 1))  # type: ignore[misc]
    return min(times)


def measure_page(folder: Path) -> float:
    """Return the CPU seconds of a page of 1,000 rows, requested inside this process: the fastest of eight, after a first one."""
    from scorekeeper.app import create_app  # noqa: PLC0415
    from scorekeeper.config import Config  # noqa: PLC0415

    client = create_app(Config(folder)).test_client()
    entry = {"preneur": "Chloé", "contrat": "garde", "bouts": 2, "points": 56}
    sheet = {"format": "scorekeeper/1", "game": "tarot", "players": PLAYERS, "entries": [entry] * LINES}
    number = client.post("/api/parties", json=sheet).get_json()["id"]
    client.get(f"/parties/{number}")
    return best(lambda: client.get(f"/parties/{number}"), 8)


def measure_entries(folder: Path) -> tuple[float, float]:
    """Return rates per second: of 2,000 acknowledged entries that 64 clients send to a server, and of 500 bare durable commits."""
    from benchmarks import entries  # noqa: PLC0415

    port = entries.free_port()
    with entries.serve(folder / "data", port):
        entries.load(port, CLIENTS, 200, entries.entering)
        bare = entries.commits(folder, 500).rate
        rate = entries.load(port, CLIENTS, 2000, entries.entering).rate
    return rate, bare


def measure() -> dict[str, float]:
    """Return all figures of the imported checkout, by names that have their units."""
    with tempfile.TemporaryDirectory(prefix="scorekeeper-bench-") as name:
        pages, served = Path(name, "pages"), Path(name, "served")
        pages.mkdir()
        served.mkdir()
        rate, bare = measure_entries(served)
        return {
            "1,000 lines of Jass (ms)": measure_replay() * 1000,
            "page of 1,000 rows (ms)": measure_page(pages) * 1000,
            "entries of 64 clients (per s)": rate,
            "bare durable commits (per s)": bare,
        }


def measured_in(checkout: Path) -> dict[str, float]:
    """Return the `measure()` of a checkout, run in a process of its own. Raises `CalledProcessError` if it fails."""
    command = [sys.executable, str(Path(__file__).resolve()), "--measure"]
    environment = {**os.environ, "PYTHONPATH": str(checkout)}
    output = subprocess.run(command, cwd=checkout, env=environment, check=True, stdout=subprocess.PIPE).stdout
    figures: dict[str, float] = json.loads(output)
    return figures


def main() -> None:
    """Measure both checkouts in turn, and print the best of each figure, and its ratio: this checkout divided by the other."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("other", type=Path, nargs="?", help="the checkout to compare with")
    parser.add_argument("--rounds", type=int, default=5, help="how often each checkout has its turn")
    parser.add_argument("--measure", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.measure:
        json.dump(measure(), sys.stdout)
        return
    if args.other is None:
        parser.error("which other checkout?")
    here, there = [], []
    for _ in range(args.rounds):
        there.append(measured_in(args.other.resolve()))
        here.append(measured_in(HERE))
    print(f"{'':<40}{'other':>10}{'here':>10}{'ratio':>8}")
    for name in here[0]:
        choose = max if "per s" in name else min
        other, own = (choose(figures[name] for figures in every) for every in (there, here))
        print(f"{name:<40}{other:>10.1f}{own:>10.1f}{own / other:>8.2f}")


if __name__ == "__main__":
    # The checkout to measure comes from PYTHONPATH, not from beside this file.
    sys.path = [
        entry for entry in sys.path if Path(entry or ".").resolve() != Path(__file__).resolve().parent
    ]
    main()
