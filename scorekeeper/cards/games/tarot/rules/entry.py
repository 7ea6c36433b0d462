"""Declaration of one donne of French Tarot, and the words it is written with."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Final

from scorekeeper.cards.families.unplayed import Statut
from scorekeeper.cards.games.tarot.rules.cards import ALL, TARGETS, Dog, Margin, margin
from scorekeeper.cards.rules.contract import Entry, Halves, Seat, Table
from scorekeeper.cards.rules.fields import Many, Record
from scorekeeper.cards.rules.kinds import HalfPoints, Json, Kind, Maybe, Player, Whole

CARD_POINTS = Halves(ALL)
"""The card points of a donne: 91, shared between attack and defence."""
ALONE: Final = Seat(-1)
"""Called at five by a taker who plays alone: the king is in the chien or in the taker's own hand."""


class Contrat(StrEnum):
    """The four contracts of the regulation, and the pousse of some houses, in rising order."""

    PRISE = "prise"
    POUSSE = "pousse"
    GARDE = "garde"
    GARDE_SANS = "garde-sans"
    GARDE_CONTRE = "garde-contre"

    @property
    def dog(self) -> Dog:
        """The use of the chien under the contract."""
        return {Contrat.GARDE_SANS: Dog.ATTACK, Contrat.GARDE_CONTRE: Dog.DEFENCE}.get(self, Dog.DISCARDED)


class DonneCamp(StrEnum):
    """One of the two camps of a donne."""

    ATTAQUE = "attaque"
    DEFENSE = "defense"


class Poignee(StrEnum):
    """Number of trumps shown; it depends on how many play."""

    SIMPLE = "simple"
    DOUBLE = "double"
    TRIPLE = "triple"


class Chelem(StrEnum):
    """A slam of the attack, made or only announced."""

    REUSSI = "reussi"
    ANNONCE_REUSSI = "annonce-reussi"
    ANNONCE_MANQUE = "annonce-manque"

    @property
    def made(self) -> bool:
        """Whether it was made, announced or not."""
        return self is not Chelem.ANNONCE_MANQUE


class Misere(StrEnum):
    """A hand without court cards, or without trumps."""

    TETE = "tete"
    ATOUT = "atout"


@dataclass(frozen=True)
class Played:
    """The facts that every donne that was played has; the points are the attack's."""

    preneur: Seat
    contrat: Contrat
    bouts: int
    points: Halves
    margin: Margin

    @property
    def target(self) -> int:
        """Card points that the attack must make."""
        return TARGETS[self.bouts]


@dataclass(frozen=True)
class PoigneeShown:
    """A poignée and the player who showed it."""

    joueur: Seat
    type: Poignee


@dataclass(frozen=True)
class MisereShown:
    """A misère and the player who declared it."""

    joueur: Seat
    type: Misere


class Called(Kind[Seat | None]):
    """The partner at five: a name, or `null` for a taker who plays alone; an empty text is the same as no key."""

    def read(self, raw: Json, table: Table) -> Seat | None:
        if raw is None:
            return ALONE
        return None if raw == "" else Player().read(raw, table)

    def write(self, value: Seat | None, table: Table) -> Json:
        if value is None:
            return ""
        return None if value == ALONE else Player().write(value, table)

    def schema(self, table: Table | None = None) -> dict[str, Json]:
        return Maybe(Player()).schema(table)


CardPoints = Annotated[Halves, HalfPoints(91, judged=True)]


@dataclass(frozen=True, kw_only=True)
class TarotDonne(Entry):
    """One donne. A donne that was passed or annulled has nothing but its `statut`."""

    statut: Statut = Statut.JOUEE
    preneur: Seat | None = None
    appele: Annotated[Seat | None, Called()] = None
    """The partner called at five; `ALONE` when the taker has none, `None` while it is not known."""
    contrat: Contrat | None = None
    bouts: Annotated[int, Whole(0, 3)] | None = None
    points: CardPoints | None = None
    points_defense: CardPoints | None = None
    """Card points of the defence, when those were counted instead of the attack's."""
    petit_au_bout: DonneCamp | None = None
    """The camp that won the last trick with the Petit in it."""
    poignees: Annotated[tuple[PoigneeShown, ...], Many(Record(PoigneeShown), 5)] = ()
    chelem: Chelem | None = None
    chelem_defense: bool = False
    """Whether the defence took every trick."""
    petit_chelem: Chelem | None = None
    """House rule: the attack took every trick but one."""
    miseres: Annotated[tuple[MisereShown, ...], Many(Record(MisereShown), 10)] = ()

    def __post_init__(self) -> None:
        """Drop the defence's points where they agree with those of the attack."""
        if self.points is not None and self.points_defense == CARD_POINTS - self.points:
            object.__setattr__(self, "points_defense", None)

    @property
    def attack_points(self) -> Halves | None:
        """Card points of the attack, whichever camp counted; `None` when neither did."""
        if self.points is not None:
            return self.points
        return None if self.points_defense is None else Halves(CARD_POINTS - self.points_defense)

    @property
    def points_key(self) -> str:
        """The key that holds the card points."""
        return "points_defense" if self.points is None and self.points_defense is not None else "points"

    @property
    def attack(self) -> tuple[Seat, ...]:
        """The taker and the partner who was called, as far as they are known."""
        return tuple(seat for seat in (self.preneur, self.appele) if seat is not None and seat != ALONE)

    @property
    def slam(self) -> bool:
        """Whether the attack made a slam, announced or not."""
        return self.chelem is not None and self.chelem.made

    @property
    def played(self) -> Played | None:
        """The facts of the donne; `None` when it was not played, or while one of them is missing or more than the pack holds."""
        points = self.attack_points
        if self.statut is not Statut.JOUEE or points is None or not 0 <= points <= ALL:
            return None
        if self.preneur is None or self.contrat is None or self.bouts is None:
            return None
        return Played(self.preneur, self.contrat, self.bouts, points, margin(points, self.bouts))
