"""The queue before the printer: who asks for a print holds nothing while it waits, knows its place, and gets the print of others
who asked for the same.
"""

import secrets
import shutil
import threading
from collections import deque
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from scorekeeper.errors import TooManyPrints
from scorekeeper.press.messages import Failure, PrintFailed
from scorekeeper.press.pdf import Printer
from scorekeeper.records.cache import Recent

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
        self._finished: Recent[str, Print] = Recent(FINISHED)

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
                asked = self._queue[0] if self._queue else None
