"""Tournaments: the list, the page that begins an evening, its options and what is wrong with them, the page that is wanted now."""

from dataclasses import replace
from pathlib import Path
from typing import Unpack

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import tournaments as desk
from scorekeeper.cards import catalogue
from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.game_api.words import read_sentences
from scorekeeper.errors import Unknown
from scorekeeper.i18n import gettext
from scorekeeper.parties.declared_store import all_games, game_named
from scorekeeper.records.rows import TournamentRow
from scorekeeper.records.store import Store
from scorekeeper.tournaments import player_file
from scorekeeper.tournaments.acts.again import those_who_came
from scorekeeper.tournaments.acts.common import Sent, refusal
from scorekeeper.tournaments.model import Stage, Tournament
from scorekeeper.tournaments.options import table_sizes_of
from scorekeeper.tournaments.season import list_all as list_seasons
from scorekeeper.web.core.request_values import store, whole
from scorekeeper.web.tournaments import evening_form
from scorekeeper.web.tournaments.draws import first_draw
from scorekeeper.web.tournaments.layout import form_page, page, perform
from scorekeeper.web.tournaments.permissions import Role, is_organiser, needs
from scorekeeper.web.tournaments.registration import PostedList, posted_list, written_list

blueprint = Blueprint("tournaments", __name__)
PAGE_SIZE = 30
MOST_RULES = 4
"""Most earlier evenings whose rules are offered."""
(STAGES,) = read_sentences(__file__, "stages")


def cards(limit: int, before: int | None = None) -> tuple[list[tuple[TournamentRow, Path, str]], int | None]:
    """Tournaments with the folder of their game and their stage in words, and the start of the next page."""
    rows = desk.list_all(store(), limit=limit + 1, before=before)
    older = rows[limit - 1].last_seq if len(rows) > limit else None
    return [(row, catalogue.folder_of(row.game), gettext(STAGES[row.stage])) for row in rows[:limit]], older


@blueprint.get("/tournois")
@form_page("list", "tournaments.index")
def index() -> str:
    """All tournaments, the latest first; and the games that a new one can be of."""
    items, older = cards(PAGE_SIZE, whole(request.args.get("avant", ""), 11))
    away = desk.list_all(store(), limit=PAGE_SIZE, away=True) if is_organiser() else []
    more = {"seasons": list_seasons(store()), "games": evening_games(), "organiser": is_organiser()}
    return render_template("tournaments/index.html", items=items, older=older, away=away, **more)


def evening_games() -> list[Game]:
    """The games that an evening can be of; those with an evening of their own name go first."""
    playable = filter(table_sizes_of, all_games(store()))
    return sorted(playable, key=lambda game: game.evening == game.name)


def _playable(key: str) -> Game:
    """The game of that key. Raises `Unknown` also for one that has no tables of a tournament."""
    game = game_named(store(), key)
    if not table_sizes_of(game):
        raise Unknown(key)
    return game


def _currency(game: Game) -> str:
    """The currency of the last evening, else the game's."""
    rows = desk.list_all(store(), limit=1)
    return desk.read(store(), rows[0].id).options.currency if rows else game.tournament.currency


def begin_page(form: evening_form.TournamentForm, people: PostedList | None = None) -> str:
    """The page that begins an evening, with the people that were sent."""
    rows = desk.list_all(store(), limit=PAGE_SIZE)
    earlier = [row for row in rows if row.round and row.game == form.game.key]
    count = len(people.people) if people else 0
    values = {"earlier": earlier[:MOST_RULES], "count": count, "shape": form.shape(count)}
    return render_template("tournaments/new.html", form=form, members=player_file.members(store()), **values)


@blueprint.get("/tournois/nouveau/<key>")
@needs(Role.ORGANISATEUR)
def new(key: str) -> str:
    """The page that begins an evening of that game; `?comme=5` for one like an earlier one, with those who had come."""
    game, like = _playable(key), whole(request.args.get("comme", ""), 9)
    if not like:
        return begin_page(evening_form.blank(game, _currency(game)))
    earlier = desk.read(store(), like)
    with store().read() as session:
        people = those_who_came(earlier, session.forgotten())
    return begin_page(evening_form.like_earlier(game, earlier, written_list(earlier, people)))


@blueprint.post("/tournois/nouveau/<key>")
@needs(Role.ORGANISATEUR)
def create(key: str) -> ResponseReturnValue:
    """Open the evening and draw its first round; without a list, or with a door, only open the registration."""
    game = _playable(key)
    form = evening_form.posted(game, game.rules(), _currency(game))
    people = posted_list()
    form = replace(form, values={**form.values, "liste": people.text})
    if earlier := whole(form.value("regles"), 9):
        return begin_page(evening_form.by_rules_of(desk.read(store(), earlier), form), people)
    if "compter" in form.values or (request.files.get("fichier") and not people.faults):
        # What a file holds is seen before anybody is drawn.
        return begin_page(form, people)
    waits = not people.people or "1" in {form.value("door"), form.value("later")}

    def begin(records: Store, **sent: Unpack[Sent]) -> Tournament:
        if people.faults:
            raise refusal(*people.faults)
        document = {**form.document(len(people.people)), "game": game.key, "players": people.people}
        return desk.create(
            records, document, like=whole(form.value("like"), 9) or 0, freeze=not waits, **sent
        )

    return perform(
        "tournoi",
        begin,
        page=lambda refused: begin_page(form.refusing(people.beside(refused)), people),
        then=lambda t: url_for("tournaments.show", number=t.id) if waits else first_draw(t),
    )


@blueprint.get("/tournois/<number:number>")
@form_page("show", "tournaments.show", "number")
def show(number: int) -> ResponseReturnValue:
    """To the page that is wanted now: the desk for the organiser, the ranking for all others."""
    t = desk.read(store(), number)
    if is_organiser() and t.stage is Stage.INSCRIPTION:
        view = "attendus" if t.awaited else None
        return redirect(url_for("tournament_people.index", number=number, vue=view), 303)
    playing = is_organiser() and t.stage is Stage.EN_COURS
    wanted = "tournament_tables.overview" if playing else "tournament_public.ranking"
    return redirect(url_for(wanted, number=number), 303)


@blueprint.get("/tournois/<number:number>/reglages")
@needs(Role.ORGANISATEUR)
def settings(number: int) -> str:
    """The chosen options, and what may still be changed."""
    t = desk.read(store(), number)
    return page("settings", t, "tournaments.settings", form=evening_form.standing(t))


@blueprint.post("/tournois/<number:number>/reglages")
@needs(Role.ORGANISATEUR)
def amend(number: int) -> ResponseReturnValue:
    """Change what may be changed."""
    t = desk.read(store(), number)
    form = evening_form.posted(t.game, t.rules, t.options.currency, t)
    return perform(
        "tournoi",
        desk.amend,
        number,
        form.document(),
        page=lambda refused: page("settings", t, "tournaments.settings", form=form.refusing(refused)),
        then=url_for("tournaments.settings", number=number),
    )
