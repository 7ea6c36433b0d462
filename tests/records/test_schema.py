"""Migrations: a file of each released version opens, a failed one changes nothing, a backup is made before; older files are refused."""

from __future__ import annotations

import contextlib
import gzip
import io
import re
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlite_utils import Database, Migrations

from scorekeeper import __version__, parties, tournaments
from scorekeeper.cli import main
from scorekeeper.errors import StorageBroken
from scorekeeper.i18n import speaking
from scorekeeper.parties import results
from scorekeeper.records import replica_store, schema
from scorekeeper.records.backup import copies
from scorekeeper.records.event_log import Change
from scorekeeper.records.store import Store
from scorekeeper.server.follower import Connection
from scorekeeper.tournaments import checking, player_file
from scorekeeper.tournaments import seasons as season
from tests.damage import damage
from tests.messages import ROOT

KEPT = sorted((Path(__file__).parent / "data").glob("*.sql"))
"""A database of each released version, as SQL: `iterdump` of Python's sqlite3, below the two numbers that identify the file."""


def load(dump: Path, path: Path) -> None:
    path.parent.mkdir(exist_ok=True)
    with contextlib.closing(sqlite3.connect(path)) as conn:
        conn.executescript(dump.read_text(encoding="utf-8"))


def names() -> list[str]:
    """Return the names of the migrations, oldest first."""
    return sorted(name for name in vars(schema) if re.fullmatch(r"v\d+_\d+", name))


def with_next(statement: str) -> Migrations:
    """Return the migrations of this version and one more."""
    following = Migrations("scorekeeper")
    for name in names():
        following()(getattr(schema, name))

    @following()
    def v900_0(db: Database) -> None:
        schema.run(db, statement)

    return following


KINDS = {
    "v1_0": "accord appareil-confie appareil-rejoint appareil-retire appel carte changement changement-annule cloture creation"
    " credit echange entree fin fin-annulee forfait graine horloge identite inscription joueur lien lien-revoque liste litige"
    " modif oubli ouverture placement porte rature reglages remise remplacant reouverture reparation reponse reprise resultat"
    " retablie retour retrait signature soiree soiree-retiree table-ouverte tirage tour tour-clos tour-rouvert validation",
    "v1_1": "rangee ressortie",
    "v1_2": "deplacement insertion regles regles-annulees",
}
"""Kinds of event added by each schema version; those of a released one never change."""


