"""The lives of the records. A copy that is put back, and a takeover, begin a new one; its name is the epoch of its events.

An epoch is 32 hex digits. That of the first life is random. That of a later one is its generation (4 digits), the moment it began
(12 digits, milliseconds) and a proof (16 digits) made with the house's key: a server can tell from the epoch alone whether a later
life of its own records has begun elsewhere, and nobody without the key can make it believe so.
"""

import hashlib
import hmac
import json
import re
import secrets
import sqlite3
import time
import uuid
from dataclasses import asdict, dataclass
from itertools import pairwise

from scorekeeper.records import chain

EPOCH = re.compile(r"[0-9a-f]{32}", re.ASCII)
_RANK = 16
"""Digits by which lives are ordered: generation and moment."""
_EPOCH, _LIVES, LATER = "epoch", "lives", "later"
"""Keys of the table `meta`; under the last is the later life that these records gave way to."""


@dataclass(frozen=True)
class Life:
    """One life: its parent is the life before it."""

    epoch: str
    seq: int
    """The last event that it shares with its parent; what the parent wrote after it is not part of these records."""
    hash: str


def get(conn: sqlite3.Connection, key: str) -> str | None:
    """A value of the table `meta`."""
    row = conn.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
    return row[0] if row else None


def starting(conn: sqlite3.Connection, start: str) -> dict[str, str]:
    """All values of the table `meta` whose keys begin so."""
    statement = "SELECT key, value FROM meta WHERE substr(key, 1, ?) = ? ORDER BY key"
    return dict(conn.execute(statement, (len(start), start)).fetchall())


def put(conn: sqlite3.Connection, key: str, value: str) -> None:
    """Write a value of the table `meta`."""
    conn.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))


def current(conn: sqlite3.Connection) -> str:
    """The epoch of these records; a new file gets its first. Raises `ValueError` when it is not readable."""
    if get(conn, _EPOCH) is None and not conn.execute("SELECT 1 FROM event LIMIT 1").fetchone():
        put(conn, _EPOCH, uuid.uuid4().hex)
    return lives(conn)[-1].epoch


def lives(conn: sqlite3.Connection) -> tuple[Life, ...]:
    """All lives of these records, oldest first. Raises `ValueError` when they are not readable."""
    epoch = get(conn, _EPOCH) or ""
    try:
        lives = tuple(Life(**life) for life in json.loads(get(conn, _LIVES) or "[]"))
    except TypeError as error:
        raise ValueError("the lives of the records are not readable") from error
    lives = lives or (Life(epoch, 0, chain.GENESIS),)
    if not EPOCH.fullmatch(epoch) or lives[-1].epoch != epoch:
        raise ValueError("the epoch is not that of the last life")
    return lives


def parted_after(known: tuple[Life, ...], epoch: str, seq: int) -> int:
    """The last event that these records share with an earlier life of theirs, if it had written so many before they parted; else -1."""
    forks = (later.seq for former, later in pairwise(known) if former.epoch == epoch and later.seq <= seq)
    return next(forks, -1)


def begin(conn: sqlite3.Connection, key: bytes, above: str = "") -> str:
    """Begin a new life after the last event; its epoch, later than any before it and than the epoch `above`."""
    known = lives(conn)
    generation = max(int(_rank(epoch, known)[:4], 16) for epoch in (known[-1].epoch, above or known[0].epoch))
    moment = min(time.time_ns() // 10**6, 16**12 - 1)
    rank = f"{min(generation + 1, 16**4 - 1):04x}{max(moment, 0):012x}"
    epoch = rank + (_proof(rank, known[0].epoch, key) if key else secrets.token_hex(8))
    put(conn, _LIVES, json.dumps([asdict(life) for life in (*known, Life(epoch, *chain.tail(conn)))]))
    put(conn, _EPOCH, epoch)
    conn.execute("DELETE FROM meta WHERE key = ?", (LATER,))
    return epoch


def is_later(mark: str, known: tuple[Life, ...], key: bytes) -> bool:
    """Whether an epoch is that of a later life of the same records, made by a machine with the same key."""
    if not key or not EPOCH.fullmatch(mark) or mark == known[-1].epoch:
        return False
    proven = hmac.compare_digest(mark[_RANK:], _proof(mark[:_RANK], known[0].epoch, key))
    return proven and mark[:_RANK] > _rank(known[-1].epoch, known)


def proof_of_house(challenge: str, key: bytes, *words: object) -> str:
    """Answer that only a machine with the house's key has to a challenge (32 hex digits), for the words it tells with it; else nothing."""
    if not key or not EPOCH.fullmatch(challenge):
        return ""
    text = ":".join(map(str, ("house", challenge, *words)))
    return hmac.new(key, text.encode(), hashlib.sha256).hexdigest()


def later(conn: sqlite3.Connection) -> str:
    """The later life that these records gave way to; empty when there is none."""
    return get(conn, LATER) or ""


def _rank(epoch: str, known: tuple[Life, ...]) -> str:
    """Sort key of lives; the first one comes before all others."""
    return "0" * _RANK if epoch == known[0].epoch or not EPOCH.fullmatch(epoch) else epoch[:_RANK]


def _proof(rank: str, first: str, key: bytes) -> str:
    return hmac.new(key, f"life:{first}:{rank}".encode(), hashlib.sha256).hexdigest()[:16]
