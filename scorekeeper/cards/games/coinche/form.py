"""The entry form of a donne of Coinche."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from wtforms import BooleanField, RadioField, StringField

from scorekeeper.cards.families.belote.form import TakenForm
from scorekeeper.cards.game_api.form import typed_number
from scorekeeper.cards.games.coinche.rules import Coinche
from scorekeeper.cards.games.coinche.rules.entry import LEAST, Coinchee, Demande
from scorekeeper.cards.games.coinche.words import WORDS
from scorekeeper.cards.rules.contract import State
from scorekeeper.i18n import N_

USUAL, BUTTONS = 140, 160
"""The highest bid with a button in the first line, and with one at all; higher ones are typed."""
ALL = (*map(str, range(LEAST, BUTTONS + 1, 10)), *map(str, Demande))


class CoincheForm(TakenForm):
    """Fields of a donne: the taker, the bid, whose points and how many."""

    WORDS = WORDS
    NOTHING: ClassVar[Mapping[str, str]] = {**TakenForm.NOTHING, "coinche": Coinchee.NON}

    contrat = RadioField(N_("Contrat"), choices=[], validate_choice=False)
    contrat_haut = StringField(N_("Contrat plus haut"))
    """A bid that has no button."""
    coinche = RadioField(N_("Coinche"), choices=[], default=Coinchee.NON, validate_choice=False)
    seul = BooleanField(N_("Seul"), false_values=("",))

    rules: Coinche

    def __init__(self, formdata: Any = None, **kwargs: Any) -> None:
        super().__init__(formdata, **kwargs)
        demandes = ((str(demande), WORDS.terms[demande]) for demande in self.rules.demandes)
        self.bids = [*((text, text) for text in ALL if text.isdigit()), *demandes]
        self.contrat.choices = list(self.bids)
        words = {Coinchee.NON: N_("non coinché")}
        self.coinche.choices = [(str(word), words.get(word) or WORDS.terms[word]) for word in Coinchee]

    def typed(self, key: str) -> Any:
        high = typed_number(self.contrat_haut.data)
        return high if key == "contrat" and high is not None else super().typed(key)

    @classmethod
    def fields_for(cls, key: str, value: Any, state: State) -> dict[str, list[str]]:
        high = key == "contrat" and str(value) not in ALL
        return super().fields_for("contrat_haut" if high else key, value, state)

    @property
    def first_bids(self) -> list[tuple[str, str]]:
        """The bids that are made most often: those up to 140, and the capot."""
        return [(bid, text) for bid, text in self.bids if self._usual(bid)]

    @property
    def high_bids(self) -> list[tuple[str, str]]:
        """The other bids that have a button."""
        return [(bid, text) for bid, text in self.bids if not self._usual(bid)]

    @staticmethod
    def _usual(bid: str) -> bool:
        return bid == Demande.CAPOT or (bid.isdigit() and int(bid) <= USUAL)

    @property
    def high(self) -> bool:
        """Whether a bid was made that is in no first line."""
        return bool(self.contrat_haut.data) or any(self.contrat.data == bid for bid, _ in self.high_bids)


FORM = CoincheForm
