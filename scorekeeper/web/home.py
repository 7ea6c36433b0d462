"""The first page: what is being played, what was played last, the games, the evenings; a loss that is told until it is dismissed."""

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper import i18n, parties
from scorekeeper.parties.declared_store import all_games
from scorekeeper.tournaments.checking import dismiss_loss, loss_sentence
from scorekeeper.web import demo
from scorekeeper.web.core.request_values import is_page, store
from scorekeeper.web.core.safety import LANGUAGE_COOKIE, SESSION_SECONDS
from scorekeeper.web.tournaments import permissions
from scorekeeper.web.tournaments.permissions import Role
from scorekeeper.web.tournaments.setup import cards as tournament_cards
from scorekeeper.web.tournaments.setup import evening_games

blueprint = Blueprint("home", __name__)
SHOWN = 3
LEAFLETS = 5
"""Games that say on the first page what they are; the catalogue begins with them."""


@blueprint.get("/")
def index() -> str:
    """The first page."""
    games, added = all_games(store()), request.args.get("jeu")
    return render_template(
        "home.html",
        games=games[:LEAFLETS],
        others=games[LEAFLETS:],
        added=next((game for game in games if game.key == added), None),
        open=parties.list_parties(store(), status="ouverte", limit=8),
        closed=parties.list_parties(store(), status="close", written=True, limit=1),
        evenings=evening_games(),
        tournaments=tournament_cards(SHOWN)[0],
        offers_demo=permissions.is_keeper() and demo.is_offered(),
    )


@blueprint.post("/langue")
def choose_language() -> BaseResponse:
    """Keep a language for this browser and go back to the page it was chosen on."""
    chosen = request.form.get("langue", "")
    back = request.form.get("retour", "/")
    response: BaseResponse = redirect(back if is_page(back) else "/", 303, Response=Response)
    if chosen in i18n.LANGUAGES:
        response.set_cookie(LANGUAGE_COOKIE, chosen, max_age=SESSION_SECONDS, samesite="Lax", httponly=True)
    return response


@blueprint.app_template_global()
def standing_loss() -> str:
    """The loss that was found when the records were opened; empty for all but this machine and the desk, and once dismissed."""
    lost = store().lost
    return loss_sentence(lost) if lost is not None and permissions.is_keeper() else ""


@blueprint.post("/perte")
def dismiss() -> BaseResponse:
    """Say it no more on the pages. For the organiser."""
    permissions.allow(Role.ORGANISATEUR)
    dismiss_loss(store())
    return redirect(url_for("home.index"), 303)
