"""Replication: poll the followed server every second for changes, and fetch all records when there are any.

After a takeover, the former server is polled until it acknowledges the new epoch and stops writing. A writing server also polls
the other servers of the house, in case one of them took over. Servers prove that they have the house's key before a token is sent:
their address may belong to another machine by now.
"""

import contextlib
import gzip
import hmac
import http.client
import json
import logging
import secrets
import ssl
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from scorekeeper.config import HOUSE_CERTIFICATE, House
from scorekeeper.errors import StorageError
from scorekeeper.i18n import N_, gettext
from scorekeeper.records import epochs, replica_store
from scorekeeper.records.backup import belongings
from scorekeeper.records.news import EVERYTHING
from scorekeeper.records.replica_store import COPY, GAVE_WAY, HOLDS, CopyStore, Source
from scorekeeper.records.store import Store
from scorekeeper.system import private_folder, write_private
from scorekeeper.web.core.reach import LATE, WaysIn

log = logging.getLogger("scorekeeper")

KIN_SECONDS, MOST, MOST_BYTES = 2.0, 16, 4096
"""Timeout in seconds of a query, largest number of addresses queried, and of bytes read from a response."""


@dataclass(frozen=True)
class Peer:
    """Another server of the house."""

    url: str
    epoch: str
    role: str
    https_port: int


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Redirect handler that follows no redirects: a request is for one server only."""

    def redirect_request(self, *_: object) -> None:
        """Return `None`, which makes a redirect an error."""


def opener(url: str, folder: Path) -> urllib.request.OpenerDirector:
    """Return a URL opener for one server. HTTPS trusts the system's authorities and the house's, if its certificate is in `folder`."""
    context = None
    if url.startswith("https:"):
        context = ssl.create_default_context()
        with contextlib.suppress(OSError):
            context.load_verify_locations(House(folder).folder / HOUSE_CERTIFICATE)
    return urllib.request.build_opener(_NoRedirect, urllib.request.HTTPSHandler(context=context))


def find(urls: Iterable[str], folder: Path, epoch: str = "") -> list[Peer]:
    """Return the servers of this house that answer at `urls`, in order. Sends them our `epoch`, if given."""
    asked = list(dict.fromkeys(urls))[:MOST]
    key = belongings.key(folder)
    if not asked or not key:
        return []
    with ThreadPoolExecutor(len(asked)) as pool:
        answers = pool.map(partial(_ask, key=key, folder=folder, epoch=epoch), asked)
    return [peer for peer in answers if peer is not None]


def _ask(url: str, *, key: bytes, folder: Path, epoch: str) -> Peer | None:
    challenge = secrets.token_hex(16)
    try:
        there = urllib.parse.urljoin(url, f"secours/maison?defi={challenge}")
        asked = urllib.request.Request(there)  # noqa: S310
        if epoch:
            asked.add_header("X-Epoch", epoch)
        with opener(url, folder).open(asked, timeout=KIN_SECONDS) as answer:
            document: dict[str, Any] = json.loads(answer.read(MOST_BYTES))
        peer = Peer(url, str(document["epoch"]), str(document["role"]), int(document["https"]))
        proof = epochs.proof_of_house(challenge, key, peer.epoch, peer.role, peer.https_port)
        return peer if hmac.compare_digest(str(document["proof"]).encode(), proof.encode()) else None
    except (OSError, http.client.HTTPException, ValueError, TypeError, KeyError):
        return None


LOOK_EVERY = 1.0
WAKE_EVERY = 5.0
"""Seconds between two queries to a former server, or to other servers of the house."""
SHARE = 4.0
"""Divisor: polling takes at most this fraction (1/4) of the time, up to pauses of `LONGEST`."""
LONGEST = 3.0
"""Longest pause in seconds between two queries: after a stalled network, the replica must not become stale."""
PATIENCE = 10.0
"""Timeout of a request in seconds."""
SHORT = 3.0
"""Timeout in seconds of a query for changes: a request lost with the network is better repeated."""
LARGEST = 512 * 2**20
"""Largest response in bytes, compressed."""


Ports = tuple[int, int]
"""Ports of HTTP and HTTPS, if this server is on a local network; else 0."""
ServerUrls = Callable[[], Iterable[str]]
"""Function that returns the home page URLs of servers discovered by mDNS."""
Wanted = Callable[[Peer], bool]
MISSING = N_(
    "L’autre machine a noté ce qui manque ici : %(num)s. La liste est au bureau, sous Machine de secours."
)


class Unreachable(Exception):
    """The other server does not answer, or is not of the house; the argument is the reason, in English for the log."""


class Refusing(Exception):
    """The other server does not accept this one's token or code."""


