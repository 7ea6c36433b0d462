"""The API of the tables' links, and of logging in and out."""

from dataclasses import replace
from functools import partial
from typing import Any

from scorekeeper.errors import Forbidden, Unknown
from scorekeeper.tournaments.access import organiser, table_links
from scorekeeper.tournaments.access.organiser import JOIN, PASSPHRASE_MAX, PASSPHRASE_MIN
from scorekeeper.tournaments.options import MAX_TABLES
from scorekeeper.web.api import documents, shapes
from scorekeeper.web.api.routes import Answered, Api, desk_act, ok
from scorekeeper.web.api.shapes import NUMBER, TEXT, choice, constant, many, nullable, record
from scorekeeper.web.api.tournaments import EVERYBODY, ONE, ORGANISER
from scorekeeper.web.core.requests import store
from scorekeeper.web.core.safety import device_or_address
from scorekeeper.web.tournaments import permissions
from scorekeeper.web.tournaments.logins import link_key
from scorekeeper.web.tournaments.permissions import Role, Visitor

api = Api("access_api")

LINK = f"{ONE}/links/<number:table>"
ACCESS = "/api/acces"
LOGIN = f"{ACCESS}/organisateur"
LINKS = ok("the links", record({"links": many(documents.LINK).of(lambda links: links)}))
TABLE = {"table": shapes.bounded_int(1, MAX_TABLES)}
TOKEN = record("token", {"table": NUMBER})
TAKEN = record("token tournament", {"table": NUMBER})
PHRASE = {"passphrase": replace(shapes.text(PASSPHRASE_MAX, PASSPHRASE_MIN), read=TEXT.read)}
PASSPHRASE = desk_act(PHRASE, takes_key=False)
NEW_PASSPHRASE = desk_act({**PHRASE, "old": TEXT.optional("")}, takes_key=False)
VISITOR = record(
    {"role": choice(*Role), "tournament": nullable(NUMBER), "table": nullable(NUMBER)},
    {"passphrase": shapes.FLAG.of(lambda _: organiser.has_passphrase(store()))},
)


api.verbs(ORGANISER, LINKS)(f"GET {ONE}/links", "The links of the tables", table_links.overview)


@api.route(ORGANISER, f"POST {ONE}/links", ok("their tokens", record({"links": many(TOKEN)})))
def make_links(number: int) -> dict[str, Any]:
    """Make the links of the tables.

    Tables that have a link keep it.
    """
    tokens = table_links.tokens(store(), number, key=link_key(), by=permissions.by())
    return {"links": [{"table": table, "token": token} for table, token in tokens.items()]}


@api.route(ORGANISER, f"POST {LINK}", ok("its token", TOKEN), numbers=TABLE)
def rotate_link(number: int, table: int) -> dict[str, Any]:
    """Make another link of a table.

    The old link, and the devices that used it, lose access.
    """
    token = table_links.rotate(store(), number, table, key=link_key(), by=permissions.by())
    return {"table": table, "token": token}


@api.route(ORGANISER, f"DELETE {LINK}", LINKS, numbers=TABLE)
def revoke_link(number: int, table: int) -> list[dict[str, int]]:
    """End the link of a table.

    The devices that used it lose access.
    """
    table_links.revoke(store(), number, table, by=permissions.by())
    return table_links.overview(store(), number)


@api.route(EVERYBODY, f"GET {ACCESS}", ok("the role", VISITOR))
def whoami() -> Visitor:
    """The sender of the request."""
    return permissions.visitor()


@api.route(
    EVERYBODY, f"POST {ACCESS}/table", {201: ("taken", TAKEN)}, desk_act({"token": TEXT}, takes_key=False)
)
def take_table(token: str, **_: Any) -> Answered:
    """Take a table by its link."""
    # Only invalid tokens count for the rate limit, as a whole hall may share one address.
    device = device_or_address()
    try:
        own, bound = table_links.bind(store(), token, device)
    except Unknown:
        permissions.limiter().take(JOIN, device)
        raise
    taken = {"token": own, "tournament": bound.tournament, "table": bound.table}
    remember = partial(permissions.remember, name=permissions.TABLE_COOKIE, token=own)
    return Answered(value=taken, finish=remember)


@api.route(EVERYBODY, f"POST {LOGIN}", {201: ("logged in", record("token"))}, PASSPHRASE)
def log_in(passphrase: str, **_: Any) -> Answered:
    """Log in as the organiser."""
    token = permissions.log_in(passphrase)
    remember = partial(permissions.remember, name=permissions.ORGANISER_COOKIE, token=token)
    return Answered(value={"token": token}, finish=remember)


@api.route(ORGANISER, f"PUT {LOGIN}", ok("set", record({"passphrase": constant(value=True)})), NEW_PASSPHRASE)
def set_passphrase(passphrase: str, old: str, **_: Any) -> dict[str, Any]:
    """Set the organiser’s passphrase.

    Once there is one, it is needed as `old`. Every session ends.
    """
    if organiser.has_passphrase(store()):
        permissions.check(old, "old")
    organiser.set_passphrase(store(), passphrase)
    return {"passphrase": True}


@api.route(
    ORGANISER,
    f"DELETE {LOGIN}",
    ok("logged out", record({"role": TEXT})),
    query={"all": shapes.SWITCH.to("everywhere")},
)
def log_out(everywhere: str) -> Answered:
    """Log out this session, or every session with `all`. Raises `Forbidden` on the server's own machine, which has none."""
    visitor = permissions.visitor()
    if not visitor.token:
        # A request from the machine itself has no session to end.
        raise Forbidden(known=True)
    permissions.organisers().log_out(None if everywhere == "1" else visitor.token)
    forget = partial(permissions.forget, name=permissions.ORGANISER_COOKIE)
    return Answered(value={"role": Role.SPECTATEUR}, finish=forget)
