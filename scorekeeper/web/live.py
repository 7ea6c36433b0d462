"""Streams that pages follow: a sheet, a tournament, the desk. Those who may see a page may follow it."""

from flask import Blueprint, Response, request

from scorekeeper import tournaments as desk
from scorekeeper.parties.acts import PARTIES
from scorekeeper.records.news import EVERYTHING, common
from scorekeeper.tournaments.acts.common import TOURNAMENTS
from scorekeeper.tournaments.model import TableAt
from scorekeeper.tournaments.round_progress import SheetPlace
from scorekeeper.web.core import streams
from scorekeeper.web.core.request_values import partie_of, store
from scorekeeper.web.tournaments.permissions import Role, needs, reader, sheet_place

blueprint = Blueprint("live", __name__)


def _followed(*topics: str) -> Response:
    return streams.answer(frozenset(topics), reader())


@blueprint.get("/parties/<number:number>/suivre")
def sheet(number: int) -> Response:
    """The stream of a sheet: what is written on it, and what becomes of its table."""
    partie_of(number)
    topics = [PARTIES.scope(number)]
    place = sheet_place(number)
    if place is not None:
        topics += table_topics(place)
    return _followed(*topics)


def table_topics(place: SheetPlace) -> list[str]:
    """Topic of a table of a tournament."""
    table = TableAt(place.round, place.table).place
    return [TOURNAMENTS.scope(place.tournament, table), common(TOURNAMENTS.scope(place.tournament))]


@blueprint.get("/tournois/<number:number>/suivre")
def tournament(number: int) -> Response:
    """The stream of a tournament, with `tout` also of what only one of its tables does there."""
    scope = TOURNAMENTS.scope(desk.read(store(), number).id)
    return _followed(scope if "tout" in request.args else common(scope))


@blueprint.get("/tournois/<number:number>/tables/suivre")
@needs(Role.ORGANISATEUR)
def tables(number: int) -> Response:
    """The stream of the desk of a tournament: every line that is written."""
    desk.read(store(), number)
    return _followed(EVERYTHING)
