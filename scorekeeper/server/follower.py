"""Following another machine: asking it every second whether something has changed, and fetching everything when it has.

After this machine went on by itself, the other one is looked for until it is awake again, so that it stops writing. And whoever
writes looks for machines of the house that went on without it. Machines are recognised by the key of the house: somebody else may
have an address by now, and gets no token.
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
"""Seconds that an address may take to answer, addresses that are asked, bytes that are read."""


@dataclass(frozen=True)
class Kin:
    """A machine of the house."""

    url: str
    epoch: str
    role: str
    https_port: int


class _NoDetour(urllib.request.HTTPRedirectHandler):
    """Goes nowhere else: what is asked is for that one machine."""

    def redirect_request(self, *_: object) -> None:
        """Take a redirect for a failure."""


def opener(url: str, folder: Path) -> urllib.request.OpenerDirector:
    """Opens addresses of one machine. Over https the authorities of the system are trusted, and the house's once it is here."""
    context = None
    if url.startswith("https:"):
        context = ssl.create_default_context()
        with contextlib.suppress(OSError):
            context.load_verify_locations(House(folder).folder / HOUSE_CERTIFICATE)
    return urllib.request.build_opener(_NoDetour, urllib.request.HTTPSHandler(context=context))


def find(urls: Iterable[str], folder: Path, epoch: str = "") -> list[Kin]:
    """The machines of the house among addresses, in their order; whoever is there hears of the `epoch`."""
    asked = list(dict.fromkeys(urls))[:MOST]
    key = belongings.key(folder)
    if not asked or not key:
        return []
    with ThreadPoolExecutor(len(asked)) as pool:
        answers = pool.map(partial(_ask, key=key, folder=folder, epoch=epoch), asked)
    return [kin for kin in answers if kin is not None]


def _ask(url: str, *, key: bytes, folder: Path, epoch: str) -> Kin | None:
    challenge = secrets.token_hex(16)
    try:
        there = urllib.parse.urljoin(url, f"secours/maison?defi={challenge}")
        asked = urllib.request.Request(there)  # noqa: S310
        if epoch:
            asked.add_header("X-Epoch", epoch)
        with opener(url, folder).open(asked, timeout=KIN_SECONDS) as answer:
            document: dict[str, Any] = json.loads(answer.read(MOST_BYTES))
        kin = Kin(url, str(document["epoch"]), str(document["role"]), int(document["https"]))
        proof = epochs.proof_of_house(challenge, key, kin.epoch, kin.role, kin.https_port)
        return kin if hmac.compare_digest(str(document["proof"]).encode(), proof.encode()) else None
    except (OSError, http.client.HTTPException, ValueError, TypeError, KeyError):
        return None


LOOK_EVERY = 1.0
WAKE_EVERY = 5.0
"""Seconds between two questions whether the machine that was followed is awake, or another one of the house."""
SHARE = 4.0
"""Fetching takes at most one part in so many of the time, as long as it is quick."""
LONGEST = 3.0
"""Seconds between two questions at most: a network that stood still for a while must not make the copy old."""
PATIENCE = 10.0
"""Seconds that an answer may take."""
SHORT = 3.0
"""The same for whether anything has changed: what got lost with the network is better asked again."""
LARGEST = 512 * 2**20
"""Bytes of the largest copy that is taken, packed."""


Ports = tuple[int, int]
"""Of http and of https, where this machine serves a room; else 0."""
Heard = Callable[[], Iterable[str]]
"""First pages of machines of the house, as the network tells."""
Wanted = Callable[[Kin], bool]
MISSING = N_(
    "L’autre machine a noté ce qui manque ici : %(num)s. La liste est au bureau, sous Machine de secours."
)


class Unreachable(Exception):
    """The other machine does not answer, or not as one of ours; its argument is the reason, in English for the log."""


class Refusing(Exception):
    """The other machine does not know this one, or no more."""


class Connection:
    """Requests to the machine that is followed, wherever it is. All of them raise `Unreachable` and `Refusing`."""

    def __init__(self, followed: Source, folder: Path, heard: Heard = tuple, wanted: Wanted = bool) -> None:
        """`wanted` tells it from other machines of the house."""
        self.followed = followed
        self._folder, self._heard, self._wanted = folder, heard, wanted
        self._met = False

    def pair(self, code: str) -> Source:
        """The same machine with the token that it gives for the code."""
        admitted = json.loads(self._ask("secours/admettre", {"code": code}))
        return Source(self.followed.url, str(admitted["token"]))

    def mark(self, port: int = 0, https_port: int = 0, age: float = 0.0) -> str:
        """Changes that follow from something written there.

        The ports tell where this machine serves a room, if it does, and `age` by how many seconds its copy is behind.
        """
        ports = {"port": port, "https": https_port} if port else {}
        query = urllib.parse.urlencode({**ports, "age": int(age)})
        state = json.loads(self._ask(f"secours/etat?{query}", patience=SHORT))
        if state["role"] == GAVE_WAY:
            self._met = False
            raise Unreachable("the evening goes on elsewhere")
        self.followed = replace(self.followed, others=tuple(map(str, state["ways"])))
        return str(state["mark"])

    def fetch(self, *, keys: bool = True) -> Path:
        """Everything as a file in the data folder, verified; its `keys` in their places. Raises `StorageError`, `OSError` too."""
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
        """Tell the other machine that its records live on here, and by which ports; whether it stopped writing."""
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
        """Make sure that the house answers there, or find where; before its key is here, the address is taken for it."""
        if self._met or not belongings.key(self._folder):
            return
        urls = [self.followed.url, *self.followed.others, *self._heard()]
        kin = next(filter(self._wanted, find(urls, self._folder)), None)
        if kin is None:
            raise Unreachable(f"nobody of the house answers at {' '.join(dict.fromkeys(urls))}")
        self.followed = replace(self.followed, url=kin.url)
        self._met = True


