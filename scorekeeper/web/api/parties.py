"""The HTTP API under `/api`: JSON in, JSON out, the same acts and the same words as the pages."""

from __future__ import annotations

import uuid as uuids
from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, abort, current_app, g, jsonify, request, url_for

from scorekeeper import i18n, parties
from scorekeeper.catalogue import GAMES
from scorekeeper.parties import Author, Entered, Partie, Status, Summary, Version
from scorekeeper.records.store import Store
from scorekeeper.rules import names, strict_json
from scorekeeper.rules.contract import Fault, Table
from scorekeeper.rules.kinds import Text, Unreadable, shown, within
from scorekeeper.sheet_file import (
    SHEET_WORDS,
    BadSheet,
    SheetFault,
    game_document,
    read_sheet,
    score_document,
)
from scorekeeper.web.api import tournament_openapi
from scorekeeper.web.core.failures import line_document

blueprint = Blueprint("api", __name__, url_prefix="/api")

MAX_ACT = 64 * 1024
"""Largest body of an act, in bytes."""
MAX_SHEET = 256 * 1024
"""Largest sheet file, in bytes."""
PAGE = 50
FILTERS = ("status", "game", "before")


def store() -> Store:
    """The records of this app."""
    found: Store = current_app.extensions["store"]
    return found


@blueprint.get("/health")
def health() -> tuple[Response, int]:
    """Whether an entry could be written now."""
    well = store().writable()
    return jsonify(status="ok" if well else "unwritable"), 200 if well else 503


@blueprint.get("/games")
def games() -> Response:
    """Each game with its settings, their defaults and its schemas."""
    return jsonify(games=[game_document(game) for game in GAMES])


@blueprint.get("/openapi.json")
def description() -> Response:
    """This API, described."""
    response = jsonify(tournament_openapi.document())
    response.headers["Cache-Control"] = "no-cache"
    return response


@blueprint.post("/score")
def score() -> Response:
    """The score of a sheet file; nothing is kept."""
    sheet = read_sheet(body(MAX_SHEET))
    return jsonify(score_document(sheet.game, sheet.replay()))


@blueprint.get("/parties")
def index() -> Response:
    """Parties, the latest first, a page at a time."""
    asked = query()
    faults = [Fault("cle-inconnue", shown(key), {"cle": shown(key)}) for key in asked if key not in FILTERS]
    faults += not_among(asked, {"status": tuple(Status), "game": tuple(game.key for game in GAMES)})
    before = asked.get("before")
    if before is not None and not (before.isascii() and before.isdigit() and len(before) < 16):
        faults.append(Fault("nombre-entier", "before"))
    refuse(faults)
    found = parties.list_parties(
        store(),
        status=asked.get("status"),
        game=asked.get("game"),
        limit=PAGE,
        before=None if before is None else int(before),
    )
    older = found[-1].cursor if len(found) == PAGE else None
    return jsonify(parties=[summary_document(item) for item in found], before=older)


@blueprint.post("/parties")
def open_partie() -> tuple[Response, int]:
    """Open a partie with a sheet file."""
    sheet = read_sheet(body(MAX_SHEET))
    partie = parties.open_partie(store(), sheet, by=author({}), uuid=request.headers.get("Idempotency-Key"))
    response = jsonify(partie_document(partie))
    response.headers["Location"] = url_for("api.show", number=partie.id)
    return response, 201


@blueprint.get("/parties/<number:number>")
def show(number: int) -> Response:
    """A partie: its sheet, its score and its revision."""
    partie = parties.read_partie(store(), number)
    tag = f"{store().epoch[:8]}-{partie.id}-{partie.revision}-{i18n.language()}"
    if request.if_none_match.contains_weak(tag):
        response = Response(status=304)
    else:
        response = jsonify(partie_document(partie))
    response.set_etag(tag, weak=True)
    response.headers["Cache-Control"] = "no-cache"
    response.vary.add("Accept-Language")
    return response


@blueprint.post("/parties/<number:number>/entries")
def enter(number: int) -> tuple[Response, int]:
    """Write the next line."""
    act = act_of("uuid", "rang", "entry")
    done = parties.enter(
        store(), number, uuid=act["uuid"], rang=act["rang"], payload=act["entry"], by=author(act)
    )
    return answer(done, 200 if done.repeated else 201)


@blueprint.put("/parties/<number:number>/entries/<number:rang>")
def amend(number: int, rang: int) -> tuple[Response, int]:
    """Let a line say something else."""
    act = act_of("uuid", "entry", "revision", reason="")
    done = parties.amend(
        store(),
        number,
        uuid=act["uuid"],
        rang=rang,
        payload=act["entry"],
        revision=act["revision"],
        reason=act["reason"],
        by=author(act),
    )
    return answer(done)


@blueprint.delete("/parties/<number:number>/entries/<number:rang>")
def strike(number: int, rang: int) -> tuple[Response, int]:
    """Strike a line; without a body, a line that is struck already stays as it is."""
    if not request.get_data(cache=True):
        partie = parties.read_partie(store(), number)
        if partie.line(rang).struck:
            return answer(Entered(partie, repeated=True))
        act: Mapping[str, Any] = {"uuid": str(uuids.uuid4()), "revision": None, "reason": ""}
    else:
        act = act_of("uuid", revision=None, reason="")
    done = parties.strike(
        store(),
        number,
        uuid=act["uuid"],
        rang=rang,
        revision=act["revision"],
        reason=act["reason"],
        by=author(act),
    )
    return answer(done)


