"""Bridge between Granian (RSGI) and the WSGI app that passes on only complete requests.

Granian can call a WSGI app by itself, but then a thread waits for the rest of each body, and a few stalled browsers keep all
threads busy. Here the event loop reads the bodies, within limits of size and time.
"""

import asyncio
import contextlib
import io
import logging
import os
import re
import sys
import time
from collections import Counter, deque
from collections.abc import Callable, Hashable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol

from scorekeeper.app import MAX_BODY
from scorekeeper.records.store import Store
from scorekeeper.server import journal
from scorekeeper.server.streams import Streams
from scorekeeper.web.core.reach import neighbours_of
from scorekeeper.web.live import OFFER, PARKING, WAITED, Deferred, Offer

ACTS, DOORS, PAPER, PAGES = "acts", "doors", "paper", "pages"
LANES = {ACTS: 8, DOORS: 2, PAPER: 1, PAGES: 4}
"""Number of threads by kind of request: acts on sheets, so that they need not wait for other requests; passphrases and access;
making documents to print; all others. No thread waits for printing. There are few, since Python runs one thread at a time, and an
act that released the interpreter waits for all others."""
LANE = re.compile(r"(?P<acts>/(?:api/)?parties/\d+/)|(?P<doors>/organisateur|/api/acces)")
DOCUMENT = re.compile(r"/imprimer/|.*\.(?:pdf|html)$")
WAITING, MOST_TOGETHER, MOST_EACH = 1000, 500, 60
"""Limits of requests that wait for a thread: in all, and, for each kind, of one address and of one device; others are refused."""
FORGOTTEN = 60.0
"""Seconds after which the thread time used by addresses is reset."""
GATHERED = 64 * 2**20
"""Limit in bytes of all unfinished bodies; further ones are refused."""
REFUSED_SECONDS = 1.0
"""Delay in seconds of a response 429, since an immediate retry would cost as much as an act."""
BODY_SECONDS = 20.0
"""Timeout in seconds for receiving a body."""

Headers = list[tuple[str, str]]
Answer = tuple[int, Headers, bytes]


class Scope(Protocol):
    """A request as passed by Granian (RSGI)."""

    method: str
    path: str
    query_string: str
    scheme: str
    client: str
    server: str
    headers: Any


class Lane:
    """Thread pool for one kind of request, with fair queueing by recent thread time: first by address, then by device.

    All phones behind a router have one address. In the lane `DOORS`, the latest of several new addresses comes first: otherwise
    someone who knows the passphrase would wait for all those who guess. Queues are only used in the event loop's thread.
    """

    def __init__(self, name: str, threads: int) -> None:
        self._pool = ThreadPoolExecutor(threads, name)
        self._free, self._each = threads, max(1, threads - 1)
        self._turned = reversed if name == DOORS else iter
        self._at_work: Counter[str] = Counter()
        self._waiting: dict[str, dict[int, deque[asyncio.Future[None]]]] = {}
        self._took: Counter[Hashable] = Counter()
        self._since = time.monotonic()

    async def run(self, who: str, act: Callable[..., Any], *given: object, device: int = 0) -> Any:
        """Run `act` in a thread when it is the turn of the address `who` and the device.

        Raises `_Refusal(503)` when `MOST_EACH` requests of the device or `MOST_TOGETHER` of the address are waiting.
        """
        if self._free and self._at_work[who] < self._each:
            self._begin(who)
        else:
            lines = self._waiting.setdefault(who, {})
            line = lines.setdefault(device, deque())
            if len(line) >= MOST_EACH or sum(map(len, lines.values())) >= MOST_TOGETHER:
                raise _Refusal(503)
            turn = asyncio.get_running_loop().create_future()
            line.append(turn)
            await turn
        began = time.monotonic()
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, act, *given)
        finally:
            self._end(who, device, began)

    def _begin(self, who: str) -> None:
        self._free -= 1
        self._at_work[who] += 1

    def _end(self, who: str, device: int, began: float) -> None:
        now = time.monotonic()
        if now - self._since > FORGOTTEN:
            self._took, self._since = Counter(), now
        for taker in (who, (who, device)):
            self._took[taker] += round(1e6 * (now - began))
        self._free += 1
        self._at_work[who] -= 1
        self._at_work += Counter()  # removes zero counts
        ready = [other for other in self._waiting if self._at_work[other] < self._each]
        if ready:
            following = min(self._turned(ready), key=self._took.__getitem__)
            lines = self._waiting[following]
            first = min(lines, key=lambda other: self._took[following, other])
            lines[first].popleft().set_result(None)
            if not lines[first]:
                del lines[first]
            if not lines:
                del self._waiting[following]
            self._begin(following)


