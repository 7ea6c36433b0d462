"""Printed documents of a tournament as PDF: posters for everybody, and for the organiser slips, cards and score sheets."""

import contextlib
from collections.abc import Callable, Mapping
from functools import partial

from flask import Response, abort, request, url_for

from scorekeeper import i18n
from scorekeeper import tournaments as desk
from scorekeeper.cards.game_api.sheet import Sheet
from scorekeeper.cards.rules.contract import Fault, Table
from scorekeeper.errors import Conflict
from scorekeeper.i18n import gettext
from scorekeeper.paper import tournament_sheets
from scorekeeper.paper.posters import names as name_list
from scorekeeper.paper.posters import poster as round_poster
from scorekeeper.paper.posters import slips as player_slips
from scorekeeper.paper.posters.pages import PosterSize
from scorekeeper.paper.sheets import MAX_COPIES, PrintOptions, html_of, html_of_sheet
from scorekeeper.parties import read_partie
from scorekeeper.tournaments.access import table_links
from scorekeeper.tournaments.acts.drawing import table_of
from scorekeeper.tournaments.fold import new_slips
from scorekeeper.tournaments.model import Round, TableOf, Tournament
from scorekeeper.tournaments.refusals import conflict
from scorekeeper.web.core.requests import store, whole_number
from scorekeeper.web.paper.sheets import Asked, asked, printed
from scorekeeper.web.tournaments.layout import may_see, shown_ranking
from scorekeeper.web.tournaments.logins import join_url, link_key, reachable
from scorekeeper.web.tournaments.permissions import Pages, Role, by, is_organiser
from scorekeeper.web.tournaments.round_page import asked_round

Document = str | Sheet
"""A document to print: complete HTML, or a sheet."""

blueprint = Pages("posters", __name__, url_prefix="/tournois/<number:number>")
blueprint.add_app_template_test(tournament_sheets.evening_paper, "printed_whole")


def _poster(
    name: str, role: Role
) -> Callable[[Callable[[Tournament, Asked], Document]], Callable[[int], Response]]:
    """Return a decorator that serves a function's document as PDF, in the language and paper size of the URL."""

    def decorate(make: Callable[[Tournament, Asked], Document]) -> Callable[[int], Response]:
        @blueprint.get(f"/{name}.pdf", endpoint=make.__name__, role=role)
        def view(number: int) -> Response:
            t, wanted = desk.read(store(), number), asked()
            with i18n.speaking(wanted.language):
                made = make(t, wanted)
                page = made if isinstance(made, str) else html_of_sheet(made, wanted.paper)
            tour = f"-{_tour(t)}" if name == "tour" else ""
            return printed(page, f"tournoi-{number}-{name}{tour}.pdf")

        return view

    return decorate


def _tour(t: Tournament) -> int:
    return asked_round() or max(1, len(t.rounds))


def _drawn(t: Tournament, tour: int | None = None) -> None:
    """Raise `Conflict` if the round is not drawn, or without a number, if none is: the print would have no tables."""
    if (tour or 1) > len(t.drawn):
        raise conflict(Fault("pas-tire"))


def _poster_size(wanted: Asked) -> PosterSize:
    paper = request.args.get("papier", "")
    return PosterSize(paper) if paper in set(PosterSize) else PosterSize(wanted.paper)


@_poster("affiche", Role.SPECTATEUR)
def poster(t: Tournament, wanted: Asked) -> Document:
    """Return the seats by table, of the latest round or of `?tour=2`, on A4 or A3: nobody reads A5 from afar."""
    _drawn(t, asked_round())
    address = reachable(url_for("tournament_draw.printed", number=t.id))
    paper = max(PosterSize.A4, _poster_size(wanted), key=lambda size: size.size(landscape=False))
    return round_poster.poster(t, asked_round(), paper, address)


@_poster("liste", Role.SPECTATEUR)
def names(t: Tournament, wanted: Asked) -> Document:
    """Return the seats by name, in all drawn rounds, or larger in one (`?tour=2`)."""
    _drawn(t, asked_round())
    return name_list.names(t, _poster_size(wanted), asked_round())


@_poster("classement", Role.SPECTATEUR)
def ranking(t: Tournament, wanted: Asked) -> Document:
    """Return the ranking as a poster, or as a list of prizes to sign (`?prix=1`)."""
    standings, paper = shown_ranking(t), _poster_size(wanted)
    if "prix" in request.args:
        if not t.options.prizes:
            raise conflict(Fault("sans-prix"))
        return tournament_sheets.wall([tournament_sheets.prizes(t, standings)], paper)
    if not standings.closed:
        raise conflict(Fault("pas-de-classement"))
    return tournament_sheets.wall(tournament_sheets.ranking_lists(t, standings), paper)


