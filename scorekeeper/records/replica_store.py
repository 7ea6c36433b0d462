"""A warm copy of another machine's records: read here, replaced while it is served, and ready to go on from.

The file `follow.json` beside the database says whose copy a data folder holds. Going on from it begins a new life; the file is then
`followed.json`, so that the other machine, when it wakes, can be told. Lines that it wrote after the records parted are kept as a
copy of its own, until somebody says what becomes of them.
"""

import contextlib
import json
import sqlite3
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from scorekeeper.errors import Copied, StorageBroken
from scorekeeper.records import connection, epochs, schema
from scorekeeper.records.backup import belongings, copies
from scorekeeper.records.rows import EventRow
from scorekeeper.records.session import Session
from scorekeeper.records.store import Store
from scorekeeper.system import private_folder, sync, write_private

FOLLOWS, FOLLOWED = "follow.json", "followed.json"
HOLDS, COPY, GAVE_WAY = "holds", "copy", "gave-way"
"""Part of a machine with the records: it writes them, copies them, or wrote them before another one went on."""


@dataclass(frozen=True)
class Source:
    """The machine that is followed, and the token it gave."""

    url: str
    token: str
    others: tuple[str, ...] = ()
    """Its other addresses and its name, as it told them last."""


def source(folder: Path, file: str = FOLLOWS) -> Source | None:
    """Whose copy a data folder holds; `None` when its records are its own."""
    try:
        source = json.loads((folder / file).read_bytes())
        return Source(str(source["url"]), str(source["token"]), tuple(map(str, source.get("others", ()))))
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None


def keep(folder: Path, followed: Source) -> None:
    """Note whose copy a data folder holds. Raises `OSError`."""
    write_private(folder / FOLLOWS, json.dumps(asdict(followed)).encode())


def open_records(path: Path, **options: Any) -> Store:
    """Open the records of a data folder: its own, or the copy of another machine's. Raises as `Store` does."""
    followed = source(path.parent)
    return Store(path, **options) if followed is None else CopyStore(path, followed, **options)


def role(store: Store) -> str:
    """The part of this machine with the records."""
    if isinstance(store.refusing, Copied):
        return COPY
    return GAVE_WAY if store.gave_way else HOLDS


def receive(copy: Path, folder: Path | None) -> None:
    """Verify a copy that came from another machine, and put its keys into a data folder. Raises `StorageError`, `OSError`."""
    copies.verified(copy)
    if folder is None:
        return
    with connection.storage_errors(), copies.open_copy(copy) as conn:
        belongings.unpack(conn, folder, leave=True)
    sync(copy)


class CopyStore(Store):
    """The copy of another machine's records. It is only read."""

    def __init__(self, path: Path, followed: Source, **options: Any) -> None:
        self.followed = followed
        self.fresh_at = path.stat().st_mtime if path.exists() else time.time()
        """When the copy was last known to be all that the other machine has, in seconds since 1970."""
        super().__init__(path, **options)

    def _open(self, *, verify: bool, probe: bool) -> None:
        self._lock_file = connection.lock(self.path)
        with connection.storage_errors():
            self._conn = connection.connect_read_only(self.path, self.timeout)
            if not connection.recognise(self._conn):
                raise StorageBroken("the copy is empty")
            if verify:
                self._verify()
            self.epoch = epochs.lives(self._conn)[-1].epoch
        self._stop_writing(Copied(self.followed.url))

    def move(self, followed: Source) -> None:
        """Note by which addresses the other machine is reached now. Raises `OSError`."""
        with self._lock:
            # A new life that began meanwhile follows nobody.
            if not self._outlived:
                keep(self.folder, followed)
                self.followed = followed
                self._stop_writing(Copied(followed.url))

    def replace(self, copy: Path) -> None:
        """Go on with a newer copy, which was received and takes the place of this one. Raises `StorageError`, `OSError`.

        One that comes when a new life has begun here is dropped: that life would be lost.
        """
        with connection.storage_errors():
            conn = connection.connect_read_only(copy, self.timeout)
            epoch = epochs.lives(conn)[-1].epoch
        with self._lock:
            if self._outlived:
                conn.close()
                copy.unlink()
                return
            copy.rename(self.path)
            sync(self.folder)
            self._conn, old = conn, self._conn
            self.epoch = epoch
            self.people.clear()
            self.drop_what_is_built()
            old.close()
        self.news.begin_anew(self.tail()[0])

    def resume(self) -> None:
        """Begin a new life here: the records are this machine's own from now on, and a new process writes them."""
        with self._lock, connection.storage_errors():
            if self._outlived:
                return
            self._conn.close()
            try:
                with (
                    contextlib.closing(connection.connect(self.path, self.timeout)) as conn,
                    schema.transaction(conn),
                ):
                    epochs.begin(conn, belongings.key(self.folder))
                (self.folder / FOLLOWS).rename(self.folder / FOLLOWED)
                sync(self.folder)
                self._outlived = True
            finally:
                self._conn = connection.connect_read_only(self.path, self.timeout)

    def note_head(self) -> None:
        """A copy needs no witness: the other machine has one."""


ASIDE = "elsewhere"
_DONE = "done-"


def keep_aside(store: Store, copy: Path) -> int:
    """Keep the copy of another machine if it has events that are missing here; how many. Raises `StorageError`, `OSError`."""
    missing = missing_in(store, copy)
    if not missing:
        copy.unlink()
        return 0
    folder = store.folder / ASIDE
    private_folder(folder)
    copy.rename(folder / f"{missing[-1].hash}.db")
    sync(folder)
    return len(missing)


def kept_aside(store: Store) -> list[Path]:
    """The copies that nobody decided on yet."""
    return [path for path in sorted((store.folder / ASIDE).glob("*.db")) if not path.name.startswith(_DONE)]


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
