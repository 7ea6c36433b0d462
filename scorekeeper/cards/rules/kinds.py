"""Kinds of single values in an entry: number, half points, choice, player, camp, remark.

A value that was read has the right type and range; the rules check only its meaning.
"""

import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Any, Generic, TypeVar

from scorekeeper.cards.rules import names
from scorekeeper.cards.rules.contract import AnyOf, Fault, Halves, Label, Seat, Side, Table, Value

Json = Any
"""A plain JSON value: dict, list, str, int, bool, None, and `Decimal` for numbers with a fraction."""

T = TypeVar("T")
Choice_ = TypeVar("Choice_", bound=StrEnum)

HUGE = 10**9
"""Numbers from here on (and their negatives) are refused on reading, even if the rules check the bounds."""
MAX_SHOWN = 60
"""Longest part of a refused text that a message repeats, in characters."""


class Unreadable(Exception):
    """A value that cannot be read, with every reason; fields of the faults are relative to the value."""

    def __init__(self, *faults: Fault, rest: Any = None, lost: frozenset[str] = frozenset()) -> None:
        """`rest` is the object without its unreadable keys `lost`; `None` if a required key is missing.

        `lost` does not contain unknown keys.
        """
        super().__init__(", ".join(fault.code for fault in faults))
        self.faults = faults
        self.rest = rest
        self.lost = lost


def refused(code: str, **values: Value) -> Unreadable:
    """Return an `Unreadable` with a single fault."""
    return Unreadable(Fault(code, "", values))


def within(key: str, faults: Iterable[Fault]) -> list[Fault]:
    """Return the faults of a nested value, their fields prefixed with its key."""
    return [
        dataclasses.replace(fault, field=f"{key}.{fault.field}" if fault.field else key) for fault in faults
    ]


def unknown_keys(raw: Iterable[object], known: Collection[str]) -> list[Fault]:
    """Return a fault for each unknown key of an object."""
    unknown = [shown(str(key)) for key in raw if key not in known]
    return [Fault("cle-inconnue", key, cle=key) for key in unknown]


def shown(text: str) -> str:
    """Return a refused text for a message: truncated, with `·` for unprintable characters."""
    printable = "".join(char if char.isprintable() else "·" for char in text[: MAX_SHOWN + 1])
    return printable if len(printable) <= MAX_SHOWN else printable[:MAX_SHOWN] + "…"


class Kind(ABC, Generic[T]):
    """A kind of value: reads it, writes it and describes it by JSON Schema."""

    @abstractmethod
    def read(self, raw: Json, table: Table) -> T:
        """Return the value of a plain value; `table` resolves names of players. Raises `Unreadable` with every fault."""

    def write(self, value: T, table: Table) -> Json:
        """Return the plain value that reads back as `value`."""
        return value

    @abstractmethod
    def schema(self, table: Table | None = None) -> dict[str, Json]:
        """Return the JSON Schema (2020-12) of the plain value; with a table, names are listed."""


def _integer(raw: Json, limits: Label | str) -> int:
    """Read an integer; the fault of any other value states `limits`."""
    # Compared, never computed with: arithmetic on an enormous exponent overflows.
    small = isinstance(raw, Decimal) and raw.is_finite() and -HUGE < raw < HUGE
    if small and raw == raw.to_integral_value():
        raw = int(raw)
    if isinstance(raw, int) and not isinstance(raw, bool):
        return raw
    raise refused("nombre-entier", limites=limits)


@dataclass(frozen=True)
class Whole(Kind[int]):
    """An integer within bounds, both included."""

    least: int
    most: int
    judged: bool = False
    """Whether numbers out of bounds are accepted here and left to the rules, which know the rest of the entry."""
    bounds_shown: bool = True
    """Whether the fault of a non-number states the bounds; not if settings usually narrow them."""

    def read(self, raw: Json, table: Table) -> int:
        value = _integer(raw, Label("de-a", min=self.least, max=self.most) if self.bounds_shown else "")
        if not self.least <= value <= self.most and not (self.judged and -HUGE < value < HUGE):
            raise refused("hors-limites", min=self.least, max=self.most)
        return value

    def schema(self, table: Table | None = None) -> dict[str, Json]:
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


@dataclass(frozen=True)
class HalfPoints(Kind[Halves]):
    """Card points in multiples of one half, from 0 to `most`, stored as a number of halves."""

    most: int
    judged: bool = False

    def read(self, raw: Json, table: Table) -> Halves:
        if isinstance(raw, float):
            raw = Decimal(raw)  # what `write` made of a half, before it went through a file
        if isinstance(raw, bool) or not isinstance(raw, (int, Decimal)) or not Decimal(raw).is_finite():
            raise refused("nombre")
        if not 0 <= raw <= self.most and not (self.judged and -HUGE < raw < HUGE):
            raise refused("hors-limites", min=0, max=self.most)
        halves = int(raw * 2)
        # The product may have been rounded, the comparison is exact.
        if raw != Decimal(halves) / 2:
            raise refused("demi-points")
        return Halves(halves)

    def write(self, value: Halves, table: Table) -> Json:
        # Dividing by two is exact in binary, and JSON has no other number with a fraction.
        return value // 2 if value % 2 == 0 else value / 2

    def schema(self, table: Table | None = None) -> dict[str, Json]:
        return {"type": "number", "minimum": 0, "maximum": self.most, "multipleOf": 0.5}


@dataclass(frozen=True)
class Flag(Kind[bool]):
    """Yes or no."""

    def read(self, raw: Json, table: Table) -> bool:
        if not isinstance(raw, bool):
            raise refused("oui-ou-non")
        return raw

    def schema(self, table: Table | None = None) -> dict[str, Json]:
        return {"type": "boolean"}


