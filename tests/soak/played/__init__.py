"""Whole evenings as a table lives them; every total is reckoned by hand with the rules of the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Move:
    """Somebody comes, goes or takes a seat over: what the page is told, and who sits there then."""

    way: str
    who: str
    name: str
    players: tuple[str, ...]


@dataclass(frozen=True)
class Table:
    """An evening: its lines with the totals after each, and what happens between them."""

    game: str
    players: tuple[str, ...]
    lines: tuple[tuple[Mapping[str, Any], tuple[int, ...]], ...]
    amended: tuple[Mapping[str, Any], tuple[int, ...]]
    """The first line as it is put right after the second, and the totals then."""
    moves: Mapping[int, Move]
    """By the number of lines before them."""
    winner: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    """Those of the house, as in a file."""
    ends: bool = True
    """Whether the last line ends the partie; else the table says that it is over."""


ANNE, BRUNO, CHLOE, DAVID, EVA, FRED = "Anne", "Bruno", "Chloé", "David", "Éva", "Fred"
FOUR = (ANNE, BRUNO, CHLOE, DAVID)
AFTER = (ANNE, BRUNO, CHLOE, EVA)
"""Those who sit there once David has left his seat to Éva."""
CAMPS = {"Anne & Chloé": "A", "Bruno & Éva": "B"}
"""How the file calls a camp."""


def chosen(evening: Table) -> dict[str, str]:
    """The settings as they are chosen on the page of a new sheet."""
    words = {True: "oui", False: "non"}
    return {
        key: words[value] if isinstance(value, bool) else str(value)
        for key, value in evening.settings.items()
    }


def sheet_of(evening: Table) -> dict[str, Any]:
    """The evening as a file."""
    changes: list[dict[str, Any]] = []
    for after, move in evening.moves.items():
        taken = {"replaces": {move.name: move.who}} if move.way == "remplace" else {}
        changes.append({"after": after, "players": [*move.players], **taken})
    return {
        "format": "scorekeeper/1",
        "game": evening.game,
        "players": [*evening.players],
        "settings": dict(evening.settings),
        "entries": [entry for entry, _ in evening.lines],
        "changes": changes,
    }


def put_right(evening: Table) -> dict[str, Any]:
    """The same with the first line as it was put right."""
    sheet = sheet_of(evening)
    return {**sheet, "entries": [evening.amended[0], *sheet["entries"][1:]]}


def until(sheet: Mapping[str, Any], place: int) -> dict[str, Any]:
    """The file without the changes that come after that many lines."""
    return {**sheet, "changes": [change for change in sheet["changes"] if change["after"] <= place]}
