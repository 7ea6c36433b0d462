"""Roles and permissions: spectator, table (a device that used its link), organiser.

The organiser has a session; as long as no passphrase is set, requests from the machine itself are the organiser's.
"""

import functools
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NoReturn

from flask import Blueprint, current_app, g, request, session
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.cards.rules.adjustment import KEY
from scorekeeper.cards.rules.contract import Fault
from scorekeeper.errors import Conflict, Forbidden, Overheard, Refused, Unknown
from scorekeeper.parties import Author, Partie, read_partie
from scorekeeper.tournaments.access import organiser, table_links
from scorekeeper.tournaments.access.organiser import Origin, has_passphrase
from scorekeeper.tournaments.access.table_links import Bound
from scorekeeper.tournaments.ledger import read
from scorekeeper.tournaments.refusals import WORDS
from scorekeeper.tournaments.round_progress import SheetPlace, place_and_sheet
from scorekeeper.web.core.reach import is_local, neighbours, reach
from scorekeeper.web.core.requests import of_app, store
from scorekeeper.web.core.safety import DEVICE, SAFE, cookies, device_or_address, host_cookie

ORGANISER_COOKIE = "organisateur"
TABLE_COOKIE = "table"
ENTERED = "bureau"
COOKIE_SECONDS = 30 * 86400
"""Lifetime of cookies in the browser; whether a token is still valid is checked on the server."""
DESK_ONLY = frozenset(
    {f"parties.{act}" for act in ("close", "reopen", "put_away", "take_out")}
    | {"ending.sign", "api.close_partie", "api.reopen", "api.sign"}
    | {"changes.change", "changes.undo", "api.change_table", "api.undo_change"}
)
"""Endpoints refused on a tournament's sheet, also to the organiser: these acts go through the tournament."""
ORGANISER_ONLY = frozenset({"rules.change", "rules.undo", "api.change_rules", "api.undo_rules"})
"""Endpoints on a tournament's sheet that only the organiser may use."""
UNWRITTEN = frozenset(
    {"entries.preview", "notes.note_draft", "notes.count", "notes.note_number", "api.note_hidden_number"}
)
"""Endpoints used while a line is filled in, before it is written; they do not count for the table's rate limit."""


class Role(StrEnum):
    """Roles of a visitor at a tournament."""

    SPECTATEUR = "spectateur"
    TABLE = "table"
    ORGANISATEUR = "organisateur"


@dataclass(frozen=True)
class Visitor:
    """The sender of the request."""

    role: Role
    bound: Bound | None = None
    """The table that this device may write for, also if it is the organiser's."""
    token: str = ""
    """Token of the organiser's session; empty without one."""

    @property
    def tournament(self) -> int | None:
        return self.bound.tournament if self.bound else None

    @property
    def table(self) -> int | None:
        return self.bound.table if self.bound else None


organisers: Callable[[], organiser.Organisers] = of_app("organisers")
limiter: Callable[[], organiser.Limiter] = of_app("limiter")
letting_in: Callable[[], organiser.PairingCode] = of_app("letting_in")
"""The code with which another device of the organiser logs in, even while wrong passphrases from its address are rate limited."""
wrong_tries: Callable[[], organiser.WrongTryList] = of_app("wrong_tries")


def visitor() -> Visitor:
    """Return the sender of this request, identified once a request."""
    if "visitor" not in g:
        g.visitor = _identify()
    known: Visitor = g.visitor
    return known


def bearer() -> str | None:
    """Return the bearer token of the request; `None` without one."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() if scheme.casefold() == "bearer" else None


def organiser_token() -> str:
    """Return the valid organiser token of the request, from header or cookies; empty without one."""
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


def is_organiser() -> bool:
    """Return whether the organiser sent the request."""
    return visitor().role is Role.ORGANISATEUR


def is_keeper() -> bool:
    """Return whether the sender may manage this machine and its records: from the machine itself, or as the organiser."""
    return is_local() or is_organiser()


def is_of_household() -> bool:
    """Return whether the sender may add to the house's settings: a keeper, or any device of a household (`--open`)."""
    return current_app.extensions["config"].open or is_keeper()


class Pages(Blueprint):
    """A blueprint whose views can require a `role`: that of the view itself, else the blueprint's.

    `Role.TABLE` allows the table that the URL names, and the organiser. Disallowed methods are answered without a check.
    """

    def __init__(self, name: str, module: str, role: Role | None = None, **options: Any) -> None:
        super().__init__(name, module, **options)
        self.role = role

    def add_url_rule(
        self, rule: str, endpoint: str | None = None, view_func: Any = None, *args: Any, **options: Any
    ) -> None:
        """Register a view that raises `Forbidden` for requests without its role."""
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
    """Raise `Forbidden` unless the sender has that role, or `TooMany` above a table's rate limit."""
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
    """Raise `Forbidden` unless the sender is a keeper and the action is `possible` now."""
    if not is_local():
        allow(Role.ORGANISATEUR)
    if not possible:
        raise Forbidden(known=True)


