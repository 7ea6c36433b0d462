"""The draw, for the organiser: the seed before it, how far it is, what it came to in words, and drawing again."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from flask import Blueprint, current_app, redirect, request, url_for

from scorekeeper import tournaments as desk
from scorekeeper.errors import Conflict, Refused
from scorekeeper.i18n import gettext, ngettext
from scorekeeper.rules.seating import DrawImpossible
from scorekeeper.rules.seating.shape import table_sizes
from scorekeeper.tournaments.model import DrawRecord, Stage
from scorekeeper.web.core.form_errors import NOTHING, Refusal, answer, attempt, refusal_of
from scorekeeper.web.core.jinja import render
from scorekeeper.web.core.request_values import posted_uuid
from scorekeeper.web.tournaments.draw_jobs import DrawJobs, Job
from scorekeeper.web.tournaments.frame import Head, Place, Step, head_of, places, store
from scorekeeper.web.tournaments.permissions import Role, by, needs

if TYPE_CHECKING:
    from werkzeug.wrappers import Response

    from scorekeeper.tournaments.model import Tournament

blueprint = Blueprint("tournament_draw", __name__)
AT_ONCE = 1.5
"""Seconds for which a draw is waited for before the page that watches it is shown."""


@dataclass(frozen=True)
class PlannedTable:
    """A table of a round that is drawn and not opened yet."""

    number: int
    places: tuple[Place, ...]


@dataclass(frozen=True)
class PlannedRound:
    """A round that is drawn and not opened yet."""

    number: int
    tables: tuple[PlannedTable, ...]
    byes: tuple[str, ...]


@dataclass(frozen=True)
class DrawView:
    """A draw as it is told."""

    number: int
    first: int
    last: int
    label: str
    seed: str
    at: str
    reason: str
    """Why it took the place of the one before it."""
    words: tuple[str, ...]
    order: tuple[str, ...]
    stands: bool


@dataclass(frozen=True)
class DrawPage:
    """Context of the page of draws."""

    TEMPLATE: ClassVar[str] = "tournaments/draw.html"
    head: Head
    seed: str
    present: int
    shape: str
    """How many tables they make, in words; empty when they make none."""
    draws: tuple[DrawView, ...]
    planned: tuple[PlannedRound, ...]
    next_round: int | None
    """The round that can be opened now."""
    planned_already: bool
    redraws: int | None
    """The round that can be drawn again, if it has not begun."""
    finished: bool
    refused: Refusal


@dataclass(frozen=True)
class WatchPage:
    """Context of the page that watches a draw."""

    TEMPLATE: ClassVar[str] = "tournaments/watch.html"
    head: Head
    done: int
    planned: int
    cost: int
    stopping: bool


def jobs() -> DrawJobs:
    """The draws of this process."""
    found: DrawJobs = current_app.extensions.setdefault("draw_jobs", DrawJobs())
    return found


def draw_page(number: int, refused: Refusal = NOTHING) -> DrawPage:
    """All draws so far, and what can be drawn now."""
    t = desk.read(store(), number)
    ready = not t.open_rounds and len(t.rounds) < t.options.rounds and t.stage is not Stage.FINI
    again = t.current.number if t.current else len(t.rounds) + 1 if t.planned and not t.open_rounds else None
    planned = planned_rounds(t)
    stands = bool(planned) and {one.number for one in t.present} == _people(t)
    return DrawPage(
        head_of(t, "tournament_draw.index", _step(t) if ready else None),
        t.seed,
        len(t.present),
        shape(t),
        tuple(_view(t, draw) for draw in reversed(t.draws)),
        planned,
        len(t.rounds) + 1 if ready else None,
        stands,
        again if t.stage is not Stage.FINI and (t.current or stands) else None,
        t.stage is Stage.FINI,
        refused,
    )


def shape(t: Tournament) -> str:
    """How many tables those present make, and how many stay out each round."""
    try:
        sizes = table_sizes(len(t.present), t.options.odd, t.options.size or 4)
    except DrawImpossible:
        return ""
    told = [
        ngettext("%(num)s table de %(taille)s", "%(num)s tables de %(taille)s", count, taille=size)
        for size, count in sorted(Counter(sizes).items(), reverse=True)
    ]
    if out := len(t.present) - sum(sizes):
        told.append(ngettext("%(num)s exempt à chaque tour", "%(num)s exempts à chaque tour", out))
    return ", ".join(told) + "."


def _step(t: Tournament) -> Step:
    """On this very page there is no way to point to it."""
    return Step(gettext("Le tour %(tour)s peut être tiré.", tour=len(t.rounds) + 1))


def _people(t: Tournament) -> set[int]:
    drawn = t.planned[0]
    return {number for table in drawn.tables for number in table} | set(drawn.byes)


def planned_rounds(t: Tournament) -> tuple[PlannedRound, ...]:
    """The rounds that the latest draw planned and that are not opened yet."""
    return tuple(
        PlannedRound(
            number,
            tuple(PlannedTable(place, places(t, seats)) for place, seats in enumerate(one.tables, 1)),
            tuple(t.entrant(player).name for player in one.byes),
        )
        for number, one in enumerate(t.planned, len(t.rounds) + 1)
    )


def _view(t: Tournament, draw: DrawRecord) -> DrawView:
    used = {one.draw for one in t.rounds}
    return DrawView(
        draw.number,
        draw.first,
        draw.first + len(draw.rounds) - 1,
        draw.label,
        draw.seed,
        draw.at,
        draw.reason,
        desk.draw_sentences(draw),
        draw.order,
        draw.number in used or draw is t.draws[-1],
    )


@blueprint.get("/tournois/<number:number>/tirages")
@needs(Role.ORGANISATEUR)
def index(number: int) -> Response | str | tuple[str, int]:
    """The draws; while one is at work, the page that watches it."""
    if jobs().at_work(number):
        return redirect(url_for("tournament_draw.watch", number=number), 303)
    ended = jobs().take(number)
    if ended is not None and ended.error is not None:
        return _failed(number, ended.error)
    return render(draw_page(number))


def _failed(number: int, error: Exception) -> tuple[str, int]:
    if not isinstance(error, (Refused, Conflict)):
        raise error
    said = refusal_of(error, "tirage")
    return render(draw_page(number, said)), said.status


@blueprint.post("/tournois/<number:number>/graine")
@needs(Role.ORGANISATEUR)
def seed(number: int) -> Response | tuple[str, int]:
    """Announce the public seed of the draws to come."""
    text = request.form.get("seed", "")
    refused = attempt(
        "graine", lambda: desk.announce_seed(store(), number, text, by=by(), uuid=posted_uuid())
    )
    done = url_for("tournament_draw.index", number=number)
    return answer(refused, lambda said: draw_page(number, said), done)


@blueprint.post("/tournois/<number:number>/tirages")
@needs(Role.ORGANISATEUR)
def draw(number: int) -> Response | tuple[str, int]:
    """Draw what is needed and open the next round, or draw again with a reason."""
    kept, who, sent = store(), by(), posted_uuid()
    again, reason = request.form.get("encore") == "1", request.form.get("raison", "")
    desk.read(kept, number)

    def act(job: Job) -> None:
        desk.draw_round(
            kept,
            number,
            by=who,
            uuid=sent,
            reason=reason,
            redraw=again,
            progress=job.progress,
            stop=job.stop,
        )

    job = jobs().start(number, act)
    if not job.finished.wait(AT_ONCE):
        return redirect(url_for("tournament_draw.watch", number=number), 303)
    jobs().take(number)
    if job.error is not None:
        return _failed(number, job.error)
    return redirect(url_for("tournament_draw.index", number=number), 303)


@blueprint.get("/tournois/<number:number>/tirages/en-cours")
@needs(Role.ORGANISATEUR)
def watch(number: int) -> Response | str:
    """How far the draw is; goes on to the draws when it is done."""
    job = jobs().at_work(number)
    if job is None:
        return redirect(url_for("tournament_draw.index", number=number), 303)
    head = head_of(desk.read(store(), number), "tournament_draw.index", Step(gettext("Le tirage se fait.")))
    return render(WatchPage(head, job.done, max(job.planned, 1), job.cost, job.stopping.is_set()))


@blueprint.post("/tournois/<number:number>/tirages/arreter")
@needs(Role.ORGANISATEUR)
def stop(number: int) -> Response:
    """End the draw at work with the best that it has found."""
    job = jobs().at_work(number)
    if job is not None:
        job.stopping.set()
        job.finished.wait(AT_ONCE)
    return redirect(url_for("tournament_draw.index", number=number), 303)
