"""The desk's page from which prizes are shown, one tap each."""

from __future__ import annotations

from functools import partial

from flask import Blueprint, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import tournaments as desk
from scorekeeper.tournaments import prizes
from scorekeeper.web.core.refused_form import NOT_REFUSED, RefusedForm
from scorekeeper.web.core.request_values import store, whole
from scorekeeper.web.tournaments import layout
from scorekeeper.web.tournaments.permissions import organiser_only

blueprint = Blueprint("tournament_prizes", __name__, url_prefix="/tournois/<number:number>/remise")
blueprint.before_request(organiser_only)


@blueprint.get("")
def show_page(number: int, refused: RefusedForm = NOT_REFUSED) -> str:
    """The prizes that the room has seen, and the one whose turn is next."""
    t = desk.read(store(), number)
    ranking = desk.standings(store(), number)
    waiting, every = prizes.hidden(t, ranking), prizes.groups(ranking)
    return layout.page(
        "prizes",
        t,
        "tournament_public.ranking",
        ranking=ranking,
        following=waiting[-1] if waiting else (),
        left=len(waiting),
        withheld=prizes.withheld_now(store(), number),
        gone=prizes.of_those_gone(t, ranking),
        shown=every[len(waiting) :] if t.reveal is not None else (),
        refused=refused,
    )


@blueprint.post("/partis")
def gone(number: int) -> ResponseReturnValue:
    """Give a prize to somebody who left, or take that back."""
    t, who = desk.read(store(), number), whole(request.form.get("qui", "")) or 0
    others = {*t.options.prized} - {who}
    prized = others | {who} if request.form.get("donner") else others
    return layout.perform(
        "remise",
        desk.amend,
        number,
        {"prized": sorted(prized)},
        page=partial(show_page, number),
        done=url_for("tournament_public.ranking", number=number),
    )
