"""The hash chain of the events: each event carries its own hash and that of the one before, so that no edit goes unnoticed."""

import hashlib
import sqlite3
from collections.abc import Iterable
from json import JSONEncoder
from typing import Any

from scorekeeper.records.rows import EventRow, columns_of

GENESIS = "0" * 64
"""Hash that the first event has in place of that of the one before."""

_encode = JSONEncoder(ensure_ascii=True, separators=(",", ":")).encode
canonical = JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False).encode
"""The one way a JSON value is kept: keys sorted, no spaces, characters as they are."""
_SELECT = f"SELECT {columns_of(EventRow)} FROM event"  # noqa: S608 - our own column names
_CHUNK = 2000


def digest(values: tuple[Any, ...]) -> str:
    """SHA-256, in hex, of the compact ASCII JSON list of an event's columns, in their order, without `hash`."""
    return hashlib.sha256(_encode(values).encode("ascii")).hexdigest()


def head_of(hashes: Iterable[str]) -> str:
    """One hash for the events of one subject, whatever else happened between them: each is added to what came before it.

    It is SHA-256, in hex, of the hash so far and that of the next event, both in hex, one after the other, from `GENESIS` on.
    """
    head = GENESIS
    for hash_ in hashes:
        head = hashlib.sha256(f"{head}{hash_}".encode("ascii")).hexdigest()
    return head


def tail(conn: sqlite3.Connection) -> tuple[int, str]:
    """Number and hash of the last event; 0 and `GENESIS` when nothing has happened."""
    row = conn.execute("SELECT seq, hash FROM event ORDER BY seq DESC LIMIT 1").fetchone()
    return row or (0, GENESIS)


def broken_at(conn: sqlite3.Connection) -> int | None:
    """Number of the first event that does not follow from those before it, or `None` when all of them do.

    A missing tail is noticed too: SQLite keeps the highest number it ever gave on another page.
    """
    expected, prev = 1, GENESIS
    # Read in short steps, so that other threads do not wait long.
    step = f"{_SELECT} WHERE seq >= ? ORDER BY seq LIMIT {_CHUNK}"
    while chunk := conn.execute(step, (expected,)).fetchall():
        for *values, hash_ in chunk:
            if values[0] != expected or values[-1] != prev or digest(tuple(values)) != hash_:
                return expected
            expected, prev = expected + 1, hash_
    highest = conn.execute("SELECT seq FROM sqlite_sequence WHERE name = 'event'").fetchone()
    return None if (highest[0] if highest else 0) == expected - 1 else expected
