"""Opening the database file: settings that are read back, checks and a guard of the file, reading where nothing can be written."""

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
from scorekeeper.records import chain, epochs, schema

QUICK_ABOVE = 64 * 2**20
"""Size in bytes above which the check at start is a quick one."""

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
    """The storage error that an error of SQLite stands for."""
    code = _code(error)
    text = f"{f'SQLITE_{code}' if code else type(error).__name__}: {error}"
    if code in _FULL:
        return errors.StorageFull(text)
    # What follows the primary result code names a variety of it.
    primary = code.partition("_")[0]
    if primary in _READ_ONLY:
        return errors.StorageReadOnly(text)
    return errors.StorageBusy(text) if primary in _BUSY else errors.StorageBroken(text)


@contextlib.contextmanager
def storage_errors() -> Iterator[None]:
    """Raise failures of the file as storage errors."""
    try:
        yield
    except sqlite3.Error as error:
        raise storage_error(error) from error
    except OSError as error:
        raise (errors.StorageReadOnly if is_protected(error) else errors.StorageFull)(str(error)) from error
    except ValueError as error:
        # A damaged text does not even decode.
        raise errors.StorageBroken(str(error)) from error


def is_lasting(error: sqlite3.Error) -> bool:
    """Whether the file cannot be trusted any more by this process: damage, or a write that the disk lost."""
    return isinstance(storage_error(error), errors.StorageBroken) and _code(error).startswith(_LASTING)


def _code(error: sqlite3.Error) -> str:
    return (getattr(error, "sqlite_errorname", "") or "").removeprefix("SQLITE_")


def connect(path: Path, timeout: float, *, read_only: bool = False, immutable: bool = False) -> Connection:
    """Open the file, created if need be, with our settings, each of them read back. Waits `timeout` seconds for another process.

    A connection that writes holds the file alone until it is closed. When the file is `immutable`, no other process writes it
    either, and it can be read without any lock or file beside it. Raises `StorageOlder` for a file of before version 1.0, without
    touching it or its log, and `StorageError` when a setting did not take.
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
            # 2 is memory: each act is a part of its group's transaction, and what takes it back would be a file of its own.
            "temp_store": 2,
        }
        if not read_only:
            # 3 is EXTRA: as FULL, and a rollback journal's deletion is synced too. Otherwise a power cut could bring back the
            # journal that was left when the file got its write-ahead log, and SQLite would undo pages with it.
            # Nothing that is removed or written over can still be read in the file, as the name of a person who is forgotten.
            settings = {"locking_mode": "exclusive", "synchronous": 3, "secure_delete": 1, **settings}
        for name, value in settings.items():
            _set(conn, name, value)
        if not read_only and conn.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
            # A file without the log is not changed before it was checked. Of the rollback modes this is the one that,
            # fully synchronised, never brought a finished transaction back after a power cut.
            _set(conn, "journal_mode", "truncate")
    except BaseException:
        conn.close()
        raise
    return conn


def keep_log(conn: Connection) -> None:
    """Give the file a write-ahead log from now on: an act is then written and synchronised once instead of several times.

    SQLite before 3.51.3 could damage such a file when two connections wrote to it or emptied its log at the same time. With
    the exclusive lock there is no second connection; the log's index is then in memory, not in a file beside it.
    """
    _set(conn, "journal_mode", "wal")
    _set(conn, "journal_size_limit", 16 * 2**20)


def fold(conn: Connection) -> bool:
    """Write the log into the file and empty it, where nobody reads at this moment; whether that needs no other try."""
    try:
        busy, *_ = conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    except sqlite3.Error as error:
        # With a full disk the log keeps everything, and is tried again after the next act.
        if is_lasting(error):
            raise
        return True
    return not busy


def fold_log(database: Path) -> None:
    """Fold the log that a process left into the file, which then holds everything when it is copied alone. Raises `StorageError`."""
    if _size(log_of(database)):
        with storage_errors(), lock(database), contextlib.closing(connect(database, 10)) as conn:
            # The last connection that is closed does it, once it has read the file.
            recognise(conn)


def log_of(database: Path) -> Path:
    """The write-ahead log of a database, while there is one."""
    return database.with_name(f"{database.name}-wal")


def is_log_lost(database: Path) -> bool:
    """Whether there is a log of which nothing can be read. It is tried on a copy. Raises `OSError`, `sqlite3.Error`."""
    if not _size(log_of(database)):
        return False
    with _copied(database, 10) as conn:
        recognise(conn)
        _, frames, _ = conn.execute("PRAGMA wal_checkpoint").fetchone()
    return bool(frames <= 0)


@contextlib.contextmanager
def _copied(database: Path, timeout: float) -> Iterator[Connection]:
    """A copy of a database and of what a dead process left beside it, opened, and gone at the end."""
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
    """Whether the file is ours; `False` for an empty one. Raises `StorageBroken` when it is not ours, `StorageNewer`."""
    if not conn.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]:
        return False
    if conn.execute("PRAGMA application_id").fetchone()[0] != schema.APPLICATION_ID:
        raise errors.StorageBroken("the file is not a Scorekeeper database")
    if newer := schema.newer(conn):
        raise errors.StorageNewer(", ".join(newer))
    return True


def damage(conn: Connection, *, thorough: bool = False) -> str:
    """Faults of a database that has the current schema, in English for the log; empty when there are none.

    Indexes are compared with their tables too, unless the file is so large that starting would take long.
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
        epochs.lives(conn)
        event = chain.broken_at(conn)
    except (sqlite3.Error, ValueError, OverflowError) as error:
        return f"{type(error).__name__}: {error}"
    return "" if event is None else f"event {event} does not follow from those before it"


