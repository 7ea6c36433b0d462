"""Replacing or deleting the file of an open store is detected, and acknowledged events are rescued."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from scorekeeper.errors import StorageBroken
from scorekeeper.records.backup import copies
from scorekeeper.records.connection import FileGuard
from scorekeeper.records.store import Store
from tests.records.test_store import count, write


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "scorekeeper.sqlite3"


def replaced(path: Path) -> None:
    path.rename(path.with_name("other"))
    shutil.copyfile(path.with_name("other"), path)


def overwritten(path: Path) -> None:
    with path.open("r+b") as file:
        file.write(b"\0" * path.stat().st_size)


@pytest.mark.parametrize(
    ("harm", "rescued"),
    [
        (Path.unlink, True),
        (replaced, True),
        (lambda path: path.with_name(f"{path.name}-wal").unlink(), True),
        (overwritten, False),
    ],
)
def test_a_file_that_is_taken_away_takes_no_further_act_with_it(
    path: Path, harm: Callable[[Path], object], *, rescued: bool
) -> None:
    with Store(path) as store:
        for number in range(1, 9):
            write(store, number)
        harm(path)
        with pytest.raises(StorageBroken, match="removed, replaced or overwritten"):
            write(store, 9)
        assert store.needs_restart()
        with pytest.raises(StorageBroken):
            store.tail()
    rescues = [copy for copy in copies.copies(path.parent / copies.FOLDER) if copy.why == "rescued"]
    assert rescues or not rescued
    assert all(copy.seq == 8 and count(copy.path) == 8 for copy in rescues)


def test_missing_database_is_not_replaced_if_backups_exist(path: Path) -> None:
    with Store(path) as store:
        write(store, 1)
        store.backup()
    guard = FileGuard(path)
    assert (path.with_name(f"{path.name}-wal").exists(), guard.is_intact()) == (False, True)
    path.unlink()
    assert guard.is_intact() is False
    guard.close()
    with pytest.raises(StorageBroken, match="the file is gone"):
        Store(path)
    assert not path.exists()
