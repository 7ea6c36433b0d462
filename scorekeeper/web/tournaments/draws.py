"""The draw, for the organiser: the seed before it, its progress, its result in words, and drawing again."""

from __future__ import annotations

import contextvars
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from flask import Blueprint, current_app, redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import tournaments as desk
from scorekeeper.errors import Conflict, Refused
from scorekeeper.i18n import gettext
from scorekeeper.tournaments.acts.finals import qualified, third_place_changed
from scorekeeper.tournaments.advice import advice_for, lacking, shape
from scorekeeper.tournaments.finals import has_begun, is_final, total_rounds, tour_name
from scorekeeper.tournaments.model import Stage, Tournament
from scorekeeper.tournaments.options import regular_size, table_sizes_of
from scorekeeper.web.core.refused_form import NOT_REFUSED, RefusedForm, refused_form
from scorekeeper.web.core.request_values import posted_count, posted_uuid, store
from scorekeeper.web.tournaments import layout
from scorekeeper.web.tournaments.layout import Step
from scorekeeper.web.tournaments.mending import act_lines, announcement
from scorekeeper.web.tournaments.permissions import by, organiser_only

blueprint = Blueprint("tournament_draw", __name__, url_prefix="/tournois/<number:number>")
blueprint.before_request(organiser_only)
AT_ONCE = 1.5
"""Seconds to wait for a draw before the page that watches it is shown."""


@dataclass
class Job:
    """One draw at work, or just done."""

    done: int = 0
    planned: int = 0
    cost: int = 0
    """Cost of the best draw so far."""
    error: Exception | None = None
    stopping: threading.Event = field(default_factory=threading.Event)
    finished: threading.Event = field(default_factory=threading.Event)

    def progress(self, done: int, planned: int, cost: int) -> None:
        """Receive the progress of the draw."""
        self.done, self.planned, self.cost = done, planned, cost


Act = Callable[[Job], object]


class DrawJobs:
    """The draws of this process, one at a time for each tournament."""

    def __init__(self) -> None:
        self._jobs: dict[int, Job] = {}
        self._lock = threading.Lock()

    def start(self, number: int, act: Act) -> Job:
        """Begin a draw for a tournament; while one is at work, that one is it."""
        with self._lock:
            if job := self.at_work(number):
                return job
            job = self._jobs[number] = Job()
        # The thread speaks the language of the request.
        work = contextvars.copy_context().run
        threading.Thread(target=work, args=(_draw, job, act), name=f"draw-{number}", daemon=True).start()
        return job

    def at_work(self, number: int) -> Job | None:
        """The draw that is going on for a tournament."""
        job = self._jobs.get(number)
        return job if job is not None and not job.finished.is_set() else None

    def take(self, number: int) -> Job | None:
        """The draw that has ended and was not asked about yet."""
        with self._lock:
            job = self._jobs.get(number)
            return self._jobs.pop(number) if job is not None and job.finished.is_set() else None


def _draw(job: Job, act: Act) -> None:
    try:
        act(job)
    except Exception as error:  # noqa: BLE001 - whatever it was, it is shown on the page that waits
        job.error = error
    finally:
        job.finished.set()


def jobs() -> DrawJobs:
    """The draws of this process."""
    running: DrawJobs = current_app.extensions.setdefault("draw_jobs", DrawJobs())
    return running


def draws_page(number: int, refused: RefusedForm = NOT_REFUSED) -> str:
    """All draws so far, and what can be drawn now."""
    t = desk.read(store(), number)
    finished = t.stage is Stage.FINI
    following = len(t.rounds) + 1
    ready = not t.open_rounds and following <= total_rounds(t) and not finished
    planned = t.drawn[len(t.rounds) :]
    again = t.current.number if t.current else following if t.foreseen and not t.open_rounds else None
    missing = lacking(t)
    # The page does not link to itself: the step is only a sentence.
    can = gettext("Le tour %(tour)s peut commencer.", tour=tour_name(t, following))
    step = Step(" ".join(missing) or can, at="tirer") if ready else None
    used = {played.draw for played in t.rounds}
    return layout.page(
        "draw",
        t,
        "tournament_draw.index",
        step=step,
        missing=missing,
        shape=shape(len(t.present), t.options.odd, regular_size(table_sizes_of(t.game), t.options.size)),
        advice=advice_for(t),
        mending=announcement(t),
        # A draw stands when it is the latest one, or rounds were played as it drew them.
        draws=[
            (draw, desk.draw_sentences(draw), draw.number in used or draw is t.draws[-1], act_lines(t, draw))
            for draw in reversed(t.draws)
        ],
        planned=[
            (round_.number, layout.seated_tables(t, round_), [t.entrant(bye).name for bye in round_.byes])
            for round_ in planned
        ],
        next_round=following if ready else None,
        by_lot=not has_begun(t) and not (ready and is_final(t, following)),
        qualified=qualified(t) if ready and is_final(t, following) else None,
        third_place=third_place_changed(t),
        redraws=again if not finished and (t.current or planned) else None,
        refused=refused,
    )


