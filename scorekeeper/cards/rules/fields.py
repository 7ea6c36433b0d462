"""Structured values of entries and settings: read from plain JSON with every fault, written back, described by schema.

One description per key serves the file, the HTTP API, the forms and the published schema.
"""

from __future__ import annotations

import ast
import dataclasses
import inspect
import sys
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from itertools import pairwise
from types import SimpleNamespace
from typing import Annotated, Any, TypeVar, cast, dataclass_transform, get_args, get_origin, get_type_hints

from scorekeeper.cards.rules import names
from scorekeeper.cards.rules.contract import Fault, Seat, Side, Table
from scorekeeper.cards.rules.kinds import (
    Camp,
    Choice,
    Flag,
    Json,
    Kind,
    Maybe,
    Player,
    Text,
    Unreadable,
    Whole,
    refused,
    shown,
    unknown_keys,
    within,
)

T = TypeVar("T")


def _object(raw: Json, known: Collection[str] | None = None) -> tuple[dict[str, Json], list[Fault]]:
    """Return an object, and a fault for each key that is not in `known`, if given. Raises `Unreadable` for any other value."""
    if not isinstance(raw, dict):
        raise refused("objet-attendu")
    return raw, [] if known is None else unknown_keys(raw, known)


def part(faults: list[Fault], key: str, kind: Kind[T], raw: Json, table: Table) -> T | None:
    """Return the value of a key, or `None` after adding its faults to `faults`."""
    try:
        return kind.read(raw, table)
    except Unreadable as unreadable:
        faults.extend(within(key, unreadable.faults))
        return None


def _given(faults: list[Fault], key: str, kind: Kind[T], raw: Json, table: Table) -> T | None:
    """Return the value of a required key as `part` does; `None` as value is the fault `cle-manquante`."""
    if raw is not None:
        return part(faults, key, kind, raw, table)
    faults.append(Fault("cle-manquante", key))
    return None


def _whole(value: Any, faults: list[Fault]) -> Any:
    if faults:
        raise Unreadable(*faults)
    return value


@dataclass(frozen=True)
class Many(Kind[tuple[T, ...]]):
    """A list, with bounds on its length."""

    kind: Kind[T]
    most: int
    least: int = 0

    def read(self, raw: Json, table: Table) -> tuple[T, ...]:
        if not isinstance(raw, list):
            raise refused("liste-attendue")
        if not self.least <= len(raw) <= self.most:
            if self.least == self.most:
                raise refused("liste-longueur-juste", nombre=self.most)
            raise refused("liste-longueur", min=self.least, max=self.most)
        faults: list[Fault] = []
        values = tuple(_given(faults, str(place), self.kind, item, table) for place, item in enumerate(raw))
        return cast("tuple[T, ...]", _whole(values, faults))

    def write(self, value: tuple[T, ...], table: Table) -> Json:
        return [self.kind.write(item, table) for item in value]

    def schema(self, table: Table | None = None) -> dict[str, Json]:
        items = self.kind.schema(table)
        return {"type": "array", "items": items, "minItems": self.least, "maxItems": self.most}


@dataclass(frozen=True)
class Seats(Many[Seat]):
    """Some of the players, each named once, in any order; stored in seat order."""

    kind: Kind[Seat] = field(default_factory=Player)
    most: int = field(kw_only=True)

    def read(self, raw: Json, table: Table) -> tuple[Seat, ...]:
        seats = super().read(raw, table)
        twice = [place for place, seat in enumerate(seats) if seat in seats[:place]]
        if twice:
            raise Unreadable(*(Fault("nom-double", str(place), nom=seats[place]) for place in twice))
        return tuple(sorted(seats))

    def schema(self, table: Table | None = None) -> dict[str, Json]:
        return {**super().schema(table), "uniqueItems": True}


@dataclass(frozen=True)
class BySeat(Kind[tuple[T | None, ...]]):
    """Values by player's name; read as one value per seat, `None` for a player who is not named.

    An entry that was read before a player joined is shorter: it has no value for the new column.
    """

    kind: Kind[T]

    def read(self, raw: Json, table: Table) -> tuple[T | None, ...]:
        raw, faults = _object(raw)
        values: list[T | None] = [None] * len(table.players)
        named: set[Seat] = set()
        for name, item in raw.items():
            seat = _given(faults, shown(name), Player(), name, table)
            if seat in named:
                faults.append(Fault("nom-double", shown(name), nom=table.players[seat]))
            elif seat is not None:
                named.add(seat)
                values[seat] = _given(faults, shown(name), self.kind, item, table)
        return cast("tuple[T | None, ...]", _whole(tuple(values), faults))

    def write(self, value: tuple[T | None, ...], table: Table) -> Json:
        named = zip(table.players, value, strict=False)
        return {name: self.kind.write(item, table) for name, item in named if item is not None}

    def schema(self, table: Table | None = None) -> dict[str, Json]:
        named = {"propertyNames": {"enum": list(table.present)}} if table and table.players else {}
        return {"type": "object", "additionalProperties": self.kind.schema(table), **named}


