"""The organiser: the passphrase, of which only a hash is kept, and the sessions that it opens."""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import itertools
import secrets
import threading
import time
import unicodedata

from scorekeeper.errors import StorageError
from scorekeeper.records.store import Store
from scorekeeper.rules.contract import Fault
from scorekeeper.tournaments.access.limits import LOGIN_DEVICE, LOGIN_FAILED, Limiter
from scorekeeper.tournaments.access.table_links import TOKEN, token_hash
from scorekeeper.tournaments.acts.desk import refusal

PASSPHRASE_MIN, PASSPHRASE_MAX = 12, 128
IDLE_SECONDS = 12 * 3600.0
"""An organiser's session ends after so long without a request."""
_COST = 2**15
_HASHING = threading.BoundedSemaphore(2)
"""Each hash takes 32 MiB and a fifth of a second: no more than two at once, whatever is sent."""
_COMMON = (
    "password",
    "passwort",
    "motdepasse",
    "azerty",
    "qwerty",
    "qwertz",
    "bonjour",
    "welcome",
    "letmein",
    "iloveyou",
    "jetaime",
    "scorekeeper",
    "organisateur",
    "organiser",
    "organisatrice",
    "tournoi",
    "tournament",
    "feuilledemarque",
    "matchaucochon",
    "cochon",
    "administrator",
    "administrateur",
    "admin",
    "changeme",
    "secret",
    "soleil",
    "football",
    "abcdefghijklmnopqrstuvwxyz",
    "azertyuiopqsdfghjklmwxcvbn",
    "qwertyuiopasdfghjklzxcvbnm",
    "qwertzuiopasdfghjklyxcvbnm",
    # Whole phrases that everybody thinks of when a phrase is asked for.
    "correcthorsebatterystaple",
    "chevalcorrectbatterieagrafe",
    "ceciestunmotdepasse",
    "ceciestunephrasedepasse",
    "thisisapassword",
    "thisismypassword",
    "phrasedepasse",
    "passphrase",
    "sesameouvretoi",
    "opensesame",
    "laissezmoientrer",
    "liberteegalitefraternite",
    "unpourtoustouspourun",
    "etreounepasetre",
    "tobeornottobe",
    "iletaitunefois",
    "onceuponatime",
    "portezcevieuxwhiskyaujugeblondquifume",
    "thequickbrownfoxjumpsoverthelazydog",
)
"""Words that are no secret, also with figures and signs around them or twice over."""


def has_passphrase(store: Store) -> bool:
    """Whether an organiser's passphrase was set."""
    with store.read() as session:
        return bool(session.passphrase())


def set_passphrase(store: Store, passphrase: str) -> None:
    """Set the organiser's passphrase, in the place of an earlier one; all sessions end.

    Raises:
        Refused: when it is too short, too long, or easily guessed.
        StorageError: when it could not be written.
    """
    text = unicodedata.normalize("NFC", passphrase)
    if not PASSPHRASE_MIN <= len(text) <= PASSPHRASE_MAX:
        values = {"min": PASSPHRASE_MIN, "max": PASSPHRASE_MAX}
        raise refusal(Fault("phrase-courte", "passphrase", values))
    if is_common(text):
        raise refusal(Fault("phrase-commune", "passphrase"))
    salt = secrets.token_bytes(16)
    kept = f"scrypt${_COST}${salt.hex()}${_scrypt(text, salt, _COST).hex()}"
    with store.write() as session:
        session.set_passphrase(kept)
        session.close_organiser(None)


def is_common(text: str) -> bool:
    """Whether a passphrase is one that is tried first: a common word with trimmings, a few signs over and over, a row."""
    letters = "".join(sign for sign in unicodedata.normalize("NFKD", text.casefold()) if sign.isalnum())
    if len(set(letters)) < 5:
        return True
    steps = {ord(two) - ord(one) for one, two in itertools.pairwise(letters)}
    if len(steps) <= 2 and steps <= {-9, -1, 0, 1, 9}:
        return True
    bare = letters.strip("0123456789")
    if any(word.startswith(bare) and len(bare) > 3 for word in _COMMON):
        return True
    for word in sorted(_COMMON, key=len, reverse=True):
        bare = bare.replace(word, "")
    return len(bare.strip("0123456789")) < 4


def _scrypt(text: str, salt: bytes, cost: int) -> bytes:
    with _HASHING:
        return hashlib.scrypt(
            text.encode("utf-8", "surrogatepass"), salt=salt, n=cost, r=8, p=1, maxmem=2**26, dklen=32
        )


def matches(store: Store, passphrase: str) -> bool:
    """Whether it is the organiser's passphrase. Takes as long when there is none."""
    with store.read() as session:
        kept = session.passphrase()
    _, cost, salt, known = kept.split("$") if kept else ("", str(_COST), "00" * 16, "")
    text = unicodedata.normalize("NFC", passphrase[: 4 * PASSPHRASE_MAX])
    found = _scrypt(text, bytes.fromhex(salt), int(cost)).hex()
    return bool(kept) and hmac.compare_digest(found, known)


class Organisers:
    """The organiser's sessions of one running app: limits, and when each was last heard of."""

    def __init__(self, store: Store, limiter: Limiter) -> None:
        """Work on the records of `store`, counting tries with `limiter`."""
        self._store = store
        self._limiter = limiter
        self._heard: dict[str, float] = {}

    def log_in(self, passphrase: str, device: str) -> str:
        """Open a session; its token.

        Raises:
            Refused: for a wrong passphrase.
            TooMany: after too many tries.
            StorageError: when it could not be written.
        """
        self._limiter.check(LOGIN_FAILED)
        self._limiter.take(LOGIN_DEVICE, device)
        if not matches(self._store, passphrase):
            self._limiter.count(LOGIN_FAILED)
            raise refusal(Fault("phrase-fausse", "passphrase"))
        token = secrets.token_urlsafe(16)
        with self._store.write() as session:
            session.open_organiser(token_hash(token), device[:80])
        self._heard[token_hash(token)] = time.monotonic()
        return token

    def knows(self, token: str) -> bool:
        """Whether a token is that of an open session; it is heard of now."""
        if not TOKEN.fullmatch(token):
            return False
        key, now = token_hash(token), time.monotonic()
        with self._store.read() as session:
            is_open = session.is_organiser(key)
        # Counted from when it was first heard of here: a clock that jumps logs nobody out.
        if is_open and now - self._heard.get(key, now) > IDLE_SECONDS:
            # On a disk that takes nothing the session stays in the file, and is refused here all the same.
            with contextlib.suppress(StorageError):
                self.log_out(token)
            return False
        if is_open:
            self._heard[key] = now
        return is_open

    def log_out(self, token: str | None) -> None:
        """End one session, or all of them.

        Raises:
            StorageError: when it could not be written.
        """
        with self._store.write() as session:
            session.close_organiser(None if token is None else token_hash(token))
        if token is None:
            self._heard.clear()
        else:
            self._heard.pop(token_hash(token), None)