class Connection:
    """Client of the followed server, which it also finds at new addresses. Any request may raise `Unreachable` or `Refusing`."""

    def __init__(
        self, followed: Source, folder: Path, other_servers: ServerUrls = tuple, wanted: Wanted = bool
    ) -> None:
        """Look for `followed` at its URL and at those of `other_servers`; `wanted` returns whether a peer is the right server."""
        self.followed = followed
        self._folder, self._other_servers, self._wanted = folder, other_servers, wanted
        self._met = False

    def pair(self, code: str) -> Source:
        """Exchange a pairing code for a token, and return the server with it."""
        admitted = json.loads(self._ask("secours/admettre", {"code": code}))
        return Source(self.followed.url, str(admitted["token"]))

    def mark(self, port: int = 0, https_port: int = 0, age: float = 0.0) -> str:
        """Return a mark of the other server's records that changes with every write.

        Sends the ports of this server, if it is on a local network, and the `age` of its replica in seconds.
        """
        ports = {"port": port, "https": https_port} if port else {}
        query = urllib.parse.urlencode({**ports, "age": int(age)})
        state = json.loads(self._ask(f"secours/etat?{query}", patience=SHORT))
        if state["role"] == GAVE_WAY:
            self._met = False
            raise Unreachable("another server has taken over")
        self.followed = replace(self.followed, others=tuple(map(str, state["ways"])))
        return str(state["mark"])

    def fetch(self, *, keys: bool = True) -> Path:
        """Fetch and verify all records, store the `keys`, and return the path of the copy. Also raises `StorageError`, `OSError`."""
        private_folder(self._folder)
        path = self._folder / f".{uuid.uuid4().hex}.fetched"
        try:
            write_private(path, gzip.decompress(self._ask("secours/copie")))
            replica_store.receive(path, self._folder if keys else None)
        except BaseException as error:
            path.unlink(missing_ok=True)
            if isinstance(error, EOFError | gzip.BadGzipFile):
                raise Unreachable(str(error)) from error
            raise
        return path

    def hand_over(self, epoch: str, port: int = 0, https_port: int = 0) -> bool:
        """Send the other server the epoch of our takeover and our ports. Return whether it stopped writing."""
        news = {"epoch": epoch, "port": str(port), "https": str(https_port)}
        return json.loads(self._ask("secours/passation", news))["gave_way"] is True

    def _ask(self, path: str, fields: dict[str, str] | None = None, patience: float = PATIENCE) -> bytes:
        self._meet()
        body = None if fields is None else urllib.parse.urlencode(fields).encode()
        asked = urllib.request.Request(urllib.parse.urljoin(self.followed.url, path), body)  # noqa: S310
        if self.followed.token:
            asked.add_header("Authorization", f"Bearer {self.followed.token}")
        try:
            with opener(self.followed.url, self._folder).open(asked, timeout=patience) as answer:
                content: bytes = answer.read(LARGEST)
        except urllib.error.HTTPError as error:
            if error.code in {401, 403, 404, 429}:
                raise Refusing(str(error)) from error
            self._met = False
            raise Unreachable(str(error)) from error
        except (OSError, http.client.HTTPException, ValueError) as error:
            self._met = False
            raise Unreachable(str(error)) from error
        return content

    def _meet(self) -> None:
        """Check that the followed server answers at its URL, or find another URL. Without the house's key, nothing is checked."""
        if self._met or not belongings.key(self._folder):
            return
        urls = [self.followed.url, *self.followed.others, *self._other_servers()]
        peer = next(filter(self._wanted, find(urls, self._folder)), None)
        if peer is None:
            raise Unreachable(f"no server of the house answers at {' '.join(dict.fromkeys(urls))}")
        self.followed = replace(self.followed, url=peer.url)
        self._met = True


