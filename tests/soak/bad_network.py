"""A network between tablets and their server that disturbs most connections, each in one of the ways that Wi-Fi, proxies and gates do."""

from __future__ import annotations

import asyncio
import contextlib
import random
import socket
import threading
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from typing import Any

SHARE = 0.65
"""Share of the connections that are disturbed."""
LATE = 10.0
"""Seconds that an answer is held back: longer than a tablet waits for it."""
GATE = (
    b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 31\r\n\r\n<main><p>Bienvenue !</p></main>"
)
GATEWAY = b"HTTP/1.1 502 Bad Gateway\r\nContent-Type: text/html\r\nContent-Length: 11\r\n\r\nBad Gateway"

Pipe = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class BadNetwork:
    """Passes connections on to a server, most of them not as they came."""

    def __init__(self, server: int) -> None:
        self._server = server
        self._chance = random.Random(20261122)  # noqa: S311 - what happens to a connection
        self._kinds: tuple[Callable[[Pipe, Pipe], Coroutine[Any, Any, None]], ...] = (
            self.refused,
            self.request_cut,
            self.answer_lost,
            self.answer_cut,
            self.answer_late,
            self.sent_twice,
            self.in_crumbs,
            self.gate,
            self.gateway,
        )
        self._at_work = set[asyncio.Task[Any] | None]()
        self.counts = Counter({kind.__name__: 0 for kind in self._kinds})
        """How often each thing happened to a connection."""

    @property
    def connections(self) -> int:
        return self.counts.total()

    @property
    def disturbed(self) -> int:
        return self.connections - self.counts["untouched"]

    async def passed(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass one connection on."""
        kind = self._chance.choice(self._kinds) if self._chance.random() < SHARE else self.untouched
        self.counts[kind.__name__] += 1
        # What is left in the end is cut off without a farewell, also when the network is taken down.
        over = (OSError, asyncio.IncompleteReadError, asyncio.CancelledError)
        with contextlib.ExitStack() as left, contextlib.suppress(*over):
            left.callback(writer.transport.abort)
            # Nobody else holds on to a connection of which one side has ended.
            self._at_work.add(task := asyncio.current_task())
            left.callback(self._at_work.discard, task)
            await kind((reader, writer), await self._way_in(left))

    async def _way_in(self, left: contextlib.ExitStack) -> Pipe:
        """A connection to the server."""
        server = await asyncio.open_connection("127.0.0.1", self._server)
        left.callback(server[1].transport.abort)
        return server

    async def untouched(self, tablet: Pipe, server: Pipe) -> None:
        """Pass everything on, both ways, until either side has enough."""
        ways = [asyncio.create_task(pump(*way)) for way in ((tablet, server), (server, tablet))]
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        for way in ways:
            way.cancel()

    async def refused(self, _tablet: Pipe, _server: Pipe) -> None:
        """Nobody is there."""

    async def request_cut(self, tablet: Pipe, server: Pipe) -> None:
        """Only the beginning of the request arrives."""
        request = await whole_request(tablet[0])
        await send(server, request[: self._chance.randrange(1, len(request))])

    async def answer_lost(self, tablet: Pipe, server: Pipe) -> None:
        """The request arrives, and what it brought about stays unknown."""
        await send(server, await whole_request(tablet[0]))
        await server[0].read(1)

    async def answer_cut(self, tablet: Pipe, server: Pipe) -> None:
        """The answer breaks off, or the page that it led to does."""
        asked = asyncio.create_task(pump(tablet, server))
        left = self._chance.randrange(1, 4000)
        while left > 0 and (part := await server[0].read(left)):
            await send(tablet, part)
            left -= len(part)
        asked.cancel()

    async def answer_late(self, tablet: Pipe, server: Pipe) -> None:
        """The answer comes when nobody waits for it any more."""
        await send(server, await whole_request(tablet[0]))
        await asyncio.sleep(LATE)
        await send(tablet, await server[0].read(65536))

    async def sent_twice(self, tablet: Pipe, server: Pipe) -> None:
        """The request arrives twice at the same moment, as when a browser or proxy tries again by itself."""
        request = await whole_request(tablet[0])
        with contextlib.ExitStack() as left:
            twin = await self._way_in(left)
            await asyncio.gather(send(twin, request), send(server, request))
            await self.untouched(tablet, server)
            await twin[0].read(1)

    async def in_crumbs(self, tablet: Pipe, server: Pipe) -> None:
        """The request comes a few bytes at a time."""
        request = await whole_request(tablet[0])
        for at in range(0, len(request), 40):
            await send(server, request[at : at + 40])
            await asyncio.sleep(0.01)
        await self.untouched(tablet, server)

    async def gate(self, tablet: Pipe, _server: Pipe) -> None:
        """A gate of the network answers instead, with a page of its own."""
        await whole_request(tablet[0])
        await send(tablet, GATE)
        await tablet[0].read()

    async def gateway(self, tablet: Pipe, _server: Pipe) -> None:
        """A proxy that does not reach the server says so."""
        await whole_request(tablet[0])
        await send(tablet, GATEWAY)
        await tablet[0].read()


async def send(pipe: Pipe, content: bytes) -> None:
    """Send this to one side."""
    pipe[1].write(content)
    await pipe[1].drain()


async def pump(source: Pipe, target: Pipe) -> None:
    """Pass on what comes from one side until it ends."""
    with contextlib.suppress(OSError):
        while part := await source[0].read(65536):
            await send(target, part)


async def whole_request(reader: asyncio.StreamReader) -> bytes:
    """The first request of a connection."""
    head = await reader.readuntil(b"\r\n\r\n")
    length = next(
        (int(line[15:]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:")), 0
    )
    return head + await reader.readexactly(length)


@contextlib.contextmanager
def bad_network(server: int) -> Iterator[tuple[int, BadNetwork]]:
    """Such a network before a server on this machine, and the port that leads into it."""
    network = BadNetwork(server)
    with socket.socket() as entrance:
        entrance.bind(("127.0.0.1", 0))
        entrance.listen(512)
        stop = threading.Event()

        async def serve() -> None:
            async with await asyncio.start_server(network.passed, sock=entrance):
                await asyncio.to_thread(stop.wait)

        thread = threading.Thread(target=asyncio.run, args=(serve(),))
        thread.start()
        try:
            yield entrance.getsockname()[1], network
        finally:
            stop.set()
            thread.join()
