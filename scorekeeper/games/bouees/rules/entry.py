"""What is written down of a manche of Bouées et cochons, and the choices a house has."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from scorekeeper.rules.contract import Entry, Fault, Seat, Table
from scorekeeper.rules.fields import BySeat, Many, Record
from scorekeeper.rules.kinds import Json, Kind, Player, Unreadable, Whole

LONGEST_HAND = 10
"""Cards in the longest hand, at any number of players; nobody has more hearts, diamonds or buoys."""
MOST_SEATS = 6

Cards = Annotated[int, Whole(0, LONGEST_HAND)]
CardsBySeat = Annotated[tuple[int | None, ...], BySeat(Whole(0, LONGEST_HAND))]


class Arrondi(StrEnum):
    """What an odd diamond is worth: one more buoy, or none."""

    HAUT = "haut"
    BAS = "bas"


class Egalite(StrEnum):
    """Which players lose a buoy when two share the highest level: none, or both."""

    PERSONNE = "personne"
    TOUS = "tous"


class Rois(StrEnum):
    """The two kings that bring the pack to 54 cards for six players."""

    NOIRS = "noirs"
    ROUGES = "rouges"
    UN_DE_CHAQUE = "un-de-chaque"


@dataclass(frozen=True)
class Main:
    """The red cards of a hand as it was dealt."""

    coeurs: Cards
    carreaux: Cards


@dataclass(frozen=True)
class Seats(Kind[tuple[Seat, ...]]):
    """Some of the players, each named once, in any order; held in seat order."""

    most: int

    def read(self, raw: Json, table: Table) -> tuple[Seat, ...]:
        seats = Many(Player(), self.most).read(raw, table)
        twice = [place for place, seat in enumerate(seats) if seat in seats[:place]]
        if twice:
            raise Unreadable(*(Fault("nom-double", str(place), nom=seats[place]) for place in twice))
        return tuple(sorted(seats))

    def write(self, value: tuple[Seat, ...], table: Table) -> Json:
        return Many(Player(), self.most).write(value, table)

    def schema(self, table: Table | None = None) -> dict[str, Json]:
        return {**Many(Player(), self.most).schema(table), "uniqueItems": True}


@dataclass(frozen=True, kw_only=True)
class BoueesManche(Entry):
    """One manche: what was dealt and what is left of it."""

    mains: Annotated[tuple[Main | None, ...], BySeat(Record(Main))] | None = None
    """Hearts and diamonds dealt to each seat."""
    bouees: CardsBySeat | None = None
    """Starting buoys of each seat, where only those were noted."""
    restantes: CardsBySeat | None = None
    """Buoys left to each seat that is still in; `None` for a seat that is out."""
    elimines: Annotated[tuple[Seat, ...], Seats(MOST_SEATS)] = ()
    """The players who lost a trick with no buoy left to give."""
    plus_bas: Annotated[tuple[Seat, ...], Seats(MOST_SEATS)] = ()
    """The players who ended with the lowest level, where the house pays a bonus for it."""

    def left(self, seat: Seat) -> int | None:
        """Buoys left to a seat, `None` where the entry leaves it out."""
        return None if self.restantes is None else self.restantes[seat]


ENTRY = Record(BoueesManche)
