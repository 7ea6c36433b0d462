"""The entry form of a declared game: a row for each field, with a place for each column where it stands on columns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from wtforms import BooleanField, Field, RadioField, StringField

from scorekeeper.cards.game_api.form import EntryForm, typed_number
from scorekeeper.cards.game_api.words import Words
from scorekeeper.cards.games.declared.rules import HouseRules
from scorekeeper.cards.games.declared.rules.declared import Declared
from scorekeeper.cards.games.declared.rules.definition import FieldSpec, Genre, StandsOn
from scorekeeper.cards.rules.contract import Rules, State, expect


@dataclass(frozen=True)
class FormRow:
    """A field of the definition on the page."""

    spec: FieldSpec
    cells: tuple[tuple[str, Field], ...]
    """Label of each of its form fields, with that field; one without a name where it stands on the table."""
    digits: int
    """Most digits of its numbers."""
    signed: bool

    @property
    def genre(self) -> str:
        """Value noted in it."""
        return str(self.spec.genre)

    @property
    def wide(self) -> bool:
        """Whether it stands on columns."""
        return self.spec.sur is StandsOn.COLONNE


class HouseForm(EntryForm):
    """A line of a declared game. The fields are named by key and column: `f_cartes_0`, or `f_ferme` on the table."""

    DECLARED: ClassVar[Declared]

    def __init__(self, formdata: Any = None, *, rules: Rules[Any, Any], state: State, **kwargs: Any) -> None:
        super().__init__(formdata, rules=rules, state=state, **kwargs)
        self.there = expect(HouseRules, rules).there(self.table)
        for spec in self.DECLARED.spec.champs:
            names = (
                [name_of(spec)]
                if spec.sur is StandsOn.TABLE
                else [name_of(spec, column) for column in self.there]
            )
            if spec.sur is StandsOn.COLONNE:
                for column in set(range(columns_of(self.DECLARED))) - set(self.there):
                    del self[name_of(spec, column)]
            for name in names if spec.genre in {Genre.JOUEUR, Genre.CHOIX} else ():
                words = [(word, word) for word in spec.choix or {}]
                expect(RadioField, self[name]).choices = words or self.seat_choices()

    def column_name(self, column: int) -> str:
        """Value of an entry's key for a column."""
        return "AB"[column] if self.table.camps else self.table.players[column]

    def rows(self) -> Iterator[FormRow]:
        """The fields in the order of the definition."""
        for spec in self.DECLARED.spec.champs:
            columns = (
                [(self.table.columns[column], self[name_of(spec, column)]) for column in self.there]
                if (spec.sur is StandsOn.COLONNE)
                else [("", self[name_of(spec)])]
            )
            least, most = spec.bounds
            yield FormRow(spec, tuple(columns), max(len(str(abs(end))) for end in (least, most)), least < 0)

    def payload(self) -> dict[str, Any]:
        entry: dict[str, Any] = {}
        for spec in self.DECLARED.spec.champs:
            if spec.sur is StandsOn.TABLE:
                value = self._typed(spec, name_of(spec))
            else:
                typed = {
                    self.column_name(column): self._typed(spec, name_of(spec, column))
                    for column in self.there
                }
                value = {name: item for name, item in typed.items() if item is not None} or None
                if value is None and spec.needed:
                    value = {}
            if value is not None:
                entry[spec.cle] = value
        return {**entry, **self.common()}

    def _typed(self, spec: FieldSpec, name: str) -> Any:
        """Typed value of a form field; `None` for nothing."""
        data = self[name].data
        if spec.genre is Genre.OUI_NON:
            return True if data else None
        return typed_number(data) if spec.genre is Genre.NOMBRE else data or None

    @classmethod
    def fields_of(cls, payload: Mapping[str, Any], state: State) -> dict[str, list[str]]:
        fields: dict[str, list[str]] = {}
        for spec in cls.DECLARED.spec.champs:
            noted = payload.get(spec.cle)
            if noted is None:
                continue
            names = ("A", "B") if state.table.camps else state.table.players
            values = (
                {name_of(spec, names.index(name)): value for name, value in noted.items()}
                if spec.sur is StandsOn.COLONNE
                else {name_of(spec): noted}
            )
            for name, value in values.items():
                if value is not None and value is not False:
                    fields[name] = ["1" if value is True else str(value)]
        return fields

    def field_for(self, key: str) -> Field | None:
        """The form field of a key; a name may have dots in it, so it is compared as a whole."""
        head, _, name = key.partition(".")
        spec = next((spec for spec in self.DECLARED.spec.champs if spec.cle == head), None)
        if spec is None:
            return super().field_for(key)
        if spec.sur is StandsOn.TABLE:
            return self[name_of(spec)]
        named = [column for column in self.there if self.column_name(column) == name]
        return self[name_of(spec, (named or self.there)[0])]


def name_of(spec: FieldSpec, column: int | None = None) -> str:
    """The name of a form field."""
    return f"f_{spec.cle}" if column is None else f"f_{spec.cle}_{column}"


def columns_of(declared: Declared) -> int:
    """The most columns of a sheet; those who left keep theirs."""
    return 2 if declared.camps else MOST_COLUMNS


MOST_COLUMNS = 12


def _field(spec: FieldSpec) -> Any:
    if spec.genre is Genre.OUI_NON:
        return BooleanField(spec.nom, false_values=("",))
    if spec.genre is Genre.NOMBRE:
        return StringField(spec.nom)
    return RadioField(spec.nom, choices=[], validate_choice=False)


def form_of(declared: Declared, words: Words) -> type[HouseForm]:
    """The form of a declared game."""
    return type("DeclaredForm", (HouseForm,), parts_of(declared, words))


def parts_of(declared: Declared, words: Words) -> dict[str, Any]:
    """The fields of a definition, as attributes of its form."""
    parts: dict[str, Any] = {"DECLARED": declared, "WORDS": words, "__module__": __name__}
    for spec in declared.spec.champs:
        if spec.sur is StandsOn.TABLE:
            parts[name_of(spec)] = _field(spec)
        else:
            parts |= {name_of(spec, column): _field(spec) for column in range(columns_of(declared))}
    return parts
