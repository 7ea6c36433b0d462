"""A round as paper shows it: names in order of play at each table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.i18n import gettext

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scorekeeper.tournaments.model import Tournament


@dataclass(frozen=True)
class SeatedRound:
    """One round in names: in order of play at each table, and who sits out."""

    number: int
    tables: tuple[tuple[str, ...], ...]
    byes: tuple[str, ...] = ()

    @property
    def heading(self) -> str:
        """The heading of its column."""
        return gettext("tour %(tour)s", tour=self.number)

    @property
    def places(self) -> Mapping[str, tuple[int, int]]:
        """Table and place of everybody who plays, both counted from 1."""
        return {
            name: (number, place)
            for number, table in enumerate(self.tables, 1)
            for place, name in enumerate(table, 1)
        }


def seated(t: Tournament) -> tuple[SeatedRound, ...]:
    """Every round that is drawn, opened or not; a substitute stands at the seat of the player replaced."""
    opened = [
        SeatedRound(
            played.number,
            tuple(
                tuple(table.substitutes.get(seat) or t.entrant(seat).name for seat in table.seats)
                for table in played.tables
            ),
            tuple(t.entrant(bye).name for bye in played.byes),
        )
        for played in t.rounds
    ]
    planned = [
        SeatedRound(
            number,
            tuple(tuple(t.entrant(seat).name for seat in table) for table in drawn.tables),
            tuple(t.entrant(bye).name for bye in drawn.byes),
        )
        for number, drawn in enumerate(t.planned, len(t.rounds) + 1)
    ]
    return (*opened, *planned)


def wanted(rounds: Sequence[SeatedRound], t: Tournament, number: int | None) -> SeatedRound | None:
    """The round of that number, else the latest opened, else the first drawn; `None` if it is not drawn."""
    sought = number or max(1, len(t.rounds))
    return next((seats for seats in rounds if seats.number == sought), None)
