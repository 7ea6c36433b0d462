"""Access of the organiser: passphrase, sessions, rate limits, and pairing codes for other devices and servers.

Only hashes of passphrase and tokens are stored. Codes and counts of attempts are in memory: a single process serves, and a restart
clears them. An admitted server may fetch all data, keys included, so that it can take over.
"""

import contextlib
import functools
import hmac
import logging
import os
import secrets
import threading
import time
import unicodedata
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from werkzeug.security import check_password_hash, generate_password_hash

from scorekeeper.cards.rules.contract import Fault
from scorekeeper.cards.rules.kinds import shown
from scorekeeper.errors import StorageError, TooMany, Unknown
from scorekeeper.records import meta
from scorekeeper.records.cache import Recent
from scorekeeper.records.event_log import now
from scorekeeper.records.store import Store
from scorekeeper.records.tokens import TOKEN, token_hash
from scorekeeper.tournaments.refusals import refusal

MOST_KEYS = 20_000
"""Most keys remembered for one limit; the least recently used one is dropped first."""


@dataclass(frozen=True)
class Limit:
    """A rate limit: at most `most` attempts in `seconds`."""

    most: int
    seconds: float


LOGIN = Limit(5, 60)
JOIN = Limit(30, 60)
"""Attempts to open a table's link from one device."""
ENTRY = Limit(60, 60)


class Limiter:
    """Rate limiter: counts attempts for each limit and key, such as a device, by a monotonic clock."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._tries: dict[Limit, Recent[str, deque[float]]] = {}
        self._lock = threading.Lock()

    def take(self, limit: Limit, key: str = "") -> None:
        """Count one attempt. Raises `TooMany` with the seconds to wait when the limit is reached."""
        with self._lock:
            tries = self._kept(limit, key)
            if len(tries) >= limit.most:
                raise TooMany(max(1, round(tries[0] + limit.seconds - self._clock() + 0.5)))
            tries.append(self._clock())

    def forget(self, limit: Limit, key: str) -> None:
        with self._lock:
            self._kept(limit, key).clear()

    def _kept(self, limit: Limit, key: str) -> deque[float]:
        keys = self._tries.setdefault(limit, Recent(MOST_KEYS))
        tries = keys[key] = keys.get(key) or deque()
        since = self._clock() - limit.seconds
        while tries and tries[0] <= since:
            tries.popleft()
        return tries


PASSPHRASE_MIN, PASSPHRASE_MAX = 12, 128
IDLE_SECONDS = 12 * 3600.0
"""Seconds without a request after which an organiser's session expires."""
METHOD = "scrypt:32768:8:1"
"""Hash method and cost of a passphrase, in werkzeug's notation."""
HASH_SECONDS = 0.2
"""Approximate processor time of one hash, in seconds."""


def _step_aside() -> None:
    """Allow this thread all cores, as the threads that write entries are bound to one.

    Lowering its priority instead would make it hold Python's global lock for longer.
    """
    with contextlib.suppress(AttributeError, OSError):
        os.sched_setaffinity(0, range(os.cpu_count() or 1))


_HASHERS = {known: ThreadPoolExecutor(1, "hash", initializer=_step_aside) for known in (False, True)}
"""Thread pools for hashing, for unknown and known origins. A hash takes 32 MiB, so each pool has one thread. `server/bridge.py`
decides the order of requests within them."""
_ENDINGS = ("", "s", "e", "n", "en", "er")
"""Endings of plurals and cases in French, German and Dutch."""
_FEWEST_GUESSES = 10**9
"""Guesses that a passphrase must withstand; zxcvbn counts 10⁸ for any three words. The rate limit allows five a minute."""
_JUDGED = 40
"""Number of characters that are rated: rating more takes long, and a strong beginning makes the whole strong."""


def has_passphrase(store: Store) -> bool:
    """Return whether an organiser's passphrase is set."""
    with store.read() as session:
        return bool(session.passphrase())


def set_passphrase(store: Store, passphrase: str) -> None:
    """Set the organiser's passphrase and end all sessions. Raises `Refused` when it is too short, too long, or easily guessed."""
    text = unicodedata.normalize("NFC", passphrase)
    if not PASSPHRASE_MIN <= len(text) <= PASSPHRASE_MAX:
        values = {"min": PASSPHRASE_MIN, "max": PASSPHRASE_MAX}
        raise refusal(Fault("phrase-courte", "passphrase", values))
    if is_common(text):
        raise refusal(Fault("phrase-commune", "passphrase"))
    kept = _hash(text)
    with store.write() as session:
        session.set_passphrase(kept)
        session.close_organiser(None)


