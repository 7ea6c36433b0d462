"""Printing of HTML as PDF: printer, cache and queue.

Rendering runs in a child process that is kept warm and has no network, no database and no fonts but the chosen ones. It has a low
priority and limits of time and memory. So a print job can neither slow down scoring nor crash the server. A waiting request
holds no resources, has a place in the queue, and shares the print of equal requests.

`templates/print/base.html` explains how to write a template that prints fast.
"""

import hashlib
import importlib.metadata
import json
import logging
import os
import secrets
import shutil
import threading
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from scorekeeper.errors import TooManyPrints
from scorekeeper.press import fonts
from scorekeeper.press.child import Child, Home
from scorekeeper.press.messages import Failure, PrintFailed, unbundled
from scorekeeper.system import write_private

_LOG = logging.getLogger("scorekeeper.press.pdf")
_RECIPE = 4  # incremented when the same HTML must give another PDF than before


Step = Callable[[int, int], None]
"""Progress callback with the number of documents of a bundle that are printed, and of all."""


@dataclass(frozen=True, kw_only=True)
class Limits:
    """Limits on the resources that printing may use."""

    seconds: float = 60.0
    """Time limit of one job in seconds, from when a child receives it."""
    memory: int = 1 << 30
    """Address space of a child in bytes. It uses 0.1 GiB at start, and up to 8 MB for a full page."""
    jobs: int = 200
    """Number of jobs after which a child is replaced, so that leaks cannot accumulate."""
    nice: int = 10
    """Increment of a child's niceness, 0 to 19."""


@dataclass(frozen=True)
class PdfCache:
    """LRU cache of printed documents in a folder of limited size, by a hash of their source.

    If the folder cannot be read or written, documents are printed without the cache.
    """

    folder: Path
    """Folder of the files, created when first needed. It must contain nothing else."""
    max_bytes: int = 200_000_000
    """Limit of the total size in bytes."""
    max_files: int = 500

    def get(self, key: str, make: Callable[[], bytes]) -> bytes:
        """Return the document of a key, calling `make` if it is not in the cache. Exceptions of `make` are passed on.

        The key is a file name without suffix. Equal keys must mean equal documents.
        """
        path = self.folder / f"{key}.pdf"
        with suppress(OSError):
            document = path.read_bytes()
            os.utime(path)
            # A power cut can leave a file without its content; this is a cache miss.
            if document.startswith(b"%PDF-") and document.rstrip().endswith(b"%%EOF"):
                return document
        document = make()
        with suppress(OSError):
            write_private(path, document)
            self._trim()
        return document

    def _trim(self) -> None:
        """Delete the least recently used files until the rest is within the limits, partly written ones included."""
        entries = []
        for path in self.folder.iterdir():
            with suppress(OSError):
                status = path.stat()
                entries.append((status.st_mtime_ns, status.st_size, path))
        total = 0
        for count, (_used, size, path) in enumerate(sorted(entries, reverse=True), 1):
            total += size
            if count > 1 and (total > self.max_bytes or count > self.max_files):
                with suppress(OSError):
                    path.unlink()


class Printer(AbstractContextManager["Printer"]):
    """Printer of an application, which starts a child process for the first job and ends it in `close`. Thread-safe: threads take turns.

    In its methods, `html` is a complete document with embedded styles and drawings. Its title and language become those of the PDF,
    which is accessible (PDF/UA-1). With `forms`, inputs become form fields. The same HTML always gives the same bytes.
    """

    def __init__(self, limits: Limits = Limits()) -> None:
        self._limits = limits
        self._turn, self._lock = threading.Lock(), threading.Lock()
        self._child: Child | None = None
        self._home: Home | None = None
        self._closed = False

    def render(self, html: str, *, forms: bool = False) -> bytes:
        """Print one document and return the PDF. Raises `PrintFailed`."""
        return self._worked({"forms": forms}, _encoded(html))

    def cached_render(
        self, html: str, folder: Path, *, forms: bool = False, step: Step = lambda *_: None
    ) -> bytes:
        """Return the PDF of a document, cached in a folder (see `PdfCache`) of this printer alone. Raises `PrintFailed`.

        A bundle (see `messages.bundled`) is printed document by document, each cached too; `step` is called before each.
        """
        cache, etag = PdfCache(folder), self.etag(html, forms=forms)
        title, documents = unbundled(html)
        if len(documents) == 1:
            return cache.get(etag, lambda: self.render(documents[0], forms=forms))

        def make() -> bytes:
            made = []
            for number, document in enumerate(documents):
                step(number, len(documents))
                made.append(self.cached_render(document, folder, forms=forms))
            return self._worked({"join": list(map(len, made)), "title": title}, b"".join(made))

        return cache.get(etag, make)

    @staticmethod
    def etag(html: str, *, forms: bool = False) -> str:
        """Return the SHA-256, in hex, of all that determines a document: HTML, options, fonts, versions. Raises `PrintFailed`."""
        try:
            version = importlib.metadata.version("weasyprint")
        except importlib.metadata.PackageNotFoundError:
            raise PrintFailed(Failure.UNAVAILABLE, "WeasyPrint is not installed") from None
        made_with = [_RECIPE, version, fonts.here().fingerprint, forms]
        return hashlib.sha256(json.dumps(made_with).encode() + _encoded(html)).hexdigest()

    def warm(self) -> None:
        """Start a child unless a job is running, which saves the first document about a second. Raises `PrintFailed`."""
        if self._turn.acquire(blocking=False):
            try:
                self._live_child().await_ready()
            finally:
                self._turn.release()

    def close(self) -> None:
        """End the child; running jobs fail as `unavailable`. Idempotent."""
        with self._lock:
            self._closed = True
            home, self._home = self._home, None
        if home is not None:
            home.close()

    def __exit__(self, *_: object) -> None:
        self.close()

    def _worked(self, job: dict[str, Any], content: bytes) -> bytes:
        seconds = self._limits.seconds
        with self._turn:
            try:
                return self._live_child().work({**job, "seconds": seconds}, content, seconds)
            except PrintFailed as failure:
                if self._closed:
                    raise PrintFailed(Failure.UNAVAILABLE, "the printer was closed") from None
                _LOG.warning("print job failed: %s", failure)
                raise
            finally:
                self._renew()

    def _renew(self) -> None:
        """Replace a child that ended, grew too large or has done its number of jobs; the new one warms up before the next job."""
        child = self._child
        if child and (not child.alive or child.wants_end or child.done >= self._limits.jobs):
            child.end()
            self._child = None
            # A child that died before its first job would probably die again: the next job will show.
            with suppress(PrintFailed):
                self._child = self._start() if child.done else None

    def _live_child(self) -> Child:
        if self._child is None or not self._child.alive:
            if self._child is not None:
                self._child.end()
            self._child = self._start()
        return self._child

    def _start(self) -> Child:
        with self._lock:
            if self._closed:
                raise PrintFailed(Failure.UNAVAILABLE, "the printer was closed")
            if self._home is None:
                self._home = Home(fonts.here())
            return self._home.start(nice=self._limits.nice, memory=self._limits.memory)


