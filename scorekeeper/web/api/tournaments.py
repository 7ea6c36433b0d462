"""The API of tournaments, their players, rounds and tables: the same acts as the pages.

Calls of declared acts are generated from the declarations.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from flask import Response, current_app, url_for

from scorekeeper import i18n
from scorekeeper import tournaments as desk
from scorekeeper.cards.catalogue import GAMES
from scorekeeper.cards.rules import names
from scorekeeper.cards.rules.contract import AnyOf
from scorekeeper.cards.rules.kinds import Choice, Kind, Maybe, refused, unknown_keys
from scorekeeper.lists.reading import Choices
from scorekeeper.lists.text import SEPARATORS
from scorekeeper.paper.posters.pages import PosterSize
from scorekeeper.tournaments.acts.calls import ringing
from scorekeeper.tournaments.acts.entrants import read_players
from scorekeeper.tournaments.acts.lists import Preview, checked, expects_pairs
from scorekeeper.tournaments.declaration import ACTS, Act, Coded, EntrantNumber
from scorekeeper.tournaments.export import FORMAT, CsvTable
from scorekeeper.tournaments.model import TableAt, Tournament
from scorekeeper.tournaments.options import MAX_ENTRANTS
from scorekeeper.tournaments.round_progress import Progress
from scorekeeper.web import live
from scorekeeper.web.api import documents, routes, shapes
from scorekeeper.web.api.documents import Part
from scorekeeper.web.api.routes import Answered, Body, Route, Tagged, desk_act, document, ok, written
from scorekeeper.web.api.shapes import NUMBER, Shape, choice, many, nullable, record, text
from scorekeeper.web.core.jinja import once
from scorekeeper.web.core.requests import csv_file, store, xlsx_file
from scorekeeper.web.paper import posters
from scorekeeper.web.tournaments.layout import shown_player, shown_ranking, shown_tables
from scorekeeper.web.tournaments.permissions import Role, visitor

api = routes.Api("tournament_api")

EVERYBODY, AT_TABLE, ORGANISER = Role.SPECTATEUR, Role.TABLE, Role.ORGANISATEUR
ROOT = "/api/tournois"
ONE = f"{ROOT}/<number:number>"
PLAYER = f"{ONE}/players/<number:player>"
ROUND = f"{ONE}/rounds/<number:tour>"
TABLE = f"{ROUND}/tables/<number:table>"

# Requests.
SETTINGS = {
    "name": shapes.TITLE.optional(),
    "settings": shapes.OBJECT.optional(),
    "uuid": shapes.MAYBE_UUID,
    **{key: shape.optional() for key, shape in documents.OPTION_KEYS.items()},
}
"""Keys of a tournament that may be changed."""
SEED = nullable(shapes.TITLE).optional()
PEOPLE = many(shapes.any_of(shapes.NAME, documents.NEWCOMER), MAX_ENTRANTS)
CREATION = record(
    SETTINGS,
    {"name": shapes.TITLE, "game": shapes.any_of(choice(*(game.key for game in GAMES)), shapes.HOUSE_KEY)},
    {"definition": shapes.DEFINITION.optional()},
    {"players": PEOPLE.optional(), "seed": SEED},
).named("NewTournament")
NEWCOMER = {**documents.NEWCOMER_KEYS, "uuid": shapes.MAYBE_UUID}
REGISTRATION = shapes.any_of(record({"players": PEOPLE, "uuid": shapes.MAYBE_UUID}), PEOPLE, record(NEWCOMER))
CORRECTION = record(NEWCOMER, {"name": shapes.NAME.optional()})
WHY = desk_act({"reason": shapes.REASON})
DRAW = {"seed": SEED, "redraw": shapes.FLAG.optional(default=False), "reason": shapes.REASON}


def _separator(raw: Any) -> Any:
    if len(shapes.TEXT.read(raw)) > 1:
        raise refused("choix", options=AnyOf(SEPARATORS))
    return raw


STAND_IN = {
    "number": replace(shapes.INTEGER, schema=NUMBER.schema, argument="entrant"),
    "name": text(names.NAME_MAX).optional(""),
}
LIST = {
    "text": shapes.TEXT,
    "separator": nullable(replace(text(1), read=_separator)).optional(),
    "columns": documents.COLUMNS,
    "uuid": shapes.ANY.optional(),
    "by": shapes.ANY.optional(),
}
POSTER = {
    "papier": choice(*PosterSize).optional(),
    "langue": choice(*i18n.LANGUAGES).optional(),
    "tour": shapes.digits(1, 99).optional(),
}
EXPORT = {"table": choice(*CsvTable).optional(CsvTable.CLASSEMENT), "excel": shapes.SWITCH}

ON_PAPER = (401, 403, 404, 409, 422, 429, 503)
"""Failure statuses of a poster."""
AGAIN = {"name": nullable(shapes.TITLE).optional(), "date": documents.OPTION_KEYS["date"].optional()}

# Responses.
PAGE_OF_TOURNAMENTS = record({"tournois": many(documents.LISTED), "before": nullable(shapes.INTEGER)})
THE_TOURNAMENT = ok("the tournament", documents.TOURNAMENT)
CREATED = written("opened", "was opened before", documents.TOURNAMENT)
ADDED = record({"players": many(documents.ENTRANT), "count": shapes.NATURAL, "revision": NUMBER})
REGISTERED = written("registered", "were registered before", ADDED)
EXPORTED = record(
    "id name game",
    {"format": shapes.constant(FORMAT), "settings": shapes.OBJECT, "options": shapes.OBJECT},
    shapes.keys(many(shapes.OBJECT), "players", "draws", "rounds", "ranking", "history", "events"),
    extensible=True,
).named("TournamentExport")
HISTORY = ok("oldest first", record({"history": many(documents.HAPPENING).of(lambda history: history)}))


@api.route(
    EVERYBODY, f"GET {ROOT}", ok("a page of them", PAGE_OF_TOURNAMENTS), query={"before": shapes.BEFORE}
)
def index(before: int | None) -> dict[str, Any]:
    """The tournaments, the most recently changed first."""
    page = desk.list_all(store(), limit=routes.PAGE, before=before)
    return {"tournois": page, "before": page[-1].last_seq if len(page) == routes.PAGE else None}


@api.route(ORGANISER, f"POST {ROOT}", CREATED, document(CREATION, takes_key=True))
def create(document: Any, **act: Any) -> Answered:
    """Open a tournament."""
    t = desk.create(store(), document, **act)
    return Answered(value=t, headers={"Location": url_for("tournament_api.show", number=t.id)})


@api.route(ORGANISER, f"POST {ONE}/again", CREATED, desk_act(AGAIN))
def again(number: int, **act: Any) -> Answered:
    """Open a tournament with the people and options of this one."""
    t = desk.repeat(store(), number, **act)
    return Answered(value=t, headers={"Location": url_for("tournament_api.show", number=t.id)})


@api.route(EVERYBODY, f"GET {ONE}", THE_TOURNAMENT, tagged=True)
def show(number: int) -> Tagged:
    """A tournament."""
    mark = desk.evening(store(), number).fingerprint
    t = desk.read(store(), number)
    seen = f"{shown_ranking(t).mark}-{visitor().role}-{visitor().table}"
    return Tagged(f"{store().epoch}-t{number}-{mark}-{i18n.language()}-{seen}", lambda: t)


@api.route(
    ORGANISER,
    f"POST {ONE}/players",
    REGISTERED,
    document(REGISTRATION, takes_key=True, takes_lists=True),
    query={"columns": documents.COLUMNS, **documents.LIST_SOURCE},
)
def register(number: int, document: Any, **act: Any) -> dict[str, Any]:
    """Register players."""
    choices = Choices(**{key: act.pop(key) for key in ("columns", *documents.LIST_SOURCE)})
    if isinstance(document, bytes):
        t = desk.import_list(store(), number, document, choices=choices, **act)
        people = checked(document, (), choices, pairs=expects_pairs(t)).players
    else:
        if isinstance(document, dict) and "players" in document:
            routes.refuse(unknown_keys(document, {"players"}))
            document = document["players"]
        elif isinstance(document, dict):
            document = [document]
        t = desk.register(store(), number, document, **act)
        people, _ = read_players(document, ())
    keys = {names.casefold(person.name) for person in people}
    added = [entrant for entrant in t.entrants if names.casefold(entrant.name) in keys]
    return {"players": added, "count": len(t.entrants), "revision": t.revision}


@api.route(
    ORGANISER,
    f"POST {ONE}/players/preview",
    ok("each line", documents.PREVIEW),
    desk_act(LIST, plain="text", takes_key=False),
    query=documents.LIST_SOURCE,
    failures=(*routes.JUDGING, 401, 404, 429),
)
def preview(number: int, text: bytes | str, **given: Any) -> Preview:
    """Look through a list of players."""
    t = desk.read(store(), number)
    choices = Choices(**{key: given[key] for key in ("separator", "columns", *documents.LIST_SOURCE)})
    return checked(text, t.entrants, choices, pairs=expects_pairs(t), fee=t.options.fee)


@api.route(EVERYBODY, f"GET {TABLE}", ok("the table", documents.TABLE))
def show_table(number: int, **at: int) -> Part:
    """A table of a round."""
    return table_of(desk.read(store(), number), **at)


@api.route(
    EVERYBODY,
    f"GET {ONE}/standings",
    ok("the ranking", documents.STANDINGS),
    query={"rounds": shapes.digits(0, 999).optional()},
    tagged=True,
)
def standings(number: int, rounds: int | None) -> Tagged:
    """The ranking; until the prizes are shown, that before the last round, except for the organiser."""
    ranking = shown_ranking(desk.read(store(), number), rounds)
    tag = f"{store().epoch}-s{number}-{ranking.mark}-{'' if rounds is None else rounds}"

    def make() -> Response:
        text = once(tag, write=lambda: current_app.json.dumps(documents.STANDINGS.write(ranking)))
        return Response(text, mimetype="application/json")

    return Tagged(tag, make)


@api.route(ORGANISER, f"GET {ONE}/export.csv", ok("the table", shapes.CSV), query=EXPORT)
def export_csv(number: int, table: str, **_: Any) -> Response:
    """A table of the tournament as CSV."""
    return csv_file(desk.export_rows(store(), number, CsvTable(table)), f"tournoi-{number}-{table}")


@api.route(
    ORGANISER, f"GET {ONE}/export.xlsx", ok("the table", shapes.XLSX), query={"table": EXPORT["table"]}
)
def export_xlsx(number: int, table: str) -> Response:
    """A table as a workbook."""
    return xlsx_file(desk.export_rows(store(), number, CsvTable(table)), f"tournoi-{number}-{table}")


@api.route(ORGANISER, f"GET {ONE}/export.json", ok("everything", EXPORTED), query={"public": shapes.SWITCH})
def export_json(number: int, public: str) -> Answered:
    """The whole tournament with its history."""
    name = f'attachment; filename="tournoi-{number}.json"'
    document = desk.export_document(store(), number, public=public == "1")
    return Answered(value=document, headers={"Content-Disposition": name})


@api.route(EVERYBODY, f"GET {ONE}/affiche.pdf", ok("the poster", shapes.PDF), query=POSTER, failures=ON_PAPER)
def poster(number: int, **_: Any) -> Response:
    """The seats at each table, to hang on the wall."""
    # The query is validated here; the page ignores invalid values.
    return posters.poster(number)


def round_of(t: Tournament, *, round_number: int, **_: Any) -> Progress:
    """Return the round that an act changed."""
    return desk.progress(store(), t.id, round_number)


def table_of(t: Tournament, *, round_number: int, table: int, **_: Any) -> Part:
    """Return the table that an act changed."""
    now = desk.progress(store(), t.id, round_number)
    now.round.table(table)
    return Part(t, shown_tables(now)[table - 1], round_number)


FOLLOWED = f"GET {ONE.removeprefix('/api')}/suivre"
HOW_NEW = ok("how new it is", shapes.STREAM)
ALL = {"tout": shapes.TEXT.optional()}
api.page(None, live.tournament, FOLLOWED, HOW_NEW, query=ALL, failures=(403, 404, 503))
api.verbs(
    EVERYBODY, ok("the evening", documents.PLAYER), lambda record, number, **_: shown_player(number, record)
)(f"GET {PLAYER}", "A player’s evening", desk.player)
api.verbs(EVERYBODY, ok("the round", documents.ROUND))(f"GET {ROUND}", "A round", desk.progress)
api.verbs(ORGANISER, HISTORY)(f"GET {ONE}/history", "What happened to a tournament", desk.history)
of_tournament = api.verbs(ORGANISER, THE_TOURNAMENT)
of_tournament(f"PATCH {ONE}", "Change a tournament", desk.amend, document(record(SETTINGS)))
of_tournament(f"POST {ONE}/repair", "Repair the rounds to come", desk.repair, WHY)
api.verbs(ORGANISER, ok("the player", documents.ENTRANT), lambda t, *, entrant, **_: t.entrant(entrant))(
    f"PATCH {PLAYER}", "Correct a player", desk.amend_entrant, document(CORRECTION, "changes")
)
api.verbs(ORGANISER, written("opened", "was opened before", documents.OPENED))(
    f"POST {ONE}/rounds", "Draw and open the next round", desk.draw_round, desk_act(DRAW)
)
api.verbs(ORGANISER, ok("the round", documents.ROUND), round_of)(
    f"POST {ROUND}/substitutes", "Register a substitute", desk.substitute, desk_act(STAND_IN)
)


LATE = many(shapes.COUNT)
CLOCK = record(
    {"round": nullable(shapes.COUNT), "left": nullable(shapes.INTEGER), "running": shapes.FLAG, "late": LATE}
).named("Clock")
"""Seconds left in the open round, negative once the time is up, and the tables that still play then."""
CALL = record("round table text at", {"disputed": shapes.FLAG})
BELL = record({"calls": many(CALL), "late": LATE}).named("Bell")
"""Unanswered calls and disputes of tables, and tables that are late."""
SHOWN = record("revision", {"shown": nullable(shapes.NATURAL).of("reveal")}).named("PrizesShown")
"""Number of prizes shown; `null` when they are not shown one by one."""


def _clock_of(t: Tournament, **_: Any) -> dict[str, Any]:
    clock = desk.clock_of(t)
    if clock is None:
        return {"round": None, "left": None, "running": False, "late": []}
    return {"round": clock.round, "left": clock.now, "running": clock.running, "late": desk.late(store(), t)}


def _bell_of(t: Tournament, **_: Any) -> dict[str, Any]:
    calls = [
        {"round": at.round, "table": at.number, "disputed": disputed, "text": note.text, "at": note.at}
        for at, note, disputed in ringing(t)
    ]
    clock = desk.clock_of(t)
    return {"calls": calls, "late": desk.late(store(), t) if clock and not clock.answered else ()}


ADDRESSES = {"": ONE, "entrant": PLAYER, "round_number": ROUND, "at": TABLE}
"""URL rule of each part of a tournament, by the name of its argument in `ActPlace`."""
ASKED = "asked."
"""Prefix of the view's arguments that are arguments of the act."""
ANSWERS: Mapping[str, tuple[str, Shape, Callable[..., Any]]] = {
    "tournament": ("the tournament", documents.TOURNAMENT, lambda t, **_: t),
    "entrant": ("the player", documents.ENTRANT, lambda t, *, entrant, **_: t.entrant(entrant)),
    "round_number": ("the round", documents.ROUND, round_of),
    "at": ("the table", documents.TABLE, table_of),
    "ranking": ("the ranking", documents.STANDINGS, lambda t, **_: desk.standings(store(), t.id)),
    "seed": ("announced", record({"seed": shapes.TEXT, "revision": shapes.NUMBER}), lambda t, **_: t),
    "list": ("frozen", documents.FROZEN, lambda t, **_: Part(t, t.lists[-1])),
    "call": ("called", record("revision"), lambda t, **_: t),
    "bell": ("who still calls", BELL, _bell_of),
    "clock": ("the clock", CLOCK, _clock_of),
    "prizes": ("how many are shown", SHOWN, lambda t, **_: t),
}
"""Description and shape of each response, and the function that returns its value from the tournament after the act."""


