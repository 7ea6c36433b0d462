"""The hash chain of the events: each event carries its own hash and that of the one before, so that no edit goes unnoticed."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterator
from typing import Any

GENESIS = "0" * 64
"""What the first event has for the hash of the one before."""

COLUMNS = (
    "seq",
    "uuid",
    "epoch",
    "scope",
    "version",
    "kind",
    "partie",
    "rang",
    "body",
    "reason",
    "actor",
    "device",
    "at_utc",
    "prev",
)
"""What is hashed, in this order; `hash` follows in the table."""

_encode = json.JSONEncoder(ensure_ascii=True, separators=(",", ":")).encode
SELECT = f"SELECT {', '.join(COLUMNS)}, hash FROM event"  # noqa: S608 - our own column names
_CHUNK = 2000


def digest(values: tuple[Any, ...]) -> str:
    """SHA-256, in hex, of the compact ASCII JSON list of an event's columns."""
    return hashlib.sha256(_encode(values).encode("ascii")).hexdigest()


def canonical(value: Any) -> str:
    """The one way a JSON value is kept: keys sorted, no spaces, characters as they are."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def rows(conn: sqlite3.Connection, after: int = 0) -> Iterator[tuple[Any, ...]]:
    """Every event in order as a plain tuple, read in short steps so that other threads do not wait long."""
    while chunk := conn.execute(f"{SELECT} WHERE seq > ? ORDER BY seq LIMIT {_CHUNK}", (after,)).fetchall():
        yield from chunk
        after = chunk[-1][0]


def broken_at(conn: sqlite3.Connection) -> int | None:
    """Number of the first event that does not follow from those before it, or `None` when all of them do.

    A missing tail is noticed too: SQLite keeps the highest number it ever gave on another page.
    """
    expected, prev = 1, GENESIS
    for row in rows(conn):
        if row[0] != expected or row[13] != prev or digest(row[:14]) != row[14]:
            return expected
        expected, prev = expected + 1, row[14]
    highest = conn.execute("SELECT seq FROM sqlite_sequence WHERE name = 'event'").fetchone()
    return None if (highest[0] if highest else 0) == expected - 1 else expected
