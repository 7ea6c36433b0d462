"""Damage of one database column after the other, as another program or a failing disk could cause it."""

# ruff: noqa: S608 - the names are those of our own tables

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from scorekeeper.cli import main
from scorekeeper.errors import StorageError
from scorekeeper.records.store import Store
from scorekeeper.tournaments import checking
from scorekeeper.tournaments.access import table_links
from tests.tournaments.desk import BY, opened, play_round

ALONE = frozenset(
    {
        "table_device",
        "organiser",
        "organiser_session",
        "organiser_since",
        "sheet_writer",
        "sheet_link",
        "device",
        "draft",
        "probe",
    }
)
"""Tables of access, device names and drafts. No event repeats their content, so that only its form can be checked."""
UNTOLD = frozenset(
    {
        # Not in any event; the page says that the link was made with another key.
        ("table_link", "hash"),
        # The page of an expired link says so.
        ("table_link", "revoked"),
        # New numbers then follow the highest existing one.
        ("sqlite_sequence", "name"),
        # Time of the row, which is not shown.
        ("player", "created"),
        ("partie", "created_at"),
        ("_sqlite_migrations", "applied_at"),
        ("_sqlite_migrations", "id"),
    }
)


def evening(folder: Path) -> Path:
    """Return a database with a tournament, its first round played, and the links of its tables."""
    path = folder / "scorekeeper.sqlite3"
    with Store(path) as store:
        t = play_round(store, opened(store, 8, rounds=2))
        table_links.tokens(store, t.id, key=b"k" * 32, by=BY)
    return path


def columns(path: Path) -> list[tuple[str, str]]:
    """Return every column whose damage must be reported."""
    with closing(sqlite3.connect(path)) as conn:
        tables = [row[0] for row in conn.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        every = [(table, row[1]) for table in tables for row in conn.execute(f"PRAGMA table_info({table})")]
        filled = {table for table in tables if conn.execute(f"SELECT 1 FROM {table}").fetchone()}
    return [pair for pair in every if pair[0] in filled - ALONE and pair not in UNTOLD]


def damages(path: Path, table: str, column: str) -> Iterator[Path]:
    """Yield copies of the database, each with one value of the column changed to another of the same form, or to rubbish."""
    for place, change in enumerate((f"coalesce({column}, 0) + 1", f"'x' || substr({column}, 2)", "'tarots'")):
        folder = path.parent.with_name(f"{table}-{column}-{place}")
        folder.mkdir()
        damaged = folder / path.name
        shutil.copyfile(path, damaged)
        with closing(sqlite3.connect(damaged, isolation_level=None)) as conn:
            conn.execute("PRAGMA ignore_check_constraints = 1")
            triggers = conn.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
            for name, _ in triggers:
                conn.execute(f"DROP TRIGGER {name}")
            try:
                first = f"(SELECT max({column}) FROM {table})"
                changed = conn.execute(
                    f"UPDATE {table} SET {column} = {change} WHERE {column} IS {first} AND {column} IS NOT {change}"
                ).rowcount
            except sqlite3.IntegrityError:
                changed = 0
            for _, sql in triggers:
                conn.execute(sql)
        if changed:
            yield damaged
        shutil.rmtree(folder)


def found_by_check(damaged: Path) -> bool:
    """Return whether `scorekeeper check` fails on the database `damaged`."""
    return main(["check", "--data", str(damaged.parent)]) == 1


def found_at_start(damaged: Path) -> bool:
    """Return whether a server refuses to start, or reports the damage."""
    try:
        with Store(damaged) as store:
            return bool(checking.at_start(store))
    except StorageError:
        return True
