"""The roles and their rights: spectator, the table whose link this device took, organiser.

The organiser's rights come with a session; as long as no passphrase is set, they belong to the machine itself.
"""

import functools
import ipaddress
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NoReturn

from flask import Blueprint, Flask, current_app, g, request, session
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.cards.rules.adjustment import KEY
from scorekeeper.cards.rules.contract import Fault
from scorekeeper.errors import Conflict, Forbidden, Overheard, Refused, Unknown
from scorekeeper.parties import Author, Partie, read_partie
from scorekeeper.tournaments.access import organiser, table_links
from scorekeeper.tournaments.access.organiser import Origin, has_passphrase
from scorekeeper.tournaments.access.table_links import Bound
from scorekeeper.tournaments.acts.common import WORDS, read
from scorekeeper.tournaments.round_progress import SheetPlace, place_and_sheet
from scorekeeper.web.core.reach import bare, neighbours_of, reach
from scorekeeper.web.core.requests import of_app, store
from scorekeeper.web.core.safety import DEVICE, SAFE, cookies, host_cookie

ORGANISER_COOKIE = "organisateur"
TABLE_COOKIE = "table"
ENTERED = "bureau"
COOKIE_SECONDS = 30 * 86400
"""Time that a browser keeps a cookie; whether it still opens anything is looked up here."""
LOCAL_HOSTS = frozenset({"localhost", "127.0.0.1", "::1"})
SHEETS = ("/parties/<number:number>", "/api/parties/<number:number>")
"""The addresses of one sheet begin so."""
DESK_ONLY = frozenset(
    {f"parties.{act}" for act in ("close", "reopen", "put_away", "take_out")}
    | {"ending.sign", "api.close_partie", "api.reopen", "api.sign"}
    | {"changes.change", "changes.undo", "api.change_table", "api.undo_change"}
)
"""Acts on a tournament's sheet that happen only through its table."""
ORGANISER_ONLY = frozenset({"rules.change", "rules.undo", "api.change_rules", "api.undo_rules"})
"""Acts on a tournament's sheet that no table does for itself."""
UNWRITTEN = frozenset(
    {"entries.preview", "notes.note_draft", "notes.count", "notes.note_number", "api.note_hidden_number"}
)
"""Requests of a page while a line is filled in; they use up none of the acts of a table."""


class Role(StrEnum):
    """Rights of a visitor at a tournament."""

    SPECTATEUR = "spectateur"
    TABLE = "table"
    ORGANISATEUR = "organisateur"


@dataclass(frozen=True)
class Visitor:
    """The sender of the request."""

    role: Role
    bound: Bound | None = None
    """The table that this device took, also where an organiser did."""
    token: str = ""

    @property
    def tournament(self) -> int | None:
        """The tournament whose table this device took."""
        return self.bound.tournament if self.bound else None

    @property
    def table(self) -> int | None:
        """The table that this device took."""
        return self.bound.table if self.bound else None


organisers: Callable[[], organiser.Organisers] = of_app("organisers")
"""The organiser's sessions of this app."""
limiter: Callable[[], organiser.Limiter] = of_app("limiter")
"""The counter of tries."""
letting_in: Callable[[], organiser.PairingCode] = of_app("letting_in")
"""The code by which another device of the organiser comes in, whoever guesses the passphrase from its address."""
wrong_tries: Callable[[], organiser.WrongTryList] = of_app("wrong_tries")
"""The wrong passphrases of late."""


def visitor() -> Visitor:
    """The sender of this request, identified once."""
    if "visitor" not in g:
        g.visitor = _identify()
    known: Visitor = g.visitor
    return known


def bearer() -> str | None:
    """The token that a program brings; `None` when it brings none."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() if scheme.casefold() == "bearer" else None


def organiser_token() -> str:
    """The organiser's token that the sender brings; empty without one."""
    token = bearer()
    brought = cookies(host_cookie(ORGANISER_COOKIE)) if token is None else [token]
    return next(filter(organisers().knows, brought), "")


def _identify() -> Visitor:
    token = bearer()
    if token is not None:
        if known := organiser_token():
            return Visitor(Role.ORGANISATEUR, token=known)
        bound = table_links.table_of_device(store(), token)
        return Visitor(Role.TABLE if bound else Role.SPECTATEUR, bound)
    tables = (table_links.table_of_device(store(), value) for value in cookies(host_cookie(TABLE_COOKIE)))
    bound = next(filter(None, tables), None)
    if known := organiser_token():
        return Visitor(Role.ORGANISATEUR, bound, known)
    if is_local() and not has_passphrase(store()):
        return Visitor(Role.ORGANISATEUR, bound)
    return Visitor(Role.TABLE if bound else Role.SPECTATEUR, bound)


