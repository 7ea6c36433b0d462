"""Migrations: kept old files open, a failed one changes nothing, a copy is made before."""

from __future__ import annotations

import contextlib
import gzip
import re
import sqlite3
from pathlib import Path

import pytest
from sqlite_utils import Database, Migrations

from scorekeeper import parties, tournaments
from scorekeeper.errors import StorageBroken
from scorekeeper.records import schema
from scorekeeper.records.backup import copies
from scorekeeper.records.store import Store
from scorekeeper.tournaments import checking
from tests.damage import damage

KEPT = sorted((Path(__file__).parent / "data").glob("*.sql.gz"))


def load(dump: Path, path: Path) -> None:
    conn = sqlite3.connect(path)
    conn.executescript(gzip.decompress(dump.read_bytes()).decode())
    conn.execute(f"PRAGMA application_id = {0x53436B70}")
    conn.commit()
    conn.close()


def with_next(statement: str) -> Migrations:
    """The migrations of this program and one more."""
    following = Migrations("scorekeeper")
    for name in sorted(name for name in vars(schema) if re.fullmatch(r"m\d{3}", name)):
        following()(getattr(schema, name))

    @following()
    def m900(db: Database) -> None:
        schema.run(db, statement)

    return following


def test_there_is_a_kept_file_of_every_released_schema() -> None:
    assert [dump.name for dump in KEPT] == ["m001.sql.gz", "m002.sql.gz"]


@pytest.mark.parametrize("dump", KEPT, ids=lambda dump: dump.name)
def test_a_kept_file_gets_the_schema_of_a_new_one(dump: Path, tmp_path: Path) -> None:
    path = tmp_path / "scorekeeper.sqlite3"
    load(dump, path)
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as conn:
        released = schema.text(conn)
        schema.migrate(conn)
        migrated = schema.text(conn)
    assert migrated == schema.expected()
    lasting = {key: sql for key, sql in released.items() if not key[1].startswith("partie_seat")}
    assert lasting.items() <= migrated.items()


@pytest.mark.parametrize("dump", KEPT, ids=lambda dump: dump.name)
def test_a_kept_file_opens_and_its_sheets_read_as_they_were_written(dump: Path, tmp_path: Path) -> None:
    path = tmp_path / "scorekeeper.sqlite3"
    load(dump, path)
    with Store(path) as store:
        assert damage(store) == ""
        partie = parties.read_partie(store, 1)
        assert partie.sheet.totals == (-150, -150, 450, -150)
        assert [line.struck for line in partie.lines] == [False, False, True]
        assert partie.status == "close"
        assert [version.kind for version in partie.past] == [
            "ouverture",
            "entree",
            "entree",
            "entree",
            "modif",
            "rature",
            "cloture",
        ]
        with store.read() as session:
            assert checking.differences(session.connection) == ([], [])


def test_the_tournament_of_a_kept_file_reads_as_it_was_played(tmp_path: Path) -> None:
    path = tmp_path / "scorekeeper.sqlite3"
    load(KEPT[-1], path)
    with Store(path) as store:
        t = tournaments.read(store, 1)
        first, second = t.rounds
        assert [table.seats for table in first.tables] == [(5, 2, 6, 1), (8, 3, 4, 7)]
        assert [(table.signed, table.result.paper) for table in first.tables if table.result] == [
            ((0, 1), False),
            ((), True),
        ]
        assert dict(second.tables[0].substitutes) == {3: "Irène"}
        assert [(line.names, line.standing.total) for line in tournaments.standings(store, 1, 1).lines] == [
            (("Émile",), 1007),
            (("Fanny",), 1007),
            (("David",), 1000),
            (("Hélène",), 1000),
            (("Chloé",), 884),
            (("Gaston",), 884),
            (("Anne",), 877),
            (("Benoît",), 877),
        ]
        with store.read() as session:
            assert checking.differences(session.connection) == ([], [])


def test_a_migration_is_preceded_by_a_copy_and_keeps_the_guards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "scorekeeper.sqlite3"
    Store(path).close()
    monkeypatch.setattr(schema, "MIGRATIONS", with_next("ALTER TABLE partie ADD COLUMN club TEXT;\n"))
    with Store(path) as store, store.read() as session:
        conn = session.connection
        assert "club" in {row[1] for row in conn.execute("PRAGMA table_info(partie)")}
        triggers = {name for kind, name in schema.text(conn) if kind == "trigger"}
    assert {"event_no_update", "event_no_delete"} <= triggers
    assert [copy.why for copy in copies.copies(tmp_path / "backups")] == ["before-migration"]


def test_a_migration_that_fails_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "scorekeeper.sqlite3"
    Store(path).close()
    bad = "CREATE TABLE half (x);\nINSERT INTO nowhere VALUES (1);\n"
    with monkeypatch.context() as patch:
        patch.setattr(schema, "MIGRATIONS", with_next(bad))
        with pytest.raises(StorageBroken, match="nowhere"):
            Store(path)
    with Store(path) as store, store.read() as session:
        assert ("table", "half") not in schema.text(session.connection)


def test_a_statement_that_does_not_end_is_a_mistake() -> None:
    conn = sqlite3.connect(":memory:", isolation_level=None)
    with pytest.raises(ValueError, match="incomplete"):
        schema.run(schema.database(conn), "CREATE TABLE half (x")
    conn.close()
