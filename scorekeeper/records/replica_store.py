"""Replica of another server's records: served read-only, replaced while in use, and ready for a takeover.

`follow.json` beside the database names the server that a data folder replicates. A takeover starts a new epoch and renames the file to
`followed.json`, so that the other server can be notified when it returns. Acts that it acknowledged after the fork, and that these
records lack, are stored in the table `meta` until somebody dismisses them. They are shown, and never applied.
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
from scorekeeper.records import connection, epochs, meta
from scorekeeper.records.backup import belongings, copies
from scorekeeper.records.rows import EventRow, PartieRow
from scorekeeper.records.session import Session
from scorekeeper.records.store import Store
from scorekeeper.records.transactions import transaction
from scorekeeper.system import sync, write_private

FOLLOWS, FOLLOWED = "follow.json", "followed.json"
HOLDS, COPY, GAVE_WAY = "holds", "copy", "gave-way"
"""Roles of a server: it writes the records, replicates them, or was superseded by another server."""


@dataclass(frozen=True)
class Source:
    """Address and token of the server that is replicated."""

    url: str
    token: str
    others: tuple[str, ...] = ()
    """Its other addresses and its name, as last received from it."""


def source(folder: Path, file: str = FOLLOWS) -> Source | None:
    """Return the server that a data folder replicates; `None` when the records are its own, or the file is malformed."""
    try:
        source = json.loads((folder / file).read_bytes())
        return Source(str(source["url"]), str(source["token"]), tuple(map(str, source.get("others", ()))))
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None


def keep(folder: Path, followed: Source, file: str = FOLLOWS) -> None:
    """Write the server that a data folder replicates. Raises `OSError`."""
    write_private(folder / file, json.dumps(asdict(followed)).encode())


def open_records(path: Path, **options: Any) -> Store:
    """Open the records of a data folder, its own or a replica. Raises as `Store`."""
    followed = source(path.parent)
    return Store(path, **options) if followed is None else CopyStore(path, followed, **options)


def role(store: Store) -> str:
    """Return the role of this server: `COPY`, `GAVE_WAY` or `HOLDS`."""
    if isinstance(store.refusing, Copied):
        return COPY
    return GAVE_WAY if store.superseded else HOLDS


def receive(copy: Path, folder: Path | None) -> None:
    """Verify a copy received from another server, and put its keys into a data folder, if any. Raises `StorageError`, `OSError`."""
    copies.verified(copy)
    if folder is None:
        return
    with connection.storage_errors(), copies.open_copy(copy) as conn:
        belongings.unpack(conn, folder, leave=True)
    sync(copy)


class CopyStore(Store):
    """Read-only store over a replica of another server's records."""

    def __init__(self, path: Path, followed: Source, **options: Any) -> None:
        self.followed = followed
        self.fresh_at = path.stat().st_mtime if path.exists() else time.time()
        """Time when the replica was last known to be complete, in seconds since 1970."""
        super().__init__(path, **options)

    def _open(self, *, verify: bool, probe: bool) -> None:
        self._lock_file = connection.lock(self.path)
        with connection.storage_errors():
            self._conn = connection.connect_read_only(self.path, self.timeout)
            if not connection.recognise(self._conn):
                raise StorageBroken("the copy is empty")
            if verify:
                self._verify()
            self.epoch = epochs.history(self._conn)[-1].epoch
        self._stop_writing(Copied(self.followed.url))

    def move(self, followed: Source) -> None:
        """Store new addresses of the other server. Raises `OSError`."""
        with self._lock:
            # After a takeover that happened meanwhile, no server is followed.
            if not self._outlived:
                keep(self.folder, followed)
                self.followed = followed
                self._stop_writing(Copied(followed.url))

    def replace(self, copy: Path) -> None:
        """Replace the replica with a newer copy, whose file is moved or deleted. Raises `StorageError`, `OSError`.

        After a takeover here the copy is deleted, since the new epoch would be lost.
        """
        with connection.storage_errors():
            conn = connection.connect_read_only(copy, self.timeout)
            epoch = epochs.history(conn)[-1].epoch
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
            self.clear_caches()
            old.close()
        self.news.reset(self.tail()[0])

    def resume(self) -> None:
        """Take over: start a new epoch, so that the records are this server's own. Only a new process writes them."""
        with self._lock, connection.storage_errors():
            if self._outlived:
                return
            self._conn.close()
            try:
                with (
                    contextlib.closing(connection.connect(self.path, self.timeout)) as conn,
                    transaction(conn),
                ):
                    epochs.begin(conn, belongings.key(self.folder))
                (self.folder / FOLLOWS).rename(self.folder / FOLLOWED)
                sync(self.folder)
                self._outlived = True
            finally:
                self._conn = connection.connect_read_only(self.path, self.timeout)

    def note_head(self) -> None:
        """Do nothing: the other server has the high-water mark."""


ELSEWHERE = "elsewhere:"
"""Prefix of the keys of the table `meta` that hold acts of another server, one row for each time it was superseded."""


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
    """Store the acts of another server's copy that these records lack, and delete the copy; return their number. Raises `StorageError`."""
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
            kept: dict[str, list[Any]] = {
                "missing": [event.uuid for event in missing],
                "events": [],
                "sheets": [],
            }
            for events, sheets, people in subjects:
                kept["events"] += ([*vars(session.concealed(event, people)).values()] for event in events)
                kept["sheets"] += ([*vars(session.concealed(row, people)).values()] for row in sheets)
            meta.put(session.connection, f"{ELSEWHERE}{missing[-1].hash}", json.dumps(kept))
    return len(missing)


def _past(theirs: Session, subject: str) -> tuple[list[EventRow], list[PartieRow], tuple[str, ...]]:
    """Return the events of a subject and its heading, if it is a sheet, and the names to store as numbers here too."""
    events = theirs.events_of(subject)
    sheets = []
    scope, _, number = subject.partition(":")
    if scope == "partie":
        sheets.append(theirs.partie(int(number)))
    raw = theirs.kept_events(subject, [row.id for row in sheets])
    people = tuple(sorted(kept.name for kept in theirs.names_in(raw).values() if not kept.forgotten))
    return events, sheets, people


def missing_acts(store: Store) -> list[Elsewhere]:
    """Return the stored acts that these records still lack, one item per takeover, in order of their last act. Raises `StorageError`."""
    copies = []
    with store.read() as session:
        for text in meta.starting(session.connection, ELSEWHERE).values():
            document = json.loads(text)
            events = tuple(session.named(EventRow(*row)) for row in document["events"])
            listed = set(document["missing"])
            missing = tuple(event for event in events if event.uuid in listed and _lacks(session, event))
            rows = (session.named(PartieRow(*row)) for row in document["sheets"])
            copies.append(Elsewhere(missing, events, {row.id: row for row in rows}))
    return sorted((each for each in copies if each.missing), key=lambda each: each.missing[-1].at_utc)


def _lacks(session: Session, event: EventRow) -> bool:
    """Return whether an act is not in these records, or has other content there."""
    known = session.event(event.uuid)
    if known is None:
        return True
    return known.hash != event.hash and (known.kind, known.body) != (event.kind, event.body)


def dismiss_missing(store: Store) -> None:
    """Delete the list of acts that another server acknowledged and that are missing here. Raises `StorageError`."""
    with store.write() as session:
        for key in meta.starting(session.connection, ELSEWHERE):
            meta.delete(session.connection, key)
