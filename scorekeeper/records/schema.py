"""The tables, as migrations that are only ever added to; those that a file lacks run in one transaction."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator

from sqlite_utils import Database, Migrations

APPLICATION_ID = 0x53436B70
"""Marks the file as ours: "SCkp"."""

MIGRATIONS = Migrations("scorekeeper")

# In a table WITHOUT ROWID the key's columns come first: integrity_check before SQLite 3.41 misreads any other order.
_M001 = """
CREATE TABLE meta (
  key   TEXT PRIMARY KEY NOT NULL,
  value TEXT NOT NULL
) STRICT;
CREATE TABLE player (
  id      INTEGER PRIMARY KEY,
  name    TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  key     TEXT NOT NULL UNIQUE CHECK (length(key) BETWEEN 1 AND 200),
  created TEXT NOT NULL,
  parties INTEGER NOT NULL CHECK (parties >= 0),
  last_partie INTEGER NOT NULL CHECK (last_partie >= 0)
) STRICT;
CREATE INDEX player_recent ON player (last_partie);
CREATE TABLE partie (
  id              INTEGER PRIMARY KEY AUTOINCREMENT,
  game            TEXT NOT NULL CHECK (length(game) BETWEEN 1 AND 40),
  settings        TEXT NOT NULL CHECK (length(settings) <= 8192),
  players         TEXT NOT NULL CHECK (length(players) <= 4096),
  equipes         TEXT CHECK (length(equipes) <= 1024),
  date            TEXT CHECK (length(date) = 10),
  lieu            TEXT NOT NULL CHECK (length(lieu) <= 80),
  premier_donneur INTEGER CHECK (premier_donneur BETWEEN 0 AND 9),
  revanche_de     INTEGER REFERENCES partie (id),
  created_at      TEXT NOT NULL
) STRICT;
CREATE TABLE partie_seat (
  player INTEGER NOT NULL REFERENCES player (id),
  partie INTEGER NOT NULL REFERENCES partie (id),
  seat   INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 9),
  PRIMARY KEY (player, partie),
  UNIQUE (partie, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE event (
  seq     INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid    TEXT NOT NULL UNIQUE CHECK (length(uuid) = 36),
  epoch   TEXT NOT NULL CHECK (length(epoch) = 32),
  scope   TEXT NOT NULL CHECK (length(scope) BETWEEN 1 AND 120),
  version INTEGER NOT NULL CHECK (version > 0),
  kind    TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 40),
  partie  INTEGER REFERENCES partie (id),
  rang    INTEGER CHECK (rang > 0),
  body    TEXT CHECK (length(body) <= 4194304),
  reason  TEXT NOT NULL CHECK (length(reason) <= 200),
  actor   TEXT NOT NULL CHECK (length(actor) BETWEEN 1 AND 80),
  device  TEXT NOT NULL CHECK (length(device) <= 80),
  at_utc  TEXT NOT NULL,
  prev    TEXT NOT NULL CHECK (length(prev) = 64),
  hash    TEXT NOT NULL CHECK (length(hash) = 64),
  UNIQUE (scope, version),
  CHECK (rang IS NULL OR partie IS NOT NULL)
) STRICT;
CREATE INDEX event_partie ON event (partie) WHERE partie IS NOT NULL;
CREATE TABLE partie_head (
  partie    INTEGER PRIMARY KEY REFERENCES partie (id),
  game      TEXT NOT NULL,
  revision  INTEGER NOT NULL CHECK (revision > 0),
  last_seq  INTEGER NOT NULL REFERENCES event (seq),
  active_at TEXT NOT NULL,
  closed    INTEGER NOT NULL CHECK (closed IN (0, 1)),
  lines     INTEGER NOT NULL CHECK (lines >= 0),
  next_rang INTEGER NOT NULL CHECK (next_rang > 0),
  totals    TEXT NOT NULL,
  finished  INTEGER NOT NULL CHECK (finished IN (0, 1)),
  winners   TEXT NOT NULL
) STRICT;
CREATE INDEX partie_head_recent ON partie_head (closed, last_seq);
CREATE INDEX partie_head_game ON partie_head (game, closed, last_seq);
CREATE TABLE probe (
  id     INTEGER PRIMARY KEY CHECK (id = 1),
  count  INTEGER NOT NULL,
  filler BLOB
) STRICT;
"""
# What is in these tables follows from the events, except for access (links, devices, organiser), which is kept here alone.
_M002 = """
CREATE TABLE tournament (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  game       TEXT NOT NULL CHECK (length(game) BETWEEN 1 AND 40),
  name       TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  date       TEXT CHECK (length(date) = 10),
  place      TEXT NOT NULL CHECK (length(place) <= 80),
  created_at TEXT NOT NULL,
  stage      TEXT NOT NULL CHECK (stage IN ('inscription', 'en-cours', 'fini')),
  entrants   INTEGER NOT NULL CHECK (entrants >= 0),
  round      INTEGER NOT NULL CHECK (round >= 0),
  rounds     INTEGER NOT NULL CHECK (rounds > 0),
  revision   INTEGER NOT NULL CHECK (revision > 0),
  last_seq   INTEGER NOT NULL REFERENCES event (seq),
  active_at  TEXT NOT NULL
) STRICT;
CREATE INDEX tournament_recent ON tournament (last_seq);
CREATE TABLE entrant (
  tournament INTEGER NOT NULL REFERENCES tournament (id),
  number     INTEGER NOT NULL CHECK (number > 0),
  name       TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  key        TEXT NOT NULL CHECK (length(key) BETWEEN 1 AND 200),
  club       TEXT NOT NULL CHECK (length(club) <= 40),
  present    INTEGER NOT NULL CHECK (present IN (0, 1)),
  partner    INTEGER CHECK (partner > 0),
  PRIMARY KEY (tournament, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX entrant_key ON entrant (key);
CREATE TABLE tournament_round (
  tournament INTEGER NOT NULL REFERENCES tournament (id),
  number     INTEGER NOT NULL CHECK (number > 0),
  draw       INTEGER NOT NULL CHECK (draw > 0),
  label      TEXT NOT NULL CHECK (length(label) <= 200),
  seed       TEXT NOT NULL CHECK (length(seed) <= 400),
  state      TEXT NOT NULL CHECK (state IN ('ouvert', 'clos', 'annule')),
  PRIMARY KEY (tournament, number, draw)
) STRICT, WITHOUT ROWID;
CREATE TABLE tournament_table (
  tournament INTEGER NOT NULL,
  round      INTEGER NOT NULL,
  draw       INTEGER NOT NULL,
  number     INTEGER NOT NULL CHECK (number > 0),
  partie     INTEGER NOT NULL UNIQUE REFERENCES partie (id),
  confirmed  INTEGER NOT NULL CHECK (confirmed IN (0, 1)),
  disputed   INTEGER NOT NULL CHECK (disputed IN (0, 1)),
  result     TEXT CHECK (length(result) <= 4096),
  PRIMARY KEY (tournament, round, draw, number),
  FOREIGN KEY (tournament, round, draw) REFERENCES tournament_round (tournament, number, draw)
) STRICT, WITHOUT ROWID;
CREATE TABLE tournament_seat (
  tournament INTEGER NOT NULL,
  round      INTEGER NOT NULL,
  draw       INTEGER NOT NULL,
  number     INTEGER NOT NULL,
  seat       INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 9),
  entrant    INTEGER NOT NULL,
  substitute TEXT NOT NULL CHECK (length(substitute) <= 40),
  PRIMARY KEY (tournament, round, draw, number, seat),
  FOREIGN KEY (tournament, round, draw, number)
    REFERENCES tournament_table (tournament, round, draw, number),
  FOREIGN KEY (tournament, entrant) REFERENCES entrant (tournament, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX tournament_seat_entrant ON tournament_seat (tournament, entrant);
CREATE TABLE table_link (
  hash       TEXT PRIMARY KEY NOT NULL CHECK (length(hash) = 64),
  tournament INTEGER NOT NULL REFERENCES tournament (id),
  number     INTEGER NOT NULL CHECK (number > 0),
  made       INTEGER NOT NULL CHECK (made > 0),
  revoked    INTEGER NOT NULL CHECK (revoked IN (0, 1))
) STRICT, WITHOUT ROWID;
CREATE INDEX table_link_table ON table_link (tournament, number, made);
CREATE TABLE table_device (
  hash   TEXT PRIMARY KEY NOT NULL CHECK (length(hash) = 64),
  link   TEXT NOT NULL REFERENCES table_link (hash),
  device TEXT NOT NULL CHECK (length(device) <= 80)
) STRICT, WITHOUT ROWID;
CREATE INDEX table_device_link ON table_device (link);
CREATE TABLE organiser (
  id   INTEGER PRIMARY KEY CHECK (id = 1),
  hash TEXT NOT NULL CHECK (length(hash) BETWEEN 60 AND 300)
) STRICT;
CREATE TABLE organiser_session (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  hash   TEXT NOT NULL UNIQUE CHECK (length(hash) = 64),
  device TEXT NOT NULL CHECK (length(device) <= 80)
) STRICT;
"""


def _guard(table: str) -> str:
    """Triggers that make a table append-only, whatever the program does."""
    return "".join(
        f"CREATE TRIGGER {table}_no_{act.lower()} BEFORE {act} ON {table} "
        f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END;\n"
        for act in ("UPDATE", "DELETE")
    )


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
    run(db, _M001 + _guard("event") + _guard("partie") + _guard("partie_seat"))
    run(db, f"PRAGMA application_id = {APPLICATION_ID};\n")


@MIGRATIONS()
def m002(db: Database) -> None:
    """Tournaments: who takes part, rounds, tables and seats; who may come in."""
    run(db, _M002)


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
    """Commit a block when it ends, or nothing of it when it raises."""
    conn.execute("BEGIN IMMEDIATE")
    try:
        yield
        conn.execute("COMMIT")
    except BaseException:
        if conn.in_transaction:
            conn.execute("ROLLBACK")
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
