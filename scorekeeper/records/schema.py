"""The tables, as migrations that are only ever added to; those that a file lacks run in one transaction.

The last migration is named after the version of the app: `v1_2` belongs to 1.2.0 and 1.2.5. A new kind of event needs a migration
too, even an empty one, so that an older version refuses the file instead of failing on a sheet.
"""

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from sqlite_utils import Database, Migrations

APPLICATION_ID = 0x53436B70
"""Marks the file as ours: "SCkp"."""
_HEADER, _VERSION, _ID = 100, slice(60, 64), slice(68, 72)
"""Bytes of the header of a database, and where it has `user_version` and `application_id` (SQLite's file format, 1.3)."""

MIGRATIONS = Migrations("scorekeeper")


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
def v1_0(db: Database) -> None:
    """All tables of version 1.0. A later migration stands below it, and neither ever changes once it was released."""
    run(db, Path(__file__).with_name("v1_0.sql").read_text(encoding="utf-8"))


@MIGRATIONS()
def v1_1(db: Database) -> None:
    """Tournaments that were put away, with the events `rangee` and `ressortie`."""
    run(db, "ALTER TABLE tournament ADD COLUMN away INTEGER NOT NULL DEFAULT 0 CHECK (away IN (0, 1));")


@MIGRATIONS()
def v1_2(_db: Database) -> None:
    """Acts that change settings, and lines that are put in. The tables stay; an older program, which cannot read these acts, refuses the file."""


def database(conn: sqlite3.Connection) -> Database:
    """A sqlite-utils view of our own connection."""
    return Database(conn, execute_plugins=False)


def pending(conn: sqlite3.Connection) -> list[str]:
    """Migrations that the file still lacks."""
    return [migration.name for migration in MIGRATIONS.pending(database(conn))]


def is_older(database: Path) -> bool:
    """Whether the file is ours and was made before version 1.0. Only its header is read; the log beside it does not change that."""
    try:
        with database.open("rb") as file:
            header = file.read(_HEADER)
    except OSError:
        return False
    return header[_ID] == APPLICATION_ID.to_bytes(4) and not any(header[_VERSION])


def newer(conn: sqlite3.Connection) -> list[str]:
    """Return the names of the migrations by a later version of the app; empty when there are none."""
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as empty:
        known = set(pending(empty))
    return [each.name for each in MIGRATIONS.applied(database(conn)) if each.name not in known]


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