@api.route(EVERYBODY, f"GET {ONE}/clock", ok("the clock", CLOCK))
def clock(number: int) -> dict[str, Any]:
    """The clock of the open round."""
    return _clock_of(desk.read(store(), number))


@api.route(ORGANISER, f"GET {ONE}/bell", ok("who calls", BELL))
def bell(number: int) -> dict[str, Any]:
    """Tables that call for the organiser."""
    return _bell_of(desk.read(store(), number))


def shape_of(kind: Kind[Any]) -> Shape:
    """Return the shape of an argument: choices and entrant numbers are read here, all others by the act."""
    if isinstance(kind, Maybe):
        return nullable(shape_of(kind.kind))
    if isinstance(kind, Coded) and isinstance(kind.kind, Choice):
        return shapes.of_kind(kind.kind)
    read = shapes.INTEGER.read if isinstance(kind, EntrantNumber) else Shape(schema={}).read
    return Shape(schema=kind.schema(), read=read)


def body_of(act: Act[Tournament]) -> Body:
    """Return the request body of a declared act."""
    keys = {key: shape_of(kind) for key, kind in act.asked.items()}
    defaults = act.record.defaults
    # The prefix separates keys from numbers in the path with the same name.
    keys = {key: shape.to(f"{ASKED}{key}") for key, shape in keys.items()}
    keys = {key: shape.optional(defaults[key]) if key in defaults else shape for key, shape in keys.items()}
    if act.reason is not None:
        keys["reason"] = shapes.NEEDED_REASON if act.reason else shapes.REASON
    if act.noted:
        keys["uuid"] = shapes.UUID
    listed = act.asked.get(act.bare)
    return desk_act(keys, bare={act.bare: shape_of(listed.kind)} if isinstance(listed, Maybe) else None)


def _declare(act: Act[Tournament]) -> None:
    method, _, rest = act.api.partition(" ")
    meaning, shape, then = ANSWERS[act.answer or act.place.argument or "tournament"]
    answers = written(act.noted, f"was {act.noted} before", shape) if act.noted else ok(meaning, shape)

    def view(number: int, **given: Any) -> Any:
        asked = {key.removeprefix(ASKED): value for key, value in given.items()}
        if act.place.argument == "at":
            asked["at"] = TableAt(asked.pop("round_number"), asked.pop("table"))
        t: Tournament = act(store(), number, **asked)
        return then(t, **given)

    view.__name__ = act.name
    text = " ".join((act.judge.__doc__ or "").partition("Raises")[0].partition("\n\n")[0].split())
    call = f"{method} {ADDRESSES[act.place.argument]}{rest and '/'}{rest}"
    role = AT_TABLE if act.by_table else ORGANISER
    api.add(Route(role, call, answers, body_of(act), summary=act.summary, text=text, view=view))


for declared in ACTS.values():
    if declared.api:
        _declare(declared)
