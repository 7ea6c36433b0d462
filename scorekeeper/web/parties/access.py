"""Right to write on a sheet of its own: the devices that opened or joined it, this machine, the organiser. The others look on.

Strangers have one budget of work, by address and by device; a large sheet is taken whole, and paid for by waiting afterwards. Two
hundred phones behind a router have one address. A device that asked for little of late pays for looking by itself, and once its
address has nothing left, for little acts out of a second purse that only such devices share.
"""

import contextlib
import re
import threading
import time
from collections.abc import Callable

from flask import Flask, current_app, g, request, session
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.cards.rules import names
from scorekeeper.cards.rules.contract import Fault
from scorekeeper.errors import OnlyLooking, Refused, StorageError, TooManySheets
from scorekeeper.i18n import gettext
from scorekeeper.parties import Partie, writers
from scorekeeper.parties.writers import Invitations, JoinedBy
from scorekeeper.records.cache import Recent
from scorekeeper.records.tokens import token_hash, token_of
from scorekeeper.tournaments.access.organiser import HASH_SECONDS
from scorekeeper.web.core.requests import of_app, store
from scorekeeper.web.core.safety import ASSETS, DEVICE, SAFE, author
from scorekeeper.web.tournaments import permissions
from scorekeeper.web.tournaments.permissions import is_keeper, is_of_household

SHARE = 0.2
"""Seconds of work that a stranger gets in a second."""
SAVED = 10.0
"""Seconds of work that a stranger has who asked for nothing in a while."""
LITTLE = 2.0
"""A device that took no more of them than so many seconds asked for little."""
LINE = 0.04
"""Cost of a line in seconds: those of ten minutes then take less than 2 MB, however they come."""
MOST_KEYS = 20_000


class Budget:
    """Work that strangers have left. Measured by a clock that never jumps."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._left: Recent[str, tuple[float, float]] = Recent(MOST_KEYS)
        self._lock = threading.Lock()

    def payers(self, address: str, device: str = "", *, looks: bool = False) -> tuple[str, ...]:
        """Purses that pay for a request. Raises `TooManySheets` with the seconds to wait where they are empty.

        `device` is empty for one that was never seen; `looks` says that nothing is asked to be done.
        """
        with self._lock:
            left = self.left(address)
            if not device:
                return self._unless_empty(left, address)
            own = self.left(device)
            if own < SAVED - LITTLE:
                return self._unless_empty(min(left, own), address, device)
            if looks:
                return (device,)
            purse = address if left > 0 else f"little {address}"
            return self._unless_empty(self.left(purse), purse, device)

    def _unless_empty(self, left: float, *keys: str) -> tuple[str, ...]:
        if left <= 0:
            raise TooManySheets(max(1, round(-left / SHARE + 0.5)))
        return keys

    def spend(self, seconds: float, *keys: str) -> None:
        """Take what some work cost."""
        with self._lock:
            for key in keys:
                self._left[key] = (self.left(key) - seconds, self._clock())

    def left(self, key: str) -> float:
        """Seconds of work in a purse; what is below nothing is owed."""
        left, at = self._left.get(key, (SAVED, self._clock()))
        return min(SAVED, left + SHARE * (self._clock() - at))


FREE = ASSETS | {"connect.probe", "connect.here", "api.health", None}
"""Requests that cost next to nothing, and tell who is still there."""
ANYBODY = frozenset({"entries.preview", "devices.join"})
"""Requests that onlookers may send: those that write nothing on a sheet."""
UNCLAIMED = (
    ANYBODY
    | {"notes.note_draft", "notes.note_number", "api.note_hidden_number"}
    | {f"devices.{act}" for act in ("rename", "invite", "hand_over", "remove")}
)
"""Requests that do not make a sheet the device's own."""
DECLARED = "déclaré : "
"""Prefix of an author that only says so itself: a program that gives a name."""
invitations: Callable[[], Invitations] = of_app("invitations")
"""The codes by which devices join sheets."""
budget: Callable[[], Budget] = of_app("budget")
"""Work that strangers have left."""


def device() -> str:
    """This browser; empty for a program."""
    name: str = session.get(DEVICE, "")
    return name


def may_write(number: int) -> bool:
    """Whether the sender may write on a sheet. A tournament's is guarded by its own rules."""
    if g.get("sheet_number") == number and g.get("place") is not None:
        return True
    allowed: dict[int, bool] = g.setdefault("may_write", {})
    if number not in allowed:
        allowed[number] = _is_granted(number)
    return allowed[number]