class FollowThread(threading.Thread):
    """Thread that keeps a replica up to date while it is served."""

    def __init__(self, store: CopyStore, ports: Ports = (0, 0), other_servers: ServerUrls = tuple) -> None:
        super().__init__(name="follower", daemon=True)
        self._store, self._ports = store, ports
        self._connection = Connection(
            store.followed, store.folder, other_servers, lambda peer: peer.role == HOLDS
        )
        self._mark = ""
        self._last_error = ""
        self._late = False

    def run(self) -> None:
        while True:
            time.sleep(self.tried())

    def tried(self) -> float:
        """Poll once, logging failures. Return the seconds until the next poll."""
        began = time.monotonic()
        try:
            self.look()
        except (Unreachable, Refusing, StorageError, OSError, ValueError, KeyError) as error:
            # Repeated reasons are logged once: a closed laptop may stay so for hours.
            if str(error) != self._last_error:
                log.error("follow: %s", error)  # noqa: TRY400
            self._last_error = str(error)
            return LOOK_EVERY
        finally:
            if self._late != (late := time.time() - self._store.fresh_at > LATE):
                self._late = late
                self._store.news.nudge([EVERYTHING])
        self._last_error = ""
        return min(max(LOOK_EVERY, (SHARE - 1) * (time.monotonic() - began)), LONGEST)

    def look(self) -> None:
        """Query the followed server once, and replace the replica if something has changed."""
        asked = time.time()
        mark = self._connection.mark(*self._ports, asked - self._store.fresh_at)
        if self._connection.followed != self._store.followed:
            self._store.move(self._connection.followed)
        if mark != self._mark:
            self._store.replace(self._connection.fetch())
            self._mark = mark
        self._store.fresh_at = asked


class HandOverThread(threading.Thread):
    """Thread that notifies the formerly followed server of our takeover as soon as that server is reachable."""

    def __init__(
        self, store: Store, followed: Source, ports: Ports = (0, 0), other_servers: ServerUrls = tuple
    ) -> None:
        super().__init__(name="hand over", daemon=True)
        self._store, self._ports = store, ports
        self._connection = Connection(followed, store.folder, other_servers, self._is_former)

    def _is_former(self, peer: Peer) -> bool:
        return peer.role != COPY and peer.epoch != self._store.epoch

    def run(self) -> None:
        """Poll until the other server acknowledges our epoch; store those of its acts that are missing here."""
        while True:
            time.sleep(WAKE_EVERY)
            with contextlib.suppress(Unreachable, Refusing, StorageError, OSError, ValueError, KeyError):
                if self.look():
                    return

    def look(self) -> bool:
        """Send our epoch to the other server once, and store its acts that are missing here. Return whether it acknowledged."""
        if not self._connection.hand_over(self._store.epoch, *self._ports):
            return False
        if missing := replica_store.keep_missing(self._store, self._connection.fetch(keys=False)):
            log.warning("%s", gettext(MISSING, num=missing))
        (self._store.folder / replica_store.FOLLOWED).unlink(missing_ok=True)
        return True


class PeerThread(threading.Thread):
    """Thread of a writing server that looks for other servers of the house that took over, and for changes of the standby."""

    def __init__(self, store: Store, reach: WaysIn, other_servers: ServerUrls = tuple) -> None:
        super().__init__(name="kin", daemon=True)
        self._store, self._reach, self._other_servers = store, reach, other_servers
        self._standby = reach.standby_state()

    def run(self) -> None:
        """Call `look` until another server has taken over, then end."""
        while not self.look():
            time.sleep(WAKE_EVERY)

    def look(self) -> bool:
        """Exchange epochs with the other servers once. If one has a later epoch, stop writing and return true."""
        store, reach = self._store, self._reach
        for peer in find(filter(None, [reach.standby, *self._other_servers()]), store.folder, store.epoch):
            with contextlib.suppress(StorageError):
                if store.stop_if_superseded(peer.epoch):
                    at = urllib.parse.urlsplit(peer.url)
                    reach.note_standby(at.hostname or "", str(at.port or 80), str(peer.https_port))
                    return True
        if self._standby != (state := reach.standby_state()):
            self._standby = state
            store.news.nudge([EVERYTHING])
        return False
