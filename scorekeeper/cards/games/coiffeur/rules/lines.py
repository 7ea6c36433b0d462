"""The rows of the grid, and the games that are played in them."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from scorekeeper.cards.rules.fields import Amounts


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
