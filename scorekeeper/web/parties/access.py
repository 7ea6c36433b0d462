"""Write access to sheets outside tournaments: for the devices that opened or joined one, this machine, and the organiser.

Strangers have a budget of processor time, by address and by device. A large sheet is accepted whole, and paid for by waiting
afterwards. Two hundred phones behind a router share one address. So a device that asked for little of late pays for reading by
itself. Once its address has nothing left, it pays for small acts from a second purse, shared by such devices only.
"""

import contextlib
import re
import threading
import time
from collections.abc import Callable
from functools import partial

from flask import Flask, Response, after_this_request, current_app, g, request, session
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
from scorekeeper.web.core.reach import is_local, neighbours
from scorekeeper.web.core.requests import of_app, store
from scorekeeper.web.core.safety import ASSETS, DEVICE, SAFE, author, device_or_address
from scorekeeper.web.tournaments import permissions
from scorekeeper.web.tournaments.permissions import is_keeper, is_of_household

SHARE = 0.2
"""Processor time, in seconds, that a stranger gains each second."""
SAVED = 10.0
"""Most processor time, in seconds, that a stranger can have; also the initial amount."""
LITTLE = 2.0
"""Processor time, in seconds, that a device may have used to count as one that asked for little."""
LINE = 0.04
"""Cost of a written line, in seconds. The lines of ten minutes then take less than 2 MB, at any rate of sending."""
MOST_KEYS = 20_000


class Budget:
    """Processor time left to strangers, by a monotonic clock. Thread-safe."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._left: Recent[str, tuple[float, float]] = Recent(MOST_KEYS)
        self._lock = threading.Lock()

    def payers(self, address: str, device: str = "", *, looks: bool = False) -> tuple[str, ...]:
        """Return the purses that pay for a request; `device` is empty for a new one, and `looks` says that the request only reads.

        Raises `TooManySheets` with the seconds to wait when they are empty.
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
        with self._lock:
            for key in keys:
                self._left[key] = (self.left(key) - seconds, self._clock())

    def left(self, key: str) -> float:
        """Return the seconds left in a purse; negative for a debt."""
        left, at = self._left.get(key, (SAVED, self._clock()))
        return min(SAVED, left + SHARE * (self._clock() - at))


SHEETS = ("/parties/<number:number>", "/api/parties/<number:number>")
"""Prefixes of the URL rules of a single sheet."""
FREE = ASSETS | {"connect.probe", "connect.here", "api.health", None}
"""Endpoints without a cost: assets, and those that only show that the server or the device is reachable."""
ANYBODY = frozenset({"entries.preview", "devices.join"})
"""Endpoints that devices without write access may post to: they write nothing on a sheet."""
UNCLAIMED = (
    ANYBODY
    | {"notes.note_draft", "notes.note_number", "api.note_hidden_number"}
    | {f"devices.{act}" for act in ("rename", "invite", "hand_over", "remove")}
)
"""Endpoints that do not claim a sheet without a writer for the device."""
DECLARED = "déclaré : "
"""Prefix of an unverified author: the name that a program gives itself."""
invitations: Callable[[], Invitations] = of_app("invitations")
"""Return the codes by which devices join sheets."""
budget: Callable[[], Budget] = of_app("budget")
"""Return the processor time left to strangers."""


def device() -> str:
    """Return the id of this browser; empty for a program."""
    name: str = session.get(DEVICE, "")
    return name


def may_write(number: int) -> bool:
    """Return whether the sender may write on a sheet. For a sheet of a tournament, its own guard has decided."""
    if g.get("sheet_number") == number and g.get("place") is not None:
        return True
    allowed: dict[int, bool] = g.setdefault("may_write", {})
    if number not in allowed:
        allowed[number] = _is_granted(number)
    return allowed[number]


def _is_granted(number: int) -> bool:
    who = writers.writers(store(), number)
    if not who or current_app.extensions["config"].open or device() in who or is_local():
        return True
    if token_hash(permissions.bearer() or "") in who:
        return True
    if permissions.is_organiser():
        g.actor = str(permissions.Role.ORGANISATEUR)
        return True
    return False


def key_of(partie: Partie) -> str:
    """Return the key with which a program writes on a sheet that it opened."""
    return token_of(current_app.config["SECRET_KEY"], f"sheet:{partie.opening}")


