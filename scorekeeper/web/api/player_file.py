"""The API of the file of players."""

from typing import Any

from flask import Response

from scorekeeper.cards.rules.contract import Table
from scorekeeper.tournaments import player_file
from scorekeeper.tournaments.acts.common import TOURNAMENTS
from scorekeeper.tournaments.player_file import MEMBER, Member
from scorekeeper.web.api import routes, shapes
from scorekeeper.web.api.routes import desk_act, ok
from scorekeeper.web.api.shapes import CSV, NATURAL, TEXT, keys, many, record
from scorekeeper.web.api.tournaments import ORGANISER
from scorekeeper.web.core.request_values import store

api = routes.Api("player_file_api")
ROOT = "/api/fichier"
IN_FILE = record("number last name club licence", {"first": TEXT, "apart": many(TEXT)}).named("Member")
KEYS = {
    key: shapes.Shape(schema=MEMBER.kinds[key].schema(Table())).optional("")
    for key in player_file.KEYS
    if key != "last"
}
PERSON = {"last": shapes.NAME, **KEYS, "by": shapes.ANY.optional()}
LIST = {"text": TEXT, "uuid": shapes.ANY.optional(), "by": shapes.ANY.optional()}
THE_PERSON = ok("the person", IN_FILE)


@api.route(ORGANISER, f"GET {ROOT}", ok("everybody", record({"players": many(IN_FILE)})))
def file_members() -> dict[str, Any]:
    """The file of players, by surname."""
    return {"players": player_file.members(store())}


@api.route(ORGANISER, f"GET {ROOT}.csv", ok("the file", CSV), query={"excel": shapes.SWITCH})
def file_csv(excel: str) -> Response:
    """The file of players as CSV."""
    return Response(player_file.export_csv(store(), excel=excel == "1"), mimetype="text/csv")


@api.route(ORGANISER, f"POST {ROOT}", THE_PERSON, desk_act(PERSON, takes_key=False))
def file_add(uuid: str | None, by: Any, **person: Any) -> Member:
    """Add a person to the file of players."""
    del by  # the file keeps no history
    if uuid is not None:
        TOURNAMENTS.uuid_text(uuid)
    return player_file.member(store(), player_file.save(store(), player_file.read_member(person)))


@api.route(
    ORGANISER,
    f"POST {ROOT}/list",
    ok("what became of it", record(keys(NATURAL, "added", "changed"))),
    desk_act(LIST, plain="text", takes_key=False),
)
def file_list(text: bytes | str, **_: Any) -> player_file.Saved:
    """Read a list into the file of players."""
    return player_file.import_list(store(), text)


@api.route(ORGANISER, f"DELETE {ROOT}/<number:number>", ok("who was in it", IN_FILE))
def file_remove(number: int) -> Member:
    """Take a person out of the file of players."""
    person = player_file.member(store(), number)
    player_file.remove(store(), number)
    return person
