"""The whole past of a sheet: what happened on it, and which devices came and went."""

from __future__ import annotations

import json
from dataclasses import dataclass

from scorekeeper.parties import fold, writers
from scorekeeper.parties.acts import PARTIES
from scorekeeper.parties.model import Partie, Version
from scorekeeper.records.store import Store


@dataclass(frozen=True, kw_only=True)
class Past:
    """The past of a sheet."""

    partie: Partie
    every: tuple[Version, ...]
    """Oldest first."""


def past_of(store: Store, number: int) -> Past:
    """The past of a sheet. Raises `Unknown` when there is none of that number, `StorageError` when it cannot be read."""
    partie = PARTIES.read(store, number)
    with store.read() as session:
        events = session.events_of(PARTIES.scope(partie.id, writers.PLACE))
    arrivals = [fold.version_of(event, json.loads(event.body or "{}")) for event in events]
    return Past(partie=partie, every=tuple(sorted([*partie.past, *arrivals], key=lambda item: item.seq)))
