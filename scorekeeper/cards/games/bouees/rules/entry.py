"""The entry of a manche of Bouées et cochons, and the settings of a house."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from scorekeeper.cards.rules.contract import Entry, Seat
from scorekeeper.cards.rules.fields import BySeat, Record, Seats
from scorekeeper.cards.rules.kinds import Whole

LONGEST_HAND = 10
"""Cards in the longest hand, at any number of players; nobody has more hearts, diamonds or buoys."""
MOST_SEATS = 6

Cards = Annotated[int, Whole(0, LONGEST_HAND)]
CardsBySeat = Annotated[tuple[int | None, ...], BySeat(Whole(0, LONGEST_HAND))]
LeftBySeat = Annotated[tuple[int | None, ...], BySeat(Whole(0, LONGEST_HAND, judged=True))]


class Arrondi(StrEnum):
    """The value of an odd diamond: one more buoy, or none."""

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


def reds(mains: Iterable[Main | None]) -> tuple[int, int]:
    """Hearts and diamonds of all hands together, as far as they are known."""
    known = [main for main in mains if main is not None]
    return sum(main.coeurs for main in known), sum(main.carreaux for main in known)


@dataclass(frozen=True, kw_only=True)
class BoueesManche(Entry):
    """One manche: what was dealt and what is left of it."""

    mains: Annotated[tuple[Main | None, ...], BySeat(Record(Main))] | None = None
    """Hearts and diamonds dealt to each seat."""
    bouees: CardsBySeat | None = None
    """Starting buoys of each seat, where only those were noted."""
    restantes: LeftBySeat | None = None
    """Buoys left to each seat that is still in; `None` for a seat that is out."""
    elimines: Annotated[tuple[Seat, ...], Seats(most=MOST_SEATS)] = ()
    """The players who lost a trick with no buoy left to give."""
    plus_bas: Annotated[tuple[Seat, ...], Seats(most=MOST_SEATS)] = ()
    """The players who ended with the lowest level, where the house pays a bonus for it."""

    def __post_init__(self) -> None:
        # That nobody is left in can be written as an empty table or left out: one manche, one entry.
        if self.restantes == (None,) * len(self.restantes or ()):
            object.__setattr__(self, "restantes", None)

    def left(self, seat: Seat) -> int | None:
        """Buoys left to a seat, `None` where the entry leaves it out."""
        return None if self.restantes is None else self.restantes[seat]
