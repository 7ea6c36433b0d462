"""A folder that cannot be written: everything acknowledged is read, nothing is changed, and the reason is shown."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest

from scorekeeper.cli import main
from scorekeeper.errors import StorageBroken, StorageInUse, StorageReadOnly
from scorekeeper.i18n import speaking
from scorekeeper.records import schema
from scorekeeper.records.backup import copies, requests
from scorekeeper.records.event_log import Change
from scorekeeper.records.store import Store
from tests.protected import protected
from tests.records.test_schema import with_next


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Three events, written and closed properly."""
    database = tmp_path / "data" / "scorekeeper.sqlite3"
    with Store(database) as store:
        for number in range(1, 4):
            write(store, number)
    return database


def write(store: Store, number: int) -> None:
    uuid = f"00000000-0000-4000-8000-{number:012d}"
    with store.write() as session:
        session.append("essai", Change(kind="entree", body="x" * 3000), ("moi", ""), uuid=uuid)


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def looked(path: Path) -> int:
    """Return the number of events read from a protected folder, and assert that nothing was written."""
    before = content(path.parent)
    with protected(path.parent), Store(path, allow_read_only=True) as store:
        assert store.read_only
        assert isinstance(store.refusing, StorageReadOnly)
        assert not store.writable()
        assert not store.needs_restart()
        with pytest.raises(StorageReadOnly):
            write(store, 99)
        seq, _ = store.tail()
    assert content(path.parent) == before
    return seq


def test_a_protected_folder_is_read_and_left_as_it_is(path: Path) -> None:
    assert looked(path) == 3
    with Store(path, allow_read_only=True) as store:
        assert not store.read_only
        write(store, 4)


def test_read_only_opening_must_be_requested(path: Path) -> None:
    with protected(path.parent), pytest.raises(StorageReadOnly):
        Store(path)


def test_without_its_lock_file_it_is_read_too(path: Path) -> None:
    (path.parent / "scorekeeper.lock").unlink()
    assert looked(path) == 3


def test_a_file_that_is_protected_in_a_folder_that_is_not(path: Path) -> None:
    path.chmod(0o444)
    (path.parent / "other").touch()
    with protected(path.parent):
        path.parent.chmod(0o755)
        with Store(path, allow_read_only=True) as store:
            assert store.read_only
            assert store.tail()[0] == 3


@pytest.fixture
def killed(path: Path) -> Path:
    """A folder of a server killed while writing; its transaction must be rolled back."""
    conn = sqlite3.connect(path, isolation_level=None)
    conn.execute("PRAGMA journal_mode = TRUNCATE").fetchall()
    conn.execute("PRAGMA cache_size = 1").fetchall()
    conn.execute("BEGIN")
    conn.execute("DROP TRIGGER event_no_update")
    conn.execute("UPDATE event SET body = replace(body, 'x', 'half done')")
    killed = path.parent.parent / "killed"
    shutil.copytree(path.parent, killed)
    conn.close()
    assert (killed / f"{path.name}-journal").stat().st_size
    assert (killed / path.name).read_bytes() != path.read_bytes()
    return killed / path.name


def test_unfinished_transaction_is_rolled_back_in_a_copy(killed: Path) -> None:
    assert looked(killed) == 3


@pytest.mark.parametrize("lockable", [True, False])
def test_backup_of_a_read_only_folder_is_put_in_another(
    killed: Path, tmp_path: Path, *, lockable: bool
) -> None:
    with protected(killed.parent):
        if lockable:
            (killed.parent / "scorekeeper.lock").chmod(0o644)
        before = content(killed.parent)
        copy = requests.request_copy(killed, tmp_path / "elsewhere", "manual")
        assert content(killed.parent) == before
    with copies.open_copy(copy) as conn:
        row = conn.execute("SELECT count(*), min(body), max(body) FROM event").fetchone()
        triggers = conn.execute(
            "SELECT count(*) FROM sqlite_schema WHERE name = 'event_no_update'"
        ).fetchone()
    assert row == (3, "x" * 3000, "x" * 3000)
    assert triggers == (1,)


@pytest.mark.parametrize("closed", [True, False])
def test_a_write_ahead_log_is_read_with_all_that_is_in_it(path: Path, *, closed: bool) -> None:
    conn = sqlite3.connect(path, isolation_level=None)
    conn.execute("PRAGMA journal_mode = WAL").fetchall()
    conn.execute("UPDATE meta SET value = ? WHERE key = 'epoch'", ("e" * 32,))
    killed = path.parent.parent / "killed"
    if closed:
        conn.close()
    shutil.copytree(path.parent, killed)
    conn.close()
    (killed / f"{path.name}-shm").unlink(missing_ok=True)
    assert (killed / f"{path.name}-wal").exists() is not closed
    with protected(killed), Store(killed / path.name, allow_read_only=True) as store:
        assert store.epoch == "e" * 32
    assert looked(killed / path.name) == 3


def test_file_of_an_earlier_program_is_migrated_in_a_copy(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schema, "MIGRATIONS", with_next("ALTER TABLE partie ADD COLUMN club TEXT;\n"))
    assert looked(path) == 3


def test_damaged_file_is_refused_read_only_too(path: Path) -> None:
    damaged = bytearray(path.read_bytes())
    damaged[damaged.rindex(b"xxxx")] = ord("y")
    path.write_bytes(damaged)
    with protected(path.parent), pytest.raises(StorageBroken):
        Store(path, allow_read_only=True)


def test_where_nothing_was_written_there_is_nothing_to_look_at(tmp_path: Path) -> None:
    empty = tmp_path / "data"
    empty.mkdir()
    for folder in (empty, empty / "below"):
        with protected(empty), pytest.raises(StorageReadOnly):
            Store(folder / "scorekeeper.sqlite3", allow_read_only=True)
    (empty / "scorekeeper.sqlite3").touch()
    with protected(empty), pytest.raises(StorageReadOnly):
        Store(empty / "scorekeeper.sqlite3", allow_read_only=True)


def test_database_being_written_is_not_opened_read_only(path: Path) -> None:
    with Store(path), protected(path.parent), pytest.raises(StorageInUse):
        Store(path, allow_read_only=True)


def test_a_new_process_may_write_once_the_folder_takes_writing(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with protected(path.parent):
        store = Store(path, allow_read_only=True)
    monkeypatch.setattr("scorekeeper.records.store.WRITABLE_EVERY", 0.0)
    with store:
        assert store.needs_restart()
        assert store.read_only


@pytest.mark.parametrize("command", ["check", "backup"])
def test_the_commands_say_that_they_looked_at_a_copy(
    killed: Path, tmp_path: Path, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    given = [command, "--data", str(killed.parent)]
    given += ["-o", str(tmp_path / "elsewhere")] if command == "backup" else []
    with protected(killed.parent), speaking("fr"):
        assert main(given) == 0
    assert "lue dans une copie" in capsys.readouterr().err
