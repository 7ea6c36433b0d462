"""The API's own description, built from the same schemas that read what is sent."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from scorekeeper import __version__
from scorekeeper.catalogue import GAMES
from scorekeeper.parties import Status
from scorekeeper.web.api.schemas import (
    BY,
    COUNT,
    NUMBER,
    REASON,
    UUID,
    Schema,
    many,
    nullable,
    obj,
    ref,
    schemas,
)

FAILURES: Mapping[str, tuple[str, str]] = {
    "400": ("not JSON, or not the JSON that is taken here", "Faults"),
    "401": ("for the organiser alone: log in first", "Faults"),
    "403": ("sent by a page of another site, or not for this table", "Faults"),
    "404": ("there is no such thing", "Faults"),
    "405": ("the address does not take this method", "Faults"),
    "409": ("the sheet has changed meanwhile, or is closed: what stands there", "Conflict"),
    "413": ("the body is too large", "Faults"),
    "415": ("the body is not application/json", "Faults"),
    "422": ("refused, with every reason", "Faults"),
    "429": ("too many tries: wait", "Faults"),
    "503": ("busy or unreadable: the same request may be sent again", "Faults"),
    "507": ("the disk is full or write-protected", "Faults"),
}
"""What each failure means and the schema of its body."""

LINKED = ("a-partie", "write-the-next-line", "what-happened-to-a-partie", "close-a-partie", "reopen-a-partie")
"""What can be done with a partie that was opened, by operation."""

READING = ("401", "403", "404", "503")
JUDGING = ("400", "403", "413", "415", "422", "503")
WRITING = (*JUDGING, "401", "404", "409", "429", "507")


def responses(success: Mapping[str, tuple[str, Schema]], failures: tuple[str, ...]) -> Schema:
    """All answers of a call."""
    found = {
        status: {
            "description": text,
            **({"content": {"application/json": {"schema": schema}}} if schema else {}),
        }
        for status, (text, schema) in success.items()
    }
    for status in sorted({*failures, "405"}):
        text, name = FAILURES[status]
        found[status] = {"description": text, "content": {"application/json": {"schema": ref(name)}}}
        if status in {"429", "503"}:
            found[status]["headers"] = {"Retry-After": {"schema": {"type": "integer"}}}
    return found


def call(
    summary: str,
    success: Mapping[str, tuple[str, Schema]],
    failures: tuple[str, ...],
    body: Schema | None = None,
    **more: Any,
) -> Schema:
    """One operation."""
    described: Schema = {
        "operationId": re.sub(r"\W+", "-", summary.lower()),
        "summary": summary,
        "responses": responses(success, failures),
        **more,
    }
    if body is not None:
        described["requestBody"] = {"required": True, "content": {"application/json": {"schema": body}}}
    return described


def path_number(name: str) -> Schema:
    """A number in the address."""
    return {"name": name, "in": "path", "required": True, "schema": NUMBER}


def act(properties: Mapping[str, Schema], optional: tuple[str, ...] = ()) -> Schema:
    """The body of an act."""
    return obj({"uuid": UUID, **properties, "by": BY}, (*optional, "by"))


def paths() -> dict[str, Schema]:
    """Every call."""
    return {**_plain_paths(), **_partie_paths(), **_line_paths()}


PARTIE: Schema = {"parameters": [path_number("number")]}
LINE: Schema = {"parameters": [path_number("number"), path_number("rang")]}
PLACE: Mapping[str, tuple[str, Schema]] = {"200": ("the score so far", ref("Place"))}
CHANGE: Mapping[str, Schema] = {"revision": nullable(COUNT), "reason": REASON}


def _plain_paths() -> dict[str, Schema]:
    key = {"name": "Idempotency-Key", "in": "header", "required": False, "schema": UUID}
    opening = call(
        "Open a partie", {"201": ("opened", ref("Partie"))}, WRITING, ref("Sheet"), parameters=[key]
    )
    opening["responses"]["201"]["links"] = {
        name: {"operationId": name, "parameters": {"number": "$response.body#/id"}} for name in LINKED
    }
    score = {"200": ("its score", ref("Score"))}
    return {
        "/api/health": {"get": call("Whether an entry could be written", _health(), ())},
        "/api/games": {
            "get": call("The games", {"200": ("the games", obj({"games": many(ref("Game"))}))}, ())
        },
        "/api/score": {"post": call("Score a sheet file", score, JUDGING, ref("Sheet"))},
        "/api/parties": {
            "get": call("The parties, latest first", _listed(), ("422", "503"), parameters=_filters()),
            "post": opening,
        },
    }


def _partie_paths() -> dict[str, Schema]:
    found = {"200": ("the partie", ref("Partie")), "304": ("unchanged", {})}
    reason = {**REASON, "minLength": 1}
    return {
        "/api/parties/{number}": {**PARTIE, "get": call("A partie", found, READING)},
        "/api/parties/{number}/close": {
            **PARTIE,
            "post": call("Close a partie", PLACE, WRITING, act({"revision": nullable(COUNT)}, ("revision",))),
        },
        "/api/parties/{number}/reopen": {
            **PARTIE,
            "post": call(
                "Reopen a partie",
                PLACE,
                WRITING,
                act({"reason": reason, "revision": nullable(COUNT)}, ("revision",)),
            ),
        },
        "/api/parties/{number}/history": {
            **PARTIE,
            "get": call("What happened to a partie", {"200": ("oldest first", _history())}, READING),
        },
    }


def _line_paths() -> dict[str, Schema]:
    strike = call("Strike a line", PLACE, WRITING, act(CHANGE, ("revision", "reason")))
    strike["requestBody"]["required"] = False
    amendment = act({"entry": ref("Entry"), "revision": COUNT, "reason": REASON}, ("reason",))
    return {
        "/api/parties/{number}/entries": {
            **PARTIE,
            "post": call(
                "Write the next line",
                {"201": ("written", ref("Place")), "200": ("was written before", ref("Place"))},
                WRITING,
                act({"rang": COUNT, "entry": ref("Entry")}),
            ),
        },
        "/api/parties/{number}/entries/{rang}": {
            **LINE,
            "put": call("Amend a line", PLACE, WRITING, amendment),
            "delete": strike,
        },
        "/api/parties/{number}/entries/{rang}/reinstate": {
            **LINE,
            "post": call("Reinstate a struck line", PLACE, WRITING, act(CHANGE, ("revision", "reason"))),
        },
    }


def _history() -> Schema:
    return obj({"id": NUMBER, "revision": COUNT, "history": many(ref("Change"))})


def _health() -> dict[str, tuple[str, Schema]]:
    return {
        "200": ("it could", obj({"status": {"const": "ok"}})),
        "503": ("it could not", obj({"status": {"const": "unwritable"}})),
    }


def _listed() -> dict[str, tuple[str, Schema]]:
    page = obj({"parties": many(ref("Summary")), "before": nullable({"type": "integer"})})
    return {"200": ("a page of them", page)}


def _filters() -> list[Schema]:
    kinds: list[tuple[str, Schema]] = [
        ("status", {"type": "string", "enum": list(Status)}),
        ("game", {"type": "string", "enum": [game.key for game in GAMES]}),
        ("before", {"type": "integer", "minimum": 0, "maximum": 10**15 - 1}),
    ]
    return [{"name": name, "in": "query", "required": False, "schema": schema} for name, schema in kinds]


def document() -> Schema:
    """The whole description, OpenAPI 3.1."""
    return {
        "openapi": "3.1.0",
        "info": {"title": "Scorekeeper", "version": __version__},
        "paths": paths(),
        "components": {"schemas": schemas()},
    }
