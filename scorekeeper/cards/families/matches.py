"""The card points of a pack of 36 cards, 157 or at tout atout 253, and the match: a camp that took every trick."""

from typing import Annotated

from scorekeeper.cards.families.points import CardPoints
from scorekeeper.cards.rules.contract import Fault, Label, Side
from scorekeeper.cards.rules.kinds import Whole

PLIS = 157
"""Card points of a donne: 62 at trump, 30 in each other suit, 5 for the last trick; the same without trump."""
PLIS_TOUT_ATOUT = 253
"""Card points when every suit is trump: 4 × 62 and 5 for the last trick."""
IMPOSSIBLES = {PLIS: frozenset({1, 156}), PLIS_TOUT_ATOUT: frozenset({1, 2, 251, 252})}
"""Impossible points of a camp, by the points of a donne.

No set of cards counts 1 (nor 2 at tout atout), so the other camp cannot have the rest. All other numbers are possible.
"""
Points = Annotated[int, Whole(0, PLIS_TOUT_ATOUT, judged=True, bounds_shown=False)]


class MatchPoints(CardPoints):
    """Mixin of an entry with card points and a match."""

    LAST_TRICK, IMPOSSIBLE, SWEEP = 5, IMPOSSIBLES, "match"
    match: Side | None

    def match_faults(self, *, worth: bool, short: bool = False) -> list[Fault]:
        """Return every fault of the points and the match; `worth`: a match scores a bonus; `short`: see
        `CardPoints.points_faults`.
        """
        aside = Label("prime-a-part" if worth else "prime-nulle")
        return self.points_faults("match-points", aside, short=short)
