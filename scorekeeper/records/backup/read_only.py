"""Reading records whose folder or disk is write-protected: what was acknowledged is still shown and printed."""

from __future__ import annotations

import contextlib
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
"""Offset and value of the byte that marks a database with a write-ahead log (SQLite's file format, 1.3)."""


def is_protected(error: OSError) -> bool:
    """Whether the system refused because the disk or the folder is write-protected."""
    return error.errno in _PROTECTED


def is_writable(database: Path) -> bool:
    """Whether the system allows writing to the folder and the file; nothing is tried."""
    effective = os.access in os.supports_effective_ids
    return all(os.access(path, os.W_OK, effective_ids=effective) for path in (database.parent, database))


def lock(path: Path) -> IO[bytes] | None:
    """Lock the lock file for reading; `None` where there is none and none can be made.

    Raises:
        StorageInUse: when a process that writes has it.
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

    A transaction that a dead process left unfinished must be completed first, and an older schema brought up to date. Neither
    can be done in place, so both happen in a copy that is then held in memory.

    Raises:
        OSError: when the file cannot be read, or there is no room for the copy.
        sqlite3.Error: as it comes.
        StorageError: when a setting did not take.
    """
    if any(_size(path.with_name(path.name + suffix)) for suffix in _UNFINISHED):
        return _finished_copy(path, timeout)
    conn = _in_place(path, timeout)
    if connection.recognise(conn) and schema.pending(conn):
        conn.close()
        return _finished_copy(path, timeout)
    return conn


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def _in_place(path: Path, timeout: float) -> sqlite3.Connection:
    with path.open("rb") as file:
        head = file.read(_WAL_AT + 1)
    # With a write-ahead log, readers write its index. A file that no process changes can be read without; after a clean close
    # ours is one.
    frozen = head[_WAL_AT:] == bytes([_WAL])
    return connection.connect(path, timeout, read_only=True, immutable=frozen)


def _finished_copy(path: Path, timeout: float) -> sqlite3.Connection:
    with tempfile.TemporaryDirectory(prefix="scorekeeper-") as folder:
        copy = Path(folder) / path.name
        for suffix in ("", *_UNFINISHED):
            part = path.with_name(path.name + suffix)
            if part.exists():
                shutil.copyfile(part, copy.with_name(part.name))
        with contextlib.closing(connection.connect(copy, timeout)) as source:
            if connection.recognise(source):
                schema.migrate(source)
            found = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
            source.backup(found)
    found.execute("PRAGMA query_only = 1").fetchall()
    return found
