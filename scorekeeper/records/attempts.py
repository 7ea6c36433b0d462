"""Acts that are tried again and again where they cannot succeed: each device, or each failure, is in the log once in a while, with a count."""

import threading
import time
from collections.abc import Callable

from scorekeeper.records.cache import Recent

EVERY = 60.0
"""Seconds between two lines about one of them."""
MOST = 1000
"""Devices or failures that are remembered; the one that was silent longest is forgotten first."""


class Attempts:
    """Counts attempts by a key: a device, or a failure in words. Methods may be called from any thread."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._seen: Recent[str, tuple[int, float]] = Recent(MOST)
        self._lock = threading.Lock()

    def due(self, key: str) -> int:
        """Count one attempt; how many are to be told of now, 0 where that was done a moment ago."""
        with self._lock:
            now = self._clock()
            count, last = self._seen.get(key, (0, now - EVERY))
            due = count + 1 if now - last >= EVERY else 0
            self._seen[key] = (0, now) if due else (count + 1, last)
            return due
