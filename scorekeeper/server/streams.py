"""The streams that browsers have open: each is a coroutine that waits for news of its topics, so none holds a thread.

A browser has one at a time. When another of its windows opens one, the former is told so and ends; its page then asks from time to
time. Streams live in the loop of the server; news come from the threads that write.
"""

import asyncio
import contextlib
import json
import random
import time
from collections import Counter
from typing import Any

from scorekeeper.records.news import ANEW
from scorekeeper.records.store import Store
from scorekeeper.web.live import Followed, how_new

MOST, MOST_OF_ADDRESS = 2000, 800
"""Streams at once, of all and of one address: a whole hall may have a single one."""
PULSE = 10.0
"""Seconds after which a stream says again what it said last, so that either side notices when the other is gone."""
PAUSE = 0.25
"""Shortest time between two numbers of a stream."""
LIFE = 900.0
"""Longest life of a stream: whether its browser may still follow is asked when it opens the next one."""
AGAIN_MS = 2000, 5000
"""Time that a browser waits before it opens the next one; not all wait as long."""


class Stream:
    """One stream: what it is about, and what wakes it."""

    def __init__(self, followed: Followed) -> None:
        self.followed = followed
        self.woken = asyncio.Event()
        self.over = ""
        """Why it ends, if it does."""

    def end(self, why: str) -> None:
        """End it soon."""
        self.over = self.over or why
        self.woken.set()


class Streams:
    """All streams of a server."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._by_reader: dict[str, Stream] = {}
        self._by_topic: dict[str, set[Stream]] = {}
        self._addresses: Counter[str] = Counter()
        self._loop: asyncio.AbstractEventLoop | None = None

    def __len__(self) -> int:
        return self._addresses.total()

    def has(self, reader: str) -> bool:
        """Whether that browser has a stream."""
        return reader in self._by_reader

    def takes(self, reader: str, address: str) -> bool:
        """Whether there is place for another one."""
        mine = int(self.has(reader))
        return len(self) - mine < MOST and self._addresses[address] - mine < MOST_OF_ADDRESS

    def end(self) -> None:
        """End all of them."""
        for stream in self._by_reader.values():
            stream.end("stop")

    async def serve(self, protocol: Any, headers: list[tuple[str, str]], followed: Followed) -> None:
        """Send a stream until it ends or the browser is gone."""
        if self._loop is None:
            self._loop = asyncio.get_running_loop()
            self._store.news.listener = self._told
        stream = Stream(followed)
        self._add(stream)
        gone = asyncio.ensure_future(protocol.client_disconnect())
        gone.add_done_callback(lambda _: stream.end("gone"))
        try:
            transport = protocol.response_stream(200, headers)
            # RSGI's own errors, which are all runtime errors, say that the browser is gone.
            with contextlib.suppress(RuntimeError, TimeoutError):
                await self._send(stream, transport)
        finally:
            gone.cancel()
            self._remove(stream)

    async def _send(self, stream: Stream, transport: Any) -> None:
        until = time.monotonic() + LIFE * random.uniform(0.8, 1)  # noqa: S311 - spreads them, nothing more
        text = f"retry: {random.randint(*AGAIN_MS)}\n"  # noqa: S311
        while not stream.over and time.monotonic() < until:
            stream.woken.clear()
            text += f"data: {json.dumps(how_new(self._store, stream.followed.topics))}\n\n"
            await asyncio.wait_for(transport.send_str(text), PULSE)
            text = ""
            await asyncio.sleep(PAUSE)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(stream.woken.wait(), PULSE)
        if stream.over == "elsewhere":
            await transport.send_str("event: elsewhere\ndata:\n\n")

    def _add(self, stream: Stream) -> None:
        followed = stream.followed
        former = self._by_reader.get(followed.reader)
        if former is not None:
            former.end("elsewhere")
        self._by_reader[followed.reader] = stream
        self._addresses[followed.address] += 1
        for topic in (ANEW, *followed.topics):
            self._by_topic.setdefault(topic, set()).add(stream)

    def _remove(self, stream: Stream) -> None:
        followed = stream.followed
        if self._by_reader.get(followed.reader) is stream:
            del self._by_reader[followed.reader]
        self._addresses[followed.address] -= 1
        if not self._addresses[followed.address]:
            del self._addresses[followed.address]
        for topic in (ANEW, *followed.topics):
            self._by_topic[topic].discard(stream)
            if not self._by_topic[topic]:
                del self._by_topic[topic]

    def _told(self, topics: frozenset[str]) -> None:
        """Pass news on to the loop; called by threads that write."""
        if self._loop is not None and any(topic in self._by_topic for topic in topics):
            with contextlib.suppress(RuntimeError):  # the loop has ended
                self._loop.call_soon_threadsafe(self._wake, topics)

    def _wake(self, topics: frozenset[str]) -> None:
        for topic in topics:
            for stream in self._by_topic.get(topic, ()):
                stream.woken.set()
