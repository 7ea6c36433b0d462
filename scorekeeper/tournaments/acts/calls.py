"""The clock of a round, and what calls for the organiser: asked at a table, answered at the desk, on record."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Unpack

from scorekeeper.cards.rules import names
from scorekeeper.cards.rules.contract import Fault
from scorekeeper.records.store import Store
from scorekeeper.tournaments.acts import common
from scorekeeper.tournaments.acts.common import Sent
from scorekeeper.tournaments.calls import RoundClock
from scorekeeper.tournaments.fold import Act
from scorekeeper.tournaments.model import TableAt, Tournament
from scorekeeper.tournaments.round_progress import progress_of

MAX_MINUTES = 600


class ClockAct(StrEnum):
    """Acts on the clock of a round."""

    LANCER = "lancer"
    """It starts with so many minutes, also anew."""
    AJOUTER = "ajouter"
    PAUSE = "pause"
    REPRENDRE = "reprendre"
    RETIRER = "retirer"


def set_clock(
    store: Store, number: int, round_number: int, *, what: Any, minutes: Any = None, **sent: Unpack[Sent]
) -> Tournament:
    """Start the clock of a round, add minutes, let it stand still, go on, or take it away."""
    if what not in set(ClockAct):
        raise common.refusal(Fault("horloge-acte", "what"))
    timed = what in {ClockAct.LANCER, ClockAct.AJOUTER}
    minutes = common.plain(minutes) if timed else None
    if timed and not (type(minutes) is int and 1 <= minutes <= MAX_MINUTES):
        raise common.refusal(Fault("horloge-minutes", "minutes", {"max": MAX_MINUTES}))

    def act(desk: common.Desk) -> Mapping[str, Any]:
        round_ = common.open_round(desk.t, round_number)
        clock = clock_of(desk.t)
        if what == ClockAct.LANCER:
            return {"left": 60 * minutes, "running": True}
        if clock is None or clock.round != round_.number:
            raise common.conflict(Fault("horloge-absente"))
        if what == ClockAct.AJOUTER:
            # Minutes that are added once the time is up count from now.
            return {"left": max(0, clock.now) + 60 * minutes, "running": clock.running}
        if what == ClockAct.RETIRER:
            return {"left": None, "running": False}
        return {"left": clock.now, "running": what == ClockAct.REPRENDRE}

    asked, place = {"what": str(what), "minutes": minutes}, f"tour:{round_number}"
    return common.perform(store, number, Act.HORLOGE, act, asked=asked, place=place, **sent)


def clock_of(t: Tournament) -> RoundClock | None:
    """The clock of the round that is played, where it has one."""
    clock = t.clock
    return clock if clock and any(round_.number == clock.round for round_ in t.open_rounds) else None


def call(store: Store, number: int, at: TableAt, *, text: Any = "", **sent: Unpack[Sent]) -> Tournament:
    """Ask for the organiser at a table; unlike a dispute, this stops nothing. A second call says what the first one did not."""
    asked = {"text": common.text_of(text, "text", names.REASON_MAX)}

    def act(desk: common.Desk) -> None:
        common.open_round(desk.t, at.round).table(at.number)

    return common.perform(store, number, Act.APPEL, act, asked=asked, place=at.place, **sent)


def answer(
    store: Store, number: int, round_number: int, table: int | None = None, **sent: Unpack[Sent]
) -> Tournament:
    """Say that somebody of the desk goes to a table, or to those that are late; who it was is on record."""

    def act(desk: common.Desk) -> None:
        round_ = common.open_round(desk.t, round_number)
        if table is not None:
            there = round_.table(table)
            waiting = bool(there.call or (there.dispute and not there.dispute.answered))
        else:
            clock = clock_of(desk.t)
            waiting = bool(clock and clock.now <= 0 and not clock.answered)
        if not waiting:
            raise common.conflict(Fault("appel-vu"))

    place = f"tour:{round_number}" if table is None else TableAt(round_number, table).place
    return common.perform(store, number, Act.REPONSE, act, place=place, **sent)


def late(store: Store, t: Tournament) -> tuple[int, ...]:
    """The tables that still play though the time of their round is up."""
    clock = clock_of(t)
    if clock is None or clock.now > 0:
        return ()
    round_ = t.round(clock.round)
    with store.read() as session:
        heads = session.heads([table.partie for table in round_.tables])
    return tuple(table.number for table in progress_of(t, round_, heads).tables if not table.stage.is_in)
