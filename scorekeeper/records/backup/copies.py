"""Backups: verified copies of a database in use, thinned out with age, and their restore."""

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
from scorekeeper.records import connection, epochs, event_log, meta, schema
from scorekeeper.records.backup import belongings
from scorekeeper.records.transactions import transaction
from scorekeeper.system import private_folder, sync

FOLDER = "backups"
"""Folder of the automatic backups, inside the data folder."""
STEP_PAGES = 256
"""Number of pages copied while the lock is held: about a megabyte."""
_HOUR = dt.timedelta(hours=1)
KEPT = (("%Y%m%d%H%M", _HOUR), ("%Y%m%d%H", 24 * _HOUR), ("%Y%m%d", 30 * 24 * _HOUR))
"""Retention: one copy of each minute, hour and day is kept up to that age."""
TIMED = "timed"
"""Reason of the copies that are thinned out; all others are kept."""
TIGHT = 2**20
"""Bytes that must be free before an act; otherwise timed copies are deleted."""
SHARE = 4
"""Divisor: timed copies take at most this fraction (1/4) of the disk space that is free or theirs."""

_NAME = re.compile(r"scorekeeper-(\d{8}T\d{9}Z)-(\d+)-([0-9a-f]{8})-([a-z-]+)\.db", re.ASCII)


@dataclass(frozen=True)
class Copy:
    """A finished backup, read from its file name."""

    path: Path
    at: dt.datetime
    seq: int
    tail: str
    """First 8 digits of the hash of event `seq`, the last one."""
    why: str

    @property
    def size(self) -> int:
        """Size in bytes; 0 once the file is deleted."""
        try:
            return self.path.stat().st_size
        except FileNotFoundError:
            return 0


def copies(folder: Path) -> list[Copy]:
    """Return the backups in a folder, oldest first."""
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
    """Copy an open database into `folder`, with the key files in `beside` if given, verify the copy and return its path.

    With `lock`, the lock is held only for one step at a time; what the same connection writes between steps is copied too.
    Raises `StorageBroken` when the copy fails verification (it is then deleted), `StorageFull` when it cannot be written.
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
    for suffix in ("", "-journal", "-wal", "-shm"):
        with contextlib.suppress(OSError):
            path.with_name(path.name + suffix).unlink()


def snapshot(conn: Connection, path: Path, lock: Lock | None = None, beside: Path | None = None) -> None:
    """Copy an open database into a new file as `backup_to` does, but without verification, which is left to the receiver."""

    def let_others(_status: int, _remaining: int, _total: int) -> None:
        if lock is not None:
            lock.release()
            time.sleep(0.0005)
            lock.acquire()

    # It may hold keys.
    path.touch(0o600, exist_ok=False)
    with contextlib.closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as target:
        with lock or contextlib.nullcontext():
            # Without the lock, another process may write between two steps, which would restart the copy: so it is made in one.
            conn.backup(target, pages=STEP_PAGES if lock else -1, progress=let_others, sleep=0.01)
        if beside is not None:
            belongings.pack(target, beside)
        # A copy is a single file, without a write-ahead log beside it.
        target.execute("PRAGMA journal_mode = DELETE").fetchall()
    sync(path)


def verified(path: Path) -> tuple[int, str]:
    """Verify a copy of any schema version. Return number and hash of its last event. Raises `StorageBroken`."""
    with open_copy(path) as conn:
        if wrong := connection.integrity(conn):
            raise StorageBroken(wrong)
        if not conn.execute("SELECT 1 FROM sqlite_schema WHERE name = 'event'").fetchone():
            return 0, event_log.GENESIS
        broken = event_log.broken_at(conn)
        if broken is not None:
            raise StorageBroken(f"event {broken} does not follow from those before it")
        return event_log.tail(conn)


def opens(path: Path, passphrase: str) -> bool:
    """Return whether a copy's keys are not sealed, or `passphrase` opens them. Raises `sqlite3.Error`, `StorageError`."""
    with open_copy(path) as conn:
        return not belongings.is_sealed(conn) or belongings.opened(conn, passphrase) is not None


def lacks_keys(path: Path, folder: Path, passphrase: str = "") -> bool:
    """Return whether a copy has table links whose key is neither in it nor in the folder. Raises `sqlite3.Error`, `StorageError`."""
    with open_copy(path) as conn:
        if passphrase and belongings.is_sealed(conn):
            return False
        known = conn.execute("SELECT 1 FROM sqlite_schema WHERE name = 'table_link'").fetchone()
        printed = known and conn.execute("SELECT 1 FROM table_link LIMIT 1").fetchone()
        return bool(printed and not (belongings.carried_key(conn) or belongings.key(folder)))


