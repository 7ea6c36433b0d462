"""Rounds and tables over HTTP, and who may come in."""

from __future__ import annotations

import uuid as uuids
from typing import Any

from flask import Blueprint, Response, current_app, jsonify, request

from scorekeeper import tournaments as desk
from scorekeeper.errors import Forbidden, Unknown
from scorekeeper.rules.contract import Fault
from scorekeeper.tournaments.access import organiser, table_links
from scorekeeper.tournaments.access.limits import JOIN
from scorekeeper.tournaments.model import Tournament
from scorekeeper.tournaments.round_progress import table_now
from scorekeeper.web.api import tournament_documents as documents
from scorekeeper.web.api.parties import MAX_SHEET, body, refuse
from scorekeeper.web.api.tournaments import ONE, act_of, status_for, store, switch
from scorekeeper.web.tournaments import permissions as roles
from scorekeeper.web.tournaments.permissions import Role, needs

blueprint = Blueprint("tournament_rounds_api", __name__, url_prefix="/api/tournois")
doors = Blueprint("doors_api", __name__, url_prefix="/api")
"""Who may come in."""

ROUND = f"{ONE}/rounds/<number:tour>"
TABLE = f"{ROUND}/tables/<number:table>"


@blueprint.post(f"{ONE}/rounds")
@needs(Role.ORGANISATEUR)
def draw(number: int) -> tuple[Response, int]:
    """Open the next round; its tables are drawn where they are not planned."""
    act = act_of(seed=None, redraw=False, reason="")
    if not isinstance(act["redraw"], bool):
        refuse([Fault("oui-ou-non", "redraw")])
    status = status_for(act["uuid"])
    t = desk.draw_round(
        store(),
        number,
        by=roles.by(),
        uuid=act["uuid"],
        seed=act["seed"],
        redraw=act["redraw"],
        reason=act["reason"],
    )
    return jsonify(documents.opened(t)), status


@blueprint.get(ROUND)
@needs(Role.SPECTATEUR)
def show(number: int, tour: int) -> Response:
    """A round: what each table does, and what is missing."""
    return _round(number, tour)


def _round(number: int, tour: int) -> Response:
    return jsonify(documents.progress(desk.progress(store(), number, tour)))


@blueprint.post(f"{ROUND}/close")
@needs(Role.ORGANISATEUR)
def close(number: int, tour: int) -> Response:
    """Close a round, or say what is missing."""
    desk.close_round(store(), number, tour, by=roles.by(), uuid=act_of()["uuid"])
    return _round(number, tour)


@blueprint.post(f"{ROUND}/reopen")
@needs(Role.ORGANISATEUR)
def reopen(number: int, tour: int) -> Response:
    """Open a closed round again."""
    act = act_of("reason")
    desk.reopen_round(store(), number, tour, reason=act["reason"], by=roles.by(), uuid=act["uuid"])
    return _round(number, tour)


@blueprint.post(f"{ROUND}/substitutes")
@needs(Role.ORGANISATEUR)
def substitute(number: int, tour: int) -> Response:
    """Let somebody else play for an entrant in a round; no name when the entrant is back."""
    act = act_of("number", name="")
    if type(act["number"]) is not int:
        refuse([Fault("nombre-entier", "number")])
    desk.substitute(
        store(),
        number,
        round_number=tour,
        entrant=act["number"],
        name=act["name"],
        by=roles.by(),
        uuid=act["uuid"],
    )
    return _round(number, tour)


@blueprint.get(TABLE)
@needs(Role.SPECTATEUR)
def table(number: int, tour: int, table: int) -> Response:
    """One table of a round."""
    return _table(desk.read(store(), number), tour, table)


def _table(t: Tournament, tour: int, table: int, status: int = 200) -> Response:
    live = table_now(store(), t.id, tour, table)
    response = jsonify({**documents.table(t, live), "round": tour})
    response.status_code = status
    return response


@blueprint.post(f"{TABLE}/result")
@needs(Role.ORGANISATEUR)
def result(number: int, tour: int, table: int) -> Response:
    """Type a result from paper: both totals, or every line; a bare list is the lines."""
    raw = body(MAX_SHEET)
    if isinstance(raw, list):
        uuid = request.headers.get("Idempotency-Key", str(uuids.uuid4()))
        act: Any = {"uuid": uuid, "totals": None, "entries": raw, "matches": None, "reason": ""}
    else:
        act = act_of(totals=None, entries=None, matches=None, reason="")
        if act["uuid"] is None:
            refuse([Fault("cle-manquante", "uuid", {"cle": "uuid"})])
    status = status_for(act["uuid"])
    t = desk.record_result(
        store(),
        number,
        round_number=tour,
        table=table,
        by=roles.by(),
        uuid=act["uuid"],
        totals=act["totals"],
        entries=act["entries"],
        matches=act["matches"],
        reason=act["reason"],
    )
    return _table(t, tour, table, status)


@blueprint.post(f"{TABLE}/sign")
@needs(Role.TABLE)
def sign(number: int, tour: int, table: int) -> Response:
    """Sign a full sheet for one side."""
    act = act_of("side", "initials", "revision", "uuid")
    status = status_for(act["uuid"])
    t = desk.sign(
        store(),
        number,
        round_number=tour,
        table=table,
        side=act["side"],
        initials=act["initials"],
        revision=act["revision"],
        by=roles.by(),
        uuid=act["uuid"],
    )
    return _table(t, tour, table, status)


