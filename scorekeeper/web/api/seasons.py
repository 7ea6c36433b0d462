"""The API of seasons and of the file of players, with the same acts as the pages."""

from dataclasses import replace
from typing import Any

from flask import Response, url_for

from scorekeeper.cards.rules import names
from scorekeeper.cards.rules.contract import Table
from scorekeeper.draw.season import TERMS, SeasonTie
from scorekeeper.lists.reading import Choices
from scorekeeper.lists.spreadsheet import csv_text
from scorekeeper.tournaments import player_file, season_ranking, seasons
from scorekeeper.tournaments.ledger import TOURNAMENTS
from scorekeeper.tournaments.player_file import MEMBER, Member
from scorekeeper.tournaments.seasons import Season
from scorekeeper.web.api import routes, shapes
from scorekeeper.web.api.documents import COLUMNS, LIST_SOURCE
from scorekeeper.web.api.routes import Answered, desk_act, document, ok, written
from scorekeeper.web.api.shapes import CSV, NATURAL, NUMBER, TEXT, keys, many, nullable, record
from scorekeeper.web.api.tournaments import EVERYBODY, ON_PAPER, ORGANISER
from scorekeeper.web.core.requests import store
from scorekeeper.web.tournaments import season_pages

api = routes.Api("season_api")
ROOT = "/api/saisons"
ONE = f"{ROOT}/<number:number>"

TERM_KEYS = shapes.of_record(TERMS)
SETTINGS = {"uuid": shapes.MAYBE_UUID, **{key: shape.optional() for key, shape in TERM_KEYS.items()}}
CREATION = record(SETTINGS, {"name": shapes.TITLE})
CHANGES = record(SETTINGS, {"name": shapes.TITLE.optional(), "reason": shapes.REASON})
EVENING = {"tournament": replace(shapes.INTEGER, schema=NUMBER.schema), "reason": shapes.REASON}
IDENTITY = {"name": shapes.NAME, "other": shapes.text(names.NAME_MAX).optional("")}
EXCEL = {"excel": shapes.SWITCH}

SEASON = record(
    "id name revision",
    {"tournaments": many(NUMBER)},
    {key: shape.of(f"terms.{key}") for key, shape in TERM_KEYS.items()},
    {"same": many(record("name", {"other": shapes.TEXT})).of(lambda season: season.same.values())},
).named("Season")
LISTED = record("id name active_at", {"evenings": NATURAL})
SEASON_EVENING = record(
    "tournament.name tournament.options.date ranking.planned ranking.provisional",
    {"tournament": NUMBER.of("tournament.id"), "game": shapes.TEXT.of("tournament.game.key")},
    {"closed": NATURAL.of("ranking.closed")},
)
SEASON_LINE = record(
    "name club standing.rank standing.total standing.came standing.wins standing.matches standing.shared",
    {"worths": many(nullable(shapes.INTEGER)).of("standing.worths"), "ranks": many(nullable(shapes.COUNT))},
    {"dropped": replace(shapes.INTEGERS, write=sorted).of("standing.dropped")},
    {"behind_by": nullable(shapes.choice(*SeasonTie)).of("standing.behind_by")},
)
STANDINGS = record(
    "state provisional", {"finished": NATURAL, "evenings": many(SEASON_EVENING), "lines": many(SEASON_LINE)}
).named("SeasonStandings")
EXPORTED = record(
    "id name state provisional",
    {"format": shapes.constant(season_ranking.FORMAT), "terms": shapes.OBJECT},
    keys(many(shapes.OBJECT), "same", "evenings", "ranking", "history"),
    extensible=True,
).named("SeasonExport")
THE_SEASON = ok("the season", SEASON)
CREATED = written("opened", "was opened before", SEASON)


@api.route(EVERYBODY, f"GET {ROOT}", ok("all of them", record({"saisons": many(LISTED)})))
def season_index() -> dict[str, Any]:
    """The seasons, the most recently changed first."""
    return {"saisons": seasons.list_all(store())}


@api.route(ORGANISER, f"POST {ROOT}", CREATED, document(CREATION, takes_key=True))
def season_create(document: Any, **act: Any) -> Answered:
    """Open a season."""
    season = seasons.create(store(), document, **act)
    return Answered(value=season, headers={"Location": url_for("season_api.read", number=season.id)})


