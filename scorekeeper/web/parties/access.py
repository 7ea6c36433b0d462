"""Right to write on a sheet of its own: the devices that opened or joined it, this machine, the organiser. The others look on."""

import contextlib
import re
import time
from collections.abc import Callable

from flask import Flask, current_app, g, request, session
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.cards.rules import names
from scorekeeper.cards.rules.contract import Fault
from scorekeeper.errors import OnlyLooking, Refused, StorageError, TooManySheets
from scorekeeper.i18n import gettext
from scorekeeper.parties import Partie, writers
from scorekeeper.parties.joining import Invitations
from scorekeeper.parties.writers import Arrival, JoinedBy
from scorekeeper.records.tokens import token_hash
from scorekeeper.tournaments.access.organiser import HASH_SECONDS
from scorekeeper.web.core.budget import LINE, Budget
from scorekeeper.web.core.request_values import of_app, store
from scorekeeper.web.core.safety import ASSETS, DEVICE, SAFE, author
from scorekeeper.web.tournaments import permissions
from scorekeeper.web.tournaments.permissions import is_keeper

FREE = ASSETS | {"secure.probe", "carry.here", "games_api.health", None}
"""Requests that cost next to nothing, and tell who is still there."""
ANYBODY = frozenset({"entries.preview", "devices.join"})
"""Requests that onlookers may send: those that write nothing on a sheet."""
UNCLAIMED = ANYBODY | {
    "drafts.note",
    "sealed.note",
    "api.note_hidden_number",
    "devices.rename",
    "devices.invite",
    "devices.hand_over",
    "devices.remove",
}
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
    return writers.key_of(current_app.config["SECRET_KEY"], partie.id)


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
    app.jinja_env.globals.update(may_write=may_write, is_keeper=is_keeper)

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
                writers.add(store(), number, device(), Arrival(by=author(), way=JoinedBy.FIRST))
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
