"""The entry form of a declared game: a row for each field, with a place for each column where it stands on columns; in a grid, a cell
that is touched, and what is noted in it, by a key where there are few.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

from wtforms import BooleanField, Field, StringField

from scorekeeper.cards.game_api.form import EntryForm, typed_number
from scorekeeper.cards.game_api.form_fields import OneChoice, camps, seats
from scorekeeper.cards.game_api.grid_form import CELL, GridForm, cell_value
from scorekeeper.cards.game_api.words import Words, number, say
from scorekeeper.cards.games.declared.rules import HouseState
from scorekeeper.cards.games.declared.rules.declared import Declared
from scorekeeper.cards.games.declared.rules.definition import CaseSpec, FieldSpec, Genre, StandsOn
from scorekeeper.cards.games.declared.rules.entry import CASE, POINTS, QUI
from scorekeeper.cards.games.declared.rules.grid import GridRules, worth
from scorekeeper.cards.games.declared.words import grid_of
from scorekeeper.cards.rules.contract import Label, State, expect
from scorekeeper.i18n import N_, gettext


class HouseForm(EntryForm):
    """A line of a declared game. The fields are named by key and column: `f_cartes_0`, or `f_ferme` on the table."""

    DECLARED: ClassVar[Declared]

    def rows(self) -> Iterator[tuple[FieldSpec, Sequence[tuple[str, Field]]]]:
        """The fields of the definition in its order, each with its form fields and their labels; without a label on the table."""
        for spec in self.DECLARED.spec.champs:
            if spec.sur is StandsOn.TABLE:
                yield spec, [("", self[name_of(spec)])]
            else:
                columns = self.table.columns
                yield spec, [(columns[column], self[name_of(spec, column)]) for column in self.named]


def name_of(spec: FieldSpec, column: int | None = None) -> str:
    """The name of a form field."""
    return f"f_{spec.cle}" if column is None else f"f_{spec.cle}_{column}"


MOST_COLUMNS = 12
"""The most columns of a sheet; those who left keep theirs."""


def _field(spec: FieldSpec, declared: Declared) -> Any:
    if spec.genre is Genre.OUI_NON:
        return BooleanField(spec.nom, false_values=("",))
    if spec.genre is Genre.NOMBRE:
        return StringField(spec.nom)
    if spec.names_one:
        return OneChoice(spec.nom, camps if spec.genre is Genre.CAMP else seats)
    return OneChoice(spec.nom, [(word, word) for word in declared.words_of(spec)])


def _parts(declared: Declared, words: Words) -> dict[str, Any]:
    """The fields of a definition, as attributes of its form."""
    names: dict[StandsOn, dict[str, str]] = {sur: {} for sur in StandsOn}
    parts: dict[str, Any] = {"DECLARED": declared, "WORDS": words, "__module__": __name__}
    parts |= {"PLACES": names[StandsOn.TABLE], "STEMS": names[StandsOn.COLONNE]}
    for spec in declared.spec.champs:
        names[spec.sur][spec.cle] = name_of(spec)
        columns = range(2 if declared.camps else MOST_COLUMNS)
        for column in [None] if spec.sur is StandsOn.TABLE else columns:
            parts[name_of(spec, column)] = _field(spec, declared)
    return parts


CROSS = N_("Rayer")
ZERO = "0"
DOUBT = "rayee"
"""Code of the doubt that a key for giving up answers by itself."""


class GridHouseForm(HouseForm, GridForm):
    """A line of a declared grid. The keys of a row are a field of their own: `v_full`."""

    points = StringField(N_("Points"))

    def __init__(self, formdata: Any = None, **kwargs: Any) -> None:
        super().__init__(formdata, **kwargs)
        if self.crossed_by_key:
            self.sure.data = [*(self.sure.data or ()), DOUBT]

    def validate(self, extra_validators: Any = None) -> bool:
        """Read and judge the entry; whether a row is given up is not asked where its key says so."""
        good = super().validate(extra_validators)
        if self.crossed_by_key:
            self.doubts = tuple(doubt for doubt in self.doubts if doubt.code != DOUBT)
        return good

    @property
    def crossed_by_key(self) -> bool:
        """Whether the key for giving the row up was tapped."""
        case = self.chosen
        return case is not None and case.may_cross and self[keys_of(case)].data == ZERO

    @property
    def chosen(self) -> CaseSpec | None:
        """The row of the cell that was touched."""
        key = self.cell[1].key if self.cell else None
        return next((case for case in self.DECLARED.spec.cases if case.cle == key), None)

    def row_keys(self) -> Iterator[tuple[CaseSpec, Field]]:
        """The rows that have keys, each with its field."""
        for case in self.DECLARED.spec.cases:
            if case.keys:
                yield case, self[keys_of(case)]

    @property
    def typed_rows(self) -> str:
        """The rows of which the points are typed."""
        return " ".join(case.cle for case in self.DECLARED.spec.cases if not case.few)

    @property
    def digits(self) -> int:
        """Most digits of what is typed."""
        return max(len(str(abs(end))) for case in self.DECLARED.spec.cases for end in case.bounds)

    @property
    def signed(self) -> bool:
        """Whether something below 0 may be typed."""
        return any(case.bounds[0] < 0 for case in self.DECLARED.spec.cases)

    def typed(self, key: str) -> Any:
        case = self.chosen
        if key in {QUI, CASE}:
            return {QUI: self.named[self.cell[0]], CASE: case.cle}[key] if case and self.cell else None
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
        """Faults of the points, placed beside the keys where the row has some; faults of the cell stand below its name."""
        if key == QUI:
            return self.case
        if key == POINTS and self.chosen is not None and self.chosen.few:
            return self[keys_of(self.chosen)]
        return super().field_for(key)

    def hints(self) -> dict[str, str]:
        """Whose turn it is, or the cell; and what it can be worth."""
        rules, state = expect(GridRules, self.rules), expect(HouseState, self.state)
        case, turn, hints = self.chosen, rules.next_column(state), super().hints()
        if case is not None:
            return {**hints, POINTS: say(Label("aide-case", valeurs=worth(case)), self.WORDS, self.table)}
        if turn is None:
            return hints
        return {**hints, CELL: say(Label("choisir", qui=self.table.who(turn)), self.WORDS, self.table)}


def keys_of(case: CaseSpec) -> str:
    """The name of the field with the keys of a row."""
    return f"v_{case.cle}"


def _choices(case: CaseSpec, _form: object) -> Iterator[tuple[str, str]]:
    for value in case.keys:
        yield str(value), gettext(CROSS) if value == 0 and case.may_cross else number(value)


def form_of(declared: Declared, words: Words) -> type[HouseForm]:
    """The form of a declared game."""
    parts = _parts(declared, words)
    if not declared.spec.grid:
        return type("DeclaredForm", (HouseForm,), parts)
    keys = {
        keys_of(case): OneChoice(case.nom, partial(_choices, case))
        for case in declared.spec.cases
        if case.keys
    }
    return type("DeclaredGridForm", (GridHouseForm,), {**parts, **keys, "GRID": grid_of(declared.spec)})
