"""Declaration of one line of a declared game: the values of its fields."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.cards.games.declared.rules.definition import CaseSpec, FieldSpec, Genre, StandsOn
from scorekeeper.cards.games.declared.rules.texts import MOST_VALUE
from scorekeeper.cards.rules import names
from scorekeeper.cards.rules.contract import AnyOf, Entry, Table
from scorekeeper.cards.rules.fields import ByCamp, BySeat, Record, field_texts
from scorekeeper.cards.rules.kinds import Camp, Flag, Json, Kind, Maybe, Player, Text, Whole, refused

QUI, CASE, POINTS = "qui", "case", "points"
"""Keys of a line of a grid: who fills a cell, the key of its row, and what is noted in it."""


@dataclass(frozen=True, kw_only=True)
class HouseEntry(Entry):
    """One line: what was noted of each field, `None` where nothing was; of a column, a value for each."""

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
    """Kind that reads one value of a field."""
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
        # The fields are not those of a class, and may have the name of anything that a class has.
        self.specs = tuple(specs)
        self.kinds = {}
        self.defaults = {"donneur": None, "note": ""}
        self.extra = {}
        for spec in specs:
            kind = kind_of_field(spec)
            if spec.sur is StandsOn.COLONNE:
                kind = ByCamp(kind, None) if camps else BySeat(kind)
            self.kinds[spec.cle] = kind if spec.needed else Maybe(kind)
            if not spec.needed:
                self.defaults[spec.cle] = None
        self.kinds |= {"donneur": Maybe(Player()), "note": Text(names.NOTE_MAX)}
        self.cls = self._made  # type: ignore[assignment]

    def _made(self, /, **values: Any) -> HouseEntry:
        donneur, note = values.pop("donneur", None), values.pop("note", "")
        noted = {spec.cle: _said(spec, values.get(spec.cle)) for spec in self.specs}
        return HouseEntry(values=noted, donneur=donneur, note=note)

    @property
    def texts(self) -> Mapping[str, str]:
        return field_texts(HouseEntry) | {spec.cle: str(spec.nom) for spec in self.specs}

    def part(self, value: HouseEntry, key: str) -> Any:
        return value.values[key] if key in value.values else super().part(value, key)


@dataclass(frozen=True)
class CasePoints(Whole):
    """Number noted in a cell. The rules judge what its row can hold; the schema says what any row can."""

    def read(self, raw: Json, table: Table) -> int:
        return Whole(-MOST_VALUE, MOST_VALUE).read(raw, table)


class GridRecord(EntryRecord):
    """Record that reads and writes the lines of a grid: a column, a row, what is noted there, and the fields."""

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


def _said(spec: FieldSpec, value: Any) -> Any:
    """Values noted of a field; that something is not so, or of nobody, is the same as not to say it."""
    if spec.genre is not Genre.OUI_NON:
        nothing = isinstance(value, tuple) and not spec.needed and all(each is None for each in value)
        return None if nothing else value
    if isinstance(value, tuple):
        ticked = tuple(each or None for each in value)
        return ticked if any(ticked) else None
    return value or None
