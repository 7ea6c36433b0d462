"""Entry of one donne of French Tarot, and its terms."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Final

from scorekeeper.cards.families.unplayed import Statut
from scorekeeper.cards.games.tarot.rules.cards import ALL, TARGETS, ChienUse, Margin, margin
from scorekeeper.cards.rules.contract import Entry, Halves, Seat, Table
from scorekeeper.cards.rules.fields import Many, Record
from scorekeeper.cards.rules.kinds import HalfPoints, Json, Kind, Maybe, Player, Whole

CARD_POINTS = Halves(ALL)
"""Card points of a donne: 91, shared between attack and defence."""
ALONE: Final = Seat(-1)
"""Value of `appele` for a taker who plays alone at five: the king is in the chien or in the taker's own hand."""


class Contrat(StrEnum):
    """Contracts in rising order: the four of the regulation, and the pousse of some houses."""

    PRISE = "prise"
    POUSSE = "pousse"
    GARDE = "garde"
    GARDE_SANS = "garde-sans"
    GARDE_CONTRE = "garde-contre"

    @property
    def chien_use(self) -> ChienUse:
        """Use of the chien under the contract."""
        return {Contrat.GARDE_SANS: ChienUse.ATTACK, Contrat.GARDE_CONTRE: ChienUse.DEFENCE}.get(
            self, ChienUse.DISCARDED
        )


class DonneCamp(StrEnum):
    """Camps of a donne."""

    ATTAQUE = "attaque"
    DEFENSE = "defense"


class Poignee(StrEnum):
    """Kinds of poignée; the number of trumps of each depends on the number of players."""

    SIMPLE = "simple"
    DOUBLE = "double"
    TRIPLE = "triple"


class Chelem(StrEnum):
    """Result of a slam: made without announcement, announced and made, or announced and missed."""

    REUSSI = "reussi"
    ANNONCE_REUSSI = "annonce-reussi"
    ANNONCE_MANQUE = "annonce-manque"

    @property
    def made(self) -> bool:
        """Whether the slam was made, announced or not."""
        return self is not Chelem.ANNONCE_MANQUE


class Misere(StrEnum):
    """Kinds of misère: a hand without court cards (`tete`) or without trumps (`atout`)."""

    TETE = "tete"
    ATOUT = "atout"


@dataclass(frozen=True)
class Played:
    """Facts of a played donne; the points are the attack's."""

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
    """Kind of the called partner: a name, or `null` (read as `ALONE`) for none; an empty text is read as a missing key."""

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
    """Entry of one donne. One that was passed or annulled has no result, only its `statut`."""

    statut: Statut = Statut.JOUEE
    preneur: Seat | None = None
    appele: Annotated[Seat | None, Called()] = None
    """Partner called at five; `null` for a taker who plays alone."""
    contrat: Contrat | None = None
    bouts: Annotated[int, Whole(0, 3)] | None = None
    points: CardPoints | None = None
    points_defense: CardPoints | None = None
    """Card points of the defence, if those were counted instead of the attack's."""
    petit_au_bout: DonneCamp | None = None
    """Camp that won the last trick with the Petit in it."""
    poignees: Annotated[tuple[PoigneeShown, ...], Many(Record(PoigneeShown), 5)] = ()
    chelem: Chelem | None = None
    chelem_defense: bool = False
    """Whether the defence took every trick."""
    petit_chelem: Chelem | None = None
    """House rule: a slam of the attack with every trick but one."""
    miseres: Annotated[tuple[MisereShown, ...], Many(Record(MisereShown), 10)] = ()

    def __post_init__(self) -> None:
        """Drop the defence's points if they agree with those of the attack."""
        if self.points is not None and self.points_defense == CARD_POINTS - self.points:
            object.__setattr__(self, "points_defense", None)

    @property
    def attack_points(self) -> Halves | None:
        """Card points of the attack, derived from the defence's if only those were counted; `None` if neither were."""
        if self.points is not None:
            return self.points
        return None if self.points_defense is None else Halves(CARD_POINTS - self.points_defense)

    @property
    def points_key(self) -> str:
        """Key that holds the card points."""
        return "points_defense" if self.points is None and self.points_defense is not None else "points"

    @property
    def attack(self) -> tuple[Seat, ...]:
        """The taker and the called partner, as far as they are known."""
        return tuple(seat for seat in (self.preneur, self.appele) if seat is not None and seat != ALONE)

    @property
    def slam(self) -> bool:
        """Whether the attack made a slam, announced or not."""
        return self.chelem is not None and self.chelem.made

    @property
    def played(self) -> Played | None:
        """Facts of the donne; `None` if it was not played, a fact is missing, or the points are out of range."""
        points = self.attack_points
        if self.statut is not Statut.JOUEE or points is None or not 0 <= points <= ALL:
            return None
        if self.preneur is None or self.contrat is None or self.bouts is None:
            return None
        return Played(self.preneur, self.contrat, self.bouts, points, margin(points, self.bouts))