class Bridge:
    """RSGI application that serves a WSGI app."""

    def __init__(
        self,
        app: Callable[..., Iterable[bytes]],
        store: Store,
        between: Callable[[], object] = lambda: None,
        planned: Callable[[], object] = lambda: None,
        proxies: int = 0,
    ) -> None:
        """Serve `app`; exit the process after a response when `store` needs a restart.

        `between` is called after a response when no other request is queued or running, `planned` before a planned exit.
        `proxies` is the number of trusted proxies that append to `X-Forwarded-For`.
        """
        self._app = app
        self._store = store
        self._between, self._planned = between, planned
        self._lanes = {name: Lane(name, threads) for name, threads in LANES.items()}
        self._proxies = proxies
        self._waiting = 0
        self._gathered = 0
        self.streams = Streams(store)

    async def __rsgi__(self, scope: Scope, protocol: Any) -> None:
        """Respond to one request."""
        began, about, offer = time.monotonic(), dict[str, Any](), Offer(self.streams)
        try:
            body = await self._body(scope, protocol)
            answer = await self._answer(scope, body, {journal.ABOUT: about, OFFER: offer})
            if answer[0] == 429:
                await asyncio.sleep(REFUSED_SECONDS)
        except TimeoutError:
            answer = 408, [("connection", "close")], b""
        except _Refusal as refusal:
            (status,) = refusal.args
            again = [("retry-after", "2")] if status == 503 else []
            answer = status, [("connection", "close"), *again], b""
        followed = offer.taken if answer[0] == 200 else None
        if followed is None:
            protocol.response_bytes(*answer)
        if journal.requests.isEnabledFor(logging.INFO):
            spent = round(1000 * (time.monotonic() - began), 1)
            entry = {"method": scope.method, "status": answer[0], "ms": spent, "bytes": len(answer[2])}
            journal.requests.info("", extra={"request": {**entry, **about}})
        if not self._waiting:
            self._between()
        if self._store.needs_restart():
            asyncio.get_running_loop().call_later(0.5, self._end)
        if followed is not None:
            await self.streams.serve(protocol, _without_length(answer[1]), followed)

    def _end(self) -> None:
        if not self._store.broken:
            self._planned()
        os._exit(1)

    async def _body(self, scope: Scope, protocol: Any) -> bytes:
        length = scope.headers.get("content-length") or ""
        if scope.method in {"GET", "HEAD"} or length == "0" or declared_too_large(length):
            return b""
        parts: list[bytes] = []
        size = 0
        try:
            async with asyncio.timeout(BODY_SECONDS):
                async for part in protocol:
                    size += len(part)
                    self._gathered += len(part)
                    if size > MAX_BODY:
                        raise _Refusal(413)
                    if self._gathered > GATHERED:
                        raise _Refusal(503)
                    parts.append(part)
                    if str(size) == length:
                        break
        finally:
            self._gathered -= size
        if length.isdigit() and size != int(length):
            # The connection was cut: half a form may look like a complete one with other content.
            raise _Refusal(400)
        if size and not length and "form" in scope.headers.get("content-type", ""):
            raise _Refusal(411)
        return b"".join(parts)

    async def _answer(self, scope: Scope, body: bytes, more: dict[str, Any]) -> Answer:
        """Return the app's response. A parked body is awaited here, without a thread; on timeout or failure the app is called again."""
        deferred: list[Deferred] = []
        answer = await self._queued(scope, body, {**more, PARKING: deferred})
        if not deferred:
            return answer
        content = deferred[0].content
        loop, there = asyncio.get_running_loop(), asyncio.Event()
        content.add_done_callback(lambda _: loop.call_soon_threadsafe(there.set))
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(there.wait(), deferred[0].seconds)
        if not content.done() or content.exception() is not None:
            return await self._queued(scope, body, {**more, WAITED: content})
        status, headers, _ = answer
        kept = _without_length(headers)
        return status, [*kept, ("content-length", str(len(content.result())))], content.result()

    async def _queued(self, scope: Scope, body: bytes, more: dict[str, Any]) -> Answer:
        if self._waiting >= WAITING:
            raise _Refusal(503)
        self._waiting += 1
        try:
            run, who = self._lanes[lane(scope)].run, self._sender(scope)
            device = hash(scope.headers.get("cookie") or "")
            answer: Answer = await run(who, self._respond, scope, body, more, device=device)
            return answer
        finally:
            self._waiting -= 1

    def _sender(self, scope: Scope) -> str:
        if self._proxies:
            passed = (scope.headers.get("x-forwarded-for") or "").split(",")
            return neighbours_of(passed[-self._proxies :][0].strip())
        return neighbours_of(address_of(scope.client))

    def _respond(self, scope: Scope, body: bytes, more: dict[str, Any]) -> Answer:
        """Call the app and return its response; runs in a thread of a lane."""
        started: list[Any] = []

        def start_response(status: str, headers: Headers, exc_info: Any = None) -> Callable[[bytes], object]:
            del exc_info
            started[:] = [int(status[:3]), [(name.lower(), value) for name, value in headers]]
            return lambda _data: None

        answer = self._app(environ(scope, body) | more, start_response)
        try:
            content = b"".join(answer)
        finally:
            close = getattr(answer, "close", None)
            if close is not None:
                close()
        return started[0], started[1], content


