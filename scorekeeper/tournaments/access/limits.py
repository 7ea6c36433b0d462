"""Limits on repeated requests. Counted in memory: one process serves, and a restart forgets the counts."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass

from scorekeeper.errors import TooMany

MOST_KEYS = 20_000
"""Keys remembered of one limit; the least recently used one is dropped first."""


@dataclass(frozen=True)
class Limit:
    """At most `most` tries in `seconds`."""

    most: int
    seconds: float


LOGIN_DEVICE = Limit(5, 60)
"""Tries of the passphrase from one device."""
LOGIN_FAILED = Limit(100, 3600)
"""Wrong passphrases from everywhere together."""
JOIN = Limit(30, 60)
"""Table links tried from one device."""
ENTRY = Limit(60, 60)
"""Acts of one table."""


class Limiter:
    """Counts tries by limit and by key, such as a device. Measured by a clock that never jumps."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Count by `clock`, in seconds."""
        self._clock = clock
        self._tries: dict[Limit, OrderedDict[str, deque[float]]] = {}
        self._lock = threading.Lock()

    def check(self, limit: Limit, key: str = "") -> None:
        """Refuse when the limit is used up; nothing is counted.

        Raises:
            TooMany: with the seconds to wait.
        """
        with self._lock:
            tries = self._kept(limit, key)
            if len(tries) >= limit.most:
                raise TooMany(max(1, round(tries[0] + limit.seconds - self._clock() + 0.5)))

    def count(self, limit: Limit, key: str = "") -> None:
        """Count one try."""
        with self._lock:
            self._kept(limit, key).append(self._clock())

    def take(self, limit: Limit, key: str = "") -> None:
        """Count one try, or refuse it.

        Raises:
            TooMany: with the seconds to wait.
        """
        self.check(limit, key)
        self.count(limit, key)

    def _kept(self, limit: Limit, key: str) -> deque[float]:
        keys = self._tries.setdefault(limit, OrderedDict())
        tries = keys.setdefault(key, deque())
        keys.move_to_end(key)
        if len(keys) > MOST_KEYS:
            keys.popitem(last=False)
        since = self._clock() - limit.seconds
        while tries and tries[0] <= since:
            tries.popleft()
        return tries
