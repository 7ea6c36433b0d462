"""Connections to the database file: settings, locks, checks of the file, write-ahead log, read-only access."""

import contextlib
import errno
import math
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path
from sqlite3 import Connection
from typing import IO

from scorekeeper import errors, system
from scorekeeper.records import epochs, event_log, schema
from scorekeeper.records.transactions import transaction

QUICK_ABOVE = 64 * 2**20
"""Size in bytes above which the check at start is SQLite's `quick_check`."""

_PROTECTED = frozenset({errno.EROFS, errno.EACCES, errno.EPERM})
_UNFINISHED = ("-journal", "-wal")
_WAL_AT, _WAL = 18, 2
"""Offset and value of the byte that marks a database with a write-ahead log (SQLite's file format, 1.3)."""
_FULL = {"FULL", "IOERR_WRITE", "IOERR_TRUNCATE"}
_READ_ONLY = {"READONLY", "CANTOPEN", "PERM"}
_BUSY = {"BUSY", "LOCKED", "CONSTRAINT", "INTERRUPT", "NOMEM", "PROTOCOL"}
_LASTING = "IOERR", "CORRUPT", "NOTADB"
"""Result codes without their `SQLITE_`."""


def storage_error(error: sqlite3.Error) -> errors.StorageError:
    """Return the storage error for an error of SQLite, by its result code."""
    code = _code(error)
    text = f"{f'SQLITE_{code}' if code else type(error).__name__}: {error}"
    if code in _FULL:
        return errors.StorageFull(text)
    # An extended result code is the primary one with a suffix.
    primary = code.partition("_")[0]
    if primary in _READ_ONLY:
        return errors.StorageReadOnly(text)
    return errors.StorageBusy(text) if primary in _BUSY else errors.StorageBroken(text)


@contextlib.contextmanager
def storage_errors() -> Iterator[None]:
    """Raise errors of SQLite, the system and text decoding in the block as `StorageError`."""
    try:
        yield
    except sqlite3.Error as error:
        raise storage_error(error) from error
    except OSError as error:
        raise (errors.StorageReadOnly if is_protected(error) else errors.StorageFull)(str(error)) from error
    except ValueError as error:
        # Damaged text fails to decode.
        raise errors.StorageBroken(str(error)) from error


def is_lasting(error: sqlite3.Error) -> bool:
    """Return whether this process can no longer trust the file: it is damaged, or the disk lost a write."""
    return isinstance(storage_error(error), errors.StorageBroken) and _code(error).startswith(_LASTING)


def _code(error: sqlite3.Error) -> str:
    return (getattr(error, "sqlite_errorname", "") or "").removeprefix("SQLITE_")


def connect(path: Path, timeout: float, *, read_only: bool = False, immutable: bool = False) -> Connection:
    """Open the file, created if missing, with our settings, each verified by reading it back.

    Waits `timeout` seconds for a lock of another process. A writing connection locks the file exclusively until it is closed.
    `immutable` promises that no process writes the file: it is then read without locks or a log index. Raises `StorageOlder` for a
    file from before version 1.0, without touching it or its log, and `StorageError` when a setting was not accepted.
    """
    if schema.is_older(path):
        raise errors.StorageOlder("the file was written before Scorekeeper 1.0")
    mode = "ro" if read_only else "rwc"
    uri = f"{path.absolute().as_uri()}?mode={mode}{'&immutable=1' if immutable else ''}"
    conn = sqlite3.connect(uri, uri=True, timeout=timeout, isolation_level=None, check_same_thread=False)
    try:
        settings: dict[str, str | int] = {
            "busy_timeout": int(timeout * 1000),
            "foreign_keys": 1,
            "recursive_triggers": 1,
            "trusted_schema": 0,
            "cell_size_check": 1,
            # 2 is memory: each act is a savepoint in its group's transaction, whose journal would otherwise be a temporary file.
            "temp_store": 2,
        }
        if not read_only:
            # 3 is EXTRA: as FULL, and a rollback journal's deletion is synced too. Otherwise a power cut could restore the
            # journal from before the switch to a write-ahead log, and SQLite would undo pages with it.
            # `secure_delete` overwrites deleted content, such as the name of a forgotten person.
            settings = {"locking_mode": "exclusive", "synchronous": 3, "secure_delete": 1, **settings}
        for name, value in settings.items():
            _set(conn, name, value)
        if not read_only and conn.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
            # A file without a write-ahead log gets one only after it was checked. Of the rollback modes, this one, fully synchronised,
            # never undid a committed transaction after a power cut.
            _set(conn, "journal_mode", "truncate")
    except BaseException:
        conn.close()
        raise
    return conn


