"""The tables, as migrations that are only ever added to; those that a file lacks run in one transaction."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from sqlite_utils import Database, Migrations

APPLICATION_ID = 0x53436B70
"""Marks the file as ours: "SCkp"."""

MIGRATIONS = Migrations("scorekeeper")


def _statements(migration: str) -> str:
    """The SQL of a migration; it never changes once it was released."""
    return Path(__file__).with_name(f"{migration}.sql").read_text(encoding="utf-8")


def run(db: Database, statements: str) -> None:
    """Execute several statements inside the transaction that is open (`executescript` would commit it)."""
    statement = ""
    for line in statements.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            db.conn.execute(statement)
            statement = ""
    if statement.strip():
        raise ValueError(f"incomplete statement: {statement[:60]}")


@MIGRATIONS()
def m001(db: Database) -> None:
    """Players, parties and the log of events."""
    run(db, _statements("m001"))


@MIGRATIONS()
def m002(db: Database) -> None:
    """Tournaments: entrants, rounds, tables and seats; links and devices."""
    run(db, _statements("m002"))


@MIGRATIONS()
def m003(db: Database) -> None:
    """Right to write on a sheet of its own, names of devices, since when the organiser is logged in."""
    run(db, _statements("m003"))


@MIGRATIONS()
def m004(db: Database) -> None:
    """Players who come and go in the middle of a sheet."""
    run(db, _statements("m004"))


@MIGRATIONS()
def m005(db: Database) -> None:
    """Results of the parties that are over for their players."""
    run(db, _statements("m005"))


@MIGRATIONS()
def m006(db: Database) -> None:
    """The names of people, apart from the events."""
    run(db, _statements("m006"))


@MIGRATIONS()
def m007(db: Database) -> None:
    """Notes of a line before it is written."""
    run(db, _statements("m007"))


@MIGRATIONS()
def m008(db: Database) -> None:
    """Seasons, for lists."""
    run(db, _statements("m008"))


@MIGRATIONS()
def m009(db: Database) -> None:
    """The file of players."""
    run(db, _statements("m009"))


@MIGRATIONS()
def m010(db: Database) -> None:
    """Numbers that players note each for themselves."""
    run(db, _statements("m010"))


@MIGRATIONS()
def m011(db: Database) -> None:
    """Games that a house declares."""
    run(db, _statements("m011"))


@MIGRATIONS()
def m012(db: Database) -> None:
    """Settings that a house keeps."""
    run(db, _statements("m012"))


@MIGRATIONS()
def m013(db: Database) -> None:
    """The first dealer of a sheet with more than ten columns."""
    run(db, _statements("m013"))


@MIGRATIONS()
def m014(db: Database) -> None:
    """Authors of hidden numbers."""
    run(db, _statements("m014"))


def database(conn: sqlite3.Connection) -> Database:
    """A sqlite-utils view of our own connection."""
    return Database(conn, execute_plugins=False)


def pending(conn: sqlite3.Connection) -> list[str]:
    """Migrations that the file still lacks."""
    return [migration.name for migration in MIGRATIONS.pending(database(conn))]


def is_newer(conn: sqlite3.Connection) -> bool:
    """Whether a newer program has worked on the file."""
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as empty:
        known = set(pending(empty))
    return any(migration.name not in known for migration in MIGRATIONS.applied(database(conn)))


def migrate(conn: sqlite3.Connection) -> None:
    """Apply what the file lacks: all of it or nothing, so that a new file is known as ours or still empty."""
    if pending(conn):
        with transaction(conn):
            MIGRATIONS.apply(database(conn))


@contextlib.contextmanager
def transaction(conn: sqlite3.Connection) -> Iterator[None]:
    """Commit a block when it ends, or nothing of it when it raises; inside another transaction, it becomes part of that one."""
    begin, commit, undo = "BEGIN IMMEDIATE", "COMMIT", "ROLLBACK"
    if conn.in_transaction:
        begin, commit, undo = "SAVEPOINT part", "RELEASE part", "ROLLBACK TO part"
    conn.execute(begin)
    try:
        yield
        conn.execute(commit)
    except BaseException:
        # After some errors, as of a full disk, SQLite has taken back everything.
        if conn.in_transaction:
            try:
                conn.execute(undo)
            except sqlite3.Error:
                conn.execute("ROLLBACK")
                raise
        raise


def text(conn: sqlite3.Connection) -> dict[tuple[str, str], str]:
    """The schema of a file as text, by type and name."""
    ours = "sql IS NOT NULL AND name NOT LIKE 'sqlite_%'"
    statement = f"SELECT type, name, sql FROM sqlite_schema WHERE {ours}"  # noqa: S608
    return {(kind, name): sql for kind, name, sql in conn.execute(statement).fetchall()}


def expected() -> dict[tuple[str, str], str]:
    """The schema that a file must have: that of a new one."""
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as conn:
        migrate(conn)
        return text(conn)
