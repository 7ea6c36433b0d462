"""The schemas that the API's description refers to, made of those that read what is sent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.catalogue import GAMES
from scorekeeper.kit.game import Game
from scorekeeper.parties import Kind, Status
from scorekeeper.rules import names
from scorekeeper.sheet_file import FAULTS_FORMAT, FORMAT, MAX_ENTRIES, SCORE_FORMAT

Schema = dict[str, Any]

NAME: Schema = {"type": "string", "minLength": 1, "maxLength": names.NAME_MAX}
UUID: Schema = {
    "type": "string",
    "pattern": "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$",
    "minLength": 36,
    "maxLength": 36,
}
REASON: Schema = {"type": "string", "maxLength": names.REASON_MAX}
COUNT: Schema = {"type": "integer", "minimum": 1, "maximum": 10**9}
NUMBER: Schema = {"type": "integer", "minimum": 1, "maximum": 999_999_999}
BY: Schema = {"type": "string", "maxLength": names.NAME_MAX, "description": "who acts"}


def ref(name: str) -> Schema:
    """A reference to a schema of this document."""
    return {"$ref": f"#/components/schemas/{name}"}


def obj(properties: Mapping[str, Schema], optional: tuple[str, ...] = (), *, open_: bool = False) -> Schema:
    """An object whose keys are all required but the optional ones."""
    return {
        "type": "object",
        "properties": dict(properties),
        "required": [key for key in properties if key not in optional],
        **({} if open_ else {"additionalProperties": False}),
    }


def many(items: Schema, most: int | None = None) -> Schema:
    """A list."""
    return {"type": "array", "items": items, **({} if most is None else {"maxItems": most})}


def nullable(schema: Schema) -> Schema:
    """That, or null."""
    return {"anyOf": [schema, {"type": "null"}]}


def sheet_schema(game: Game) -> Schema:
    """The sheet file of one game."""
    rules = game.rules
    players = {
        **many(NAME),
        "minItems": min(rules.SEATS),
        "maxItems": max(rules.SEATS),
        "uniqueItems": True,
    }
    properties: dict[str, Schema] = {
        "format": {"const": FORMAT},
        "game": {"const": game.key},
        "players": nullable(players) if rules.NAMELESS else players,
        "settings": rules.SETTINGS.schema(),
        "entries": many(ref(f"Entry-{game.key}"), MAX_ENTRIES),
        "date": nullable({"type": "string", "format": "date"}),
        "lieu": nullable({"type": "string", "maxLength": names.TITLE_MAX}),
        "premier_donneur": nullable(NAME),
    }
    if rules.CAMPS:
        properties["equipes"] = nullable({**many(NAME, 2), "minItems": 2, "uniqueItems": True})
    required = ("format", "game") if rules.NAMELESS else ("format", "game", "players")
    return {
        **obj(properties, tuple(key for key in properties if key not in required)),
        "title": game.name,
    }


STATUS: Schema = {"type": "string", "enum": list(Status)}
TEXT: Schema = {"type": "string"}
INTEGER: Schema = {"type": "integer"}


def schemas() -> dict[str, Schema]:
    """Every schema that is referred to."""
    entries = {f"Entry-{game.key}": game.rules.ENTRY.schema() for game in GAMES}
    sheets = {f"Sheet-{game.key}": sheet_schema(game) for game in GAMES}
    place = {"id": NUMBER, "revision": COUNT, "next_rang": COUNT, "status": STATUS}
    format_ = {"const": FAULTS_FORMAT}
    standing = _standing()
    faults = many(_fault())
    return {
        **entries,
        **sheets,
        "Entry": {"anyOf": [ref(name) for name in entries]},
        "Sheet": {"oneOf": [ref(name) for name in sheets]},
        "Faults": obj({"format": format_, "faults": faults}),
        "Conflict": obj(
            {"format": format_, "faults": faults, "revision": COUNT, "standing": nullable(standing)},
            ("revision", "standing"),
        ),
        "Score": obj(_score()),
        "Place": obj({**_score(), **place}),
        "Partie": obj({**place, "sheet": ref("Sheet"), "score": ref("Score"), "struck": many(standing)}),
        "Summary": _summary(),
        "Change": _change(),
        "Game": _game(),
    }


def _fault() -> Schema:
    return obj({"entry": nullable(INTEGER), "field": TEXT, "code": TEXT, "message": TEXT})


def _standing() -> Schema:
    return obj(
        {
            "rang": COUNT,
            "entry": {"type": "object"},
            "struck": {"type": "boolean"},
            "at": TEXT,
            "actor": TEXT,
            "device": TEXT,
        }
    )


def _score() -> dict[str, Schema]:
    """The keys of the score document; a row may have further ones of its game."""
    row = obj(
        {
            "rang": COUNT,
            "scores": many(INTEGER),
            "totals": many(INTEGER),
            "detail": many(obj({"label": TEXT, "scores": many(INTEGER)})),
            "doubts": many(obj({"code": TEXT, "field": TEXT, "message": TEXT})),
        },
        open_=True,
    )
    return {
        "format": {"const": SCORE_FORMAT},
        "game": TEXT,
        "columns": many(TEXT),
        "rows": many(row),
        "totals": many(INTEGER),
        "finished": {"type": "boolean"},
        "winners": many(TEXT),
        "control": nullable(obj({"expected": INTEGER, "found": INTEGER, "ok": {"type": "boolean"}})),
    }


def _change() -> Schema:
    return obj(
        {
            "kind": {"type": "string", "enum": list(Kind)},
            "rang": nullable(COUNT),
            "entry": nullable({"type": "object"}),
            **dict.fromkeys(("reason", "actor", "device", "at"), TEXT),
        }
    )


def _summary() -> Schema:
    return obj(
        {
            "id": NUMBER,
            "game": TEXT,
            "columns": many(TEXT),
            "date": nullable({"type": "string"}),
            "lieu": TEXT,
            "status": STATUS,
            "revision": COUNT,
            "lines": {"type": "integer", "minimum": 0},
            "totals": many(INTEGER),
            "finished": {"type": "boolean"},
            "winners": many(TEXT),
            "active_at": TEXT,
        }
    )


def _game() -> Schema:
    return obj(
        {
            "key": TEXT,
            "name": TEXT,
            "entry_word": TEXT,
            "seats": many(INTEGER),
            "camps": {"type": "boolean"},
            "settings": {"type": "object"},
            "settings_schema": {"type": "object"},
            "entry_schema": {"type": "object"},
        }
    )
