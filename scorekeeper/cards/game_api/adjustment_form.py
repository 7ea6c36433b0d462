"""The form of an adjustment, the same in every game."""

from collections.abc import Mapping
from typing import Any, ClassVar

from wtforms import HiddenField, StringField

from scorekeeper.cards.game_api.form import MOST_COLUMNS, EntryForm, named_columns, present, typed_number
from scorekeeper.cards.game_api.form_fields import OneChoice, add_columns
from scorekeeper.cards.game_api.words import say
from scorekeeper.cards.rules.adjustment import KEY, MOTIFS, WHY
from scorekeeper.cards.rules.contract import Label, State
from scorekeeper.i18n import N_, gettext

OTHER = "autre"
"""The choice of a reason in one's own words."""


class AdjustmentForm(EntryForm):
    """Points for some of the columns: `points_0` for the first one, and so on; and why."""

    TEMPLATE: ClassVar[str] = "parties/_adjustment.html"
    PLACES: ClassVar[Mapping[str, str]] = {WHY: "cause"}
    STEMS: ClassVar[Mapping[str, str]] = {KEY: "points"}
    BY_LINES: ClassVar[bool] = False
    """Whether a sheet of paper goes on line by line, as their number counts; else by its totals."""

    ajustement = HiddenField(default="1")
    """Tells the form from that of a donne."""
    cause = OneChoice(N_("Raison"), lambda form: form.causes())
    cause_autre = StringField(N_("Autre raison"))

    def causes(self) -> list[tuple[str, str]]:
        """The usual reasons, and another one."""
        usual = ((motif, say(Label(code), self.WORDS, self.table)) for motif, code in MOTIFS.items())
        return [*usual, (OTHER, gettext("autre"))]

    @classmethod
    def columns(cls, state: State) -> dict[int, str]:
        """Those that are out can be adjusted too."""
        return named_columns(state.table, state.table.around)

    def amounts(self) -> dict[str, Any]:
        """Typed points of the columns."""
        typed = {name: typed_number(self[f"points_{column}"].data) for column, name in self.named.items()}
        return present(**typed)

    def hints(self) -> dict[str, str]:
        paper = Label("ajustement-lignes") if self.BY_LINES else Label("ajustement-totaux")
        first = not self.state.rang and not self.rules.AJUSTEMENT
        return {"cause": say(paper, self.WORDS, self.table)} if first else {}

    def payload(self) -> dict[str, Any]:
        cause = self.cause_autre.data if self.cause.data in {None, OTHER} else self.cause.data
        return {KEY: self.amounts(), WHY: cause or "", **present(note=self.note.data)}

    @classmethod
    def fields_of(cls, payload: Mapping[str, Any], state: State) -> dict[str, list[str]]:
        motif = payload[WHY]
        why = {"cause": [motif]} if motif in MOTIFS else {"cause": [OTHER], "cause_autre": [motif]}
        return {KEY: ["1"], **cls.fields_for(KEY, payload[KEY], state), **why}


add_columns(AdjustmentForm, MOST_COLUMNS, StringField, points=N_("Points"))
