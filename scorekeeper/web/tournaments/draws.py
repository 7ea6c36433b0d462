"""The draw's page with the tables of a round and the proof of each draw; starting and watching draws in the background."""

import contextvars
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from flask import Response, current_app, redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import tournaments as desk
from scorekeeper.cards.rules.names import alphabetical
from scorekeeper.draw import check_script
from scorekeeper.draw.seating.lot import list_hash
from scorekeeper.errors import Conflict, Refused
from scorekeeper.i18n import N_, gettext
from scorekeeper.tournaments.advice import advice_for, lacking, shape
from scorekeeper.tournaments.finals import has_begun, is_final, total_rounds, tour_name
from scorekeeper.tournaments.knockout_seats import qualified, third_place_changed
from scorekeeper.tournaments.model import DrawRecord, Round, Stage, Tournament
from scorekeeper.tournaments.notes import SaidSeed, SeedOrigin
from scorekeeper.tournaments.options import regular_size, table_sizes_of
from scorekeeper.web.core import requests
from scorekeeper.web.core.requests import NOT_REFUSED, RefusedForm, store
from scorekeeper.web.tournaments import layout
from scorekeeper.web.tournaments.permissions import Pages, Role, by, is_organiser
from scorekeeper.web.tournaments.plan_repair import act_lines, announcement
from scorekeeper.web.tournaments.round_page import asked_round
from scorekeeper.web.tournaments.steps import Step, round_prints

blueprint = Pages("tournament_draw", __name__, url_prefix="/tournois/<number:number>")
AT_ONCE = 1.5
"""Seconds to wait for a draw before the page that watches it is shown."""
SCRIPT = Path(check_script.__file__).read_text(encoding="utf-8")
ORIGINS = {
    SeedOrigin.ANNONCEE: N_("annoncée avant le tirage"),
    SeedOrigin.DEMANDE: N_("donnée avec la demande du tirage"),
    SeedOrigin.PROGRAMME: N_("choisie par le programme au moment du tirage"),
}


@dataclass
class Job:
    """A draw in the background, running or finished."""

    done: int = 0
    planned: int = 0
    cost: int = 0
    """Cost of the best draw so far."""
    error: Exception | None = None
    stopping: threading.Event = field(default_factory=threading.Event)
    finished: threading.Event = field(default_factory=threading.Event)

    def progress(self, done: int, planned: int, cost: int) -> None:
        self.done, self.planned, self.cost = done, planned, cost


Act = Callable[[Job], object]


class DrawJobs:
    """Background draws of this process, at most one for each tournament."""

    def __init__(self) -> None:
        self._jobs: dict[int, Job] = {}
        self._lock = threading.Lock()

    def start(self, number: int, act: Act) -> Job:
        """Start a draw for a tournament, or return the one that is running."""
        with self._lock:
            if job := self.at_work(number):
                return job
            job = self._jobs[number] = Job()
        # The thread inherits the language of the request.
        work = contextvars.copy_context().run
        threading.Thread(target=work, args=(_draw, job, act), name=f"draw-{number}", daemon=True).start()
        return job

    def at_work(self, number: int) -> Job | None:
        """Return the running draw of a tournament, or `None`."""
        job = self._jobs.get(number)
        return job if job is not None and not job.finished.is_set() else None

    def take(self, number: int) -> Job | None:
        """Remove and return the finished draw of a tournament, or `None`."""
        with self._lock:
            job = self._jobs.get(number)
            return self._jobs.pop(number) if job is not None and job.finished.is_set() else None


def _draw(job: Job, act: Act) -> None:
    try:
        act(job)
    except Exception as error:  # noqa: BLE001 - any exception is raised again in the request that watches
        job.error = error
    finally:
        job.finished.set()


def jobs() -> DrawJobs:
    """Return the background draws of this process."""
    running: DrawJobs = current_app.extensions.setdefault("draw_jobs", DrawJobs())
    return running


def proof_of(t: Tournament, draw: DrawRecord) -> dict[str, Any]:
    """Return the proof of a draw: its list, grid and tables as drawn, before any change by hand.

    `frozen` is when the list was frozen before the draw, empty if it was not. `text` is the input of the check script, empty
    when nothing is drawn by lot. `rounds` has each round's number, and for each table the lots of the grid and the names.
    """
    before = [frozen for frozen in t.lists if frozen.draws < draw.number and frozen.players == draw.players]
    return {
        "draw": draw,
        "hash": list_hash(draw.players),
        "frozen": before[-1].at if before else "",
        "stands": draw is t.draws[-1] or any(played.draw == draw.number for played in t.rounds),
        "origin": gettext(ORIGINS[draw.origin]) if draw.origin else "",
        "text": pocket_text(draw),
        "rounds": [
            (number, [(lots, [draw.order[lot - 1] for lot in lots]) for lots in tables])
            for number, tables in enumerate(draw.grid, draw.first)
        ],
    }


