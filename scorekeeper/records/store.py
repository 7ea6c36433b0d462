"""Store: one SQLite file, one process, one connection, one lock.

The same connection reads and writes. So the file can be locked exclusively, which makes the write-ahead log safe with any version of
SQLite, and no other process can delay an act. A thread lock serialises access; reads are short (one sheet, one page of a list),
and computation happens outside the lock.
"""

import contextlib
import dataclasses
import shutil
import sqlite3
import threading
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, Self

from scorekeeper import errors
from scorekeeper.records import connection, epochs, high_water_mark, meta, schema
from scorekeeper.records.backup import belongings, copies
from scorekeeper.records.cache import Cache
from scorekeeper.records.connection import FileGuard
from scorekeeper.records.news import News
from scorekeeper.records.people import NameBook
from scorekeeper.records.session import Session
from scorekeeper.records.transactions import GroupCommit, transaction
from scorekeeper.system import private_file, private_folder, sync

CACHED = 4000
"""Weight limit of the cache in lines of sheets, of some three kilobytes each: 250 tables with twelve lines, and their tournament."""
KNOWN = 4096
"""Number of entries of the caches `apart` and `access`."""
PROBE_EVERY = 1.0
"""Seconds for which the result of a write probe is valid."""
PROBE_BYTES = 65536
_UNKNOWN = (0.0, False)
"""Time and result before the first probe."""
WRITABLE_EVERY = 2.0
"""Seconds between two checks whether a protected folder has become writable."""