def keep_log(conn: Connection) -> None:
    """Switch the file to a write-ahead log, with which an act is written and synced once instead of several times.

    SQLite before 3.51.3 could damage such a file when two connections wrote to it or checkpointed at the same time. With the
    exclusive lock there is no second connection, and the log's index is in memory instead of a file.
    """
    _set(conn, "journal_mode", "wal")
    _set(conn, "journal_size_limit", 16 * 2**20)


def fold(conn: Connection) -> bool:
    """Checkpoint the write-ahead log into the file and truncate it. Return whether no retry is needed, as no reader blocked it."""
    try:
        busy, *_ = conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    except sqlite3.Error as error:
        # With a full disk the log keeps everything, and the checkpoint is tried again after the next act.
        if is_lasting(error):
            raise
        return True
    return not busy


def fold_log(database: Path) -> None:
    """Checkpoint a log left by a dead process, so that the file alone holds everything. Raises `StorageError`."""
    if _size(log_of(database)):
        with storage_errors(), lock(database), contextlib.closing(connect(database, 10)) as conn:
            # SQLite checkpoints when the last connection closes, once it has read the file.
            recognise(conn)


def log_of(database: Path) -> Path:
    """Return the path of a database's write-ahead log."""
    return database.with_name(f"{database.name}-wal")


def is_log_lost(database: Path) -> bool:
    """Return whether a log exists from which no frame can be read, tried on a copy. Raises `OSError`, `sqlite3.Error`."""
    if not _size(log_of(database)):
        return False
    with _copied(database, 10) as conn:
        recognise(conn)
        _, frames, _ = conn.execute("PRAGMA wal_checkpoint").fetchone()
    return bool(frames <= 0)


@contextlib.contextmanager
def _copied(database: Path, timeout: float) -> Iterator[Connection]:
    """Open a temporary copy of a database, with the journal and log that a dead process left, for the block."""
    with tempfile.TemporaryDirectory(prefix="scorekeeper-") as folder:
        for suffix in ("", *_UNFINISHED):
            part = database.with_name(database.name + suffix)
            if part.exists():
                shutil.copyfile(part, Path(folder) / part.name)
        with contextlib.closing(connect(Path(folder) / database.name, timeout)) as conn:
            yield conn


def _set(conn: Connection, name: str, value: str | int) -> None:
    conn.execute(f"PRAGMA {name} = {value}").fetchall()
    actual = conn.execute(f"PRAGMA {name}").fetchone()[0]
    if actual != value:
        raise errors.StorageBroken(f"PRAGMA {name} is {actual}, not {value}")


def recognise(conn: Connection) -> bool:
    """Return whether the file is ours; `False` for an empty one. Raises `StorageBroken` for a foreign file, `StorageNewer`."""
    if not conn.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]:
        return False
    if conn.execute("PRAGMA application_id").fetchone()[0] != schema.APPLICATION_ID:
        raise errors.StorageBroken("the file is not a Scorekeeper database")
    if newer := schema.newer(conn):
        raise errors.StorageNewer(", ".join(newer))
    return True


def damage(conn: Connection, *, thorough: bool = False) -> str:
    """Return the first fault of a database with the current schema, in English for the log; empty when there is none.

    Indexes are compared with their tables too, unless the file is larger than `QUICK_ABOVE` and the check not `thorough`.
    """
    try:
        size = math.prod(conn.execute(f"PRAGMA {part}").fetchone()[0] for part in ("page_count", "page_size"))
        check = "integrity_check" if thorough or size <= QUICK_ABOVE else "quick_check"
        if wrong := integrity(conn, check):
            return wrong
        if schema.text(conn) != schema.expected():
            return "tables, indexes or triggers are not what they should be"
        if conn.execute("PRAGMA foreign_key_check").fetchone():
            return "a row refers to one that is missing"
        if schema.pending(conn):
            return "the list of migrations is not what it should be"
        epochs.history(conn)
        event = event_log.broken_at(conn)
    except (sqlite3.Error, ValueError, OverflowError) as error:
        return f"{type(error).__name__}: {error}"
    return "" if event is None else f"event {event} does not follow from those before it"


