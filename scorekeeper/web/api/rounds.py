"""The API of rounds and their tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scorekeeper import tournaments as desk
from scorekeeper.rules import names
from scorekeeper.rules.kinds import refused
from scorekeeper.tournaments.model import TableAt, Tournament
from scorekeeper.tournaments.round_progress import Progress, table_now
from scorekeeper.web.api import documents, shapes
from scorekeeper.web.api.documents import Part
from scorekeeper.web.api.routes import Api, Route, desk_act, ok, written
from scorekeeper.web.api.shapes import NEEDED_REASON, NUMBER, REASON, TITLE, UUID, many, nullable, text, whole
from scorekeeper.web.api.tournaments import EVERYBODY, ONE, ORGANISER
from scorekeeper.web.core.request_values import store
from scorekeeper.web.tournaments.permissions import Role

api = Api("tournament_rounds_api")
route = api.declaring(Route)

ROUND = f"{ONE}/rounds/<number:tour>"
TABLE = f"{ROUND}/tables/<number:table>"
THE_ROUND = ok("the round", documents.ROUND)
THE_TABLE = ok("the table", documents.TABLE)
OPENED = written("opened", "was opened before", documents.OPENED)
NOTED = written("noted", "was noted before", documents.TABLE)
SIGNED = written("signed", "was signed before", documents.TABLE)
MAX_TOTAL = 10**6
MAX_COLUMNS = 6
MAX_LINES = 200


def _entrant(raw: Any) -> Any:
    if type(raw) is not int:
        raise refused("nombre-entier")
    return raw


DRAW = {"seed": nullable(TITLE).optional(), "redraw": shapes.FLAG.optional(default=False), "reason": REASON}
ENTRANT = shapes.Shape(schema=NUMBER.schema, read=_entrant, argument="entrant")
SUBSTITUTE = {"number": ENTRANT, "name": text(names.NAME_MAX).optional("")}
LINES = many(shapes.OBJECT, MAX_LINES)
RESULT = {
    "totals": nullable(many(whole(-MAX_TOTAL, MAX_TOTAL), MAX_COLUMNS)).optional(),
    "entries": nullable(LINES).optional(),
    "matches": nullable(many(whole(0, MAX_TOTAL), MAX_COLUMNS)).optional(),
    "reason": REASON,
    "uuid": UUID,
}
SIGNATURE = {"side": whole(0, MAX_COLUMNS - 1), "initials": text(8, 1), "revision": NUMBER, "uuid": UUID}


def _acted(verb: Callable[..., Tournament], number: int, tour: int, table: int, **act: Any) -> Part:
    """The table after an act."""
    return _table(verb(store(), number, TableAt(tour, table), **act), tour, table)


def _table(t: Tournament, tour: int, table: int) -> Part:
    return Part(t, table_now(store(), t.id, tour, table), tour)


@route(ORGANISER, "POST", f"{ONE}/rounds", OPENED, desk_act(DRAW))
def draw(number: int, **act: Any) -> Tournament:
    """Draw and open the next round.

    Its tables are drawn where they are not planned.
    """
    return desk.draw_round(store(), number, **act)


@route(EVERYBODY, "GET", ROUND, THE_ROUND)
def show(number: int, tour: int) -> Progress:
    """A round."""
    return desk.progress(store(), number, tour)


@route(ORGANISER, "POST", f"{ROUND}/close", THE_ROUND, desk_act())
def close(number: int, tour: int, **act: Any) -> Progress:
    """Close a round."""
    desk.close_round(store(), number, tour, **act)
    return desk.progress(store(), number, tour)


@route(ORGANISER, "POST", f"{ROUND}/reopen", THE_ROUND, desk_act({"reason": NEEDED_REASON}))
def reopen(number: int, tour: int, **act: Any) -> Progress:
    """Reopen a round."""
    desk.reopen_round(store(), number, tour, **act)
    return desk.progress(store(), number, tour)


@route(ORGANISER, "POST", f"{ROUND}/substitutes", THE_ROUND, desk_act(SUBSTITUTE))
def substitute(number: int, tour: int, **act: Any) -> Progress:
    """Let somebody stand in.

    No name when the entrant is back.
    """
    desk.substitute(store(), number, round_number=tour, **act)
    return desk.progress(store(), number, tour)


@route(EVERYBODY, "GET", TABLE, THE_TABLE)
def table(number: int, tour: int, table: int) -> Part:
    """A table of a round."""
    return _table(desk.read(store(), number), tour, table)


@route(ORGANISER, "POST", f"{TABLE}/result", NOTED, desk_act(RESULT, bare=("entries", LINES)))
def result(**act: Any) -> Part:
    """Note a result from paper."""
    return _acted(desk.record_result, **act)


@route(Role.TABLE, "POST", f"{TABLE}/sign", SIGNED, desk_act(SIGNATURE))
def sign(**act: Any) -> Part:
    """Sign a sheet."""
    return _acted(desk.sign, **act)


@route(Role.TABLE, "POST", f"{TABLE}/dispute", THE_TABLE, desk_act({"text": REASON}))
def dispute(**act: Any) -> Part:
    """Call the organiser."""
    return _acted(desk.dispute, **act)


@route(ORGANISER, "POST", f"{TABLE}/settle", THE_TABLE, desk_act({"reason": NEEDED_REASON}))
def settle(**act: Any) -> Part:
    """Settle a dispute."""
    return _acted(desk.settle, **act)


@route(ORGANISER, "POST", f"{TABLE}/accept", THE_TABLE, desk_act({"reason": REASON}))
def accept(**act: Any) -> Part:
    """Take a sheet unsigned."""
    return _acted(desk.accept, **act)


@route(ORGANISER, "POST", f"{TABLE}/reopen", THE_TABLE, desk_act({"reason": NEEDED_REASON}))
def reopen_table(**act: Any) -> Part:
    """Reopen a sheet."""
    return _acted(desk.reopen_table, **act)
