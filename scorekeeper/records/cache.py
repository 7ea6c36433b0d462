"""A small memory of what was derived from rows, so that it need not be derived again."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Generic, TypeVar

T = TypeVar("T")


class Memo(Generic[T]):
    """The last few derived things by number and revision; the least recently used one is forgotten first."""

    def __init__(self, size: int) -> None:
        """Remember at most `size` things."""
        self._size = size
        self._kept: OrderedDict[int, tuple[int, T]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, number: int, revision: int) -> T | None:
        """What was kept under that number, if it is of that very revision."""
        with self._lock:
            kept = self._kept.get(number)
            if kept is None or kept[0] != revision:
                return None
            self._kept.move_to_end(number)
            return kept[1]

    def put(self, number: int, revision: int, thing: T) -> None:
        """Keep a thing, unless a later revision of it is kept already."""
        with self._lock:
            kept = self._kept.get(number)
            if kept is not None and kept[0] > revision:
                return
            self._kept[number] = (revision, thing)
            self._kept.move_to_end(number)
            if len(self._kept) > self._size:
                self._kept.popitem(last=False)

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._kept.clear()
