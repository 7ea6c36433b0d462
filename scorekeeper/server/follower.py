"""Following another machine: asking it every second whether something has changed, and fetching everything when it has.

After this machine went on by itself, the same address is asked whether the other one is awake again, so that it stops writing.
"""

from __future__ import annotations

import contextlib
import gzip
import http.client
import json
import logging
import ssl
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from pathlib import Path

from scorekeeper.errors import StorageError
from scorekeeper.i18n import N_, gettext
from scorekeeper.records import diverged_copies, replica_store
from scorekeeper.records.replica_store import CopyStore, Source
from scorekeeper.records.store import Store
from scorekeeper.system import private_folder, write_private

log = logging.getLogger("scorekeeper")

LOOK_EVERY = 1.0
WAKE_EVERY = 5.0
"""Seconds between two questions whether the machine that was followed is awake."""
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


PARTED = N_("L’autre machine a encore noté ceci après la reprise : %(num)s")


class Unreachable(Exception):
    """The other machine does not answer, or not as one of ours; its argument is the reason, in English for the log."""


class Refusing(Exception):
    """The other machine does not know this one, or no more."""


class _NoDetour(urllib.request.HTTPRedirectHandler):
    """Goes nowhere else: the token is for that one machine."""

    def redirect_request(self, *_: object) -> None:
        """Take a redirect for a failure."""


class Connection:
    """Requests to the machine that is followed. All of them raise `Unreachable` and `Refusing`."""

    def __init__(self, followed: Source, folder: Path) -> None:
        self._followed = followed
        self._folder = folder

    def pair(self, code: str) -> Source:
        """The same machine with the token that it gives for the code."""
        admitted = json.loads(self._ask("secours/admettre", {"code": code}))
        return Source(self._followed.url, str(admitted["token"]))

    def mark(self, port: int = 0, https_port: int = 0) -> str:
        """Changes that follow from something written there; the ports tell where this machine serves a room, if it does."""
        ports = {"port": port, "https": https_port} if port else {}
        query = f"?{urllib.parse.urlencode(ports)}" if ports else ""
        return str(json.loads(self._ask(f"secours/etat{query}", patience=SHORT))["mark"])

    def fetch(self, *, keys: bool = True) -> Path:
        """Everything as a file in the data folder, verified; its `keys` in their places. Raises `StorageError`, `OSError` too."""
        private_folder(self._folder)
        path = self._folder / f".{uuid.uuid4().hex}.fetched"
        try:
            write_private(path, gzip.decompress(self._ask("secours/copie")))
            replica_store.receive(path, self._folder if keys else None)
        except (EOFError, gzip.BadGzipFile) as error:
            path.unlink(missing_ok=True)
            raise Unreachable(str(error)) from error
        except BaseException:
            path.unlink(missing_ok=True)
            raise
        return path

    def hand_over(self, epoch: str, port: int = 0, https_port: int = 0) -> bool:
        """Tell the other machine that its records live on here, and by which ports; whether it stopped writing."""
        news = {"epoch": epoch, "port": str(port), "https": str(https_port)}
        return json.loads(self._ask("secours/passation", news))["gave_way"] is True

    def _ask(self, path: str, fields: dict[str, str] | None = None, patience: float = PATIENCE) -> bytes:
        body = None if fields is None else urllib.parse.urlencode(fields).encode()
        asked = urllib.request.Request(urllib.parse.urljoin(self._followed.url, path), body)  # noqa: S310
        if self._followed.token:
            asked.add_header("Authorization", f"Bearer {self._followed.token}")
        opener = urllib.request.build_opener(_NoDetour, urllib.request.HTTPSHandler(context=self._trust()))
        try:
            with opener.open(asked, timeout=patience) as answer:
                content: bytes = answer.read(LARGEST)
        except urllib.error.HTTPError as error:
            if error.code in {401, 403, 404, 429}:
                raise Refusing(str(error)) from error
            raise Unreachable(str(error)) from error
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise Unreachable(str(error)) from error
        return content

    def _trust(self) -> ssl.SSLContext | None:
        """Whom to trust over https: the authorities of the system, and the house's once its copy brought it here."""
        if not self._followed.url.startswith("https:"):
            return None
        context = ssl.create_default_context()
        for authority in (self._folder / "authority").glob("*.pem"):
            try:
                context.load_verify_locations(authority)
            except (OSError, ssl.SSLError):
                continue
        return context


class FollowThread(threading.Thread):
    """Keeps the copy fresh while it is served."""

    def __init__(self, store: CopyStore, port: int = 0, https_port: int = 0) -> None:
        super().__init__(name="follower", daemon=True)
        self._store = store
        self._ports = port, https_port
        self._connection = Connection(store.followed, store.folder)
        self._mark = ""
        self._told = ""

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
        self._told = ""
        return min(max(LOOK_EVERY, (SHARE - 1) * (time.monotonic() - began)), LONGEST)

    def look(self) -> None:
        """Fetch everything if something has changed."""
        asked = time.time()
        mark = self._connection.mark(*self._ports)
        if mark != self._mark:
            self._store.replace(self._connection.fetch())
            self._mark = mark
        self._store.fresh_at = asked


class HandOverThread(threading.Thread):
    """Tells the machine that was followed, as soon as it is awake again, that its records live on here."""

    def __init__(self, store: Store, followed: Source, port: int = 0, https_port: int = 0) -> None:
        super().__init__(name="hand over", daemon=True)
        self._store = store
        self._ports = port, https_port
        self._connection = Connection(followed, store.folder)

    def run(self) -> None:
        """Ask until it has heard of it; what it wrote by itself is kept beside the database."""
        while True:
            time.sleep(WAKE_EVERY)
            with contextlib.suppress(Unreachable, Refusing, StorageError, OSError, ValueError, KeyError):
                if self.look():
                    return

    def look(self) -> bool:
        """Tell the other machine once; what it wrote by itself is kept when it has stopped. Whether all is done."""
        if not self._connection.hand_over(self._store.epoch, *self._ports):
            return False
        if missing := diverged_copies.keep(self._store, self._connection.fetch(keys=False)):
            log.warning("%s", gettext(PARTED, num=missing))
        (self._store.folder / replica_store.FOLLOWED).unlink(missing_ok=True)
        return True
