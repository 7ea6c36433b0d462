"""The API of what goes on in the hall: the clock of a round, what rings at the desk, and the showing of the prizes."""

from __future__ import annotations

from typing import Any

from scorekeeper import tournaments as desk
from scorekeeper.tournaments.acts.calls import MAX_MINUTES, ClockAct
from scorekeeper.tournaments.acts.prizes import Show
from scorekeeper.tournaments.model import TableAt, Tournament
from scorekeeper.web.api import routes, shapes
from scorekeeper.web.api.routes import desk_act, ok
from scorekeeper.web.api.shapes import (
    COUNT,
    FLAG,
    INTEGER,
    NATURAL,
    TEXT,
    choice,
    keys,
    many,
    nullable,
    record,
    whole,
)
from scorekeeper.web.api.tournaments import AT_TABLE, EVERYBODY, ONE, ORGANISER, ROUND, TABLE
from scorekeeper.web.core.request_values import store

api = routes.Api("call_api")
CLOCK = record(
    {"round": nullable(COUNT), "left": nullable(INTEGER), "running": FLAG, "late": many(COUNT)}
).named("Clock")
"""The seconds left of the round that is played, less than 0 once the time is up, and the tables that then still play."""
BELL = record(
    {"calls": many(record({"round": COUNT, "table": COUNT, "disputed": FLAG}, keys(TEXT, "text", "at")))},
    {"late": many(COUNT)},
).named("Bell")
"""The tables that want the organiser, and those that are late, as long as nobody has said that somebody comes."""
SHOWN = record({"shown": nullable(NATURAL), "revision": COUNT}).named("PrizesShown")
"""Number of prizes the room has seen; `null` where all are shown."""
SET_CLOCK = {"what": choice(*ClockAct), "minutes": nullable(whole(1, MAX_MINUTES)).optional()}


def _clock(t: Tournament, **_: Any) -> dict[str, Any]:
    clock = desk.clock_of(t)
    if clock is None:
        return {"round": None, "left": None, "running": False, "late": []}
    return {"round": clock.round, "left": clock.now, "running": clock.running, "late": desk.late(store(), t)}


def _bell(t: Tournament, **_: Any) -> dict[str, Any]:
    calls = []
    for round_ in t.open_rounds:
        for table in round_.tables:
            at = {"round": round_.number, "table": table.number}
            if table.dispute is not None and not table.dispute.answered:
                calls.append({**at, "disputed": True, "text": table.dispute.text, "at": table.dispute.at})
            if table.call is not None:
                calls.append({**at, "disputed": False, "text": table.call.text, "at": table.call.at})
    clock = desk.clock_of(t)
    return {"calls": calls, "late": desk.late(store(), t) if clock and not clock.answered else ()}


@api.route(EVERYBODY, f"GET {ONE}/clock", ok("the clock", CLOCK))
def clock(number: int) -> dict[str, Any]:
    """The clock of the round that is played."""
    return _clock(desk.read(store(), number))


@api.route(ORGANISER, f"GET {ONE}/bell", ok("who calls", BELL))
def bell(number: int) -> dict[str, Any]:
    """Tables that want the organiser."""
    return _bell(desk.read(store(), number))


@api.route(
    AT_TABLE,
    f"POST {TABLE}/call",
    ok("called", record({"revision": COUNT})),
    desk_act({"text": shapes.REASON}),
)
def call(number: int, round_number: int, table: int, **act: Any) -> Tournament:
    """Ask for the organiser; play goes on."""
    return desk.call(store(), number, TableAt(round_number, table), **act)


@api.route(ORGANISER, f"POST {ROUND}/answer", ok("who still calls", BELL), desk_act())
def answer_late(number: int, round_number: int, **act: Any) -> dict[str, Any]:
    """Say that somebody sees to the tables that are late."""
    return _bell(desk.answer(store(), number, round_number, **act))


api.verbs(ORGANISER, ok("the clock", CLOCK), _clock)(
    f"POST {ROUND}/clock", "Set the clock of a round", desk.set_clock, desk_act(SET_CLOCK)
)
api.verbs(ORGANISER, ok("who still calls", BELL), _bell)(
    f"POST {TABLE}/answer", "Say that somebody goes to a table", desk.answer, desk_act()
)
api.verbs(
    ORGANISER, ok("how many are shown", SHOWN), lambda t, **_: {"shown": t.reveal, "revision": t.revision}
)(f"POST {ONE}/prizes", "Show the prizes one by one", desk.show_prizes, desk_act({"what": choice(*Show)}))
