"""The store: one SQLite file, one process, one connection, one lock.

One connection serves reading too: then the file can be locked for this connection alone, which makes the write-ahead log safe with any
SQLite, and no other process can delay an act. Our own lock hands over at once, reads are kept short (one sheet, one page of a list),
and all computing happens outside the lock.
"""

import contextlib
import dataclasses
import sqlite3
import threading
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, Self

from scorekeeper import errors
from scorekeeper.records import connection, epochs, high_water_mark, schema
from scorekeeper.records.backup import belongings, copies
from scorekeeper.records.cache import Cache
from scorekeeper.records.connection import FileGuard
from scorekeeper.records.group_commit import GroupCommit
from scorekeeper.records.news import News
from scorekeeper.records.people import NameBook
from scorekeeper.records.session import Session
from scorekeeper.system import private_file, private_folder, sync

CACHED = 4000
"""Lines of sheets kept as objects, at some three kilobytes each: 250 tables with twelve each, and their tournament."""
KNOWN = 4096
"""Parties and devices of which is known to whom they belong."""
PROBE_EVERY = 1.0
"""Seconds for which the answer of a write probe is good."""
PROBE_BYTES = 65536
_UNKNOWN = (0.0, False)
"""The answer of a probe that was not made yet."""
WRITABLE_EVERY = 2.0
"""Seconds between two checks whether a protected folder has become writable."""


