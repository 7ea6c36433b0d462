"""Wrong passphrases by address, for the log and for the desk. Kept in memory: a restart forgets them."""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from dataclasses import dataclass

from scorekeeper.cards.rules.kinds import shown
from scorekeeper.records.event_log import now

MOST_ADDRESSES = 50
log = logging.getLogger("scorekeeper")


@dataclass(frozen=True)
class WrongTries:
    """The wrong passphrases from one address."""

    address: str
    count: int
    last: str
    """UTC, ISO 8601."""


class WrongTryList:
    """The addresses that wrong passphrases came from, a limited number of them."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, WrongTries] = OrderedDict()
        self._lock = threading.Lock()

    def note(self, address: str) -> None:
        """Count a wrong passphrase and log it, in one line; the passphrase itself goes nowhere."""
        address = shown(address)
        log.warning("wrong passphrase of the organiser from %s", address)
        with self._lock:
            count = self._kept[address].count if address in self._kept else 0
            self._kept[address] = WrongTries(address, count + 1, now())
            self._kept.move_to_end(address)
            if len(self._kept) > MOST_ADDRESSES:
                self._kept.popitem(last=False)

    def latest(self) -> list[WrongTries]:
        """Counted tries, the latest first."""
        with self._lock:
            return list(reversed(self._kept.values()))
