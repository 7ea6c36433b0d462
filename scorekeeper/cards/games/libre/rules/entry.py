"""Declaration of one manche of Marque libre: the points of each column."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from scorekeeper.cards.rules.contract import Entry, Seat
from scorekeeper.cards.rules.fields import BySeat
from scorekeeper.cards.rules.kinds import Whole

MOST_POINTS = 9999
"""Most points of a column in one manche, and of a loss."""


class MancheStatut(StrEnum):
    """Whether a manche counts."""

    JOUEE = "jouee"
    ANNULEE = "annulee"


@dataclass(frozen=True, kw_only=True)
class LibreManche(Entry):
    """One manche."""

    statut: MancheStatut = MancheStatut.JOUEE
    points: (
        Annotated[
            tuple[int | None, ...], BySeat(Whole(-MOST_POINTS, MOST_POINTS, judged=True, bounds_shown=False))
        ]
        | None
    ) = None
    """Points by seat; with a fixed sum one of them may be left out."""

    def noted(self, seat: Seat) -> int | None:
        """The points of a column that were written; those who came later have none."""
        points = self.points or ()
        return points[seat] if seat < len(points) else None
