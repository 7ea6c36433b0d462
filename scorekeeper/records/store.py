"""The store: one SQLite file, one process, one connection, one lock.

Why one connection for reading too: then the file can be locked for this connection alone, which makes the write-ahead log safe
with any SQLite, and nobody outside can hold up an act. Our own lock hands over at once, reads are kept short (one sheet, one
page of a list), and everything that needs thought happens outside the lock.
"""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import threading
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, Self

from scorekeeper.errors import StorageBroken, StorageBusy, StorageError, StorageFull, StorageReadOnly
from scorekeeper.records import connection, schema
from scorekeeper.records.backup import copies, read_only
from scorekeeper.records.backup.file_guard import Footprint
from scorekeeper.records.cache import Cache
from scorekeeper.records.session import Session

CACHED = 512
"""Sheets kept played through; one of twenty lines takes some twenty kilobytes."""
PROBE_EVERY = 1.0
"""Seconds for which the answer of a write probe is good."""
PROBE_BYTES = 65536
LOOK_AGAIN = 2.0
"""Seconds between two looks whether a protected folder takes writing again."""


class Store:
    """The records of one database file. Methods may be called from any thread."""

    def __init__(self, path: Path, *, timeout: float = 10.0, verify: bool = True, look: bool = False) -> None:
        """Open the records, which are made when they are not there.

        Args:
            path: the database file; its lock and its backups are beside it.
            timeout: seconds to wait for somebody else who holds the database.
            verify: whether to look through the whole file first.
            look: whether to be content with reading where the disk or the folder may not be written.

        Raises:
            StorageInUse: when another process works on the folder.
            StorageBroken: when the file is damaged, not ours or from a newer program.
            StorageFull, StorageBusy: when it cannot be opened now.
        """
        self.path = Path(path)
        self.folder = self.path.parent
        self.timeout = timeout
        self.broken: bool = False
        """Whether the file can no longer be trusted in this process; only a new process may open it again."""
        self.refusing: StorageFull | None = None
        """Why the last act could not be written; `None` as soon as one could."""
        self.looking = False
        """Whether this process only reads; a new one may write, once `is_worn`."""
        self.copy_before_update: Path | None = None
        """The copy of a file that was just brought to a newer schema; older versions of the app read it."""
        self.cache: Cache[Any] = Cache(CACHED)
        """For what callers derive from rows."""
        self._lock = threading.Lock()
        self._probed = (0.0, False)
        self._lock_file: IO[bytes] | None = None
        self._footprint: Footprint | None = None
        try:
            try:
                self._open(verify=verify, probe=look)
            except StorageReadOnly as error:
                if not look or not self.path.exists():
                    raise
                self._give_up()
                self._look(error, verify=verify)
        except BaseException:
            self._give_up()
            raise

    def _open(self, *, verify: bool, probe: bool) -> None:
        """Open the file to read and write it."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._lock_file = connection.lock(connection.lock_path(self.path))
        except OSError as error:
            raise (StorageReadOnly if read_only.is_protected(error) else StorageFull)(str(error)) from error
        if not self.path.exists() and copies.copies(self.folder / copies.FOLDER):
            raise StorageBroken("the file is gone, its backups are there")
        with _told():
            self._conn = connection.connect(self.path, self.timeout)
            self.epoch = self._prepare(verify=verify)
            self._footprint = Footprint(self.path)
            if probe:
                self._probe_at_start()

    def _look(self, reason: StorageReadOnly, *, verify: bool) -> None:
        """Open the file only to be read."""
        try:
            self._lock_file = read_only.lock(connection.lock_path(self.path))
            with _told():
                self._conn = read_only.connect(self.path, self.timeout)
                if not connection.recognise(self._conn):
                    raise reason
                if verify:
                    self._verify()
                self.epoch = self._found_epoch() or ""
        except OSError as error:
            raise StorageReadOnly(f"{reason}; {error}") from error
        self.looking = True
        self.refusing = reason
        self._may_clear = not read_only.takes_writing(self.path)
        self._looked_again = time.monotonic()

    def _prepare(self, *, verify: bool) -> str:
        """Bring the file to the current schema, look through it, and tell its epoch."""
        conn = self._conn
        if connection.recognise(conn) and schema.pending(conn):
            self.copy_before_update = copies.backup_to(conn, self.folder / copies.FOLDER, "before-migration")
        schema.migrate(conn)
        connection.sync_folder(self.folder)
        if verify:
            self._verify()
        connection.keep_log(conn)
        conn.execute("INSERT INTO meta VALUES ('epoch', ?) ON CONFLICT (key) DO NOTHING", (uuid.uuid4().hex,))
        epoch = self._found_epoch()
        if epoch is None:
            raise StorageBroken("the file has no epoch")
        return epoch

    def _verify(self) -> None:
        wrong = connection.damage(self._conn)
        if wrong:
            raise StorageBroken(wrong)

    def _found_epoch(self) -> str | None:
        row = self._conn.execute("SELECT value FROM meta WHERE key = 'epoch'").fetchone()
        return row[0] if row else None

    def _probe_at_start(self) -> None:
        """Find out now whether anything can be written. A full disk is no reason not to start: it may be freed."""
        try:
            _probe(self._conn)
        except sqlite3.Error as error:
            reason = connection.translated(error)
            if not isinstance(reason, StorageFull) or isinstance(reason, StorageReadOnly):
                raise
            self.refusing = reason

    def _give_up(self) -> None:
        with contextlib.suppress(AttributeError):
            self._conn.close()
        if self._footprint is not None:
            self._footprint.close()
            self._footprint = None
        if self._lock_file is not None:
            self._lock_file.close()

    def close(self) -> None:
        """Close the file. Nothing depends on it: every act is durable when it returns."""
        with self._lock:
            self._give_up()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @contextlib.contextmanager
    def _held(self) -> Iterator[sqlite3.Connection]:
        """The connection, for this thread alone."""
        if self.broken:
            raise StorageBroken("the file failed earlier in this process")
        if not self._lock.acquire(timeout=self.timeout):
            raise StorageBusy("the lock of the store")
        try:
            yield self._conn
        except sqlite3.Error as error:
            if connection.is_lasting(error):
                self.broken = True
            reason = connection.translated(error)
            if isinstance(reason, StorageFull):
                self.refusing = reason
            raise reason from error
        finally:
            self._lock.release()

    @contextlib.contextmanager
    def read(self) -> Iterator[Session]:
        """Read, short and to the point.

        Raises:
            StorageError: when the file cannot be read.
        """
        with self._held() as conn:
            yield Session(conn, self.epoch)

    @contextlib.contextmanager
    def write(self) -> Iterator[Session]:
        """One act: all of it is durable when the block ends, or none of it when it raises.

        Raises:
            StorageError: when it could not be written, or whether it was is not known.
        """
        if self.looking:
            raise StorageReadOnly(str(self.refusing))
        with self._held() as conn:
            self._look_at_footprint()
            with _transaction(conn):
                yield Session(conn, self.epoch)
            self.refusing = None

    def _look_at_footprint(self) -> None:
        if self._footprint is not None and not self._footprint.stands():
            self.broken = True
            with contextlib.suppress(StorageError, sqlite3.Error):
                # What is open still holds all that was acknowledged; of the file that is gone nothing else does.
                copies.backup_to(self._conn, self.folder / copies.FOLDER, "rescued")
            raise StorageBroken("the file was removed, replaced or overwritten by somebody else")

    def writable(self) -> bool:
        """Whether an act could be written now: a real one is, and taken back. The answer is good for a second."""
        at, answer = self._probed
        if self.looking or (time.monotonic() - at < PROBE_EVERY and at):
            return answer
        try:
            with self._held() as conn:
                self._look_at_footprint()
                _probe(conn)
            answer = shutil.disk_usage(self.folder).free > PROBE_BYTES
        except (StorageBroken, StorageBusy, StorageFull, OSError):
            answer = False
        if answer:
            self.refusing = None
        self._probed = (time.monotonic(), answer)
        return answer

    def is_worn(self) -> bool:
        """Whether a new process would do better: the file failed in this one, or it only reads where it could write by now."""
        if self.looking and self._may_clear and time.monotonic() - self._looked_again > LOOK_AGAIN:
            self._looked_again = time.monotonic()
            return self.broken or read_only.takes_writing(self.path)
        return self.broken

    def tail(self) -> tuple[int, str]:
        """Number and hash of the last event."""
        with self.read() as session:
            return session.tail()

    def backup(self, why: str = "manual", folder: Path | None = None) -> Path:
        """Write a verified copy while others go on working; the finished file's path.

        Args:
            why: a word that becomes part of the file's name.
            folder: where to; the data folder's own backups unless told.

        Raises:
            StorageError: when it cannot be written or does not verify.
        """
        try:
            return copies.backup_to(self._conn, folder or self.folder / copies.FOLDER, why, self._lock)
        except sqlite3.Error as error:
            raise connection.translated(error) from error

    def damage(self) -> str:
        """What is wrong with the file, in English for the log; empty when nothing is."""
        with self._held() as conn:
            return connection.damage(conn, thorough=True)


@contextlib.contextmanager
def _told() -> Iterator[None]:
    """Tell failures of the file as ours."""
    try:
        yield
    except sqlite3.Error as error:
        raise connection.translated(error) from error
    except ValueError as error:
        # A damaged text does not even decode.
        raise StorageBroken(str(error)) from error


@contextlib.contextmanager
def _transaction(conn: sqlite3.Connection) -> Iterator[None]:
    """All of a block, durable when it ends, or nothing of it when it raises."""
    conn.execute("BEGIN IMMEDIATE")
    try:
        yield
        conn.execute("COMMIT")
    except BaseException:
        if conn.in_transaction:
            conn.execute("ROLLBACK")
        raise


def _probe(conn: sqlite3.Connection) -> None:
    """Write something and take it back."""
    with _transaction(conn):
        conn.execute(
            "INSERT INTO probe VALUES (1, 1, zeroblob(?)) ON CONFLICT (id) DO UPDATE SET"
            " count = count + 1, filler = excluded.filler",
            (PROBE_BYTES,),
        )
        conn.execute("UPDATE probe SET filler = NULL")
