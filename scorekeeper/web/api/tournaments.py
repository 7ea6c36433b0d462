"""The tournament desk over HTTP: JSON in, JSON out, by the same acts as the pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, current_app, jsonify, request, url_for

from scorekeeper import i18n
from scorekeeper import tournaments as desk
from scorekeeper.records.store import Store
from scorekeeper.rules import names
from scorekeeper.rules.contract import Fault
from scorekeeper.rules.kinds import shown
from scorekeeper.tournaments.acts.entrants import read_players
from scorekeeper.tournaments.acts.lists import looked_through
from scorekeeper.tournaments.export import Sheet
from scorekeeper.tournaments.model import Tournament
from scorekeeper.web.api import tournament_documents as documents
from scorekeeper.web.api.parties import MAX_SHEET, PAGE, body, refuse
from scorekeeper.web.core.html_cache import once
from scorekeeper.web.tournaments import permissions as roles
from scorekeeper.web.tournaments.permissions import Role, needs

blueprint = Blueprint("tournament_api", __name__, url_prefix="/api/tournois")

ONE = "/<number:number>"
LISTS = frozenset({"text/csv", "text/plain"})
"""Types of a list of players that is not JSON."""


def store() -> Store:
    """The records of this app."""
    found: Store = current_app.extensions["store"]
    return found


def act_of(*required: str, **optional: Any) -> Mapping[str, Any]:
    """The body of an act: the keys it must have, those it may have, and `uuid`; none at all where nothing must be said."""
    raw = body(MAX_SHEET) if required or request.get_data(cache=True) else {}
    if not isinstance(raw, dict):
        refuse([Fault("objet-attendu")])
    known = {*required, *optional, "uuid", "by"}
    faults = [Fault("cle-inconnue", shown(key), {"cle": shown(key)}) for key in raw if key not in known]
    faults += [Fault("cle-manquante", key, {"cle": key}) for key in required if raw.get(key) is None]
    refuse(faults)
    return {**optional, "uuid": request.headers.get("Idempotency-Key"), **raw}


def status_for(uuid: str | None) -> int:
    """201 for what is written now, 200 for what was written before."""
    if not isinstance(uuid, str):
        return 201
    with store().read() as session:
        return 200 if session.event(uuid.lower()) is not None else 201


def switch(name: str) -> bool:
    """Whether `?name=1` was asked for."""
    told = request.args.get(name, "0")
    if told not in {"0", "1"}:
        refuse([Fault("choix", name, {"options": ("0", "1")})])
    return told == "1"


@blueprint.get("")
@needs(Role.SPECTATEUR)
def index() -> Response:
    """Tournaments, the latest first, a page at a time."""
    before = request.args.get("before")
    if before is not None and not (before.isascii() and before.isdigit() and 0 < len(before) < 16):
        refuse([Fault("nombre-entier", "before")])
    found = desk.list_all(store(), limit=PAGE, before=int(before) if before else None)
    older = found[-1].last_seq if len(found) == PAGE else None
    return jsonify(tournois=[documents.listed(row) for row in found], before=older)


@blueprint.post("")
@needs(Role.ORGANISATEUR)
def create() -> tuple[Response, int]:
    """Open a tournament."""
    raw = body(MAX_SHEET)
    uuid = request.headers.get("Idempotency-Key")
    if isinstance(raw, dict):
        uuid = raw.pop("uuid", None) or uuid
    status = status_for(uuid)
    made = desk.create(store(), raw, by=roles.by(), uuid=uuid)
    response = whole(made)
    response.headers["Location"] = url_for("tournament_api.show", number=made.id)
    return response, status


@blueprint.get(ONE)
@needs(Role.SPECTATEUR)
def show(number: int) -> Response:
    """A tournament: players, draws, rounds with what each table does."""
    mark = desk.evening(store(), number).fingerprint
    role = roles.visitor().role
    tag = f"{store().epoch[:8]}-t{number}-{mark}-{i18n.language()}-{role}"
    if request.if_none_match.contains_weak(tag):
        response = Response(status=304)
    else:
        response = whole(desk.read(store(), number))
    response.set_etag(tag, weak=True)
    response.headers["Cache-Control"] = "no-cache"
    return response


def whole(t: Tournament) -> Response:
    """A tournament in full."""
    rounds = [desk.progress(store(), t.id, one.number) for one in t.rounds]
    return jsonify(documents.tournament(t, rounds, organiser=roles.is_organiser()))


@blueprint.patch(ONE)
@needs(Role.ORGANISATEUR)
def amend(number: int) -> Response:
    """Change name, settings or choices."""
    raw = body(MAX_SHEET)
    uuid = raw.pop("uuid", None) if isinstance(raw, dict) else None
    return whole(desk.amend(store(), number, raw, by=roles.by(), uuid=uuid))


@blueprint.post(f"{ONE}/seed")
@needs(Role.ORGANISATEUR)
def seed(number: int) -> Response:
    """Announce the public seed of the draws to come."""
    act = act_of("seed")
    t = desk.announce_seed(store(), number, act["seed"], by=roles.by(), uuid=act["uuid"])
    return jsonify(seed=t.seed, revision=t.revision)


@blueprint.post(f"{ONE}/players")
@needs(Role.ORGANISATEUR)
def register(number: int) -> tuple[Response, int]:
    """Register one person, several, or a list from a spreadsheet."""
    if request.mimetype in LISTS:
        uuid = request.headers.get("Idempotency-Key")
        status = status_for(uuid)
        t = desk.import_list(store(), number, request.get_data(), by=roles.by(), uuid=uuid)
        told = looked_through(request.get_data(), ()).players
    else:
        people, uuid = people_of(body(MAX_SHEET))
        status = status_for(uuid)
        t = desk.register(store(), number, people, by=roles.by(), uuid=uuid)
        told, _ = read_players(people, ())
    keys = {names.key(one.name) for one in told}
    added = [documents.entrant(one, organiser=True) for one in t.entrants if names.key(one.name) in keys]
    return jsonify(players=added, count=len(t.entrants), revision=t.revision), status


def people_of(raw: Any) -> tuple[Any, Any]:
    """The people of a body: a list, an object with `players`, or one person; and the act's uuid."""
    uuid = request.headers.get("Idempotency-Key")
    if isinstance(raw, dict):
        uuid = raw.pop("uuid", None) or uuid
        if "players" in raw:
            refuse(
                [Fault("cle-inconnue", shown(key), {"cle": shown(key)}) for key in raw if key != "players"]
            )
            return raw["players"], uuid
        return [raw], uuid
    return raw, uuid


