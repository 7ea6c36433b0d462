"""Evenings of a table, with the totals after each line, computed by hand with the rules of the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Move:
    """A change of players: `way` is `remplace`, `arrive` or `part`, `who` the name to tap, `name` the one to type (empty for
    `part`), and `players` are those after it.
    """

    way: str
    who: str
    name: str
    players: tuple[str, ...]


@dataclass(frozen=True)
class Table:
    """An evening of a table: its lines as in a sheet file, each with the totals after it, and the changes of players."""

    game: str
    players: tuple[str, ...]
    lines: tuple[tuple[Mapping[str, Any], tuple[int, ...]], ...]
    amended: tuple[Mapping[str, Any], tuple[int, ...]]
    """The first line as it is corrected after the second was entered, and the totals after that correction."""
    moves: Mapping[int, Move]
    """Number of lines before it -> change of players."""
    winner: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    """Settings that are not the default ones, as in a sheet file."""
    ends: bool = True
    """Whether the last line ends the partie by its rules; else the players end it by hand."""


ANNE, BRUNO, CHLOE, DAVID, EVA, FRED = "Anne", "Bruno", "Chloé", "David", "Éva", "Fred"
FOUR = (ANNE, BRUNO, CHLOE, DAVID)
AFTER = (ANNE, BRUNO, CHLOE, EVA)
"""Players once Éva has replaced David, in their order."""
CAMPS = {"Anne & Chloé": "A", "Bruno & Éva": "B"}
"""Name of a camp after that replacement -> its letter in a sheet file."""


def chosen(evening: Table) -> dict[str, str]:
    """Return the settings by key as texts for the form of a new sheet; Booleans are `oui` and `non`."""
    words = {True: "oui", False: "non"}
    return {
        key: words[value] if isinstance(value, bool) else str(value)
        for key, value in evening.settings.items()
    }


def sheet_of(evening: Table) -> dict[str, Any]:
    """Return the evening as a sheet file, with its changes of players, and the first line as it was first entered."""
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


def corrected_sheet(evening: Table) -> dict[str, Any]:
    """Return the evening as a sheet file whose first line is the corrected one."""
    sheet = sheet_of(evening)
    return {**sheet, "entries": [evening.amended[0], *sheet["entries"][1:]]}


def changes_until(sheet: Mapping[str, Any], place: int) -> dict[str, Any]:
    """Return the sheet file without the changes of players that come after more than `place` lines."""
    return {**sheet, "changes": [change for change in sheet["changes"] if change["after"] <= place]}
