"""The whole API's description: that of the sheets, and the tournament desk added to it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.catalogue import GAMES
from scorekeeper.i18n import LANGUAGES
from scorekeeper.paper.posters.pages import Wall
from scorekeeper.rules import names
from scorekeeper.tournaments.access.organiser import PASSPHRASE_MAX, PASSPHRASE_MIN
from scorekeeper.tournaments.export import Sheet
from scorekeeper.tournaments.options import MAX_ENTRANTS, MAX_TABLES, OPTIONS
from scorekeeper.web.api import openapi
from scorekeeper.web.api.openapi import JUDGING, READING, WRITING, call, path_number
from scorekeeper.web.api.schemas import NUMBER, REASON, UUID, Schema, many, nullable, obj, ref
from scorekeeper.web.api.tournament_schemas import schemas
from scorekeeper.web.tournaments.permissions import Role

BY: Schema = {"type": "string", "description": "read over: who acts is known"}
TITLE: Schema = {"type": "string", "minLength": 1, "maxLength": names.TITLE_MAX}
NAME: Schema = {"type": "string", "minLength": 1, "maxLength": names.NAME_MAX}
NEEDED: Schema = {**REASON, "minLength": 1}
KEY: Schema = {"name": "Idempotency-Key", "in": "header", "required": False, "schema": UUID}
DESK_JUDGING = (*JUDGING, "401", "429", "404")

T: Schema = {"parameters": [path_number("number")]}
P: Schema = {"parameters": [path_number("number"), path_number("player")]}
R: Schema = {"parameters": [path_number("number"), path_number("tour")]}
RT: Schema = {"parameters": [path_number("number"), path_number("tour"), path_number("table")]}
LINK: Schema = {"parameters": [path_number("number"), path_number("table")]}

Answers = Mapping[str, tuple[str, Schema]]
TOURNAMENT: Answers = {"200": ("the tournament", ref("Tournament"))}
ROUND: Answers = {"200": ("the round", ref("Round"))}
TABLE: Answers = {"200": ("the table", ref("Table"))}
STANDINGS: Answers = {"200": ("the ranking", ref("Standings"))}
ENTRANT: Answers = {"200": ("the player", ref("Entrant"))}
LINKS: Answers = {"200": ("the links", obj({"links": many(ref("Link"))}))}


def act(properties: Mapping[str, Schema], *optional: str) -> Schema:
    """The body of an act; its uuid may be left out."""
    return obj({**properties, "uuid": nullable(UUID), "by": BY}, (*optional, "uuid", "by"))


def _desk(summary: str, success: Answers, body: Schema | None = None, **more: Any) -> Schema:
    """An act of the organiser or of a table; without a body where nothing must be said."""
    described = call(summary, success, WRITING, body or act({}), **more)
    if body is None or not set(body.get("required", ("one",))):
        described["requestBody"]["required"] = False
    return described


def heading(*, created: bool) -> Schema:
    """A tournament as it is asked for."""
    options = OPTIONS.schema()["properties"]
    plain: dict[str, Schema] = {
        "name": TITLE,
        "settings": {"type": "object"},
        **options,
        "uuid": nullable(UUID),
    }
    if not created:
        return obj(plain, tuple(plain))
    plain |= {
        "game": {"type": "string", "enum": [game.key for game in GAMES]},
        "players": many({"anyOf": [NAME, ref("Newcomer")]}, MAX_ENTRANTS),
        "seed": nullable(TITLE),
    }
    return obj(plain, tuple(key for key in plain if key not in {"name", "game"}))


def paths() -> dict[str, Schema]:
    """Every call of the desk."""
    found = {**_tournament_paths(), **_player_paths(), **_round_paths(), **_table_paths(), **_link_paths()}
    return {f"/api/tournois{path}": item for path, item in found.items()} | _door_paths()


def _tournament_paths() -> dict[str, Schema]:
    page = obj({"tournois": many(ref("Listed")), "before": nullable({"type": "integer"})})
    before = {"type": "integer", "minimum": 0, "maximum": 10**15 - 1}
    created = {"201": ("opened", ref("Tournament")), "200": ("was opened before", ref("Tournament"))}
    unchanged: Answers = {"304": ("unchanged", {})}
    return {
        "": {
            "get": call(
                "The tournaments, latest first",
                {"200": ("a page of them", page)},
                ("422", "503"),
                parameters=[_query("before", before)],
            ),
            "post": call("Open a tournament", created, WRITING, heading(created=True), parameters=[KEY]),
        },
        "/{number}": {
            **T,
            "get": call("A tournament", {**TOURNAMENT, **unchanged}, READING),
            "patch": call("Change a tournament", TOURNAMENT, WRITING, heading(created=False)),
        },
        "/{number}/seed": {**T, "post": _desk("Announce a seed", _seed(), act({"seed": TITLE}))},
        "/{number}/finish": {
            **T,
            "post": _desk("Finish a tournament", TOURNAMENT, act({"reason": REASON}, "reason")),
        },
        "/{number}/resume": {
            **T,
            "post": _desk("Resume a tournament", TOURNAMENT, act({"reason": NEEDED})),
        },
        "/{number}/standings": {
            **T,
            "get": call(
                "The ranking",
                {**STANDINGS, **unchanged},
                (*READING, "422"),
                parameters=[_query("rounds", {"type": "integer", "minimum": 0, "maximum": 999})],
            ),
        },
        "/{number}/history": {
            **T,
            "get": call("What happened to a tournament", _history(), READING),
        },
        "/{number}/export.csv": {**T, "get": _csv()},
        "/{number}/affiche.pdf": {**T, "get": _poster()},
        "/{number}/export.json": {
            **T,
            "get": call(
                "The whole tournament with its history", {"200": ("everything", {"type": "object"})}, READING
            ),
        },
    }


def _player_paths() -> dict[str, Schema]:
    several = obj({"players": many(ref("Entrant")), "count": _count(), "revision": NUMBER})
    registered = {"201": ("registered", several), "200": ("were registered before", several)}
    people = {"anyOf": [NAME, ref("Newcomer")]}
    body = {
        "anyOf": [
            obj({"players": many(people, MAX_ENTRANTS), "uuid": nullable(UUID)}, ("uuid",)),
            many(people, MAX_ENTRANTS),
            obj({**schemas()["Newcomer"]["properties"], "uuid": nullable(UUID)}, (*_but_name(), "uuid")),
        ]
    }
    register = call("Register players", registered, WRITING, body, parameters=[KEY])
    register["requestBody"]["content"]["text/csv"] = {"schema": {}}
    text = obj({"text": {"type": "string"}, "separator": nullable({"type": "string"}), "uuid": {}, "by": {}})
    text["required"] = ["text"]
    look = call("Look through a list of players", {"200": ("each line", ref("Preview"))}, DESK_JUDGING, text)
    look["requestBody"]["content"]["text/csv"] = {"schema": {}}
    changes = {**schemas()["Newcomer"]["properties"], "uuid": nullable(UUID)}
    return {
        "/{number}/players": {**T, "post": register},
        "/{number}/players/preview": {**T, "post": look},
        "/{number}/players/{player}": {
            **P,
            "get": call("A player’s evening", {"200": ("the evening", ref("PlayerRecord"))}, READING),
            "patch": call("Correct a player", ENTRANT, WRITING, obj(changes, tuple(changes))),
            "delete": _desk("Withdraw a player", ENTRANT, act({"reason": REASON}, "reason")),
        },
        "/{number}/players/{player}/return": {**P, "post": _desk("Bring a player back", ENTRANT)},
        "/{number}/players/{player}/card": {
            **P,
            "post": _desk(
                "Note a drawn card",
                STANDINGS,
                act({"value": {"type": "integer", "minimum": 1, "maximum": 1000}}),
            ),
        },
    }


def _but_name() -> tuple[str, ...]:
    return tuple(key for key in schemas()["Newcomer"]["properties"] if key != "name")


def _round_paths() -> dict[str, Schema]:
    drawn = {"201": ("opened", ref("Opened")), "200": ("was opened before", ref("Opened"))}
    draw = act(
        {"seed": nullable(TITLE), "redraw": {"type": "boolean"}, "reason": REASON}, "seed", "redraw", "reason"
    )
    return {
        "/{number}/rounds": {**T, "post": _desk("Draw and open the next round", drawn, draw)},
        "/{number}/rounds/{tour}": {**R, "get": call("A round", ROUND, READING)},
        "/{number}/rounds/{tour}/close": {**R, "post": _desk("Close a round", ROUND)},
        "/{number}/rounds/{tour}/reopen": {
            **R,
            "post": _desk("Reopen a round", ROUND, act({"reason": NEEDED})),
        },
        "/{number}/rounds/{tour}/substitutes": {
            **R,
            "post": _desk(
                "Let somebody stand in",
                ROUND,
                act({"number": NUMBER, "name": {"type": "string", "maxLength": names.NAME_MAX}}, "name"),
            ),
        },
    }


def _table_paths() -> dict[str, Schema]:
    whole = {"type": "integer", "minimum": -(10**6), "maximum": 10**6}
    result = act(
        {
            "totals": nullable(many(whole, 6)),
            "entries": nullable(many({"type": "object"}, 200)),
            "matches": nullable(many({**whole, "minimum": 0}, 6)),
            "reason": REASON,
        },
        "totals",
        "entries",
        "matches",
        "reason",
    )
    result["properties"]["uuid"] = UUID
    result["required"] = ["uuid"]
    body = {"anyOf": [result, many({"type": "object"}, 200)]}
    typed = {"201": ("noted", ref("Table")), "200": ("was noted before", ref("Table"))}
    signed = {"201": ("signed", ref("Table")), "200": ("was signed before", ref("Table"))}
    mark = obj(
        {
            "side": {"type": "integer", "minimum": 0, "maximum": 5},
            "initials": {"type": "string", "minLength": 1, "maxLength": 8},
            "revision": NUMBER,
            "uuid": UUID,
            "by": BY,
        },
        ("by",),
    )
    table = "/{number}/rounds/{tour}/tables/{table}"
    return {
        table: {**RT, "get": call("A table of a round", TABLE, READING)},
        f"{table}/result": {
            **RT,
            "post": call("Note a result from paper", typed, WRITING, body, parameters=[KEY]),
        },
        f"{table}/sign": {**RT, "post": call("Sign a sheet", signed, WRITING, mark)},
        f"{table}/dispute": {
            **RT,
            "post": _desk("Call the organiser", TABLE, act({"text": REASON}, "text")),
        },
        f"{table}/settle": {**RT, "post": _desk("Settle a dispute", TABLE, act({"reason": NEEDED}))},
        f"{table}/accept": {
            **RT,
            "post": _desk("Take a sheet unsigned", TABLE, act({"reason": REASON}, "reason")),
        },
        f"{table}/reopen": {**RT, "post": _desk("Reopen a sheet", TABLE, act({"reason": NEEDED}))},
    }


def _link_paths() -> dict[str, Schema]:
    token = obj({"table": NUMBER, "token": {"type": "string"}})
    return {
        "/{number}/links": {
            **T,
            "get": call("The links of the tables", LINKS, READING),
            "post": call(
                "Make the links of the tables",
                {"200": ("their tokens", obj({"links": many(token)}))},
                WRITING,
            ),
        },
        "/{number}/links/{table}": {
            "parameters": [path_number("number"), {**path_number("table"), "schema": _table()}],
            "post": call("Make another link of a table", {"200": ("its token", token)}, WRITING),
            "delete": call("End the link of a table", LINKS, WRITING),
        },
    }


def _door_paths() -> dict[str, Schema]:
    passphrase = {"type": "string", "minLength": PASSPHRASE_MIN, "maxLength": PASSPHRASE_MAX}
    who = obj(
        {
            "role": {"type": "string", "enum": list(Role)},
            "tournament": nullable(NUMBER),
            "table": nullable(NUMBER),
            "passphrase": {"type": "boolean"},
        }
    )
    took = obj({"token": {"type": "string"}, "tournament": NUMBER, "table": NUMBER})
    everywhere = {"type": "string", "enum": ["0", "1"]}
    return {
        "/api/acces": {"get": call("Who asks", {"200": ("the role", who)}, ("503",))},
        "/api/acces/table": {
            "post": call(
                "Take a table by its link",
                {"201": ("taken", took)},
                WRITING,
                act({"token": {"type": "string"}}),
            )
        },
        "/api/acces/organisateur": {
            "post": call(
                "Log in as the organiser",
                {"201": ("logged in", obj({"token": {"type": "string"}}))},
                WRITING,
                act({"passphrase": passphrase}),
            ),
            "put": call(
                "Set the organiser’s passphrase",
                {"200": ("set", obj({"passphrase": {"const": True}}))},
                WRITING,
                act({"passphrase": passphrase}),
            ),
            "delete": call(
                "Log out",
                {"200": ("logged out", obj({"role": {"type": "string"}}))},
                WRITING,
                parameters=[_query("all", everywhere)],
            ),
        },
    }


def _table() -> Schema:
    return {"type": "integer", "minimum": 1, "maximum": MAX_TABLES}


def _count() -> Schema:
    return {"type": "integer", "minimum": 0}


def _query(name: str, schema: Schema) -> Schema:
    return {"name": name, "in": "query", "required": False, "schema": schema}


def _seed() -> Answers:
    return {"200": ("announced", obj({"seed": {"type": "string"}, "revision": NUMBER}))}


def _history() -> Answers:
    return {"200": ("oldest first", obj({"history": many(ref("Happening"))}))}


def _csv() -> Schema:
    described = call(
        "A table of the tournament as CSV",
        {"200": ("the table", {})},
        (*READING, "422"),
        parameters=[
            _query("table", {"type": "string", "enum": list(Sheet)}),
            _query("excel", {"type": "string", "enum": ["0", "1"]}),
        ],
    )
    described["responses"]["200"]["content"] = {"text/csv": {"schema": {"type": "string"}}}
    return described


def _poster() -> Schema:
    described = call(
        "Who sits at which table, to hang on the wall",
        {"200": ("the poster", {})},
        (*READING, "422"),
        parameters=[
            _query("tour", {"type": "integer", "minimum": 1, "maximum": 99}),
            _query("papier", {"type": "string", "enum": list(Wall)}),
            _query("langue", {"type": "string", "enum": list(LANGUAGES)}),
        ],
    )
    described["responses"]["200"]["content"] = {
        "application/pdf": {"schema": {"type": "string", "format": "binary"}}
    }
    return described


def document() -> Schema:
    """The whole description, OpenAPI 3.1."""
    whole = openapi.document()
    return {
        **whole,
        "paths": {**whole["paths"], **paths()},
        "components": {
            "schemas": {**whole["components"]["schemas"], **schemas()},
            "securitySchemes": {
                "organisateur": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "the token of POST /api/acces/organisateur, or of a table",
                }
            },
        },
        "security": [{}, {"organisateur": []}],
    }
