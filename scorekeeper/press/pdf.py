"""HTML in, PDF bytes out: the printer that every sheet, ranking and poster goes through, and the queue before it.

The rendering runs in a child process that is kept warm, sees no network, no database and no fonts but the chosen ones, works at
low priority and within limits of time and memory. So a print job can neither slow the scoring down nor take the server with it. Who
asks for a print holds nothing while it waits, knows its place, and gets the print of others who asked for the same.

How to write a template that prints fast stands in `templates/print/base.html`.
"""

import hashlib
import importlib.metadata
import json
import logging
import os
import secrets
import shutil
import tempfile
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
from scorekeeper.system import private_folder

_LOG = logging.getLogger("scorekeeper.press.pdf")
_RECIPE = 4  # raised when the same HTML should give another PDF than before


Step = Callable[[int, int], None]
"""Told how many documents of a bundle are made, and how many there are."""


def _unseen(made: int, count: int) -> None:
    """Tell nobody."""


@dataclass(frozen=True, kw_only=True)
class Limits:
    """Limits on what printing may take from the machine."""

    seconds: float = 60.0
    """Longest time for one job once a child has it."""
    memory: int = 1 << 30
    """Address space of a child in bytes. It starts with 0.1 GiB and needs up to 8 MB for a full page."""
    jobs: int = 200
    """Jobs after which a child is replaced, so that nothing can pile up in it."""
    nice: int = 10
    """Value that a child adds to its niceness, 0 to 19."""


@dataclass(frozen=True)
class PdfCache:
    """A bounded folder of printed documents, by the hash of what they were made from; the one unused for longest goes first.

    A folder that cannot be read or written costs time, never a document.
    """

    folder: Path
    """Made when first needed. Nothing else may live in it."""
    max_bytes: int = 200_000_000
    """Most bytes kept, all files together."""
    max_files: int = 500

    def get(self, key: str, make: Callable[[], bytes]) -> bytes:
        """Return the document under `key`, made now if it is not there; what `make` raises is passed on.

        The key is a file name without its suffix, and equal keys promise equal documents.
        """
        document = self._kept(key)
        if document is None:
            document = make()
            self._keep(key, document)
        return document

    def _kept(self, key: str) -> bytes | None:
        path = self._path(key)
        try:
            data = path.read_bytes()
            os.utime(path)
        except OSError:
            return None
        # A power cut can leave a file without its content: such a file is no document.
        return data if data.startswith(b"%PDF-") and data.rstrip().endswith(b"%%EOF") else None

    def _keep(self, key: str, data: bytes) -> None:
        with suppress(OSError):
            private_folder(self.folder)
            descriptor, name = tempfile.mkstemp(dir=self.folder, suffix=".part")
            try:
                with os.fdopen(descriptor, "wb") as part:
                    part.write(data)
                Path(name).replace(self._path(key))
            except OSError:
                Path(name).unlink(missing_ok=True)
                raise
            self._trim()

    def _trim(self) -> None:
        """Remove the files unused for longest until the rest fits; half-written ones age like all others."""
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

    def _path(self, key: str) -> Path:
        return self.folder / f"{key}.pdf"


