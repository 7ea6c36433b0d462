"""Power cuts at every moment of an evening: whatever reached the disk, it has everything acknowledged."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from scorekeeper import parties
from scorekeeper.records import schema
from scorekeeper.records.store import Store
from tests.disk import Disk, Files, Operation, after_power_cut, policies, watched
from tests.records.test_schema import KEPT, load, with_next
from tests.tarot_table import BY, donne, new_uuid, sheet

NAME = "scorekeeper.sqlite3"


def evening(store: Store, disk: Disk, lines: int) -> None:
    """Play a sheet from its opening to its closing, and log each event once it is acknowledged."""

    def acknowledged() -> None:
        disk.acknowledge("-".join(map(str, store.tail())))

    with store.read() as session:
        # The write-ahead log is emptied every few acts, so that cuts happen during that too.
        session.connection.execute("PRAGMA wal_autocheckpoint = 8").fetchall()
    partie = parties.open_partie(store, sheet(), by=BY).id
    acknowledged()
    for rang in range(1, lines + 1):
        payload = {**donne(points=51 + rang % 30), "note": "x" * 150}
        parties.enter(store, partie, uuid=new_uuid(), rang=rang, payload=payload, by=BY)
        acknowledged()
    payload = donne(points=60)
    parties.amend(
        store, partie, uuid=new_uuid(), rang=1, payload=payload, revision=None, reason="recompté", by=BY
    )
    acknowledged()
    parties.strike(store, partie, uuid=new_uuid(), rang=2, by=BY)
    acknowledged()
    parties.close_partie(store, partie, uuid=new_uuid(), by=BY)
    acknowledged()


def states(log: list[Operation], every: int = 1, rounds: int = 1) -> Iterator[tuple[str, Files, list[str]]]:
    """Yield each distinct disk after a power cut: how it came about, its files, and the acknowledged events.

    Args:
        log: the operations on the disk.
        every: number of operations between two cuts; each moment after an acknowledgement has a cut too.
        rounds: number of random outcomes of each cut.
    """
    seen = set()
    for cut in range(len(log) + 1):
        before = log[:cut]
        received = [operation.name for operation in before if operation.kind == "acknowledged"]
        if cut % every and before[-1].kind != "acknowledged":
            continue
        for turn in range(rounds):
            for policy, keep in policies(1000 * cut + turn).items():
                files = after_power_cut(before, keep)
                mark = (len(received), hash(tuple(sorted(files.items()))))
                if mark not in seen:
                    seen.add(mark)
                    yield f"operation {cut}, {policy}", files, received


def lay(files: Files, folder: Path) -> Path:
    for left in folder.iterdir():
        left.unlink()
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return folder / NAME


def lost(store: Store, received: list[str]) -> list[str]:
    """Return those of the acknowledged events `received`, each `number-hash`, that the store lacks."""
    with store.read() as session:
        rows = session.connection.execute("SELECT seq || '-' || hash FROM event").fetchall()
    stored = {row[0] for row in rows}
    return [event for event in received if event not in stored]


def survived_power_cuts(base: Path, lines: int, *, every: int = 1, rounds: int = 1) -> int:
    """Play an evening of `lines` donnes, cut the power in many ways, lose nothing; return the number of disks tested."""
    with watched(base / "evening") as disk, Store(disk.folder / NAME) as store:
        evening(store, disk, lines)
    folder = base / "after"
    folder.mkdir()
    count = 0
    for how, files, acknowledged in states(disk.log, every, rounds):
        with Store(lay(files, folder)) as store:
            assert lost(store, acknowledged) == [], how
        count += 1
    return count


def test_no_power_cut_loses_an_acknowledged_line(tmp_path: Path) -> None:
    assert survived_power_cuts(tmp_path, 3, every=11) > 40


def test_missing_sync_would_be_noticed(tmp_path: Path) -> None:
    """Without SQLite's syncs, the same evening loses lines: the test above would fail."""
    with watched(tmp_path / "evening") as disk, Store(disk.folder / NAME) as store:
        with store.read() as session:
            session.connection.execute("PRAGMA synchronous = OFF")
        evening(store, disk, 2)
    files = after_power_cut(disk.log, lambda _operation: None)
    folder = tmp_path / "after"
    folder.mkdir()
    received = [operation.name for operation in disk.log if operation.kind == "acknowledged"]
    with Store(lay(files, folder)) as store:
        assert lost(store, received) == received


def test_a_migration_that_is_cut_short_is_done_again_or_was_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file of an earlier version: the power fails at any moment of its migration."""
    with watched(tmp_path / "old") as disk:
        path = disk.folder / NAME
        load(KEPT[0], path)
        monkeypatch.setattr(schema, "MIGRATIONS", with_next("ALTER TABLE partie ADD COLUMN club TEXT;\n"))
        disk.log[:] = [Operation("write", NAME, 0, path.read_bytes()), Operation("sync", NAME)]
        Store(path).close()
    folder = tmp_path / "after"
    folder.mkdir()
    old = new = 0
    for cut in [*range(2, len(disk.log), 11), len(disk.log)]:
        for keep in policies(cut).values():
            path = lay(after_power_cut(disk.log[:cut], keep), folder)
            backups = folder / "backups"
            with Store(path) as store:
                partie = parties.read_partie(store, 1)
                assert partie.sheet.totals == (-160, -160, 480, -160)
                assert len(partie.past) == 7
            again = list(backups.glob("*")) if backups.exists() else []
            old, new = old + bool(again), new + (not again)
            for copy in again:
                copy.unlink()
            if backups.exists():
                backups.rmdir()
    assert min(old, new) > 0
