"""Entry form of a declared game: form fields for each field of the definition, one for each column where it has a value by column.

The form of a grid has a cell to select and its points: typed, or chosen by a key where few values are possible.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

from wtforms import BooleanField, Field, StringField

from scorekeeper.cards.game_api.form import EntryForm, typed_number
from scorekeeper.cards.game_api.form_fields import OneChoice, camps, seats
from scorekeeper.cards.game_api.grid_form import CELL, GridForm, cell_value
from scorekeeper.cards.game_api.words import Words, message_of, number
from scorekeeper.cards.games.declared.rules import HouseState
from scorekeeper.cards.games.declared.rules.declared import Declared
from scorekeeper.cards.games.declared.rules.definition import CaseSpec, FieldScope, FieldSpec, Genre
from scorekeeper.cards.games.declared.rules.entry import CASE, POINTS, QUI
from scorekeeper.cards.games.declared.rules.grid import GridRules, worth
from scorekeeper.cards.games.declared.words import grid_of
from scorekeeper.cards.rules.contract import Label, State, expect
from scorekeeper.i18n import N_, gettext


class HouseForm(EntryForm):
    """Form of a line of a declared game. Fields are named by key and column: `f_cartes_0`; by key alone on the table: `f_ferme`."""

    DECLARED: ClassVar[Declared]

    def rows(self) -> Iterator[tuple[FieldSpec, Sequence[tuple[str, Field]]]]:
        """Yield the fields of the definition in order, each with its labels and form fields; the label is empty on the table."""
        for spec in self.DECLARED.spec.champs:
            if spec.sur is FieldScope.TABLE:
                yield spec, [("", self[name_of(spec)])]
            else:
                columns = self.table.columns
                yield spec, [(columns[column], self[name_of(spec, column)]) for column in self.entry_names]


def name_of(spec: FieldSpec, column: int | None = None) -> str:
    """Return the name of a form field; `column` is `None` for a field of the table."""
    return f"f_{spec.cle}" if column is None else f"f_{spec.cle}_{column}"


MOST_COLUMNS = 12
"""Most columns of a sheet. A player who left keeps the column."""


def _field(spec: FieldSpec, declared: Declared) -> Any:
    if spec.genre is Genre.OUI_NON:
        return BooleanField(spec.nom, false_values=("",))
    if spec.genre is Genre.NOMBRE:
        return StringField(spec.nom)
    if spec.names_one:
        return OneChoice(spec.nom, camps if spec.genre is Genre.CAMP else seats)
    return OneChoice(spec.nom, [(word, word) for word in declared.words_of(spec)])


def _parts(declared: Declared, words: Words) -> dict[str, Any]:
    """Return the class attributes of a form: its form fields, and their names by key."""
    names: dict[FieldScope, dict[str, str]] = {sur: {} for sur in FieldScope}
    parts: dict[str, Any] = {"DECLARED": declared, "WORDS": words, "__module__": __name__}
    parts |= {"PLACES": names[FieldScope.TABLE], "STEMS": names[FieldScope.COLONNE]}
    for spec in declared.spec.champs:
        names[spec.sur][spec.cle] = name_of(spec)
        columns = range(2 if declared.camps else MOST_COLUMNS)
        for column in [None] if spec.sur is FieldScope.TABLE else columns:
            parts[name_of(spec, column)] = _field(spec, declared)
    return parts


ZERO = "0"
DOUBT = "rayee"
"""Code of the doubt about crossing out a row, which the key for crossing out confirms."""


class GridHouseForm(HouseForm, GridForm):
    """Form of a line of a declared grid. The keys of each row are one form field: `v_full`."""

    points = StringField(N_("Points"))

    def __init__(self, formdata: Any = None, **kwargs: Any) -> None:
        super().__init__(formdata, **kwargs)
        if self.crossed_by_key:
            self.sure.data = [*(self.sure.data or ()), DOUBT]

    def validate(self, extra_validators: Any = None) -> bool:
        """Validate the entry. Crossing out a row is not asked about if its key was chosen."""
        good = super().validate(extra_validators)
        if self.crossed_by_key:
            self.doubts = tuple(doubt for doubt in self.doubts if doubt.code != DOUBT)
        return good

    @property
    def crossed_by_key(self) -> bool:
        """Whether the key that crosses out the selected row was chosen."""
        case = self.chosen
        return case is not None and case.may_cross and self[keys_of(case)].data == ZERO

    @property
    def chosen(self) -> CaseSpec | None:
        """Row of the selected cell; `None` without one."""
        key = self.cell[1].key if self.cell else None
        return next((case for case in self.DECLARED.spec.cases if case.cle == key), None)

    def row_keys(self) -> Iterator[tuple[CaseSpec, Field]]:
        """Yield each row that has keys, with their form field."""
        for case in self.DECLARED.spec.cases:
            if case.keys:
                yield case, self[keys_of(case)]

    @property
    def typed_rows(self) -> str:
        """Keys of the rows whose points are typed, separated by spaces."""
        return " ".join(case.cle for case in self.DECLARED.spec.cases if not case.few)

    @property
    def digits(self) -> int:
        """Most digits of the points of a row."""
        return max(len(str(abs(end))) for case in self.DECLARED.spec.cases for end in case.bounds)

    @property
    def signed(self) -> bool:
        """Whether a row can hold negative points."""
        return any(case.bounds[0] < 0 for case in self.DECLARED.spec.cases)

    def typed(self, key: str) -> Any:
        case = self.chosen
        if key in {QUI, CASE}:
            return {QUI: self.entry_names[self.cell[0]], CASE: case.cle}[key] if case and self.cell else None
        by_key = self[keys_of(case)].data if key == POINTS and case and case.keys else None
        return typed_number(by_key) if by_key else super().typed(key)

    @classmethod
    def fields_of(cls, payload: Mapping[str, Any], state: State) -> dict[str, list[str]]:
        cell, names = {key: payload.get(key) for key in (QUI, CASE, POINTS)}, cls.columns(state)
        fields = super().fields_of({key: payload[key] for key in payload.keys() - cell}, state)
        case = next((case for case in cls.DECLARED.spec.cases if case.cle == cell[CASE]), None)
        columns = [column for column, name in names.items() if name == cell[QUI]]
        if case is not None and columns:
            fields[CELL] = [cell_value(columns[0], case.cle)]
        if (points := cell[POINTS]) is not None:
            fields[keys_of(case) if case and points in case.keys else POINTS] = [str(points)]
        return fields

    def field_for(self, key: str) -> Field | None:
        """Return the form field beside which faults of an entry key are shown: for points, the keys of a row with few values."""
        if key == QUI:
            return self.case
        if key == POINTS and self.chosen is not None and self.chosen.few:
            return self[keys_of(self.chosen)]
        return super().field_for(key)

    def hints(self) -> dict[str, str]:
        """Return the hints: the possible points of the selected cell; without one, the player or camp whose turn it is."""
        rules, state = expect(GridRules, self.rules), expect(HouseState, self.state)
        case, turn, hints = self.chosen, rules.next_column(state), super().hints()
        if case is not None:
            return {
                **hints,
                POINTS: message_of(Label("aide-case", valeurs=worth(case)), self.WORDS, self.table),
            }
        if turn is None:
            return hints
        return {**hints, CELL: message_of(Label("choisir", qui=self.table.who(turn)), self.WORDS, self.table)}


def keys_of(case: CaseSpec) -> str:
    """Return the name of the form field with the keys of a row."""
    return f"v_{case.cle}"


def _choices(case: CaseSpec, _form: object) -> Iterator[tuple[str, str]]:
    for value in case.keys:
        yield str(value), gettext("Rayer") if value == 0 and case.may_cross else number(value)


def form_of(declared: Declared, words: Words) -> type[HouseForm]:
    """Return the form class of a declared game."""
    parts = _parts(declared, words)
    if not declared.spec.grid:
        return type("DeclaredForm", (HouseForm,), parts)
    keys = {
        keys_of(case): OneChoice(case.nom, partial(_choices, case))
        for case in declared.spec.cases
        if case.keys
    }
    return type("DeclaredGridForm", (GridHouseForm,), {**parts, **keys, "GRID": grid_of(declared.spec)})
