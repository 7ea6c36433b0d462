"""The store: effective settings, one process, immutable events, and distinct failures."""

from __future__ import annotations

import contextlib
import random
import shutil
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorekeeper.errors import StorageBroken, StorageBusy, StorageFull, StorageInUse, StorageNewer, Unknown
from scorekeeper.records.event_log import Change
from scorekeeper.records.rows import EventRow
from scorekeeper.records.session import Session
from scorekeeper.records.store import Store
from tests.damage import damage


def add(session: Session, number: int) -> EventRow:
    uuid = f"00000000-0000-4000-8000-{number:012d}"
    change = Change(kind="essai", body=f'{{"n":{number}}}')
    return session.append("essai", change, ("moi", "ici"), uuid=uuid)


def write(store: Store, number: int) -> EventRow:
    with store.write() as session:
        return add(session, number)


def count(path: Path) -> int:
    conn = sqlite3.connect(path)
    try:
        number: int = conn.execute("SELECT count(*) FROM event").fetchone()[0]
    finally:
        conn.close()
    return number


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "scorekeeper.sqlite3"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with Store(path, timeout=30) as opened:
        yield opened


def test_every_setting_of_sqlite_is_effective(store: Store) -> None:
    with store.read() as session:
        conn = session.connection
        settings = {
            name: conn.execute(f"PRAGMA {name}").fetchone()[0]
            for name in (
                "locking_mode",
                "journal_mode",
                "synchronous",
                "foreign_keys",
                "recursive_triggers",
                "trusted_schema",
            )
        }
    assert settings == {
        "locking_mode": "exclusive",
        "journal_mode": "wal",
        "synchronous": 3,
        "foreign_keys": 1,
        "recursive_triggers": 1,
        "trusted_schema": 0,
    }


def test_written_records_are_read_after_reopening(path: Path) -> None:
    with Store(path) as store:
        rows = [write(store, number) for number in range(1, 6)]
    with Store(path) as store:
        assert store.tail() == (5, rows[-1].hash)
        with store.read() as session:
            assert session.event(rows[2].uuid) == rows[2]
            assert session.event("ffffffff-0000-4000-8000-000000000000") is None


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE event SET body = '{}'",
        "DELETE FROM event",
        "INSERT OR REPLACE INTO event SELECT * FROM event",
        "UPDATE event SET kind = 'x' WHERE seq = 1",
    ],
)
def test_no_statement_can_change_or_remove_an_event(store: Store, statement: str) -> None:
    write(store, 1)
    with pytest.raises(StorageBusy, match="append-only"), store.write() as session:
        session.connection.execute(statement)
    with store.read() as session:
        assert session.event("00000000-0000-4000-8000-000000000001") is not None


def test_a_scope_counts_its_versions_and_has_each_once(store: Store) -> None:
    with store.write() as session:
        scopes = ("essai", "autre", "essai")
        rows = [session.append(scope, Change(kind="essai"), ("moi", "")) for scope in scopes]
    assert [row.version for row in rows] == [1, 1, 2]
    again = "INSERT INTO event SELECT 4, 'x' || substr(uuid, 2), epoch, scope, version, kind, partie, rang, body, reason, actor, device,"
    with pytest.raises(StorageBusy, match=r"event\.scope, event\.version"), store.write() as session:
        session.connection.execute(f"{again} at_utc, prev, hash FROM event WHERE seq = 3")
    assert store.tail()[0] == 3


def test_an_act_that_fails_leaves_nothing(store: Store) -> None:
    with contextlib.suppress(RuntimeError), store.write() as session:
        add(session, 1)
        raise RuntimeError("half way")
    assert store.tail()[0] == 0
    assert write(store, 1).seq == 1


