"""The API of what goes on in the hall: the clock of a round, what rings at the desk, and the showing of the prizes."""

from __future__ import annotations

from typing import Any

from scorekeeper import tournaments as desk
from scorekeeper.tournaments.model import Tournament
from scorekeeper.web.api import routes
from scorekeeper.web.api.routes import ok
from scorekeeper.web.api.shapes import (
    COUNT,
    FLAG,
    INTEGER,
    NATURAL,
    TEXT,
    keys,
    many,
    nullable,
    record,
)
from scorekeeper.web.api.tournaments import EVERYBODY, ONE, ORGANISER
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
SHOWN = record({"shown": nullable(NATURAL).of("reveal"), "revision": COUNT}).named("PrizesShown")
"""Number of prizes the room has seen; `null` where all are shown."""


def clock_of(t: Tournament, **_: Any) -> dict[str, Any]:
    """The clock of the round that is played."""
    clock = desk.clock_of(t)
    if clock is None:
        return {"round": None, "left": None, "running": False, "late": []}
    return {"round": clock.round, "left": clock.now, "running": clock.running, "late": desk.late(store(), t)}


def bell_of(t: Tournament, **_: Any) -> dict[str, Any]:
    """Tables that want the organiser, and those that are late."""
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
    return clock_of(desk.read(store(), number))


@api.route(ORGANISER, f"GET {ONE}/bell", ok("who calls", BELL))
def bell(number: int) -> dict[str, Any]:
    """Tables that want the organiser."""
    return bell_of(desk.read(store(), number))
