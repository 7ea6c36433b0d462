"""In-memory caches: mappings of limited size, objects built from the records, and counters that limit repeated log lines."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K")
T = TypeVar("T")


class Recent(OrderedDict[K, T]):
    """Mapping of limited size that drops the entry set longest ago. Not thread-safe."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def __setitem__(self, key: K, value: T) -> None:
        super().__setitem__(key, value)
        self.move_to_end(key)
        if len(self) > self._most:
            self.popitem(last=False)


class Cache(Generic[T]):
    """Thread-safe LRU cache of objects by key and revision, limited by their total weight."""

    def __init__(self, most: int) -> None:
        """Limit the total weight to `most`; an object weighs 1 by default. A single heavier object is still kept."""
        self._most = most
        self._weight = 0
        self._kept: OrderedDict[Hashable, tuple[int, T, int]] = OrderedDict()
        self._lock = threading.Lock()
        self.era = 0
        """Number of times that the cache was cleared."""

    def get(self, key: Hashable, revision: int) -> T | None:
        """Return the object with that key, or `None` if there is none of that revision."""
        with self._lock:
            kept = self._kept.get(key)
            if kept is None or kept[0] != revision:
                return None
            self._kept.move_to_end(key)
            return kept[1]

    def put(self, key: Hashable, revision: int, thing: T, weight: int = 1, *, era: int | None = None) -> None:
        """Store an object, unless a later revision is stored, or the cache was cleared since `era`, in which it was read."""
        with self._lock:
            kept = self._kept.get(key)
            if (kept is not None and kept[0] > revision) or era not in {None, self.era}:
                return
            self._forget(key)
            self._kept[key] = (revision, thing, weight)
            self._weight += weight
            while self._weight > self._most and len(self._kept) > 1:
                self._forget(next(iter(self._kept)))

    def drop(self, key: Hashable) -> None:
        with self._lock:
            self._forget(key)

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()
            self._weight = 0
            self.era += 1

    def _forget(self, key: Hashable) -> None:
        kept = self._kept.pop(key, None)
        self._weight -= kept[2] if kept else 0


EVERY = 60.0
"""Seconds between two log lines about one device or failure."""
MOST = 1000
"""Number of devices or failures remembered; the least recent one is dropped first."""


class Attempts:
    """Thread-safe counter of attempts by key, such as a device or the text of a failure, that limits log lines."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._seen: Recent[str, tuple[int, float]] = Recent(MOST)
        self._lock = threading.Lock()

    def count_attempt(self, key: str) -> int:
        """Count one attempt. Return the number to log now, or 0 when one was logged less than `EVERY` seconds ago."""
        with self._lock:
            now = self._clock()
            count, last = self._seen.get(key, (0, now - EVERY))
            due = count + 1 if now - last >= EVERY else 0
            self._seen[key] = (0, now) if due else (count + 1, last)
            return due
