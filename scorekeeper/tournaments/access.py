"""Who may come in: the organiser by a passphrase, a table by the link on its card. Only hashes are kept.

A table's token is 128 bits that follow from the machine's secret key and from how often a link was made for that table, so that
a card can be printed again without ending the link of the one that lies on the table.
"""

from __future__ import annotations

import base64
import contextlib
import datetime as dt
import hashlib
import hmac
import itertools
import re
import secrets
import threading
import time
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from scorekeeper.errors import StorageError, Unknown
from scorekeeper.parties import Author
from scorekeeper.records.store import Store
from scorekeeper.records.tournament_rows import LinkRow
from scorekeeper.records.tournament_session import TournamentSession
from scorekeeper.rules.contract import Fault
from scorekeeper.tournaments import fold
from scorekeeper.tournaments.acts import Desk, Said, load_tournament, perform, read, refusal, remember
from scorekeeper.tournaments.fold import Act
from scorekeeper.tournaments.limits import LOGIN_DEVICE, LOGIN_FAILED, Limiter
from scorekeeper.tournaments.model import Stage, Tournament
from scorekeeper.tournaments.options import MAX_TABLES

PASSPHRASE_MIN, PASSPHRASE_MAX = 12, 128
IDLE_SECONDS = 12 * 3600.0
"""An organiser's session ends after so long without a request."""
LINK_HOURS = 24
"""A table's link ends so long after the tournament."""
_COST = 2**15
_HASHING = threading.BoundedSemaphore(2)
"""Each hash takes 32 MiB and a fifth of a second: no more than two at once, whatever is sent."""
_TOKEN = re.compile(r"[A-Za-z0-9_-]{22}", re.ASCII)
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


@dataclass(frozen=True)
class Bound:
    """The one table that a device may write for."""

    tournament: int
    table: int


