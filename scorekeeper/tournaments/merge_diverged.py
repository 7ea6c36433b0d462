"""Taking over what another machine accepted after the records parted: each act once, by its uuid, as its author."""

import contextlib
import json
from collections.abc import Iterator
from typing import Any

from scorekeeper import parties
from scorekeeper.errors import PartieClosed, Refused, StaleEntry, Unknown
from scorekeeper.parties import ActKind, Author
from scorekeeper.records import replica_store
from scorekeeper.records.rows import EventRow
from scorekeeper.records.store import Store

LINES = {ActKind.ENTREE, ActKind.MODIF, ActKind.RATURE, ActKind.RETABLIE}
CHANGES = {ActKind.CHANGEMENT, ActKind.CHANGEMENT_ANNULE, ActKind.CLOTURE, ActKind.REOUVERTURE}
REPEATABLE: frozenset[str] = frozenset(LINES | CHANGES)
"""The kinds of acts that can be performed again elsewhere."""


def parted(store: Store) -> Iterator[tuple[EventRow, bool]]:
    """The acts that the other machine accepted and these records lack, in their order, and whether each can be taken over as it is,
    after those before it: it is about a sheet that both have, and its place is free.
    """
    copies = replica_store.kept_aside(store)
    events = [event for copy in copies for event in replica_store.missing_in(store, copy)]
    opened = {event.partie for event in events if event.kind == ActKind.OUVERTURE}
    return ((event, event.partie not in opened and _is_free(store, event)) for event in events)


def _is_free(store: Store, event: EventRow) -> bool:
    if event.partie is None or event.kind not in REPEATABLE:
        return False
    try:
        partie = parties.read_partie(store, event.partie)
    except Unknown:
        return False
    if event.kind == ActKind.CHANGEMENT:
        return partie.is_open and json.loads(event.body or "{}").get("after", -1) >= len(partie.lines)
    return event.kind != ActKind.ENTREE or (partie.is_open and (event.rang or 0) >= partie.next_rang)


def take_over(store: Store) -> None:
    """Take over all that can be. What cannot stays listed."""
    for event, possible in parted(store):
        if possible:
            with contextlib.suppress(Refused, StaleEntry, PartieClosed, Unknown):
                _again(store, event)
    for copy in replica_store.kept_aside(store):
        if not replica_store.missing_in(store, copy):
            replica_store.settle(copy)


def drop(store: Store) -> None:
    """Leave all of it; the copies stay aside."""
    for copy in replica_store.kept_aside(store):
        replica_store.settle(copy)


def _again(store: Store, event: EventRow) -> None:
    """Perform an act again, as its author."""
    number, body = event.partie or 0, json.loads(event.body or "{}")
    partie = parties.read_partie(store, number)
    known: dict[str, Any] = {"uuid": event.uuid, "by": Author(event.actor, event.device)}
    line = {**known, "rang": event.rang or 0}
    changed = {**line, "reason": event.reason, "confirm": partie.revision}
    match event.kind:
        case ActKind.ENTREE:
            parties.enter(store, number, payload=body, **line)
        case ActKind.MODIF:
            parties.amend(store, number, payload=body, revision=None, **changed)
        case ActKind.RATURE:
            parties.strike(store, number, **changed)
        case ActKind.RETABLIE:
            parties.reinstate(store, number, **changed)
        case ActKind.CHANGEMENT:
            if body.pop("after") == len(partie.lines):
                parties.change_table(store, number, people=body, reason=event.reason, **known)
        case ActKind.CHANGEMENT_ANNULE:
            place = len(partie.seating.changes)
            parties.undo_change(store, number, place=place, reason=event.reason, **known)
        case ActKind.CLOTURE:
            parties.close_partie(store, number, **known)
        case ActKind.REOUVERTURE:
            parties.reopen(store, number, reason=event.reason, **known)
