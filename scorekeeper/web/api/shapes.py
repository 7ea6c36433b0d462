"""Shapes of JSON values: how a request's value is read, how an answer's is written, and the JSON Schema of both.

The last are those of the sheet files that the API takes: one for each game, and one for all that houses declare.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from operator import attrgetter
from typing import Any, Self

from scorekeeper.cards import catalogue
from scorekeeper.cards.catalogue import GAMES
from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.rules import names
from scorekeeper.cards.rules.adjustment import LineOf
from scorekeeper.cards.rules.contract import AnyOf, Label, Table
from scorekeeper.cards.rules.fields import Record, field_texts
from scorekeeper.cards.rules.initials import Initials
from scorekeeper.cards.rules.kinds import Flag, Kind, Whole, refused
from scorekeeper.cards.sheet_file import CHANGES, FORMAT, MAX_ENTRIES, Day
from scorekeeper.web.core.requests import XLSX as XLSX_TYPE

Schema = dict[str, Any]

REQUIRED: Any = object()
"""The default of a key that must be there."""
ABSENT: Any = object()
"""The value of a key that an answer leaves out."""


def _unchanged(value: Any) -> Any:
    return value


@dataclass(frozen=True, kw_only=True)
class Shape:
    """One sort of JSON value."""

    schema: Schema
    read: Callable[[Any], Any] = _unchanged
    """Reads the value of a request or raises `Unreadable`; does nothing where the act itself reads its values."""
    write: Callable[[Any], Any] = _unchanged
    """Gives the plain value for an answer."""
    source: Callable[[Any], Any] | None = None
    """Finds the value in the object that an answer describes; by default its attribute or key of the same name."""
    default: Any = REQUIRED
    """The value of an optional key that a request leaves out."""
    argument: str = ""
    """The name that the view knows the value by, where it is not the key."""
    reads_null: bool = False
    """Whether `null` is passed on for a required key, because the act has a better message for it."""
    media: str = "application/json"
    parts: Mapping[str, Schema] = field(default_factory=dict)
    """The named schemas that this one refers to."""
    also: "tuple[Shape, ...]" = ()
    """The same answer in other media."""

    def of(self, source: str | Callable[[Any], Any]) -> Self:
        """The same shape, its value found by an attribute's path or by a function."""
        return replace(self, source=attrgetter(source) if isinstance(source, str) else source)

    def to(self, argument: str) -> Self:
        """The same shape, its value passed to the view by another name."""
        return replace(self, argument=argument)

    def optional(self, default: Any = None) -> Self:
        """The same shape for a key that may be left out."""
        return replace(self, default=default)

    def named(self, name: str, *models: type) -> Self:
        """The same shape, published under a name and referred to by it; its keys are described as the fields of these models."""
        texts = {key: text for model in models for key, text in field_texts(model).items()}
        properties = {
            key: {"description": texts[key], **schema} if key in texts else schema
            for key, schema in self.schema.get("properties", {}).items()
        }
        schema = {**self.schema, **({"properties": properties} if properties else {})}
        parts = {**self.parts, name: schema}
        return replace(self, schema={"$ref": f"#/components/schemas/{name}"}, parts=parts)


def of_kind(kind: Kind[Any]) -> Shape:
    """The shape of a kind of the rules that needs no table."""
    read, write = partial(kind.read, table=Table()), partial(kind.write, table=Table())
    return Shape(schema=kind.schema(), read=read, write=write)


def of_record(kind: Record[Any]) -> dict[str, Shape]:
    """The shapes of the keys of a record, each with its description and its default."""
    schemas = kind.schema()["properties"]
    return {key: replace(of_kind(part), schema=schemas[key]) for key, part in kind.kinds.items()}


def changeable(keys: Mapping[str, Shape]) -> dict[str, Shape]:
    """The same keys for a change: those that are left out stay as they are."""
    return {
        key: replace(shape, default=None, schema={k: v for k, v in shape.schema.items() if k != "default"})
        for key, shape in keys.items()
    }


def whole(least: int, most: int) -> Shape:
    """An integer within bounds that the act checks."""
    return Shape(schema=Whole(least, most).schema())


def text(most: int, least: int = 0) -> Shape:
    """A text of bounded length that the act checks."""
    return Shape(schema={"type": "string", "maxLength": most, **({"minLength": least} if least else {})})


