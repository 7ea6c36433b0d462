"""Epochs: each restore begins a new one; a server with the key recognises a later one, and becomes read-only."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from scorekeeper.errors import StorageReadOnly, Superseded
from scorekeeper.records import epochs
from scorekeeper.records.backup import copies
from scorekeeper.records.store import Store
from tests.records.test_copies import write


def machine(folder: Path, key: bytes = b"k" * 32) -> Path:
    folder.mkdir()
    (folder / "cookies.key").write_bytes(key)
    return folder / "scorekeeper.sqlite3"


def taken_over(first: Path, second: Path) -> str:
    """Restore a second server from a copy of the first, which has one event; return the epoch that it began."""
    with Store(first) as store:
        write(store, 1)
        copy = store.backup()
    copies.restore(second, copy)
    with Store(second) as store:
        return store.epoch


def test_epoch_has_its_parent_and_the_point_of_separation(tmp_path: Path) -> None:
    first, second = machine(tmp_path / "one"), tmp_path / "two" / "scorekeeper.sqlite3"
    epoch = taken_over(first, second)
    with Store(first) as store:
        old, tail = store.epoch, store.tail()
    with Store(second) as store, store.read() as session:
        assert epochs.history(session.connection) == (
            epochs.EpochStart(old, 0, "0" * 64),
            epochs.EpochStart(epoch, *tail),
        )
        assert epochs.EPOCH.fullmatch(epoch)


def test_first_machine_stops_writing_after_a_later_epoch(tmp_path: Path) -> None:
    first, second = machine(tmp_path / "one"), tmp_path / "two" / "scorekeeper.sqlite3"
    epoch = taken_over(first, second)
    with Store(first) as store:
        write(store, 2)
        assert store.stop_if_superseded(epoch)
        with pytest.raises(Superseded):
            write(store, 3)
        assert store.tail()[0] == 2
        assert not store.writable()
    with Store(first) as store, pytest.raises(Superseded):
        write(store, 3)
    with Store(second) as store:
        write(store, 3)
        with Store(first) as old:
            assert not store.stop_if_superseded(old.epoch)


@pytest.mark.parametrize("epoch", ["", "f" * 32, "0002" + "f" * 28, "é" * 32, "x", "0" * 32])
def test_server_is_not_stopped_without_the_key(tmp_path: Path, epoch: str) -> None:
    with Store(machine(tmp_path / "one")) as store:
        assert not store.stop_if_superseded(epoch)
        write(store, 1)


def test_epoch_of_other_records_is_ignored(tmp_path: Path) -> None:
    theirs = taken_over(machine(tmp_path / "a", b"o" * 32), tmp_path / "b" / "scorekeeper.sqlite3")
    with Store(machine(tmp_path / "one")) as store:
        write(store, 1)
        assert not store.stop_if_superseded(theirs)


def test_two_takeovers_of_one_machine_supersede_exactly_one(tmp_path: Path) -> None:
    first = machine(tmp_path / "one")
    second, third = (tmp_path / name / "scorekeeper.sqlite3" for name in ("two", "three"))
    taken_over(first, second)
    copy = copies.copies(first.parent / "backups")[-1].path
    copies.restore(third, copy)
    with Store(second) as one, Store(third) as other:
        assert sorted([one.stop_if_superseded(other.epoch), other.stop_if_superseded(one.epoch)]) == [
            False,
            True,
        ]


def test_the_first_machine_may_take_over_again(tmp_path: Path) -> None:
    first, second = machine(tmp_path / "one"), tmp_path / "two" / "scorekeeper.sqlite3"
    epoch = taken_over(first, second)
    with Store(first) as store:
        store.stop_if_superseded(epoch)
        store.resume()
        assert store.needs_restart()
        with pytest.raises(StorageReadOnly):
            write(store, 2)
    with Store(first) as store, Store(second) as other:
        write(store, 2)
        assert other.stop_if_superseded(store.epoch)


def test_restored_copy_has_a_later_epoch_than_the_one_replaced(tmp_path: Path) -> None:
    first = machine(tmp_path / "one")
    with Store(first) as store:
        write(store, 1)
        copy = store.backup()
    epochs = []
    for _ in range(3):
        copies.restore(first, copy)
        with Store(first) as store:
            epochs.append(store.epoch)
    assert [epoch[:4] for epoch in epochs] == ["0001", "0002", "0003"]


def test_superseded_machine_stops_even_if_it_cannot_note_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    first = machine(tmp_path / "one")
    epoch = taken_over(first, tmp_path / "two" / "scorekeeper.sqlite3")
    with Store(first) as store:
        monkeypatch.setattr("scorekeeper.records.meta.put", full)
        assert store.stop_if_superseded(epoch)
        with pytest.raises(Superseded):
            write(store, 2)
