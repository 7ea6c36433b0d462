"""The API of tournaments and their players: the same acts as the pages."""

from __future__ import annotations

from typing import Any

from flask import Response, current_app, url_for

from scorekeeper import i18n
from scorekeeper import tournaments as desk
from scorekeeper.catalogue import GAMES
from scorekeeper.paper.posters.pages import Wall
from scorekeeper.rules import names
from scorekeeper.rules.kinds import refused
from scorekeeper.tournaments.acts.entrants import read_players
from scorekeeper.tournaments.acts.lists import SEPARATORS, Preview, looked_through
from scorekeeper.tournaments.export import CsvTable
from scorekeeper.tournaments.model import Entrant, Tournament
from scorekeeper.tournaments.options import MAX_ENTRANTS
from scorekeeper.tournaments.ranking import Ranking
from scorekeeper.tournaments.spectators import PlayerRecord
from scorekeeper.web.api import documents, shapes
from scorekeeper.web.api.parties import JUDGING
from scorekeeper.web.api.routes import (
    PAGE,
    Answered,
    Api,
    Route,
    Tagged,
    desk_act,
    document,
    ok,
    refuse,
    unknown_keys,
    written,
)
from scorekeeper.web.api.shapes import (
    ANY,
    MAYBE_UUID,
    NAME,
    NEEDED_REASON,
    NUMBER,
    REASON,
    TEXT,
    TITLE,
    Shape,
    any_of,
    choice,
    digits,
    many,
    nullable,
    record,
)
from scorekeeper.web.core.html_cache import once
from scorekeeper.web.core.request_values import store
from scorekeeper.web.paper import posters
from scorekeeper.web.tournaments.permissions import Role, visitor

api = Api("tournament_api")
route = api.declaring(Route)

EVERYBODY, ORGANISER = Role.SPECTATEUR, Role.ORGANISATEUR
ROOT = "/api/tournois"
ONE = f"{ROOT}/<number:number>"
PLAYER = f"{ONE}/players/<number:player>"

THE_TOURNAMENT = ok("the tournament", documents.TOURNAMENT)
THE_PLAYER = ok("the player", documents.ENTRANT)
THE_RANKING = ok("the ranking", documents.STANDINGS)
LISTED = record({"tournois": many(documents.LISTED), "before": nullable(shapes.INTEGER)})
SETTINGS = {
    "name": TITLE.optional(),
    "settings": shapes.OBJECT.optional(),
    "uuid": MAYBE_UUID,
    **{key: shape.optional() for key, shape in documents.OPTION_KEYS.items()},
}
"""What may be changed of a tournament."""
PEOPLE = many(any_of(NAME, documents.NEWCOMER), MAX_ENTRANTS)
CREATION = record(
    SETTINGS,
    {"name": TITLE, "game": choice(*(game.key for game in GAMES))},
    {"players": PEOPLE.optional(), "seed": nullable(TITLE).optional()},
)
NEWCOMER = {**documents.NEWCOMER_KEYS, "uuid": MAYBE_UUID}
REGISTRATION = any_of(record({"players": PEOPLE, "uuid": MAYBE_UUID}), PEOPLE, record(NEWCOMER))
REGISTERED = record({"players": many(documents.ENTRANT), "count": shapes.NATURAL, "revision": NUMBER})


def _separator(raw: Any) -> Any:
    if len(TEXT.read(raw)) > 1:
        raise refused("choix", options=SEPARATORS)
    return raw


SEPARATOR = nullable(Shape(schema={"type": "string", "maxLength": 1}, read=_separator)).optional()
LOOK = {"text": TEXT, "separator": SEPARATOR, "uuid": ANY.optional(), "by": ANY.optional()}
CSV = Shape(schema=TEXT.schema, media="text/csv")
PDF = Shape(schema={"type": "string", "format": "binary"}, media="application/pdf")
POSTER = {
    "papier": choice(*Wall).optional(),
    "langue": choice(*i18n.LANGUAGES).optional(),
    "tour": digits(1, 99).optional(),
}


@route(EVERYBODY, "GET", ROOT, ok("a page of them", LISTED), query={"before": shapes.BEFORE})
def index(before: int | None) -> dict[str, Any]:
    """The tournaments, latest first."""
    page = desk.list_all(store(), limit=PAGE, before=before)
    return {"tournois": page, "before": page[-1].last_seq if len(page) == PAGE else None}


@route(
    ORGANISER,
    "POST",
    ROOT,
    written("opened", "was opened before", documents.TOURNAMENT),
    document(CREATION, takes_key=True),
)
def create(raw: Any, **act: Any) -> Answered:
    """Open a tournament."""
    t = desk.create(store(), raw, **act)
    return Answered(value=t, headers={"Location": url_for("tournament_api.show", number=t.id)})


@route(EVERYBODY, "GET", ONE, THE_TOURNAMENT, tagged=True)
def show(number: int) -> Tagged:
    """A tournament."""
    mark = desk.evening(store(), number).fingerprint
    tag = f"{store().epoch[:8]}-t{number}-{mark}-{i18n.language()}-{visitor().role}"
    return Tagged(tag, lambda: desk.read(store(), number))


@route(ORGANISER, "PATCH", ONE, THE_TOURNAMENT, document(record(SETTINGS)))
def amend(number: int, raw: Any, **act: Any) -> Tournament:
    """Change a tournament."""
    return desk.amend(store(), number, raw, **act)


@route(
    ORGANISER,
    "POST",
    f"{ONE}/seed",
    ok("announced", record({"seed": TEXT, "revision": NUMBER})),
    desk_act({"seed": TITLE}),
)
def seed(number: int, **act: Any) -> Tournament:
    """Announce a seed."""
    return desk.announce_seed(store(), number, **act)