def integrity(conn: Connection, check: str = "integrity_check") -> str:
    """Faults that SQLite finds in the pages of a file; empty when there are none."""
    report = [row[0] for row in conn.execute(f"PRAGMA {check}(3)").fetchall()]
    return "" if report == ["ok"] else "; ".join(report)[:300]


def lock(database: Path) -> IO[bytes]:
    """Lock a database until the returned file is closed or the process ends. Raises `StorageInUse` when another process has it."""
    path = database.with_suffix(".lock")
    system.private_file(path)
    return _locked(path.open("ab"))


def lock_shared(database: Path) -> IO[bytes] | None:
    """Lock a database for reading; `None` where there is no lock file. Raises `StorageInUse` when a process that writes has it."""
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
    """Whether the system refused because the disk or the folder is write-protected."""
    return error.errno in _PROTECTED


def is_writable(database: Path) -> bool:
    """Whether the system allows writing to the folder and the file; nothing is tried."""
    effective = os.access in os.supports_effective_ids
    return all(os.access(path, os.W_OK, effective_ids=effective) for path in (database.parent, database))


def connect_read_only(path: Path, timeout: float) -> Connection:
    """Open the file only to be read. Raises `OSError` when it cannot be read, or there is no room for the copy.

    A transaction that a dead process left unfinished must be completed first, and an older schema brought up to date. Neither
    can be done in place, so both happen in a copy that is then held in memory.
    """
    if any(_size(path.with_name(path.name + suffix)) for suffix in _UNFINISHED):
        return _finished_copy(path, timeout)
    with path.open("rb") as file:
        head = file.read(_WAL_AT + 1)
    # With a write-ahead log, readers write its index. A file that no process changes can be read without; after a clean close
    # ours is one.
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
    """Write so many bytes and remove them again."""
    with schema.transaction(conn):
        conn.execute(
            "INSERT INTO probe VALUES (1, 1, zeroblob(?)) ON CONFLICT (id) DO UPDATE SET"
            " count = count + 1, filler = excluded.filler",
            (size,),
        )
        conn.execute("UPDATE probe SET filler = NULL")


_MAGIC = b"SQLite format 3\x00"


class FileGuard:
    """A database file and its write-ahead log as they were opened.

    When they are removed, replaced or overwritten while they are in use, every later act is lost with them: SQLite goes on writing
    to what it has open and remembers what it read. So this is checked before each act; it takes some microseconds.
    """

    def __init__(self, path: Path) -> None:
        """Remember the file, which must exist. Raises `OSError` when it cannot be opened."""
        self._path = path
        self._log = path.with_name(path.name + "-wal")
        # Never closed before SQLite closes its own: a process that closes a file gives up all its locks on that file.
        self._file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        self._inode = os.fstat(self._file).st_ino
        self._log_inode = 0

    def is_intact(self) -> bool:
        """Whether both exist and the file begins as it should."""
        try:
            if self._path.stat().st_ino != self._inode or os.pread(self._file, len(_MAGIC), 0) != _MAGIC:
                return False
            # The log is made by the first act.
            if not self._log_inode and not self._log.exists():
                return True
            inode = self._log.stat().st_ino
        except OSError:
            return False
        self._log_inode = self._log_inode or inode
        return inode == self._log_inode

    def close(self) -> None:
        """Close the file, after SQLite has."""
        os.close(self._file)