def test_there_is_a_kept_file_of_every_released_schema() -> None:
    released = re.findall(r"^## (\d+)\.(\d+)\.\d+", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert [dump.name for dump in KEPT] == sorted({f"v{major}_{minor}.sql" for major, minor in released})
    assert KEPT[0].name == "v1_0.sql"


def test_last_migration_has_the_version_of_the_app() -> None:
    major, minor, *_ = __version__.split(".")
    assert names()[-1] == f"v{major}_{minor}"


def test_each_kind_of_event_came_with_a_migration() -> None:
    assert set(KINDS) <= set(names())
    assert sorted(checking.kinds()) == sorted(" ".join(KINDS.values()).split())


@pytest.mark.parametrize("dump", KEPT, ids=lambda dump: dump.name)
def test_a_kept_file_gets_the_schema_of_a_new_one(dump: Path, tmp_path: Path) -> None:
    load(dump, tmp_path / "kept.sqlite3")
    with contextlib.closing(sqlite3.connect(tmp_path / "kept.sqlite3", isolation_level=None)) as conn:
        released = schema.text(conn)
        schema.migrate(conn)
        migrated = schema.text(conn)
    assert migrated == schema.expected()
    assert released.keys() <= migrated.keys()


@pytest.mark.parametrize("dump", KEPT, ids=lambda dump: dump.name)
def test_a_kept_file_reads_as_it_was_written(
    dump: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    load(dump, tmp_path / "scorekeeper.sqlite3")
    with Store(tmp_path / "scorekeeper.sqlite3") as store:
        assert damage(store) == ""
        tarot, jass, libre, signed, *others = (parties.read_partie(store, number) for number in range(1, 8))
        assert (tarot.sheet.totals, tarot.status) == ((-160, -160, 480, -160), "close")
        assert [line.struck for line in tarot.lines] == [False, False, True]
        kinds = ["ouverture", "entree", "entree", "entree", "modif", "rature", "cloture"]
        assert [version.kind for version in tarot.past] == kinds
        assert (jass.table.players, jass.sheet.totals) == (("Anne", "Benoît", "Chloé", "Émile"), (80, 314))
        assert (libre.table.columns, libre.sheet.totals) == (("Fanny", "Gaston", "Personne 8"), (3, 5, 2))
        assert (signed.table.columns, signed.sheet.totals) == (("David & Anne", "Fanny & Gaston"), (149, 165))
        assert [len(partie.lines) for partie in others] == [0, 0, 0]
        assert [result.partie for result in results.results(store)] == [1, 4]
        assert [(each.name, each.licence) for each in player_file.members(store)] == [("Anne Dupont", "1234")]
        assert season.read(store, 1).tournaments == (1,)
    with speaking("fr"):
        assert main(["check", "--data", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "tout est juste (35 événements)\n"


def test_the_tournament_of_a_kept_file_reads_as_it_was_played(tmp_path: Path) -> None:
    load(KEPT[0], tmp_path / "scorekeeper.sqlite3")
    with Store(tmp_path / "scorekeeper.sqlite3") as store:
        first, second = tournaments.read(store, 1).rounds
        assert [table.seats for table in first.tables] == [(4, 6, 1, 7), (8, 5, 3, 2)]
        assert [table.seats for table in second.tables] == [(7, 4, 2, 8), (1, 3, 5, 6)]
        assert [(table.signed, table.result.paper) for table in first.tables if table.result] == [
            ((0, 1), False),
            ((), True),
        ]
        assert [(line.names, line.standing.total) for line in tournaments.standings(store, 1, 1).lines] == [
            (("Chloé",), 200),
            (("Hélène",), 200),
            (("Fanny",), 165),
            (("Gaston",), 165),
            (("Anne",), 149),
            (("David",), 149),
            (("Benoît",), 114),
            (("Émile",), 114),
        ]


def older(folder: Path) -> Path:
    """A database of before 1.0 as a killed server left it, partly in the write-ahead log."""
    path = folder / "killed" / "scorekeeper.sqlite3"
    load(KEPT[0], path)
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as conn:
        conn.executescript("PRAGMA user_version = 0; UPDATE _sqlite_migrations SET name = 'm014';")
        conn.execute("PRAGMA journal_mode = WAL").fetchall()
        conn.execute("UPDATE meta SET value = value WHERE key = 'epoch'")
        return shutil.copytree(path.parent, folder / "data") / path.name


def contents(folder: Path) -> dict[str, bytes]:
    """Return all files except empty ones, such as the lock."""
    files = (path for path in folder.rglob("*") if path.is_file() and path.stat().st_size)
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


REFUSED = {
    "fr": "la base date d’avant Scorekeeper 1.0\N{NO-BREAK SPACE}: elle ne s’ouvre plus, et reste telle quelle\n",
    "en": "the database is from before Scorekeeper 1.0: it is not opened, and stays as it is\n",
}


@pytest.mark.parametrize("log", [True, False], ids=["killed", "closed"])
@pytest.mark.parametrize("command", ["serve", "check", "backup", "organiser", "demo", "restore", "follow"])
def test_a_database_of_before_1_0_is_refused_untouched(
    tmp_path: Path,
    command: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    *,
    log: bool,
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("cinq dés et une carte\n" * 2))
    path = older(tmp_path)
    if not log:
        for suffix in ("-wal", "-shm"):
            path.with_name(path.name + suffix).unlink()
    data, given = path.parent, []
    if command == "restore":
        data, given = tmp_path / "new", [str(path)]
    if command == "follow":
        given = ["http://127.0.0.1:9/"]
        replica_store.keep(data, replica_store.Source(given[0], "token"))
    before = contents(tmp_path)
    for lang, sentence in REFUSED.items():
        assert main(["--lang", lang, command, "--data", str(data), *given]) == 1
        assert capsys.readouterr() == ("", f"scorekeeper {command}: {sentence}")
        assert contents(tmp_path) == before


def test_copy_of_before_1_0_from_another_machine_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sent = gzip.compress(older(tmp_path).read_bytes())
    monkeypatch.setattr("scorekeeper.cli.serve.read_passphrase", lambda _asked: "123456")
    monkeypatch.setattr(Connection, "pair", lambda self, _code: self.followed)
    monkeypatch.setattr(Connection, "_ask", lambda *_: sent)
    new = tmp_path / "new"
    assert main(["--lang", "fr", "follow", "http://127.0.0.1:9/", "--data", str(new)]) == 1
    assert capsys.readouterr().err == f"scorekeeper follow: {REFUSED['fr']}"
    assert list(new.iterdir()) == []


def test_current_copy_replaces_a_database_of_before_1_0(
    tmp_path: Path,
) -> None:
    path, log = older(tmp_path), tmp_path / "data" / "scorekeeper.sqlite3-wal"
    before = path.read_bytes(), log.read_bytes()
    with Store(tmp_path / "new" / path.name) as store:
        copy = store.backup()
    aside = copies.restore(path, copy)
    assert aside is not None
    assert (aside.read_bytes(), aside.with_name(f"{aside.name}-wal").read_bytes()) == before
    # A backup of before 1.0 is no evidence about the present records.
    backups = path.parent / copies.FOLDER
    backups.mkdir()
    aside.rename(backups / "scorekeeper-20250101T000000000Z-999-01234567-timed.db")
    with Store(path) as store:
        assert store.lost is None


NEWER = {
    "fr": "la base vient d’une version plus récente de Scorekeeper (%s)\N{NO-BREAK SPACE}: elle n’est ni ouverte ni changée\N{NARROW NO-BREAK SPACE}; "
    "installer cette version, ou remettre une copie d’avant\N{NO-BREAK SPACE}: scorekeeper restore\n",
    "en": "the database is from a newer version of Scorekeeper (%s): it is neither opened nor changed; "
    "install that version, or put an earlier copy back: scorekeeper restore\n",
}


def newer_schema(path: Path) -> str:
    """Make a database of a later version that has another column."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(schema, "MIGRATIONS", with_next("ALTER TABLE partie ADD COLUMN club TEXT;\n"))
        Store(path).close()
    return "v900_0"


def newer_kind(path: Path) -> str:
    """Make a database of a later version that has another kind of event."""
    with Store(path) as store, store.write() as session:
        session.append("partie:1", Change(kind="danse"), ("Anne", ""))
    return "danse"


def records(path: Path) -> list[str]:
    """Return all rows of a file except the one by which the server tests whether it can write."""
    with contextlib.closing(sqlite3.connect(path)) as conn:
        return [line for line in conn.iterdump() if not line.startswith('INSERT INTO "probe"')]


@pytest.mark.parametrize("newer", [newer_schema, newer_kind])
@pytest.mark.parametrize("command", ["serve", "check", "organiser", "demo"])
def test_newer_database_is_refused_in_a_sentence(
    tmp_path: Path,
    command: str,
    newer: Callable[[Path], str],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("cinq dés et une carte\n" * 2))
    path = tmp_path / "scorekeeper.sqlite3"
    detail = newer(path)
    before = records(path)
    for lang, sentence in NEWER.items():
        assert main(["--lang", lang, command, "--data", str(tmp_path)]) == 1
        assert capsys.readouterr() == ("", f"scorekeeper {command}: {sentence % detail}")
        assert records(path) == before


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