@blueprint.post(f"{TABLE}/dispute")
@needs(Role.TABLE)
def dispute(number: int, tour: int, table: int) -> Response:
    """Call the organiser."""
    act = act_of(text="")
    t = desk.dispute(
        store(), number, round_number=tour, table=table, text=act["text"], by=roles.by(), uuid=act["uuid"]
    )
    return _table(t, tour, table)


@blueprint.post(f"{TABLE}/settle")
@needs(Role.ORGANISATEUR)
def settle(number: int, tour: int, table: int) -> Response:
    """End a dispute, and say how."""
    act = act_of("reason")
    t = desk.settle(
        store(), number, round_number=tour, table=table, reason=act["reason"], by=roles.by(), uuid=act["uuid"]
    )
    return _table(t, tour, table)


@blueprint.post(f"{TABLE}/accept")
@needs(Role.ORGANISATEUR)
def accept(number: int, tour: int, table: int) -> Response:
    """Take a full sheet as it is."""
    act = act_of(reason="")
    t = desk.accept(
        store(), number, round_number=tour, table=table, reason=act["reason"], by=roles.by(), uuid=act["uuid"]
    )
    return _table(t, tour, table)


@blueprint.post(f"{TABLE}/reopen")
@needs(Role.ORGANISATEUR)
def reopen_table(number: int, tour: int, table: int) -> Response:
    """Open a confirmed sheet again."""
    act = act_of("reason")
    t = desk.reopen_table(
        store(), number, round_number=tour, table=table, reason=act["reason"], by=roles.by(), uuid=act["uuid"]
    )
    return _table(t, tour, table)


@blueprint.get(f"{ONE}/links")
@needs(Role.ORGANISATEUR)
def links(number: int) -> Response:
    """The links that were made, without their tokens, and how many devices came in by each."""
    return jsonify(links=table_links.overview(store(), number))


@blueprint.post(f"{ONE}/links")
@needs(Role.ORGANISATEUR)
def make_links(number: int) -> Response:
    """The tokens of all tables; a link is made where there is none."""
    found = table_links.tokens(store(), number, key=_key(), by=roles.by())
    return jsonify(links=[{"table": table, "token": token} for table, token in found.items()])


@blueprint.post(f"{ONE}/links/<number:table>")
@needs(Role.ORGANISATEUR)
def rotate_link(number: int, table: int) -> Response:
    """End a table's link and make another."""
    token = table_links.rotate(store(), number, table, key=_key(), by=roles.by())
    return jsonify(table=table, token=token)


@blueprint.delete(f"{ONE}/links/<number:table>")
@needs(Role.ORGANISATEUR)
def revoke_link(number: int, table: int) -> Response:
    """End a table's link and every device that came in by it."""
    table_links.revoke(store(), number, table, by=roles.by())
    return jsonify(links=table_links.overview(store(), number))


def _key() -> bytes:
    key: bytes = current_app.config["SECRET_KEY"]
    return key


@doors.get("/acces")
@needs(Role.SPECTATEUR)
def whoami() -> Response:
    """Who asks, and whether the organiser's passphrase was set."""
    who = roles.visitor()
    return jsonify(
        role=who.role,
        tournament=who.tournament,
        table=who.table,
        passphrase=organiser.has_passphrase(store()),
    )


@doors.post("/acces/table")
@needs(Role.SPECTATEUR)
def take_table() -> tuple[Response, int]:
    """Take a table by the token of its link."""
    act = act_of("token")
    if not isinstance(act["token"], str):
        refuse([Fault("texte-attendu", "token")])
    # Only what opens nothing is counted: a whole hall may come in by one address.
    limiter, device = roles.limiter(), roles.device()
    limiter.check(JOIN, device)
    try:
        token, bound = table_links.bind(store(), act["token"], device)
    except Unknown:
        limiter.count(JOIN, device)
        raise
    response = jsonify(token=token, tournament=bound.tournament, table=bound.table)
    roles.set_table(response, token)
    return response, 201


@doors.post("/acces/organisateur")
@needs(Role.SPECTATEUR)
def log_in() -> tuple[Response, int]:
    """Open an organiser's session."""
    token = roles.organisers().log_in(_passphrase(), roles.device())
    response = jsonify(token=token)
    roles.set_organiser(response, token)
    return response, 201


@doors.put("/acces/organisateur")
@needs(Role.ORGANISATEUR)
def set_passphrase() -> Response:
    """Set the passphrase, in the place of an earlier one; every session ends."""
    organiser.set_passphrase(store(), _passphrase())
    return jsonify(passphrase=True)


@doors.delete("/acces/organisateur")
@needs(Role.ORGANISATEUR)
def log_out() -> Response:
    """End this session, or with `?all=1` all of them."""
    who = roles.visitor()
    if not who.token:
        # Whoever sits at the machine has no session to end.
        raise Forbidden(known=True)
    roles.organisers().log_out(None if switch("all") else who.token)
    response = jsonify(role=Role.SPECTATEUR)
    roles.forget(response, roles.ORGANISER_COOKIE)
    return response


def _passphrase() -> str:
    act = act_of("passphrase")
    if not isinstance(act["passphrase"], str):
        refuse([Fault("texte-attendu", "passphrase")])
    text: str = act["passphrase"]
    return text