class Printer(AbstractContextManager["Printer"]):
    """The one printer of an application: starts its child when the first job comes, and ends it in `close`.

    Safe to use from many threads, which take turns. In its methods `html` is the whole document, with its styles and drawings inside: its title and
    language are those of the PDF, which is readable aloud (PDF/UA-1); with `forms` inputs become fields to fill in on screen. The same HTML gives the same bytes, whichever child prints it and whenever.
    """

    def __init__(self, limits: Limits = Limits()) -> None:
        self._limits = limits
        self._turn, self._lock = threading.Lock(), threading.Lock()
        self._child: Child | None = None
        self._home: Home | None = None
        self._closed = False

    def render(self, html: str, *, forms: bool = False) -> bytes:
        """Print one document. Raises `PrintFailed`."""
        return self._worked({"forms": forms}, _encoded(html))

    def cached_render(self, html: str, folder: Path, *, forms: bool = False, step: Step = _unseen) -> bytes:
        """Print one document, or take it from a folder (see `PdfCache`) of this printer alone. Raises `PrintFailed`.

        What is `messages.bundled` is printed document by document, each kept on its own too; `step` is told how many are made.
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
        """A hash of what the document is made from, in hexadecimal: equal if and only if it is. Raises `PrintFailed`."""
        try:
            version = importlib.metadata.version("weasyprint")
        except importlib.metadata.PackageNotFoundError:
            raise PrintFailed(Failure.UNAVAILABLE, "WeasyPrint is not installed") from None
        made_with = [_RECIPE, version, fonts.here().fingerprint, forms]
        return hashlib.sha256(json.dumps(made_with).encode() + _encoded(html)).hexdigest()

    def warm(self) -> None:
        """Start a child now, so that the first document does not wait for it (about a second). Raises `PrintFailed`."""
        if self._turn.acquire(blocking=False):
            try:
                self._living().await_ready()
            finally:
                self._turn.release()

    def close(self) -> None:
        """End the child; jobs under way fail as `unavailable`. Closing twice is allowed."""
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
                return self._living().work({**job, "seconds": seconds}, content, seconds)
            except PrintFailed as failure:
                if self._closed:
                    raise PrintFailed(Failure.UNAVAILABLE, "the printer was closed") from None
                _LOG.warning("print job failed: %s", failure)
                raise
            finally:
                self._renew()

    def _renew(self) -> None:
        """Put a new child, which warms up before the next job, in the place of one that can take no other."""
        child = self._child
        if child and (not child.alive or child.tired or child.done >= self._limits.jobs):
            child.end()
            self._child = None
            # A child that died before its first job would do so again: let the next caller find out.
            with suppress(PrintFailed):
                self._child = self._start() if child.done else None

    def _living(self) -> Child:
        """The child if it is there and alive, else a new one."""
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
    """The HTML as bytes; half a surrogate pair, which no font has, becomes a question mark."""
    return html.encode(errors="replace")


AT_ONCE = 2
"""Prints that one device may have on their way."""
WAITING = 40
"""Prints that may wait; a later one is refused as `busy`."""
RESERVED = 4
"""Places beyond these for who runs the evening: whoever fills the queue keeps no table from its sheets."""
FINISHED = 16
"""Prints that are known for a while once they are done, for those who come back for them."""
RETRY_SECONDS = 5
FOLDER = "impressions"
"""Part of the data folder where documents are kept."""


@dataclass(eq=False)
class Print:
    """One print on its way, for everybody who asked for it."""

    key: str
    html: str
    forms: bool
    device: str
    token: str = field(default_factory=lambda: secrets.token_urlsafe(12))
    """Part of the address of its page."""
    result: Future[bytes] = field(default_factory=Future)
    steps: tuple[int, int] = (0, 1)
    """Number of its documents that are made, and number of all."""

    def step(self, made: int, count: int) -> None:
        """Note how far it is."""
        self.steps = made, count


class Prints:
    """The prints that wait for a printer, in their order. Safe to use from many threads."""

    def __init__(self, printer: Printer, folder: Path) -> None:
        """Print into a folder (see `PdfCache`), one at a time."""
        self.printer, self._folder = printer, folder
        self._lock = threading.Lock()
        self._queue: deque[Print] = deque()
        """The first is being printed."""
        self._finished: OrderedDict[str, Print] = OrderedDict()

    def ask(self, html: str, device: str, *, forms: bool = False, desk: bool = False) -> Print:
        """Have a document printed; one that is on its way already, or was just made, is shared.

        `desk`: for who runs the evening. Raises `PrintFailed` (`busy`, or where no printing is possible), and `TooManyPrints` for a device with enough of its own.
        """
        key = self.printer.etag(html, forms=forms)
        with self._lock:
            known = next((job for job in self._queue if job.key == key), None)
            # A failure may be tried again.
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
                # A thread for as long as there is something to print: an app that is gone leaves none behind.
                threading.Thread(target=self._work, args=(asked,), name="print", daemon=True).start()
        return asked

    def forget(self) -> None:
        """Keep none of the documents: a name that stands on them has to be forgotten."""
        with self._lock:
            self._finished.clear()
        shutil.rmtree(self._folder, ignore_errors=True)

    def find(self, token: str) -> Print | None:
        """A print by its token, as long as it is known."""
        with self._lock:
            every = (*self._queue, *self._finished.values())
            return next((job for job in every if job.token == token), None)

    def place(self, asked: Print) -> int:
        """The place of a print among those that wait, from 1; 0 when it is being printed, or done."""
        with self._lock:
            return self._queue.index(asked) if asked in self._queue else 0

    def _work(self, asked: Print | None) -> None:
        while asked is not None:
            render = partial(self.printer.cached_render, forms=asked.forms, step=asked.step)
            try:
                asked.result.set_result(render(asked.html, self._folder))
            except BaseException as problem:  # noqa: BLE001 - whoever waits for it is told
                asked.result.set_exception(problem)
            with self._lock:
                asked.html = ""
                self._finished[asked.token] = self._queue.popleft()
                while len(self._finished) > FINISHED:
                    self._finished.popitem(last=False)
                asked = self._queue[0] if self._queue else None
