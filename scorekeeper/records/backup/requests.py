"""Copies of records in use: the server locks them exclusively, so other processes request a copy from it by a file.

A request is an empty file `KEY-REASON.asked` in the server's backup folder. The server makes a copy and writes its name to
`KEY-REASON.answer`, or a line with `!` and the reason of the failure. The same thread makes timed backups.
"""

import contextlib
import datetime as dt
import filecmp
import logging
import shutil
import threading
import time
import uuid
from collections import deque
from collections.abc import Callable
from pathlib import Path

from scorekeeper.errors import StorageBroken, StorageBusy, StorageError, StorageFull, StorageInUse
from scorekeeper.records import connection
from scorekeeper.records.backup import belongings, copies
from scorekeeper.records.cache import Attempts
from scorekeeper.records.store import Store
from scorekeeper.system import private_file, private_folder, sync

log = logging.getLogger("scorekeeper")

PATIENCE = 120.0
"""Seconds to wait for the server's answer."""
LOOK_EVERY = 0.1
"""Seconds between two checks for the answer."""
EVERY = 60.0
"""Seconds from an event that no copy has to the next timed copy."""
AHEAD = 7200.0
"""Seconds of further writing for which the disk should have room."""
LEAST = 8 * 2**20
"""Bytes reserved for that at least: half of them is for the log, and a club's evening is about half a megabyte."""
ANSWER_EVERY = 0.25
"""Seconds between two checks for requests."""
QUIET = 10.0
"""Seconds without a write after which the write-ahead log is checkpointed."""
NOTE_EVERY = 2.0
"""Seconds between two updates of the high-water mark."""
SHARE = 20.0
"""Divisor: making backups takes at most this fraction (1/20) of the time."""
_ASKED, _ANSWER = ".asked", ".answer"


def request_copy(
    database: Path, folder: Path, why: str, *, touch: bool = True, keys: bool = True, passphrase: str = ""
) -> Path:
    """Make a verified copy of a database in `folder`, whether or not a server uses it, and return its path.

    `why` is part of its name. Without `keys` it has the records alone; with a `passphrase` the keys are sealed. Without `touch`,
    a transaction that a dead process left is not recovered in place. Raises `StorageError`, `sqlite3.Error` or `OSError` when a
    server does not answer, the database cannot be read, or the copy cannot be written or fails verification.
    """
    held: contextlib.AbstractContextManager[object] = contextlib.nullcontext()
    connect = connection.connect_read_only
    try:
        held = connection.lock(database)
        # The lock file may be writable where the database is not.
        if touch and connection.is_writable(database):
            connect = connection.connect
    except StorageInUse:
        # A read-only server does not block other readers.
        if connection.is_writable(database):
            copy = _from_server(database.parent / copies.FOLDER, why)
            if not keys:
                with contextlib.closing(connection.connect(copy, 10)) as conn:
                    belongings.drop(conn)
                    conn.execute("PRAGMA journal_mode = DELETE").fetchall()
            return _moved(copy, folder, passphrase)
    except OSError as error:
        if not connection.is_protected(error):
            raise
    with held, contextlib.closing(connect(database, 10)) as conn:
        # Keys to be sealed are never written in clear to the target: a USB stick keeps overwritten data.
        first = database.parent / copies.FOLDER if passphrase else folder
        copy = copies.backup_to(conn, first, why, beside=database.parent if keys else None)
    return _moved(copy, folder, passphrase)


def _from_server(backups: Path, why: str) -> Path:
    private_folder(backups)
    asked = backups / f"{uuid.uuid4().hex}-{why}{_ASKED}"
    answer = asked.with_suffix(_ANSWER)
    private_file(asked)
    until = time.monotonic() + PATIENCE
    try:
        while not answer.exists():
            if time.monotonic() > until:
                raise StorageBusy("the server that works on it does not answer")
            time.sleep(LOOK_EVERY)
        text = answer.read_text(encoding="utf-8")
    finally:
        for part in (asked, answer):
            part.unlink(missing_ok=True)
    if text.startswith("!"):
        raise StorageFull(text[1:])
    return backups / text


def _moved(copy: Path, folder: Path, passphrase: str) -> Path:
    """Seal a finished copy if a passphrase is given, move it to `folder`, perhaps on another disk, and return its path."""
    if passphrase:
        belongings.seal(copy, passphrase)
    if folder.resolve() == copy.parent.resolve():
        return copy
    partial = folder / f".{uuid.uuid4().hex}.partial"
    try:
        private_folder(folder)
        partial.touch(0o600, exist_ok=False)
        shutil.copyfile(copy, partial)
        sync(partial)
        if not filecmp.cmp(copy, partial, shallow=False):
            raise StorageBroken("the copy differs from what was copied")
        path = partial.rename(folder / copy.name)
        sync(folder)
    except OSError as error:
        raise StorageFull(f"the backup could not be written: {error}") from error
    finally:
        partial.unlink(missing_ok=True)
    copy.unlink()
    return path


