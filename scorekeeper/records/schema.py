"""Schema of the database, as an append-only list of migrations. Pending ones are applied in one transaction.

A migration is named after the version of the app: `v1_2` belongs to 1.2.0 and 1.2.5. A new kind of event needs a migration too, even
an empty one, so that an older version refuses the file instead of failing on a sheet.
"""

import contextlib
import sqlite3
from pathlib import Path

from sqlite_utils import Database, Migrations

from scorekeeper.records.transactions import transaction

APPLICATION_ID = 0x53436B70
"""SQLite `application_id` of our files: "SCkp"."""
_HEADER, _VERSION, _ID = 100, slice(60, 64), slice(68, 72)
"""Size of a database header, and positions of `user_version` and `application_id` (SQLite's file format, 1.3)."""

MIGRATIONS = Migrations("scorekeeper")


def run(db: Database, statements: str) -> None:
    """Execute several statements inside the open transaction (`executescript` would commit it). Raises `ValueError`."""
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
    """Create all tables of version 1.0. Later migrations follow below; none may change after its release."""
    run(db, Path(__file__).with_name("v1_0.sql").read_text(encoding="utf-8"))


@MIGRATIONS()
def v1_1(db: Database) -> None:
    """Add hidden tournaments, with the events `rangee` and `ressortie`."""
    run(db, "ALTER TABLE tournament ADD COLUMN away INTEGER NOT NULL DEFAULT 0 CHECK (away IN (0, 1));")


@MIGRATIONS()
def v1_2(_db: Database) -> None:
    """Add events that change settings, insert and move lines. The tables stay; an older version, which cannot read them, refuses the file."""


def database(conn: sqlite3.Connection) -> Database:
    """Return a sqlite-utils database over an open connection."""
    return Database(conn, execute_plugins=False)


def pending(conn: sqlite3.Connection) -> list[str]:
    """Return the names of the migrations not yet applied to the file."""
    return [migration.name for migration in MIGRATIONS.pending(database(conn))]


def is_older(database: Path) -> bool:
    """Return whether the file is ours and from before version 1.0. Only the header is read; a write-ahead log does not change that."""
    try:
        with database.open("rb") as file:
            header = file.read(_HEADER)
    except OSError:
        return False
    return header[_ID] == APPLICATION_ID.to_bytes(4) and not any(header[_VERSION])


def newer(conn: sqlite3.Connection) -> list[str]:
    """Return the names of applied migrations that this version does not know, as a later version made them."""
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as empty:
        known = set(pending(empty))
    return [each.name for each in MIGRATIONS.applied(database(conn)) if each.name not in known]


def migrate(conn: sqlite3.Connection) -> None:
    """Apply all pending migrations or none, so that a new file is either recognised as ours or still empty."""
    if pending(conn):
        with transaction(conn):
            MIGRATIONS.apply(database(conn))


def text(conn: sqlite3.Connection) -> dict[tuple[str, str], str]:
    """Return the SQL of a file's tables, indexes and triggers, by type and name."""
    ours = "sql IS NOT NULL AND name NOT LIKE 'sqlite_%'"
    statement = f"SELECT type, name, sql FROM sqlite_schema WHERE {ours}"  # noqa: S608
    return {(kind, name): sql for kind, name, sql in conn.execute(statement).fetchall()}


def expected() -> dict[tuple[str, str], str]:
    """Return the schema that a file must have, in the form of `text`: that of a new file."""
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as conn:
        migrate(conn)
        return text(conn)
