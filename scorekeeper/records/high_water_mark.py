"""High-water mark: number and hash of the last event, stored outside the database file to detect lost events.

A write-ahead log that was truncated after a crash leaves a valid database that is only shorter. The high-water mark is a small file
beside the database, written every few seconds while events are written. The name of each backup is one too.
"""

import itertools
import json
import sqlite3
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from scorekeeper.errors import StorageBroken
from scorekeeper.records import epochs, meta
from scorekeeper.records.backup import belongings, copies
from scorekeeper.system import write_private

_LOST = "lost"


@dataclass(frozen=True)
class LastEvent:
    """High-water mark: the last event of an epoch at some moment."""

    epoch: str
    seq: int
    hash: str
    """Hash of the event, or the beginning of it."""


@dataclass(frozen=True)
class Loss:
    """Loss of events at the end of the log."""

    seq: int
    """Number of the last event by the high-water mark."""
    kept: int
    """Number of the last event in the database."""
    copy: str = ""
    """Path of a backup with more events; empty when there is none."""
    dismissed: bool = False
    """Whether a user dismissed the notice of the loss."""

    def __str__(self) -> str:
        return f"the records end at event {self.kept}, and event {self.seq} was noted"


def note(folder: Path, head: LastEvent) -> None:
    """Write the high-water mark. Raises `OSError`."""
    write_private(folder / belongings.WITNESS, json.dumps(asdict(head)).encode("ascii"))


def noted(folder: Path) -> LastEvent | None:
    """Return the high-water mark; `None` when it is missing or malformed."""
    try:
        seen = json.loads((folder / belongings.WITNESS).read_bytes())
        return LastEvent(str(seen["epoch"]), int(seen["seq"]), str(seen["hash"]))
    except (OSError, ValueError, TypeError, KeyError):
        return None


def refuse_lost_records(folder: Path, what: str) -> None:
    """Raise `StorageBroken` for a missing or empty database (`what`) when its folder has backups or a high-water mark."""
    if copies.copies(folder / copies.FOLDER) or noted(folder):
        before = f"there was one before: its backups are in the folder {copies.FOLDER}"
        raise StorageBroken(f"the file is {what}, and {before}")


def loss(conn: sqlite3.Connection, folder: Path, head: LastEvent | None) -> Loss | None:
    """Return the loss of a database, found by the high-water mark `head` or the names of the backups; `None` when there is none."""
    last = conn.execute("SELECT coalesce(max(seq), 0) FROM event").fetchone()[0]
    known = epochs.history(conn)
    epoch = known[-1].epoch
    # What an epoch wrote after the next one had started elsewhere was never part of these records.
    ends = {life.epoch: following.seq for life, following in itertools.pairwise(known)}
    # A backup made after the loss is newer than one that has more events.
    ranked = sorted(copies.copies(folder / copies.FOLDER), key=lambda copy: copy.seq, reverse=True)
    more = (copy for copy in ranked if not _holds(conn, copy.seq, copy.tail))
    fuller = next((copy for copy in more if _epoch(copy.path) == epoch), None)
    ours = head is not None and head.seq <= ends.get(head.epoch, head.seq)
    if head and ours and not _holds(conn, head.seq, head.hash):
        return Loss(head.seq, last, str(fuller.path) if fuller else "")
    return Loss(fuller.seq, last, str(fuller.path)) if fuller else None


def fullest(known: Sequence[copies.Copy]) -> copies.Copy:
    """Return the copy with the most events of the newest epoch. After a loss, the newest copy has fewer."""
    epoch = next(filter(None, (_epoch(copy.path) for copy in reversed(known))), None)
    ranked = sorted(known, key=lambda copy: (copy.seq, copy.at), reverse=True)
    return next((copy for copy in ranked if _epoch(copy.path) == epoch), known[-1])


def _holds(conn: sqlite3.Connection, seq: int, start: str) -> bool:
    row = conn.execute("SELECT hash FROM event WHERE seq = ?", (seq,)).fetchone()
    return seq == 0 or (row is not None and row[0].startswith(start))


def _epoch(path: Path) -> str | None:
    try:
        with copies.open_copy(path) as conn:
            return meta.get(conn, "epoch")
    except (sqlite3.Error, StorageBroken):
        return None


def remember(conn: sqlite3.Connection, lost: Loss) -> None:
    """Store a loss in the database, since the high-water mark is overwritten from now on."""
    meta.put(conn, _LOST, json.dumps(asdict(lost)))


def remembered(conn: sqlite3.Connection) -> Loss | None:
    """Return the last loss stored, or `None`."""
    text = meta.get(conn, _LOST)
    return Loss(**json.loads(text)) if text else None
