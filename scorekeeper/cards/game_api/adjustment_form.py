"""The form of an adjustment, the same in every game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from wtforms import Field, HiddenField, RadioField, StringField

from scorekeeper.cards.game_api.form import EntryForm, present, typed_number
from scorekeeper.cards.game_api.words import say
from scorekeeper.cards.rules.adjustment import KEY, MOTIFS, WHY
from scorekeeper.cards.rules.contract import Label, Rules, State, Table
from scorekeeper.i18n import N_, gettext

OTHER = "autre"
"""The choice of a reason in one's own words."""
MOST_COLUMNS = 20


def columns_of(table: Table) -> dict[str, int]:
    """The columns that can be adjusted, by what a file calls them."""
    if table.camps:
        return {"A": 0, "B": 1}
    return {table.players[seat]: int(seat) for seat in table.around}


class AdjustmentForm(EntryForm):
    """Points for some of the columns: `points_0` for the first one, and so on; and why."""

    TEMPLATE: ClassVar[str] = "parties/_adjustment.html"
    PLACES: ClassVar[Mapping[str, str]] = {WHY: "cause"}
    BY_LINES: ClassVar[bool] = False
    """Whether a sheet of paper goes on line by line, as their number counts; else by its totals."""

    ajustement = HiddenField(default="1")
    """Tells the form from that of a donne."""
    cause = RadioField(N_("Raison"), choices=[], validate_choice=False)
    cause_autre = StringField(N_("Autre raison"))

    def __init__(self, formdata: Any = None, *, rules: Rules[Any, Any], state: State, **kwargs: Any) -> None:
        super().__init__(formdata, rules=rules, state=state, **kwargs)
        self.cause.choices = [
            *((motif, say(Label(code), self.WORDS, self.table)) for motif, code in MOTIFS.items()),
            (OTHER, gettext("autre")),
        ]
        self.places = columns_of(self.table)
        for column in range(MOST_COLUMNS):
            if column not in self.places.values():
                del self[f"points_{column}"]

    def amounts(self) -> dict[str, Any]:
        """Typed points of the columns."""
        return present(
            **{key: typed_number(self[f"points_{place}"].data) for key, place in self.places.items()}
        )

    def hints(self) -> dict[str, str]:
        paper = Label("ajustement-lignes") if self.BY_LINES else Label("ajustement-totaux")
        first = not self.state.rang and not self.rules.AJUSTEMENT
        return {"cause": say(paper, self.WORDS, self.table)} if first else {}

    def payload(self) -> dict[str, Any]:
        cause = self.cause_autre.data if self.cause.data in {None, OTHER} else self.cause.data
        return {KEY: self.amounts(), WHY: cause or "", **present(note=self.note.data)}

    @classmethod
    def amount_fields(cls, amounts: Mapping[str, Any], state: State) -> dict[str, list[str]]:
        """The fields of the columns, filled with stored amounts."""
        columns = columns_of(state.table)
        return {f"points_{columns[key]}": [str(amount)] for key, amount in amounts.items() if key in columns}

    @classmethod
    def fields_of(cls, payload: Mapping[str, Any], state: State) -> dict[str, list[str]]:
        motif = payload[WHY]
        why = {"cause": [motif]} if motif in MOTIFS else {"cause": [OTHER], "cause_autre": [motif]}
        return {KEY: ["1"], **cls.amount_fields(payload[KEY], state), **why}

    def field_for(self, key: str) -> Field | None:
        """The field of a column. A name may have dots in it, so it is compared as a whole; the first one for all of them."""
        head, _, name = key.partition(".")
        if head != KEY:
            return super().field_for(key)
        field: Field = self[f"points_{self.places.get(name, min(self.places.values()))}"]
        return field


for _column in range(MOST_COLUMNS):
    setattr(AdjustmentForm, f"points_{_column}", StringField(N_("Points")))


FORM = AdjustmentForm
