"""Acts at the same time share one transaction and one sync: none is lost, doubled or acknowledged too early."""

from __future__ import annotations

import functools
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from scorekeeper.errors import StorageBroken, StorageBusy, StorageError, StorageFull
from scorekeeper.records.event_log import Change
from scorekeeper.records.session import Session
from scorekeeper.records.store import Store
from tests.damage import damage
from tests.disk import FULL, IOERR_FSYNC, IOERR_WRITE, OK, after_power_cut, policies, watched
from tests.patience import until

NAME = "scorekeeper.sqlite3"
Act = Callable[[Session], object]


def add(number: int, body: str = "x") -> Act:
    """Return an act that writes an event in the scope `essai:number`, and returns the event's number."""
    uuid = f"00000000-0000-4000-8000-{number:012d}"
    change = Change(kind="essai", body=body)
    return lambda session: session.append(f"essai:{number}", change, ("moi", ""), uuid=uuid).seq


def refuse(session: Session) -> None:
    """Write an event, then raise `LookupError`."""
    add(99)(session)
    raise LookupError("half way")


def waiting(store: Store, number: int) -> bool:
    """Return whether at least so many acts are waiting."""
    return store._groups.waiting >= number


def together(
    store: Store, *acts: Act, acknowledged: Callable[[int], None] = lambda _place: None
) -> list[object]:
    """Write acts in one group, in this order; return the result or exception of each."""
    results: list[object] = [None] * len(acts)

    def run(place: int, act: Act) -> None:
        try:
            with store.write() as session:
                if place == 0:
                    begun.set()
                    # Not a poll of its own: the act would continue, and the count fall, before the caller reads it.
                    assert all_wait.wait(60)
                result = act(session)
            results[place] = result
            acknowledged(place)
        except Exception as error:  # noqa: BLE001 - returned to the test
            results[place] = error

    begun, all_wait = threading.Event(), threading.Event()
    threads = [threading.Thread(target=run, args=numbered) for numbered in enumerate(acts)]
    for place, thread in enumerate(threads):
        thread.start()
        assert begun.wait(60)
        until(functools.partial(waiting, store, place), what="an act does not come to wait")
    all_wait.set()
    for thread in threads:
        thread.join(30)
    return results


def syncs(log: list[object]) -> int:
    return sum(getattr(operation, "kind", "") == "sync" for operation in log)


def uuids(store: Store) -> list[int]:
    with store.read() as session:
        return [
            int(uuid[-12:]) for (uuid,) in session.connection.execute("SELECT uuid FROM event ORDER BY seq")
        ]


def test_acts_at_the_same_time_share_one_sync(tmp_path: Path) -> None:
    with watched(tmp_path / "data") as disk, Store(disk.folder / NAME) as store:
        together(store, add(1))
        disk.log.clear()
        assert together(store, add(2)) == [2]
        alone = syncs([*disk.log])
        disk.log.clear()
        assert together(store, add(3), add(4), add(5)) == [3, 4, 5]
        assert syncs([*disk.log]) == alone == 1
        assert damage(store) == ""


def test_failed_act_leaves_nothing_and_its_group_is_committed(tmp_path: Path) -> None:
    with Store(tmp_path / NAME) as store:
        first, refused, double, last = together(store, add(1), refuse, add(1), add(2))
        assert (first, last) == (1, 2)
        assert isinstance(refused, LookupError)
        assert isinstance(double, StorageBusy)
        assert uuids(store) == [1, 2]
        assert isinstance(together(store, refuse, refuse)[1], LookupError)
        assert not store.broken
    with Store(tmp_path / NAME) as store:
        assert uuids(store) == [1, 2]
        assert damage(store) == ""