@api.route(ORGANISER, f"PATCH {ONE}", THE_SEASON, document(CHANGES))
def season_amend(number: int, document: Any, **act: Any) -> Season:
    """Change a season."""
    reason = document.pop("reason", "") if isinstance(document, dict) else ""
    return seasons.amend(store(), number, document, reason=reason, **act)


@api.route(EVERYBODY, f"GET {ONE}/export.csv", ok("the ranking", shapes.CSV), query=EXCEL)
def season_csv(number: int, **_: Any) -> Response:
    """The ranking of a season as CSV."""
    return season_pages.ranking_csv(number)


@api.route(EVERYBODY, f"GET {ONE}/classement.pdf", ok("the ranking", shapes.PDF), failures=ON_PAPER)
def season_pdf(number: int) -> Response:
    """The ranking of a season as PDF."""
    return season_pages.ranking_pdf(number)


api.verbs(EVERYBODY, THE_SEASON)(f"GET {ONE}", "A season", seasons.read)
api.verbs(EVERYBODY, ok("the ranking", STANDINGS))(
    f"GET {ONE}/standings", "The ranking of a season", season_ranking.standings
)
api.verbs(ORGANISER, ok("everything", EXPORTED))(
    f"GET {ONE}/export.json", "A season with its history", season_ranking.export_document
)
of_season = api.verbs(ORGANISER, THE_SEASON)
of_season(f"POST {ONE}/evenings", "Add an evening to a season", seasons.add_evening, desk_act(EVENING))
EVENING_OF_ONE, WHY = f"{ONE}/evenings/<number:tournament>", desk_act({"reason": shapes.NEEDED_REASON})
of_season(f"DELETE {EVENING_OF_ONE}", "Take an evening out of a season", seasons.remove_evening, WHY)
of_season(f"POST {ONE}/people", "Take two names for one person", seasons.identify, desk_act(IDENTITY))


FILE = "/api/fichier"
IN_FILE = record("number last name club licence", {"first": TEXT, "apart": many(TEXT)}).named("Member")
KEYS = {
    field: shapes.Shape(schema=MEMBER.kinds[field].schema(Table())).optional("")
    for field in player_file.KEYS
    if field != "last"
}
PERSON = {"last": shapes.NAME, **KEYS, "by": shapes.ANY.optional()}
LIST = {"text": TEXT, "columns": COLUMNS, "uuid": shapes.ANY.optional(), "by": shapes.ANY.optional()}
THE_PERSON = ok("the person", IN_FILE)
SAVED = ok("what became of it", record(keys(NATURAL, "added", "changed")))


@api.route(ORGANISER, f"GET {FILE}", ok("everybody", record({"players": many(IN_FILE)})))
def file_members() -> dict[str, Any]:
    """The file of players, by surname."""
    return {"players": player_file.members(store())}


@api.route(ORGANISER, f"GET {FILE}.csv", ok("the file", CSV), query=EXCEL)
def file_csv(excel: str) -> Response:
    """The file of players as CSV."""
    return Response(csv_text(player_file.export_rows(store()), excel=excel == "1"), mimetype="text/csv")


@api.route(ORGANISER, f"POST {FILE}", THE_PERSON, desk_act(PERSON, takes_key=False))
def file_add(uuid: str | None, by: Any, **person: Any) -> Member:
    """Add a person to the file of players."""
    del by  # the file keeps no history
    if uuid is not None:
        TOURNAMENTS.uuid_text(uuid)
    return player_file.member(store(), player_file.save(store(), player_file.read_member(person)))


@api.route(
    ORGANISER, f"POST {FILE}/list", SAVED, desk_act(LIST, plain="text", takes_key=False), query=LIST_SOURCE
)
def file_list(text: bytes | str, **given: Any) -> player_file.Saved:
    """Read a list into the file of players."""
    choices = Choices(**{key: given[key] for key in ("columns", *LIST_SOURCE)})
    return player_file.import_list(store(), text, choices)


@api.route(ORGANISER, f"DELETE {FILE}/<number:number>", ok("who was in it", IN_FILE))
def file_remove(number: int) -> Member:
    """Take a person out of the file of players."""
    person = player_file.member(store(), number)
    player_file.remove(store(), number)
    return person