def _is_granted(number: int) -> bool:
    who = writers.writers(store(), number)
    if not who or current_app.extensions["config"].open or device() in who or permissions.is_local():
        return True
    if token_hash(permissions.bearer() or "") in who:
        return True
    if permissions.is_organiser():
        g.actor = str(permissions.Role.ORGANISATEUR)
        return True
    return False


def key_of(partie: Partie) -> str:
    """The key by which a program writes on a sheet that it opened."""
    return token_of(current_app.config["SECRET_KEY"], f"sheet:{partie.opening}")


def may_open() -> None:
    """Refuse more work to a stranger who had enough; this machine itself, the desk and its tables are none. Raises `TooManySheets`."""
    try:
        if g.payers:
            g.payers = budget().payers(*g.payers, looks=request.method in SAFE)
    except TooManySheets:
        if permissions.visitor().role is permissions.Role.SPECTATEUR:
            raise


def opened(partie: Partie) -> None:
    """Note who opened a sheet: this browser, or the program that is told its key."""
    g.lines = partie.next_rang
    program = [token_hash(key_of(partie))] if request.path.startswith("/api/") else []
    writers.claim(store(), partie.id, *program, *filter(None, [device()]))


def afford() -> None:
    """Refuse whatever a stranger asks for who has worked the server enough; the page of a new sheet asks by itself."""
    g.began = time.thread_time()
    free = request.endpoint in FREE or permissions.is_local()
    seen = [] if session.new else [permissions.device()]
    g.payers = () if free else (permissions.neighbours(), *seen)
    if request.endpoint != "new.create":
        may_open()


def pay(response: BaseResponse) -> BaseResponse:
    """Take from a stranger's budget what the answer cost."""
    known = "visitor" in g and permissions.visitor().role is not permissions.Role.SPECTATEUR
    if "began" in g and not known:
        written = (
            request.method not in SAFE and request.endpoint not in ANYBODY and response.status_code < 400
        )
        cost = time.thread_time() - g.began + LINE * (g.get("lines", 0) + written)
        cost += HASH_SECONDS * g.get("hashes", 0)
        budget().spend(cost, *g.payers)
    return response


def install(app: Flask) -> None:
    """Guard the sheets of their own, after the guard of tournaments has told them apart."""
    app.jinja_env.globals.update(may_write=may_write, is_keeper=is_keeper, is_of_household=is_of_household)

    app.before_request(afford)
    app.after_request(pay)

    @app.before_request
    def guard() -> None:
        rule, number = request.url_rule, g.get("sheet_number")
        if rule is None or number is None or g.place is not None:
            return
        known = writers.writers(store(), number)
        if request.method in SAFE or request.endpoint in ANYBODY:
            return
        if not may_write(number):
            raise OnlyLooking(number)
        if not known and device() and request.endpoint not in UNCLAIMED:
            g.claimed = number

    @app.after_request
    def claim(response: BaseResponse) -> BaseResponse:
        number = g.get("claimed")
        if number is not None and response.status_code < 400:
            # What was written stays written, and is answered so, whether or not this can be noted.
            with contextlib.suppress(StorageError, Refused):
                writers.add(store(), number, device(), by=author(), way=JoinedBy.FIRST)
        return response


OUR_WORDS = re.compile(
    r"(organi[sz](ateur|er)|(self)?declare|cetappareil|thisdevice|unprogramme|aprogram).*|(appareil|device)[0-9a-f]{4}"
)
"""Words that history uses for a device by itself, as `names.skeleton` leaves them: nobody takes such a name."""


def name_device(device: str, name: str) -> None:
    """Give a device the name that people typed for it; none takes it back. Raises `Refused`."""
    if OUR_WORDS.fullmatch(names.skeleton(name)):
        raise writers.refusal(Fault("nom-reserve", "nom", {"nom": name.strip()[: names.NAME_MAX]}))
    writers.rename(store(), device, name)


def device_name(device: str, actor: str = "") -> str:
    """A device by the name that people gave it, this one as such, another one by the first characters of its number."""
    if device == "api":
        name = actor.removeprefix(DECLARED)
        return gettext("déclaré : %(nom)s", nom=name) if name != actor else gettext("un programme")
    if set(device) & {".", ":"}:
        return device  # the address of a program that has no number
    name = writers.device_names(store()).get(device, "")
    if actor == permissions.Role.ORGANISATEUR:
        return gettext("organisateur, %(appareil)s", appareil=device_name(device))
    if device and device == session.get(DEVICE):
        return gettext("cet appareil (%(nom)s)", nom=name) if name else gettext("cet appareil")
    return name or gettext("appareil %(device)s", device=device[:4] or "–")