@blueprint.post(f"{ONE}/players/preview")
@needs(Role.ORGANISATEUR)
def preview(number: int) -> Response:
    """Look through a list; nobody is registered."""
    if request.mimetype in LISTS:
        found = desk.preview(store(), number, request.get_data())
    else:
        act = act_of("text", separator=None)
        if not isinstance(act["text"], str) or not isinstance(act["separator"], str | None):
            refuse([Fault("texte-attendu", "text")])
        found = desk.preview(store(), number, act["text"], separator=act["separator"])
    return jsonify(documents.preview(found))


@blueprint.get(f"{ONE}/players/<number:player>")
@needs(Role.SPECTATEUR)
def player(number: int, player: int) -> Response:
    """One player's evening."""
    return jsonify(documents.player(desk.player(store(), number, player)))


@blueprint.patch(f"{ONE}/players/<number:player>")
@needs(Role.ORGANISATEUR)
def amend_player(number: int, player: int) -> Response:
    """Put right what is known of somebody."""
    raw = body(MAX_SHEET)
    uuid = raw.pop("uuid", None) if isinstance(raw, dict) else None
    t = desk.amend_entrant(store(), number, player, raw, by=roles.by(), uuid=uuid)
    return jsonify(documents.entrant(t.entrant(player), organiser=True))