def open_copy(path: Path) -> contextlib.closing[Connection]:
    """Open a database file read-only, as a context manager that closes it."""
    return contextlib.closing(connection.connect(path, 10, read_only=True))


def timed(folder: Path) -> list[Copy]:
    """Return the timed copies in a folder, oldest first."""
    return [copy for copy in copies(folder) if copy.why == TIMED]


def keep(path: Path) -> Path:
    """Rename a timed copy so that it is no longer thinned out. Return its new path, or the old one if renaming fails."""
    kept = path.with_name(path.name.removesuffix(f"-{TIMED}.db") + "-fuller.db")
    with contextlib.suppress(OSError):
        return path.rename(kept) if path.name.endswith(f"-{TIMED}.db") else path
    return path


def prune(folder: Path, now: dt.datetime) -> None:
    """Delete timed copies by the retention in `KEPT`. The newest one always stays."""
    kept: set[str] = set()
    for place, copy in enumerate(reversed(timed(folder))):
        slots = {f"{copy.at:{slot}}" for slot, age in KEPT if now - copy.at < age}
        if place and slots <= kept:
            copy.path.unlink(missing_ok=True)
        kept |= slots


def keep_share(folder: Path, coming: int = 0) -> bool:
    """Delete timed copies, the oldest first and never the newest, until they and a new one take at most their share of the disk.

    Return whether the new copy, of `coming` bytes, is within that share.
    """
    there = timed(folder)
    taken = coming + sum(copy.size for copy in there)
    share = (shutil.disk_usage(folder.parent).free + taken - coming) // SHARE
    for copy in there[:-1]:
        if taken <= share:
            break
        copy.path.unlink(missing_ok=True)
        taken -= copy.size
    return coming <= share


def make_room(folder: Path, wanted: int = TIGHT) -> bool:
    """Delete timed copies, oldest first and never the newest, until `wanted` bytes are free. Return whether they are. Raises `OSError`."""
    if shutil.disk_usage(folder.parent).free >= wanted:
        return True
    for copy in timed(folder)[:-1]:
        copy.path.unlink(missing_ok=True)
        if shutil.disk_usage(folder.parent).free >= wanted:
            return True
    return False


def restore(database: Path, copy: Path, passphrase: str = "") -> Path | None:
    """Replace the database with a copy. Return the new path of the old database, which is renamed, or `None` if there was none.

    The copy is migrated, verified and given a new epoch before anything is replaced. Its key files are written beside it; sealed
    ones only with their passphrase. Raises `StorageInUse` while a server works on the folder, `StorageBroken` when the copy is
    damaged, not ours, or sealed with another passphrase.
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
        # It is the high-water mark of the records that were set aside.
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
    """Migrate a copy, verify it, also against its former file name, and start a new epoch later than `above`. Raises `StorageBroken`."""
    with contextlib.closing(connection.connect(path, 10)) as conn:
        schema.migrate(conn)
        epochs.current(conn)
        wrong = connection.damage(conn, thorough=True)
        if wrong:
            raise StorageBroken(wrong)
        seq, tail = event_log.tail(conn)
        stated = _NAME.fullmatch(name)
        if stated and (int(stated[2]), stated[3]) != (seq, tail[:8]):
            raise StorageBroken(f"it ends at event {seq}, and its name tells of event {stated[2]}")
        with transaction(conn):
            belongings.unseal(conn, passphrase)
            epochs.begin(conn, belongings.carried_key(conn) or key, above)
        conn.execute("PRAGMA journal_mode = DELETE").fetchall()
    sync(path)


def _latest_epoch(database: Path) -> str:
    """Return the epoch of the records to be replaced, or the later one that superseded them; empty when they cannot be read."""
    try:
        with open_copy(database) as conn:
            return epochs.later(conn) or meta.get(conn, "epoch") or ""
    except (sqlite3.Error, StorageBroken):
        return ""


def _set_aside(path: Path) -> Path | None:
    """Rename a database with its journal and log, so that SQLite never applies them to the new file. Return the new path, if any."""
    if not path.exists():
        return None
    with contextlib.suppress(sqlite3.Error, StorageBroken):
        # Opening it once recovers an interrupted transaction while its journal is still beside it.
        conn = connection.connect(path, 10)
        conn.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        conn.close()
    aside = path.with_name(f"replaced-{dt.datetime.now(dt.UTC):%Y%m%dT%H%M%S%fZ}.db")
    for suffix in ("-journal", "-wal", "-shm", ""):
        part = path.with_name(path.name + suffix)
        if part.exists():
            part.rename(aside.with_name(aside.name + suffix))
    return aside
