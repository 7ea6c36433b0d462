"""The organiser: the passphrase, the sessions that it opens, limits on repeated requests; codes that let in other devices and machines.

Of passphrase and tokens only hashes are kept. Codes and counts of requests are in memory: one process serves, and a restart
forgets them. A machine that is admitted may fetch everything, keys included, to be ready to take over.
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
from scorekeeper.records import epochs
from scorekeeper.records.cache import Recent
from scorekeeper.records.event_log import now
from scorekeeper.records.store import Store
from scorekeeper.records.tokens import TOKEN, token_hash
from scorekeeper.tournaments.acts.common import refusal

MOST_KEYS = 20_000
"""Keys remembered of one limit; the least recently used one is dropped first."""


@dataclass(frozen=True)
class Limit:
    """At most `most` tries in `seconds`."""

    most: int
    seconds: float


LOGIN = Limit(5, 60)
JOIN = Limit(30, 60)
"""Table links tried from one device."""
ENTRY = Limit(60, 60)


class Limiter:
    """Counts tries by limit and by key, such as a device. Measured by a clock that never jumps."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._tries: dict[Limit, Recent[str, deque[float]]] = {}
        self._lock = threading.Lock()

    def take(self, limit: Limit, key: str = "") -> None:
        """Count one try, or refuse it. Raises `TooMany` with the seconds to wait."""
        with self._lock:
            tries = self._kept(limit, key)
            if len(tries) >= limit.most:
                raise TooMany(max(1, round(tries[0] + limit.seconds - self._clock() + 0.5)))
            tries.append(self._clock())

    def forget(self, limit: Limit, key: str) -> None:
        """Begin to count anew."""
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
"""An organiser's session ends after so long without a request."""
METHOD = "scrypt:32768:8:1"
"""The hash of a passphrase and its cost, as werkzeug writes them."""
HASH_SECONDS = 0.2
"""Processor time that it takes."""


def _step_aside() -> None:
    """Let this thread use any core: those that write entries share one. At a low priority it would hold Python's lock for long."""
    with contextlib.suppress(AttributeError, OSError):
        os.sched_setaffinity(0, range(os.cpu_count() or 1))


_HASHERS = {known: ThreadPoolExecutor(1, "hash", initializer=_step_aside) for known in (False, True)}
"""Each hash takes 32 MiB: strangers together have one at a time, and those who are known another. Who of
them comes first, `server/bridge.py` settles."""
_ENDINGS = ("", "s", "e", "n", "en", "er")
"""Endings of plurals and cases in French, German and Dutch."""
_FEWEST_GUESSES = 10**9
"""Guesses that a passphrase must stand; zxcvbn counts 10⁸ for any three words. Here a stranger has five a minute."""
_JUDGED = 40
"""Characters that are looked at; to judge more takes long, and what is good as far as that stays good."""


def has_passphrase(store: Store) -> bool:
    """Whether an organiser's passphrase was set."""
    with store.read() as session:
        return bool(session.passphrase())


def set_passphrase(store: Store, passphrase: str) -> None:
    """Set the organiser's passphrase; all sessions end. Raises `Refused` when it is too short, too long, or easily guessed."""
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
    """Whether a passphrase is tried early: one that breaches show often, names, rows of keys and the words of this app made longer."""
    from zxcvbn import zxcvbn  # noqa: PLC0415 - 30,000 passwords, loaded when one is chosen

    letters = _folded(text)[:_JUDGED]
    known = _common_words()
    guesses: float = zxcvbn(letters, user_inputs=known, max_length=_JUDGED)["guesses"] if letters else 0
    return guesses < _FEWEST_GUESSES


@functools.cache
def _common_words() -> list[str]:
    """Return words and whole phrases that are tried first here, those tried first in front.

    They are phrases, words of the games, the commonest words of French, German and Dutch, and first names.
    """
    files = (Path(__file__).with_name(f"common_{part}.txt") for part in ("passphrases", "words"))
    listed = [_folded(word) for file in files for word in file.read_text(encoding="utf-8").split()]
    # One of two letters with an ending is another word, or none.
    ended = [word + ending for ending in _ENDINGS for word in listed if not ending or len(word) > 2]
    return [*dict.fromkeys(ended)]


def _folded(text: str) -> str:
    """The letters and digits of a text, without accents and case."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(character for character in decomposed if character.isalnum())


def _encodable(text: str) -> str:
    """The text with unpaired surrogates, which JSON can carry and UTF-8 cannot, escaped as in JSON."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _hash(text: str) -> str:
    return _HASHERS[True].submit(generate_password_hash, _encodable(text), METHOD).result()


def _matches(kept: str, passphrase: str, *, known: bool) -> bool:
    """Whether a hash is that of the passphrase. Takes as long when there is none."""
    # No accepted one is as long as what is cut off.
    text = unicodedata.normalize("NFC", passphrase[: 4 * PASSPHRASE_MAX])
    right = _HASHERS[known].submit(check_password_hash, kept or f"{METHOD}$none$", _encodable(text)).result()
    return right and bool(kept)


@dataclass(frozen=True)
class Origin:
    """Origin of tries of the passphrase; those of one origin are counted together, and slow down no other."""

    key: str
    known: bool = False
    """Whether it is this machine, or a device that was logged in before: then strangers do not keep it from trying."""


