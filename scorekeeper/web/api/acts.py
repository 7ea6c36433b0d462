"""The API of the declared acts: each call, its record and its answer follow from the declaration."""

from collections.abc import Callable, Mapping
from typing import Any

from scorekeeper import tournaments as desk
from scorekeeper.cards.rules.kinds import Choice, Kind, Maybe
from scorekeeper.tournaments.acts.calls import ringing
from scorekeeper.tournaments.acts.declared import ACTS, Act, Coded, EntrantNumber
from scorekeeper.tournaments.model import TableAt, Tournament
from scorekeeper.web.api import documents, routes, shapes, tournaments
from scorekeeper.web.api.documents import Part
from scorekeeper.web.api.routes import Body, Route, desk_act, ok, written
from scorekeeper.web.api.shapes import COUNT, Shape, many, nullable, record
from scorekeeper.web.api.tournaments import AT_TABLE, EVERYBODY, ONE, ORGANISER, PLAYER, ROUND, TABLE
from scorekeeper.web.core.request_values import store

api = routes.Api("act_api")
CLOCK = record(
    {"round": nullable(COUNT), "left": nullable(shapes.INTEGER), "running": shapes.FLAG, "late": many(COUNT)}
).named("Clock")
"""The seconds left of the round that is played, less than 0 once the time is up, and the tables that then still play."""
BELL = record(
    {"calls": many(record("round table text at", {"disputed": shapes.FLAG}))},
    {"late": many(COUNT)},
).named("Bell")
"""The tables that want the organiser, and those that are late, as long as nobody has said that somebody comes."""
SHOWN = record("revision", {"shown": nullable(shapes.NATURAL).of("reveal")}).named("PrizesShown")
"""Number of prizes the room has seen; `null` where all are shown."""


def _clock_of(t: Tournament, **_: Any) -> dict[str, Any]:
    clock = desk.clock_of(t)
    if clock is None:
        return {"round": None, "left": None, "running": False, "late": []}
    return {"round": clock.round, "left": clock.now, "running": clock.running, "late": desk.late(store(), t)}


def _bell_of(t: Tournament, **_: Any) -> dict[str, Any]:
    calls = [
        {"round": at.round, "table": at.number, "disputed": disputed, "text": note.text, "at": note.at}
        for at, note, disputed in ringing(t)
    ]
    clock = desk.clock_of(t)
    return {"calls": calls, "late": desk.late(store(), t) if clock and not clock.answered else ()}


ADDRESSES = {"": ONE, "entrant": PLAYER, "round_number": ROUND, "at": TABLE}
"""The address of each place, by the name of its argument."""
ASKED = "asked."
"""Prefix of the names under which a view is given the content of the act."""
ANSWERS: Mapping[str, tuple[str, Shape, Callable[..., Any]]] = {
    "tournament": ("the tournament", documents.TOURNAMENT, lambda t, **_: t),
    "entrant": ("the player", documents.ENTRANT, lambda t, *, entrant, **_: t.entrant(entrant)),
    "round_number": ("the round", documents.ROUND, tournaments.round_of),
    "at": ("the table", documents.TABLE, tournaments.table_of),
    "ranking": ("the ranking", documents.STANDINGS, lambda t, **_: desk.standings(store(), t.id)),
    "seed": ("announced", record({"seed": shapes.TEXT, "revision": shapes.NUMBER}), lambda t, **_: t),
    "list": ("frozen", documents.FROZEN, lambda t, **_: Part(t, t.lists[-1])),
    "call": ("called", record("revision"), lambda t, **_: t),
    "bell": ("who still calls", BELL, _bell_of),
    "clock": ("the clock", CLOCK, _clock_of),
    "prizes": ("how many are shown", SHOWN, lambda t, **_: t),
}
"""Meaning and shape of what is answered, and the function that finds it in the tournament after the act."""


@api.route(EVERYBODY, f"GET {ONE}/clock", ok("the clock", CLOCK))
def clock(number: int) -> dict[str, Any]:
    """The clock of the round that is played."""
    return _clock_of(desk.read(store(), number))


@api.route(ORGANISER, f"GET {ONE}/bell", ok("who calls", BELL))
def bell(number: int) -> dict[str, Any]:
    """Tables that want the organiser."""
    return _bell_of(desk.read(store(), number))


def shape_of(kind: Kind[Any]) -> Shape:
    """The shape of a value: words of a list and numbers of people are read here, all else by the act."""
    if isinstance(kind, Maybe):
        return nullable(shape_of(kind.kind))
    if isinstance(kind, Coded) and isinstance(kind.kind, Choice):
        return shapes.of_kind(kind.kind)
    read = shapes.INTEGER.read if isinstance(kind, EntrantNumber) else Shape(schema={}).read
    return Shape(schema=kind.schema(), read=read)


def body_of(act: Act) -> Body:
    """The document that an act takes."""
    keys = {key: shape_of(kind) for key, kind in act.asked.items()}
    defaults = act.record.defaults
    # A key may be called as a number of the address is.
    keys = {key: shape.to(f"{ASKED}{key}") for key, shape in keys.items()}
    keys = {key: shape.optional(defaults[key]) if key in defaults else shape for key, shape in keys.items()}
    if act.reason is not None:
        keys["reason"] = shapes.NEEDED_REASON if act.reason else shapes.REASON
    if act.noted:
        keys["uuid"] = shapes.UUID
    listed = act.asked.get(act.bare)
    return desk_act(keys, bare={act.bare: shape_of(listed.kind)} if isinstance(listed, Maybe) else None)


def _declare(act: Act) -> None:
    method, _, rest = act.api.partition(" ")
    meaning, shape, then = ANSWERS[act.answer or act.place.argument or "tournament"]
    answers = written(act.noted, f"was {act.noted} before", shape) if act.noted else ok(meaning, shape)

    def view(number: int, **given: Any) -> Any:
        asked = {key.removeprefix(ASKED): value for key, value in given.items()}
        if act.place.argument == "at":
            asked["at"] = TableAt(asked.pop("round_number"), asked.pop("table"))
        t: Tournament = act(store(), number, **asked)
        return then(t, **given)

    view.__name__ = act.name
    text = " ".join((act.judge.__doc__ or "").partition("Raises")[0].partition("\n\n")[0].split())
    call = f"{method} {ADDRESSES[act.place.argument]}{rest and '/'}{rest}"
    role = AT_TABLE if act.by_table else ORGANISER
    api.add(Route(role, call, answers, body_of(act), summary=act.summary, text=text, view=view))


for declared in ACTS.values():
    if declared.api:
        _declare(declared)
