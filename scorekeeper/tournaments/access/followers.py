"""The machines that may fetch everything, keys included, to be ready to take over: admitted once, by a code shown at the desk.

The code is in memory, for ten minutes and so many tries; of the token that it gives, only a hash is kept.
"""

import hmac
import secrets
import threading
import time
from collections.abc import Callable

from scorekeeper.errors import Unknown
from scorekeeper.records import epochs
from scorekeeper.records.event_log import now
from scorekeeper.records.store import Store
from scorekeeper.records.tokens import TOKEN, token_hash
from scorekeeper.tournaments.access.organiser import Limit, Limiter

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""No two of them look alike."""
LENGTH = 8
VALID_SECONDS = 600.0
MOST_TRIES = 20
"""Wrong codes from anywhere after which the code ends: a guess in 40 thousand million."""
MOST_ENTRIES = 10_000
"""The same for the code that lets a device of the organiser in: no guest of the hall ends it, nor is slowed down to."""
PAIR = Limit(5, 60)
_ROW = "follower:"


class PairingCode:
    """The code of the moment, of one running app."""

    def __init__(
        self, limiter: Limiter, clock: Callable[[], float] = time.monotonic, most: int = MOST_TRIES
    ) -> None:
        self._limiter = limiter
        self._clock, self._most = clock, most
        self._lock = threading.Lock()
        self._code, self._until, self._tries = "", 0.0, 0

    def give(self) -> str:
        """A new code; the one before ends."""
        with self._lock:
            self._code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
            self._until, self._tries = self._clock() + VALID_SECONDS, 0
            return self._code

    def shown(self) -> str:
        """The code of the moment, in two halves; empty when there is none."""
        with self._lock:
            return f"{self._code[:4]} {self._code[4:]}" if self._code and self._clock() < self._until else ""

    def take(self, typed: str) -> bool:
        """Whether that is the code, which ends with it, as it does after too many wrong ones."""
        code = "".join(typed.split()).replace("-", "").casefold()
        with self._lock:
            valid = self._code and self._clock() < self._until
            right = bool(valid) and hmac.compare_digest(code.encode(), self._code.encode())
            self._tries += 1
            if right or self._tries >= self._most:
                self._code = ""
        return right

    def redeem(self, store: Store, typed: str, origin: str) -> str:
        """A token for the code, which ends with it. Raises `Unknown` when it is wrong, `TooMany` after too many of one origin."""
        self._limiter.take(PAIR, origin)
        if not self.take(typed):
            raise Unknown("code")
        self._limiter.forget(PAIR, origin)
        token = secrets.token_urlsafe(16)
        with store.write() as session:
            epochs.put(session.connection, _ROW + token_hash(token), now())
        return token


def is_admitted(store: Store, token: str) -> bool:
    """Whether a machine with that token may fetch everything."""
    if not TOKEN.fullmatch(token):
        return False
    with store.read() as session:
        return epochs.get(session.connection, _ROW + token_hash(token)) is not None


def admitted(store: Store) -> list[str]:
    """When each of the machines was admitted, in UTC."""
    with store.read() as session:
        return sorted(epochs.starting(session.connection, _ROW).values())


def dismiss(store: Store) -> None:
    """Let none of the machines fetch anything any more."""
    with store.write() as session:
        for key in epochs.starting(session.connection, _ROW):
            session.connection.execute("DELETE FROM meta WHERE key = ?", (key,))
