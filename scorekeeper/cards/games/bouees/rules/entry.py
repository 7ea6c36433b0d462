"""Entry of a manche of Bouées et cochons, and options of its settings."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from scorekeeper.cards.rules.contract import Entry, Seat
from scorekeeper.cards.rules.fields import BySeat, Record, Seats
from scorekeeper.cards.rules.kinds import Whole

LONGEST_HAND = 10
"""Cards in the longest hand, at any number of players; also the most hearts, diamonds or buoys of a player."""
MOST_SEATS = 6

Cards = Annotated[int, Whole(0, LONGEST_HAND)]


class Arrondi(StrEnum):
    """The value of an odd diamond: one more buoy, or none."""

    HAUT = "haut"
    BAS = "bas"


class Egalite(StrEnum):
    """Which players lose a buoy when two share the highest level: none, or both."""

    PERSONNE = "personne"
    TOUS = "tous"


class Rois(StrEnum):
    """The two kings added for six players, to a pack of 54 cards."""

    NOIRS = "noirs"
    ROUGES = "rouges"
    UN_DE_CHAQUE = "un-de-chaque"


@dataclass(frozen=True)
class Main:
    """Red cards of a hand as dealt."""

    coeurs: Cards
    carreaux: Cards


def reds(mains: Iterable[Main | None]) -> tuple[int, int]:
    """Return the hearts and the diamonds of all known hands together."""
    known = [main for main in mains if main is not None]
    return sum(main.coeurs for main in known), sum(main.carreaux for main in known)


@dataclass(frozen=True, kw_only=True)
class BoueesManche(Entry):
    """One manche: the deal, and the buoys left."""

    mains: Annotated[tuple[Main | None, ...], BySeat(Record(Main))] | None = None
    """Hearts and diamonds dealt to each seat."""
    bouees: Annotated[tuple[int | None, ...], BySeat(Whole(0, LONGEST_HAND))] | None = None
    """Starting buoys of each seat, for a sheet that does not note the hands."""
    restantes: Annotated[tuple[int | None, ...], BySeat(Whole(0, LONGEST_HAND, judged=True))] | None = None
    """Buoys left to each seat; `None` for an eliminated player."""
    elimines: Annotated[tuple[Seat, ...], Seats(most=MOST_SEATS)] = ()
    """Players eliminated: they lost a trick without a buoy left."""
    plus_bas: Annotated[tuple[Seat, ...], Seats(most=MOST_SEATS)] = ()
    """Players who ended with the lowest level, if the settings have a bonus for it."""

    def __post_init__(self) -> None:
        # An empty table and a missing key both mean that all are eliminated: equal manches must be equal entries.
        if self.restantes == (None,) * len(self.restantes or ()):
            object.__setattr__(self, "restantes", None)

    def left(self, seat: Seat) -> int | None:
        """Return the buoys left to a seat; `None` if the entry has none for it."""
        return None if self.restantes is None else self.restantes[seat]