def is_local() -> bool:
    """Whether the request was made on this machine, by its own name or one of its addresses and without a proxy."""
    if current_app.extensions["config"].proxies:
        # A proxy on this machine that forgets to say for whom it asks would make everybody this machine.
        return False
    if {"Forwarded", "X-Forwarded-For", "X-Real-IP"} & set(request.headers.keys()):
        return False
    sender, host, ours = (request.remote_addr or "").partition("%")[0], bare(request.host), reach().addresses
    if sender in ours:
        return host in ours
    try:
        return ipaddress.ip_address(sender).is_loopback and host in LOCAL_HOSTS
    except ValueError:
        return False


def is_organiser() -> bool:
    """Whether the organiser sent the request."""
    return visitor().role is Role.ORGANISATEUR


def is_keeper() -> bool:
    """Whether the sender looks after this machine and its records: from the machine itself, or as the organiser."""
    return is_local() or is_organiser()


def is_of_household() -> bool:
    """Whether the sender may add to what the house keeps: its keeper, or any device where the house is a household (`--open`)."""
    return current_app.extensions["config"].open or is_keeper()


class Pages(Blueprint):
    """A blueprint whose views may be for one `role`: that of the view itself, else the blueprint's.

    `TABLE`: for the table that the address names, or the organiser. Which methods there are is no secret.
    """

    def __init__(self, name: str, module: str, role: Role | None = None, **options: Any) -> None:
        super().__init__(name, module, **options)
        self.role = role

    def add_url_rule(
        self, rule: str, endpoint: str | None = None, view_func: Any = None, *args: Any, **options: Any
    ) -> None:
        """Register a view, and refuse its requests with `Forbidden` unless they are of its role."""
        role, view = options.pop("role", self.role), view_func
        super().add_url_rule(rule, endpoint, _guarded(view, role) if role else view, *args, **options)


@functools.cache
def _guarded(view: Callable[..., Any], role: Role) -> Callable[..., Any]:
    @functools.wraps(view)
    def allowed(*args: Any, **given: Any) -> Any:
        allow(role)
        return view(*args, **given)

    return allowed


def allow(role: Role) -> None:
    """Refuse the request with `Forbidden` unless it is for that role."""
    sender = visitor()
    if role is Role.SPECTATEUR or sender.role is Role.ORGANISATEUR:
        return
    args = request.view_args or {}
    if role is Role.TABLE and sender.bound == Bound(args["number"], args["table"]):
        current = read(store(), args["number"]).current
        if current is not None and current.number == args["tour"]:
            limiter().take(organiser.ENTRY, f"{args['number']}:{args['table']}")
            return
    raise Forbidden(known=sender.role is not Role.SPECTATEUR)


def keepers_only(*, possible: bool) -> None:
    """Refuse all but this machine itself and the organiser, and everybody where it is not possible now."""
    if not is_local():
        allow(Role.ORGANISATEUR)
    if not possible:
        raise Forbidden(known=True)


def by() -> Author:
    """The author of an act, for the record."""
    sender = visitor()
    actor = f"table {sender.table}" if sender.role is Role.TABLE else str(sender.role)
    return Author(actor, "api" if request.path.startswith("/api/") else session.get(DEVICE, ""))


def device() -> str:
    """The browser, or the address where there is none: tries of table links are counted by it."""
    return session.get(DEVICE) or request.remote_addr or ""


def reader() -> str:
    """Key by which prints of a device, and links that open nothing, are counted: its session, or its address as long as it brings none back."""
    return request.remote_addr or "" if session.new else device()


def dead_link() -> NoReturn:
    """Refuse a link that opens nothing: `Unknown`, or `TooMany` after too many from one device."""
    limiter().take(organiser.JOIN, reader())
    raise Unknown("link")


def needs_https() -> str:
    """The secure address where the organiser has to log in, because others could read the passphrase here; empty where here will do.

    A household (`--open`) and a room without https may log in over http: nobody is shut out of their own desk.
    """
    if request.is_secure or is_local() or current_app.extensions["config"].open:
        return ""
    return reach().secure_url(request.host)


def log_in(passphrase: str) -> str:
    """Log the sender in by the passphrase, or the code of the moment; the session's token. The one it had ends. Raises as `check` does."""
    if needs_https() or not letting_in().take(passphrase):
        check(passphrase)
    before = visitor().token if bearer() is None else ""
    token = organisers().open(device())
    if before:
        organisers().log_out(before)
    entered()
    return token


