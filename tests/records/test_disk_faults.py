"""The disk fails at the first, second, third … call of SQLite: no acknowledged act is lost, and the app detects its state."""

from __future__ import annotations

import itertools
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from scorekeeper.errors import StorageBroken, StorageError, StorageFull
from scorekeeper.records.event_log import Change
from scorekeeper.records.store import Store
from tests.disk import FULL, IOERR_FSYNC, IOERR_WRITE, OK, Operation, watched

NAME = "scorekeeper.sqlite3"


def write(store: Store, number: int) -> int:
    uuid = f"00000000-0000-4000-8000-{number:012d}"
    with store.write() as session:
        return session.append("essai", Change(kind="entree", body="x" * 3000), ("moi", ""), uuid=uuid).seq


def failing(kinds: set[str], result: int, place: int, *, lasting: bool) -> Callable[[Operation], int]:
    """Make an operation of these kinds fail: the one at `place`, from 0, and with `lasting` all later ones."""
    count = itertools.count()

    def fail(operation: Operation) -> int:
        if operation.kind not in kinds:
            return OK
        at = next(count)
        return result if at == place or (lasting and at > place) else OK

    return fail


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write two events on a sound disk."""
    folder = tmp_path_factory.mktemp("begun") / "data"
    with Store(folder / NAME) as store:
        write(store, 1)
        write(store, 2)
    return folder


def after_fault(
    begun: Path, folder: Path, fail: Callable[[Operation], int], *, eager: bool = False
) -> tuple[StorageError | None, bool]:
    """Write a third event on a failing disk. Returns the outcome, and whether the store is still usable.

    In each case, both earlier events are there afterwards, the third one if it was acknowledged, and a usable store takes a
    fourth.
    """
    shutil.copytree(begun, folder)
    fault: StorageError | None = None
    seqs = [1, 2]
    with watched(folder) as disk, Store(folder / NAME, verify=False) as store:
        if eager:
            with store.read() as session:
                session.connection.execute("PRAGMA wal_autocheckpoint = 1").fetchall()
        disk.fail = fail
        try:
            seqs.append(write(store, 3))
        except StorageError as error:
            fault = error
        disk.fail = lambda _operation: OK
        usable = not store.broken
        if usable:
            assert write(store, 4) == store.tail()[0]
            seqs.append(store.tail()[0])
        else:
            with pytest.raises(StorageBroken), store.read():
                pass
            assert store.needs_restart()
            assert not store.writable()
    with Store(folder / NAME) as store:
        tail, _ = store.tail()
        # An unacknowledged event may be there or not; an acknowledged one is.
        assert tail in {seqs[-1], seqs[-1] + (fault is not None)}
    return fault, usable


def test_failed_sync_ends_the_process_and_loses_no_line(begun: Path, tmp_path: Path) -> None:
    """After a failed sync, the lost pages are unknown: only a new process may read the file."""
    for place in itertools.count():
        fault, usable = after_fault(
            begun, tmp_path / str(place), failing({"sync"}, IOERR_FSYNC, place, lasting=False)
        )
        if fault is None:
            break
        assert type(fault) is StorageBroken
        assert "SQLITE_IOERR_FSYNC" in str(fault)
        assert not usable
    assert place >= 2


@pytest.mark.parametrize(
    ("kind", "result", "lasting", "least"),
    [
        ("write", FULL, True, 10),
        ("write", IOERR_WRITE, False, 10),
    ],
)
def test_failed_write_is_reported_and_the_next_line_accepted(
    begun: Path, tmp_path: Path, kind: str, result: int, least: int, *, lasting: bool
) -> None:
    for place in itertools.count():
        fault, usable = after_fault(
            begun, tmp_path / str(place), failing({kind}, result, place, lasting=lasting)
        )
        if fault is None:
            break
        assert isinstance(fault, StorageFull)
        assert usable
    assert place >= least


@pytest.mark.parametrize(("kind", "result"), [("write", FULL), ("write", IOERR_WRITE), ("sync", IOERR_FSYNC)])
def test_fault_during_checkpoint_loses_no_acknowledged_line(
    begun: Path, tmp_path: Path, kind: str, result: int
) -> None:
    """The write-ahead log is emptied within an act once it is long; here after each. By then the log has the act itself."""
    unreported = 0
    for place in range(24):
        folder = tmp_path / str(place)
        fault, _ = after_fault(begun, folder, failing({kind}, result, place, lasting=False), eager=True)
        unreported += fault is None
    assert unreported >= 4


def test_full_disk_at_the_start_does_not_prevent_serving(begun: Path, tmp_path: Path) -> None:
    folder = tmp_path / "data"
    shutil.copytree(begun, folder)
    with watched(folder) as disk:
        disk.fail = failing({"write"}, FULL, 0, lasting=True)
        with Store(folder / NAME, allow_read_only=True) as store:
            assert isinstance(store.refusing, StorageFull)
            assert not store.read_only
            assert store.tail()[0] == 2
            with pytest.raises(StorageFull):
                write(store, 3)
            disk.fail = lambda _operation: OK
            assert write(store, 3) == 3
            assert store.refusing is None
