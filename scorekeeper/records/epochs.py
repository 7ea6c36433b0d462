"""Epochs of the records: each restore or takeover starts a new one. Every event carries its epoch.

An epoch is 32 hex digits. The first one is random. A later one is its generation (4 digits), its start (12 digits, milliseconds
since 1970) and a keyed hash (16 digits) made with the house's key. So a server can verify from the epoch alone that a later epoch of
its own records has started elsewhere, and nobody can forge one without the key.
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

from scorekeeper.records import event_log, meta

EPOCH = re.compile(r"[0-9a-f]{32}", re.ASCII)
_RANK = 16
"""Number of leading digits that order epochs: generation and start."""
_EPOCH, _HISTORY, LATER = "epoch", "lives", "later"
"""Keys of the table `meta`; `LATER` has the later epoch that superseded these records."""


@dataclass(frozen=True)
class EpochStart:
    """One epoch of the records, whose parent is the epoch before it."""

    epoch: str
    seq: int
    """Number of the last event shared with the parent; later events of the parent are not part of these records."""
    hash: str


def current(conn: sqlite3.Connection) -> str:
    """Return the current epoch; a file without events or epoch gets its first one. Raises `ValueError` when it is malformed."""
    if meta.get(conn, _EPOCH) is None and not conn.execute("SELECT 1 FROM event LIMIT 1").fetchone():
        meta.put(conn, _EPOCH, uuid.uuid4().hex)
    return history(conn)[-1].epoch


def history(conn: sqlite3.Connection) -> tuple[EpochStart, ...]:
    """Return all epochs of these records, oldest first. Raises `ValueError` when they are malformed."""
    epoch = meta.get(conn, _EPOCH) or ""
    try:
        starts = tuple(EpochStart(**start) for start in json.loads(meta.get(conn, _HISTORY) or "[]"))
    except TypeError as error:
        raise ValueError("the epochs of the records are not readable") from error
    starts = starts or (EpochStart(epoch, 0, event_log.GENESIS),)
    if not EPOCH.fullmatch(epoch) or starts[-1].epoch != epoch:
        raise ValueError("the epoch is not the last one of the records")
    return starts


def parted_after(known: tuple[EpochStart, ...], epoch: str, seq: int) -> int:
    """Return the last event shared with the earlier `epoch`, if it is at or before event `seq` of that epoch; else -1."""
    forks = (later.seq for former, later in pairwise(known) if former.epoch == epoch and later.seq <= seq)
    return next(forks, -1)


def begin(conn: sqlite3.Connection, key: bytes, above: str = "") -> str:
    """Start a new epoch after the last event, and return it. It is later than all known ones and than `above`."""
    known = history(conn)
    generation = max(int(_rank(epoch, known)[:4], 16) for epoch in (known[-1].epoch, above or known[0].epoch))
    moment = min(time.time_ns() // 10**6, 16**12 - 1)
    rank = f"{min(generation + 1, 16**4 - 1):04x}{max(moment, 0):012x}"
    epoch = rank + (_proof(rank, known[0].epoch, key) if key else secrets.token_hex(8))
    meta.put(
        conn,
        _HISTORY,
        json.dumps([asdict(start) for start in (*known, EpochStart(epoch, *event_log.tail(conn)))]),
    )
    meta.put(conn, _EPOCH, epoch)
    meta.delete(conn, LATER)
    return epoch


def is_later(mark: str, known: tuple[EpochStart, ...], key: bytes) -> bool:
    """Return whether `mark` is a later epoch of the same records, made by a machine with the same key."""
    if not key or not EPOCH.fullmatch(mark) or mark == known[-1].epoch:
        return False
    proven = hmac.compare_digest(mark[_RANK:], _proof(mark[:_RANK], known[0].epoch, key))
    return proven and mark[:_RANK] > _rank(known[-1].epoch, known)


def proof_of_house(challenge: str, key: bytes, *words: object) -> str:
    """Return an HMAC, in hex, of a challenge (32 hex digits) and the words sent with it; empty without a key or valid challenge."""
    if not key or not EPOCH.fullmatch(challenge):
        return ""
    text = ":".join(map(str, ("house", challenge, *words)))
    return hmac.new(key, text.encode(), hashlib.sha256).hexdigest()


def later(conn: sqlite3.Connection) -> str:
    """Return the later epoch that superseded these records; empty when there is none."""
    return meta.get(conn, LATER) or ""


def _rank(epoch: str, known: tuple[EpochStart, ...]) -> str:
    """Return the sort key of an epoch; the first one comes before all others."""
    return "0" * _RANK if epoch == known[0].epoch or not EPOCH.fullmatch(epoch) else epoch[:_RANK]


def _proof(rank: str, first: str, key: bytes) -> str:
    return hmac.new(key, f"life:{first}:{rank}".encode(), hashlib.sha256).hexdigest()[:16]