def _without_length(headers: Headers) -> Headers:
    return [header for header in headers if header[0] != "content-length"]


def lane(scope: Scope) -> str:
    """Return the name of the lane for a request: by its path, `PAGES` for all others."""
    if scope.method in {"GET", "HEAD"}:
        return PAPER if DOCUMENT.match(scope.path) else PAGES
    lane = LANE.match(scope.path)
    return str(lane.lastgroup) if lane else PAGES


def declared_too_large(length: str) -> bool:
    """Return whether a declared content length exceeds `MAX_BODY`; the app then refuses it in the user's language."""
    return length.isdigit() and (len(length) > 12 or int(length) > MAX_BODY)


class _Refusal(Exception):
    """Refusal of a truncated body (400), a form without length (411), a body too large (413), or too many requests (503)."""


def address_of(client: str) -> str:
    """Return the IP address in `address:port`, without brackets, and with IPv4-mapped addresses as IPv4."""
    address = client.rpartition(":")[0].strip("[]")
    return address.removeprefix("::ffff:") if "." in address else address


def environ(scope: Scope, body: bytes) -> dict[str, Any]:
    """Return the WSGI environ of a request."""
    server, _, port = scope.server.rpartition(":")
    length = scope.headers.get("content-length") or ""
    variables: dict[str, Any] = {
        "REQUEST_METHOD": scope.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": scope.path.encode("utf-8", "surrogateescape").decode("latin-1"),
        "QUERY_STRING": scope.query_string,
        "SERVER_NAME": server,
        "SERVER_PORT": port,
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": address_of(scope.client),
        "CONTENT_LENGTH": length[:12] if declared_too_large(length) else str(len(body)),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.scheme,
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    for name, value in scope.headers.items():
        if name == "content-type":
            variables["CONTENT_TYPE"] = value
        elif name not in {"content-length", "transfer-encoding"} and "_" not in name:
            key = f"HTTP_{name.upper().replace('-', '_')}"
            separator = "; " if name == "cookie" else ","
            variables[key] = f"{variables[key]}{separator}{value}" if key in variables else value
    return variables