def pocket_text(draw: DrawRecord) -> str:
    """Return the input of the check script for a draw; empty without a seed."""
    tables = ["\n".join(" ".join(map(str, lots)) for lots in tables) for tables in draw.grid]
    lot = "\n".join((draw.label, draw.seed, *draw.players))
    return "\n\n".join([lot, *tables]) + "\n" if draw.seed else ""


def seed_note(t: Tournament, place: int) -> str:
    """Return whether a seed was announced before or after the list was frozen, or replaces an earlier one, in words."""
    seed: SaidSeed = t.seeds[place]
    again = any(earlier.draws == seed.draws for earlier in t.seeds[:place])
    if again:
        return gettext("dite à nouveau pour le même tirage : elle remplace la précédente")
    if any(frozen.draws <= seed.draws for frozen in t.lists[: seed.lists]):
        return gettext("dite après la clôture de la liste")
    return gettext("dite avant la clôture de la liste")


def seat_lines(t: Tournament, shown: Round) -> list[tuple[str, int, int]]:
    """Return name, table and seat of all players of a round, sorted by name; substitutes in place of entrants."""
    lines = [
        (table.substitutes.get(number) or t.entrant(number).name, table.number, seat)
        for table in shown.tables
        for seat, number in enumerate(table.seats, 1)
    ]
    return sorted(lines, key=lambda line: alphabetical(line[0]))


@layout.form_page("draw", "tournament_draw.index", "number")
def draw_page(number: int, asked: int | None = None, refused: RefusedForm = NOT_REFUSED) -> str:
    """Render the draw with the tables of a round, by default the latest opened one."""
    t = desk.read(store(), number)
    wanted = asked or len(t.rounds)
    shown = (t.drawn[wanted - 1] if wanted <= len(t.drawn) else t.round(wanted)) if wanted else None
    can = _drawable(t) if is_organiser() else {"step": None, "by_lot": False, "redraws": None}
    return layout.page(
        "draw",
        t,
        "tournament_draw.index",
        round=shown,
        seats=lambda: seat_lines(t, shown) if shown else [],
        byes=[t.entrant(player).name for player in shown.byes] if shown else [],
        proofs=lambda: [
            (proof_of(t, draw), desk.draw_sentences(draw, public=not is_organiser()), act_lines(t, draw))
            for draw in reversed(t.draws)
        ],
        seeds=[(seed, seed_note(t, place)) for place, seed in enumerate(t.seeds)],
        script=SCRIPT,
        refused=refused,
        **can,
    )


def _drawable(t: Tournament) -> dict[str, Any]:
    """Return the template values of the draws and repairs that are possible now."""
    following, finished = len(t.rounds) + 1, t.stage is Stage.FINI
    ready = not t.open_rounds and following <= total_rounds(t) and not finished
    final = ready and is_final(t, following)
    again = t.current.number if t.current else following if t.foreseen and not t.open_rounds else None
    missing, planned = lacking(t), bool(t.drawn[len(t.rounds) :])
    # The page does not link to itself: the step is only a sentence.
    can, repair = gettext("Le tour %(tour)s peut commencer.", tour=tour_name(t, following)), announcement(t)
    if repair:
        can = gettext("Les présences ont changé.")
    asks = ready and (final or not t.planned)
    return {
        "step": Step(" ".join(missing) or can, at="tirer") if asks else None,
        "missing": missing,
        "shape": shape(len(t.present), t.options.odd, regular_size(table_sizes_of(t.game), t.options.size)),
        "advice": advice_for(t),
        "repair": repair,
        "next_round": following if asks else None,
        "by_lot": not finished and not has_begun(t) and not final,
        "qualified": qualified(t) if final else None,
        "third_place": third_place_changed(t),
        "redraws": again if not finished and (t.current or planned) else None,
    }


@blueprint.get("/preuve")
def printed(number: int) -> ResponseReturnValue:
    """Redirect to the proof; posters in the hall show this short address."""
    return redirect(url_for("tournament_draw.index", number=number, _anchor="preuve"))