@route(
    ORGANISER,
    "POST",
    f"{ONE}/players",
    written("registered", "were registered before", REGISTERED),
    document(REGISTRATION, takes_key=True, takes_lists=True),
)
def register(number: int, raw: Any, **act: Any) -> dict[str, Any]:
    """Register players.

    One person, several, or a list from a spreadsheet.
    """
    if isinstance(raw, bytes):
        t = desk.import_list(store(), number, raw, **act)
        people = looked_through(raw, ()).players
    else:
        if isinstance(raw, dict) and "players" in raw:
            refuse(unknown_keys(raw, {"players"}))
            raw = raw["players"]
        elif isinstance(raw, dict):
            raw = [raw]
        t = desk.register(store(), number, raw, **act)
        people, _ = read_players(raw, ())
    keys = {names.key(person.name) for person in people}
    added = [entrant for entrant in t.entrants if names.key(entrant.name) in keys]
    return {"players": added, "count": len(t.entrants), "revision": t.revision}


@route(
    ORGANISER,
    "POST",
    f"{ONE}/players/preview",
    ok("each line", documents.PREVIEW),
    desk_act(LOOK, plain="text"),
    failures=(*JUDGING, 401, 404, 429),
)
def preview(number: int, text: bytes | str, separator: str | None, **_: Any) -> Preview:
    """Look through a list of players.

    Nobody is registered.
    """
    return desk.preview(store(), number, text, separator=separator)


@route(EVERYBODY, "GET", PLAYER, ok("the evening", documents.PLAYER))
def player(number: int, player: int) -> PlayerRecord:
    """A player’s evening."""
    return desk.player(store(), number, player)


@route(ORGANISER, "PATCH", PLAYER, THE_PLAYER, document(record({**NEWCOMER, "name": NAME.optional()})))
def amend_player(number: int, player: int, raw: Any, **act: Any) -> Entrant:
    """Correct a player."""
    return desk.amend_entrant(store(), number, player, raw, **act).entrant(player)


@route(ORGANISER, "DELETE", PLAYER, THE_PLAYER, desk_act({"reason": REASON}))
def withdraw(number: int, player: int, **act: Any) -> Entrant:
    """Withdraw a player."""
    return desk.withdraw(store(), number, player, **act).entrant(player)


@route(ORGANISER, "POST", f"{PLAYER}/return", THE_PLAYER, desk_act())
def bring_back(number: int, player: int, **act: Any) -> Entrant:
    """Bring a player back."""
    return desk.bring_back(store(), number, player, **act).entrant(player)


@route(ORGANISER, "POST", f"{PLAYER}/card", THE_RANKING, desk_act({"value": shapes.whole(1, 1000)}))
def card(number: int, player: int, **act: Any) -> Ranking:
    """Note a drawn card."""
    desk.draw_card(store(), number, player, **act)
    return desk.standings(store(), number)


@route(ORGANISER, "POST", f"{ONE}/finish", THE_TOURNAMENT, desk_act({"reason": REASON}))
def finish(number: int, **act: Any) -> Tournament:
    """Finish a tournament."""
    return desk.finish(store(), number, **act)


@route(ORGANISER, "POST", f"{ONE}/resume", THE_TOURNAMENT, desk_act({"reason": NEEDED_REASON}))
def resume(number: int, **act: Any) -> Tournament:
    """Resume a tournament."""
    return desk.resume(store(), number, **act)


@route(
    EVERYBODY,
    "GET",
    f"{ONE}/standings",
    THE_RANKING,
    query={"rounds": digits(0, 999).optional()},
    tagged=True,
)
def standings(number: int, rounds: int | None) -> Tagged:
    """The ranking.

    `?rounds=2` for the first two rounds.
    """
    ranking = desk.standings(store(), number, rounds)
    tag = f"{store().epoch[:8]}-s{number}-{ranking.mark}-{'' if rounds is None else rounds}"

    def make() -> Response:
        text = once(tag, write=lambda: current_app.json.dumps(documents.STANDINGS.write(ranking)))
        return Response(text, mimetype="application/json")

    return Tagged(tag, make)


@route(ORGANISER, "GET", f"{ONE}/history", ok("oldest first", record({"history": many(documents.HAPPENING)})))
def history(number: int) -> dict[str, Any]:
    """What happened to a tournament."""
    return {"history": desk.history(store(), number)}


@route(
    ORGANISER,
    "GET",
    f"{ONE}/export.csv",
    ok("the table", CSV),
    query={"table": choice(*CsvTable).optional(CsvTable.CLASSEMENT), "excel": shapes.SWITCH},
)
def export_csv(number: int, table: str, excel: str) -> Response:
    """A table of the tournament as CSV.

    `?table=classement`, `resultats` or `joueurs`; `?excel=1` with semicolons.
    """
    text = desk.export_csv(store(), number, CsvTable(table), excel=excel == "1")
    response = Response(text, mimetype="text/csv")
    response.headers["Content-Disposition"] = f'attachment; filename="tournoi-{number}-{table}.csv"'
    return response


@route(ORGANISER, "GET", f"{ONE}/export.json", ok("everything", shapes.OBJECT))
def export_json(number: int) -> Answered:
    """The whole tournament with its history."""
    name = f'attachment; filename="tournoi-{number}.json"'
    return Answered(value=desk.export_document(store(), number), headers={"Content-Disposition": name})


@route(EVERYBODY, "GET", f"{ONE}/affiche.pdf", ok("the poster", PDF), query=POSTER)
def poster(number: int, **_: Any) -> Response:
    """Who sits at which table, to hang on the wall.

    What the page passes over in its address is refused here.
    """
    return posters.poster(number)
