"""Mapping of SQLite's errors to those of the app."""

from __future__ import annotations

import sqlite3

import pytest

from scorekeeper.errors import StorageBroken, StorageBusy, StorageFull, StorageReadOnly
from scorekeeper.records import connection


@pytest.mark.parametrize(
    ("name", "kind", "lasting"),
    [
        ("SQLITE_BUSY", StorageBusy, False),
        ("SQLITE_BUSY_SNAPSHOT", StorageBusy, False),
        ("SQLITE_LOCKED", StorageBusy, False),
        ("SQLITE_CONSTRAINT_UNIQUE", StorageBusy, False),
        ("SQLITE_CONSTRAINT_TRIGGER", StorageBusy, False),
        ("SQLITE_FULL", StorageFull, False),
        ("SQLITE_IOERR_WRITE", StorageFull, False),
        ("SQLITE_READONLY", StorageReadOnly, False),
        ("SQLITE_READONLY_DIRECTORY", StorageReadOnly, False),
        ("SQLITE_CANTOPEN_NOTEMPDIR", StorageReadOnly, False),
        ("SQLITE_CANTOPEN", StorageReadOnly, False),
        ("SQLITE_IOERR_FSYNC", StorageBroken, True),
        ("SQLITE_IOERR_DIR_FSYNC", StorageBroken, True),
        ("SQLITE_IOERR_READ", StorageBroken, True),
        ("SQLITE_CORRUPT", StorageBroken, True),
        ("SQLITE_CORRUPT_INDEX", StorageBroken, True),
        ("SQLITE_NOTADB", StorageBroken, True),
        ("SQLITE_ERROR", StorageBroken, False),
    ],
)
def test_each_error_has_its_meaning(name: str, kind: type[Exception], *, lasting: bool) -> None:
    error = sqlite3.OperationalError("so it is")
    error.sqlite_errorname = name
    assert type(connection.storage_error(error)) is kind
    assert connection.is_lasting(error) is lasting
    assert name in str(connection.storage_error(error))


def test_an_error_without_a_name_is_no_reason_to_give_up() -> None:
    error = sqlite3.ProgrammingError("closed")
    assert type(connection.storage_error(error)) is StorageBroken
    assert not connection.is_lasting(error)
