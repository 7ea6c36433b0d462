"""The clock of a round, and calls for the organiser: sent by a table, answered at the desk, kept as events."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Annotated, Any

from scorekeeper.cards.rules import names
from scorekeeper.cards.rules.contract import Fault
from scorekeeper.cards.rules.kinds import Choice, Maybe, Text, Whole
from scorekeeper.i18n import gettext
from scorekeeper.records.store import Store
from scorekeeper.tournaments.declaration import OPEN_ROUND, TABLE, Coded, Desk, Unread, act, reached_by
from scorekeeper.tournaments.fold import Happening, table_at, with_table
from scorekeeper.tournaments.model import Dispute, Round, TableAt, TableOf, Tournament
from scorekeeper.tournaments.notes import Call, RoundClock
from scorekeeper.tournaments.refusals import conflict, refusal
from scorekeeper.tournaments.round_progress import progress

MAX_MINUTES = 600


class ClockAct(StrEnum):
    """Acts on the clock of a round."""

    LANCER = "lancer"
    """Start with a number of minutes, or start again."""
    AJOUTER = "ajouter"
    """Add a number of minutes."""
    PAUSE = "pause"
    REPRENDRE = "reprendre"
    RETIRER = "retirer"
    """Remove the clock."""


def _clock_set(t: Tournament, event: Happening) -> Tournament:
    left = event.done["left"]
    if left is None:
        return replace(t, clock=None)
    tour, running = event.number("tour"), event.done["running"]
    return replace(t, clock=RoundClock(round=tour, left=left, at=event.at, running=running))


def _timed(asked: dict[str, Any]) -> dict[str, Any]:
    """Return the content of an act on the clock, with `minutes` only for acts that need them. Raises `Refused`."""
    if asked["what"] not in {ClockAct.LANCER, ClockAct.AJOUTER}:
        return {**asked, "minutes": None}
    if not (type(asked["minutes"]) is int and 1 <= asked["minutes"] <= MAX_MINUTES):
        raise refusal(Fault("horloge-minutes", "minutes", {"max": MAX_MINUTES}))
    return asked


def _clock_text(_: Tournament, event: Happening) -> str:
    return gettext("%(minutes)s min", minutes=event.asked["minutes"]) if event.asked["minutes"] else ""


@act("horloge", OPEN_ROUND, _clock_set, shown_as=_clock_text, content=_timed)
@reached_by(api="POST clock", answer="clock", form="horloge", then="#horloge")
def set_clock(
    desk: Desk,
    round_: Round,
    *,
    what: Annotated[ClockAct, Coded(Choice(ClockAct), "horloge-acte")],
    minutes: Annotated[Any, Unread(Maybe(Whole(1, MAX_MINUTES)))] = None,
) -> Mapping[str, Any]:
    """Set the clock of a round: start it, add minutes, pause, resume, or remove it."""
    clock = clock_of(desk.t)
    if what == ClockAct.LANCER:
        return {"left": 60 * minutes, "running": True}
    if clock is None or clock.round != round_.number:
        raise conflict(Fault("horloge-absente"))
    if what == ClockAct.AJOUTER:
        # Minutes added after the time is up count from now.
        return {"left": max(0, clock.now) + 60 * minutes, "running": clock.running}
    if what == ClockAct.RETIRER:
        return {"left": None, "running": False}
    return {"left": clock.now, "running": what == ClockAct.REPRENDRE}


def clock_of(t: Tournament) -> RoundClock | None:
    """Return the clock if its round is open, else `None`."""
    clock = t.clock
    return clock if clock and any(round_.number == clock.round for round_ in t.open_rounds) else None


def _called(t: Tournament, event: Happening) -> Tournament:
    return with_table(t, event, call=Call(event.asked["text"], event.actor, event.at))


@act("appel", TABLE, _called, shown_as="text", by_table=True)
@reached_by(api="POST call", answer="call", form="appeler", page="dispute")
def call(desk: Desk, table: TableOf, *, text: Annotated[str, Text(names.REASON_MAX)] = "") -> None:
    """Ask for the organiser; unlike a dispute, this does not keep the round open. A second call replaces the first one."""


def _answered(t: Tournament, event: Happening) -> Tournament:
    if "/table:" not in event.place:
        return replace(t, clock=replace(t.clock, answered=True)) if t.clock else t
    dispute = table_at(t, event).dispute
    return with_table(t, event, call=None, dispute=dispute and replace(dispute, answered=True))


@act("reponse", TABLE, _answered)
@reached_by(api="POST answer", answer="bell", form="vu", page="round_number", then="tables")
def answer(desk: Desk, table: TableOf) -> None:
    """Record that a person of the desk goes to a table: the event's author."""
    if not (table.call or (table.dispute and not table.dispute.answered)):
        raise conflict(Fault("appel-vu"))


@act("reponse", OPEN_ROUND, _answered)
@reached_by(api="POST answer", answer="bell", form="vu", then="tables")
def answer_late(desk: Desk, round_: Round) -> None:
    """Record that a person of the desk sees to the late tables, once the time is up."""
    clock = clock_of(desk.t)
    if not (clock and clock.now <= 0 and not clock.answered):
        raise conflict(Fault("appel-vu"))


def ringing(t: Tournament) -> Iterator[tuple[TableAt, Call | Dispute, bool]]:
    """Yield each unanswered call or dispute of the open rounds: table, note, and whether it is a dispute."""
    for round_ in t.open_rounds:
        for table in round_.tables:
            if table.dispute is not None and not table.dispute.answered:
                yield TableAt(round_.number, table.number), table.dispute, True
            if table.call is not None:
                yield TableAt(round_.number, table.number), table.call, False


def late(store: Store, t: Tournament) -> tuple[int, ...]:
    """Return the tables that are not done although the time of their round is up."""
    clock = clock_of(t)
    if clock is None or clock.now > 0:
        return ()
    now = progress(store, t.id, clock.round)
    return tuple(table.number for table in now.tables if not table.stage.is_in)
