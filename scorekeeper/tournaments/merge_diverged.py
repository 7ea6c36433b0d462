"""Taking over what another machine accepted after the records parted: each act once, by its uuid, as its author."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from scorekeeper import parties
from scorekeeper.errors import PartieClosed, Refused, StaleEntry, Unknown
from scorekeeper.parties import ActKind, Author
from scorekeeper.records import diverged_copies
from scorekeeper.records.rows import EventRow
from scorekeeper.records.store import Store


@dataclass(frozen=True)
class Parted:
    """An act that the other machine accepted and these records lack."""

    event: EventRow
    possible: bool
    """Whether it can be taken over as it is: it is about a sheet that both have, and its place is free."""


def parted(store: Store) -> list[Parted]:
    """All such acts, in their order."""
    events = [
        event for copy in diverged_copies.kept(store) for event in diverged_copies.missing_in(store, copy)
    ]
    opened = {event.partie for event in events if event.kind == ActKind.OUVERTURE}
    return [Parted(event, event.partie not in opened and _is_free(store, event)) for event in events]


def _is_free(store: Store, event: EventRow) -> bool:
    if event.partie is None or event.kind not in _VERBS:
        return False
    try:
        partie = parties.read_partie(store, event.partie)
    except Unknown:
        return False
    if event.kind == ActKind.CHANGEMENT:
        return partie.is_open and json.loads(event.body or "{}").get("after") == len(partie.lines)
    return event.kind != ActKind.ENTREE or (partie.is_open and (event.rang or 0) >= partie.next_rang)


def take_over(store: Store) -> int:
    """Take over all that can be; how many acts were. What cannot stays listed."""
    taken = 0
    for act in parted(store):
        if act.possible:
            try:
                _VERBS[ActKind(act.event.kind)](store, act.event)
            except (Refused, StaleEntry, PartieClosed, Unknown):
                continue
            taken += 1
    for copy in diverged_copies.kept(store):
        if not diverged_copies.missing_in(store, copy):
            diverged_copies.settle(copy)
    return taken


def drop(store: Store) -> None:
    """Leave all of it; the copies stay aside."""
    for copy in diverged_copies.kept(store):
        diverged_copies.settle(copy)


def _known(event: EventRow) -> dict[str, Any]:
    return {"uuid": event.uuid, "by": Author(event.actor, event.device)}


def _line(event: EventRow) -> dict[str, Any]:
    return {**_known(event), "rang": event.rang or 0}


def _confirmed(store: Store, event: EventRow) -> dict[str, Any]:
    revision = parties.read_partie(store, event.partie or 0).revision
    return {**_line(event), "reason": event.reason, "confirm": revision}


def _enter(store: Store, event: EventRow) -> None:
    parties.enter(store, event.partie or 0, payload=json.loads(event.body or "{}"), **_line(event))


def _amend(store: Store, event: EventRow) -> None:
    payload = json.loads(event.body or "{}")
    parties.amend(store, event.partie or 0, payload=payload, revision=None, **_confirmed(store, event))


def _strike(store: Store, event: EventRow, *, verb: Callable[..., Any]) -> None:
    verb(store, event.partie or 0, **_confirmed(store, event))


def _change(store: Store, event: EventRow) -> None:
    people: Any = {key: value for key, value in json.loads(event.body or "{}").items() if key != "after"}
    parties.change_table(store, event.partie or 0, people=people, reason=event.reason, **_known(event))


def _undo_change(store: Store, event: EventRow) -> None:
    place = len(parties.read_partie(store, event.partie or 0).seating.changes)
    parties.undo_change(store, event.partie or 0, place=place, reason=event.reason, **_known(event))


def _close(store: Store, event: EventRow) -> None:
    parties.close_partie(store, event.partie or 0, **_known(event))


def _reopen(store: Store, event: EventRow) -> None:
    parties.reopen(store, event.partie or 0, reason=event.reason, **_known(event))


_VERBS: dict[str, Callable[[Store, EventRow], None]] = {
    ActKind.ENTREE: _enter,
    ActKind.MODIF: _amend,
    ActKind.RATURE: partial(_strike, verb=parties.strike),
    ActKind.RETABLIE: partial(_strike, verb=parties.reinstate),
    ActKind.CHANGEMENT: _change,
    ActKind.CHANGEMENT_ANNULE: _undo_change,
    ActKind.CLOTURE: _close,
    ActKind.REOUVERTURE: _reopen,
}