@blueprint.post("/parties/<number:number>/entries/<number:rang>/reinstate")
def reinstate(number: int, rang: int) -> tuple[Response, int]:
    """Let a struck line count again."""
    act = act_of("uuid", revision=None, reason="")
    done = parties.reinstate(
        store(),
        number,
        uuid=act["uuid"],
        rang=rang,
        revision=act["revision"],
        reason=act["reason"],
        by=author(act),
    )
    return answer(done)


@blueprint.post("/parties/<number:number>/close")
def close(number: int) -> tuple[Response, int]:
    """Close a partie: its result is kept as it is."""
    act = act_of("uuid", revision=None)
    return answer(
        parties.close_partie(store(), number, uuid=act["uuid"], revision=act["revision"], by=author(act))
    )


@blueprint.post("/parties/<number:number>/reopen")
def reopen(number: int) -> tuple[Response, int]:
    """Open a closed partie again, with a reason."""
    act = act_of("uuid", "reason", revision=None)
    return answer(
        parties.reopen(
            store(), number, uuid=act["uuid"], reason=act["reason"], revision=act["revision"], by=author(act)
        )
    )


@blueprint.get("/parties/<number:number>/history")
def history(number: int) -> Response:
    """Everything that happened to a partie, oldest first."""
    partie = parties.read_partie(store(), number)
    return jsonify(
        id=partie.id, revision=partie.revision, history=[version_document(item) for item in partie.past]
    )


def body(limit: int) -> Any:
    """The JSON body of the request, read strictly."""
    if request.mimetype != "application/json":
        abort(415)
    request.max_content_length = limit
    return strict_json.loads(request.get_data())


def act_of(*required: str, **optional: Any) -> Mapping[str, Any]:
    """The body of an act: the keys that it must have, those it may have with what they stand at, and `by`."""
    raw = body(MAX_ACT)
    if not isinstance(raw, dict):
        refuse([Fault("objet-attendu")])
    known = {*required, *optional, "by"}
    faults = [Fault("cle-inconnue", shown(key), {"cle": shown(key)}) for key in raw if key not in known]
    faults.extend(
        Fault("cle-manquante", key, {"cle": key})
        for key in required
        # An entry is read by its game, which says better what null is not.
        if key not in raw or (raw[key] is None and key != "entry")
    )
    act = {**optional, "by": "", **raw}
    try:
        act["by"] = Text(names.NAME_MAX).read(act["by"], Table())
    except Unreadable as unreadable:
        faults.extend(within("by", unreadable))
    refuse(faults)
    return act


def query() -> dict[str, str]:
    """What stands behind the `?` of the address; a name given twice has both values."""
    return {name: ", ".join(request.args.getlist(name)) for name in request.args}


def not_among(asked: Mapping[str, str], choices: Mapping[str, tuple[str, ...]]) -> list[Fault]:
    """A fault for each name that was given and is none of its choices."""
    return [
        Fault("choix", name, {"options": options})
        for name, options in choices.items()
        if name in asked and asked[name] not in options
    ]


def refuse(faults: list[Fault]) -> None:
    """Refuse a request for these reasons, if there are any."""
    if faults:
        raise BadSheet([SheetFault(None, fault) for fault in faults], SHEET_WORDS, Table())


def author(act: Mapping[str, Any]) -> Author:
    """Who acts: the name that the act brings, else the API itself."""
    # At a tournament's table it is known who acts, whatever they say.
    return Author(g.get("actor") or act.get("by") or "api", "api")


def answer(done: Entered, status: int = 200) -> tuple[Response, int]:
    """The score so far, with where the sheet stands."""
    partie = done.partie
    extra = {"id": partie.id, "revision": partie.revision, "next_rang": partie.next_rang}
    return jsonify({**partie.score_document(), **extra, "status": partie.status}), status


def partie_document(partie: Partie) -> dict[str, Any]:
    """A partie in full."""
    return {
        "id": partie.id,
        "revision": partie.revision,
        "status": partie.status,
        "next_rang": partie.next_rang,
        "sheet": partie.sheet_document(),
        "score": partie.score_document(),
        "struck": [line_document(line) for line in partie.lines if line.struck],
    }


def summary_document(item: Summary) -> dict[str, Any]:
    """A partie in a list."""
    return {
        "id": item.id,
        "game": item.game.key,
        "columns": item.columns,
        "date": item.date,
        "lieu": item.lieu,
        "status": item.status,
        "revision": item.revision,
        "lines": item.lines,
        "totals": item.totals,
        "finished": item.finished,
        "winners": item.winners,
        "active_at": item.active_at,
    }


def version_document(version: Version) -> dict[str, Any]:
    """One thing that happened."""
    return {
        "kind": version.kind,
        "rang": version.rang,
        "entry": None if version.payload is None else dict(version.payload),
        "reason": version.reason,
        "actor": version.actor,
        "device": version.device,
        "at": version.at,
    }
