"""A truncated chain of events is detected, though the file itself is sound."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from scorekeeper.errors import StorageBroken, StorageFull
from scorekeeper.records.backup import copies
from scorekeeper.records.backup.requests import NOTE_EVERY, BackupThread
from scorekeeper.records.store import Store
from scorekeeper.tournaments.checking import dismiss_loss
from tests.records.test_copies import write
from tests.test_cli import run

HEAD = "scorekeeper.head"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "scorekeeper.sqlite3"


def crashed(path: Path, *, noted: bool) -> Path:
    """A data folder after a crash with six events, four of them only in the write-ahead log; with a high-water mark or a backup."""
    with Store(path) as store:
        for number in (1, 2):
            write(store, number)
    folder = path.parent.with_name("crashed")
    store = Store(path)
    for number in range(3, 7):
        write(store, number)
    if noted:
        store.note_head()
    else:
        store.backup()
    shutil.copytree(path.parent, folder)
    store.close()
    return folder / path.name


@pytest.mark.parametrize("noted", [True, False])
@pytest.mark.parametrize("left", [0.0, 0.4])
def test_cut_or_removed_log_is_reported_and_starts_an_epoch(path: Path, left: float, *, noted: bool) -> None:
    damaged = crashed(path, noted=noted)
    with Store(path) as store:
        epoch = store.epoch
    log = damaged.with_name(damaged.name + "-wal")
    content = log.read_bytes()
    log.unlink()
    if left:
        log.write_bytes(content[: int(len(content) * left)])
    with Store(damaged) as store:
        assert store.lost is not None
        assert (store.lost.seq, store.tail()[0]) == (6, store.lost.kept)
        assert store.lost.kept < 6
        assert bool(store.lost.copy) is not noted
        assert store.epoch != epoch
        write(store, 7)
        lost, epoch = store.lost, store.epoch
    with Store(damaged) as store:
        assert (store.lost, store.epoch) == (lost, epoch)
        dismiss_loss(store)
        assert store.lost is None
    with Store(damaged) as store:
        assert (store.lost, store.epoch) == (None, epoch)
    status, out, _ = run("check", "--data", str(damaged.parent))
    assert status == 0
    assert f"la base s’arrête à l’événement {lost.kept}, et l’événement 6 était déjà écrit" in out


def test_copy_thread_writes_the_mark_at_intervals(path: Path) -> None:
    with Store(path) as store:
        write(store, 1)
        timer = BackupThread(store)
        timer._note_head()
        assert not (path.parent / HEAD).exists()
        timer._noted -= NOTE_EVERY
        timer._note_head()
        assert store.epoch in (path.parent / HEAD).read_text()


def test_crash_without_loss_is_not_reported(path: Path) -> None:
    damaged = crashed(path, noted=True)
    with Store(damaged) as store:
        assert store.lost is None
        assert store.tail()[0] == 6


def test_older_restored_copy_is_not_reported(path: Path) -> None:
    with Store(path) as store:
        write(store, 1)
        copy = store.backup()
        write(store, 2)
        store.note_head()
        store.backup()
    mark = (path.parent / HEAD).read_bytes()
    copies.restore(path, copy)
    # As after a power cut between the two steps.
    (path.parent / HEAD).write_bytes(mark)
    with Store(path) as store:
        assert store.lost is None


def test_database_replaced_by_hand_is_reported(path: Path, tmp_path: Path) -> None:
    with Store(path) as store:
        for number in range(1, 4):
            write(store, number)
    with Store(tmp_path / "other" / path.name) as store:
        write(store, 9)
    shutil.copyfile(tmp_path / "other" / path.name, path)
    with Store(path) as store:
        assert store.lost is not None


@pytest.mark.parametrize("content", [None, b""])
@pytest.mark.parametrize("kept", ["backups", HEAD])
def test_lost_database_is_not_replaced_by_a_new_one(path: Path, content: bytes | None, kept: str) -> None:
    with Store(path) as store:
        write(store, 1)
        store.backup()
    for item in (path.parent / HEAD, path.parent / "backups"):
        if item.name != kept:
            shutil.rmtree(item) if item.is_dir() else item.unlink()
    path.unlink()
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(StorageBroken, match="gone" if content is None else "empty"):
        Store(path)


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"seq": "x"}', b"\xff" * 100])
def test_unreadable_high_water_mark_is_ignored(path: Path, content: bytes) -> None:
    with Store(path) as store:
        write(store, 1)
    (path.parent / HEAD).write_bytes(content)
    with Store(path) as store:
        assert store.lost is None


def test_copy_that_ends_before_its_name_is_refused(path: Path) -> None:
    with Store(path) as store:
        write(store, 1)
        short = store.backup()
        write(store, 2)
        full = store.backup()
    shutil.copyfile(short, full)
    with pytest.raises(StorageBroken, match="its name tells of event 2"):
        copies.restore(path, full)


def test_unwritable_high_water_mark_is_logged(
    path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full() -> None:
        raise StorageFull("no room")

    with Store(path) as store:
        monkeypatch.setattr(store, "note_head", full)
        timer = BackupThread(store)
        timer._noted -= NOTE_EVERY
        timer._tried("witness", timer._note_head)
    assert caplog.messages == ["witness: no room"]


def test_copy_that_holds_more_is_named_after_newer_ones(path: Path, tmp_path: Path) -> None:
    """Each check names it, also when the log cannot be read, and after backups of the shorter records. The copy is kept."""
    with Store(path) as store:
        write(store, 1)
    store = Store(path)
    for number in range(2, 7):
        write(store, number)
        if number == 4:
            store.backup(copies.TIMED)
    store.note_head()
    folder = tmp_path / "crashed"
    shutil.copytree(path.parent, folder)
    store.close()
    (copy,) = copies.copies(folder / "backups")
    log = folder / "scorekeeper.sqlite3-wal"
    log.write_bytes(b"x" * 100 + log.read_bytes()[100:])
    notice = f"la copie {copy.path} en a davantage : scorekeeper restore"
    for _ in range(2):
        status, _, err = run("check", "--lang", "fr", "--data", str(folder))
        assert status == 1
        assert "le journal" in err
        assert notice in err.replace("\xa0", " ").replace("\u202f", " ")
    assert run("backup", "--data", str(folder))[0] == 0
    with Store(folder / path.name) as store:
        assert store.lost is not None
        kept = copy.path.with_name(copy.path.name.replace("-timed", "-fuller"))
        assert (store.lost.seq, store.lost.kept, store.lost.copy) == (6, 1, str(kept))
        assert kept.exists()
        store.backup(copies.TIMED)
    for _ in range(2):
        status, out, _ = run("check", "--lang", "fr", "--data", str(folder))
        assert (status, f"la copie {kept} en a davantage" in out) == (0, True)