def may_open() -> None:
    """Raise `TooManySheets` for a stranger whose budget is used up. This machine, the organiser and the tables are exempt."""
    try:
        if g.payers:
            g.payers = budget().payers(*g.payers, looks=request.method in SAFE)
    except TooManySheets:
        if permissions.visitor().role is permissions.Role.SPECTATEUR:
            raise


def opened(partie: Partie) -> None:
    """Grant write access to the sender that opened a sheet: this browser, or the holder of the key in the API's response."""
    g.lines = partie.next_rang
    program = [token_hash(key_of(partie))] if request.path.startswith("/api/") else []
    writers.grant_new(store(), partie.id, *program, *filter(None, [device()]))


def afford() -> None:
    """Refuse a request of a stranger whose budget is used up. The page of a new sheet checks this itself."""
    g.began = time.thread_time()
    free = request.endpoint in FREE or is_local()
    g.payers = () if free else (neighbours(), *([] if session.new else [device_or_address()]))
    if g.payers and request.endpoint != "new.create":
        may_open()


def pay(response: BaseResponse) -> BaseResponse:
    """Subtract the cost of a response from a stranger's budget."""
    known = "visitor" in g and permissions.visitor().role is not permissions.Role.SPECTATEUR
    if g.get("payers") and not known:
        written = (
            request.method not in SAFE and request.endpoint not in ANYBODY and response.status_code < 400
        )
        cost = time.thread_time() - g.began + LINE * (g.get("lines", 0) + written)
        cost += HASH_SECONDS * g.get("hashes", 0)
        budget().spend(cost, *g.payers)
    return response


def install(app: Flask) -> None:
    """Register the checks of requests for sheets, of pages and API, and the budget of strangers."""
    app.jinja_env.globals.update(may_write=may_write, is_keeper=is_keeper, is_of_household=is_of_household)

    app.after_request(pay)

    @app.before_request
    def guard() -> None:
        rule, number = request.url_rule, None
        if rule is not None and rule.rule.startswith(SHEETS):
            number = g.sheet_number = (request.view_args or {})["number"]
            # Most sheets are known to belong to no tournament.
            if store().apart.get(number, 0):
                g.place = g.partie = None
            else:
                permissions.guard_sheet(number)
        afford()
        if number is None or g.place is not None:
            return
        known = writers.writers(store(), number)
        if request.method in SAFE or request.endpoint in ANYBODY:
            return
        if not may_write(number):
            raise OnlyLooking(number)
        if not known and device() and request.endpoint not in UNCLAIMED:
            after_this_request(partial(_claim, number))


def _claim(number: int, response: Response) -> Response:
    """Grant the device write access to a sheet without a writer, after an act on it."""
    if response.status_code < 400:
        # The act is written and the response stands, even when the claim cannot be stored.
        with contextlib.suppress(StorageError, Refused):
            writers.grant(store(), number, device(), by=author(), way=JoinedBy.FIRST)
    return response


OUR_WORDS = re.compile(
    r"(organi[sz](ateur|er)|(self)?declare|cetappareil|thisdevice|unprogramme|aprogram).*|(appareil|device)[0-9a-f]{4}"
)
"""Names, in the form of `names.skeleton`, that the history uses for devices itself; refused as names of devices."""


def name_device(device: str, name: str) -> None:
    """Name a device; an empty name removes it. Raises `Refused`."""
    if OUR_WORDS.fullmatch(names.skeleton(name)):
        raise writers.refusal(Fault("nom-reserve", "nom", {"nom": name.strip()[: names.NAME_MAX]}))
    writers.rename(store(), device, name)


def device_name(device: str, actor: str = "") -> str:
    """Return a device in words: by its name, as this device, or by the first four characters of its id."""
    if device == "api":
        name = actor.removeprefix(DECLARED)
        return gettext("déclaré : %(nom)s", nom=name) if name != actor else gettext("un programme")
    if set(device) & {".", ":"}:
        return device  # the address of a program without a device id
    name = writers.device_names(store()).get(device, "")
    if actor == permissions.Role.ORGANISATEUR:
        return gettext("organisateur, %(appareil)s", appareil=device_name(device))
    if device and device == session.get(DEVICE):
        return gettext("cet appareil (%(nom)s)", nom=name) if name else gettext("cet appareil")
    return name or gettext("appareil %(device)s", device=device[:4] or "–")
