"""The four suits."""

from enum import StrEnum


class Couleur(StrEnum):
    """A suit."""

    PIQUE = "pique"
    COEUR = "coeur"
    CARREAU = "carreau"
    TREFLE = "trefle"


SIGNS = {Couleur.PIQUE: "♠", Couleur.COEUR: "♥", Couleur.CARREAU: "♦", Couleur.TREFLE: "♣"}
