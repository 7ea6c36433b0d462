"""Roundings of card points for the marks of belote and coinche. Contracts are judged on exact points.

Points are on the scale of 162, so those of tout atout are scaled first. Belotes, annonces and bids are multiples of ten.
Sources: Fédération française de belote (5 upwards); the page *Contrée* of the French Wikipedia (105 to 57 is marked 100 to 60).
"""

from enum import StrEnum

from scorekeeper.cards.families.points import Pair
from scorekeeper.cards.rules.contract import Side


class ArrondiBelote(StrEnum):
    """Roundings of card points."""

    AUCUN = "aucun"
    DIZAINE = "dizaine"
    """Each camp to the nearest ten, 5 upwards."""
    DIZAINE_BASSE = "dizaine-basse"
    """Each camp to the nearest ten, 5 downwards."""
    A_160 = "a-160"
    """The takers to the nearest ten, 5 upwards; the other camp gets the rest of 160."""
    A_160_BASSE = "a-160-basse"
    """The takers to the nearest ten, 5 downwards; the other camp gets the rest of 160."""

    @property
    def shares(self) -> bool:
        """Whether the rounded card points of the two camps always have the same sum."""
        return self not in {ArrondiBelote.DIZAINE, ArrondiBelote.DIZAINE_BASSE}

    @property
    def to_160(self) -> bool:
        """Whether the takers' points are rounded, and the defenders get the rest of 160."""
        return self in {ArrondiBelote.A_160, ArrondiBelote.A_160_BASSE}

    def of(self, points: int) -> int:
        """Return points rounded for a mark."""
        if self is ArrondiBelote.AUCUN:
            return points
        half = 4 if self in {ArrondiBelote.DIZAINE_BASSE, ArrondiBelote.A_160_BASSE} else 5
        return (points + half) // 10 * 10

    def marks(self, plis: Pair, taker: Side) -> Pair:
        """Return both camps' card points, rounded as they are added to the scores."""
        if not self.to_160:
            return self.of(plis[0]), self.of(plis[1])
        own = self.of(plis[taker])
        rest = self.of(sum(plis)) - own
        return (own, rest) if taker == 0 else (rest, own)