@blueprint.get("/preuve/<number:draw>.txt")
def text(number: int, draw: int) -> Response:
    """Return label, seed, list and grid of a draw as input of the check script; 404 if there is none."""
    draws = desk.read(store(), number).draws
    content = pocket_text(draws[draw - 1]) if 1 <= draw <= len(draws) else ""
    return Response(content, 200 if content else 404, mimetype="text/plain")


@blueprint.get("/preuve/tirage.py")
def script(number: int) -> Response:
    """Return the check script."""
    desk.read(store(), number)
    return Response(SCRIPT, mimetype="text/plain")


@blueprint.get("/tirage")
def index(number: int) -> ResponseReturnValue:
    """Show the draw; redirect the organiser to the progress page while a draw is running."""
    if is_organiser():
        if jobs().at_work(number):
            return redirect(url_for("tournament_draw.watch", number=number), 303)
        ended = jobs().take(number)
        if ended is not None and ended.error is not None:
            return _failed(number, ended.error)
    asked, state = asked_round(), str(desk.read(store(), number).decided)
    return layout.polled(state, lambda: draw_page(number, asked), "tirage", number, asked)


def _failed(number: int, error: Exception) -> tuple[str, int]:
    if not isinstance(error, (Refused, Conflict)):
        raise error
    refused = requests.refused_form("tirage", error)
    return draw_page(number, refused=refused), refused.status


@blueprint.post("/conseil", role=Role.ORGANISATEUR)
def take_advice(number: int) -> ResponseReturnValue:
    """Change the option for odd numbers of players, as advised."""
    odd = {"odd": request.form.get("odd", "")}
    return layout.perform("conseil", desk.amend, number, odd, page="draw", then="#tour")


def _start(number: int, **asked: Any) -> Job:
    # Store and author are read here: the thread of the draw has no request.
    act = partial(desk.draw_round, store(), number, by=by(), **asked)
    job = jobs().start(number, lambda job: act(progress=job.progress, stop=job.stopping.is_set))
    job.finished.wait(AT_ONCE)
    return job


def first_draw(t: Tournament) -> str:
    """Draw the first round unless it was drawn; return the URL of the progress page."""
    if not t.draws:
        _start(t.id, tour=1)
    return url_for("tournament_draw.watch", number=t.id, debut=1)


@blueprint.post("/tirage", role=Role.ORGANISATEUR)
def draw(number: int) -> ResponseReturnValue:
    """Open the next round, with a draw if needed, or draw again with a reason."""
    desk.read(store(), number)
    job = _start(
        number,
        uuid=requests.posted_uuid(),
        reason=layout.posted_reason(),
        redraw=request.form.get("encore") == "1",
        tour=requests.posted_count("tour"),
    )
    if not job.finished.is_set():
        return redirect(url_for("tournament_draw.watch", number=number), 303)
    jobs().take(number)
    if job.error is not None:
        return _failed(number, job.error)
    return redirect(url_for("tournament_draw.index", number=number), 303)


@blueprint.get("/tirage/en-cours", role=Role.ORGANISATEUR)
def watch(number: int) -> ResponseReturnValue:
    """Show the progress of a running draw; after the first draw, the prints; else redirect to the draw's page."""
    job, t = jobs().at_work(number), desk.read(store(), number)
    if job is not None:
        step = Step(gettext("Le tirage se fait."), at="tirer")
        return layout.page("watch", t, "tournament_draw.index", step=step, job=job), {"Refresh": "2"}
    ended = jobs().take(number)
    if ended is not None and ended.error is not None:
        return _failed(number, ended.error)
    if "debut" not in request.args or t.current is None:
        return redirect(url_for("tournament_draw.index", number=number), 303)
    (address, label), *_ = round_prints(t)
    made = shape(len(t.present), t.options.odd, regular_size(table_sizes_of(t.game), t.options.size))
    step = Step(made, label, address, at="imprimer")
    return layout.page("watch", t, "tournament_draw.index", step=step, job=None)


@blueprint.post("/tirage/arreter", role=Role.ORGANISATEUR)
def stop(number: int) -> ResponseReturnValue:
    """Stop the running draw; the best result found so far is used."""
    job = jobs().at_work(number)
    if job is not None:
        job.stopping.set()
        job.finished.wait(AT_ONCE)
    return redirect(url_for("tournament_draw.index", number=number), 303)
