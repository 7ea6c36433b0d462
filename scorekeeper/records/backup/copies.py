"""Backups: verified copies made while others go on working, thinned out with age; and putting one back."""

from __future__ import annotations

import contextlib
import datetime as dt
import re
import shutil
import sqlite3
import time
import uuid
from dataclasses import dataclass
from pathlib import Path
from sqlite3 import Connection
from threading import Lock

from scorekeeper.errors import StorageBroken, StorageFull
from scorekeeper.records import chain, connection, epochs, schema
from scorekeeper.records.backup import belongings
from scorekeeper.system import private_folder, sync

FOLDER = "backups"
"""Folder of the automatic backups, inside the data folder."""
STEP_PAGES = 256
"""Pages copied before others get their turn: about a megabyte."""
_HOUR = dt.timedelta(hours=1)
KEPT = (("%Y%m%d%H%M", _HOUR), ("%Y%m%d%H", 24 * _HOUR), ("%Y%m%d", 30 * 24 * _HOUR))
"""One copy is kept of each minute, hour and day, up to that age."""
TIMED = "timed"
"""The reason of the copies that are thinned out; all others are kept."""
TIGHT = 2**20
"""Bytes that must be free before an act, or timed copies go."""
SHARE = 4
"""Timed copies take at most one part in so many of the room that the disk has beside the records."""

_NAME = re.compile(r"scorekeeper-(\d{8}T\d{9}Z)-(\d+)-([0-9a-f]{8})-([a-z-]+)\.db", re.ASCII)


@dataclass(frozen=True)
class Copy:
    """A finished backup, read from its file name."""

    path: Path
    at: dt.datetime
    seq: int
    tail: str
    """The first 8 digits of the hash of the last one."""
    why: str

    @property
    def size(self) -> int:
        """Bytes on the disk; 0 once it is gone."""
        try:
            return self.path.stat().st_size
        except FileNotFoundError:
            return 0


def copies(folder: Path) -> list[Copy]:
    """The backups in a folder, oldest first."""
    backups = []
    for path in folder.glob("scorekeeper-*.db"):
        match = _NAME.fullmatch(path.name)
        if match:
            at = dt.datetime.strptime(match[1][:15] + match[1][15:18] + "000+0000", "%Y%m%dT%H%M%S%f%z")
            backups.append(Copy(path, at, int(match[2]), match[3], match[4]))
    return sorted(backups, key=lambda copy: (copy.at, copy.seq))


def backup_to(
    conn: Connection, folder: Path, why: str, *, beside: Path | None, lock: Lock | None = None
) -> Path:
    """Copy an open database into `folder`, with the files that belong `beside` it if any, verify the copy and give it its name.

    With `lock`, the lock is held only for a step at a time; what the same connection writes between two steps goes into the copy
    as well. Raises `StorageBroken` when the copy does not verify (no file is left then), `StorageFull` when it cannot be written.
    """
    partial = folder / f".{uuid.uuid4().hex}.partial"
    try:
        private_folder(folder)
        snapshot(conn, partial, lock, beside=beside)
        seq, tail = verified(partial)
        stamp = dt.datetime.now(dt.UTC).strftime("%Y%m%dT%H%M%S%f")[:18] + "Z"
        path = folder / f"scorekeeper-{stamp}-{seq}-{tail[:8]}-{why}.db"
        partial.rename(path)
        sync(folder)
    except OSError as error:
        raise StorageFull(f"the backup could not be written: {error}") from error
    finally:
        _remove(partial)
    return path


def _remove(path: Path) -> None:
    """Remove a file that was not finished, and its journal."""
    for suffix in ("", "-journal", "-wal", "-shm"):
        with contextlib.suppress(OSError):
            path.with_name(path.name + suffix).unlink()