def by() -> Author:
    """Return the author of an act by this request."""
    sender = visitor()
    actor = f"table {sender.table}" if sender.role is Role.TABLE else str(sender.role)
    return Author(actor, "api" if request.path.startswith("/api/") else session.get(DEVICE, ""))


def reader() -> str:
    """Return the key by which a device's prints and dead links are rate limited: its session, or its address while that is new."""
    return request.remote_addr or "" if session.new else device_or_address()


def refuse_link() -> NoReturn:
    """Raise `Unknown` for a link that does not exist, or `TooMany` after too many from one device."""
    limiter().take(organiser.JOIN, reader())
    raise Unknown("link")


def needs_https() -> str:
    """Return the HTTPS address where the organiser has to log in; empty when this connection is acceptable.

    Over plain HTTP others could read the passphrase. A household (`--open`) and an app without HTTPS may still log in over HTTP, so
    that the organiser is never locked out.
    """
    if request.is_secure or is_local() or current_app.extensions["config"].open:
        return ""
    return reach().secure_url(request.host)


def log_in(passphrase: str) -> str:
    """Log the sender in with the passphrase or the current code; return the new session's token. A former session ends.

    Raises the exceptions of `check`.
    """
    if needs_https() or not letting_in().take(passphrase):
        check(passphrase)
    before = visitor().token if bearer() is None else ""
    token = organisers().open(device_or_address())
    if before:
        organisers().log_out(before)
    entered()
    return token


def check(passphrase: str, field: str = "passphrase") -> None:
    """Check the passphrase.

    Raises `Refused` for `field` when it is wrong, which is logged; `TooMany` above the rate limit; `Overheard` when the connection
    has to be HTTPS.
    """
    if needs_https():
        raise Overheard
    # The hash takes processor time in another thread; the request's cost counts it.
    g.hashes = 1
    try:
        organisers().check(passphrase, origin(), field)
    except Refused:
        wrong_tries().note(request.remote_addr or "")
        raise


def entered() -> None:
    """Mark the browser's session as one of the organiser, whose log-ins are then rate limited apart from those of strangers.

    Its CSRF token is replaced, so that one known from before the log-in becomes useless.
    """
    session.pop("csrf", None)
    if DEVICE in session:
        session[ENTERED] = True


def origin() -> Origin:
    """Return the origin by which log-in attempts are rate limited: this machine, a known device, or else the network."""
    if is_local():
        return Origin("here", known=True)
    if session.get(ENTERED):
        return Origin(f"device {device_or_address()}", known=True)
    return Origin(neighbours())


def _cookie_limits() -> dict[str, Any]:
    return {"secure": request.is_secure, "httponly": True, "samesite": "Lax"}


def remember(response: BaseResponse, name: str, token: str) -> None:
    """Set the cookie with which this browser acts as the organiser, or writes for a table."""
    response.set_cookie(host_cookie(name), token, max_age=COOKIE_SECONDS, **_cookie_limits())


def forget(response: BaseResponse, name: str) -> None:
    """Delete one of these cookies."""
    response.delete_cookie(host_cookie(name), **_cookie_limits())


def guard_sheet(number: int) -> None:
    """Find the table of a tournament to which a sheet belongs, and check the permission of the request for it.

    Raises `Forbidden` for the sheet of another table or a write in a past round, `Conflict` for an act reserved to the desk,
    `TooMany` above the table's rate limit.
    """
    place, g.partie = place_and_sheet(store(), number)
    g.place = place
    if place is None:
        return
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
    """Return whether the sender may write adjustments on a sheet: always outside tournaments, else by the tournament's option."""
    return place is None or is_organiser() or read(store(), place.tournament).options.table_adjustments


def _adjusts() -> bool:
    """Return whether a request writes, changes or strikes an adjustment."""
    sent = request.get_json(silent=True) if request.is_json else None
    entry = sent.get("entry") if isinstance(sent, dict) else None
    if KEY in request.form or (isinstance(entry, dict) and KEY in entry):
        return True
    if request.blueprint == "insertion":
        # The line in its address stays as it is.
        return False
    rang = (request.view_args or {}).get("rang") or request.form.get("annuler")
    partie: Partie = g.partie or read_partie(store(), g.sheet_number)
    return any(str(line.rang) == str(rang) and KEY in line.payload for line in partie.lines)


def _is_theirs(place: SheetPlace) -> bool:
    return place.stands and visitor().bound == Bound(place.tournament, place.table)


def may_look(partie: int) -> bool:
    """Return whether the sender may see a sheet that is requested by another URL than its own."""
    place = sheet_place(partie)
    return place is None or is_organiser() or _is_theirs(place)


def sheet_place(partie: int) -> SheetPlace | None:
    """Return the table to which a partie belongs, or `None`; uses the result of this request's guard if there is one."""
    if g.get("sheet_number") == partie:
        place: SheetPlace | None = g.place
        return place
    return place_and_sheet(store(), partie)[0]
