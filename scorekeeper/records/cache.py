"""A small cache of what was built from rows."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class Cache(Generic[T]):
    """Objects by key and revision, a limited number of them; the least recently used one is dropped first."""

    def __init__(self, size: int) -> None:
        """Keep at most `size` objects."""
        self._size = size
        self._kept: OrderedDict[Hashable, tuple[int, T]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable, revision: int) -> T | None:
        """The object kept under that key, if it is of that revision."""
        with self._lock:
            kept = self._kept.get(key)
            if kept is None or kept[0] != revision:
                return None
            self._kept.move_to_end(key)
            return kept[1]

    def put(self, key: Hashable, revision: int, thing: T) -> None:
        """Keep an object, unless a later revision of it is kept already."""
        with self._lock:
            kept = self._kept.get(key)
            if kept is not None and kept[0] > revision:
                return
            self._kept[key] = (revision, thing)
            self._kept.move_to_end(key)
            if len(self._kept) > self._size:
                self._kept.popitem(last=False)

    def clear(self) -> None:
        """Drop everything."""
        with self._lock:
            self._kept.clear()