def integrity(conn: Connection, check: str = "integrity_check") -> str:
    """Return up to three faults that SQLite's check finds in a file, at most 300 characters; empty when there are none."""
    report = [row[0] for row in conn.execute(f"PRAGMA {check}(3)").fetchall()]
    return "" if report == ["ok"] else "; ".join(report)[:300]


def lock(database: Path) -> IO[bytes]:
    """Lock a database until the returned file is closed or the process ends. Raises `StorageInUse` when another process holds it."""
    path = database.with_suffix(".lock")
    system.private_file(path)
    return _locked(path.open("ab"))


def lock_shared(database: Path) -> IO[bytes] | None:
    """Lock a database for reading; `None` when the lock file cannot be opened. Raises `StorageInUse` when a writing process holds it."""
    try:
        return _locked(database.with_suffix(".lock").open("rb"), shared=True)
    except OSError:
        return None


def _locked(handle: IO[bytes], *, shared: bool = False) -> IO[bytes]:
    try:
        system.lock(handle, shared=shared)
    except OSError as error:
        handle.close()
        raise errors.StorageInUse(handle.name) from error
    return handle


def is_protected(error: OSError) -> bool:
    """Return whether an error means that the disk or the folder is write-protected."""
    return error.errno in _PROTECTED


def is_writable(database: Path) -> bool:
    """Return whether permissions allow writing to the folder and the file; nothing is written."""
    effective = os.access in os.supports_effective_ids
    return all(os.access(path, os.W_OK, effective_ids=effective) for path in (database.parent, database))


def connect_read_only(path: Path, timeout: float) -> Connection:
    """Open the file read-only. Raises `OSError` when it cannot be read, or there is no room for a copy.

    Recovering the journal or log of a dead process and migrating an older schema both write. So both are done in a copy, which is
    then held in memory.
    """
    if any(_size(path.with_name(path.name + suffix)) for suffix in _UNFINISHED):
        return _finished_copy(path, timeout)
    with path.open("rb") as file:
        head = file.read(_WAL_AT + 1)
    # With a write-ahead log, readers write its index. A file that no process changes can be read without it; ours is such a file
    # after a clean close.
    frozen = head[_WAL_AT:] == bytes([_WAL])
    conn = connect(path, timeout, read_only=True, immutable=frozen)
    if recognise(conn) and schema.pending(conn):
        conn.close()
        return _finished_copy(path, timeout)
    return conn


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def _finished_copy(path: Path, timeout: float) -> Connection:
    with _copied(path, timeout) as source:
        if recognise(source):
            schema.migrate(source)
        target = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        source.backup(target)
    target.execute("PRAGMA query_only = 1").fetchall()
    return target


def probe(conn: Connection, size: int) -> None:
    """Write `size` bytes to the table `probe` and remove them again."""
    with transaction(conn):
        conn.execute(
            "INSERT INTO probe VALUES (1, 1, zeroblob(?)) ON CONFLICT (id) DO UPDATE SET"
            " count = count + 1, filler = excluded.filler",
            (size,),
        )
        conn.execute("UPDATE probe SET filler = NULL")


_MAGIC = b"SQLite format 3\x00"


class FileGuard:
    """Detector of a database file or write-ahead log that was removed, replaced or overwritten since it was opened.

    Every later act would be lost with it: SQLite keeps writing to the open file, and caches what it read. So the check is made
    before each act; it takes some microseconds.
    """

    def __init__(self, path: Path) -> None:
        """Open the file, which must exist, and note its inode. Raises `OSError` when it cannot be opened."""
        self._path = path
        self._log = path.with_name(path.name + "-wal")
        # Never closed before SQLite's own handle: with POSIX locks, closing any handle of a file releases all locks on it.
        self._file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        self._inode = os.fstat(self._file).st_ino
        self._log_inode = 0

    def is_intact(self) -> bool:
        """Return whether file and log are still those opened, and the file begins with SQLite's header."""
        try:
            if self._path.stat().st_ino != self._inode or os.pread(self._file, len(_MAGIC), 0) != _MAGIC:
                return False
            # The first act creates the log.
            if not self._log_inode and not self._log.exists():
                return True
            inode = self._log.stat().st_ino
        except OSError:
            return False
        self._log_inode = self._log_inode or inode
        return inode == self._log_inode

    def close(self) -> None:
        """Close the file; to be called after SQLite has closed it."""
        os.close(self._file)
