"""Joining a sheet: a link of 128 bits for the camera, six digits for the fingers, and the limits on guessing these.

The six digits are only in memory, bound to one sheet, and replaced after use, after some time, and after too many wrong tries.
"""

import datetime as dt
import hmac
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from scorekeeper.errors import TooMany
from scorekeeper.records.cache import Recent
from scorekeeper.records.store import Store
from scorekeeper.records.tokens import TOKEN, token_hash

CODE_SECONDS = 1800.0
"""Time that a code and its link are valid."""
DIGITS = 6
FREE, FIRST_DELAY, LONGEST_DELAY = 5, 30.0, 3600.0
"""Wrong tries of one device or address without delay; then each is followed by a delay that doubles."""
MOST_WRONG = 100
"""Wrong tries, whoever makes them, that end a code; the link goes on, and a new code has as many."""
MOST_KEPT = 20_000


class Delays:
    """Wrong tries by key: the first few cost nothing, each later one a delay twice as long as the one before."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._wrong: Recent[str, tuple[int, float]] = Recent(MOST_KEPT)

    def check(self, key: str) -> None:
        """Refuse a try that comes too soon. Raises `TooMany`."""
        count, last = self._wrong.get(key, (0, 0.0))
        if count >= FREE:
            pause = min(FIRST_DELAY * 2 ** min(count - FREE, 20), LONGEST_DELAY)
            wait = last + pause - self._clock()
            if wait > 0:
                raise TooMany(max(1, round(wait + 0.5)))

    def wrong(self, key: str) -> None:
        """Count a wrong try."""
        self._wrong[key] = (self._wrong.get(key, (0, 0.0))[0] + 1, self._clock())


@dataclass
class Invitation:
    """Code that a device shows so that another one can join its sheet."""

    code: str
    token: str
    until: float
    """By the clock of this process."""
    wrong: int = 0
    """Wrong tries so far."""


class Invitations:
    """The codes of one running app. Methods may be called from any thread."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._clock = clock
        self._delays = Delays(clock)
        self._open: Recent[int, Invitation] = Recent(MOST_KEPT)
        self._lock = threading.Lock()

    def current(self, number: int) -> Invitation | None:
        """Code that a sheet shows now; `None` when nothing was asked for, it is too old, or was guessed at too often."""
        with self._lock:
            return self._live(number)

    def renew(self, number: int) -> Invitation:
        """Make a new code and a new link for a sheet; those before end. Raises `StorageError`."""
        token = secrets.token_urlsafe(16)
        until = dt.datetime.now(dt.UTC) + dt.timedelta(seconds=CODE_SECONDS)
        with self._store.write() as session:
            session.set_sheet_link(token_hash(token), number, until.isoformat(timespec="milliseconds"))
        with self._lock:
            made = Invitation(_code(), token, self._clock() + CODE_SECONDS)
            self._open[number] = made
        return made

    def end(self, number: int) -> None:
        """End the code and the link of a sheet: a device that was sent away may know both. Raises `StorageError`."""
        with self._store.write() as session:
            session.end_sheet_link(number)
        with self._lock:
            self._open.pop(number, None)

    def is_right(self, number: int, code: str, *origins: str) -> bool:
        """Whether that is the code of a sheet; then it is replaced. Raises `TooMany`, whatever the code, after wrong ones of theirs.

        `origins` are the device and the address that try.
        """
        with self._lock:
            for origin in origins:
                self._delays.check(origin)
            live = self._live(number)
            if live is not None and hmac.compare_digest(live.code, code):
                self._open[number] = Invitation(_code(), live.token, live.until)
                return True
            for origin in origins:
                self._delays.wrong(origin)
            if live is not None:
                live.wrong += 1
            return False

    def sheet_of(self, token: str) -> int | None:
        """The sheet that a link joins; `None` for any token that is none, or too old."""
        if not TOKEN.fullmatch(token):
            return None
        with self._store.read() as session:
            return session.sheet_of_link(token_hash(token))

    def _live(self, number: int) -> Invitation | None:
        code = self._open.get(number)
        return code if code and code.until > self._clock() and code.wrong < MOST_WRONG else None


def _code() -> str:
    return f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"