def answer_requests(store: Store) -> None:
    """Make the requested copies and write the answers; called by the server."""
    requests: list[Path] = []
    with contextlib.suppress(OSError):
        requests = sorted((store.folder / copies.FOLDER).glob(f"*{_ASKED}"))
    for asked in requests:
        why = asked.stem.partition("-")[2]
        try:
            text = store.backup(why).name
        except StorageError as error:
            text = f"!{error}"
        ready = asked.with_suffix(".ready")
        with contextlib.suppress(OSError):
            private_file(ready)
            ready.write_text(text, encoding="utf-8")
            # When the request was withdrawn meanwhile, nothing would remove the answer.
            asked.unlink()
            ready.rename(asked.with_suffix(_ANSWER))
        ready.unlink(missing_ok=True)


class BackupThread(threading.Thread):
    """Thread that makes timed and requested backups, deletes old ones, checkpoints the log and writes the high-water mark.

    `clock` is monotonic, in seconds.
    """

    def __init__(
        self, store: Store, every: float = EVERY, clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(name="backups", daemon=True)
        self._store = store
        self._every = every
        self._clock = clock
        self._ended = threading.Event()
        self._noted = self._clock()
        self._written = (store.writes, self._noted)
        self._failures = Attempts()
        self._sizes = deque([(self._noted, self._size())], maxlen=max(1, int(AHEAD / every)))
        kept = copies.timed(self._folder)
        self._last = kept[-1].seq if kept else 0
        self._due: float | None = None
        """Time of the next copy by `clock`; `None` as long as the last one has everything."""
        self._earliest = self._measured = self._noted

    @property
    def _folder(self) -> Path:
        return self._store.folder / copies.FOLDER

    def run(self) -> None:
        """Do what is due at intervals until stopped; failures are logged, and the tasks tried again."""
        self._look_for_room()
        while not self._ended.wait(min(ANSWER_EVERY, self._every)):
            answer_requests(self._store)
            self._tried("high-water mark", self._note_head)
            self._tried("log", self._fold_log)
            self._tried("backup", self.copy_when_due)
            if self._clock() - self._measured >= self._every:
                self._measured = self._clock()
                self._sizes.append((self._measured, self._size()))

    def copy_when_due(self) -> bool:
        """Make a copy when the interval since the first event without one has passed. Return whether one was made. Raises `StorageError`."""
        began = self._clock()
        if self._store.tail()[0] == self._last:
            self._due = None
            return False
        if self._due is None:
            self._due = began + self._every
        if began < max(self._due, self._earliest):
            return False
        # After a failure, it is tried again an interval later.
        self._due = began + self._every
        try:
            made = self.copy_if_changed()
            self._due = None
            return made
        finally:
            ended = self._clock()
            self._earliest = ended + SHARE * (ended - began)

    def _note_head(self) -> None:
        if self._clock() - self._noted < NOTE_EVERY:
            return
        self._noted = self._clock()
        self._look_for_room()
        if not self._store.read_only:
            self._store.note_head()

    def _fold_log(self) -> None:
        writes, since = self._written
        if self._store.writes != writes:
            self._written = (self._store.writes, self._clock())
        elif self._clock() - since > QUIET:
            self._store.fold_log()

    def _tried(self, what: str, act: Callable[[], object]) -> None:
        """Call `act` and log its failure, the same one at most once a minute: with a full disk every try fails."""
        try:
            act()
        except (StorageError, OSError) as error:
            if self._failures.count_attempt(f"{what}: {error}"):
                log.error("%s: %s", what, error)  # noqa: TRY400 - one line is enough

    def _size(self) -> int:
        return self._store.path.stat().st_size

    def _look_for_room(self) -> None:
        """Set `Store.short_of_room` from the growth in the last hours, after deleting timed copies if room is needed."""
        (began, first), (ended, last) = self._sizes[0], self._sizes[-1]
        grown = (last - first) / max(ended - began, self._every) * AHEAD
        with contextlib.suppress(OSError):
            self._store.short_of_room = not copies.make_room(self._folder, max(LEAST, round(grown)))

    def copy_if_changed(self) -> bool:
        """Make a timed copy unless the last one has everything. Return whether one was made. Raises `StorageFull` beyond the share."""
        seq, _ = self._store.tail()
        if seq == self._last:
            return False
        if not copies.keep_share(self._folder, self._size()):
            raise StorageFull("a timed copy would take too much of the disk")
        self._store.backup(copies.TIMED)
        self._last = seq
        copies.prune(self._folder, dt.datetime.now(dt.UTC))
        copies.keep_share(self._folder)
        return True

    def stop(self) -> None:
        self._ended.set()
