"""Replay time of a line of each game, relative to a line of Jass: about 1,000 lines each, in one run.

    python -m benchmarks.replays [--rounds 60]

Games of the catalogue replay the evenings of the tests, declared ones up to 30 random lines. The games take turns, and the fastest
turn of each counts, so that load on the machine affects none of them.
"""

from __future__ import annotations

import argparse
import timeit
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from scorekeeper.cards import catalogue
from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.rules import strict_json
from scorekeeper.cards.rules.contract import Entry, Table
from scorekeeper.cards.rules.kinds import Unreadable
from scorekeeper.cards.rules.replay import Marked, mark, replay
from scorekeeper.cards.sheet_file import read_sheet

ROOT = Path(__file__).parent.parent
LINES = 1000
MOST_LINES = 30
"""Largest number of lines of a declared game's sheet."""
TRIES = 200
REFERENCE = "jass"
Play = tuple[int, Callable[[], object]]
"""Number of lines of a sheet, and the function that replays it."""


def evenings() -> Iterator[tuple[str, Play]]:
    """Yield each evening of the tests: its name, and its `Play`."""
    for path in sorted((ROOT / "tests" / "evenings").glob("*.json")):
        sheet = read_sheet(strict_json.loads(path.read_bytes())["sheet"])
        yield path.stem, (len(sheet.entries), sheet.replay)


def declared() -> Iterator[tuple[str, Play]]:
    """Yield key and `Play` (of random lines) of each declared game in `examples/jeux`. Raises `ValueError` for an invalid game."""
    for path in sorted((ROOT / "examples" / "jeux").glob("*.toml")):
        game = catalogue.check_text(path.read_bytes()).game
        if game is None:
            raise ValueError(path)
        yield game.key, _sheet_of(game)


def _sheet_of(game: Game) -> Play:
    """Return the number of random valid lines of a game (`MOST_LINES`, or fewer to its end), and a function that replays them."""
    players = catalogue.declared_of(game).spec.exemples[0].joueurs
    rules, table, chance = game.rules(), Table(players, game.rules.CAMPS), Random(7)  # noqa: S311 - not a secret
    state, entries = rules.opening(table), list[tuple[int, Entry | Unreadable]]()
    for _ in range(TRIES):
        if rules.outcome(state) is not None or len(entries) >= MOST_LINES:
            break
        try:
            entry: Any = rules.ENTRY.read(game.demo(chance, rules, state), table)
        except Unreadable:
            continue
        line = mark(rules, state, len(entries) + 1, entry)
        if isinstance(line, Marked):
            entries.append((line.rang, entry))
            state = line.after
    return len(entries), lambda: replay(rules, table, entries)


def main() -> None:
    """Replay all games in turn, `--rounds` times. Print each game's fastest time of a line relative to Jass, slowest game first."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=60, help="how often each game has its turn")
    rounds = parser.parse_args().rounds
    plays = dict([*evenings(), *declared()])
    best = dict.fromkeys(plays, float("inf"))
    for _ in range(rounds):
        for name, (lines, play) in plays.items():
            turns = max(1, LINES // lines // 10)
            seconds = timeit.timeit(play, number=turns) / turns / lines
            best[name] = min(best[name], seconds)
    print(f"a line of Jass: {best[REFERENCE] * 1e6:.1f} µs; in multiples of it")
    for name, seconds in sorted(best.items(), key=lambda item: -item[1]):
        print(f"  {name:<20}{seconds / best[REFERENCE]:6.2f}   ({plays[name][0]} lines)")


if __name__ == "__main__":
    main()
