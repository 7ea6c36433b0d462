"""The witness: how far the chain of events had come, noted outside the database file.

A log that was cut off after a crash leaves a file that is sound in itself, only shorter. The witness is a small file beside the
database, written every few seconds in which something changed; the name of each copy is one too.
"""

import itertools
import json
import sqlite3
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from scorekeeper.errors import StorageBroken
from scorekeeper.records import epochs
from scorekeeper.records.backup import belongings, copies
from scorekeeper.system import write_private

_LOST = "lost"


@dataclass(frozen=True)
class Witnessed:
    """The last event of a life at some moment."""

    epoch: str
    seq: int
    hash: str
    """Its hash, or the beginning of it."""


@dataclass(frozen=True)
class Loss:
    """Events that were there once, and are not any more."""

    seq: int
    """The last event that was witnessed."""
    kept: int
    """The last event that is left."""
    copy: str = ""
    """The path of a copy that holds more; empty when there is none."""
    dismissed: bool = False
    """Whether somebody read of it and dismissed the notice."""

    def __str__(self) -> str:
        return f"the records end at event {self.kept}, and event {self.seq} was witnessed"


def note(folder: Path, head: Witnessed) -> None:
    """Write the witness. Raises `OSError`."""
    write_private(folder / belongings.WITNESS, json.dumps(asdict(head)).encode("ascii"))


def noted(folder: Path) -> Witnessed | None:
    """The witness; `None` when there is none that can be read."""
    try:
        seen = json.loads((folder / belongings.WITNESS).read_bytes())
        return Witnessed(str(seen["epoch"]), int(seen["seq"]), str(seen["hash"]))
    except (OSError, ValueError, TypeError, KeyError):
        return None


def refuse_to_begin_anew(folder: Path, what: str) -> None:
    """Refuse a database without content in a folder where there was another one before. Raises `StorageBroken`."""
    if copies.copies(folder / copies.FOLDER) or noted(folder):
        before = f"there was one before: its backups are in the folder {copies.FOLDER}"
        raise StorageBroken(f"the file is {what}, and {before}")


def loss(conn: sqlite3.Connection, folder: Path, head: Witnessed | None) -> Loss | None:
    """Loss of a database in that folder, by the witness `head` and by the names of its copies."""
    last = conn.execute("SELECT coalesce(max(seq), 0) FROM event").fetchone()[0]
    known = epochs.lives(conn)
    epoch = known[-1].epoch
    # What a life wrote after the next one had begun elsewhere was never part of these records.
    ends = {life.epoch: following.seq for life, following in itertools.pairwise(known)}
    # A copy made after the loss is newer than one that holds more.
    ranked = sorted(copies.copies(folder / copies.FOLDER), key=lambda copy: copy.seq, reverse=True)
    more = (copy for copy in ranked if not _holds(conn, copy.seq, copy.tail))
    fuller = next((copy for copy in more if _epoch(copy.path) == epoch), None)
    ours = head is not None and head.seq <= ends.get(head.epoch, head.seq)
    if head and ours and not _holds(conn, head.seq, head.hash):
        return Loss(head.seq, last, str(fuller.path) if fuller else "")
    return Loss(fuller.seq, last, str(fuller.path)) if fuller else None


def fullest(known: Sequence[copies.Copy]) -> copies.Copy:
    """Return the copy with most events among those of the newest epoch; after a loss the newest copy has fewer."""
    epoch = next(filter(None, (_epoch(copy.path) for copy in reversed(known))), None)
    ranked = sorted(known, key=lambda copy: (copy.seq, copy.at), reverse=True)
    return next((copy for copy in ranked if _epoch(copy.path) == epoch), known[-1])


def _holds(conn: sqlite3.Connection, seq: int, start: str) -> bool:
    """Whether the chain has that event, by the beginning of its hash."""
    row = conn.execute("SELECT hash FROM event WHERE seq = ?", (seq,)).fetchone()
    return seq == 0 or (row is not None and row[0].startswith(start))


def _epoch(path: Path) -> str | None:
    try:
        with copies.open_copy(path) as conn:
            return epochs.get(conn, "epoch")
    except (sqlite3.Error, StorageBroken):
        return None


def remember(conn: sqlite3.Connection, lost: Loss) -> None:
    """Note a loss in the records themselves, since the witness is overwritten from now on."""
    epochs.put(conn, _LOST, json.dumps(asdict(lost)))


def remembered(conn: sqlite3.Connection) -> Loss | None:
    """The last loss; `None` when nothing was ever lost."""
    text = epochs.get(conn, _LOST)
    return Loss(**json.loads(text)) if text else None