def _encoded(html: str) -> bytes:
    """Encode the HTML as UTF-8; lone surrogates, which no font has, become question marks."""
    return html.encode(errors="replace")


AT_ONCE = 2
"""Limit of the prints of one device in the queue."""
WAITING = 40
"""Limit of waiting prints; further ones are refused as `busy`."""
RESERVED = 4
"""Extra places in the queue for the organiser, so that a full queue does not block the sheets of the evening."""
FINISHED = 16
"""Number of finished prints kept in memory, for clients that poll for them."""
RETRY_SECONDS = 5
FOLDER = "impressions"
"""Folder of printed documents within the data folder."""


@dataclass(eq=False)
class Print:
    """One print in the queue or finished, shared by all who requested it."""

    key: str
    html: str
    forms: bool
    device: str
    token: str = field(default_factory=lambda: secrets.token_urlsafe(12))
    """Random token in the URL of its page."""
    result: Future[bytes] = field(default_factory=Future)
    steps: tuple[int, int] = (0, 1)
    """Number of its documents that are printed, and of all."""

    def step(self, made: int, count: int) -> None:
        self.steps = made, count


class Prints:
    """Thread-safe queue of prints for one printer."""

    def __init__(self, printer: Printer, folder: Path) -> None:
        """Print one document at a time, cached in a folder (see `PdfCache`)."""
        self.printer, self._folder = printer, folder
        self._lock = threading.Lock()
        self._queue: deque[Print] = deque()
        """Queue whose first print is in progress."""
        self._finished: OrderedDict[str, Print] = OrderedDict()

    def ask(self, html: str, device: str, *, forms: bool = False, desk: bool = False) -> Print:
        """Queue a document, or return the queued or finished print of the same document.

        `desk` is for the organiser, who has reserved places in the queue. Raises `PrintFailed` (`busy`, or if printing is
        impossible), `TooManyPrints` for one device.
        """
        key = self.printer.etag(html, forms=forms)
        with self._lock:
            known = next((job for job in self._queue if job.key == key), None)
            # A failed print may be tried again.
            kept = (job for job in self._finished.values() if job.key == key and not job.result.exception())
            known = known or next(kept, None)
            if known is not None:
                return known
            if sum(job.device == device for job in self._queue) >= AT_ONCE:
                raise TooManyPrints(RETRY_SECONDS)
            if len(self._queue) > WAITING + (RESERVED if desk else 0):
                raise PrintFailed(Failure.BUSY, "too many prints are waiting")
            asked = Print(key, html, forms, device)
            self._queue.append(asked)
            if self._queue[0] is asked:
                # A thread only while there is something to print, so that a discarded app leaves none behind.
                threading.Thread(target=self._work, args=(asked,), name="print", daemon=True).start()
        return asked

    def forget(self) -> None:
        """Delete all finished and cached documents, because a name in them must be forgotten."""
        with self._lock:
            self._finished.clear()
        shutil.rmtree(self._folder, ignore_errors=True)

    def find(self, token: str) -> Print | None:
        """Return a queued or recently finished print by its token, or `None`."""
        with self._lock:
            every = (*self._queue, *self._finished.values())
            return next((job for job in every if job.token == token), None)

    def place(self, asked: Print) -> int:
        """Return the place of a print among the waiting ones, from 1; 0 when it is in progress or finished."""
        with self._lock:
            return self._queue.index(asked) if asked in self._queue else 0

    def _work(self, asked: Print | None) -> None:
        while asked is not None:
            render = partial(self.printer.cached_render, forms=asked.forms, step=asked.step)
            try:
                asked.result.set_result(render(asked.html, self._folder))
            except BaseException as problem:  # noqa: BLE001 - passed on to those who wait for the result
                asked.result.set_exception(problem)
            with self._lock:
                asked.html = ""
                self._finished[asked.token] = self._queue.popleft()
                while len(self._finished) > FINISHED:
                    self._finished.popitem(last=False)
                asked = self._queue[0] if self._queue else None