@dataclass(frozen=True)
class ByCamp(Kind[tuple[T, T]]):
    """Values for the camps, `{"A": …, "B": …}`; a camp that is left out has `missing`."""

    kind: Kind[T]
    missing: T

    def read(self, raw: Json, table: Table) -> tuple[T, T]:
        raw, faults = _object(raw, ("A", "B"))
        values = tuple(
            _given(faults, key, self.kind, raw[key], table) if key in raw else self.missing for key in "AB"
        )
        return cast("tuple[T, T]", _whole(values, faults))

    def write(self, value: tuple[T, T], table: Table) -> Json:
        camps = zip("AB", value, strict=True)
        return {key: self.kind.write(item, table) for key, item in camps if item != self.missing}

    def schema(self, table: Table | None = None) -> dict[str, Json]:
        item = self.kind.schema(table)
        camps = {key: {**item, "description": f"Of camp {key}."} for key in "AB"}
        return {"type": "object", "properties": camps, "additionalProperties": False}


@dataclass(frozen=True)
class PairOf(Many[T]):
    """One value for each camp, `[a, b]`."""

    most: int = 2
    least: int = 2


@dataclass(frozen=True)
class Amounts:
    """A number for each of a few keys, such as the coefficients of the contracts. Immutable and hashable."""

    items: tuple[tuple[str, int], ...]

    def __getitem__(self, key: str) -> int:
        return dict(self.items)[key]

    def __contains__(self, key: object) -> bool:
        return key in dict(self.items)

    @classmethod
    def of(cls, amounts: Mapping[str, int]) -> Amounts:
        """The amounts of a mapping, in its order."""
        return cls(tuple((str(name), amount) for name, amount in amounts.items()))


@dataclass(frozen=True)
class AmountsOf(Kind[Amounts]):
    """A number for each key; keys that are left out keep their default, or are absent where `partial`."""

    defaults: Amounts
    amount: Whole
    keys: tuple[str, ...] = ()
    partial: bool = False
    apart: tuple[tuple[str, Whole], ...] = ()
    """Keys whose numbers have other bounds than `amount`."""

    def known(self) -> tuple[str, ...]:
        """The keys that are accepted: `keys`, or those of the defaults."""
        return self.keys or tuple(dict(self.defaults.items))

    def _of(self, key: str) -> Whole:
        return dict(self.apart).get(key, self.amount)

    def read(self, raw: Json, table: Table) -> Amounts:
        known = self.known()
        raw, faults = _object(raw, known)
        amounts = {
            key: _given(faults, key, self._of(key), raw[key], table) if key in raw else self.defaults[key]
            for key in known
            if key in raw or not self.partial
        }
        return Amounts.of(_whole(amounts, faults))

    def write(self, value: Amounts, table: Table) -> Json:
        return dict(value.items)

    def schema(self, table: Table | None = None) -> dict[str, Json]:
        amounts = {
            key: {**self._of(key).schema(table), "description": f"The number of {key}."}
            for key in self.known()
        }
        return {"type": "object", "properties": amounts, "additionalProperties": False}


class Record(Kind[T]):
    """An object with fixed keys, read as a frozen dataclass with fields of the same names; inherited fields come last.

    A key whose field has a default may be left out; unknown keys are refused.
    """

    def __init__(
        self,
        cls: type[T],
        kinds: Mapping[str, Kind[Any]] | None = None,
        extra: Mapping[str, Json] | None = None,
    ) -> None:
        """Describe `cls`; `kinds` replaces its annotations, `extra` adds keywords to its JSON Schema."""
        self.cls = cls
        self.kinds = field_kinds(cls) if kinds is None else dict(kinds)
        self.extra = dict(extra or {})
        self.defaults: dict[str, Any] = {}
        for item in dataclasses.fields(cls):  # type: ignore[arg-type]
            if item.default is not dataclasses.MISSING:
                self.defaults[item.name] = item.default
            elif item.default_factory is not dataclasses.MISSING:
                self.defaults[item.name] = item.default_factory()

    def read(self, raw: Json, table: Table) -> T:
        raw, faults = _object(raw, self.kinds)
        values: dict[str, Any] = {}
        lost: set[str] = set()
        for key, kind in self.kinds.items():
            if key in raw:
                try:
                    values[key] = kind.read(raw[key], table)
                except Unreadable as unreadable:
                    faults += within(key, unreadable.faults)
                    lost.add(key)
            elif key not in self.defaults:
                faults.append(Fault("cle-manquante", key))
        if faults:
            enough = all(key in values or key in self.defaults for key in self.kinds)
            raise Unreadable(*faults, rest=self.cls(**values) if enough else None, lost=frozenset(lost))
        return self.cls(**values)

    def write(self, value: T, table: Table) -> dict[str, Json]:
        """Return the plain object, without keys that have their default value."""
        return {
            key: kind.write(item, table)
            for key, kind in self.kinds.items()
            if (item := self.part(value, key)) != self.defaults.get(key, dataclasses.MISSING)
        }

    def write_all(self, value: T, table: Table) -> dict[str, Json]:
        """Return the plain object with every key, including defaults."""
        return {key: kind.write(self.part(value, key), table) for key, kind in self.kinds.items()}

    def part(self, value: T, key: str) -> Any:
        return getattr(value, key)

    @property
    def texts(self) -> Mapping[str, str]:
        """Description of each key that has one."""
        return field_texts(self.cls)

    def schema(self, table: Table | None = None) -> dict[str, Json]:
        properties: dict[str, Json] = {}
        nobody = table or Table()
        for key, kind in self.kinds.items():
            properties[key] = dict(kind.schema(table))
            if text := self.texts.get(key) or _about(kind):
                properties[key]["description"] = text
            if key in self.defaults and self.defaults[key] is not None:
                properties[key]["default"] = kind.write(self.defaults[key], nobody)
        required = [key for key in self.kinds if key not in self.defaults]
        shape = {"type": "object", "properties": properties, "required": required}
        return {**shape, "additionalProperties": False, **self.extra}


