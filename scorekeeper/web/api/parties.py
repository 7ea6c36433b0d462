"""The API of games, scores and sheets: the same acts and messages as the pages."""

from dataclasses import replace
from operator import itemgetter
from typing import Any

from flask import Response, jsonify, make_response, request, url_for

from scorekeeper import i18n, parties
from scorekeeper.cards import catalogue
from scorekeeper.cards.catalogue import GAMES, PREFIX
from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.rules import changes, names
from scorekeeper.cards.rules.contract import Fault, Rules, Table
from scorekeeper.cards.rules.initials import Initials
from scorekeeper.cards.rules.kinds import Unreadable, Whole, unknown_keys, within
from scorekeeper.cards.sheet_file import FAULTS_FORMAT, SheetFile, bad_request, read_sheet, score_document
from scorekeeper.cards.sheet_game import game_document
from scorekeeper.errors import NotOfHousehold, Unknown
from scorekeeper.parties import Entered, Status, house, notes
from scorekeeper.parties.house import (
    all_games,
    declared_games,
    game_named,
    keep_house_game,
    remove_house_game,
)
from scorekeeper.parties.notes import Sealing
from scorekeeper.parties.verbs import People
from scorekeeper.parties.writers import past_of
from scorekeeper.web import house_games, live
from scorekeeper.web.api import documents, routes, shapes
from scorekeeper.web.api.descriptions import described
from scorekeeper.web.api.routes import JUDGING, Answered, Tagged, body_alone, desk_act, ok, sheet_act
from scorekeeper.web.api.shapes import COUNT, REASON, REVISION, TEXT, constant, keys, many, record
from scorekeeper.web.core.requests import store
from scorekeeper.web.paper import sheets
from scorekeeper.web.parties import access
from scorekeeper.web.tournaments.permissions import Role, is_keeper, is_of_household

api = routes.Api("api")
ROOT = "/api/games"
SHEET = routes.Body(
    shape=shapes.SHEET,
    read=lambda: {"sheet": read_sheet(routes.json_body(), lambda: declared_games(store()))},
)
HEALTH = {
    200: ("it could", record({"status": constant("ok")})),
    503: ("it could not", record({"status": constant("unwritable")})),
}
THE_GAME = ok("the game", documents.GAME)


def _document(game: Game) -> dict[str, Any]:
    return {**described(game_document(game)), "kept": house.kept_settings(store(), game)}


@api.route(None, "GET /api/health", HEALTH, failures=())
def health() -> Answered:
    """Whether an entry could be written."""
    well = store().writable()
    return Answered(value={"status": "ok" if well else "unwritable"}, status=200 if well else 503)


@api.route(None, f"GET {ROOT}", ok("the games", record({"games": many(documents.GAME)})), failures=())
def games() -> dict[str, Any]:
    """The games."""
    return {"games": [_document(game) for game in all_games(store())]}


@api.route(Role.ORGANISATEUR, f"PUT {ROOT}", THE_GAME, desk_act({"text": TEXT}, takes_key=False))
def declare_game(text: str, **_: Any) -> dict[str, Any] | Response:
    """Declare a game of the house.

    The text is its definition in TOML, checked by its own examples; it replaces a game with the same name. Existing sheets keep the
    rules with which they were opened.
    """
    verdict = catalogue.check_text(text.encode())
    if verdict.game is None:
        shown = {"entry": None, "code": "definition"}
        faults = [
            {**shown, "line": flaw.line, "field": flaw.key, "message": flaw.sentence}
            for flaw in verdict.flaws
        ]
        return make_response(jsonify(format=FAULTS_FORMAT, faults=faults), 422)
    keep_house_game(store(), verdict.game, text)
    return _document(verdict.game)


@api.route(Role.ORGANISATEUR, f"DELETE {ROOT}/<key>", THE_GAME)
def remove_game(key: str) -> dict[str, Any]:
    """Take a game of the house away.

    Its sheets stay, and can still be written on.
    """
    removed = _document(game_named(store(), key))
    remove_house_game(store(), key)
    return removed


