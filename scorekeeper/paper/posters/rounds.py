"""A round as paper shows it: who sits where, in names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.tournaments.model import Tournament


@dataclass(frozen=True)
class SeatedRound:
    """One round in names: in order of play at each table, and who sits out."""

    number: int
    tables: tuple[tuple[str, ...], ...]
    byes: tuple[str, ...] = ()


def seated(t: Tournament) -> tuple[SeatedRound, ...]:
    """Every round that is drawn, opened or not, in names; whoever stands in for somebody has their seat."""
    found = [
        SeatedRound(
            one.number,
            tuple(
                tuple(table.substitutes.get(seat) or t.entrant(seat).name for seat in table.seats)
                for table in one.tables
            ),
            tuple(t.entrant(bye).name for bye in one.byes),
        )
        for one in t.rounds
    ]
    for number, drawn in enumerate(t.planned, len(t.rounds) + 1):
        tables = tuple(tuple(t.entrant(seat).name for seat in table) for table in drawn.tables)
        found.append(SeatedRound(number, tables, tuple(t.entrant(bye).name for bye in drawn.byes)))
    return tuple(found)


def wanted(rounds: Sequence[SeatedRound], t: Tournament, number: int | None) -> SeatedRound | None:
    """The round that is asked for: that of the number, else the latest opened, else the first drawn; `None` if not drawn."""
    sought = number or max(1, len(t.rounds))
    return next((one for one in rounds if one.number == sought), None)