def check(passphrase: str, field: str = "passphrase") -> None:
    """Raise `Refused` for that field unless it is the passphrase, which is noted, `TooMany`, or `Overheard` where others could read it."""
    if needs_https():
        raise Overheard
    # What it takes of the processor, it takes in another thread.
    g.hashes = 1
    try:
        organisers().check(passphrase, origin(), field)
    except Refused:
        wrong_tries().note(request.remote_addr or "")
        raise


def entered() -> None:
    """Note in the session of a browser that it was the organiser's: strangers no longer slow down its log-ins.

    The token of its forms is another one from now on: who knew the one before the log-in knows nothing.
    """
    session.pop("csrf", None)
    if DEVICE in session:
        session[ENTERED] = True


def origin() -> Origin:
    """Origin of a try of the passphrase; strangers of one address, or of one network of IPv6, are taken together."""
    if is_local():
        return Origin("here", known=True)
    if session.get(ENTERED):
        return Origin(f"device {device()}", known=True)
    return Origin(neighbours())


def neighbours() -> str:
    """The address of the sender; those of one network of IPv6 are taken together."""
    return neighbours_of(request.remote_addr or "")


def _cookie_limits() -> dict[str, Any]:
    return {"secure": request.is_secure, "httponly": True, "samesite": "Lax"}


def remember(response: BaseResponse, name: str, token: str) -> None:
    """Let this browser act as the organiser, or write for a table, by that cookie."""
    response.set_cookie(host_cookie(name), token, max_age=COOKIE_SECONDS, **_cookie_limits())


def forget(response: BaseResponse, name: str) -> None:
    """Take a cookie of ours back from this browser."""
    response.delete_cookie(host_cookie(name), **_cookie_limits())


def guard_sheet(place: SheetPlace) -> None:
    """Refuse a request about a tournament's sheet.

    Raises `Forbidden` for the sheet of another table or of a past round, `Conflict` for an act of the desk, `TooMany`.
    """
    sender = visitor()
    g.actor = by().actor
    writes = request.method not in SAFE
    if writes and request.endpoint in DESK_ONLY:
        raise Conflict([Fault("par-le-bureau")], WORDS)
    if sender.role is Role.ORGANISATEUR:
        return
    if not _is_theirs(place):
        raise Forbidden(known=sender.role is not Role.SPECTATEUR)
    if writes and request.endpoint in ORGANISER_ONLY:
        raise Conflict([Fault("par-le-bureau")], WORDS)
    if writes:
        if not place.current:
            raise Forbidden(known=True)
        if _adjusts() and not may_adjust_at(place):
            raise Conflict([Fault("ajustement-au-bureau")], WORDS)
        if request.endpoint not in UNWRITTEN:
            limiter().take(organiser.ENTRY, f"{place.tournament}:{place.table}")


def may_adjust_at(place: SheetPlace | None) -> bool:
    """Whether the sender may give or take points beside the donnes of a sheet: at a tournament's table where that is allowed."""
    return place is None or is_organiser() or read(store(), place.tournament).options.table_adjustments


def _adjusts() -> bool:
    """Whether a request writes, changes or takes back an adjustment."""
    sent = request.get_json(silent=True) if request.is_json else None
    entry = sent.get("entry") if isinstance(sent, dict) else None
    if KEY in request.form or (isinstance(entry, dict) and KEY in entry):
        return True
    rang = (request.view_args or {}).get("rang") or request.form.get("annuler")
    partie: Partie = g.partie or read_partie(store(), g.sheet_number)
    return any(str(line.rang) == str(rang) and KEY in line.payload for line in partie.lines)


def _is_theirs(place: SheetPlace) -> bool:
    return place.stands and visitor().bound == Bound(place.tournament, place.table)


def may_look(partie: int) -> bool:
    """Whether the sender may see a sheet that is asked for by something else than its own address."""
    place = sheet_place(partie)
    return place is None or is_organiser() or _is_theirs(place)


def install(app: Flask) -> None:
    """Guard the sheets of tournaments, whichever way they are asked for."""

    @app.before_request
    def guard() -> None:
        rule = request.url_rule
        if rule is None or not rule.rule.startswith(SHEETS):
            return
        g.sheet_number = (request.view_args or {})["number"]
        g.place, g.partie = place_and_sheet(store(), g.sheet_number)
        if g.place is not None:
            guard_sheet(g.place)


def sheet_place(partie: int) -> SheetPlace | None:
    """The table of a tournament whose sheet a partie is, as the guard of this request read it where it did."""
    if g.get("sheet_number") == partie:
        place: SheetPlace | None = g.place
        return place
    return place_and_sheet(store(), partie)[0]