@blueprint.delete(f"{ONE}/players/<number:player>")
@needs(Role.ORGANISATEUR)
def withdraw(number: int, player: int) -> Response:
    """Let somebody go; they keep their number and their results."""
    act = act_of(reason="")
    t = desk.withdraw(store(), number, player, by=roles.by(), reason=act["reason"], uuid=act["uuid"])
    return jsonify(documents.entrant(t.entrant(player), organiser=True))


@blueprint.post(f"{ONE}/players/<number:player>/return")
@needs(Role.ORGANISATEUR)
def bring_back(number: int, player: int) -> Response:
    """Let somebody who had gone play again."""
    t = desk.bring_back(store(), number, player, by=roles.by(), uuid=act_of()["uuid"])
    return jsonify(documents.entrant(t.entrant(player), organiser=True))


@blueprint.post(f"{ONE}/players/<number:player>/card")
@needs(Role.ORGANISATEUR)
def card(number: int, player: int) -> Response:
    """Note the card that somebody drew."""
    act = act_of("value")
    desk.draw_card(store(), number, player, act["value"], by=roles.by(), uuid=act["uuid"])
    return jsonify(documents.standings(desk.standings(store(), number)))


@blueprint.post(f"{ONE}/finish")
@needs(Role.ORGANISATEUR)
def finish(number: int) -> Response:
    """End the tournament: the ranking is kept as it is announced."""
    act = act_of(reason="")
    return whole(desk.finish(store(), number, by=roles.by(), reason=act["reason"], uuid=act["uuid"]))


@blueprint.post(f"{ONE}/resume")
@needs(Role.ORGANISATEUR)
def resume(number: int) -> Response:
    """Go on with a finished tournament."""
    act = act_of("reason")
    return whole(desk.resume(store(), number, reason=act["reason"], by=roles.by(), uuid=act["uuid"]))


@blueprint.get(f"{ONE}/standings")
@needs(Role.SPECTATEUR)
def standings(number: int) -> Response:
    """The ranking as it stands; `?rounds=2` for the first two rounds."""
    through = request.args.get("rounds")
    if through is not None and not (through.isascii() and through.isdigit() and 0 < len(through) < 4):
        refuse([Fault("nombre-entier", "rounds")])
    found = desk.standings(store(), number, int(through) if through else None)
    tag = f"{store().epoch[:8]}-s{number}-{found.mark}-{through or ''}"
    if request.if_none_match.contains_weak(tag):
        response = Response(status=304)
    else:
        text = once(tag, write=lambda: current_app.json.dumps(documents.standings(found)))
        response = Response(text, mimetype="application/json")
    response.set_etag(tag, weak=True)
    response.headers["Cache-Control"] = "no-cache"
    return response


@blueprint.get(f"{ONE}/history")
@needs(Role.ORGANISATEUR)
def history(number: int) -> Response:
    """All that happened to a tournament, oldest first."""
    return jsonify(
        history=[
            {
                "kind": one.kind,
                "place": one.place,
                "body": one.body,
                "reason": one.reason,
                "actor": one.actor,
                "device": one.device,
                "at": one.at,
            }
            for one in desk.history(store(), number)
        ]
    )


@blueprint.get(f"{ONE}/export.csv")
@needs(Role.ORGANISATEUR)
def export_csv(number: int) -> Response:
    """A table as CSV: `?table=classement` (or `resultats`, `joueurs`), `?excel=1` with semicolons."""
    what = request.args.get("table", Sheet.CLASSEMENT)
    if what not in set(Sheet):
        refuse([Fault("choix", "table", {"options": tuple(Sheet)})])
    text = desk.export_csv(store(), number, Sheet(what), excel=switch("excel"))
    response = Response(text, mimetype="text/csv")
    response.headers["Content-Disposition"] = f'attachment; filename="tournoi-{number}-{what}.csv"'
    return response


@blueprint.get(f"{ONE}/export.json")
@needs(Role.ORGANISATEUR)
def export_json(number: int) -> Response:
    """The whole tournament with its history."""
    response = jsonify(desk.export_document(store(), number))
    response.headers["Content-Disposition"] = f'attachment; filename="tournoi-{number}.json"'
    return response