@api.blueprint.before_request
def guard_kept_settings() -> None:
    """Raise `NotOfHousehold` for settings from outside the household, before their document is read."""
    if request.endpoint == "api.keep_settings" and not is_of_household():
        raise NotOfHousehold


@api.route(None, f"PUT {ROOT}/<key>/settings", THE_GAME, body_alone({"settings": shapes.OBJECT}))
def keep_settings(key: str, settings: Any) -> dict[str, Any]:
    """Keep settings under the name in them.

    From the machine itself, and from the organiser, they replace settings with the same name. Only settings of free sheets have a
    name; for other games the answer is 404.
    """
    game = game_named(store(), key)
    if not game.rules.NAMED_BY:
        raise Unknown(key)
    try:
        rules: Rules[Any, Any] = game.rules.SETTINGS.read(settings, Table())
    except Unreadable as unreadable:
        raise bad_request(within("settings", unreadable.faults)) from unreadable
    house.keep_settings(store(), game, rules, over=is_keeper())
    return _document(game)


@api.route(Role.ORGANISATEUR, f"DELETE {ROOT}/<key>/settings/<number:number>", THE_GAME)
def forget_settings(key: str, number: int) -> dict[str, Any]:
    """Forget settings that the house keeps.

    Sheets that were opened with them do not change.
    """
    game = game_named(store(), key)
    if all(each.number != number for each in house.kept_settings(store(), game)):
        raise Unknown(f"{key} {number}")
    house.drop_settings(store(), game, number)
    return _document(game)


@api.route(None, "POST /api/score", ok("its score", documents.SCORE), SHEET, failures=JUDGING)
def score(sheet: SheetFile) -> dict[str, Any]:
    """Score a sheet file."""
    return score_document(sheet.game, sheet.replay())


ITS_TEXT = ok("its text", shapes.TOML)
GUARDED = (401, 403, 404)
api.page(Role.ORGANISATEUR, house_games.source, "GET /jeux-maison/<key>.toml", ITS_TEXT, failures=GUARDED)


PARTIE = "/api/parties/<number:number>"
PAGE = PARTIE.removeprefix("/api")
LINE = f"{PARTIE}/entries/<number:rang>"
OPENED = {201: ("opened, with its key", documents.OPENED_PARTIE)}
SO_FAR = ok("the score so far", documents.PLACE)
WRITTEN = routes.written("written", "was written before", documents.PLACE)
ENTRY = replace(shapes.ENTRY, reads_null=True, argument="payload")
CHANGE = {"revision": REVISION, "reason": REASON, "confirm": REVISION}
SIGNING = {"signatures": replace(shapes.OBJECT, schema=Initials().schema()), "revision": REVISION}
REOPENING = {"reason": shapes.NEEDED_REASON, "revision": REVISION}
AMENDMENT = {"entry": ENTRY, "revision": COUNT, "reason": REASON, "confirm": REVISION}
PAGE_OF_PARTIES = record({"parties": many(documents.SUMMARY), "before": shapes.nullable(shapes.INTEGER)})