def hashed(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def token_for(key: bytes, tournament: int, table: int, made: int) -> str:
    """The token of a table's link: 22 letters, 128 bits."""
    text = f"table:{tournament}:{table}:{made}".encode()
    digest = hmac.new(key, text, hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest[:16]).decode("ascii").rstrip("=")


def links(
    store: Store, number: int, *, key: bytes, by: Author, tables: Iterable[int] | None = None
) -> dict[int, str]:
    """The tokens of the tables' links by table number; a link is made where there is none yet.

    Args:
        store: the records.
        number: the tournament.
        key: the machine's secret key.
        by: who asks for them.
        tables: which tables; all that were drawn so far unless told.

    Raises:
        Unknown: when there is no such tournament.
        StorageError: when they could not be written.
    """
    t = read(store, number)
    wanted = tuple(range(1, table_count(t) + 1)) if tables is None else tuple(tables)
    with store.read() as session:
        live = _live_tokens(TournamentSession(session), t, key)
    if any(table not in live for table in wanted):
        live = _make(store, number, key, by, wanted, anew=False)
    return {table: live[table] for table in wanted}


def links_so_far(store: Store, number: int, *, key: bytes) -> dict[int, str]:
    """The tokens of the links that were made already, by table number; for where none can be made now.

    Raises:
        Unknown: when there is no such tournament.
    """
    t = read(store, number)
    with store.read() as session:
        return _live_tokens(TournamentSession(session), t, key)


def table_count(t: Tournament) -> int:
    """The most tables of any round, drawn or planned."""
    counts = [len(one.tables) for one in t.rounds] + [len(one.tables) for one in t.planned]
    return max(counts, default=0)


def _live_tokens(rows: TournamentSession, t: Tournament, key: bytes) -> dict[int, str]:
    found = {}
    for link in rows.links(t.id):
        token = token_for(key, t.id, link.number, link.made)
        # After a move to another machine the key is another one; then a new link is made.
        if hashed(token) == link.hash:
            found[link.number] = token
    return found


def _make(
    store: Store, number: int, key: bytes, by: Author, wanted: Iterable[int], *, anew: bool
) -> dict[int, str]:
    with store.write() as session:
        t = load_tournament(store, session, number)
        desk = Desk(store, session, t, by)
        live = _live_tokens(desk.rows, t, key)
        made = {}
        for table in wanted:
            if table in live and not anew:
                continue
            made[table] = t.links.get(table, 0) + 1
            live[table] = token_for(key, t.id, table, made[table])
            desk.rows.revoke(t.id, table)
            desk.rows.add_link(LinkRow(hashed(live[table]), t.id, table, made[table], 0))
        if made:
            tables = {str(table): count for table, count in made.items()}
            desk.write(Said(Act.LIEN, {"tables": sorted(made)}), {"made": tables})
            desk.rows.put(fold.rows_of(desk.t, t))
    remember(store, desk)
    return live


def revoke_link(store: Store, number: int, table: int, *, by: Author, uuid: str | None = None) -> Tournament:
    """End the link of a table, and every device that came in by it.

    Raises:
        Unknown: when there is no such tournament, or the table has no link.
        StorageError: when it could not be written.
    """

    def act(desk: Desk) -> None:
        if not desk.rows.revoke(number, table):
            raise Unknown(f"link of table {table}")

    return perform(store, number, Said(Act.LIEN_REVOQUE, {}, f"table:{table}"), by=by, uuid=uuid, act=act)


def rotate_link(store: Store, number: int, table: int, *, key: bytes, by: Author) -> str:
    """End the link of a table and make another; its token.

    Raises:
        Unknown: when there is no such tournament.
        StorageError: when it could not be written.
    """
    if not 1 <= table <= MAX_TABLES:
        raise Unknown(f"table {table}")
    return _make(store, number, key, by, [table], anew=True)[table]


def overview(store: Store, number: int) -> list[dict[str, int]]:
    """The tables that have a link, which one it is, and how many devices came in by it.

    Raises:
        Unknown: when there is no such tournament.
    """
    with store.read() as session:
        rows = TournamentSession(session)
        rows.head(number)
        devices = rows.devices(number)
        return [
            {"table": link.number, "made": link.made, "devices": devices.get(link.number, 0)}
            for link in rows.links(number)
        ]


def seen(store: Store, token: str) -> Bound | None:
    """The table that a link is for; `None` for any token that is none."""
    if not _TOKEN.fullmatch(token):
        return None
    with store.read() as session:
        rows = TournamentSession(session)
        return _standing(rows, rows.link(hashed(token)))


def _standing(rows: TournamentSession, link: LinkRow | None) -> Bound | None:
    if link is None:
        return None
    head = rows.head(link.tournament)
    if head.stage == Stage.FINI:
        ended = dt.datetime.fromisoformat(head.active_at)
        if dt.datetime.now(dt.UTC) - ended > dt.timedelta(hours=LINK_HOURS):
            return None
    return Bound(link.tournament, link.number)


def bind(store: Store, token: str, device: str = "") -> tuple[str, Bound]:
    """Take a table on a device; the token of the device, to be kept in its cookie, and the table.

    Raises:
        Unknown: when the token is none.
        StorageError: when it could not be written.
    """
    found = seen(store, token)
    if found is None:
        raise Unknown("link")
    own = secrets.token_urlsafe(16)
    with store.write() as session:
        TournamentSession(session).bind(hashed(own), hashed(token), device[:80])
    return own, found


def bound(store: Store, cookie: str) -> Bound | None:
    """The table that a device took; `None` when it took none, or the link ended."""
    if not _TOKEN.fullmatch(cookie):
        return None
    with store.read() as session:
        rows = TournamentSession(session)
        return _standing(rows, rows.bound(hashed(cookie)))


def has_passphrase(store: Store) -> bool:
    """Whether an organiser's passphrase was set."""
    with store.read() as session:
        return bool(TournamentSession(session).passphrase())


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
        rows = TournamentSession(session)
        rows.set_passphrase(kept)
        rows.close_organiser(None)


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
        kept = TournamentSession(session).passphrase()
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
            TournamentSession(session).open_organiser(hashed(token), device[:80])
        self._heard[hashed(token)] = time.monotonic()
        return token

    def knows(self, token: str) -> bool:
        """Whether a token is that of an open session; it is heard of now."""
        if not _TOKEN.fullmatch(token):
            return False
        key, now = hashed(token), time.monotonic()
        with self._store.read() as session:
            is_open = TournamentSession(session).is_organiser(key)
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
            TournamentSession(session).close_organiser(None if token is None else hashed(token))
        if token is None:
            self._heard.clear()
        else:
            self._heard.pop(hashed(token), None)
