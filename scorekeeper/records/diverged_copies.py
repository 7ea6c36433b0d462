"""Lines that another machine wrote after the records parted: kept as a copy of its own, until somebody says what becomes of it."""

import sqlite3
from collections.abc import Sequence
from pathlib import Path

from scorekeeper.errors import StorageBroken
from scorekeeper.records.backup import copies
from scorekeeper.records.rows import EventRow
from scorekeeper.records.session import Session
from scorekeeper.records.store import Store
from scorekeeper.system import private_folder, sync

FOLDER = "elsewhere"
_DONE = "done-"


def keep(store: Store, copy: Path) -> int:
    """Keep the copy of another machine if it has events that are missing here; how many. Raises `StorageError`, `OSError`."""
    missing = missing_in(store, copy)
    if not missing:
        copy.unlink()
        return 0
    folder = store.folder / FOLDER
    private_folder(folder)
    copy.rename(folder / f"{missing[-1].hash}.db")
    sync(folder)
    return len(missing)


def kept(store: Store) -> list[Path]:
    """The copies that nobody decided on yet."""
    return [path for path in sorted((store.folder / FOLDER).glob("*.db")) if not path.name.startswith(_DONE)]


def missing_in(store: Store, copy: Path) -> Sequence[EventRow]:
    """The events of a copy that these records lack, in order. Raises `StorageBroken` when it cannot be read."""
    try:
        with copies.open_copy(copy) as conn:
            theirs = Session(conn, "").every_event()
    except sqlite3.Error as error:
        raise StorageBroken(str(error)) from error
    with store.read() as session:
        return [event for event in theirs if session.event(event.uuid) is None]


def settle(copy: Path) -> None:
    """Ask about a copy no more; it is kept aside all the same. Raises `OSError`."""
    copy.rename(copy.with_name(f"{_DONE}{copy.name}"))
