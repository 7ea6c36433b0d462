"""Entry form of a donne of belote or coinche."""

from collections.abc import Mapping
from typing import Any, ClassVar

from wtforms import StringField

from scorekeeper.cards.families.belote.rules import BeloteLike, BeloteState
from scorekeeper.cards.families.belote.rules.entry import MOST_ANNONCES, VALUES, AtoutBelote
from scorekeeper.cards.families.points_form import PointsForm
from scorekeeper.cards.families.styles import TAKEN
from scorekeeper.cards.families.unplayed import Statut
from scorekeeper.cards.game_api.form_fields import OneChoice, camps, seats
from scorekeeper.i18n import N_


class TakenForm(PointsForm):
    """Form of a donne: taker, trump, points of a camp, and rarer fields."""

    STYLES = TAKEN
    PLACES: ClassVar[Mapping[str, str]] = {
        **PointsForm.PLACES,
        "belotes": "belotes_a",
        "belotes.1": "belotes_b",
    }
    VALUES, MOST = VALUES, MOST_ANNONCES + 1

    preneur = OneChoice(N_("Qui a pris ?"), camps)
    joueur = OneChoice(N_("Quel joueur ?"), seats)
    capot = OneChoice(N_("Capot"), camps)
    belote = OneChoice(N_("Belote"), camps)
    belotes_a, belotes_b = StringField(N_("Belotes")), StringField(N_("Belotes"))
    a20, a50, a100, a150, a200 = (StringField(str(value), default="0") for value in VALUES)
    b20, b50, b100, b150, b200 = (StringField(str(value), default="0") for value in VALUES)
    statut = OneChoice(N_("Donne"), lambda form: form.statuts(Statut), default=Statut.JOUEE)

    rules: BeloteLike[Any]
    state: BeloteState

    def typed(self, key: str) -> Any:
        """Return the typed value of a key; an empty number of belotes beside a filled one is 0."""
        value = super().typed(key)
        return [count or 0 for count in value] if key == "belotes" and value else value

    @property
    def total(self) -> int:
        atout = self.atout.data
        return self.rules.sharing(AtoutBelote(atout) if atout in self.rules.atouts else None)
