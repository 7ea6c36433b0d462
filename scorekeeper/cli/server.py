"""The server: granian in front, the app behind, and between them a bridge that takes no half-sent request.

Granian can call a WSGI app by itself, but then the app's thread waits for the rest of a body, and a handful of browsers that
stopped in the middle of one stand in everybody's way. Here bodies are gathered where waiting costs nothing, within a size and
a time; only whole requests reach a thread.

A parent process watches the one that works: when that dies, it is started anew within a second, on the same listening socket.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import io
import logging
import multiprocessing
import os
import resource
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import wait
from typing import Any, Protocol

from granian import Granian
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings

from scorekeeper.app import MAX_BODY, create_app
from scorekeeper.config import Config
from scorekeeper.errors import StorageError, StorageInUse
from scorekeeper.records.backup.thread import TimedCopies
from scorekeeper.records.store import Store

log = logging.getLogger("scorekeeper")

THREADS = 8
"""Requests worked on at once: one writes, some read, some wait for a print."""
WAITING = 1000
"""Whole requests that may wait for a thread; the next one is told to come again."""
GATHERED = 64 * 2**20
"""Bytes of unfinished bodies held at once; beyond that the next ones are told to come again."""
CONNECTIONS = 8192
BODY_SECONDS = 20.0
"""Longest time a body may take to arrive."""
HEAD_SECONDS = 10
"""Longest time the head of a request may take to arrive."""
STOP_SECONDS = 2
"""Time for requests at work when the server is told to stop."""
SWITCH_SECONDS = 0.001
"""Longest time a thread that reckons keeps the interpreter from the others. An entry gives it up at each call of SQLite, a
dozen times; with Python's usual 0.005 a page being rendered beside it holds it up for as many times 5 ms."""
SWEEP_SECONDS = 1800.0
"""Time between two full garbage collections. Each stops everything for a third of a second when 250 sheets are in memory;
requests leave next to nothing for it, since what they make is freed by counting references."""
LOCK_SECONDS = 5.0
"""How long a restarted server waits for its predecessor to be gone."""

Headers = list[tuple[str, str]]


class Scope(Protocol):
    """What granian tells about a request."""

    method: str
    path: str
    query_string: str
    scheme: str
    http_version: str
    client: str
    server: str
    headers: Any


class Bridge:
    """A WSGI app as granian's own protocol (RSGI) wants it."""

    def __init__(self, app: Callable[..., Iterable[bytes]], store: Store) -> None:
        """Serve `app`; when a new process would do better with `store`, end this one once the answer is sent."""
        self._app = app
        self._store = store
        self._pool = ThreadPoolExecutor(THREADS, "request")
        self._waiting = 0
        self._gathered = 0

    async def __rsgi__(self, scope: Scope, protocol: Any) -> None:
        """Answer one request."""
        try:
            body = await self._body(scope, protocol)
            answer = await self._queued(scope, body)
        except TimeoutError:
            answer = 408, [("connection", "close")], b""
        except _TooLarge:
            answer = 413, [("connection", "close")], b""
        except _TooMany:
            answer = 503, [("connection", "close"), ("retry-after", "2")], b""
        protocol.response_bytes(*answer)
        if self._store.is_worn():
            asyncio.get_running_loop().call_later(0.5, os._exit, 1)

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
                        raise _TooLarge
                    if self._gathered > GATHERED:
                        raise _TooMany
                    parts.append(part)
        finally:
            self._gathered -= size
        return b"".join(parts)

    async def _queued(self, scope: Scope, body: bytes) -> tuple[int, Headers, bytes]:
        if self._waiting >= WAITING:
            raise _TooMany
        self._waiting += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._pool, self._respond, scope, body)
        finally:
            self._waiting -= 1

    def _respond(self, scope: Scope, body: bytes) -> tuple[int, Headers, bytes]:
        """Call the app, in a thread of the pool."""
        started: list[Any] = []

        def start_response(status: str, headers: Headers, exc_info: Any = None) -> Callable[[bytes], object]:
            del exc_info
            started[:] = [int(status[:3]), [(name.lower(), value) for name, value in headers]]
            return lambda _data: None

        answer = self._app(environ(scope, body), start_response)
        try:
            content = b"".join(answer)
        finally:
            close = getattr(answer, "close", None)
            if close is not None:
                close()
        return started[0], started[1], content