class Organisers:
    """The organiser's sessions of one running app: the limits on log-ins, and the last request of each session."""

    def __init__(self, store: Store, limiter: Limiter) -> None:
        self._store = store
        self._limiter = limiter
        self._seen: dict[str, tuple[float, str]] = {}
        """The moment of the last request of each session, on a clock that never jumps and in UTC."""

    def check(self, passphrase: str, origin: Origin, field: str = "passphrase") -> None:
        """Raise `Refused` for that field unless it is the passphrase, and `TooMany` after too many wrong ones of its origin."""
        # Counted first: tries at the same moment must not all pass before the first is found wrong.
        self._limiter.take(LOGIN, origin.key)
        with self._store.read() as session:
            kept = session.passphrase()
        if not _matches(kept, passphrase, known=origin.known):
            raise refusal(Fault("phrase-fausse", field))
        self._limiter.forget(LOGIN, origin.key)

    def open(self, device: str) -> str:
        """Open a session without asking for the passphrase, for who has just set it; its token."""
        token = secrets.token_urlsafe(16)
        with self._store.write() as session:
            session.open_organiser(token_hash(token), device[:80])
        self._seen[token_hash(token)] = time.monotonic(), now()
        return token

    def sessions(self, token: str = "") -> list[dict[str, Any]]:
        """The sessions that are open, the latest first, with `since` and `seen`, the last request to this process or empty, in UTC.

        `token` is that of the session that asks, which is `here`.
        """
        with self._store.read() as session:
            sessions = session.organisers()
        asks = token_hash(token)
        return [
            {**vars(row), "seen": self._seen.get(row.hash, (0, ""))[1], "here": row.hash == asks}
            for row in sessions
        ]

    def end(self, number: int) -> None:
        """End the session of that number; one that ended already is what was wanted."""
        with self._store.write() as session:
            for row in session.organisers():
                if row.number == number:
                    session.close_organiser(row.hash)
                    self._seen.pop(row.hash, None)

    def knows(self, token: str) -> bool:
        """Whether a token is that of an open session; this counts as a request of it."""
        if not TOKEN.fullmatch(token):
            return False
        key, moment = token_hash(token), time.monotonic()
        with self._store.read() as session:
            is_open = session.is_organiser(key)
        # Counted from its first request to this process: a clock that jumps ends no session.
        if is_open and moment - self._seen.get(key, (moment, ""))[0] > IDLE_SECONDS:
            # On a disk that takes no writes the session stays in the file, and is refused here all the same.
            with contextlib.suppress(StorageError):
                self.log_out(token)
            return False
        if is_open:
            self._seen[key] = moment, now()
        return is_open

    def log_out(self, token: str | None) -> None:
        """End one session, or all of them. Raises `StorageError` when it could not be written."""
        with self._store.write() as session:
            session.close_organiser(None if token is None else token_hash(token))
        if token is None:
            self._seen.clear()
        else:
            self._seen.pop(token_hash(token), None)


MOST_ADDRESSES = 50
log = logging.getLogger("scorekeeper")


class WrongTryList:
    """The addresses that wrong passphrases came from, a limited number of them."""

    def __init__(self) -> None:
        self._kept: Recent[str, tuple[int, str]] = Recent(MOST_ADDRESSES)
        self._lock = threading.Lock()

    def note(self, address: str) -> None:
        """Count a wrong passphrase and log it, in one line; the passphrase itself goes nowhere."""
        address = shown(address)
        log.warning("wrong passphrase of the organiser from %s", address)
        with self._lock:
            count, _ = self._kept.get(address, (0, ""))
            self._kept[address] = count + 1, now()

    def latest(self) -> list[tuple[str, tuple[int, str]]]:
        """Each address with the number of its tries and the moment of the last one (UTC, ISO 8601), the latest first."""
        with self._lock:
            return list(reversed(self._kept.items()))


CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""No two of them look alike."""
CODE_LENGTH = 8
VALID_SECONDS = 600.0
MOST_TRIES = 20
"""Wrong codes from anywhere after which the code ends: a guess in 40 thousand million."""
MOST_ENTRIES = 10_000
"""The same for the code that lets a device of the organiser in: no guest of the hall ends it, nor is slowed down to."""
PAIR = Limit(5, 60)
FOLLOWER = "follower:"


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
            self._code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
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
            epochs.put(session.connection, FOLLOWER + token_hash(token), now())
        return token


def is_admitted(store: Store, token: str) -> bool:
    """Whether a machine with that token may fetch everything."""
    if not TOKEN.fullmatch(token):
        return False
    with store.read() as session:
        return epochs.get(session.connection, FOLLOWER + token_hash(token)) is not None


def admitted_machines(store: Store) -> list[str]:
    """When each of the machines was admitted, in UTC."""
    with store.read() as session:
        return sorted(epochs.starting(session.connection, FOLLOWER).values())


def dismiss_machines(store: Store) -> None:
    """Let none of the machines fetch anything any more."""
    with store.write() as session:
        for key in epochs.starting(session.connection, FOLLOWER):
            session.connection.execute("DELETE FROM meta WHERE key = ?", (key,))
