"""Automatic forgetting of people after the retention period set by the house."""

import datetime as dt
import logging
import shutil
import time
from typing import NoReturn

from scorekeeper.config import House
from scorekeeper.errors import StorageError
from scorekeeper.parties import Author
from scorekeeper.press.pdf import FOLDER
from scorekeeper.records.store import Store
from scorekeeper.tournaments.forgetting import forget_since

FIRST, EVERY = 60.0, 86400.0
"""Seconds until the first check, and between two checks."""
YEAR = dt.timedelta(days=365.25)

log = logging.getLogger("scorekeeper")


def forget_daily(store: Store, house: House) -> NoReturn:
    """Call `forget_due` once a day, forever."""
    time.sleep(FIRST)
    while True:
        forget_due(store, house, dt.datetime.now(dt.UTC))
        time.sleep(EVERY)


def forget_due(store: Store, house: House, now: dt.datetime) -> int:
    """Forget people whose last evening is older than the house's retention period. Return their number.

    A failure is logged, and retried the next day.
    """
    years = house.years()
    if not years or store.read_only:
        return 0
    since = (now - years * YEAR).isoformat(timespec="milliseconds")
    try:
        forgotten = forget_since(store, since, by=Author("noms gardés"))
    except (StorageError, OSError) as error:
        log.error("old names: %s", error)  # noqa: TRY400 - one line is enough
        return 0
    if forgotten:
        shutil.rmtree(store.folder / FOLDER, ignore_errors=True)
        log.info("old names: %s people forgotten", forgotten)
    return forgotten
