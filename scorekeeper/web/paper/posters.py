"""The paper of a tournament as PDF: what hangs on the wall for everybody, what lies on the tables for the organiser."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, Response, current_app, request, url_for

from scorekeeper import i18n
from scorekeeper import tournaments as desk
from scorekeeper.kit.sheet import Sheet
from scorekeeper.paper import table_cards
from scorekeeper.paper.posters import names as name_list
from scorekeeper.paper.posters import poster as round_poster
from scorekeeper.paper.posters import ranking as results
from scorekeeper.paper.posters import slips as player_slips
from scorekeeper.paper.posters.pages import Wall
from scorekeeper.paper.sheets import MAX_COPIES, PrintOptions, html_of, html_of_sheet
from scorekeeper.parties import read_partie
from scorekeeper.tournaments.access import table_links
from scorekeeper.web.core.request_values import store
from scorekeeper.web.paper.sheets import Asked, asked, printed
from scorekeeper.web.tournaments.permissions import Role, by, needs
from scorekeeper.web.tournaments.round_page import asked_round
from scorekeeper.web.tournaments.table_links import join_url, reachable

blueprint = Blueprint("posters", __name__)
ONE = "/tournois/<number:number>"


def _sheet(make: Callable[[Asked], Sheet], name: str) -> Response:
    """A sheet in the language and on the paper that the address asks for."""
    wanted = asked()
    return _page(lambda: html_of_sheet(make(wanted), wanted.paper), wanted, name)


def _page(make: Callable[[], str], wanted: Asked, name: str) -> Response:
    with i18n.speaking(wanted.language):
        page = make()
    return printed(page, name)


def _wall(wanted: Asked) -> Wall:
    """What hangs on the wall may be printed on A3 too."""
    paper = request.args.get("papier", "")
    return Wall(paper) if paper in set(Wall) else Wall(wanted.paper)


@blueprint.get(f"{ONE}/affiche.pdf")
@needs(Role.SPECTATEUR)
def poster(number: int) -> Response:
    """Who sits at which table; `?tour=2` for another round than the latest."""
    t, wanted = desk.read(store(), number), asked()
    address = reachable(url_for("tournament_public.draw", number=number))
    return _page(
        lambda: round_poster.poster(t, asked_round(), _wall(wanted), address),
        wanted,
        f"tournoi-{number}-affiche.pdf",
    )


@blueprint.get(f"{ONE}/liste.pdf")
@needs(Role.SPECTATEUR)
def names(number: int) -> Response:
    """Who sits where, by name, in all rounds that are drawn; `?tour=2` for one round, larger."""
    t, wanted = desk.read(store(), number), asked()
    return _page(
        lambda: name_list.names(t, _wall(wanted), asked_round()), wanted, f"tournoi-{number}-liste.pdf"
    )


@blueprint.get(f"{ONE}/liste-tour.pdf")
@needs(Role.SPECTATEUR)
def names_of_round(number: int) -> Response:
    """Who sits where in the latest round, by name."""
    t, wanted = desk.read(store(), number), asked()
    tour = max(1, len(t.rounds))
    return _page(
        lambda: name_list.names(t, _wall(wanted), tour), wanted, f"tournoi-{number}-liste-tour-{tour}.pdf"
    )


@blueprint.get(f"{ONE}/classement.pdf")
@needs(Role.SPECTATEUR)
def ranking(number: int) -> Response:
    """The ranking as it stands."""
    now = desk.evening(store(), number)
    found = desk.ranking_now(store(), now)
    return _sheet(lambda _: results.ranking(now.tournament, found), f"tournoi-{number}-classement.pdf")


@blueprint.get(f"{ONE}/prix.pdf")
@needs(Role.SPECTATEUR)
def prizes(number: int) -> Response:
    """Who gets which prize."""
    now = desk.evening(store(), number)
    found = desk.ranking_now(store(), now)
    return _sheet(lambda _: results.prizes(now.tournament, found), f"tournoi-{number}-prix.pdf")


@blueprint.get(f"{ONE}/billets.pdf")
@needs(Role.ORGANISATEUR)
def slips(number: int) -> Response:
    """A slip for each player."""
    t, wanted = desk.read(store(), number), asked()
    return _page(lambda: player_slips.slips(t, _wall(wanted)), wanted, f"tournoi-{number}-billets.pdf")


@blueprint.get(f"{ONE}/cartes.pdf")
@needs(Role.ORGANISATEUR)
def cards(number: int) -> Response:
    """A card with the code of its link for each table."""
    t = desk.read(store(), number)
    key = bytes(current_app.config["SECRET_KEY"])
    tokens = table_links.tokens(store(), number, key=key, by=by()) if t.draws else {}
    addresses = {table: join_url(token) for table, token in tokens.items()}
    return _sheet(lambda _: table_cards.cards(t, addresses), f"tournoi-{number}-cartes.pdf")


@blueprint.get(f"{ONE}/feuilles.pdf")
@needs(Role.ORGANISATEUR)
def sheets(number: int) -> Response:
    """The score sheets of the latest round, with the names."""
    t, wanted = desk.read(store(), number), asked()
    tables = t.rounds[-1].tables if t.rounds else ()
    parties = [read_partie(store(), table.partie) for table in tables]
    return _page(
        lambda: table_cards.score_sheets(t, parties, wanted.paper), wanted, f"tournoi-{number}-feuilles.pdf"
    )


@blueprint.get(f"{ONE}/reserve.pdf")
@needs(Role.ORGANISATEUR)
def blanks(number: int) -> Response:
    """Score sheets without names; `?copies=8` for another number than one for every fourth table."""
    t, wanted = desk.read(store(), number), asked()
    tables = len(t.rounds[-1].tables) if t.rounds else 0
    copies = wanted.copies if wanted.copies > 1 else min(MAX_COPIES, 1 + tables // 4)
    return _page(
        lambda: html_of(table_cards.spare_request(t, wanted.paper), PrintOptions(copies)),
        wanted,
        f"tournoi-{number}-reserve.pdf",
    )