KEYS = shapes.choice(*(game.key for game in GAMES))
KEY = replace(
    shapes.any_of(KEYS, shapes.HOUSE_KEY),
    read=lambda raw: raw if raw.startswith(PREFIX) else KEYS.read(raw),
)
FILTERS = {"status": shapes.choice(*Status).optional(), "game": KEY.optional(), "before": shapes.BEFORE}
HISTORY = record(
    {"id": shapes.NUMBER.of(lambda past: past[0].id), "revision": COUNT.of(lambda past: past[0].revision)},
    {"history": many(documents.CHANGE).of(itemgetter(1))},
)
PEOPLE = {
    key: shapes.Shape(schema=schema, default=shapes.REQUIRED if key == "players" else None)
    for key, schema in changes.CHANGE.schema()["properties"].items()
    if key != "after"
}
RULES = {"settings": shapes.OBJECT, "revision": REVISION, "reason": REASON}
NUMBERS_BY_NAME = {"type": "object", "additionalProperties": {"type": "integer", "minimum": 0}}
SEALED = record(
    {"key": TEXT.of("what.key"), "most": shapes.NATURAL.of("what.most"), "rang": COUNT, "open": shapes.FLAG},
    keys(many(TEXT), "noted", "missing"),
    {"replaced": many(TEXT).of(lambda known: [known.players[seat] for seat in known.replaced])},
    {"numbers": replace(shapes.OBJECT, schema=NUMBERS_BY_NAME)},
).named("Sealed")
"""Hidden numbers that players note each for themselves, for the entry's key `key`."""
NOTING = {
    "rang": shapes.of_kind(Whole(1, 10**9)),
    "player": shapes.text(names.NAME_MAX, 1).to("name"),
    "number": shapes.NATURAL.to("typed"),
    "instead": shapes.FLAG.optional(default=False),
}
PRINTED = keys(TEXT.optional(), "papier", "langue", "verso")
BLANK = {**PRINTED, **keys(TEXT.optional(), "copies", "premiere", "places", "lignes", "genre")}
"""Options of a print; invalid values are ignored."""
PRINTING = (403, 404, 429, 503)
NEXT = ("readPartie", "enterLine", "changeTable", "changeRules", "readHistory", "closePartie", "reopenPartie")


@api.route(None, "GET /api/parties", ok("a page of them", PAGE_OF_PARTIES), query=FILTERS, closed_query=True)
def index(**filters: Any) -> dict[str, Any]:
    """The parties, latest first."""
    page = parties.list_parties(store(), limit=routes.PAGE, **filters)
    return {"parties": page, "before": page[-1].cursor if len(page) == routes.PAGE else None}


@api.route(None, "POST /api/parties", OPENED, replace(SHEET, takes_key=True), next_calls=NEXT)
def open_partie(sheet: SheetFile) -> Answered:
    """Open a partie.

    From another machine, writing on it needs the key as `Authorization: Bearer`.
    """
    partie = parties.open_partie(store(), sheet, by=routes.author(), uuid=routes.idempotency_key())
    access.opened(partie)
    return Answered(value=partie, headers={"Location": url_for("api.show", number=partie.id)})


@api.route(None, f"GET {PARTIE}", ok("the partie", documents.PARTIE), tagged=True)
def show(number: int) -> Tagged:
    """A partie."""
    partie = parties.read_partie(store(), number)
    tag = f"{store().epoch}-{partie.id}-{partie.revision}-{i18n.language()}"
    return Tagged(tag, lambda: partie)


OPTION = shapes.FLAG.optional(default=False)
REORDERING = {"keep_dealers": OPTION, "before_change": OPTION, "confirm": REVISION, "reason": REASON}
INSERTING = {"revision": REVISION, **REORDERING}
A_LINE = sheet_act(
    {"rang": COUNT, "entry": ENTRY, "opening": shapes.MAYBE_UUID, "insert": OPTION, **INSERTING}
)
NEW_LINE = replace(A_LINE, shape=A_LINE.shape.named("NewLine"))


@api.route(None, f"POST {PARTIE}/entries", WRITTEN, NEW_LINE)
def enter(number: int, *, insert: bool, **act: Any) -> Entered:
    """Write the next line.

    With `insert`, the line is put in before line `rang` of that `revision`: those from there on move down by one, and follow the
    rotation of the deal again unless they `keep_dealers`. At a change of people or rules it stands below it, or above with
    `before_change`. Lines in the answer have the numbers that they get.
    """
    if not insert:
        routes.refuse(unknown_keys((key for key in INSERTING if act[key]), ()))
        return parties.enter(store(), number, **{key: act[key] for key in act.keys() - INSERTING})
    if act["revision"] is None:
        routes.refuse([Fault("cle-manquante", "revision")])
    return parties.insert(store(), number, **act)


@api.route(
    None, f"POST {PARTIE}/changes", WRITTEN, sheet_act({**PEOPLE, "revision": REVISION, "reason": REASON})
)
def change_table(number: int, players: Any, replaces: Any, renames: Any, **act: Any) -> Entered:
    """Change the players at the table.

    The change applies from the next line on. The body is like an item of a sheet's `changes`, without `after`.
    """
    people: People = {"players": players, "replaces": replaces, "renames": renames}
    return parties.change_table(store(), number, people=people, **act)


