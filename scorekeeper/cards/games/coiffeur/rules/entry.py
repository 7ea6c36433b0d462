"""One donne of Coiffeur as the table declares it: the cell of the grid, and the card points; the rows that a grid may have."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from scorekeeper.cards.families.matches import PLIS, PLIS_TOUT_ATOUT, MatchPoints, Points
from scorekeeper.cards.rules.contract import Entry, Seat, Side
from scorekeeper.cards.rules.fields import Amounts, Record


class Jeu(StrEnum):
    """A game of the cards: a suit of trump, or one of the others."""

    PIQUE = "pique"
    TREFLE = "trefle"
    CARREAU = "carreau"
    COEUR = "coeur"
    HAUT_BAS = "haut-bas"
    BAS_HAUT = "bas-haut"
    TOUT_ATOUT = "tout-atout"
    SLALOM = "slalom"
    GUSTI = "gusti"
    MISERE = "misere"
    """The camp that announces it writes the points of the other one."""


class Ligne(StrEnum):
    """A row of the grid: a game, or a wish for any of them."""

    PIQUE = "pique"
    TREFLE = "trefle"
    CARREAU = "carreau"
    COEUR = "coeur"
    HAUT_BAS = "haut-bas"
    BAS_HAUT = "bas-haut"
    TOUT_ATOUT = "tout-atout"
    SLALOM = "slalom"
    GUSTI = "gusti"
    MISERE = "misere"
    SOUHAIT_1 = "souhait-1"
    SOUHAIT_2 = "souhait-2"
    SOUHAIT_3 = "souhait-3"
    SOUHAIT_4 = "souhait-4"

    @property
    def jeu(self) -> Jeu | None:
        """Its game; `None` for a wish."""
        return None if self in SOUHAITS else Jeu(self)


SOUHAITS = frozenset({Ligne.SOUHAIT_1, Ligne.SOUHAIT_2, Ligne.SOUHAIT_3, Ligne.SOUHAIT_4})
SIX = (Ligne.PIQUE, Ligne.TREFLE, Ligne.CARREAU, Ligne.COEUR, Ligne.HAUT_BAS, Ligne.BAS_HAUT)
DEUX = (Ligne.SLALOM, Ligne.GUSTI)
ORDRES: Mapping[int, tuple[Ligne, ...]] = {
    8: (*SIX, Ligne.SOUHAIT_1, Ligne.SOUHAIT_2),
    10: (*SIX, *DEUX, Ligne.SOUHAIT_1, Ligne.SOUHAIT_2),
    11: (*SIX, *DEUX, Ligne.SOUHAIT_1, Ligne.SOUHAIT_2, Ligne.SOUHAIT_3),
    12: (*SIX, *DEUX, Ligne.MISERE, Ligne.SOUHAIT_1, Ligne.SOUHAIT_2, Ligne.SOUHAIT_3),
}
"""The usual grids, by their number of rows. Each row counts as often as its place says: the first once, the last most."""


def usual(count: int) -> Amounts:
    """The rows of a usual grid with their multipliers."""
    return Amounts(tuple((str(ligne), place) for place, ligne in enumerate(ORDRES[count], 1)))


class Issue(StrEnum):
    """Result of a donne."""

    JOUEE = "jouee"
    RAYEE = "rayee"
    """The camp gave the row up, for nothing."""
    ANNULEE = "annulee"
    """Void, and the deal passes. A misdeal is not noted, the same player deals again."""


@dataclass(frozen=True, kw_only=True)
class CoiffeurDonne(MatchPoints, Entry):
    """One donne. Points are card points, last trick included, before any prime or multiplier."""

    statut: Issue = Issue.JOUEE
    preneur: Side | None = None
    """The camp that announced, and alone writes."""
    joueur: Seat | None = None
    """Player of that camp who announced."""
    contrat: Ligne | None = None
    jeu: Jeu | None = None
    """Mode played in the row of a wish."""
    points: tuple[Points, Points] | None = None
    points_a: Points | None = None
    points_b: Points | None = None
    match: Side | None = None
    """The camp that took every trick."""

    @property
    def played(self) -> Jeu | None:
        """The game of the cards, where it is known."""
        return (self.contrat.jeu if self.contrat else None) or self.jeu

    @property
    def counting(self) -> Side:
        """The camp whose points are written: the one that announced, at misère the other one."""
        camp = self.preneur or Side(0)
        return camp.other if self.played is Jeu.MISERE else camp

    @property
    def total(self) -> int:
        return PLIS_TOUT_ATOUT if self.played is Jeu.TOUT_ATOUT else PLIS


ENTRY = Record(CoiffeurDonne)
CELL = ("statut", "preneur", "joueur", "contrat", "donneur", "note")
"""Keys of a row that was given up."""
