"""One budget of work for strangers, by address and by device; a large sheet is taken whole, and paid for by waiting afterwards."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable

from scorekeeper.errors import TooManySheets

SHARE = 0.2
"""Seconds of work that a stranger gets in a second."""
SAVED = 10.0
"""Seconds of work that a stranger has who asked for nothing in a while."""
LINE = 0.04
"""Cost of a line in seconds: those of ten minutes then take less than 2 MB, however they come."""
MOST_KEYS = 20_000


class Budget:
    """Work that strangers have left. Measured by a clock that never jumps."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()

    def check(self, *keys: str) -> None:
        """Refuse where one of them has nothing left. Raises `TooManySheets` with the seconds to wait."""
        with self._lock:
            left = min((self._now(key) for key in keys), default=SAVED)
        if left <= 0:
            raise TooManySheets(max(1, round(-left / SHARE + 0.5)))

    def spend(self, seconds: float, *keys: str) -> None:
        """Take what some work cost."""
        with self._lock:
            for key in keys:
                self._left[key] = (self._now(key) - seconds, self._clock())
                self._left.move_to_end(key)
            while len(self._left) > MOST_KEYS:
                self._left.popitem(last=False)

    def _now(self, key: str) -> float:
        left, at = self._left.get(key, (SAVED, self._clock()))
        return min(SAVED, left + SHARE * (self._clock() - at))
