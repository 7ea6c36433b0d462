"""Integrity check of an open store's file."""

from __future__ import annotations

from scorekeeper.records import connection
from scorekeeper.records.store import Store


def damage(store: Store) -> str:
    """Return the damage of the file, after a check of every page and event; empty when it is sound."""
    with store.read() as session:
        return connection.damage(session.connection, thorough=True)
