"""Hash chain of the events: each event has its own hash and that of the one before, so that edits are detected."""

import hashlib
import sqlite3
from collections.abc import Iterable
from json import JSONEncoder
from typing import Any

from scorekeeper.records.rows import EventRow, columns_of

GENESIS = "0" * 64
"""Previous hash of the first event."""

_encode = JSONEncoder(ensure_ascii=True, separators=(",", ":")).encode
canonical = JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False).encode
"""Encoder of canonical JSON: keys sorted, no spaces, characters not escaped."""
_SELECT = f"SELECT {columns_of(EventRow)} FROM event"  # noqa: S608 - our own column names
_CHUNK = 2000


def digest(values: tuple[Any, ...]) -> str:
    """Return the SHA-256, in hex, of the compact ASCII JSON list of an event's columns, in order, without `hash`."""
    return hashlib.sha256(_encode(values).encode("ascii")).hexdigest()


def head_of(hashes: Iterable[str]) -> str:
    """Return one hash for the events of one subject, given by their hashes in order; events of other subjects do not matter.

    Starting with `GENESIS`, it is repeatedly the SHA-256, in hex, of the hash so far and of the next event's, both in hex.
    """
    head = GENESIS
    for hash_ in hashes:
        head = hashlib.sha256(f"{head}{hash_}".encode("ascii")).hexdigest()
    return head


def tail(conn: sqlite3.Connection) -> tuple[int, str]:
    """Return number and hash of the last event; 0 and `GENESIS` when there are none."""
    row = conn.execute("SELECT seq, hash FROM event ORDER BY seq DESC LIMIT 1").fetchone()
    return row or (0, GENESIS)


def broken_at(conn: sqlite3.Connection) -> int | None:
    """Return the number of the first event that breaks the chain, or `None` when it is intact.

    Detects missing last events too: SQLite keeps the highest number ever assigned in `sqlite_sequence`.
    """
    expected, prev = 1, GENESIS
    # Read in small chunks, so that other threads do not wait long.
    step = f"{_SELECT} WHERE seq >= ? ORDER BY seq LIMIT {_CHUNK}"
    while chunk := conn.execute(step, (expected,)).fetchall():
        for *values, hash_ in chunk:
            if values[0] != expected or values[-1] != prev or digest(tuple(values)) != hash_:
                return expected
            expected, prev = expected + 1, hash_
    highest = conn.execute("SELECT seq FROM sqlite_sequence WHERE name = 'event'").fetchone()
    return None if (highest[0] if highest else 0) == expected - 1 else expected