def is_common(text: str) -> bool:
    """Return whether a passphrase is easily guessed: leaked passwords, names, keyboard rows, and words of this app."""
    from zxcvbn import zxcvbn  # noqa: PLC0415 - 30,000 passwords, loaded when one is chosen

    letters = _folded(text)[:_JUDGED]
    known = _common_words()
    guesses: float = zxcvbn(letters, user_inputs=known, max_length=_JUDGED)["guesses"] if letters else 0
    return guesses < _FEWEST_GUESSES


@functools.cache
def _common_words() -> list[str]:
    """Return the words and phrases to rate as easily guessed, the likeliest first.

    They are phrases, words of the games, the commonest words of French, German and Dutch, and first names, with their endings.
    """
    files = (Path(__file__).with_name(f"common_{part}.txt") for part in ("passphrases", "words"))
    listed = [_folded(word) for file in files for word in file.read_text(encoding="utf-8").split()]
    # A word of two letters gets no ending: the result would be another word, or none.
    ended = [word + ending for ending in _ENDINGS for word in listed if not ending or len(word) > 2]
    return [*dict.fromkeys(ended)]


def _folded(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(character for character in decomposed if character.isalnum())


def _encodable(text: str) -> str:
    """Return the text with unpaired surrogates escaped: JSON can contain them, UTF-8 cannot."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _hash(text: str) -> str:
    return _HASHERS[True].submit(generate_password_hash, _encodable(text), METHOD).result()


def _matches(kept: str, passphrase: str, *, known: bool) -> bool:
    """Return whether a hash is that of the passphrase. Without a hash it takes as long, so that timing reveals nothing."""
    # The limit is above the longest passphrase that is accepted.
    text = unicodedata.normalize("NFC", passphrase[: 4 * PASSPHRASE_MAX])
    right = _HASHERS[known].submit(check_password_hash, kept or f"{METHOD}$none$", _encodable(text)).result()
    return right and bool(kept)


@dataclass(frozen=True)
class Origin:
    """Origin of log-in attempts; each origin has its own rate limit."""

    key: str
    known: bool = False
    """Whether it is this machine, or a device that was logged in before; its attempts do not wait behind those of strangers."""


class Organisers:
    """The organiser's sessions of one running app, with the rate limit of log-ins and the last request of each session."""

    def __init__(self, store: Store, limiter: Limiter) -> None:
        self._store = store
        self._limiter = limiter
        self._seen: dict[str, tuple[float, str]] = {}
        """Time of the last request of each session, by its token's hash: monotonic seconds, and UTC as ISO 8601."""

    def check(self, passphrase: str, origin: Origin, field: str = "passphrase") -> None:
        """Raise `Refused` for `field` when the passphrase is wrong, `TooMany` after too many wrong ones from its origin."""
        # Counted before the hash is compared: concurrent attempts must not all pass the limit.
        self._limiter.take(LOGIN, origin.key)
        with self._store.read() as session:
            kept = session.passphrase()
        if not _matches(kept, passphrase, known=origin.known):
            raise refusal(Fault("phrase-fausse", field))
        self._limiter.forget(LOGIN, origin.key)

    def open(self, device: str) -> str:
        """Open a session without checking the passphrase, which the caller has done; return its token."""
        token = secrets.token_urlsafe(16)
        with self._store.write() as session:
            session.open_organiser(token_hash(token), device[:80])
        self._seen[token_hash(token)] = time.monotonic(), now()
        return token

    def sessions(self, token: str = "") -> list[dict[str, Any]]:
        """Return the open sessions, the latest first.

        `since` is when a session was opened and `seen` its last request to this process, empty if none, both in UTC. `here` is true
        for the session of `token`.
        """
        with self._store.read() as session:
            sessions = session.organisers()
        asks = token_hash(token)
        return [
            {**vars(row), "seen": self._seen.get(row.hash, (0, ""))[1], "here": row.hash == asks}
            for row in sessions
        ]

    def end(self, number: int) -> None:
        """End the session of that number; does nothing when there is none."""
        with self._store.write() as session:
            for row in session.organisers():
                if row.number == number:
                    session.close_organiser(row.hash)
                    self._seen.pop(row.hash, None)

    def knows(self, token: str) -> bool:
        """Return whether a token belongs to an open session, and record a request of that session."""
        if not TOKEN.fullmatch(token):
            return False
        key, moment = token_hash(token), time.monotonic()
        with self._store.read() as session:
            is_open = session.is_organiser(key)
        # Idle time is measured by the monotonic clock, from the first request to this process: a clock change ends no session.
        if is_open and moment - self._seen.get(key, (moment, ""))[0] > IDLE_SECONDS:
            # If the disk refuses the write, the session stays in the database and is still refused here.
            with contextlib.suppress(StorageError):
                self.log_out(token)
            return False
        if is_open:
            self._seen[key] = moment, now()
        return is_open

    def log_out(self, token: str | None) -> None:
        """End the session of a token, or all sessions for `None`. Raises `StorageError` when it could not be written."""
        with self._store.write() as session:
            session.close_organiser(None if token is None else token_hash(token))
        if token is None:
            self._seen.clear()
        else:
            self._seen.pop(token_hash(token), None)


MOST_ADDRESSES = 50
log = logging.getLogger("scorekeeper")


class WrongTryList:
    """The latest addresses that sent wrong passphrases, at most `MOST_ADDRESSES`."""

    def __init__(self) -> None:
        self._kept: Recent[str, tuple[int, str]] = Recent(MOST_ADDRESSES)
        self._lock = threading.Lock()

    def note(self, address: str) -> None:
        """Count a wrong passphrase from an address and log a line without the passphrase."""
        address = shown(address)
        log.warning("wrong passphrase of the organiser from %s", address)
        with self._lock:
            count, _ = self._kept.get(address, (0, ""))
            self._kept[address] = count + 1, now()

    def latest(self) -> list[tuple[str, tuple[int, str]]]:
        """Return each address with its number of attempts and the time of the last one (UTC, ISO 8601), the latest first."""
        with self._lock:
            return list(reversed(self._kept.items()))


CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Characters of pairing codes; no two of them look alike."""
CODE_LENGTH = 8
VALID_SECONDS = 600.0
MOST_TRIES = 20
"""Attempts from anywhere after which a code expires: a guess succeeds once in 40 thousand million times."""
MOST_ENTRIES = 10_000
"""The same for the code that logs in another device of the organiser: so high that guests in the hall cannot make it expire."""
PAIR = Limit(5, 60)
FOLLOWER = "follower:"


class PairingCode:
    """The current code that lets in a server's copy, or another device of the organiser; valid for `VALID_SECONDS`. Thread-safe."""

    def __init__(
        self, limiter: Limiter, clock: Callable[[], float] = time.monotonic, most: int = MOST_TRIES
    ) -> None:
        self._limiter = limiter
        self._clock, self._most = clock, most
        self._lock = threading.Lock()
        self._code, self._until, self._tries = "", 0.0, 0

    def give(self) -> str:
        """Return a new code; the former one expires."""
        with self._lock:
            self._code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
            self._until, self._tries = self._clock() + VALID_SECONDS, 0
            return self._code

    def shown(self) -> str:
        """Return the current code in two halves with a space; empty when there is none."""
        with self._lock:
            return f"{self._code[:4]} {self._code[4:]}" if self._code and self._clock() < self._until else ""

    def take(self, typed: str) -> bool:
        """Return whether `typed` is the code. The code expires when it is right, or after too many attempts."""
        code = "".join(typed.split()).replace("-", "").casefold()
        with self._lock:
            valid = self._code and self._clock() < self._until
            right = bool(valid) and hmac.compare_digest(code.encode(), self._code.encode())
            self._tries += 1
            if right or self._tries >= self._most:
                self._code = ""
        return right

    def redeem(self, store: Store, typed: str, origin: str) -> str:
        """Exchange the code for a stored token of an admitted server.

        Raises `Unknown` for a wrong code, `TooMany` after too many attempts from one origin.
        """
        self._limiter.take(PAIR, origin)
        if not self.take(typed):
            raise Unknown("code")
        self._limiter.forget(PAIR, origin)
        token = secrets.token_urlsafe(16)
        with store.write() as session:
            meta.put(session.connection, FOLLOWER + token_hash(token), now())
        return token


def is_admitted(store: Store, token: str) -> bool:
    """Return whether a token is that of an admitted server, which may fetch all data."""
    if not TOKEN.fullmatch(token):
        return False
    with store.read() as session:
        return meta.get(session.connection, FOLLOWER + token_hash(token)) is not None


def admitted_machines(store: Store) -> list[str]:
    """Return the times at which servers were admitted, UTC, ISO 8601, the earliest first."""
    with store.read() as session:
        return sorted(meta.starting(session.connection, FOLLOWER).values())


def dismiss_machines(store: Store) -> None:
    """Revoke the tokens of all admitted servers."""
    with store.write() as session:
        for key in meta.starting(session.connection, FOLLOWER):
            meta.delete(session.connection, key)
