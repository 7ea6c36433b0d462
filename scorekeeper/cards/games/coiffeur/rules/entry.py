"""One donne of Coiffeur as the table declares it: the cell of the grid, and the card points."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from scorekeeper.cards.families.matches import PLIS, PLIS_TOUT_ATOUT, MatchPoints, Points
from scorekeeper.cards.games.coiffeur.rules.lines import Jeu, Ligne
from scorekeeper.cards.rules.contract import Entry, Seat, Side
from scorekeeper.cards.rules.fields import Record


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
