"""One donne of belote or coinche as the table declares it.

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
"""Card points of a donne, and of one at tout atout where trump values are counted."""
NEVER = {PLIS: frozenset({1, 161}), TOUT_ATOUT: frozenset({1, 2, 5, 253, 256, 257})}
"""Points that no camp can have taken in whole tricks, with the der or without it: by computing over all sets of tricks."""
BELOTE, DER = 20, 10
VALUES = (20, 50, 100, 150, 200)
"""Tierce; cinquante; cent or carré; carré of nines; carré of jacks."""
MOST_ANNONCES = 4
"""Most annonces of a camp: two in each of its hands, since each takes three cards of eight."""
TOO_MANY_CARDS = frozenset(
    {(50, 150, 200), (20, 50, 150, 200), (50, 50, 150, 200), (50, 100, 150, 200), (50, 100, 100, 150)}
)
"""The sets of annonces that two hands of eight cannot hold, though no annonce in them stands twice that exists once: by computing."""
ONCE = (150, 200)
"""Annonces that only one carré gives."""

Points = Annotated[int, Whole(0, TOUT_ATOUT, judged=True, bounds_shown=False)]
Belotes = Annotated[int, Whole(0, 4)]


class AtoutBelote(StrEnum):
    """The trump suit, or none, or all four."""

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
    """One donne. Points are card points with the der, before any bonus of a capot, belote or annonces."""

    statut: Statut = Statut.JOUEE
    preneur: Side | None = None
    """The camp that took; every donne that was played has one."""
    joueur: Seat | None = None
    """Player of that camp who took."""
    atout: AtoutBelote | None = None
    points: tuple[Points, Points] | None = None
    points_a: Points | None = None
    points_b: Points | None = None
    capot: Side | None = None
    """The camp that took every trick."""
    belote: Side | None = None
    """The camp of the player who held king and queen of trump."""
    belotes: tuple[Belotes, Belotes] | None = None
    """At tout atout, where there are four pairs of them: how many each camp had."""
    annonces: Annotated[Annonces, ByCamp[tuple[int, ...]](Many(OneOf(VALUES), MOST_ANNONCES), ())] = ((), ())
    """Those of the camp that won the comparison."""

    @property
    def played(self) -> bool:
        """Whether the donne was played to its end."""
        return self.statut is Statut.JOUEE

    @property
    def belote_count(self) -> Pair:
        """Number of belotes of each camp."""
        if self.belotes is not None:
            return self.belotes
        return int(self.belote == 0), int(self.belote == 1)


@dataclass(frozen=True)
class Tricks(CardPoints):
    """The card points of a donne with what there is to share, which the house decides at tout atout."""

    points: Pair | None
    points_a: int | None
    points_b: int | None
    capot: Side | None
    sharing: int
    last_trick = DER

    @property
    def total(self) -> int:
        return self.sharing

    @property
    def never(self) -> frozenset[int]:
        return NEVER[self.sharing]

    @property
    def swept(self) -> Side | None:
        return self.capot

    @property
    def counted(self) -> Pair:
        """Card points brought back to 162; no half can occur, since 162 / 258 is 27 / 43."""
        if self.sharing == PLIS:
            return self.plis
        first = (2 * 27 * self.plis[0] + 43) // 86
        return first, PLIS - first


def together(values: Sequence[int]) -> bool:
    """Whether two hands of eight cards can hold annonces of these values."""
    once = all(values.count(value) < 2 for value in ONCE)
    return once and tuple(sorted(values)) not in TOO_MANY_CARDS