class Store:
    """The records of one database file. Methods may be called from any thread."""

    def __init__(
        self, path: Path, *, timeout: float = 10.0, verify: bool = True, allow_read_only: bool = False
    ) -> None:
        """Open the records in the database file `path`, created if need be; its lock and its backups are beside it.

        `timeout` is how many seconds to wait for another process that holds it; `verify` checks the whole file first;
        `allow_read_only` opens it only to be read where the disk or the folder is write-protected. Raises `StorageInUse` when
        another process works on the folder, `StorageBroken` when the file is damaged, not ours or from a newer program.
        """
        self.path = Path(path)
        self.folder = self.path.parent
        self.timeout = timeout
        self.broken: bool = False
        """Whether the file can no longer be trusted in this process; only a new process may open it again."""
        self.refusing: errors.StorageFull | None = None
        """Why the last act could not be written; `None` as soon as one could."""
        self.short_of_room = False
        """Whether the disk has room for less than the next hours."""
        self.read_only = False
        """Whether this process only reads; a new one may write, once `needs_restart`."""
        self.copy_before_update: Path | None = None
        """The copy of a file that was just brought to a newer schema; older versions of the app read it."""
        self.lost: high_water_mark.Loss | None = None
        """Loss that was found when the file was opened, now or before, and that nobody dismissed; a new life began then."""
        self.opened = uuid.uuid4().hex
        """Names this opening."""
        self.writes = 0
        """Number of writes since the start."""
        self.cache: Cache[Any] = Cache(CACHED)
        """For what callers build from rows."""
        self.apart: Cache[bool] = Cache(KNOWN)
        """The parties that are known to belong to no tournament."""
        self.access: Cache[Any] = Cache(KNOWN)
        """Tables of those who may write on the sheets of no tournament, by number, of the names of devices, of what is half noted.
        Filled within `read` and dropped within `write`, so that it is never older than the file."""
        self.results: Cache[Any] = Cache(1)
        """Results of all parties that are over."""
        self.people = NameBook()
        """The names of the people in the events."""
        self._lock = threading.Lock()
        self._groups = GroupCommit(self._transaction)
        self._probed = _UNKNOWN
        self._noted = self._folded = -1
        self._may_clear = self._outlived = False
        self._lock_file: IO[bytes] | None = None
        self._file_guard: FileGuard | None = None
        try:
            self._begin(verify=verify, allow_read_only=allow_read_only)
        except BaseException:
            self._release()
            raise
        self.news = News(self.tail()[0])
        """For pages that follow what is written."""

    def _begin(self, *, verify: bool, allow_read_only: bool) -> None:
        try:
            self._open(verify=verify, probe=allow_read_only)
        except errors.StorageReadOnly as error:
            if not allow_read_only or not self.path.exists():
                raise
            self._release()
            self._open_read_only(error, verify=verify)

    def _open(self, *, verify: bool, probe: bool) -> None:
        """Open the file to read and write it."""
        with connection.storage_errors():
            private_folder(self.folder)
            self._lock_file = connection.lock(self.path)
        if not self.path.exists():
            high_water_mark.refuse_to_begin_anew(self.folder, "gone")
        with connection.storage_errors():
            private_file(self.path)
            self._conn = connection.connect(self.path, self.timeout)
            self.epoch = self._prepare(verify=verify)
            self._file_guard = FileGuard(self.path)
            if probe:
                self._probe_at_start()

    def _open_read_only(self, reason: errors.StorageReadOnly, *, verify: bool) -> None:
        """Open the file only to be read."""
        try:
            self._lock_file = connection.lock_shared(self.path)
            with connection.storage_errors():
                self._conn = connection.connect_read_only(self.path, self.timeout)
                if not connection.recognise(self._conn):
                    raise reason
                if verify:
                    self._verify()
                self.epoch = epochs.get(self._conn, "epoch") or ""
        except OSError as error:
            raise errors.StorageReadOnly(f"{reason}; {error}") from error
        self.read_only = True
        self.refusing = reason
        self._may_clear = not connection.is_writable(self.path)
        self._writable_checked = time.monotonic()

    def _prepare(self, *, verify: bool) -> str:
        """Bring the file to the current schema and check it; its epoch."""
        conn = self._conn
        if not connection.recognise(conn):
            high_water_mark.refuse_to_begin_anew(self.folder, "empty")
        elif schema.pending(conn):
            folder = self.folder / copies.FOLDER
            self.copy_before_update = copies.backup_to(conn, folder, "before-migration", beside=self.folder)
        schema.migrate(conn)
        sync(self.folder)
        epoch = epochs.current(conn)
        if verify:
            self._verify()
        connection.keep_log(conn)
        belongings.unpack(conn, self.folder)
        if lost := high_water_mark.loss(conn, self.folder, high_water_mark.noted(self.folder)):
            if lost.copy:
                lost = dataclasses.replace(lost, copy=str(copies.keep(Path(lost.copy))))
            with schema.transaction(conn):
                # Tablets that see another epoch send again what they remember.
                epoch = epochs.begin(conn, belongings.key(self.folder))
                high_water_mark.remember(conn, lost)
        known = high_water_mark.remembered(conn)
        self.lost = None if known is None or known.dismissed else known
        if later := epochs.later(conn):
            self._stop_writing(errors.Superseded(later))
        return epoch

    def _stop_writing(self, reason: errors.StorageReadOnly) -> None:
        self.read_only, self.refusing = True, reason

    @property
    def gave_way(self) -> bool:
        """Whether these records live on elsewhere."""
        return isinstance(self.refusing, errors.Superseded)

    def _verify(self) -> None:
        wrong = connection.damage(self._conn)
        if wrong:
            raise errors.StorageBroken(wrong)

    def _probe_at_start(self) -> None:
        """Try to write something. A full disk does not prevent the start: space may be freed."""
        try:
            connection.probe(self._conn, PROBE_BYTES)
        except sqlite3.Error as error:
            reason = connection.storage_error(error)
            if not isinstance(reason, errors.StorageFull) or isinstance(reason, errors.StorageReadOnly):
                raise
            self.refusing = reason

    def _release(self) -> None:
        with contextlib.suppress(AttributeError):
            self._conn.close()
        if self._file_guard is not None:
            self._file_guard.close()
            self._file_guard = None
        if self._lock_file is not None:
            self._lock_file.close()

    def close(self) -> None:
        """Close the file. Every act is durable when it returns, whether or not the file is closed."""
        with contextlib.suppress(OSError, errors.StorageError, sqlite3.Error):
            if self.writes:
                self.note_head()
        with self._lock:
            self._release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @contextlib.contextmanager
    def _held(self) -> Iterator[sqlite3.Connection]:
        """The connection, for this thread or group only."""
        if not self._lock.acquire(timeout=self.timeout):
            raise errors.StorageBusy("the lock of the store")
        try:
            if self.broken:
                raise errors.StorageBroken("the file failed earlier in this process")
            with self._failures():
                yield self._conn
        finally:
            self._lock.release()

    @contextlib.contextmanager
    def _failures(self) -> Iterator[None]:
        """Raise errors of SQLite as storage errors, and note what they mean for later acts."""
        try:
            yield
        except sqlite3.Error as error:
            if connection.is_lasting(error):
                self.broken = True
            reason = connection.storage_error(error)
            if isinstance(reason, errors.StorageFull):
                # An answer from before would hide it for as long as it is good.
                self.refusing, self._probed = reason, (time.monotonic(), False)
            raise reason from error

    @contextlib.contextmanager
    def read(self) -> Iterator[Session]:
        """A read; keep it short. Raises `StorageError` when the file cannot be read."""
        with self._held() as conn:
            yield Session(conn, self.epoch, self.people)

    @contextlib.contextmanager
    def write(self) -> Iterator[Session]:
        """One act: all of it is durable when the block ends, or none of it when it raises. Acts at the same time share a sync.

        Raises `StorageError` when it could not be written, or whether it was is not known.
        """
        if self.read_only:
            raise type(self.refusing or errors.StorageReadOnly())(str(self.refusing))
        with self._groups.act(self.timeout) as group:
            try:
                with self._failures(), self.people.within(), schema.transaction(self._conn):
                    yield Session(self._conn, self.epoch, self.people)
            except errors.StorageError as error:
                # After some errors nothing is left of the whole group, or nothing can be trusted.
                if self.broken or not self._conn.in_transaction:
                    group.failure = error
                raise

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        """The transaction of a group, which holds the connection until it ends."""
        with self._held() as conn:
            self._check_file()
            with self.people.within(), schema.transaction(conn):
                yield
            self.writes += 1
            if self.refusing is not None and not self.read_only:
                self.refusing, self._probed = None, _UNKNOWN

    def _check_file(self) -> None:
        if self._file_guard is not None and not self._file_guard.is_intact():
            self.broken = True
            with contextlib.suppress(errors.StorageError, sqlite3.Error):
                # The open file still holds everything that was acknowledged, and nothing else does.
                copies.backup_to(self._conn, self.folder / copies.FOLDER, "rescued", beside=self.folder)
            raise errors.StorageBroken("the file was removed, replaced or overwritten by somebody else")
        with contextlib.suppress(OSError):
            if copies.free(self.folder) < copies.TIGHT:
                copies.make_room(self.folder / copies.FOLDER)

    def writable(self) -> bool:
        """Whether an act could be written now: something is written and removed again. The answer is good for a second."""
        at, answer = self._probed
        if self.read_only or (time.monotonic() - at < PROBE_EVERY and at):
            return answer
        try:
            with self._held() as conn:
                self._check_file()
                connection.probe(conn, PROBE_BYTES)
            answer = copies.free(self.folder) > PROBE_BYTES
        except (errors.StorageBroken, errors.StorageBusy, errors.StorageFull, OSError):
            answer = False
        if answer:
            self.refusing = None
        self._probed = (time.monotonic(), answer)
        return answer

    def needs_restart(self) -> bool:
        """Whether a new process would do better: the file failed in this one, or it only reads and could write by now."""
        if self.read_only and self._may_clear and time.monotonic() - self._writable_checked > WRITABLE_EVERY:
            self._writable_checked = time.monotonic()
            return self.broken or connection.is_writable(self.path)
        return self.broken or self._outlived

    def tail(self) -> tuple[int, str]:
        """Number and hash of the last event."""
        with self.read() as session:
            return session.tail()

    def note_head(self) -> None:
        """Write down outside the file how far it has come, if that has changed. Raises `OSError`, `StorageError`."""
        writes = self.writes
        if writes != self._noted and not self.broken:
            high_water_mark.note(self.folder, high_water_mark.Witnessed(self.epoch, *self.tail()))
            self._noted = writes

    def fold_log(self) -> None:
        """Write the log into the file, which then holds everything when it is copied alone. Raises `StorageError`."""
        writes = self.writes
        if self._file_guard is not None and writes != self._folded:
            with self._held() as conn:
                self._folded = writes if connection.fold(conn) else -1

    def give_way_to(self, epoch: str) -> bool:
        """Stop writing when that is the epoch of a later life of these records; whether it is."""
        with self._held() as conn:
            if not epochs.is_later(epoch, epochs.lives(conn), belongings.key(self.folder)):
                return False
            if not isinstance(self.refusing, errors.Superseded):
                self._stop_writing(errors.Superseded(epoch))
                with contextlib.suppress(sqlite3.Error), schema.transaction(conn):
                    epochs.put(conn, epochs.LATER, epoch)
                    self._outlived = True
                self.news.wake()
        return True

    def resume(self) -> None:
        """Begin a new life of records that had given way to another one; only a new process writes again."""
        with self._held() as conn, schema.transaction(conn):
            epochs.begin(conn, belongings.key(self.folder), epochs.later(conn))
            self._stop_writing(errors.StorageReadOnly("a new life begins"))
            self._outlived = True

    def leave(self) -> None:
        """Have a new process go on once the present request is answered."""
        self._outlived = True

    @contextlib.contextmanager
    def unsynced(self) -> Iterator[None]:
        """Acts that reach the disk together at the end: for records that are made anew after a power cut."""
        with self._held() as conn:
            conn.execute("PRAGMA synchronous = 0")
        try:
            yield
        finally:
            with self._held() as conn:
                conn.execute("PRAGMA synchronous = 3")
                conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def drop_what_is_built(self) -> None:
        """Build everything anew from the events. Within a transaction, the acts that come after it see no name of before."""
        for cache in (self.cache, self.apart, self.access, self.results):
            cache.clear()

    def begin_anew(self) -> None:
        """Go on after a transaction that began a new life: nothing that was built before is kept, nor what it wrote over.

        Raises `StorageError`, `OSError`.
        """
        with self._held() as conn:
            conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            self.epoch = epochs.current(conn)
            self.people.clear()
            self.drop_what_is_built()
        self._noted = -1
        self.note_head()
        self.news.begin_anew(self.tail()[0])

    def backup(self, why: str = "manual", folder: Path | None = None) -> Path:
        """Write a verified copy while others go on working; its path. `why` becomes part of its name. Raises `StorageError`."""
        folder = folder or self.folder / copies.FOLDER
        with connection.storage_errors():
            return copies.backup_to(self._conn, folder, why, beside=self.folder, lock=self._lock)

    def snapshot(self, path: Path, *, keys: bool = True) -> None:
        """Copy everything into a new file while others go on working, or all but the keys. Raises `StorageError`, `OSError`."""
        with connection.storage_errors():
            copies.snapshot(self._conn, path, self._lock, beside=self.folder if keys else None)
