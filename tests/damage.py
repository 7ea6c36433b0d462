"""Whether a store's file is still whole, looked at while the store is open."""

from __future__ import annotations

from scorekeeper.records import connection
from scorekeeper.records.store import Store


def damage(store: Store) -> str:
    """What is wrong with the file, every page and event checked; empty when nothing is."""
    with store.read() as session:
        return connection.damage(session.connection, thorough=True)
