"""The API of games and sheets: the same acts and the same words as the pages."""

from __future__ import annotations

import uuid as uuids
from dataclasses import replace
from typing import Any

from flask import url_for

from scorekeeper import i18n, parties
from scorekeeper.catalogue import GAMES
from scorekeeper.parties import Entered, Partie, Status
from scorekeeper.sheet_file import SheetFile, game_document, read_sheet, score_document
from scorekeeper.web.api import documents, shapes
from scorekeeper.web.api.routes import (
    PAGE,
    Answered,
    Api,
    Body,
    Route,
    Tagged,
    author,
    idempotency_key,
    json_body,
    ok,
    sheet_act,
    written,
)
from scorekeeper.web.api.shapes import (
    COUNT,
    NEEDED_REASON,
    REASON,
    REVISION,
    constant,
    many,
    nullable,
    record,
)
from scorekeeper.web.core.request_values import store

api = Api("api")
route = api.declaring(Route)

PARTIE = "/api/parties/<number:number>"
LINE = f"{PARTIE}/entries/<number:rang>"
SO_FAR = ok("the score so far", documents.PLACE)
JUDGING = (400, 403, 413, 415, 422, 503)
"""How a call that writes nothing may refuse what it was sent."""
ENTRY = replace(documents.ENTRY, reads_null=True, argument="payload")
CHANGE = {"revision": REVISION, "reason": REASON}
SHEET = Body(shape=documents.SHEET, read=lambda: {"sheet": read_sheet(json_body())})
LISTED = record({"parties": many(documents.SUMMARY), "before": nullable(shapes.INTEGER)})
FILTERS = {
    "status": shapes.choice(*Status).optional(),
    "game": shapes.choice(*(game.key for game in GAMES)).optional(),
    "before": shapes.BEFORE,
}
HISTORY = record({"id": shapes.NUMBER, "revision": COUNT, "history": many(documents.CHANGE).of("past")})
WRITABLE, UNWRITABLE = (record({"status": constant(word)}) for word in ("ok", "unwritable"))
WELL = {200: ("it could", WRITABLE), 503: ("it could not", UNWRITABLE)}
NEXT_CALLS = (
    *("a-partie", "write-the-next-line", "what-happened-to-a-partie"),
    *("close-a-partie", "reopen-a-partie"),
)


@route(None, "GET", "/api/health", WELL, failures=())
def health() -> Answered:
    """Whether an entry could be written."""
    well = store().writable()
    return Answered(value={"status": "ok" if well else "unwritable"}, status=200 if well else 503)


@route(None, "GET", "/api/games", ok("the games", record({"games": many(documents.GAME)})), failures=())
def games() -> dict[str, Any]:
    """The games."""
    return {"games": [game_document(game) for game in GAMES]}


@route(None, "POST", "/api/score", ok("its score", documents.SCORE), SHEET, failures=JUDGING)
def score(sheet: SheetFile) -> dict[str, Any]:
    """Score a sheet file.

    Nothing is kept.
    """
    return score_document(sheet.game, sheet.replay())


@route(None, "GET", "/api/parties", ok("a page of them", LISTED), query=FILTERS, closed_query=True)
def index(**filters: Any) -> dict[str, Any]:
    """The parties, latest first."""
    page = parties.list_parties(store(), limit=PAGE, **filters)
    return {"parties": page, "before": page[-1].cursor if len(page) == PAGE else None}


@route(
    *(None, "POST", "/api/parties"),
    {201: ("opened", documents.PARTIE)},
    replace(SHEET, takes_key=True),
    next_calls=NEXT_CALLS,
)
def open_partie(sheet: SheetFile) -> Answered:
    """Open a partie."""
    partie = parties.open_partie(store(), sheet, by=author(), uuid=idempotency_key())
    return Answered(value=partie, headers={"Location": url_for("api.show", number=partie.id)})


@route(None, "GET", PARTIE, ok("the partie", documents.PARTIE), tagged=True)
def show(number: int) -> Tagged:
    """A partie."""
    partie = parties.read_partie(store(), number)
    tag = f"{store().epoch[:8]}-{partie.id}-{partie.revision}-{i18n.language()}"
    return Tagged(tag, lambda: partie)


@route(
    None,
    "POST",
    f"{PARTIE}/entries",
    written("written", "was written before", documents.PLACE),
    sheet_act({"rang": COUNT, "entry": ENTRY}),
)
def enter(number: int, **act: Any) -> Answered:
    """Write the next line."""
    done = parties.enter(store(), number, **act)
    return Answered(value=done, status=200 if done.repeated else 201)


@route(None, "PUT", LINE, SO_FAR, sheet_act({"entry": ENTRY, "revision": COUNT, "reason": REASON}))
def amend(number: int, **act: Any) -> Entered:
    """Amend a line."""
    return parties.amend(store(), number, **act)


@route(None, "DELETE", LINE, SO_FAR, sheet_act(CHANGE, required=False))
def strike(number: int, rang: int, uuid: str | None, **act: Any) -> Entered:
    """Strike a line.

    Without a body, a line that is struck already stays as it is.
    """
    if uuid is None:
        partie = parties.read_partie(store(), number)
        if partie.line(rang).struck:
            return Entered(partie, repeated=True)
        uuid = str(uuids.uuid4())
    return parties.strike(store(), number, rang=rang, uuid=uuid, **act)


@route(None, "POST", f"{LINE}/reinstate", SO_FAR, sheet_act(CHANGE))
def reinstate(number: int, **act: Any) -> Entered:
    """Reinstate a struck line."""
    return parties.reinstate(store(), number, **act)


@route(None, "POST", f"{PARTIE}/close", SO_FAR, sheet_act({"revision": REVISION}))
def close(number: int, **act: Any) -> Entered:
    """Close a partie."""
    return parties.close_partie(store(), number, **act)


@route(None, "POST", f"{PARTIE}/reopen", SO_FAR, sheet_act({"reason": NEEDED_REASON, "revision": REVISION}))
def reopen(number: int, **act: Any) -> Entered:
    """Reopen a partie."""
    return parties.reopen(store(), number, **act)


@route(None, "GET", f"{PARTIE}/history", ok("oldest first", HISTORY))
def history(number: int) -> Partie:
    """What happened to a partie."""
    return parties.read_partie(store(), number)