def choice(*options: str) -> Shape:
    """One of a few words."""

    def read(raw: str) -> str:
        if raw not in options:
            raise refused("choix", options=AnyOf(options))
        return raw

    return Shape(schema={"type": "string", "enum": list(options)}, read=read)


def digits(least: int, most: int) -> Shape:
    """A whole number in an address: digits and nothing else."""

    def read(raw: str) -> int:
        if not (raw.isascii() and raw.isdigit() and len(raw) <= len(str(most)) and int(raw) >= least):
            raise refused("nombre-entier", limites=Label("de-a", min=least, max=most))
        return int(raw)

    return Shape(schema={"type": "integer", "minimum": least, "maximum": most}, read=read)


def constant(value: object) -> Shape:
    """Always that value."""
    return Shape(schema={"const": value})


def many(item: Shape, most: int | None = None, **keywords: Any) -> Shape:
    """A list; `keywords` are further ones of its schema."""
    bounds = {} if most is None else {"maxItems": most}

    def write(values: Iterable[Any]) -> list[Any]:
        return [item.write(value) for value in values]

    schema = {"type": "array", "items": item.schema, **bounds, **keywords}
    return Shape(schema=schema, write=write, parts=item.parts)


def nullable(shape: Shape) -> Shape:
    """That shape, or `null`."""
    return replace(
        shape,
        schema={"anyOf": [shape.schema, {"type": "null"}]},
        read=lambda raw: None if raw is None else shape.read(raw),
        write=lambda value: None if value is None else shape.write(value),
    )


def any_of(*shapes: Shape, keyword: str = "anyOf") -> Shape:
    """One of several shapes; the act tells them apart."""
    parts = {name: part for shape in shapes for name, part in shape.parts.items()}
    return Shape(schema={keyword: [shape.schema for shape in shapes]}, parts=parts)


def keys(shape: Shape, *names: str, within: str = "") -> dict[str, Shape]:
    """Several keys of one shape, found as attributes of the same names; `within` is the path to their object."""
    return {name: shape.of(f"{within}.{name}") if within else shape for name in names}


def known(paths: str) -> dict[str, Shape]:
    """Keys that have the same shape in every document; each is found by its path, or by its name alone."""
    names = {path: path.rpartition(".")[2] for path in paths.split()}
    return {name: KEYS[name].of(path) if path != name else KEYS[name] for path, name in names.items()}


def record(*groups: str | Mapping[str, Shape], extensible: bool = False) -> Shape:
    """An object with the keys of these groups, or with known keys; an extensible one may have others, and is written as it is."""
    read = [known(group) if isinstance(group, str) else group for group in groups]
    shapes = {key: shape for group in read for key, shape in group.items()}

    def write(value: Any) -> dict[str, Any]:
        own = value.__getitem__ if isinstance(value, Mapping) else partial(getattr, value)
        values = {key: shape.source(value) if shape.source else own(key) for key, shape in shapes.items()}
        return {key: shapes[key].write(item) for key, item in values.items() if item is not ABSENT}

    schema = {
        "type": "object",
        "properties": {key: shape.schema for key, shape in shapes.items()},
        "required": [key for key, shape in shapes.items() if shape.default is REQUIRED],
        **({} if extensible else {"additionalProperties": False}),
    }
    parts = any_of(*shapes.values()).parts
    return Shape(schema=schema, write=_unchanged if extensible else write, parts=parts)


def _plain(kind: type, code: str) -> Callable[[Any], Any]:
    """A reader that takes values of one Python type, and refuses others with that code."""

    def read(raw: Any) -> Any:
        if type(raw) is not kind:
            raise refused(code, limites="")
        return raw

    return read


