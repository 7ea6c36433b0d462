"""The desk's hand on a draw: mending the rounds to come, and the seats of tables that have not begun."""

from __future__ import annotations

from functools import partial

from flask import Blueprint, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import tournaments as desk
from scorekeeper.cards.game_api.form import typed_number
from scorekeeper.web.core.request_values import store
from scorekeeper.web.tournaments import layout
from scorekeeper.web.tournaments.draws import draws_page
from scorekeeper.web.tournaments.layout import perform
from scorekeeper.web.tournaments.permissions import organiser_only
from scorekeeper.web.tournaments.registration import edit
from scorekeeper.web.tournaments.round_page import round_page
from scorekeeper.web.tournaments.table_page import show

blueprint = Blueprint("tournament_hands", __name__, url_prefix="/tournois/<number:number>")
blueprint.before_request(organiser_only)


@blueprint.post("/reparer")
def repair(number: int) -> ResponseReturnValue:
    """Mend the rounds to come, as it was announced."""
    return perform(
        "reparer",
        desk.repair,
        number,
        page=partial(draws_page, number),
        done=url_for("tournament_draw.index", number=number),
        reason=layout.posted_reason(),
        seen=typed_number(request.form.get("vu")),
    )


def _numbers(name: str) -> list[object]:
    return [typed_number(value) for value in request.form.getlist(name)]


@blueprint.post("/tours/<number:tour>/asseoir")
def seat(number: int, tour: int) -> ResponseReturnValue:
    """Do what the round offered: a seat of somebody who has left, or a table more."""
    who = _numbers("qui")
    act = partial(desk.open_table, who=who)
    if request.form.get("place"):
        act = partial(
            desk.place, who=who, table=typed_number(request.form.get("table")), instead=_typed("place")
        )
    return perform(
        "asseoir",
        act,
        number,
        page=partial(round_page, number, tour),
        done=url_for("tournament_tables.overview", number=number, tour=tour),
        round_number=tour,
        reason=layout.posted_reason(),
    )


def _typed(name: str) -> object:
    return typed_number(request.form.get(name)) or None


@blueprint.post("/tours/<number:tour>/tables/<number:table>/places")
def exchange(number: int, tour: int, table: int) -> ResponseReturnValue:
    """Put another person on a seat of a table: in exchange, or because that person came late."""
    t = desk.read(store(), number)
    other, instead = _typed("qui"), _typed("place")
    act = partial(desk.place, who=[other], table=table, instead=instead)
    if other in t.round(tour).people:
        act = partial(desk.swap, who=[instead, other])
    return perform(
        "places",
        act,
        number,
        page=partial(show, number, tour, table),
        done=url_for("tournament_table.show", number=number, tour=tour, table=table),
        round_number=tour,
        reason=layout.posted_reason(),
    )


@blueprint.post("/joueurs/<number:entrant>/placer")
def place(number: int, entrant: int) -> ResponseReturnValue:
    """Put a person at a table of a round that is open or planned."""
    return perform(
        "placer",
        desk.place,
        number,
        page=partial(edit, number, entrant),
        done=url_for("tournament_people.edit", number=number, entrant=entrant),
        round_number=typed_number(request.form.get("tour")) or 0,
        who=entrant,
        table=_typed("table"),
        instead=_typed("instead"),
        reason=layout.posted_reason(),
    )
