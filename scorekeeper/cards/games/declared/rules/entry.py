"""Entry of a line of a declared game, and the records that read and write it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.cards.games.declared.rules.definition import CaseSpec, FieldScope, FieldSpec, Genre
from scorekeeper.cards.games.declared.rules.texts import MOST_VALUE
from scorekeeper.cards.rules import names
from scorekeeper.cards.rules.contract import AnyOf, Entry, Table
from scorekeeper.cards.rules.fields import ByCamp, BySeat, Record, field_texts
from scorekeeper.cards.rules.kinds import Camp, Flag, Json, Kind, Maybe, Player, Text, Whole, refused

QUI, CASE, POINTS = "qui", "case", "points"
"""Keys of a line of a grid: the player or camp of the cell, the key of its row, and the points noted in it."""


@dataclass(frozen=True, kw_only=True)
class HouseEntry(Entry):
    """One line: the value of each field by key, a tuple for a field by column; `None` where nothing was noted."""

    values: Mapping[str, Any]


@dataclass(frozen=True)
class OneWord(Kind[str]):
    """One of the words of a definition."""

    words: tuple[str, ...]

    def read(self, raw: Json, table: Table) -> str:
        if raw not in self.words:
            raise refused("choix", options=AnyOf(self.words))
        return str(raw)

    def schema(self, table: Table | None = None) -> dict[str, Json]:
        return {"type": "string", "enum": list(self.words)}


def kind_of_field(spec: FieldSpec) -> Kind[Any]:
    """Return the kind that reads one value of a field."""
    if spec.genre is Genre.NOMBRE:
        return Whole(*spec.ends)
    if spec.genre is Genre.OUI_NON:
        return Flag()
    if spec.names_one:
        return Player() if spec.genre is Genre.JOUEUR else Camp()
    return OneWord(tuple(spec.choix or {}))


class EntryRecord(Record[HouseEntry]):
    """Record that reads and writes the lines of one declared game."""

    def __init__(self, specs: Sequence[FieldSpec], *, camps: bool) -> None:
        """Describe lines with these fields."""
        # The fields are not those of a dataclass: their names may equal those of any attribute of a class.
        self.specs = tuple(specs)
        self.kinds = {}
        self.defaults = {"donneur": None, "note": ""}
        self.extra = {}
        for spec in specs:
            kind = kind_of_field(spec)
            if spec.sur is FieldScope.COLONNE:
                kind = ByCamp(kind, None) if camps else BySeat(kind)
            self.kinds[spec.cle] = kind if spec.needed else Maybe(kind)
            if not spec.needed:
                self.defaults[spec.cle] = None
        self.kinds |= {"donneur": Maybe(Player()), "note": Text(names.NOTE_MAX)}
        self.cls = self._made  # type: ignore[assignment]

    def _made(self, /, **values: Any) -> HouseEntry:
        donneur, note = values.pop("donneur", None), values.pop("note", "")
        noted = {spec.cle: _noted_values(spec, values.get(spec.cle)) for spec in self.specs}
        return HouseEntry(values=noted, donneur=donneur, note=note)

    @property
    def texts(self) -> Mapping[str, str]:
        return field_texts(HouseEntry) | {spec.cle: str(spec.nom) for spec in self.specs}

    def part(self, value: HouseEntry, key: str) -> Any:
        return value.values[key] if key in value.values else super().part(value, key)


@dataclass(frozen=True)
class CasePoints(Whole):
    """Points noted in a cell. The rules check them for its row; the schema has the bounds over all rows."""

    def read(self, raw: Json, table: Table) -> int:
        return Whole(-MOST_VALUE, MOST_VALUE).read(raw, table)


class GridRecord(EntryRecord):
    """Record that reads and writes the lines of a grid: a column, a row, the points noted there, and the fields."""

    def __init__(self, specs: Sequence[FieldSpec], cases: Sequence[CaseSpec], *, camps: bool) -> None:
        """Describe lines that fill a cell of these rows."""
        super().__init__(specs, camps=camps)
        ends = [end for case in cases for end in case.bounds]
        self.kinds = {
            QUI: Camp() if camps else Player(),
            CASE: OneWord(tuple(case.cle for case in cases)),
            POINTS: CasePoints(min(ends), max(ends)),
            **self.kinds,
        }

    def _made(self, /, **values: Any) -> HouseEntry:
        cell = {key: values.pop(key) for key in (QUI, CASE, POINTS)}
        entry = super()._made(**values)
        return replace(entry, values={**cell, **entry.values})


def _noted_values(spec: FieldSpec, value: Any) -> Any:
    """Return the values noted in a field: `None` for no, and for a field by column in which no column has a value."""
    if spec.genre is not Genre.OUI_NON:
        nothing = isinstance(value, tuple) and not spec.needed and all(each is None for each in value)
        return None if nothing else value
    if isinstance(value, tuple):
        ticked = tuple(each or None for each in value)
        return ticked if any(ticked) else None
    return value or None
