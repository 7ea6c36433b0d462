"""Forgetting people in time, where the house says for how long it keeps names."""

import datetime as dt
import logging
import shutil
import threading

from scorekeeper.config import House
from scorekeeper.errors import StorageError
from scorekeeper.parties import Author
from scorekeeper.press.pdf import FOLDER
from scorekeeper.records.store import Store
from scorekeeper.tournaments.forgetting import forget_since

FIRST, EVERY = 60.0, 86400.0
"""Seconds to the first look, and between two."""
YEAR = dt.timedelta(days=365.25)

log = logging.getLogger("scorekeeper")


class OldNamesThread(threading.Thread):
    """Once a day, forgets those whose last evening is longer ago than the house keeps names."""

    def __init__(self, store: Store, house: House) -> None:
        super().__init__(name="old names", daemon=True)
        self._store = store
        self._house = house
        self._ended = threading.Event()

    def run(self) -> None:
        """Look, wait, look again."""
        pause = FIRST
        while not self._ended.wait(pause):
            self.look(dt.datetime.now(dt.UTC))
            pause = EVERY

    def look(self, now: dt.datetime) -> int:
        """Forget those whose time is over; how many people. A failure is logged, and tried again the next day."""
        years = self._house.years()
        if not years or self._store.read_only:
            return 0
        since = (now - years * YEAR).isoformat(timespec="milliseconds")
        try:
            gone = forget_since(self._store, since, by=Author("noms gardés"))
        except (StorageError, OSError) as error:
            log.error("old names: %s", error)  # noqa: TRY400 - one line is enough
            return 0
        if gone:
            shutil.rmtree(self._store.folder / FOLDER, ignore_errors=True)
            log.info("old names: %s people forgotten", gone)
        return gone

    def stop(self) -> None:
        """Look no more."""
        self._ended.set()
