"""A warm copy of another machine's records: read here, replaced while it is served, and ready to go on from.

The file `follow.json` beside the database says whose copy a data folder holds. Going on from it begins a new life; the file is then
`followed.json`, so that the other machine, when it wakes, can be told. Acts that it acknowledged after the records parted, and that
these lack, are kept in the table `meta`, to be read until somebody dismisses them. Nothing applies them.
"""

import contextlib
import json
import sqlite3
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from scorekeeper.errors import Copied, StorageBroken
from scorekeeper.records import connection, epochs, schema
from scorekeeper.records.backup import belongings, copies
from scorekeeper.records.rows import EventRow, PartieRow, values
from scorekeeper.records.session import Session
from scorekeeper.records.store import Store
from scorekeeper.system import sync, write_private

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


def keep(folder: Path, followed: Source, file: str = FOLLOWS) -> None:
    """Note whose copy a data folder holds. Raises `OSError`."""
    write_private(folder / file, json.dumps(asdict(followed)).encode())


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


ELSEWHERE = "elsewhere:"
"""Start of the keys of the table `meta` under which acts of another server are kept, one row for each time it gave way."""


@dataclass(frozen=True)
class Elsewhere:
    """Acts that another server acknowledged and these records lack."""

    missing: tuple[EventRow, ...]
    events: tuple[EventRow, ...]
    """All events of their subjects on that server, common ones included, in order."""
    sheets: Mapping[int, PartieRow]
    """Headings of the sheets among these subjects, by their number on that server."""

    def of(self, subject: str) -> list[EventRow]:
        """Return the events of one subject, such as `partie:7`."""
        return [event for event in self.events if subject_of(event) == subject]


def subject_of(event: EventRow) -> str:
    """Return the subject of an event without its part: `partie:7` for `partie:7/rang:3`."""
    return event.scope.partition("/")[0]


def keep_missing(store: Store, copy: Path) -> int:
    """Keep the acts of another server's copy that these records lack, and delete the copy. Raises `StorageError`.

    Returns:
        The number of these acts.
    """
    try:
        with copies.open_copy(copy) as conn:
            theirs = Session(conn, "")
            with store.read() as session:
                missing = [event for event in theirs.every_event() if _lacks(session, event)]
            subjects = [_past(theirs, subject) for subject in sorted(set(map(subject_of, missing)))]
    except sqlite3.Error as error:
        raise StorageBroken(str(error)) from error
    finally:
        copy.unlink(missing_ok=True)
    if missing:
        with store.write() as session:
            kept = {
                "missing": [event.uuid for event in missing],
                "events": [
                    values(session.concealed(event, people)) for past, people in subjects for event in past[0]
                ],
                "sheets": [
                    values(session.concealed(row, people)) for past, people in subjects for row in past[1]
                ],
            }
            epochs.put(session.connection, f"{ELSEWHERE}{missing[-1].hash}", json.dumps(kept))
    return len(missing)


def _past(theirs: Session, subject: str) -> tuple[tuple[list[EventRow], list[PartieRow]], tuple[str, ...]]:
    """Return the events and the heading of a subject, and the people on it, whose names are kept apart here too."""
    events = theirs.events_of(subject)
    sheets = []
    scope, _, number = subject.partition(":")
    if scope == "partie":
        sheets.append(theirs.partie(int(number)))
    raw = theirs.kept_events(subject, [row.id for row in sheets])
    people = tuple(sorted(kept.name for kept in theirs.names_in(raw).values() if not kept.forgotten))
    return (events, sheets), people


def missing_acts(store: Store) -> list[Elsewhere]:
    """Return the kept acts that these records still lack, by the time another server gave way. Raises `StorageError`."""
    copies = []
    with store.read() as session:
        for text in epochs.starting(session.connection, ELSEWHERE).values():
            document = json.loads(text)
            events = tuple(session.named(EventRow(*row)) for row in document["events"])
            listed = set(document["missing"])
            missing = tuple(event for event in events if event.uuid in listed and _lacks(session, event))
            rows = (session.named(PartieRow(*row)) for row in document["sheets"])
            copies.append(Elsewhere(missing, events, {row.id: row for row in rows}))
    return sorted((each for each in copies if each.missing), key=lambda each: each.missing[-1].at_utc)


def _lacks(session: Session, event: EventRow) -> bool:
    """Return whether an act is not in the records, or has another content there."""
    known = session.event(event.uuid)
    if known is None:
        return True
    return known.hash != event.hash and (known.kind, known.body) != (event.kind, event.body)


def dismiss_missing(store: Store) -> None:
    """Delete the kept acts of other servers. Raises `StorageError`."""
    with store.write() as session:
        for key in epochs.starting(session.connection, ELSEWHERE):
            session.connection.execute("DELETE FROM meta WHERE key = ?", (key,))
