"""Proxy between tablets and their server that disturbs most connections, in the ways of Wi-Fi, proxies and captive portals."""

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
"""Share of the connections that are disturbed, from 0 to 1."""
LATE = 10.0
"""Seconds for which `answer_late` holds a response back: longer than a tablet waits for it."""
GATE = (
    b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 31\r\n\r\n<main><p>Bienvenue !</p></main>"
)
GATEWAY = b"HTTP/1.1 502 Bad Gateway\r\nContent-Type: text/html\r\nContent-Length: 11\r\n\r\nBad Gateway"

Pipe = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class BadNetwork:
    """TCP proxy in front of the port `server` of this machine, which disturbs a `SHARE` of the connections, each in a random way."""

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
        """Number of connections by the name of the method that handled them; 0 for disturbances that did not happen."""

    @property
    def connections(self) -> int:
        return self.counts.total()

    @property
    def disturbed(self) -> int:
        return self.connections - self.counts["untouched"]

    async def passed(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Handle one connection in a random way, then abort both sides. Errors of the connection are ignored."""
        kind = self._chance.choice(self._kinds) if self._chance.random() < SHARE else self.untouched
        self.counts[kind.__name__] += 1
        # What is left in the end is cut off without a farewell, also when the network is taken down.
        over = (OSError, asyncio.IncompleteReadError, asyncio.CancelledError)
        with contextlib.ExitStack() as left, contextlib.suppress(*over):
            left.callback(writer.transport.abort)
            # A connection of which one side has closed is closed.
            self._at_work.add(task := asyncio.current_task())
            left.callback(self._at_work.discard, task)
            await kind((reader, writer), await self._way_in(left))

    async def _way_in(self, left: contextlib.ExitStack) -> Pipe:
        """Open a connection to the server, which is aborted when `left` is closed. Raises `OSError` without a server."""
        server = await asyncio.open_connection("127.0.0.1", self._server)
        left.callback(server[1].transport.abort)
        return server

    async def untouched(self, tablet: Pipe, server: Pipe) -> None:
        """Copy both directions until either side closes."""
        ways = [asyncio.create_task(pump(*way)) for way in ((tablet, server), (server, tablet))]
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        for way in ways:
            way.cancel()

    async def refused(self, _tablet: Pipe, _server: Pipe) -> None:
        """Do nothing, so that the connection is closed at once."""

    async def request_cut(self, tablet: Pipe, server: Pipe) -> None:
        """Send the server only the beginning of the request, one byte or more; no response is passed on."""
        request = await whole_request(tablet[0])
        await send(server, request[: self._chance.randrange(1, len(request))])

    async def answer_lost(self, tablet: Pipe, server: Pipe) -> None:
        """Send the whole request, wait for the first byte of the response, and pass nothing on."""
        await send(server, await whole_request(tablet[0]))
        await server[0].read(1)

    async def answer_cut(self, tablet: Pipe, server: Pipe) -> None:
        """Pass on the response up to a random number of bytes, 1 to 3999, then close."""
        asked = asyncio.create_task(pump(tablet, server))
        left = self._chance.randrange(1, 4000)
        while left > 0 and (part := await server[0].read(left)):
            await send(tablet, part)
            left -= len(part)
        asked.cancel()

    async def answer_late(self, tablet: Pipe, server: Pipe) -> None:
        """Send the request, wait `LATE` seconds, then pass on one read of the response, 64 KiB at most."""
        await send(server, await whole_request(tablet[0]))
        await asyncio.sleep(LATE)
        await send(tablet, await server[0].read(65536))

    async def sent_twice(self, tablet: Pipe, server: Pipe) -> None:
        """Send the request over two connections at once, as a retrying browser or proxy; pass on one response, and drop the
        other.
        """
        request = await whole_request(tablet[0])
        with contextlib.ExitStack() as left:
            twin = await self._way_in(left)
            await asyncio.gather(send(twin, request), send(server, request))
            await self.untouched(tablet, server)
            await twin[0].read(1)

    async def in_crumbs(self, tablet: Pipe, server: Pipe) -> None:
        """Send the request 40 bytes at a time, every 0.01 s, then pass on the response."""
        request = await whole_request(tablet[0])
        for at in range(0, len(request), 40):
            await send(server, request[at : at + 40])
            await asyncio.sleep(0.01)
        await self.untouched(tablet, server)

    async def gate(self, tablet: Pipe, _server: Pipe) -> None:
        """Read the request, and answer it with status 200 and the page of a captive portal, without the server."""
        await whole_request(tablet[0])
        await send(tablet, GATE)
        await tablet[0].read()

    async def gateway(self, tablet: Pipe, _server: Pipe) -> None:
        """Read the request, and answer it with status 502, like a proxy without its server."""
        await whole_request(tablet[0])
        await send(tablet, GATEWAY)
        await tablet[0].read()


async def send(pipe: Pipe, content: bytes) -> None:
    """Write `content` to the writer of a pipe, and wait until its buffer has room again."""
    pipe[1].write(content)
    await pipe[1].drain()


async def pump(source: Pipe, target: Pipe) -> None:
    """Copy data from `source` to `target` until the source ends or either side breaks, without an error."""
    with contextlib.suppress(OSError):
        while part := await source[0].read(65536):
            await send(target, part)


async def whole_request(reader: asyncio.StreamReader) -> bytes:
    """Return the first request of a connection: its head, and body if it states a length. Raises `IncompleteReadError` if cut."""
    head = await reader.readuntil(b"\r\n\r\n")
    length = next(
        (int(line[15:]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:")), 0
    )
    return head + await reader.readexactly(length)


@contextlib.contextmanager
def bad_network(server: int) -> Iterator[tuple[int, BadNetwork]]:
    """Run the proxy during the block, in front of the server at port `server` of this machine; yield its port and the proxy."""
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