class Store:
    """Thread-safe store of the records in one database file."""

    def __init__(
        self, path: Path, *, timeout: float = 10.0, verify: bool = True, allow_read_only: bool = False
    ) -> None:
        """Open the records in the database file `path`, created if missing; its lock file and backups are beside it.

        `timeout` is the number of seconds to wait for locks; `verify` checks the whole file first; `allow_read_only` opens a
        write-protected file or folder read-only. Raises `StorageInUse` when another process works on the folder,
        `StorageBroken` when the file is damaged or not ours, `StorageNewer` when it is from a newer version.
        """
        self.path = Path(path)
        self.folder = self.path.parent
        self.timeout = timeout
        self.broken: bool = False
        """Whether this process can no longer trust the file; only a new process may open it again."""
        self.refusing: errors.StorageFull | None = None
        """Error of the last act that could not be written; `None` after one that could."""
        self.short_of_room = False
        """Whether the disk has too little room for the next hours."""
        self.read_only = False
        """Whether this process only reads; a new one may write once `needs_restart` is true."""
        self.copy_before_update: Path | None = None
        """Path of the backup made before a migration at this start; older versions of the app can read it."""
        self.lost: high_water_mark.Loss | None = None
        """Loss of events found at this start or an earlier one, until it is dismissed; a new epoch started then."""
        self.opened = uuid.uuid4().hex
        """Random identifier of this opening."""
        self.writes = 0
        """Number of committed write transactions since the start."""
        self.cache: Cache[Any] = Cache(CACHED)
        """Cache of the subjects that callers build from events."""
        self.apart: Cache[bool] = Cache(KNOWN)
        """Cache of the parties known to belong to no tournament."""
        self.access: Cache[Any] = Cache(KNOWN)
        """Cache of the writers of sheets outside tournaments, of device names and of drafts. Filled within `read` and dropped within
        `write`, so that it is never older than the file."""
        self.results: Cache[Any] = Cache(1)
        """Cache of the results of all finished parties."""
        self.people = NameBook()
        """Cache of the names of people in events."""
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
        """Versions of topics, for live pages."""

    def _begin(self, *, verify: bool, allow_read_only: bool) -> None:
        try:
            self._open(verify=verify, probe=allow_read_only)
        except errors.StorageReadOnly as error:
            if not allow_read_only or not self.path.exists():
                raise
            self._release()
            self._open_read_only(error, verify=verify)

    def _open(self, *, verify: bool, probe: bool) -> None:
        """Open the file for reading and writing."""
        with connection.storage_errors():
            private_folder(self.folder)
            self._lock_file = connection.lock(self.path)
        if not self.path.exists():
            high_water_mark.refuse_lost_records(self.folder, "gone")
        with connection.storage_errors():
            private_file(self.path)
            self._conn = connection.connect(self.path, self.timeout)
            self.epoch = self._prepare(verify=verify)
            self._file_guard = FileGuard(self.path)
            if probe:
                self._probe_at_start()

    def _open_read_only(self, reason: errors.StorageReadOnly, *, verify: bool) -> None:
        """Open the file read-only, because of `reason`."""
        try:
            self._lock_file = connection.lock_shared(self.path)
            with connection.storage_errors():
                self._conn = connection.connect_read_only(self.path, self.timeout)
                if not connection.recognise(self._conn):
                    raise reason
                if verify:
                    self._verify()
                self.epoch = meta.get(self._conn, "epoch") or ""
        except OSError as error:
            raise errors.StorageReadOnly(f"{reason}; {error}") from error
        self.read_only = True
        self.refusing = reason
        self._may_clear = not connection.is_writable(self.path)
        self._writable_checked = time.monotonic()

    def _prepare(self, *, verify: bool) -> str:
        """Migrate the file, check it, and look for lost events. Return its epoch."""
        conn = self._conn
        if not connection.recognise(conn):
            high_water_mark.refuse_lost_records(self.folder, "empty")
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
            with transaction(conn):
                # Tablets that see a new epoch send the acts again that they remember.
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
    def superseded(self) -> bool:
        return isinstance(self.refusing, errors.Superseded)

    def _verify(self) -> None:
        wrong = connection.damage(self._conn)
        if wrong:
            raise errors.StorageBroken(wrong)

    def _probe_at_start(self) -> None:
        """Try to write. A full disk does not prevent the start, since space may be freed."""
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
        """Close the file. Acts are durable as soon as they return, even without closing."""
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
        """Hold the lock and yield the connection. Raises `StorageBusy` after `timeout` seconds, `StorageBroken` once `broken`."""
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
        """Raise errors of SQLite as `StorageError`, and set `broken` or `refusing` accordingly."""
        try:
            yield
        except sqlite3.Error as error:
            if connection.is_lasting(error):
                self.broken = True
            reason = connection.storage_error(error)
            if isinstance(reason, errors.StorageFull):
                # The result of an earlier probe would hide it as long as it is valid.
                self.refusing, self._probed = reason, (time.monotonic(), False)
            raise reason from error

    @contextlib.contextmanager
    def read(self) -> Iterator[Session]:
        """Yield a session for reading; the block must be short. Raises `StorageError` when the file cannot be read."""
        with self._held() as conn:
            yield Session(conn, self.epoch, self.people)

    @contextlib.contextmanager
    def write(self) -> Iterator[Session]:
        """Yield a session for one act: it is durable when the block ends, or rolled back when it raises. Concurrent acts share a sync.

        Raises `StorageError` when the act could not be written, or it is not known whether it was.
        """
        if self.read_only:
            raise type(self.refusing or errors.StorageReadOnly())(str(self.refusing))
        with self._groups.act(self.timeout) as group:
            try:
                with self._failures(), transaction(self._conn, self.people.clear):
                    yield Session(self._conn, self.epoch, self.people)
            except errors.StorageError as error:
                # After some errors the whole group was rolled back, or nothing can be trusted.
                if self.broken or not self._conn.in_transaction:
                    group.failure = error
                raise

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        """Run the transaction of a group, holding the connection until it ends."""
        with self._held() as conn:
            self._check_file()
            with transaction(conn, self.people.clear):
                yield
            self.writes += 1
            if self.refusing is not None and not self.read_only:
                self.refusing, self._probed = None, _UNKNOWN

    def _check_file(self) -> None:
        if self._file_guard is not None and not self._file_guard.is_intact():
            self.broken = True
            with contextlib.suppress(errors.StorageError, sqlite3.Error):
                # Only the open file still has everything that was acknowledged.
                copies.backup_to(self._conn, self.folder / copies.FOLDER, "rescued", beside=self.folder)
            raise errors.StorageBroken("the file was removed, replaced or overwritten by somebody else")
        with contextlib.suppress(OSError):
            if shutil.disk_usage(self.folder).free < copies.TIGHT:
                copies.make_room(self.folder / copies.FOLDER)

    def writable(self) -> bool:
        """Return whether an act could be written now, by a test write. The result is cached for `PROBE_EVERY` seconds."""
        at, answer = self._probed
        if self.read_only or (time.monotonic() - at < PROBE_EVERY and at):
            return answer
        try:
            with self._held() as conn:
                self._check_file()
                connection.probe(conn, PROBE_BYTES)
            answer = shutil.disk_usage(self.folder).free > PROBE_BYTES
        except (errors.StorageBroken, errors.StorageBusy, errors.StorageFull, OSError):
            answer = False
        if answer:
            self.refusing = None
        self._probed = (time.monotonic(), answer)
        return answer

    def needs_restart(self) -> bool:
        """Return whether a new process should take over: the file failed in this one, or a read-only one could write by now."""
        if self.read_only and self._may_clear and time.monotonic() - self._writable_checked > WRITABLE_EVERY:
            self._writable_checked = time.monotonic()
            return self.broken or connection.is_writable(self.path)
        return self.broken or self._outlived

    def tail(self) -> tuple[int, str]:
        with self.read() as session:
            return session.tail()

    def note_head(self) -> None:
        """Write the high-water mark, if anything was written since the last one. Raises `OSError`, `StorageError`."""
        writes = self.writes
        if writes != self._noted and not self.broken:
            high_water_mark.note(self.folder, high_water_mark.LastEvent(self.epoch, *self.tail()))
            self._noted = writes

    def fold_log(self) -> None:
        """Checkpoint the write-ahead log if there is anything new, so that the file alone holds everything. Raises `StorageError`."""
        writes = self.writes
        if self._file_guard is not None and writes != self._folded:
            with self._held() as conn:
                self._folded = writes if connection.fold(conn) else -1

    def stop_if_superseded(self, epoch: str) -> bool:
        """Stop writing if `epoch` is a later epoch of these records. Return whether it is."""
        with self._held() as conn:
            if not epochs.is_later(epoch, epochs.history(conn), belongings.key(self.folder)):
                return False
            if not isinstance(self.refusing, errors.Superseded):
                self._stop_writing(errors.Superseded(epoch))
                with contextlib.suppress(sqlite3.Error), transaction(conn):
                    meta.put(conn, epochs.LATER, epoch)
                    self._outlived = True
                self.news.wake_all()
        return True

    def resume(self) -> None:
        """Start a new epoch of records that were superseded. Only a new process writes again."""
        with self._held() as conn, transaction(conn):
            epochs.begin(conn, belongings.key(self.folder), epochs.later(conn))
            self._stop_writing(errors.StorageReadOnly("a new epoch begins"))
            self._outlived = True

    def request_restart(self) -> None:
        """Request a new process (see `needs_restart`) after the current request."""
        self._outlived = True

    @contextlib.contextmanager
    def unsynced(self) -> Iterator[None]:
        """Sync acts only at the end of the block: for records that can be made again after a power cut."""
        with self._held() as conn:
            conn.execute("PRAGMA synchronous = 0")
        try:
            yield
        finally:
            with self._held() as conn:
                conn.execute("PRAGMA synchronous = 3")
                conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def clear_caches(self) -> None:
        """Clear all caches of built objects. Within a transaction, later acts then see no former name."""
        for cache in (self.cache, self.apart, self.access, self.results):
            cache.clear()

    def reload(self) -> None:
        """Reload after a transaction that started a new epoch: clear caches, checkpoint the log so that overwritten pages are gone.

        Raises `StorageError`, `OSError`.
        """
        with self._held() as conn:
            conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            self.epoch = epochs.current(conn)
            self.people.clear()
            self.clear_caches()
        self._noted = -1
        self.note_head()
        self.news.reset(self.tail()[0])

    def backup(self, why: str = "manual", folder: Path | None = None) -> Path:
        """Write a verified copy without blocking other threads, and return its path. `why` is part of its name. Raises `StorageError`."""
        folder = folder or self.folder / copies.FOLDER
        with connection.storage_errors():
            return copies.backup_to(self._conn, folder, why, beside=self.folder, lock=self._lock)

    def snapshot(self, path: Path, *, keys: bool = True) -> None:
        """Copy everything, with or without the keys, into a new file without blocking other threads. Raises `StorageError`, `OSError`."""
        with connection.storage_errors():
            copies.snapshot(self._conn, path, self._lock, beside=self.folder if keys else None)