def declared_too_large(length: str) -> bool:
    """Whether a body says of itself that it is longer than the app takes. The app refuses it in the reader's words."""
    return length.isdigit() and (len(length) > 12 or int(length) > MAX_BODY)


class _TooLarge(Exception):
    """A body without a length that is longer than the app takes."""


class _TooMany(Exception):
    """More at once than this server takes on."""


def environ(scope: Scope, body: bytes) -> dict[str, Any]:
    """The WSGI environment of a request."""
    client, _, _ = scope.client.rpartition(":")
    server, _, port = scope.server.rpartition(":")
    length = scope.headers.get("content-length") or ""
    found: dict[str, Any] = {
        "REQUEST_METHOD": scope.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": scope.path.encode("utf-8", "surrogateescape").decode("latin-1"),
        "QUERY_STRING": scope.query_string,
        "SERVER_NAME": server,
        "SERVER_PORT": port,
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": client,
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
            found["CONTENT_TYPE"] = value
        elif name not in {"content-length", "transfer-encoding"} and "_" not in name:
            key = f"HTTP_{name.upper().replace('-', '_')}"
            mark = "; " if name == "cookie" else ","
            found[key] = f"{found[key]}{mark}{value}" if key in found else value
    return found


@dataclass(frozen=True)
class Shared:
    """What the parent and its workers tell each other."""

    verified: Any
    """Whether the file was looked through a moment ago, so that the first worker need not do it again."""
    gave_up: Any
    """Whether a worker found that starting anew would not help."""


def worker(config: Config, shared: Shared) -> Any:
    """The app in its own process, with its backups; made after the process was."""
    _end_with_parent()
    verify = not shared.verified.value
    shared.verified.value = 0
    try:
        store = _open(config, verify=verify)
    except StorageError as error:
        log.critical("%s", error)
        shared.gave_up.value = 1
        os.kill(os.getppid(), signal.SIGTERM)
        sys.exit(1)
    if not store.looking:
        TimedCopies(store).start()
    bridge = Bridge(create_app(config, store), store)
    keep_pauses_short()
    return bridge


def keep_pauses_short(every: float = SWEEP_SECONDS) -> threading.Event:
    """See to it that no thread waits long for another, nor all of them for the collector of garbage.

    Args:
        every: seconds between two full collections.

    Returns:
        What ends the collections when it is set.
    """
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.collect()
    gc.freeze()
    young, middle, _ = gc.get_threshold()
    gc.set_threshold(young, middle, 10**9)

    ended = threading.Event()

    def sweep() -> None:
        while not ended.wait(every):
            gc.collect()

    threading.Thread(target=sweep, name="sweep", daemon=True).start()
    return ended


def _open(config: Config, *, verify: bool) -> Store:
    """Open the records; a predecessor that was just killed may need a moment to be gone."""
    until = time.monotonic() + LOCK_SECONDS
    while True:
        try:
            return Store(config.database, verify=verify, look=True)
        except StorageInUse:
            if time.monotonic() > until:
                raise
            time.sleep(0.05)


def _end_with_parent() -> None:
    """End this process when its parent does, however that ended: nobody could stop it otherwise."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=watch, name="parent", daemon=True).start()


def _raise_file_limit() -> None:
    """Each connection is an open file; the usual limit of 1,024 would be ours too."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTIONS + 1024 if hard == resource.RLIM_INFINITY else min(hard, CONNECTIONS + 1024)
    if soft < wanted:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def run(config: Config, host: str, port: int, *, verified: bool = False) -> bool:
    """Serve until told to stop (Ctrl-C or SIGTERM); `False` when the server gave up instead.

    Args:
        config: the data folder and the names it is reached by.
        host: address to listen on.
        port: port to listen on.
        verified: whether the records were looked through just before.
    """
    _raise_file_limit()
    shared = Shared(multiprocessing.Value("b", int(verified)), multiprocessing.Value("b", 0))
    Granian(
        "scorekeeper",
        address=host,
        port=port,
        interface=Interfaces.RSGI,
        workers=1,
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(header_read_timeout=HEAD_SECONDS * 1000, max_buffer_size=65536),
        websockets=False,
        backlog=2048,
        backpressure=CONNECTIONS,
        log_level="critical",  # type: ignore[arg-type]
        respawn_failed_workers=True,
        respawn_interval=0.1,
        workers_kill_timeout=STOP_SECONDS,
    ).serve(target_loader=partial(worker, config, shared), wrap_loader=False)
    return not shared.gave_up.value
