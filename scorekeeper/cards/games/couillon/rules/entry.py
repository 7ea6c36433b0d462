"""Declaration of one donne of Couillon, and which card points its tricks can hold."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from scorekeeper.cards.rules.contract import Entry, Side
from scorekeeper.cards.rules.fields import Record
from scorekeeper.cards.rules.kinds import Whole

PACK = 40
LEAST = 12
"""Fewest points that the sixteen cards of four tricks hold: the eight worthless ones, four valets and four dames."""
THREE_TRICKS = 36
"""Most points that three tricks hold; more than that takes all four."""
Points = Annotated[int, Whole(0, PACK)]


class Gagne(StrEnum):
    """The winner of a donne, where only that was noted."""

    A = "A"
    B = "B"
    EGALITE = "egalite"

    @property
    def side(self) -> Side | None:
        """The winning camp, `None` after a tie."""
        return {Gagne.A: Side(0), Gagne.B: Side(1)}.get(self)


@dataclass(frozen=True, kw_only=True)
class CouillonDonne(Entry):
    """One donne of four tricks: its card points, or only its winner."""

    accepte: Side | None = None
    """Camp that took the turned-up card's suit for trump; `None` when nobody did."""
    points: tuple[Points, Points] | None = None
    """Card points in the tricks of each camp, 0 to 40."""
    gagne: Gagne | None = None
    """The winner, where the points were not counted."""
    capot: Side | None = None
    """Camp that took all four tricks."""

    @property
    def ahead(self) -> Side | None:
        """The camp with more card points; `None` for as many or none counted."""
        if self.points is None or self.points[0] == self.points[1]:
            return None
        return Side(self.points[0] < self.points[1])

    @property
    def winner(self) -> Side | None:
        """The camp that won; `None` after a tie."""
        return self.ahead if self.gagne is None else self.gagne.side


ENTRY = Record(CouillonDonne, extra={"anyOf": [{"required": ["points"]}, {"required": ["gagne"]}]})


SPLITS = frozenset(
    (a, b)
    for a in range(PACK + 1)
    for b in range(PACK + 1)
    if LEAST <= a + b <= PACK and (max(a, b) <= THREE_TRICKS or min(a, b) == 0)
)
"""Every pair of card points of the camps: the sixteen cards hold 12 to 40, and above 36 a camp took all four tricks."""
