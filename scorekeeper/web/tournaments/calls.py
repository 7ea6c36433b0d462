"""The clock of a round, and the ways to call the organiser and to say that one comes."""

from __future__ import annotations

from functools import partial

from flask import Blueprint, Response, jsonify, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import tournaments as desk
from scorekeeper.cards.game_api.form import typed_number
from scorekeeper.tournaments.model import TableAt
from scorekeeper.web.core.request_values import is_page, store
from scorekeeper.web.tournaments import bell
from scorekeeper.web.tournaments.layout import perform
from scorekeeper.web.tournaments.permissions import Role, needs
from scorekeeper.web.tournaments.round_page import round_page
from scorekeeper.web.tournaments.table_page import dispute_page

blueprint = Blueprint("tournament_calls", __name__, url_prefix="/tournois/<number:number>")


@blueprint.get("/horloge")
def clock(number: int) -> Response:
    """The seconds that are left, as this machine counts them: a tablet's own clock may be wrong, or have slept."""
    view = bell.clock_view(desk.read(store(), number))
    response = jsonify(left=view and view.left, running=bool(view and view.running))
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.post("/tours/<number:tour>/horloge")
@needs(Role.ORGANISATEUR)
def set_clock(number: int, tour: int) -> ResponseReturnValue:
    """Set the clock of a round."""
    return perform(
        "horloge",
        desk.set_clock,
        number,
        tour,
        page=partial(round_page, number, tour),
        done=url_for("tournament_tables.overview", number=number, tour=tour) + "#horloge",
        what=request.form.get("quoi"),
        minutes=typed_number(request.form.get("minutes")),
    )


@blueprint.post("/tours/<number:tour>/tables/<number:table>/appeler")
@needs(Role.TABLE)
def call(number: int, tour: int, table: int) -> ResponseReturnValue:
    """Ask for the organiser at a table."""
    return perform(
        "appeler",
        desk.call,
        number,
        page=partial(dispute_page, number, tour, table),
        done=url_for("tournament_table.dispute_form", number=number, tour=tour, table=table),
        at=TableAt(tour, table),
        text=request.form.get("texte", ""),
    )


def _answer(number: int, tour: int, table: int | None) -> ResponseReturnValue:
    back = request.form.get("retour", "")
    return perform(
        "vu",
        desk.answer,
        number,
        tour,
        page=partial(round_page, number, tour),
        done=back if is_page(back) else url_for("tournament_tables.overview", number=number),
        table=table,
    )


@blueprint.post("/tours/<number:tour>/tables/<number:table>/vu")
@needs(Role.ORGANISATEUR)
def seen(number: int, tour: int, table: int) -> ResponseReturnValue:
    """Say that somebody goes to a table that called."""
    return _answer(number, tour, table)


@blueprint.post("/tours/<number:tour>/vu")
@needs(Role.ORGANISATEUR)
def late_seen(number: int, tour: int) -> ResponseReturnValue:
    """Say that somebody sees to the tables that are late."""
    return _answer(number, tour, None)
