"""Damaging one column of a database after the other, as a program beside the app or a failing disk could."""

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
"""Access, names of devices and what is half noted: no event repeats what is in these tables, so that only its form can be wrong."""
UNTOLD = frozenset(
    {
        # No event repeats it; who opens the page is told that the link was made with another key.
        ("table_link", "hash"),
        # A table whose link ended is told so when it opens it.
        ("table_link", "revoked"),
        # Numbers are then given from the highest one on that is there.
        ("sqlite_sequence", "name"),
        # When the row was written, shown nowhere.
        ("player", "created"),
        ("partie", "created_at"),
        ("_sqlite_migrations", "applied_at"),
        ("_sqlite_migrations", "id"),
    }
)


def evening(folder: Path) -> Path:
    """A database with a tournament whose first round is played, and the links of its tables."""
    path = folder / "scorekeeper.sqlite3"
    with Store(path) as store:
        t = play_round(store, opened(store, 8, rounds=2))
        table_links.tokens(store, t.id, key=b"k" * 32, by=BY)
    return path


def columns(path: Path) -> list[tuple[str, str]]:
    """Every column whose damage must be told."""
    with closing(sqlite3.connect(path)) as conn:
        tables = [row[0] for row in conn.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        every = [(table, row[1]) for table in tables for row in conn.execute(f"PRAGMA table_info({table})")]
        filled = {table for table in tables if conn.execute(f"SELECT 1 FROM {table}").fetchone()}
    return [pair for pair in every if pair[0] in filled - ALONE and pair not in UNTOLD]


def damages(path: Path, table: str, column: str) -> Iterator[Path]:
    """Copies of the database, each with one value of that column changed into another of the same form, or into rubbish."""
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


def told_by_check(damaged: Path) -> bool:
    """Whether the command ends with a sentence."""
    return main(["check", "--data", str(damaged.parent)]) == 1


def told_at_start(damaged: Path) -> bool:
    """Whether a server would not start, or says something."""
    try:
        with Store(damaged) as store:
            return bool(checking.at_start(store))
    except StorageError:
        return True
