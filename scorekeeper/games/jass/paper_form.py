"""The form of the check of a paper sheet: twelve pairs of points and two totals, as they are written on it."""

from __future__ import annotations

from typing import Any

from wtforms import BooleanField, Form, StringField

from scorekeeper.games.jass.paper import DONNES, Cells
from scorekeeper.games.jass.words import WORDS
from scorekeeper.i18n import N_
from scorekeeper.kit.form import number
from scorekeeper.kit.words import say
from scorekeeper.rules.contract import Fault, Table

CAMPS = "ab"


class PaperForm(Form):
    """The sheet as it was copied. Fields are named by the camp and the donne: `a1` to `a12`, `b1` to `b12`."""

    total_a = StringField(N_("Total de A"))
    total_b = StringField(N_("Total de B"))
    prime = BooleanField(N_("Chez nous, un match vaut 100 de plus : 257 sur sa ligne"), false_values=("",))

    def pair(self, stem: str) -> tuple[Any, Any]:
        """The fields of both camps: `pair("4")` for a donne, `pair("total_")` for the totals."""
        names = [f"{stem}{camp}" if stem.endswith("_") else f"{camp}{stem}" for camp in CAMPS]
        return self[names[0]], self[names[1]]

    def cells(self, stem: str) -> Cells:
        """What is written there; what is no number gets its sentence and counts as nothing."""
        first, second = (self._read(field) for field in self.pair(stem))
        return first, second

    @staticmethod
    def _read(field: Any) -> int | None:
        typed = number(field.data)
        if typed is None or isinstance(typed, int):
            return typed
        field.errors = [say(Fault("nombre-entier"), WORDS, Table())]
        return None


for _donne in range(1, DONNES + 1):
    for _camp in CAMPS:
        setattr(PaperForm, f"{_camp}{_donne}", StringField())
