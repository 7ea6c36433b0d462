"""Reading records whose folder or disk takes no writing: what was acknowledged is still shown and printed."""

from __future__ import annotations

import errno
import fcntl
import os
import shutil
import sqlite3
import tempfile
from pathlib import Path
from typing import IO

from scorekeeper.errors import StorageInUse
from scorekeeper.records import connection, schema

_PROTECTED = frozenset({errno.EROFS, errno.EACCES, errno.EPERM})
_UNFINISHED = ("-journal", "-wal")
_WAL_AT, _WAL = 18, 2
"""Where the head of a database says that it has a write-ahead log (SQLite's file format, 1.3)."""


def is_protected(error: OSError) -> bool:
    """Whether the system refused because the disk or the folder may not be written."""
    return error.errno in _PROTECTED


def takes_writing(database: Path) -> bool:
    """Whether the folder and the file could be written, as far as the system tells without trying."""
    effective = os.access in os.supports_effective_ids
    return all(os.access(path, os.W_OK, effective_ids=effective) for path in (database.parent, database))


def lock(path: Path) -> IO[bytes] | None:
    """Keep the lock file as one who only reads; `None` where there is none and none can be made.

    Raises:
        StorageInUse: when somebody who writes has it.
    """
    try:
        handle = path.open("rb")
    except OSError:
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError as error:
        handle.close()
        raise StorageInUse(str(path)) from error
    return handle


def connect(path: Path, timeout: float) -> sqlite3.Connection:
    """Open the file only to be read.

    A transaction that a dead process left half done must be brought to its end before anybody reads, and an older schema must
    be brought up to date. Neither can be done in place, so both happen in a copy that is then held in memory.

    Raises:
        OSError: when the file cannot be read, or there is no room for the copy.
        sqlite3.Error: as it comes.
        StorageError: when a setting did not take.
    """
    if any(_size(path.with_name(path.name + suffix)) for suffix in _UNFINISHED):
        return _finished_copy(path, timeout)
    conn = _as_it_lies(path, timeout)
    if connection.recognise(conn) and schema.pending(conn):
        conn.close()
        return _finished_copy(path, timeout)
    return conn


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def _as_it_lies(path: Path, timeout: float) -> sqlite3.Connection:
    with path.open("rb") as file:
        head = file.read(_WAL_AT + 1)
    # With a write-ahead log, readers write too: its index. Only a file that nobody changes can be read without, and after a
    # clean close that is true of ours.
    frozen = head[_WAL_AT:] == bytes([_WAL])
    return connection.connect(path, timeout, read_only=True, immutable=frozen)


def _finished_copy(path: Path, timeout: float) -> sqlite3.Connection:
    with tempfile.TemporaryDirectory(prefix="scorekeeper-") as folder:
        copy = Path(folder) / path.name
        for suffix in ("", *_UNFINISHED):
            part = path.with_name(path.name + suffix)
            if part.exists():
                shutil.copyfile(part, copy.with_name(part.name))
        source = connection.connect(copy, timeout)
        try:
            if connection.recognise(source):
                schema.migrate(source)
            found = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
            source.backup(found)
        finally:
            source.close()
    found.execute("PRAGMA query_only = 1").fetchall()
    return found