@dataclass(frozen=True)
class Choice(Kind[Choice_]):
    """One of a fixed list of words."""

    options: type[Choice_]

    def read(self, raw: Json, table: Table) -> Choice_:
        if isinstance(raw, str):
            with suppress(ValueError):
                return self.options(raw)
        raise refused("choix", options=AnyOf(str(option) for option in self.options))

    def write(self, value: Choice_, table: Table) -> Json:
        return str(value)

    def schema(self, table: Table | None = None) -> dict[str, Json]:
        return {"type": "string", "enum": [str(option) for option in self.options]}


@dataclass(frozen=True)
class WholeOr(Kind[int | Choice_]):
    """An integer within bounds, or one of a fixed list of words."""

    number: Whole
    words: Choice[Choice_]

    def read(self, raw: Json, table: Table) -> int | Choice_:
        if isinstance(raw, (int, Decimal)) and not isinstance(raw, bool):
            return self.number.read(raw, table)
        try:
            return self.words.read(raw, table)
        except Unreadable as unreadable:
            limits = Label("de-a", min=self.number.least, max=self.number.most)
            options = AnyOf(str(option) for option in self.words.options)
            raise refused("nombre-ou-mot", limites=limits, options=options) from unreadable

    def write(self, value: int | Choice_, table: Table) -> Json:
        return str(value) if isinstance(value, str) else value

    def schema(self, table: Table | None = None) -> dict[str, Json]:
        return {"anyOf": [self.number.schema(table), self.words.schema(table)]}


@dataclass(frozen=True)
class OneOf(Kind[int]):
    """One of a few numbers."""

    options: tuple[int, ...]

    def read(self, raw: Json, table: Table) -> int:
        options = AnyOf(self.options)
        value = _integer(raw, Label("parmi", options=options))
        if value not in options:
            raise refused("choix", options=options)
        return value

    def schema(self, table: Table | None = None) -> dict[str, Json]:
        return {"type": "integer", "enum": list(self.options)}


@dataclass(frozen=True)
class Player(Kind[Seat]):
    """A player at the table, by name."""

    def read(self, raw: Json, table: Table) -> Seat:
        if not isinstance(raw, str):
            raise refused("nom-attendu")
        if not table.players:
            raise refused("joueurs-inconnus")
        # No name is this long, and folding it would take long.
        wanted = names.casefold(raw.strip()) if len(raw) <= 20 * names.NAME_MAX else None
        for seat in table.around:
            if names.casefold(table.players[seat]) == wanted:
                return seat
        raise refused("nom-inconnu", nom=shown(raw), joueurs=table.around)

    def write(self, value: Seat, table: Table) -> Json:
        return table.players[value]

    def schema(self, table: Table | None = None) -> dict[str, Json]:
        listed = {"enum": list(table.present)} if table and table.players else {"minLength": 1}
        return {"type": "string", **listed}


@dataclass(frozen=True)
class Name(Kind[str]):
    """A person's name, normalised."""

    def read(self, raw: Json, table: Table) -> str:
        if not isinstance(raw, str):
            raise refused("nom-attendu")
        if any(character in "\t\r\n" for character in raw.strip()):
            # At the ends they are blank; inside, entries that name the player as written would not match.
            raise refused("texte-caractere")
        try:
            return names.normalise(raw)
        except names.BadText as bad:
            raise refused(bad.code, limite=bad.limit) from bad

    def schema(self, table: Table | None = None) -> dict[str, Json]:
        return {"type": "string", "minLength": 1, "maxLength": names.NAME_MAX}


@dataclass(frozen=True)
class Camp(Kind[Side]):
    """One of the two partnerships, written `A` or `B`; a third option is read as `Side(2)`."""

    options: tuple[str, ...] = ("A", "B")

    def read(self, raw: Json, table: Table) -> Side:
        if isinstance(raw, str) and raw in self.options:
            return Side(self.options.index(raw))
        raise refused("choix", options=AnyOf(self.options))

    def write(self, value: Side, table: Table) -> Json:
        return self.options[value]

    def schema(self, table: Table | None = None) -> dict[str, Json]:
        return {"type": "string", "enum": list(self.options)}


@dataclass(frozen=True)
class Text(Kind[str]):
    """A free remark, normalised; it may be empty unless `needed`."""

    most: int
    needed: bool = dataclasses.field(default=False, kw_only=True)

    def read(self, raw: Json, table: Table) -> str:
        if not isinstance(raw, str):
            raise refused("texte-attendu")
        try:
            return names.normalise(raw, self.most) if self.needed or raw.strip() else ""
        except names.BadText as bad:
            raise refused(bad.code, limite=bad.limit) from bad

    def schema(self, table: Table | None = None) -> dict[str, Json]:
        least = {"minLength": 1} if self.needed else {}
        return {"type": "string", **least, "maxLength": self.most}


@dataclass(frozen=True)
class Needed(Text):
    """A text that must not be empty; `code` is the fault of an empty one."""

    code: str

    def read(self, raw: Json, table: Table) -> str:
        text = super().read(raw, table)
        if not text:
            raise refused(self.code)
        return text

    def schema(self, table: Table | None = None) -> dict[str, Json]:
        return {**super().schema(table), "minLength": 1}


@dataclass(frozen=True)
class Maybe(Kind[T | None]):
    """A value or `null`."""

    kind: Kind[T]

    def read(self, raw: Json, table: Table) -> T | None:
        return None if raw is None else self.kind.read(raw, table)

    def write(self, value: T | None, table: Table) -> Json:
        return None if value is None else self.kind.write(value, table)

    def schema(self, table: Table | None = None) -> dict[str, Json]:
        return {"anyOf": [self.kind.schema(table), {"type": "null"}]}
