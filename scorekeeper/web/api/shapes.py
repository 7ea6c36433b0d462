"""Shapes of JSON values: how a request's value is read, how a response's is written, and the JSON Schema of both.

At the end are the shapes of sheet files: one for each game, and one for all declared games.
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
from scorekeeper.records.ledger import UUID_PATTERN
from scorekeeper.web.core.requests import XLSX as XLSX_TYPE

Schema = dict[str, Any]

REQUIRED: Any = object()
"""Default of a required key."""
ABSENT: Any = object()
"""Value of a key that a response leaves out."""


def _unchanged(value: Any) -> Any:
    return value


@dataclass(frozen=True, kw_only=True)
class Shape:
    """A kind of JSON value."""

    schema: Schema
    read: Callable[[Any], Any] = _unchanged
    """Read a value of a request. Raises `Unreadable`; returns it unchanged when the act itself parses it."""
    write: Callable[[Any], Any] = _unchanged
    """Return the JSON value for a response."""
    source: Callable[[Any], Any] | None = None
    """Return the value from the object that a response describes; by default its attribute or key of the same name."""
    default: Any = REQUIRED
    """Value of an optional key that a request leaves out."""
    argument: str = ""
    """Name of the view's argument, if it differs from the key."""
    reads_null: bool = False
    """Whether `null` is passed on for a required key, because the act has a better message for it."""
    media: str = "application/json"
    parts: Mapping[str, Schema] = field(default_factory=dict)
    """Named schemas to which this one refers."""
    also: "tuple[Shape, ...]" = ()
    """Alternative shapes of the same response in other media types."""

    def of(self, source: str | Callable[[Any], Any]) -> Self:
        """Return the shape with its value found by an attribute's path or by a function."""
        return replace(self, source=attrgetter(source) if isinstance(source, str) else source)

    def to(self, argument: str) -> Self:
        """Return the shape with its value passed to the view under another name."""
        return replace(self, argument=argument)

    def optional(self, default: Any = None) -> Self:
        """Return the shape for a key that may be left out."""
        return replace(self, default=default)

    def named(self, name: str, *models: type) -> Self:
        """Return the shape as a reference to a named schema; its keys get the docstrings of the models' fields as descriptions."""
        texts = {key: text for model in models for key, text in field_texts(model).items()}
        properties = {
            key: {"description": texts[key], **schema} if key in texts else schema
            for key, schema in self.schema.get("properties", {}).items()
        }
        schema = {**self.schema, **({"properties": properties} if properties else {})}
        parts = {**self.parts, name: schema}
        return replace(self, schema={"$ref": f"#/components/schemas/{name}"}, parts=parts)


def of_kind(kind: Kind[Any]) -> Shape:
    """Return the shape of a kind that does not depend on a table."""
    read, write = partial(kind.read, table=Table()), partial(kind.write, table=Table())
    return Shape(schema=kind.schema(), read=read, write=write)


def of_record(kind: Record[Any]) -> dict[str, Shape]:
    """Return the shapes of a record's keys, with their descriptions and defaults."""
    schemas = kind.schema()["properties"]
    return {key: replace(of_kind(part), schema=schemas[key]) for key, part in kind.kinds.items()}


def changeable(keys: Mapping[str, Shape]) -> dict[str, Shape]:
    """Return the keys for a change, all optional and without defaults: missing ones stay unchanged."""
    return {
        key: replace(shape, default=None, schema={k: v for k, v in shape.schema.items() if k != "default"})
        for key, shape in keys.items()
    }


def bounded_int(least: int, most: int) -> Shape:
    """Return the shape of an integer within bounds, which the act checks."""
    return Shape(schema=Whole(least, most).schema())


def text(most: int, least: int = 0) -> Shape:
    """Return the shape of a text of bounded length, which the act checks."""
    return Shape(schema={"type": "string", "maxLength": most, **({"minLength": least} if least else {})})


def choice(*options: str) -> Shape:
    """Return the shape of one of several words."""

    def read(raw: str) -> str:
        if raw not in options:
            raise refused("choix", options=AnyOf(options))
        return raw

    return Shape(schema={"type": "string", "enum": list(options)}, read=read)


def digits(least: int, most: int) -> Shape:
    """Return the shape of a whole number in a URL: ASCII digits, no more of them than `most` has, from `least` to `most`."""

    def read(raw: str) -> int:
        if not (raw.isascii() and raw.isdigit() and len(raw) <= len(str(most)) and least <= int(raw) <= most):
            raise refused("nombre-entier", limites=Label("de-a", min=least, max=most))
        return int(raw)

    return Shape(schema={"type": "integer", "minimum": least, "maximum": most}, read=read)


