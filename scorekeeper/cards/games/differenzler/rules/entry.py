"""Declaration of one donne of Differenzler, and the words of its settings."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from scorekeeper.cards.rules.contract import Entry, Seat
from scorekeeper.cards.rules.fields import BySeat, Record, Seats
from scorekeeper.cards.rules.kinds import Whole

TOTAL = 157
"""Card points of a donne, the last trick included; a match counts no more."""
MOST_SEATS = 5


class Jouee(StrEnum):
    """The status of a donne; nobody passes."""

    JOUEE = "jouee"
    ANNULEE = "annulee"
    """Void, and the deal passes. A misdeal is not noted, the same player deals again."""


class BonusZero(StrEnum):
    """When somebody who predicted nothing and made nothing has the bonus: never, only with a worthless trick, always."""

    JAMAIS = "jamais"
    AVEC_PLI = "avec-pli"
    TOUJOURS = "toujours"


class Departage(StrEnum):
    """Rule for level totals at the end: they share the win, or one donne after the other is played."""

    PARTAGE = "partage"
    DONNE_SUPPLEMENTAIRE = "donne-supplementaire"


PointsBySeat = Annotated[tuple[int | None, ...], BySeat(Whole(0, TOTAL))]


@dataclass(frozen=True, kw_only=True)
class DifferenzlerDonne(Entry):
    """One donne: what each player predicted, and what each made."""

    statut: Jouee = Jouee.JOUEE
    annonces: PointsBySeat | None = None
    """The card points that each seat predicted."""
    points: PointsBySeat | None = None
    """The card points that each seat made; those of one seat may be left out, and are what is left of 157."""
    zero_avec_pli: Annotated[tuple[Seat, ...], Seats(most=MOST_SEATS)] = ()
    """Players who made the 0 points that they predicted with a worthless trick, where the house asks for one."""

    def __post_init__(self) -> None:
        # Nobody named is the same as no key.
        for key in ("annonces", "points"):
            value = getattr(self, key)
            if value is not None and value == (None,) * len(value):
                object.__setattr__(self, key, None)

    def deduced(self) -> Seat | None:
        """The only seat whose points are not told; `None` where all are, or those of several are missing."""
        missing = [seat for seat, count in enumerate(self.points or ()) if count is None]
        return Seat(missing[0]) if len(missing) == 1 else None

    def made(self) -> tuple[int, ...]:
        """The points of each seat, told or deduced; only of a donne without faults."""
        counts = self.points or ()
        rest = TOTAL - sum(count or 0 for count in counts)
        return tuple(rest if count is None else count for count in counts)

    def predicted(self) -> tuple[int, ...]:
        """The prediction of each seat; only of a donne without faults."""
        return tuple(count or 0 for count in self.annonces or ())

    def ecarts(self) -> tuple[int, ...]:
        """By how much each seat was off; only of a donne without faults."""
        return tuple(abs(annonce - made) for annonce, made in zip(self.predicted(), self.made(), strict=True))


ENTRY = Record(DifferenzlerDonne)
