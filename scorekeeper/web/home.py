"""First page: open sheets, the last finished one, the games, the evenings, and a loss of records until it is dismissed.

An empty house offers the demo club, which has its own records.
"""

import datetime as dt
from collections.abc import Callable

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper import i18n, parties
from scorekeeper import tournaments as desk
from scorekeeper.config import Config
from scorekeeper.parties.house import all_games
from scorekeeper.parties.results import day_of
from scorekeeper.tournaments import demo_club
from scorekeeper.tournaments.checking import dismiss_loss, loss_sentence
from scorekeeper.web.core.requests import of_app, page_asked, store
from scorekeeper.web.core.safety import LANGUAGE_COOKIE, SESSION_SECONDS
from scorekeeper.web.installed import kept
from scorekeeper.web.tournaments import permissions
from scorekeeper.web.tournaments.permissions import Role
from scorekeeper.web.tournaments.setup import cards as tournament_cards
from scorekeeper.web.tournaments.setup import evening_games

blueprint = Blueprint("home", __name__)
SHOWN = 3
LEAFLETS = 5
"""Number of games described on the first page; the catalogue begins with them."""
_config: Callable[[], Config] = of_app("config")


@blueprint.get("/")
@kept
def index() -> str:
    """Show the first page."""
    games, added = all_games(store()), request.args.get("jeu")
    return render_template(
        "home.html",
        games=games[:LEAFLETS],
        others=games[LEAFLETS:],
        added=next((game for game in games if game.key == added), None),
        open=sorted(_open_sheets(), key=lambda item: not item.lines),
        closed=parties.list_parties(store(), status="close", written=True, limit=1),
        evenings=evening_games(),
        tournaments=tournament_cards(SHOWN)[0],
        offers_demo=permissions.is_keeper() and offers_demo(),
    )


def _open_sheets() -> list[parties.Summary]:
    """Return the open sheets; one without a line only on the day of its last act."""
    today = dt.date.today().isoformat()  # noqa: DTZ011
    listed = parties.list_parties(store(), status="ouverte", limit=24)
    return [item for item in listed if item.lines or day_of(item.active_at) >= today][:8]


@blueprint.post("/langue")
def choose_language() -> BaseResponse:
    """Store a language in a cookie and redirect to the page on which it was chosen."""
    chosen = request.form.get("langue", "")
    response: BaseResponse = redirect(page_asked(), 303, Response=Response)
    if chosen in i18n.LANGUAGES:
        response.set_cookie(LANGUAGE_COOKIE, chosen, max_age=SESSION_SECONDS, samesite="Lax", httponly=True)
    return response


@blueprint.app_template_global()
def loss_notice() -> str:
    """Return the loss found when the records were opened, in words; empty when dismissed, and for other devices than the keepers'."""
    lost = store().lost
    return loss_sentence(lost) if lost is not None and permissions.is_keeper() else ""


@blueprint.post("/perte")
def dismiss() -> BaseResponse:
    """Dismiss the notice of a loss. For the organiser."""
    permissions.allow(Role.ORGANISATEUR)
    dismiss_loss(store())
    return redirect(url_for("home.index"), 303)


@blueprint.post("/demo")
def show_demo() -> str:
    """Show the demo club instead of the empty house, creating it when missing."""
    permissions.keepers_only(possible=offers_demo())
    demo_club.make(_config().demo_folder)
    _config().demo_mark.touch()
    return _restart()


@blueprint.post("/demo/fin")
def end_demo() -> str:
    """Show the house again. The demo club stays in its folder."""
    permissions.keepers_only(possible=in_demo())
    _config().demo_mark.unlink(missing_ok=True)
    return _restart()


def _restart() -> str:
    store().request_restart()
    return render_template("demo.html")


@blueprint.app_template_global()
def in_demo() -> bool:
    """Return whether the records are those of the demo club."""
    return _config().demo


def offers_demo() -> bool:
    """Return whether the house is empty and its records can be written."""
    empty = not parties.list_parties(store(), limit=1) and not any(
        desk.list_all(store(), limit=1, away=away) for away in (False, True)
    )
    return empty and not in_demo() and store().refusing is None
