"""Entry form of a donne of Coinche."""

from collections.abc import Mapping
from typing import Any, ClassVar

from wtforms import BooleanField, StringField

from scorekeeper.cards.families.belote.form import TakenForm
from scorekeeper.cards.game_api.form import typed_number
from scorekeeper.cards.game_api.form_fields import Choices, OneChoice
from scorekeeper.cards.games.coinche.rules import LEAST, Coinche, Coinchee, Demande
from scorekeeper.cards.games.coinche.words import WORDS
from scorekeeper.cards.rules.contract import State
from scorekeeper.i18n import N_

USUAL, BUTTONS = 140, 160
"""Highest bid with a button in the first line, and highest with any button; higher bids are typed."""
ALL = (*map(str, range(LEAST, BUTTONS + 1, 10)), *map(str, Demande))


def _doubled(form: TakenForm) -> Choices:
    first, *others = Coinchee
    return [(str(first), N_("non coinché")), *form.worded(others)]


class CoincheForm(TakenForm):
    """Form of a donne of Coinche: that of the family, with the bid."""

    WORDS = WORDS
    NOTHING: ClassVar[Mapping[str, str]] = {**TakenForm.NOTHING, "coinche": Coinchee.NON}

    contrat = OneChoice(N_("Contrat"), lambda form: form.bids)
    contrat_haut = StringField(N_("Contrat plus haut"))
    """Typed bid without a button."""
    coinche = OneChoice(N_("Coinche"), _doubled, default=Coinchee.NON)
    seul = BooleanField(N_("Seul"), false_values=("",))

    rules: Coinche

    @property
    def bids(self) -> list[tuple[str, str]]:
        return [*((text, text) for text in ALL if text.isdigit()), *self.worded(self.rules.demandes)]

    def typed(self, key: str) -> Any:
        high = typed_number(self.contrat_haut.data)
        return high if key == "contrat" and high is not None else super().typed(key)

    @classmethod
    def fields_for(cls, key: str, value: Any, state: State) -> dict[str, list[str]]:
        high = key == "contrat" and str(value) not in ALL
        return super().fields_for("contrat_haut" if high else key, value, state)

    @property
    def high_bids(self) -> list[tuple[str, str]]:
        """Rarer bids with a button: other than those up to 140 and the capot."""
        usual = {*map(str, range(LEAST, USUAL + 1, 10)), Demande.CAPOT}
        return [(bid, text) for bid, text in self.bids if bid not in usual]

    @property
    def high(self) -> bool:
        """Whether the entered bid is not in the first line."""
        return bool(self.contrat_haut.data) or any(self.contrat.data == bid for bid, _ in self.high_bids)