api.verbs(None, SO_FAR)(f"POST {PARTIE}/settings", "Change settings", parties.change_rules, sheet_act(RULES))


@api.route(None, f"GET {PARTIE}/sealed", ok("who has noted one, and all of them once everybody has", SEALED))
def hidden_numbers(number: int) -> Sealing:
    """The hidden numbers of the next line.

    They are the numbers that players note before a deal, shown once all have noted theirs. In games without them the answer is 404.
    """
    partie = parties.read_partie(store(), number)
    if known := notes.sealing(store(), partie):
        return known
    raise Unknown(partie.game.key)


@api.route(None, f"POST {PARTIE}/sealed", {201: ("noted", SEALED)}, body_alone(NOTING))
def note_hidden_number(number: int, rang: int, name: Any, typed: Any, *, instead: bool) -> Sealing:
    """Note the hidden number of a player.

    A number that was noted already stays, unless `instead` is true; the sheet then shows that it was replaced.
    """
    partie = parties.read_partie(store(), number)
    what, seat, read = notes.noting(partie, rang, name, typed)
    device = routes.author().device
    return notes.note_number(store(), partie, what, seat, read, device=device, instead=instead)


api.verbs(None, ok("oldest first", HISTORY))(f"GET {PARTIE}/history", "What happened to a partie", past_of)
sheet_verb = api.verbs(None, SO_FAR)
sheet_verb(f"DELETE {LINE}", "Strike a line", parties.strike, sheet_act({**CHANGE, "revision": COUNT}))
sheet_verb(f"PUT {LINE}", "Amend a line", parties.amend, sheet_act(AMENDMENT))
MOVING = sheet_act({"to": COUNT, "revision": COUNT, **REORDERING})
sheet_verb(f"POST {LINE}/move", "Move a line", parties.move, MOVING)
sheet_verb(f"POST {LINE}/reinstate", "Reinstate a struck line", parties.reinstate, sheet_act(CHANGE))
UNDOING = sheet_act({"revision": REVISION, "reason": REASON})
sheet_verb(f"DELETE {PARTIE}/changes/<number:place>", "Undo the last change", parties.undo_change, UNDOING)
UNRULING = f"DELETE {PARTIE}/settings/<number:place>"
sheet_verb(UNRULING, "Undo the last change of settings", parties.undo_rules, UNDOING)
sheet_verb(f"POST {PARTIE}/close", "Close a partie", parties.close_partie, sheet_act({"revision": REVISION}))
sheet_verb(f"POST {PARTIE}/sign", "Put initials under a closed partie", parties.sign, sheet_act(SIGNING))
sheet_verb(f"POST {PARTIE}/reopen", "Reopen a partie", parties.reopen, sheet_act(REOPENING))
THE_SHEET, HOW_NEW = ok("the sheet", shapes.PDF), ok("how new the page could be", shapes.STREAM)
api.page(None, sheets.filled_pdf, f"GET {PAGE}/feuille.pdf", THE_SHEET, query=PRINTED, failures=PRINTING)
api.page(None, sheets.blank_pdf, "GET /feuilles/<key>.pdf", THE_SHEET, query=BLANK, failures=PRINTING)
IN_ROWS = {"langue": TEXT.optional()}
AS_CSV = {**IN_ROWS, "excel": TEXT.optional()}
A_TABLE, A_BOOK = ok("the sheet", shapes.CSV), ok("the sheet", shapes.XLSX)
api.page(None, sheets.filled_csv, f"GET {PAGE}/feuille.csv", A_TABLE, query=AS_CSV, failures=(403, 404, 503))
api.page(
    None, sheets.filled_xlsx, f"GET {PAGE}/feuille.xlsx", A_BOOK, query=IN_ROWS, failures=(403, 404, 503)
)
api.page(None, live.sheet, f"GET {PAGE}/suivre", HOW_NEW, failures=(403, 404, 503))