def snapshot(conn: Connection, path: Path, lock: Lock | None = None, beside: Path | None = None) -> None:
    """Copy an open database into a new file, as `backup_to` says but not verified; whoever takes it away verifies it."""

    def let_others(_status: int, _remaining: int, _total: int) -> None:
        if lock is not None:
            lock.release()
            time.sleep(0.0005)
            lock.acquire()

    # It may hold keys.
    path.touch(0o600, exist_ok=False)
    with contextlib.closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as target:
        with lock or contextlib.nullcontext():
            # Another process that writes between two steps would make the copy begin again: then it is one step.
            conn.backup(target, pages=STEP_PAGES if lock else -1, progress=let_others, sleep=0.01)
        if beside is not None:
            belongings.pack(target, beside)
        # A copy lies alone: without the log of the write-ahead mode beside it.
        target.execute("PRAGMA journal_mode = DELETE").fetchall()
    sync(path)


def verified(path: Path) -> tuple[int, str]:
    """Number of events and last hash of a copy that is whole, whatever its schema's age."""
    with open_copy(path) as conn:
        if wrong := connection.integrity(conn):
            raise StorageBroken(wrong)
        if not conn.execute("SELECT 1 FROM sqlite_schema WHERE name = 'event'").fetchone():
            return 0, chain.GENESIS
        broken = chain.broken_at(conn)
        if broken is not None:
            raise StorageBroken(f"event {broken} does not follow from those before it")
        return chain.tail(conn)


def opens(path: Path, passphrase: str) -> bool:
    """Whether the keys that a copy carries are not sealed, or that is their passphrase. Raises `sqlite3.Error`, `StorageError`."""
    with open_copy(path) as conn:
        return not belongings.is_sealed(conn) or belongings.opened(conn, passphrase) is not None


def lacks_keys(path: Path, folder: Path, passphrase: str = "") -> bool:
    """Whether codes of tables were printed that neither a copy nor the folder has the key of. Raises `sqlite3.Error`, `StorageError`."""
    with open_copy(path) as conn:
        if passphrase and belongings.is_sealed(conn):
            return False
        known = conn.execute("SELECT 1 FROM sqlite_schema WHERE name = 'table_link'").fetchone()
        printed = known and conn.execute("SELECT 1 FROM table_link LIMIT 1").fetchone()
        return bool(printed and not (belongings.carried_key(conn) or belongings.key(folder)))


def open_copy(path: Path) -> contextlib.closing[Connection]:
    """A database file, only to be read."""
    return contextlib.closing(connection.connect(path, 10, read_only=True))


def timed(folder: Path) -> list[Copy]:
    """The timed copies in a folder, oldest first."""
    return [copy for copy in copies(folder) if copy.why == TIMED]


def keep(path: Path) -> Path:
    """Let a copy be thinned out no more; return its path from now on, which is the same where it cannot be renamed."""
    kept = path.with_name(path.name.removesuffix(f"-{TIMED}.db") + "-fuller.db")
    with contextlib.suppress(OSError):
        return path.rename(kept) if path.name.endswith(f"-{TIMED}.db") else path
    return path


def prune(folder: Path, now: dt.datetime) -> None:
    """Thin out the timed copies: one for each of the last minutes, hours and days; never the newest one."""
    kept: set[str] = set()
    for place, copy in enumerate(reversed(timed(folder))):
        slots = {f"{copy.at:{slot}}" for slot, age in KEPT if now - copy.at < age}
        if place and slots <= kept:
            copy.path.unlink(missing_ok=True)
        kept |= slots


def free(folder: Path) -> int:
    """Bytes that can still be written on the disk of a folder. Raises `OSError`."""
    return shutil.disk_usage(folder).free


def keep_share(folder: Path, coming: int = 0) -> bool:
    """Let timed copies go, the oldest first and never the newest, until they take no more than their share of the disk's room.

    Returns:
        Whether a copy of `coming` bytes may be made, which counts as one of them.
    """
    there = timed(folder)
    taken = coming + sum(copy.size for copy in there)
    share = (free(folder.parent) + taken - coming) // SHARE
    for copy in there[:-1]:
        if taken <= share:
            break
        copy.path.unlink(missing_ok=True)
        taken -= copy.size
    return coming <= share


