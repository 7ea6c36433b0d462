"""Effects on a tournament of calls and their answers, the clock, and prizes that are shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Protocol

from scorekeeper.tournaments.calls import Call, RoundClock
from scorekeeper.tournaments.model import TableOf, Tournament


class DeskEvent(Protocol):
    """Parts of an event that are read here."""

    @property
    def asked(self) -> Mapping[str, Any]: ...
    @property
    def done(self) -> Mapping[str, Any]: ...
    @property
    def place(self) -> str: ...
    @property
    def actor(self) -> str: ...
    @property
    def at(self) -> str: ...
    def number(self, part: str, /) -> int: ...


def clock_set(t: Tournament, event: DeskEvent) -> Tournament:
    """The organiser set the clock of a round, or took it away."""
    left = event.done["left"]
    if left is None:
        return replace(t, clock=None)
    tour, running = event.number("tour"), event.done["running"]
    return replace(t, clock=RoundClock(round=tour, left=left, at=event.at, running=running))


def called(t: Tournament, event: DeskEvent) -> Tournament:
    """A table asked for the organiser."""
    call = Call(event.asked["text"], event.actor, event.at)
    return _with_table(t, event, lambda table: replace(table, call=call))


def answered(t: Tournament, event: DeskEvent) -> Tournament:
    """Somebody of the desk goes to a table, or to those that are late."""
    if "/table:" not in event.place:
        return replace(t, clock=replace(t.clock, answered=True)) if t.clock else t

    def change(table: TableOf) -> TableOf:
        dispute = replace(table.dispute, answered=True) if table.dispute else None
        return replace(table, call=None, dispute=dispute)

    return _with_table(t, event, change)


def _with_table(t: Tournament, event: DeskEvent, change: Callable[[TableOf], TableOf]) -> Tournament:
    tour, place = event.number("tour") - 1, event.number("table") - 1
    round_ = t.rounds[tour]
    table = change(round_.tables[place])
    round_ = replace(round_, tables=(*round_.tables[:place], table, *round_.tables[place + 1 :]))
    return replace(t, rounds=(*t.rounds[:tour], round_, *t.rounds[tour + 1 :]))


def prizes_shown(t: Tournament, event: DeskEvent) -> Tournament:
    """The room sees so many prizes, or all of them."""
    return replace(t, reveal=event.done["shown"])


CALLS: Mapping[str, Callable[[Tournament, Any], Tournament]] = {
    "appel": called,
    "reponse": answered,
    "horloge": clock_set,
    "remise": prizes_shown,
}
"""Steps of these kinds of events."""
