"""Things kept in memory: what was built from the records, so that it need not be built again, mappings of a limited size, and how
often what cannot succeed was tried: each device, or each failure, is in the log once in a while, with a count.
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K")
T = TypeVar("T")


class Recent(OrderedDict[K, T]):
    """A mapping of a limited size: what was set longest ago is dropped first. For one thread at a time."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def __setitem__(self, key: K, value: T) -> None:
        super().__setitem__(key, value)
        self.move_to_end(key)
        if len(self) > self._most:
            self.popitem(last=False)


class Cache(Generic[T]):
    """Objects by key and revision, of a limited weight in all; the least recently used one is dropped first."""

    def __init__(self, most: int) -> None:
        """Keep so many objects, or what weighs as much; a single heavier one is kept alone."""
        self._most = most
        self._weight = 0
        self._kept: OrderedDict[Hashable, tuple[int, T, int]] = OrderedDict()
        self._lock = threading.Lock()
        self.era = 0
        """Number of times everything was dropped."""

    def get(self, key: Hashable, revision: int) -> T | None:
        """The object kept under that key, if it is of that revision."""
        with self._lock:
            kept = self._kept.get(key)
            if kept is None or kept[0] != revision:
                return None
            self._kept.move_to_end(key)
            return kept[1]

    def put(self, key: Hashable, revision: int, thing: T, weight: int = 1, *, era: int | None = None) -> None:
        """Keep an object, unless a later revision of it is kept already, or all was dropped since the era it was read in."""
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
        """Drop what is kept under that key, whatever its revision."""
        with self._lock:
            self._forget(key)

    def clear(self) -> None:
        """Drop everything."""
        with self._lock:
            self._kept.clear()
            self._weight = 0
            self.era += 1

    def _forget(self, key: Hashable) -> None:
        kept = self._kept.pop(key, None)
        self._weight -= kept[2] if kept else 0


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