def make_room(folder: Path, wanted: int = TIGHT) -> bool:
    """Let timed copies go, the oldest first and never the newest, until so many bytes are free; whether they are. Raises `OSError`."""
    if free(folder.parent) >= wanted:
        return True
    for copy in timed(folder)[:-1]:
        copy.path.unlink(missing_ok=True)
        if free(folder.parent) >= wanted:
            return True
    return False


def restore(database: Path, copy: Path, passphrase: str = "") -> Path | None:
    """Put a copy in the place of the database; what was there is set aside and its path returned.

    The copy is brought to the current schema, verified and given a new epoch before anything is replaced; keys and other files
    that it carries take their places; sealed ones do with their passphrase, and are left out without.
    Raises `StorageInUse` while a server works on the folder, `StorageBroken` when the copy is not whole or not ours.
    """
    folder = database.parent
    private_folder(folder)
    held = connection.lock(database)
    ready = folder / f".{uuid.uuid4().hex}.restore"
    try:
        with open_copy(copy) as source:
            if not connection.recognise(source):
                raise StorageBroken("the file is empty")
            snapshot(source, ready)
        _make_current(ready, copy.name, passphrase, belongings.key(folder), _latest_epoch(database))
        aside = _set_aside(database)
        ready.rename(database)
        # It told of the records that were set aside.
        (folder / belongings.WITNESS).unlink(missing_ok=True)
        sync(folder)
        with contextlib.closing(connection.connect(database, 10)) as conn:
            belongings.unpack(conn, folder)
    except sqlite3.Error as error:
        raise connection.storage_error(error) from error
    except ValueError as error:
        raise StorageBroken(str(error)) from error
    finally:
        _remove(ready)
        held.close()
    return aside


def _make_current(path: Path, name: str, passphrase: str, key: bytes, above: str) -> None:
    """Bring a copy of that name to the current schema, verify it, and begin a new life later than the one called `above`."""
    with contextlib.closing(connection.connect(path, 10)) as conn:
        schema.migrate(conn)
        epochs.current(conn)
        wrong = connection.damage(conn, thorough=True)
        if wrong:
            raise StorageBroken(wrong)
        seq, tail = chain.tail(conn)
        stated = _NAME.fullmatch(name)
        if stated and (int(stated[2]), stated[3]) != (seq, tail[:8]):
            raise StorageBroken(f"it ends at event {seq}, and its name tells of event {stated[2]}")
        with schema.transaction(conn):
            belongings.unseal(conn, passphrase)
            epochs.begin(conn, belongings.carried_key(conn) or key, above)
        conn.execute("PRAGMA journal_mode = DELETE").fetchall()
    sync(path)


def _latest_epoch(database: Path) -> str:
    """The epoch of the records that are replaced, or the later one they gave way to; empty when they cannot be read."""
    try:
        with open_copy(database) as conn:
            return epochs.later(conn) or epochs.get(conn, "epoch") or ""
    except (sqlite3.Error, StorageBroken):
        return ""


def _set_aside(path: Path) -> Path | None:
    """Move a database away together with what belongs to it, so that an old journal never meets the new file."""
    if not path.exists():
        return None
    with contextlib.suppress(sqlite3.Error, StorageBroken):
        # Opening it once brings a transaction that was cut short to its end, while its journal is still beside it.
        conn = connection.connect(path, 10)
        conn.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        conn.close()
    aside = path.with_name(f"replaced-{dt.datetime.now(dt.UTC):%Y%m%dT%H%M%S%fZ}.db")
    for suffix in ("-journal", "-wal", "-shm", ""):
        part = path.with_name(path.name + suffix)
        if part.exists():
            part.rename(aside.with_name(aside.name + suffix))
    return aside
