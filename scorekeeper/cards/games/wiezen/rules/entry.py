"""Entry of one donne of Wiezen, and the contracts."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from scorekeeper.cards.families.cards import Couleur
from scorekeeper.cards.families.unplayed import Statut
from scorekeeper.cards.rules.contract import Entry, Seat
from scorekeeper.cards.rules.fields import Seats
from scorekeeper.cards.rules.kinds import Whole

TRICKS = 13
FOUR_AND_THE_DEALER = 5
"""Number of players with which the dealer sits out; the most at a table."""


class Enchere(StrEnum):
    """The nine contracts, by their usual names."""

    EMBALLAGE = "emballage"
    """Two partners: *vragen en meegaan*."""
    SOLO = "solo"
    """One player without a partner: *alleen*."""
    PETITE_MISERE = "petite-misere"
    PICCOLO = "piccolo"
    TROEL = "troel"
    """Three or four aces in one hand; the partner has the fourth, or the king of hearts."""
    ABONDANCE = "abondance"
    GRANDE_MISERE = "grande-misere"
    MISERE_ETALEE = "misere-etalee"
    SOLO_SLIM = "solo-slim"

    @property
    def has_height(self) -> bool:
        """Whether a number of tricks is bid."""
        return self in {Enchere.EMBALLAGE, Enchere.SOLO, Enchere.ABONDANCE}

    @property
    def played_alone(self) -> bool:
        """Whether each declarer plays alone, and makes the contract or fails."""
        return self in {Enchere.PETITE_MISERE, Enchere.PICCOLO, Enchere.GRANDE_MISERE, Enchere.MISERE_ETALEE}

    @property
    def trumps(self) -> bool:
        """Whether it may be played with trumps."""
        return not self.played_alone or self is Enchere.PICCOLO

    @property
    def paired(self) -> bool:
        """Whether two partners play against two."""
        return self in {Enchere.EMBALLAGE, Enchere.TROEL}

    @property
    def declarers(self) -> tuple[int, int]:
        """Least and greatest number of declarers."""
        if self.played_alone:
            return 1, 4
        return (2, 2) if self.paired else (1, 1)


@dataclass(frozen=True, kw_only=True)
class WiezenDonne(Entry):
    """One donne. A passed or void donne has only its `statut`, besides dealer and note."""

    statut: Statut = Statut.JOUEE
    contrat: Enchere | None = None
    hauteur: Annotated[int, Whole(5, TRICKS, judged=True)] | None = None
    joueurs: Annotated[tuple[Seat, ...], Seats(most=FOUR_AND_THE_DEALER)] = ()
    plis: Annotated[int, Whole(0, TRICKS)] | None = None
    rates: Annotated[tuple[Seat, ...], Seats(most=FOUR_AND_THE_DEALER)] | None = None
    """Declarers who failed, in a contract that each declarer plays alone."""
    atout: Couleur | None = None
    change: bool = False
    """Whether the trump of a troel was changed."""
