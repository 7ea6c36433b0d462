"""The entry form of a declared game: a row for each field, with a place for each column where it stands on columns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from wtforms import BooleanField, Field, StringField

from scorekeeper.cards.game_api.form import EntryForm
from scorekeeper.cards.game_api.form_fields import OneChoice, seats
from scorekeeper.cards.game_api.words import Words
from scorekeeper.cards.games.declared.rules.declared import Declared
from scorekeeper.cards.games.declared.rules.definition import FieldSpec, Genre, StandsOn


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

    def rows(self) -> Iterator[FormRow]:
        """The fields in the order of the definition."""
        for spec in self.DECLARED.spec.champs:
            columns = (
                [(self.table.columns[column], self[name_of(spec, column)]) for column in self.named]
                if spec.sur is StandsOn.COLONNE
                else [("", self[name_of(spec)])]
            )
            least, most = spec.bounds
            yield FormRow(spec, tuple(columns), max(len(str(abs(end))) for end in (least, most)), least < 0)


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
    return OneChoice(spec.nom, [(word, word) for word in spec.choix or {}] or seats)


def form_of(declared: Declared, words: Words) -> type[HouseForm]:
    """The form of a declared game."""
    return type("DeclaredForm", (HouseForm,), parts_of(declared, words))


def parts_of(declared: Declared, words: Words) -> dict[str, Any]:
    """The fields of a definition, as attributes of its form."""
    names: dict[StandsOn, dict[str, str]] = {sur: {} for sur in StandsOn}
    parts: dict[str, Any] = {"DECLARED": declared, "WORDS": words, "__module__": __name__}
    parts |= {"PLACES": names[StandsOn.TABLE], "STEMS": names[StandsOn.COLONNE]}
    for spec in declared.spec.champs:
        names[spec.sur][spec.cle] = name_of(spec)
        if spec.sur is StandsOn.TABLE:
            parts[name_of(spec)] = _field(spec)
        else:
            parts |= {name_of(spec, column): _field(spec) for column in range(columns_of(declared))}
    return parts
