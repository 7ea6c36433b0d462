"""The form of the hand evaluation: 78 boxes to tick, or the hand typed as books print it."""

from __future__ import annotations

from wtforms import BooleanField, Form, SelectMultipleField, StringField

from scorekeeper.games.tarot.rules.hand import BY_CODE, CHAVEY, LEAFLET, BadHand, Card, Scale, parse
from scorekeeper.i18n import N_

LONGEST_TEXT = 200
"""Longest text that is read as a hand, in characters."""


class HandForm(Form):
    """Which cards, and whether somebody has bid already."""

    cartes = SelectMultipleField(N_("Cartes"), choices=[], validate_choice=False)
    texte = StringField(N_("Ou la main en toutes lettres"))
    sur_contrat = BooleanField(N_("Sur-contrat : quelqu’un a déjà pris"), false_values=("",))
    variante = BooleanField(N_("Variante : Valet 2, coupe 7"), false_values=("",))

    @property
    def scale(self) -> Scale:
        """The printed version to follow."""
        return LEAFLET if self.variante.data else CHAVEY

    @property
    def typed(self) -> str:
        """The hand as text, cut to a sensible length."""
        return (self.texte.data or "").strip()[:LONGEST_TEXT]

    def hand(self) -> frozenset[Card]:
        """The cards that were ticked or typed; boxes that do not exist are ignored.

        Raises:
            BadHand: for a text that is no hand, or that names a ticked card again.
        """
        ticked = frozenset(BY_CODE[code] for code in self.cartes.data or () if code in BY_CODE)
        typed = parse(self.typed)
        if ticked & typed:
            raise BadHand("carte-double", min(ticked & typed).face)
        return ticked | typed