ANY = Shape(schema={})
OBJECT = Shape(schema={"type": "object"}, write=dict)
TEXT = Shape(schema={"type": "string"}, read=_plain(str, "texte-attendu"))
FLAG = of_kind(Flag())
INTEGER = Shape(schema={"type": "integer"}, read=_plain(int, "nombre-entier"))
NATURAL = Shape(schema={"type": "integer", "minimum": 0})
COUNT = whole(1, 10**9)
NUMBER = whole(1, 999_999_999)
UUID = Shape(
    schema={"type": "string", "pattern": f"^{names.UUID_PATTERN}$", "minLength": 36, "maxLength": 36}
)
MAYBE_UUID = nullable(UUID).optional()
NAME = text(names.NAME_MAX, 1)
TITLE = text(names.TITLE_MAX, 1)
REASON = text(names.REASON_MAX).optional("")
NEEDED_REASON = text(names.REASON_MAX, 1)
REVISION = nullable(COUNT).optional()
BEFORE = digits(0, 10**15 - 1).optional()
"""The place in a list that a page ends before."""
NAMES, INTEGERS, NUMBERS = many(TEXT), many(INTEGER), many(NUMBER)
_SHAPES = {
    "id number partie tournament": NUMBER,
    "rank round revision rang next_rang attempt first table line": COUNT,
    "byes matches lines through planned came wins score bound": NATURAL,
    "total credit points expected found": INTEGER,
    "shared present provisional withheld finished struck closed ok": FLAG,
    "name club game reason actor device at by why when kind code field message label seed": TEXT,
    "version place lieu active_at text source hash token state last licence substitute": TEXT,
    "names clubs prizes columns winners partners opponents order": NAMES,
    "scores totals before after": INTEGERS,
    "numbers": NUMBERS,
    "date": nullable(TEXT),
}
KEYS: Mapping[str, Shape] = {key: shape for keys, shape in _SHAPES.items() for key in keys.split()}
"""The keys that have the same shape wherever they are."""
CSV = Shape(schema=TEXT.schema, media="text/csv")
PDF = Shape(schema={"type": "string", "format": "binary"}, media="application/pdf")
XLSX = Shape(schema=PDF.schema, media=XLSX_TYPE)
TOML = Shape(schema=TEXT.schema, media="application/toml")
VERSION = Shape(schema={"type": "number"})
NEWNESS = record({"epoch": TEXT, "version": VERSION}, keys(FLAG, "gave_way", "free")).named("Newness")
STREAM = Shape(schema=TEXT.schema, media="text/event-stream", also=(NEWNESS,))
"""A stream; how new the page is now, once, where none is asked for or offered."""
SWITCH = choice("0", "1").optional("0")
OF_ANY = {
    "changes": of_kind(CHANGES).optional(),
    "signatures": of_kind(Initials()).optional(),
    "date": nullable(of_kind(Day())).optional(),
    "lieu": nullable(text(names.TITLE_MAX)).optional(),
    "premier_donneur": nullable(NAME).optional(),
}
"""Keys of the sheet of any game."""
CAMPS = nullable(many(NAME, 2, minItems=2, uniqueItems=True)).optional()


def sheet_shape(game: Game, entry: Shape) -> Shape:
    """The sheet file of one game."""
    rules = game.rules
    players = many(NAME, max(rules.SEATS), minItems=min(rules.SEATS), uniqueItems=True)
    return record(
        {"format": constant(FORMAT), "game": constant(game.key)},
        {"players": nullable(players).optional() if rules.NAMELESS else players},
        {"settings": of_kind(rules.SETTINGS).optional(), "entries": many(entry, MAX_ENTRIES).optional()},
        OF_ANY,
        {"equipes": CAMPS} if rules.CAMPS else {},
    ).named(f"Sheet-{game.key}")


def entry_shape(game: Game) -> Shape:
    """The line of one game's sheet; what the players declare and an adjustment are named too, for generators of clients."""
    line = of_kind(LineOf(game.rules))
    kinds = zip(("Declared", "Adjustment"), line.schema["oneOf"], strict=True)
    parts = [Shape(schema=schema).named(f"{kind}-{game.key}") for kind, schema in kinds]
    union = any_of(*parts, keyword="oneOf")
    return replace(line, schema=union.schema, parts=union.parts).named(f"Entry-{game.key}")


DEFINITION = Shape(schema=catalogue.DEFINITION.schema()).named("Definition")
HOUSE_KEY = Shape(schema={"type": "string", "pattern": f"^{catalogue.PREFIX}", "maxLength": 40})
DECLARED = record(
    {"format": constant(FORMAT), "game": HOUSE_KEY, "definition": DEFINITION},
    {"players": many(NAME, 12, minItems=2, uniqueItems=True), "settings": OBJECT.optional()},
    {"entries": many(OBJECT, MAX_ENTRIES).optional(), **OF_ANY, "equipes": CAMPS},
).named("Sheet-maison")
"""The sheet file of a declared game."""
ENTRIES = {game.key: entry_shape(game) for game in GAMES}
ENTRY = any_of(*ENTRIES.values(), OBJECT.named("Entry-maison")).named("Entry")
SHEETS = (*(sheet_shape(game, ENTRIES[game.key]) for game in GAMES), DECLARED)
SHEET = any_of(*SHEETS, keyword="oneOf").named("Sheet")
