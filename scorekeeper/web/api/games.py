"""The API of the games: those of the catalogue and of the house, the settings that the house keeps, and scores without a sheet."""

from typing import Any

from flask import Response, jsonify

from scorekeeper.cards import catalogue
from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.rules.contract import Rules, Table
from scorekeeper.cards.rules.kinds import Unreadable, within
from scorekeeper.cards.sheet_file import FAULTS_FORMAT, SheetFile, bad_request, read_sheet, score_document
from scorekeeper.cards.sheet_game import game_document
from scorekeeper.errors import Unknown
from scorekeeper.parties import kept_settings
from scorekeeper.parties.declared_store import all_games, game_named, keep_house_game, remove_house_game
from scorekeeper.web import house_games
from scorekeeper.web.api import documents, routes, shapes, sheet_shapes
from scorekeeper.web.api.descriptions import described
from scorekeeper.web.api.routes import JUDGING, Answered, desk_act, ok, plain
from scorekeeper.web.api.shapes import TEXT, constant, many, record
from scorekeeper.web.core.request_values import store
from scorekeeper.web.tournaments.permissions import Role, is_keeper

api = routes.Api("games_api")
ROOT = "/api/games"
SHEET = routes.Body(shape=sheet_shapes.SHEET, read=lambda: {"sheet": read_sheet(routes.json_body())})
HEALTH = {
    200: ("it could", record({"status": constant("ok")})),
    503: ("it could not", record({"status": constant("unwritable")})),
}
THE_GAME = ok("the game", documents.GAME)


def _document(game: Game) -> dict[str, Any]:
    kept = [
        {"number": each.number, "name": each.name, "settings": each.rules.SETTINGS.write(each.rules, Table())}
        for each in kept_settings.kept_settings(store(), game)
    ]
    return {**described(game_document(game)), "kept": kept}


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

    The text is its definition in TOML, proved by its own examples; it takes the place of a game with the same name. Sheets that
    were opened keep the rules they were opened by.
    """
    verdict = catalogue.check_text(text.encode())
    if verdict.game is None:
        faults = [
            {
                "entry": None,
                "line": flaw.line,
                "code": "definition",
                "field": flaw.key,
                "message": flaw.sentence,
            }
            for flaw in verdict.flaws
        ]
        response = jsonify(format=FAULTS_FORMAT, faults=faults)
        response.status_code = 422
        return response
    keep_house_game(store(), verdict.game, text)
    return _document(verdict.game)


@api.route(Role.ORGANISATEUR, f"DELETE {ROOT}/<key>", THE_GAME)
def remove_game(key: str) -> dict[str, Any]:
    """Take a game of the house away.

    Its sheets go on.
    """
    removed = _document(game_named(store(), key))
    remove_house_game(store(), key)
    return removed


@api.route(None, f"PUT {ROOT}/<key>/settings", THE_GAME, plain({"settings": shapes.OBJECT}))
def keep_settings(key: str, settings: Any) -> dict[str, Any]:
    """Keep settings under the name in them.

    On the machine itself, and for the organiser, they take the place of those with the same name; only free sheets have a name.
    """
    game = game_named(store(), key)
    if not game.rules.NAMED_BY:
        raise Unknown(key)
    try:
        rules: Rules[Any, Any] = game.rules.SETTINGS.read(settings, Table())
    except Unreadable as unreadable:
        raise bad_request(within("settings", unreadable)) from unreadable
    kept_settings.keep(store(), game, rules, over=is_keeper())
    return _document(game)


@api.route(Role.ORGANISATEUR, f"DELETE {ROOT}/<key>/settings/<number:number>", THE_GAME)
def forget_settings(key: str, number: int) -> dict[str, Any]:
    """Forget settings that the house keeps.

    Sheets that were opened with them keep theirs.
    """
    game = game_named(store(), key)
    if all(each.number != number for each in kept_settings.kept_settings(store(), game)):
        raise Unknown(f"{key} {number}")
    kept_settings.drop(store(), game, number)
    return _document(game)


@api.route(None, "POST /api/score", ok("its score", documents.SCORE), SHEET, failures=JUDGING)
def score(sheet: SheetFile) -> dict[str, Any]:
    """Score a sheet file."""
    return score_document(sheet.game, sheet.replay())


api.page(
    Role.ORGANISATEUR,
    house_games.source,
    "GET /jeux-maison/<key>.toml",
    ok("its text", shapes.TOML),
    failures=(401, 403, 404),
)
