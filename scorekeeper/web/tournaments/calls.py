"""The clock of a round, and the ways to call the organiser and to say that one comes."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify

from scorekeeper import tournaments as desk
from scorekeeper.web.core.request_values import store
from scorekeeper.web.tournaments import bell

blueprint = Blueprint("tournament_calls", __name__, url_prefix="/tournois/<number:number>")


@blueprint.get("/horloge")
def clock(number: int) -> Response:
    """The seconds that are left, as this machine counts them: a tablet's own clock may be wrong, or have slept."""
    view = bell.clock_view(desk.read(store(), number))
    response = jsonify(left=view and view.left, running=bool(view and view.running))
    response.headers["Cache-Control"] = "no-store"
    return response