class FollowThread(threading.Thread):
    """Keeps the copy fresh while it is served."""

    def __init__(self, store: CopyStore, ports: Ports = (0, 0), heard: Heard = tuple) -> None:
        super().__init__(name="follower", daemon=True)
        self._store, self._ports = store, ports
        self._connection = Connection(store.followed, store.folder, heard, lambda kin: kin.role == HOLDS)
        self._mark = ""
        self._told = ""
        self._late = False

    def run(self) -> None:
        """Ask, fetch, wait."""
        while True:
            time.sleep(self.tried())

    def tried(self) -> float:
        """Look once, whatever comes of it; seconds until the next time."""
        began = time.monotonic()
        try:
            self.look()
        except (Unreachable, Refusing, StorageError, OSError, ValueError, KeyError) as error:
            # Once for each reason: a laptop that is shut may stay so for hours.
            if str(error) != self._told:
                log.error("follow: %s", error)  # noqa: TRY400
            self._told = str(error)
            return LOOK_EVERY
        finally:
            if self._late != (late := time.time() - self._store.fresh_at > LATE):
                self._late = late
                self._store.news.nudge([EVERYTHING])
        self._told = ""
        return min(max(LOOK_EVERY, (SHARE - 1) * (time.monotonic() - began)), LONGEST)

    def look(self) -> None:
        """Fetch everything if something has changed."""
        asked = time.time()
        mark = self._connection.mark(*self._ports, asked - self._store.fresh_at)
        if self._connection.followed != self._store.followed:
            self._store.move(self._connection.followed)
        if mark != self._mark:
            self._store.replace(self._connection.fetch())
            self._mark = mark
        self._store.fresh_at = asked


class HandOverThread(threading.Thread):
    """Tells the machine that was followed, as soon as it is awake again, that its records live on here."""

    def __init__(self, store: Store, followed: Source, ports: Ports = (0, 0), heard: Heard = tuple) -> None:
        super().__init__(name="hand over", daemon=True)
        self._store, self._ports = store, ports
        self._connection = Connection(followed, store.folder, heard, self._is_former)

    def _is_former(self, kin: Kin) -> bool:
        return kin.role != COPY and kin.epoch != self._store.epoch

    def run(self) -> None:
        """Poll until the other server acknowledges our epoch; keep its acts that are missing here."""
        while True:
            time.sleep(WAKE_EVERY)
            with contextlib.suppress(Unreachable, Refusing, StorageError, OSError, ValueError, KeyError):
                if self.look():
                    return

    def look(self) -> bool:
        """Send our epoch to the other server once; keep its acts that are missing here. Return whether it acknowledged."""
        if not self._connection.hand_over(self._store.epoch, *self._ports):
            return False
        if missing := replica_store.keep_missing(self._store, self._connection.fetch(keys=False)):
            log.warning("%s", gettext(MISSING, num=missing))
        (self._store.folder / replica_store.FOLLOWED).unlink(missing_ok=True)
        return True


class KinThread(threading.Thread):
    """Looks for machines of the house that went on without this one, which writes, and for the one that stands by."""

    def __init__(self, store: Store, reach: WaysIn, heard: Heard = tuple) -> None:
        super().__init__(name="kin", daemon=True)
        self._store, self._reach, self._heard = store, reach, heard
        self._standby = reach.standby_state()

    def run(self) -> None:
        """Look until one went on."""
        while not self.look():
            time.sleep(WAKE_EVERY)

    def look(self) -> bool:
        """Tell each that is found the epoch of these records, and hear of its own; whether a later life has begun there."""
        store, reach = self._store, self._reach
        for kin in find(filter(None, [reach.standby, *self._heard()]), store.folder, store.epoch):
            with contextlib.suppress(StorageError):
                if store.give_way_to(kin.epoch):
                    at = urllib.parse.urlsplit(kin.url)
                    reach.note_standby(at.hostname or "", str(at.port or 80), str(kin.https_port))
                    return True
        if self._standby != (state := reach.standby_state()):
            self._standby = state
            store.news.nudge([EVERYTHING])
        return False
