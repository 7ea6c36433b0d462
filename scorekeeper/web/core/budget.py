"""One budget of work for strangers, by address and by device; a large sheet is taken whole, and paid for by waiting afterwards.

Two hundred phones behind a router have one address. A device that asked for little of late pays for looking by itself, and once
its address has nothing left, for little acts out of a second purse that only such devices share.
"""

import threading
import time
from collections.abc import Callable

from scorekeeper.errors import TooManySheets
from scorekeeper.records.cache import Recent

SHARE = 0.2
"""Seconds of work that a stranger gets in a second."""
SAVED = 10.0
"""Seconds of work that a stranger has who asked for nothing in a while."""
LITTLE = 2.0
"""A device that took no more of them than so many seconds asked for little."""
LINE = 0.04
"""Cost of a line in seconds: those of ten minutes then take less than 2 MB, however they come."""
MOST_KEYS = 20_000


class Budget:
    """Work that strangers have left. Measured by a clock that never jumps."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._left: Recent[str, tuple[float, float]] = Recent(MOST_KEYS)
        self._lock = threading.Lock()

    def payers(self, address: str, device: str = "", *, looks: bool = False) -> tuple[str, ...]:
        """Purses that pay for a request. Raises `TooManySheets` with the seconds to wait where they are empty.

        `device` is empty for one that was never seen; `looks` says that nothing is asked to be done.
        """
        with self._lock:
            left = self.left(address)
            if not device:
                return self._unless_empty(left, address)
            own = self.left(device)
            if own < SAVED - LITTLE:
                return self._unless_empty(min(left, own), address, device)
            if looks:
                return (device,)
            purse = address if left > 0 else f"little {address}"
            return self._unless_empty(self.left(purse), purse, device)

    def _unless_empty(self, left: float, *keys: str) -> tuple[str, ...]:
        if left <= 0:
            raise TooManySheets(max(1, round(-left / SHARE + 0.5)))
        return keys

    def spend(self, seconds: float, *keys: str) -> None:
        """Take what some work cost."""
        with self._lock:
            for key in keys:
                self._left[key] = (self.left(key) - seconds, self._clock())

    def left(self, key: str) -> float:
        """Seconds of work in a purse; what is below nothing is owed."""
        left, at = self._left.get(key, (SAVED, self._clock()))
        return min(SAVED, left + SHARE * (self._clock() - at))