def needs(*choices: str) -> dict[str, Json]:
    """Return JSON Schema keywords that require one of several choices at least; a choice is a text of keys separated by spaces."""
    return {"anyOf": [{"required": keys.split()} for keys in choices]}


@dataclass_transform(frozen_default=True)
def settings(rules: type[T]) -> type[T]:
    """Class decorator for rules: make a frozen dataclass and set `SETTINGS` to its record."""
    made: Any = dataclass(frozen=True)(rules)
    made.SETTINGS = Record(made)
    return made  # type: ignore[no-any-return]


@cache
def _module_texts(name: str) -> dict[str, dict[str, str]]:
    """Return the docstrings of fields, properties and values of an enum, by class and name, parsed from the source of a module."""
    texts: dict[str, dict[str, str]] = {}
    for node in ast.parse(inspect.getsource(sys.modules[name])).body:
        if isinstance(node, ast.ClassDef):
            own = texts[node.name] = {}
            for part, text in pairwise(node.body):
                match part, text:
                    case (
                        (ast.AnnAssign(target=ast.Name(key)) | ast.Assign(value=ast.Constant(str(key)))),
                        ast.Expr(ast.Constant(str(words))),
                    ):
                        own[key] = inspect.cleandoc(words)
            for part in node.body:
                if isinstance(part, ast.FunctionDef) and part.decorator_list:
                    own[part.name] = (ast.get_docstring(part) or "").partition("\n\n")[0]
    return texts


def field_texts(cls: type) -> dict[str, str]:
    """Return the docstrings of fields and properties of a class, inherited ones too. Python keeps no field docstrings."""
    texts: dict[str, str] = {}
    for owner in reversed(cls.__mro__):
        if owner.__module__ in sys.modules and owner is not object:
            with suppress(OSError, TypeError):  # class made at run time, or source missing
                texts |= _module_texts(owner.__module__).get(owner.__name__, {})
    return texts


def _about(kind: Kind[Any]) -> str:
    """Return the first paragraph of the docstring of the enum or record behind a kind."""
    while isinstance(inner := getattr(kind, "kind", None), Kind):
        kind = inner
    cls = kind.options if isinstance(kind, Choice) else getattr(kind, "cls", None)
    # A class without a docstring would have that of Python's own enums.
    return inspect.cleandoc(cls.__doc__ or "").partition("\n\n")[0] if isinstance(cls, type) else ""


PLAIN_KINDS: Mapping[Any, Kind[Any]] = {bool: Flag(), Seat: Player(), Side: Camp(), str: Text(names.NOTE_MAX)}
"""Kinds of annotations without bounds; `str` is a remark."""


def field_kinds(cls: type) -> dict[str, Kind[Any]]:
    """Return the kind of each field of a dataclass; inherited fields come last."""
    fields = {item.name for item in dataclasses.fields(cls)}
    kinds: dict[str, Kind[Any]] = {}
    for owner in cls.__mro__:
        own = {name: text for name, text in vars(owner).get("__annotations__", {}).items() if name in fields}
        # Only the fields: other annotations may use names imported under TYPE_CHECKING.
        hints = get_type_hints(
            SimpleNamespace(__annotations__=own), vars(sys.modules[owner.__module__]), include_extras=True
        )
        kinds |= {name: kind_of(hint) for name, hint in hints.items() if name not in kinds}
    return kinds


def kind_of(hint: Any) -> Kind[Any]:
    """Return the kind of an annotation.

    `Annotated[int, Whole(3, 15)]` names it, `X | None` accepts `null`, `tuple[X, X]` has a value for each camp. Others
    follow from their type.
    """
    if hint in PLAIN_KINDS:
        return PLAIN_KINDS[hint]
    arguments = get_args(hint)
    if get_origin(hint) is Annotated:
        kind: Kind[Any] = arguments[1]
        return kind
    if get_origin(hint) is tuple:
        return PairOf(kind_of(arguments[0]))
    if arguments:
        return Maybe(kind_of(arguments[0]))
    return Choice(hint) if issubclass(hint, StrEnum) else Record(hint)
