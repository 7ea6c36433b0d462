"""Entry of one donne of belote or coinche.

Pack of 32, eight tricks. Trump: V 20, 9 14, A 11, 10 10, R 4, D 3; other suits: A 11, 10 10, R 4, D 3, V 2; with the last trick (*dix de
der*, 10) that makes 162. Sans atout: A 19, 10 10, R 4, D 3, V 2 and the der, 162. Tout atout: trump values in every suit and the der, 258.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from scorekeeper.cards.families.points import CardPoints, Pair
from scorekeeper.cards.families.unplayed import Statut
from scorekeeper.cards.rules.contract import Entry, Seat, Side
from scorekeeper.cards.rules.fields import ByCamp, Many
from scorekeeper.cards.rules.kinds import OneOf, Whole

PLIS, TOUT_ATOUT = 162, 258
"""Card points of a donne, and of one at tout atout if all suits have trump values."""
NEVER = {PLIS: frozenset({1, 161}), TOUT_ATOUT: frozenset({1, 2, 5, 253, 256, 257})}
"""Impossible points of a camp, with the der or without it, computed over all sets of tricks."""
BELOTE, DER = 20, 10
VALUES = (20, 50, 100, 150, 200)
"""Values of annonces: tierce; cinquante; cent or carré; carré of nines; carré of jacks."""
MOST_ANNONCES = 4
"""Maximum number of annonces of a camp: two in each hand, since each needs three of its eight cards."""
TOO_MANY_CARDS = frozenset(
    {(50, 150, 200), (20, 50, 150, 200), (50, 50, 150, 200), (50, 100, 150, 200), (50, 100, 100, 150)}
)
"""Sets of annonces that two hands of eight cards cannot hold, beside those that repeat a value of `ONCE`; computed."""
ONCE = (150, 200)
"""Values that only one carré has."""

Points = Annotated[int, Whole(0, TOUT_ATOUT, judged=True, bounds_shown=False)]
Belotes = Annotated[int, Whole(0, 4)]


class AtoutBelote(StrEnum):
    """Trump of a donne: a suit, none, or all four."""

    PIQUE = "pique"
    COEUR = "coeur"
    CARREAU = "carreau"
    TREFLE = "trefle"
    SANS_ATOUT = "sans-atout"
    TOUT_ATOUT = "tout-atout"


SUITLESS = (AtoutBelote.SANS_ATOUT, AtoutBelote.TOUT_ATOUT)
Annonces = tuple[tuple[int, ...], tuple[int, ...]]
"""Values of the annonces of camp A and of camp B."""


@dataclass(frozen=True, kw_only=True)
class DonneBelote(Entry):
    """Entry of one donne. Points are card points with the der, before any bonus of a capot, belote or annonces."""

    statut: Statut = Statut.JOUEE
    preneur: Side | None = None
    """Camp of the taker; required if the donne was played."""
    joueur: Seat | None = None
    """Taker, a player of that camp."""
    atout: AtoutBelote | None = None
    points: tuple[Points, Points] | None = None
    points_a: Points | None = None
    points_b: Points | None = None
    capot: Side | None = None
    """Camp that took every trick."""
    belote: Side | None = None
    """Camp of the player who held king and queen of trump."""
    belotes: tuple[Belotes, Belotes] | None = None
    """Number of belotes of each camp at tout atout, where four are possible."""
    annonces: Annotated[Annonces, ByCamp[tuple[int, ...]](Many(OneOf(VALUES), MOST_ANNONCES), ())] = ((), ())
    """Annonces of the camp that won the comparison."""

    @property
    def played(self) -> bool:
        """Whether the donne was played, neither passed nor annulled."""
        return self.statut is Statut.JOUEE

    @property
    def belote_count(self) -> Pair:
        """Number of belotes of each camp."""
        if self.belotes is not None:
            return self.belotes
        return int(self.belote == 0), int(self.belote == 1)


@dataclass(frozen=True)
class Tricks(CardPoints):
    """Card points of a donne; `sharing` is their sum, which at tout atout is a setting."""

    points: Pair | None
    points_a: int | None
    points_b: int | None
    capot: Side | None
    sharing: int
    LAST_TRICK, IMPOSSIBLE, SWEEP = DER, NEVER, "capot"

    @property
    def total(self) -> int:
        return self.sharing

    @property
    def counted(self) -> Pair:
        """Card points scaled to 162; no half can occur, since 162 / 258 is 27 / 43."""
        if self.sharing == PLIS:
            return self.plis
        first = (2 * 27 * self.plis[0] + 43) // 86
        return first, PLIS - first


def fit_in_two_hands(values: Sequence[int]) -> bool:
    """Return whether the two hands of eight cards of a camp can hold annonces of all these values."""
    once = all(values.count(value) < 2 for value in ONCE)
    return once and tuple(sorted(values)) not in TOO_MANY_CARDS
