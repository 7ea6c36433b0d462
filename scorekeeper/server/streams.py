"""Server-sent event streams of live pages: coroutines that wait for news of their topics, without a thread each.

A browser has one stream at a time. When another of its windows opens one, the former stream sends `elsewhere` and ends; its page
then polls. Streams run in the server's event loop; news come from the threads that write.
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
from scorekeeper.web.live import Followed, live_versions

MOST, MOST_OF_ADDRESS = 2000, 800
"""Limits of open streams, in all and per address: a whole hall may share one address."""
PULSE = 10.0
"""Seconds after which a stream repeats its last message, so that either side detects a lost connection."""
PAUSE = 0.25
"""Shortest time in seconds between two messages of a stream."""
LIFE = 900.0
"""Longest duration of a stream in seconds: the browser's access is checked again when it opens the next one."""
AGAIN_MS = 2000, 5000
"""Range of the random time in milliseconds that a browser waits before it opens the next stream."""


class Stream:
    """One stream, with its topics and the event that wakes it."""

    def __init__(self, followed: Followed) -> None:
        self.followed = followed
        self.woken = asyncio.Event()
        self.over = ""
        """Reason for which it must end; empty while it runs."""

    def end(self, why: str) -> None:
        """Make the stream end soon, for the first reason given."""
        self.over = self.over or why
        self.woken.set()


class Streams:
    """All open streams of a server."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._by_reader: dict[str, Stream] = {}
        self._by_topic: dict[str, set[Stream]] = {}
        self._addresses: Counter[str] = Counter()
        self._loop: asyncio.AbstractEventLoop | None = None

    def __len__(self) -> int:
        return self._addresses.total()

    def has(self, reader: str) -> bool:
        return reader in self._by_reader

    def takes(self, reader: str, address: str) -> bool:
        """Return whether a browser may open a stream: within the limits, where a new one replaces its former one."""
        mine = int(self.has(reader))
        return len(self) - mine < MOST and self._addresses[address] - mine < MOST_OF_ADDRESS

    def end(self) -> None:
        for stream in self._by_reader.values():
            stream.end("stop")

    async def serve(self, protocol: Any, headers: list[tuple[str, str]], followed: Followed) -> None:
        """Send a stream until it ends or the browser disconnects."""
        if self._loop is None:
            self._loop = asyncio.get_running_loop()
            self._store.news.listener = self._notify
        stream = Stream(followed)
        self._add(stream)
        disconnected = asyncio.ensure_future(protocol.client_disconnect())
        disconnected.add_done_callback(lambda _: stream.end("gone"))
        try:
            transport = protocol.response_stream(200, headers)
            # RSGI's own errors, all subclasses of `RuntimeError`, mean that the browser disconnected.
            with contextlib.suppress(RuntimeError, TimeoutError):
                await self._send(stream, transport)
        finally:
            disconnected.cancel()
            self._remove(stream)

    async def _send(self, stream: Stream, transport: Any) -> None:
        until = time.monotonic() + LIFE * random.uniform(0.8, 1)  # noqa: S311 - spreads them, nothing more
        text = f"retry: {random.randint(*AGAIN_MS)}\n"  # noqa: S311
        while not stream.over and time.monotonic() < until:
            stream.woken.clear()
            text += f"data: {json.dumps(live_versions(self._store, stream.followed.topics))}\n\n"
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

    def _notify(self, topics: frozenset[str]) -> None:
        """Wake the streams of these topics; called by threads that write."""
        if self._loop is not None and any(topic in self._by_topic for topic in topics):
            with contextlib.suppress(RuntimeError):  # the loop has ended
                self._loop.call_soon_threadsafe(self._wake, topics)

    def _wake(self, topics: frozenset[str]) -> None:
        for topic in topics:
            for stream in self._by_topic.get(topic, ()):
                stream.woken.set()