@pytest.mark.parametrize(
    ("kind", "result", "failure", "lasting"),
    [
        ("sync", IOERR_FSYNC, StorageBroken, True),
        ("write", FULL, StorageFull, False),
        ("write", IOERR_WRITE, StorageFull, False),
    ],
)
def test_a_commit_that_fails_acknowledges_no_act_of_its_group(
    tmp_path: Path, kind: str, result: int, failure: type[StorageError], *, lasting: bool
) -> None:
    """Neither an act that only read is acknowledged, nor one that failed because of another act's events."""
    with watched(tmp_path / "data") as disk, Store(disk.folder / NAME) as store:
        together(store, add(1))
        disk.fail = lambda operation: result if operation.kind == kind else OK
        results = together(store, add(2), lambda session: session.tail(), refuse, add(3))
        disk.fail = lambda _operation: OK
        assert [type(each) for each in results] == [failure] * 4
        assert len({str(each) for each in results}) == 1
        assert store.broken == lasting
        if not lasting:
            assert uuids(store) == [1]
            assert together(store, add(2), add(3)) == [2, 3]
    with Store(tmp_path / "data" / NAME) as store:
        # Unacknowledged events may be there or not, but not in part.
        assert uuids(store) in ([1], [1, 2, 3])


def test_disk_full_within_an_act_rolls_back_the_whole_group(tmp_path: Path) -> None:
    with Store(tmp_path / NAME) as store:
        together(store, add(1))
        with store.read() as session:
            conn = session.connection
        conn.execute(f"PRAGMA max_page_count = {conn.execute('PRAGMA page_count').fetchone()[0] + 2}")
        results = together(store, add(2), add(3, "x" * 100_000), add(4))
        assert [type(each) for each in results] == [StorageFull, StorageFull, int]
        conn.execute("PRAGMA max_page_count = 1000000")
        assert uuids(store) == [1, 4]
        assert together(store, add(5)) == [3]
        assert damage(store) == ""


def test_a_power_cut_during_a_group_leaves_all_of_it_or_nothing(tmp_path: Path) -> None:
    with watched(tmp_path / "data") as disk, Store(disk.folder / NAME) as store:
        together(store, add(1))
        begun = len(disk.log)
        together(
            store,
            add(2),
            add(3),
            add(4),
            acknowledged=lambda place: disk.acknowledge(f"acknowledged {place + 2}"),
        )
        ended = len(disk.log)
    after = tmp_path / "after"
    after.mkdir()
    seen = set()
    for cut in range(begun, ended + 1):
        log = disk.log[:cut]
        acknowledged = {int(each.name.split()[1]) for each in log if each.kind == "acknowledged"}
        # Each cut with two of the four policies, in turn; `tests/soak` tests all of them for single acts.
        for keep in list(policies(cut).values())[cut % 2 :: 2]:
            for left in after.iterdir():
                left.unlink()
            for name, content in after_power_cut(log, keep).items():
                (after / name).write_bytes(content)
            with Store(after / NAME) as store:
                kept = uuids(store)
            assert kept in ([1], [1, 2, 3, 4])
            assert acknowledged <= set(kept)
            seen.add((len(kept), bool(acknowledged)))
    assert seen == {(1, False), (4, False), (4, True)}


def asks_for_the_lock(thread: threading.Thread) -> bool:
    """Return whether a thread is waiting for the connection, or about to take it."""
    frame = sys._current_frames().get(thread.ident or 0)
    return frame is not None and frame.f_code.co_name == "_held"


def test_uncommitted_changes_are_not_read(tmp_path: Path) -> None:
    numbers: list[int] = []
    with Store(tmp_path / NAME) as store:
        reader = threading.Thread(target=lambda: numbers.append(store.tail()[0]))

        def hold(session: Session) -> None:
            add(1)(session)
            reader.start()
            until(lambda: asks_for_the_lock(reader), what="the reader does not wait")
            assert numbers == []

        assert together(store, hold, add(2)) == [None, 2]
        reader.join(30)
    assert numbers == [2]


def test_a_turn_is_not_waited_for_for_ever(tmp_path: Path) -> None:
    with Store(tmp_path / NAME, timeout=0.05) as store:
        failures: list[Exception] = []

        def late() -> None:
            with pytest.raises(StorageBusy, match="turn") as busy, store.write() as session:
                add(2)(session)
            failures.append(busy.value)

        def hold(session: Session) -> None:
            add(1)(session)
            other = threading.Thread(target=late)
            other.start()
            other.join(30)

        assert together(store, hold) == [None]
        assert len(failures) == 1
        assert uuids(store) == [1]
        assert together(store, add(3)) == [2]
