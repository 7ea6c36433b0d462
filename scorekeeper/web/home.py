"""The first page: sheets in progress, the games, what was played last."""

from __future__ import annotations

from flask import Blueprint, Response, redirect, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper import i18n, parties
from scorekeeper.cards.rules import names
from scorekeeper.parties.declared_store import all_games
from scorekeeper.web import demo
from scorekeeper.web.core.request_values import is_page, store
from scorekeeper.web.core.safety import LANGUAGE_COOKIE, SESSION_SECONDS
from scorekeeper.web.tournaments.setup import cards as tournament_cards

blueprint = Blueprint("home", __name__)
SHOWN = 3
"""Tournaments on the first page."""
GAMES_SHOWN = 6
"""Games on the first page that are in view at once: those that the house plays most, then those of the catalogue."""


@blueprint.get("/")
def index() -> str:
    """The first page."""
    played = parties.games_played(store())
    # Sorting keeps the order of the catalogue between those that were played as often.
    games = sorted(all_games(store()), key=lambda game: -played.get(game.key, 0))
    # A tap that shows a single game is one too many.
    shown = GAMES_SHOWN if len(games) > GAMES_SHOWN + 1 else len(games)
    return render_template(
        "home.html",
        games=games[:shown],
        others=sorted(games[shown:], key=lambda game: names.key(i18n.gettext(game.name))),
        open=parties.list_parties(store(), status="ouverte", limit=8),
        closed=parties.list_parties(store(), status="close", written=True, limit=5),
        tournaments=tournament_cards(SHOWN)[0],
        offers_demo=demo.may_switch() and demo.is_offered(),
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
