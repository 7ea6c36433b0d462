"""A small disk: timed backups keep within their share of it, and are deleted before a line is refused."""

from __future__ import annotations

import datetime as dt
import shutil
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from scorekeeper.errors import StorageFull
from scorekeeper.records.backup import copies, requests
from scorekeeper.records.backup.requests import BackupThread
from scorekeeper.records.cache import Attempts
from scorekeeper.records.store import Store
from tests.disk import FULL, OK, Disk, Operation, watched
from tests.records.test_copies import write

MB = 2**20
DISK = 12 * MB


def taken(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "scorekeeper.sqlite3"


@pytest.fixture
def disk(path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Disk]:
    """A disk of twelve megabytes for one data folder."""

    def free(folder: Path) -> int:
        assert folder == path.parent
        return max(0, DISK - taken(folder))

    def fail(operation: Operation) -> int:
        return FULL if operation.kind == "write" and free(path.parent) < len(operation.data) else OK

    monkeypatch.setattr(shutil, "disk_usage", lambda folder: SimpleNamespace(free=free(folder)))
    with watched(path.parent) as disk:
        disk.fail = fail
        yield disk


def five_minutes_pass(folder: Path) -> None:
    """Make all backups older."""
    for copy in copies.copies(folder):
        stamp = (copy.at - dt.timedelta(minutes=5)).strftime("%Y%m%dT%H%M%S000Z")
        copy.path.rename(folder / f"scorekeeper-{stamp}-{copy.seq}-{copy.tail}-{copy.why}.db")


@pytest.mark.soak
@pytest.mark.usefixtures("disk")
def test_timed_copies_leave_room_for_the_evening(path: Path) -> None:
    folder = path.parent / copies.FOLDER
    with Store(path) as store:
        timer = BackupThread(store)
        manual = store.backup()
        number = 0
        for _ in range(36):
            for _ in range(30):
                number += 1
                write(store, number)
            assert timer.copy_if_changed()
            five_minutes_pass(folder)
        kept = copies.timed(folder)
        assert kept[-1].seq == number
        assert sum(copy.size for copy in kept) <= (DISK - taken(path.parent)) / 2
        assert manual.name.endswith("-manual.db")
        assert len(copies.copies(folder)) == len(kept) + 1


def test_the_oldest_timed_copies_go_before_a_line_is_refused(path: Path, disk: Disk) -> None:
    folder = path.parent / copies.FOLDER
    with Store(path) as store:
        for number in range(1, 6):
            write(store, number)
            store.backup(copies.TIMED)
            five_minutes_pass(folder)
        others = path.parent / "videos"
        others.write_bytes(bytes(DISK - taken(path.parent) - 16384))
        before = copies.timed(folder)
        for number in range(6, 30):
            write(store, number)
        left = copies.timed(folder)
        assert left == before[-len(left) :]
        # The newest backup is never deleted; then lines are refused.
        others.write_bytes(bytes(others.stat().st_size + DISK))
        with pytest.raises(StorageFull):
            write(store, 30)
        assert copies.timed(folder) == before[-1:]
        others.unlink()
        write(store, 30)
    assert disk.log


@pytest.mark.usefixtures("disk")
def test_disk_without_room_for_two_hours_is_noted_and_not_filled(path: Path) -> None:
    with Store(path) as store:
        write(store, 1)
        timer = BackupThread(store, every=0.05)
        noted = []
        for more in (0, 5 * MB):
            (path.parent / "videos").write_bytes(bytes(more))
            timer._look_for_room()
            noted.append(store.short_of_room)
        assert noted == [False, True]
        (path.parent / "videos").write_bytes(bytes(11 * MB))
        with pytest.raises(StorageFull):
            timer.copy_if_changed()
        assert copies.copies(path.parent / copies.FOLDER) == []


def test_a_disk_that_stays_full_is_one_line_of_the_log_a_minute(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    now = [0.0]
    why = "no room"

    def fail() -> None:
        raise StorageFull(why)

    with Store(path) as store:
        timer = BackupThread(store)
        timer._failures = Attempts(lambda: now[0])
        for _ in range(100):
            now[0] += 1
            timer._tried("backup", fail)
        why = "another disk"
        timer._tried("backup", fail)
    assert [record.getMessage() for record in caplog.records] == [
        "backup: no room",
        "backup: no room",
        "backup: another disk",
    ]


def test_the_hours_to_come_are_reckoned_as_those_before(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted: list[int] = []

    def make_room(_folder: Path, bytes_: int = copies.TIGHT) -> bool:
        wanted.append(bytes_)
        return True

    with Store(path) as store:
        timer = BackupThread(store)
        timer._sizes.extend([(timer._sizes[0][0] + 600, timer._sizes[0][1] + 3 * MB)])
        with monkeypatch.context() as patch:
            patch.setattr(copies, "make_room", make_room)
            timer._look_for_room()
    # 3 MB in ten minutes are 36 MB in two hours.
    assert wanted == [36 * MB]
    assert requests.LEAST < 36 * MB