def test_a_second_process_is_refused_and_the_file_left_alone(store: Store, path: Path) -> None:
    write(store, 1)
    with pytest.raises(StorageInUse):
        Store(path)
    code = f"""
from pathlib import Path
from scorekeeper.errors import StorageInUse
from scorekeeper.records.store import Store
try:
    Store(Path({str(path)!r}))
except StorageInUse:
    print("in use")
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "in use\n"
    assert write(store, 2).seq == 2


def test_the_folder_can_be_opened_again_after_a_failed_start(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"not a database, but long enough to look like one" * 100)
    with pytest.raises(StorageBroken):
        Store(path)
    path.unlink()
    with Store(path) as store:
        assert store.tail()[0] == 0


def test_foreign_database_is_refused_untouched(path: Path) -> None:
    path.parent.mkdir()
    conn = sqlite3.connect(path)
    conn.execute("CREATE TABLE recipe (name)")
    conn.commit()
    conn.close()
    before = path.read_bytes()
    with pytest.raises(StorageBroken, match="not a Scorekeeper database"):
        Store(path)
    assert path.read_bytes() == before


def test_the_file_of_a_newer_program_is_refused(path: Path) -> None:
    Store(path).close()
    conn = sqlite3.connect(path)
    conn.execute(
        "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('scorekeeper', 'm999', 'later')"
    )
    conn.commit()
    conn.close()
    with pytest.raises(StorageNewer, match="m999"):
        Store(path)


@pytest.mark.parametrize("trigger", ["event_no_update", "partie_no_delete"])
def test_a_missing_guard_is_noticed_at_start(path: Path, trigger: str) -> None:
    Store(path).close()
    conn = sqlite3.connect(path)
    conn.execute(f"DROP TRIGGER {trigger}")
    conn.commit()
    conn.close()
    with pytest.raises(StorageBroken, match="triggers"):
        Store(path)


@pytest.mark.parametrize(
    "edit",
    [
        "UPDATE event SET body = '{\"n\":99}' WHERE seq = 3",
        "UPDATE event SET actor = 'quelqu’un' WHERE seq = 5",
        "DELETE FROM event WHERE seq = 2",
        "DELETE FROM event WHERE seq = 5",
        "UPDATE event SET seq = 9 WHERE seq = 5",
    ],
)
def test_every_edited_event_is_noticed_at_start(path: Path, edit: str) -> None:
    with Store(path) as store:
        for number in range(1, 6):
            write(store, number)
    conn = sqlite3.connect(path)
    triggers = conn.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
    for name, _ in triggers:
        conn.execute(f"DROP TRIGGER {name}")
    conn.execute(edit)
    for _, sql in triggers:
        conn.execute(sql)
    conn.commit()
    conn.close()
    with pytest.raises(StorageBroken, match="does not follow"):
        Store(path)


def test_flipped_bits_are_noticed(path: Path, tmp_path: Path) -> None:
    with Store(path) as store:
        for number in range(1, 400):
            write(store, number)
    intact = path.read_bytes()
    rows = everything(path)
    rng = random.Random(20261120)  # noqa: S311 - which bits to flip
    noticed = 0
    for turn in range(60):
        place = rng.randrange(len(intact))
        flipped = bytearray(intact)
        flipped[place] ^= 1 << rng.randrange(8)
        folder = tmp_path / f"flip{turn}"
        folder.mkdir()
        copy = folder / path.name
        copy.write_bytes(flipped)
        try:
            Store(copy).close()
        except StorageBroken:
            noticed += 1
        else:
            # Damage may go unnoticed only in unused space between the rows of a page.
            assert everything(copy) == rows, f"byte {place} changed what is read"
        shutil.rmtree(folder)
    assert noticed >= 15


def everything(path: Path) -> list[object]:
    """Return all rows, read by tables and by indexes."""
    conn = sqlite3.connect(path)
    try:
        uuids = [row[0] for row in conn.execute("SELECT uuid FROM event NOT INDEXED ORDER BY seq")]
        by_index = [conn.execute("SELECT * FROM event WHERE uuid = ?", (uuid,)).fetchone() for uuid in uuids]
        return [by_index, conn.execute("SELECT * FROM event NOT INDEXED ORDER BY seq").fetchall()]
    finally:
        conn.close()


def test_a_full_disk_refuses_entries_keeps_the_rest_and_recovers(
    store: Store, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.records.store.PROBE_EVERY", 0.0)
    number = 0
    with store.read() as session:
        conn = session.connection
    pages = conn.execute("PRAGMA page_count").fetchone()[0]
    acknowledged = 0
    full = 0
    for limit in range(pages, pages + 12):
        conn.execute(f"PRAGMA max_page_count = {limit}")
        for _ in range(30):
            number += 1
            try:
                write(store, number)
            except StorageFull:
                full += 1
                number -= 1
                break
            acknowledged += 1
        if limit == pages:
            assert not store.writable()
        assert store.tail()[0] == acknowledged
    assert full == 12
    conn.execute("PRAGMA max_page_count = 1000000")
    write(store, number + 1)
    assert store.writable()
    assert damage(store) == ""
    store.close()
    assert count(path) == acknowledged + 1


def test_open_store_locks_its_file(path: Path) -> None:
    with Store(path, timeout=0.2) as store:
        write(store, 1)
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            count(path)
        code = (
            "import sqlite3, sys; sqlite3.connect(sys.argv[1], 0.1).execute('PRAGMA user_version').fetchone()"
        )
        command = [sys.executable, "-c", code, str(path)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert "database is locked" in done.stderr
        assert not path.with_name(f"{path.name}-shm").exists()
        assert write(store, 2).seq == 2
    assert count(path) == 2
    assert not path.with_name(f"{path.name}-wal").exists()


def test_locked_file_is_waited_for_then_reported(path: Path) -> None:
    with Store(path) as store:
        write(store, 1)
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StorageBusy):
        Store(path, timeout=0.2)
    timer = threading.Timer(0.2, other.close)
    timer.start()
    with Store(path, timeout=60) as store:
        assert write(store, 2).seq == 2
    timer.join()


def test_many_threads_write_without_gaps_or_losses(store: Store) -> None:
    failures: list[BaseException] = []

    def run(thread: int) -> None:
        try:
            for place in range(20):
                with store.write() as session:
                    tag = f"{thread:04d}{place:08d}"
                    uuid = f"00000000-0000-4000-9000-{tag}"
                    session.append(f"t{thread}", Change(kind="x"), ("a", ""), uuid=uuid)
        except BaseException as error:  # noqa: BLE001 - reported by the main thread
            failures.append(error)

    threads = [threading.Thread(target=run, args=(thread,)) for thread in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert store.tail()[0] == 160
    assert damage(store) == ""


def test_a_file_that_failed_is_not_used_again_by_this_process(store: Store) -> None:
    write(store, 1)
    store.broken = True
    with pytest.raises(StorageBroken), store.read():
        pass
    assert not store.writable()


def test_numbers_beyond_the_column_range_are_unknown(store: Store) -> None:
    with store.read() as session:
        for number in (0, -1, 2**63, 10**30):
            with pytest.raises(Unknown):
                session.head(number)
            with pytest.raises(Unknown):
                session.person(number=number)
