"""The thread of the server that makes backups, at intervals and on request."""

from __future__ import annotations

import datetime as dt
import logging
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

from scorekeeper.errors import StorageError
from scorekeeper.records.backup import copies, requests

if TYPE_CHECKING:
    from scorekeeper.records.store import Store

log = logging.getLogger("scorekeeper")

EVERY = 60.0
"""Seconds between two checks whether something changed."""
ANSWER_EVERY = 0.25
"""Seconds between two checks whether another process requests a copy."""
SHARE = 20.0
"""Backups take at most one part in so many of the time."""


class BackupThread(threading.Thread):
    """Copies the database every minute in which something was written, and on request; removes old copies."""

    def __init__(self, store: Store, every: float = EVERY) -> None:
        super().__init__(name="backups", daemon=True)
        self._store = store
        self._every = every
        self._ended = threading.Event()
        kept = [copy for copy in copies.copies(self._folder) if copy.why == copies.TIMED]
        self._last = kept[-1].seq if kept else 0

    @property
    def _folder(self) -> Path:
        return self._store.folder / copies.FOLDER

    def run(self) -> None:
        """Check, copy, wait; a failure is logged and the backup tried again."""
        following = time.monotonic() + self._every
        while not self._ended.wait(min(ANSWER_EVERY, self._every)):
            requests.answer_requests(self._store)
            began = time.monotonic()
            if began < following:
                continue
            try:
                self.copy_if_changed()
            except (StorageError, OSError) as error:
                log.error("backup: %s", error)  # noqa: TRY400 - one line is enough
            ended = time.monotonic()
            following = ended + max(self._every, SHARE * (ended - began))

    def copy_if_changed(self) -> bool:
        """Make a copy unless the last one holds everything; whether one was made."""
        seq, _ = self._store.tail()
        if seq == self._last:
            return False
        self._store.backup(copies.TIMED)
        self._last = seq
        copies.prune(self._folder, dt.datetime.now(dt.UTC))
        return True

    def stop(self) -> None:
        """Make no further copies."""
        self._ended.set()