@_poster("billets", Role.ORGANISATEUR)
def slips(t: Tournament, wanted: Asked) -> Document:
    """Return a slip for each player, or only those changed since an act on the latest draw (`?acte=2`)."""
    _drawn(t)
    act = whole_number(request.args.get("acte", "")) or 0
    known = t.draws and 1 <= act <= len(t.draws[-1].acts)
    only = new_slips(t.draws[-1], act, camps=t.game.rules.CAMPS) if known else None
    return player_slips.slips(t, _poster_size(wanted), only, partial(_own_page, t.id))


def _own_page(number: int, entrant: int) -> str:
    return reachable(url_for("tournament_public.player", number=number, entrant=entrant))


def _addresses(t: Tournament) -> dict[int, str]:
    tokens = table_links.tokens(store(), t.id, key=link_key(), by=by()) if t.draws else {}
    return {table: join_url(token) for table, token in tokens.items()}


@_poster("cartes", Role.ORGANISATEUR)
def cards(t: Tournament, wanted: Asked) -> Document:
    """Return a card for each table with the QR code of its link."""
    _drawn(t)
    return tournament_sheets.cards(t, _addresses(t), wanted.paper)


@_poster("feuilles", Role.ORGANISATEUR)
def sheets(t: Tournament, wanted: Asked) -> Document:
    """Return the score sheets of a round with names, by default of the latest; `?grand=1` gives one a page, `?reserve=1` without names."""
    if "reserve" in request.args:
        tables = len(t.rounds[-1].tables) if t.rounds else 0
        copies = wanted.options.copies if wanted.options.copies > 1 else min(MAX_COPIES, 1 + tables // 4)
        return html_of(tournament_sheets.spare_request(t, wanted.paper), PrintOptions(copies))
    tour = _tour(t)
    _drawn(t, tour)
    return tournament_sheets.score_sheets(
        t, tour, *_seated(t, tour), wanted.paper, large="grand" in request.args
    )


def _seated(t: Tournament, tour: int) -> tuple[Mapping[int, Table], Mapping[int, str]]:
    """Return the tables of an opened or planned round by number, and the URLs of their links."""
    # A planned table gets the names that its sheet will have.
    tables = {
        table.number: read_partie(store(), table.partie).table if table.partie else table_of(t, table.seats)
        for table in t.drawn[tour - 1].tables
    }
    addresses = {}
    # If links were made with another key, the sheets are printed without them.
    with contextlib.suppress(Conflict):
        addresses = _addresses(t)
    return tables, addresses


@_poster("tour", Role.ORGANISATEUR)
def whole_round(t: Tournament, wanted: Asked) -> Document:
    """Return all prints of a round (`?tour=2`), which may be only planned."""
    tour = _tour(t)
    _drawn(t, tour)
    proof = reachable(url_for("tournament_draw.printed", number=t.id))
    tables, addresses = _seated(t, tour)
    own = partial(_own_page, t.id)
    return tournament_sheets.round_papers(t, tour, tables, addresses, wanted.paper, proof=proof, own=own)


def _whereabouts(round_: Round, player: int) -> TableOf | str:
    away = gettext("exempt") if player in round_.byes else gettext("manqué") if round_.closed else "–"
    return next((table for table in round_.tables if player in table.seats), away)


@_poster("soiree", Role.SPECTATEUR)
def evening(t: Tournament, wanted: Asked) -> Document:
    """Return the sheets of one player (`?joueur=5`) or one table (`?table=3`) in all rounds, on a page; 404 in games without it."""
    if not tournament_sheets.evening_paper(t):
        abort(404)
    now = desk.evening(store(), t.id)
    player, number = (whole_number(request.args.get(key, "")) for key in ("joueur", "table"))
    # Sheets of an open round are only for the organiser.
    rounds = [round_ for round_ in t.rounds if round_.closed or is_organiser()]
    if player:
        heading = t.entrant(player).name
        tables: list[TableOf | str] = [_whereabouts(round_, player) for round_ in rounds]
    else:
        heading = gettext("table %(table)s", table=number or 1)
        tables = [round_.table(number or 1) for round_ in rounds]
    if rounds and not may_see(t, rounds[-1].number, getattr(tables[-1], "number", None)):
        del tables[-1]
    seated = [table for table in tables if not isinstance(table, str)]
    read = {table.partie: read_partie(store(), table.partie) for table in seated}
    return tournament_sheets.evening(t, tables, read, now.results, heading=heading, paper=wanted.paper)