def constant(value: object) -> Shape:
    """Return the shape of a constant."""
    return Shape(schema={"const": value})


def many(item: Shape, most: int | None = None, **keywords: Any) -> Shape:
    """Return the shape of a list; `keywords` are added to its schema."""
    bounds = {} if most is None else {"maxItems": most}

    def write(values: Iterable[Any]) -> list[Any]:
        return [item.write(value) for value in values]

    schema = {"type": "array", "items": item.schema, **bounds, **keywords}
    return Shape(schema=schema, write=write, parts=item.parts)


def nullable(shape: Shape) -> Shape:
    """Return the shape of that value or `null`."""
    return replace(
        shape,
        schema={"anyOf": [shape.schema, {"type": "null"}]},
        read=lambda raw: None if raw is None else shape.read(raw),
        write=lambda value: None if value is None else shape.write(value),
    )


def any_of(*shapes: Shape, keyword: str = "anyOf") -> Shape:
    """Return the shape of one of several alternatives, which the act distinguishes."""
    parts = {name: part for shape in shapes for name, part in shape.parts.items()}
    return Shape(schema={keyword: [shape.schema for shape in shapes]}, parts=parts)


def keys(shape: Shape, *names: str, within: str = "") -> dict[str, Shape]:
    """Return several keys of one shape, found as attributes of the same names; `within` is the path to their object."""
    return {name: shape.of(f"{within}.{name}") if within else shape for name in names}


def known(paths: str) -> dict[str, Shape]:
    """Return keys of `KEYS`, given as names or as paths that end in one, separated by spaces."""
    names = {path: path.rpartition(".")[2] for path in paths.split()}
    return {name: KEYS[name].of(path) if path != name else KEYS[name] for path, name in names.items()}


def record(*groups: str | Mapping[str, Shape], extensible: bool = False) -> Shape:
    """Return the shape of an object.

    Args:
        *groups: mappings of keys to shapes, or texts for `known`.
        extensible: whether the object may have further keys; it is then written unchanged.
    """
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
    """Return a reader that accepts values of one Python type, and refuses others with that fault code."""

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
COUNT = bounded_int(1, 10**9)
NUMBER = bounded_int(1, 999_999_999)
UUID = Shape(schema={"type": "string", "pattern": f"^{UUID_PATTERN}$", "minLength": 36, "maxLength": 36})
MAYBE_UUID = nullable(UUID).optional()
NAME = text(names.NAME_MAX, 1)
TITLE = text(names.TITLE_MAX, 1)
REASON = text(names.REASON_MAX).optional("")
NEEDED_REASON = text(names.REASON_MAX, 1)
REVISION = nullable(COUNT).optional()
BEFORE = digits(0, 10**15 - 1).optional()
"""Cursor of a list: the page has items before it."""
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
"""Keys that have the same shape in every document."""
CSV = Shape(schema=TEXT.schema, media="text/csv")
PDF = Shape(schema={"type": "string", "format": "binary"}, media="application/pdf")
XLSX = Shape(schema=PDF.schema, media=XLSX_TYPE)
TOML = Shape(schema=TEXT.schema, media="application/toml")
VERSION = Shape(schema={"type": "number"})
NEWNESS = record({"epoch": TEXT, "version": VERSION}, keys(FLAG, "gave_way", "free")).named("Newness")
STREAM = Shape(schema=TEXT.schema, media="text/event-stream", also=(NEWNESS,))
"""Stream of a page's versions; one version as JSON if no stream is requested or offered."""
SWITCH = choice("0", "1").optional("0")
OF_ANY = {
    "changes": of_kind(CHANGES).optional(),
    "signatures": of_kind(Initials()).optional(),
    "date": nullable(of_kind(Day())).optional(),
    "lieu": nullable(text(names.TITLE_MAX)).optional(),
    "premier_donneur": nullable(NAME).optional(),
}
"""Optional keys of the sheet file of any game."""
CAMPS = nullable(many(NAME, 2, minItems=2, uniqueItems=True)).optional()


def sheet_shape(game: Game, entry: Shape) -> Shape:
    """Return the shape of a game's sheet file."""
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
    """Return the shape of a line of a game's sheet: a played deal or an adjustment, both named for client generators."""
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
"""Shape of the sheet file of a declared game."""
ENTRIES = {game.key: entry_shape(game) for game in GAMES}
ENTRY = any_of(*ENTRIES.values(), OBJECT.named("Entry-maison")).named("Entry")
SHEETS = (*(sheet_shape(game, ENTRIES[game.key]) for game in GAMES), DECLARED)
SHEET = any_of(*SHEETS, keyword="oneOf").named("Sheet")
