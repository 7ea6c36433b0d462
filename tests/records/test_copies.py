"""Backups hold everything that was acknowledged, are verified, thinned out, and can be restored."""

from __future__ import annotations

import contextlib
import datetime as dt
import os
import shutil
import sqlite3
import threading
import time
from pathlib import Path

import pytest

from scorekeeper.errors import StorageBroken, StorageBusy, StorageFull, StorageInUse
from scorekeeper.records import connection
from scorekeeper.records.backup import copies, requests
from scorekeeper.records.backup.requests import BackupThread
from scorekeeper.records.event_log import Change
from scorekeeper.records.store import Store
from tests.damage import damage
from tests.patience import until


def write(store: Store, number: int) -> int:
    uuid = f"00000000-0000-4000-8000-{number:012d}"
    with store.write() as session:
        return session.append("essai", Change(kind="entree", body="x" * 400), ("moi", ""), uuid=uuid).seq


def events(path: Path) -> list[tuple[int, str]]:
    conn = sqlite3.connect(path)
    try:
        return conn.execute("SELECT seq, hash FROM event ORDER BY seq").fetchall()
    finally:
        conn.close()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "scorekeeper.sqlite3"


def test_backup_is_complete_and_named_after_its_last_event(path: Path) -> None:
    with Store(path) as store:
        for number in range(1, 4):
            write(store, number)
        copy = store.backup("before-draw")
        write(store, 4)
    assert [seq for seq, _ in events(copy)] == [1, 2, 3]
    (listed,) = copies.copies(path.parent / "backups")
    assert (listed.path, listed.seq, listed.why) == (copy, 3, "before-draw")
    assert abs(listed.at - dt.datetime.now(dt.UTC)) < dt.timedelta(hours=1)
    assert list(copy.parent.iterdir()) == [copy]


def test_backup_during_writes_has_all_acknowledged_before(path: Path) -> None:
    acknowledged = 0
    stored: list[tuple[int, str]] = []
    stop = threading.Event()
    with Store(path) as store:
        for number in range(1, 2001):
            with store.write() as session:
                uuid = f"00000000-0000-4000-8000-{number:012d}"
                session.append("essai", Change(kind="entree", body="x" * 1500), ("moi", ""), uuid=uuid)
        acknowledged = 2000

        def go_on() -> None:
            nonlocal acknowledged
            while not stop.is_set():
                acknowledged = write(store, acknowledged + 1)

        writer = threading.Thread(target=go_on)
        writer.start()
        try:
            for _ in range(5):
                before = acknowledged
                copy = store.backup()
                stored = events(copy)
                assert len(stored) >= before
                assert [seq for seq, _ in stored] == list(range(1, len(stored) + 1))
        finally:
            stop.set()
            writer.join()
    assert events(path)[: len(stored)] == stored


def test_another_process_can_copy_while_the_server_writes(path: Path, tmp_path: Path) -> None:
    with Store(path) as store:
        for number in range(1, 50):
            write(store, number)
        clock = BackupThread(store, every=3600)
        clock.start()
        try:
            copy = requests.request_copy(path, tmp_path / "elsewhere", "manual")
            here = requests.request_copy(path, path.parent / "backups", "manual")
        finally:
            clock.stop()
            clock.join()
        write(store, 50)
    assert len(events(copy)) == len(events(here)) == 49
    assert list((tmp_path / "elsewhere").iterdir()) == [copy]
    assert list((path.parent / "backups").iterdir()) == [here]


