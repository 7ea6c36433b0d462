"""The form of an adjustment, the same in every game."""

from collections.abc import Mapping
from typing import Any, ClassVar

from wtforms import HiddenField, StringField

from scorekeeper.cards.game_api.form import MOST_COLUMNS, EntryForm, named_columns, present, typed_number
from scorekeeper.cards.game_api.form_fields import OneChoice, add_columns
from scorekeeper.cards.game_api.words import message_of
from scorekeeper.cards.rules.adjustment import KEY, MOTIFS, WHY
from scorekeeper.cards.rules.contract import Label, State
from scorekeeper.i18n import N_, gettext

OTHER = "autre"
"""Choice for a reason that is typed."""


class AdjustmentForm(EntryForm):
    """Form of an adjustment: a reason, and points per column (`points_0` for the first one)."""

    TEMPLATE: ClassVar[str] = "parties/_adjustment.html"
    PLACES: ClassVar[Mapping[str, str]] = {WHY: "cause"}
    STEMS: ClassVar[Mapping[str, str]] = {KEY: "points"}
    BY_LINES: ClassVar[bool] = False
    """Whether a sheet begun on paper is continued with its lines; otherwise with its totals."""

    ajustement = HiddenField(default="1")
    """Marks a submitted form as an adjustment, not a donne."""
    cause = OneChoice(N_("Raison"), lambda form: form.causes())
    cause_autre = StringField(N_("Autre raison"))

    def causes(self) -> list[tuple[str, str]]:
        """Return the choices of reasons: the usual ones, and another one to type."""
        usual = ((motif, message_of(Label(code), self.WORDS, self.table)) for motif, code in MOTIFS.items())
        return [*usual, (OTHER, gettext("autre"))]

    @classmethod
    def columns(cls, state: State) -> dict[int, str]:
        """Return the columns of all players present, eliminated ones included."""
        return named_columns(state.table, state.table.around)

    def amounts(self) -> dict[str, Any]:
        typed = {
            name: typed_number(self[f"points_{column}"].data) for column, name in self.entry_names.items()
        }
        return present(**typed)

    def hints(self) -> dict[str, str]:
        paper = Label("ajustement-lignes") if self.BY_LINES else Label("ajustement-totaux")
        first = not self.state.rang and not self.rules.AJUSTEMENT
        return {"cause": message_of(paper, self.WORDS, self.table)} if first else {}

    def payload(self) -> dict[str, Any]:
        cause = self.cause_autre.data if self.cause.data in {None, OTHER} else self.cause.data
        return {KEY: self.amounts(), WHY: cause or "", **present(note=self.note.data)}

    @classmethod
    def fields_of(cls, payload: Mapping[str, Any], state: State) -> dict[str, list[str]]:
        motif = payload[WHY]
        why = {"cause": [motif]} if motif in MOTIFS else {"cause": [OTHER], "cause_autre": [motif]}
        return {KEY: ["1"], **cls.fields_for(KEY, payload[KEY], state), **why}


add_columns(AdjustmentForm, MOST_COLUMNS, StringField, points=N_("Points"))
