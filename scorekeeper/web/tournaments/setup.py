"""Tournaments: the list, a new one, its choices, its end and its history."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar
from uuid import uuid4

from flask import Blueprint, redirect, request, url_for

from scorekeeper import tournaments as desk
from scorekeeper.catalogue import game as game_of
from scorekeeper.errors import Conflict, Refused
from scorekeeper.i18n import N_, gettext, ngettext
from scorekeeper.paper.requests import day
from scorekeeper.tournaments.model import Stage
from scorekeeper.web.core.jinja import render
from scorekeeper.web.core.request_values import game_or_404, posted_uuid
from scorekeeper.web.tournaments import form as tournament_form
from scorekeeper.web.tournaments.form import TournamentForm
from scorekeeper.web.tournaments.frame import Head, head_of, store
from scorekeeper.web.tournaments.permissions import Role, by, is_organiser, needs

if TYPE_CHECKING:
    from werkzeug.wrappers import Response

    from scorekeeper.kit.game import Game
    from scorekeeper.records.rows import TournamentRow
    from scorekeeper.tournaments.model import Tournament

blueprint = Blueprint("tournaments", __name__)
PAGE_SIZE = 30
STAGES = {
    Stage.INSCRIPTION: N_("inscriptions ouvertes"),
    Stage.EN_COURS: N_("en cours"),
    Stage.FINI: N_("fini"),
}


@dataclass(frozen=True)
class Card:
    """A tournament in a list."""

    number: int
    game: Game
    name: str
    where: str
    said: str


@dataclass(frozen=True)
class IndexPage:
    """Context of the list of tournaments."""

    TEMPLATE: ClassVar[str] = "tournaments/index.html"
    items: tuple[Card, ...]
    older: int | None
    organiser: bool


@dataclass(frozen=True)
class NewPage:
    """Context of the page that opens a tournament."""

    TEMPLATE: ClassVar[str] = "tournaments/new.html"
    game: Game
    form: TournamentForm
    uuid: str


@dataclass(frozen=True)
class SettingsPage:
    """Context of the page that changes a tournament."""

    TEMPLATE: ClassVar[str] = "tournaments/settings.html"
    head: Head
    game: Game
    form: TournamentForm
    uuid: str


def cards(limit: int, before: int | None = None) -> tuple[tuple[Card, ...], int | None]:
    """Tournaments as a list shows them, and where the list goes on."""
    rows = desk.list_all(store(), limit=limit + 1, before=before)
    older = rows[limit - 1].last_seq if len(rows) > limit else None
    return tuple(_card(row) for row in rows[:limit]), older


def _card(row: TournamentRow) -> Card:
    players = ngettext("%(num)s joueur", "%(num)s joueurs", row.entrants)
    stage = gettext(STAGES[Stage(row.stage)])
    if row.stage == Stage.EN_COURS:
        stage = gettext("tour %(tour)s sur %(tours)s", tour=row.round, tours=row.rounds)
    where = " · ".join(part for part in (row.place, day(row.date)) if part)
    return Card(row.id, game_of(row.game), row.name, where, f"{players} · {stage}")


@blueprint.get("/tournois")
def index() -> str:
    """All tournaments, the latest first; and the games that a new one can be of."""
    asked = request.args.get("avant", "")
    before = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 12 else None
    items, older = cards(PAGE_SIZE, before)
    return render(IndexPage(items, older, is_organiser()))


@blueprint.get("/tournois/nouveau/<key>")
@needs(Role.ORGANISATEUR)
def new(key: str) -> str:
    """An empty form for a tournament of that game."""
    game = game_or_404(key)
    today = dt.date.today().isoformat()  # noqa: DTZ011 - the date in the hall is the machine's own
    return render(NewPage(game, tournament_form.blank(game, today), str(uuid4())))


@blueprint.post("/tournois/nouveau/<key>")
@needs(Role.ORGANISATEUR)
def create(key: str) -> Response | tuple[str, int]:
    """Open the tournament, or show beside each field what is wrong."""
    game = game_or_404(key)
    form = tournament_form.posted(game, request.form)
    try:
        made = desk.create(store(), {**form.document(), "game": game.key}, by=by(), uuid=posted_uuid())
    except Refused as refused:
        form = form.with_refusal(refused)
        return render(NewPage(game, form, str(uuid4()))), form.refused.status
    return redirect(url_for("tournament_people.index", number=made.id), 303)


@blueprint.get("/tournois/<number:number>")
def show(number: int) -> Response:
    """To the page that is wanted now: the desk for the organiser, the ranking for all others."""
    t = desk.read(store(), number)
    page = "tournament_public.ranking"
    if is_organiser() and t.stage is Stage.INSCRIPTION:
        page = "tournament_people.index"
    elif is_organiser() and t.stage is Stage.EN_COURS:
        page = "tournament_tables.overview"
    return redirect(url_for(page, number=number), 303)


def settings_page(t: Tournament, form: TournamentForm) -> SettingsPage:
    """The choices of a tournament."""
    return SettingsPage(head_of(t, "tournaments.settings"), t.game, form, str(uuid4()))


@blueprint.get("/tournois/<number:number>/reglages")
@needs(Role.ORGANISATEUR)
def settings(number: int) -> str:
    """What was chosen, and what may still be changed."""
    t = desk.read(store(), number)
    return render(settings_page(t, tournament_form.standing(t)))


@blueprint.post("/tournois/<number:number>/reglages")
@needs(Role.ORGANISATEUR)
def amend(number: int) -> Response | tuple[str, int]:
    """Change what may be changed."""
    t = desk.read(store(), number)
    form = tournament_form.posted(t.game, request.form, drawn=bool(t.draws), rules=t.rules)
    try:
        desk.amend(store(), number, form.document(), by=by(), uuid=posted_uuid())
    except (Refused, Conflict) as refused:
        form = form.with_refusal(refused)
        return render(settings_page(t, form)), form.refused.status
    return redirect(url_for("tournaments.settings", number=number), 303)
