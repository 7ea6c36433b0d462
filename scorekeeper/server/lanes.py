"""Threads for requests of one kind, shared fairly between addresses: whoever took least of late comes first."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")
FORGOTTEN = 60.0
"""Seconds after which what an address took counts no more."""
MOST_EACH = 250
"""Requests of one address that may wait in a lane."""


class Full(Exception):
    """Too many requests of one address wait already."""


class Lane:
    """One kind of requests. All of it but the work itself happens in the thread of the loop."""

    def __init__(self, name: str, threads: int) -> None:
        self._pool = ThreadPoolExecutor(threads, name)
        self._free, self._each = threads, max(1, threads - 1)
        self._at_work: Counter[str] = Counter()
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        self._took: dict[str, float] = {}
        self._since = time.monotonic()

    async def run(self, who: str, act: Callable[..., T], *given: object) -> T:
        """Do something in a thread when it is the turn of this address. Raises `Full`."""
        loop = asyncio.get_running_loop()
        if self._free and self._at_work[who] < self._each:
            self._begin(who)
        else:
            line = self._waiting.setdefault(who, deque())
            if len(line) >= MOST_EACH:
                raise Full
            line.append(loop.create_future())
            await line[-1]
        began = time.monotonic()
        try:
            return await loop.run_in_executor(self._pool, act, *given)
        finally:
            self._end(who, time.monotonic() - began)

    def _begin(self, who: str) -> None:
        self._free -= 1
        self._at_work[who] += 1

    def _end(self, who: str, seconds: float) -> None:
        if time.monotonic() - self._since > FORGOTTEN:
            self._took.clear()
            self._since = time.monotonic()
        self._took[who] = self._took.get(who, 0.0) + seconds
        self._free += 1
        self._at_work[who] -= 1
        if not self._at_work[who]:
            del self._at_work[who]
        ready = [other for other in self._waiting if self._at_work[other] < self._each]
        if ready:
            following = min(ready, key=lambda other: self._took.get(other, 0.0))
            line = self._waiting[following]
            turn = line.popleft()
            if not line:
                del self._waiting[following]
            self._begin(following)
            turn.set_result(None)