@blueprint.get("/tirages")
def index(number: int) -> ResponseReturnValue:
    """The draws; while one is at work, the page that watches it."""
    if jobs().at_work(number):
        return redirect(url_for("tournament_draw.watch", number=number), 303)
    ended = jobs().take(number)
    if ended is not None and ended.error is not None:
        return _failed(number, ended.error)
    return draws_page(number)


def _failed(number: int, error: Exception) -> tuple[str, int]:
    if not isinstance(error, (Refused, Conflict)):
        raise error
    refused = refused_form("tirage", error)
    return draws_page(number, refused), refused.status


@blueprint.post("/conseil")
def take_advice(number: int) -> ResponseReturnValue:
    """Have tables of another size instead of byes, as it was advised."""
    return layout.perform(
        "conseil",
        desk.amend,
        number,
        {"odd": request.form.get("odd", "")},
        page=partial(draws_page, number),
        done=url_for("tournament_draw.index", number=number) + "#tour",
    )


def _start(number: int, **asked: Any) -> Job:
    """Begin a draw, which may be done at once."""
    # The draw runs in a thread of its own, where there is no request to read.
    act = partial(desk.draw_round, store(), number, by=by(), **asked)
    job = jobs().start(number, lambda job: act(progress=job.progress, stop=job.stopping.is_set))
    job.finished.wait(AT_ONCE)
    return job


def first_draw(t: Tournament) -> str:
    """Draw the first round of an evening unless that was done; the address of the page that says so."""
    if not t.draws:
        _start(t.id, tour=1)
    return url_for("tournament_draw.watch", number=t.id, debut=1)


@blueprint.post("/tirages")
def draw(number: int) -> ResponseReturnValue:
    """Draw what is needed and open the next round, or draw again with a reason."""
    desk.read(store(), number)
    job = _start(
        number,
        uuid=posted_uuid(),
        reason=layout.posted_reason(),
        redraw=request.form.get("encore") == "1",
        tour=posted_count("tour"),
    )
    if not job.finished.is_set():
        return redirect(url_for("tournament_draw.watch", number=number), 303)
    jobs().take(number)
    if job.error is not None:
        return _failed(number, job.error)
    return redirect(url_for("tournament_draw.index", number=number), 303)


@blueprint.get("/tirages/en-cours")
def watch(number: int) -> ResponseReturnValue:
    """The progress of the draw, and once the first one is made, what is printed; any other leads to the draws."""
    job, t = jobs().at_work(number), desk.read(store(), number)
    if job is not None:
        step = Step(gettext("Le tirage se fait."), at="tirer")
        return layout.page("watch", t, "tournament_draw.index", step=step, job=job), {"Refresh": "2"}
    ended = jobs().take(number)
    if ended is not None and ended.error is not None:
        return _failed(number, ended.error)
    if "debut" not in request.args or t.current is None:
        return redirect(url_for("tournament_draw.index", number=number), 303)
    (address, label), *_ = layout.round_prints(t)
    made = shape(len(t.present), t.options.odd, regular_size(table_sizes_of(t.game), t.options.size))
    step = Step(made, label, address, at="imprimer")
    return layout.page("watch", t, "tournament_draw.index", step=step, job=None)


@blueprint.post("/tirages/arreter")
def stop(number: int) -> ResponseReturnValue:
    """End the draw at work with the best that it has found."""
    job = jobs().at_work(number)
    if job is not None:
        job.stopping.set()
        job.finished.wait(AT_ONCE)
    return redirect(url_for("tournament_draw.index", number=number), 303)
