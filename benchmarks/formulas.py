"""Time of a declared game's formulas relative to the same rules in Python, at tables of 2, 4 and 8, and of whole sheets.

The results of both are first checked to be equal.
"""

from __future__ import annotations

import timeit
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

from scorekeeper.cards import catalogue
from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.rules.contract import Table
from scorekeeper.cards.rules.formula import Symbol, read_formula
from scorekeeper.cards.rules.replay import replay

FORMULAS = {
    "cartes": "cartes",
    "double": (
        "si(ferme et cartes > 0 et (cartes > min(cartes) ou nombre(cartes = min(cartes)) > 1), cartes, 0)"
    ),
    "molkky": "si(total + cartes > 50, 25 - total - cartes, 0)",
    "uno": "si(cartes = 0, somme(cartes), 0)",
}
KNOWN = {"cartes": Symbol(0, 0, 200), "ferme": Symbol(1, 0, 1), "total": Symbol(2, 0, 10_000)}
LINES = 1000


def double(cards: Sequence[int], closed: Sequence[int], _: Sequence[int]) -> list[int]:
    """Return Skyjo's penalty by column: for one that `closed` marks with 1, its points again, if positive and not the unique
    lowest; else 0.
    """
    lowest = min(cards)
    several = sum(1 for points in cards if points == lowest) > 1
    return [
        points if closes and points > 0 and (points > lowest or several) else 0
        for points, closes in zip(cards, closed, strict=True)
    ]


def back(cards: Sequence[int], _: Sequence[int], totals: Sequence[int]) -> list[int]:
    """Return Mölkky's corrections of the score: 25 less the new total if `cards` take the total above 50, else 0."""
    return [
        25 - total - points if total + points > 50 else 0 for points, total in zip(cards, totals, strict=True)
    ]


def others(cards: Sequence[int], _: Sequence[int], __: Sequence[int]) -> list[int]:
    """Return Uno's scores: for a player with 0 the sum of all `cards`, for each other 0."""
    total = sum(cards)
    return [total if points == 0 else 0 for points in cards]


PYTHON: dict[str, Callable[..., list[int]]] = {
    "cartes": lambda cards, *_: list(cards),
    "double": double,
    "molkky": back,
    "uno": others,
}


def seconds(act: Callable[[], Any], times: int = 50) -> float:
    """Return the wall-clock seconds of the fastest of `times` calls, measured while garbage collection is off."""
    return min(timeit.repeat(act, number=1, repeat=times))


def formulas() -> None:
    """Print the µs of a line by each formula and by its Python function, for 2, 4 and 8 players. Raises `ValueError` if they
    differ.
    """
    for seats in (2, 4, 8):
        rng = Random(seats)  # noqa: S311 - an example, not a secret
        lines = [
            (
                [rng.randint(0, 40) for _ in range(seats)],
                [int(seat == 0) for seat in range(seats)],
                [rng.randint(0, 90) for _ in range(seats)],
            )
            for _ in range(LINES)
        ]
        for name, text in FORMULAS.items():
            formula, act = read_formula(text, KNOWN), PYTHON[name]
            if any(formula.columns(line, seats) != act(*line) for line in lines):
                raise ValueError(name)
            declared = seconds(lambda: [formula.columns(line, seats) for line in lines])  # noqa: B023
            python = seconds(lambda: [act(*line) for line in lines])  # noqa: B023
            times = f"{declared * 1e6 / LINES:6.2f} µs, Python {python * 1e6 / LINES:6.2f} µs"
            print(f"{name:8} at {seats}: {times}, {declared / python:4.1f} times")


def sheet_of(game: Game, names: Sequence[str], count: int) -> Callable[[], Any]:
    """Return a function that replays a sheet of `count` lines, all equal to one example entry, the same each time."""
    rules, table, rng = game.rules(), Table(tuple(names), game.rules.CAMPS), Random(7)  # noqa: S311
    state = rules.opening(table)
    entry = rules.ENTRY.read(game.demo(rng, rules, state), table)
    return lambda: replay(rules, table, ((rang, entry) for rang in range(1, count + 1)))


def sheets() -> None:
    """Print the µs per line of sheets of four lines of Jass, Tarot and Mölkky. Raises `ValueError` if Mölkky's definition is
    faulty.
    """
    path = Path(__file__).parent.parent / "examples" / "jeux" / "molkky.toml"
    verdict = catalogue.check_text(path.read_bytes())
    if verdict.game is None:
        raise ValueError(verdict.flaws)
    names = ("Anne", "Bruno", "Chloé", "David")
    for game in (catalogue.game("jass"), catalogue.game("tarot"), verdict.game):
        play = sheet_of(game, names, 4)
        print(f"{game.name:8} {seconds(play, 50) * 1e6 / 4:8.1f} µs a line")


if __name__ == "__main__":
    formulas()
    sheets()