def test_unanswered_copy_request_times_out(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(requests, "PATIENCE", 0.2)
    with Store(path) as store:
        write(store, 1)
        with pytest.raises(StorageBusy):
            requests.request_copy(path, tmp_path / "elsewhere", "manual")
    assert list((path.parent / "backups").iterdir()) == []


def test_failed_copy_of_the_server_is_reported_with_its_reason(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise StorageFull("no room")

    with Store(path) as store:
        monkeypatch.setattr(store, "backup", full)
        clock = BackupThread(store, every=3600)
        clock.start()
        try:
            with pytest.raises(StorageFull, match=r"^no room$"):
                requests.request_copy(path, tmp_path / "elsewhere", "manual")
        finally:
            clock.stop()
            clock.join()
    assert list((path.parent / "backups").iterdir()) == []


def test_a_copy_is_made_where_no_server_works(path: Path, tmp_path: Path) -> None:
    with Store(path) as store:
        write(store, 1)
    copy = requests.request_copy(path, tmp_path / "elsewhere", "manual")
    assert len(events(copy)) == 1


def test_a_backup_that_cannot_be_written_leaves_nothing_behind(path: Path, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    with Store(path) as store:
        with pytest.raises((StorageBroken, StorageFull)):
            store.backup(folder=blocked / "in")
        assert write(store, 1) == 1


def test_restoring_starts_a_new_epoch_and_keeps_the_former_files(path: Path) -> None:
    with Store(path) as store:
        write(store, 1)
        copy = store.backup()
        write(store, 2)
        epoch = store.epoch
    aside = copies.restore(path, copy)
    assert aside is not None
    assert [seq for seq, _ in events(aside)] == [1, 2]
    with Store(path) as store:
        assert store.tail()[0] == 1
        assert store.epoch != epoch
        assert write(store, 2) == 2
        assert damage(store) == ""


def test_restoring_replaces_a_destroyed_database(path: Path) -> None:
    with Store(path) as store:
        for number in range(1, 30):
            write(store, number)
        copy = store.backup()
    path.write_bytes(os.urandom(path.stat().st_size))
    with pytest.raises(StorageBroken):
        Store(path)
    aside = copies.restore(path, copy)
    assert aside is not None
    with Store(path) as store:
        assert store.tail()[0] == 29


def test_nothing_is_restored_under_a_running_server(path: Path) -> None:
    with Store(path) as store:
        write(store, 1)
        copy = store.backup()
        write(store, 2)
        with pytest.raises(StorageInUse):
            copies.restore(path, copy)
        assert store.tail()[0] == 2


def test_damaged_or_foreign_copy_is_refused_and_database_kept(path: Path, tmp_path: Path) -> None:
    with Store(path) as store:
        for number in range(1, 30):
            write(store, number)
        copy = store.backup()
    damaged = bytearray(copy.read_bytes())
    place = damaged.rindex(b"xxxxxxxx")
    damaged[place] = ord("y")
    bad = tmp_path / "bad.db"
    bad.write_bytes(damaged)
    foreign = tmp_path / "foreign.db"
    conn = sqlite3.connect(foreign)
    conn.execute("CREATE TABLE recipe (name)")
    conn.close()
    before = path.read_bytes()
    for wrong in (bad, foreign, tmp_path / "missing.db"):
        with pytest.raises((StorageBroken, StorageFull)):
            copies.restore(path, wrong)
    assert path.read_bytes() == before
    assert not list(tmp_path.glob(".*"))


def test_timed_copies_are_made_only_when_something_was_written(path: Path) -> None:
    with Store(path) as store:
        timer = BackupThread(store)
        assert not timer.copy_if_changed()
        write(store, 1)
        assert timer.copy_if_changed()
        assert not timer.copy_if_changed()
        assert not BackupThread(store).copy_if_changed()
        write(store, 2)
        assert timer.copy_if_changed()
    # Both are of the same minute, of which the newer one is kept.
    assert [copy.seq for copy in copies.copies(path.parent / "backups")] == [2]


def test_first_copy_follows_first_line_after_a_minute(path: Path) -> None:
    """A further copy follows each minute while lines arrive. A minute counts from the first line that no backup holds."""
    moment = 1000.0
    with Store(path) as store:
        timer = BackupThread(store, clock=lambda: moment)
        made = []
        for second in range(0, 600, 5):
            moment = 1000.0 + second
            if second == 100 or 200 <= second < 290:
                write(store, second + 1)
            if timer.copy_when_due():
                made.append((second, copies.copies(path.parent / "backups")[-1].seq))
        assert made == [(160, 1), (260, 14), (325, 19)]


def test_timed_copy_that_failed_is_tried_a_minute_later(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    moment = 1000.0
    with Store(path) as store:
        timer = BackupThread(store, clock=lambda: moment)
        write(store, 1)
        assert not timer.copy_when_due()
        moment = 1060.0
        with monkeypatch.context() as patch:
            patch.setattr(copies, "keep_share", lambda *_: False)
            with pytest.raises(StorageFull):
                timer.copy_when_due()
        moment = 1119.0
        assert not timer.copy_when_due()
        moment = 1120.0
        assert timer.copy_when_due()


def test_the_timer_copies_by_itself_and_stops(path: Path) -> None:
    with Store(path) as store:
        write(store, 1)
        timer = BackupThread(store, every=0.05)
        timer.start()
        until(lambda: copies.copies(path.parent / "backups"))
        timer.stop()
        timer.join(60)
        assert not timer.is_alive()
    assert [copy.why for copy in copies.copies(path.parent / "backups")] == ["timed"]


def test_after_a_quiet_moment_the_file_alone_holds_everything(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(requests, "QUIET", 0.2)
    with Store(path) as store:
        timer = BackupThread(store, every=0.05)
        timer.start()
        for number in (1, 2):
            write(store, number)
            alone = tmp_path / f"alone-{number}.db"

            def copied(alone: Path = alone) -> int:
                shutil.copyfile(path, alone)
                with contextlib.suppress(sqlite3.Error):
                    return len(events(alone))
                return 0

            until(lambda number=number, copied=copied: copied() == number)  # type: ignore[misc]
        timer.stop()
        timer.join(60)


def test_old_timed_copies_are_thinned_out_and_the_others_kept(tmp_path: Path) -> None:
    now = dt.datetime(2026, 11, 20, 22, 0, tzinfo=dt.UTC)

    def lay(age: dt.timedelta, seq: int, why: str = "timed") -> None:
        stamp = (now - age).strftime("%Y%m%dT%H%M%S") + "000Z"
        (tmp_path / f"scorekeeper-{stamp}-{seq}-0123abcd-{why}.db").touch()

    for minute in range(180):
        lay(dt.timedelta(minutes=minute), 100000 - minute)
    for day in range(1, 61):
        lay(dt.timedelta(days=day), 5000 - day)
    lay(dt.timedelta(days=300), 7, "before-migration")
    (tmp_path / "notes.txt").touch()
    copies.prune(tmp_path, now)
    kept = copies.copies(tmp_path)
    timed = [copy for copy in kept if copy.why == "timed"]
    ages = sorted((now - copy.at) for copy in timed)
    assert ages[0] == dt.timedelta(0)
    assert sum(age < dt.timedelta(hours=1) for age in ages) == 60
    assert sum(dt.timedelta(hours=1) <= age < dt.timedelta(days=1) for age in ages) == 2
    assert sum(age >= dt.timedelta(days=1) for age in ages) == 29
    assert [copy.seq for copy in kept if copy.why != "timed"] == [7]
    copies.prune(tmp_path, now + dt.timedelta(days=900))
    assert [copy.seq for copy in copies.copies(tmp_path) if copy.why == "timed"] == [100000]
    assert (tmp_path / "notes.txt").exists()


def test_the_name_of_a_copy_has_the_time_of_greenwich(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    try:
        with Store(path) as store:
            store.backup()
    finally:
        monkeypatch.undo()
        time.tzset()
    (listed,) = copies.copies(path.parent / "backups")
    assert abs(listed.at - dt.datetime.now(dt.UTC)) < dt.timedelta(hours=1)


def test_a_connection_waits_as_long_as_it_is_asked_to(path: Path) -> None:
    with contextlib.closing(connection.connect(path, 2.5)) as conn:
        assert conn.execute("PRAGMA busy_timeout").fetchone()[0] == 2500
