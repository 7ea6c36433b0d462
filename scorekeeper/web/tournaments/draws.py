"""The draw: its page with the tables of a round and, folded, the evidence for a sceptic; drawing, and the draws at work."""

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
from scorekeeper.tournaments.acts.finals import qualified, third_place_changed
from scorekeeper.tournaments.advice import advice_for, lacking, shape
from scorekeeper.tournaments.finals import has_begun, is_final, total_rounds, tour_name
from scorekeeper.tournaments.model import DrawRecord, Round, Stage, Tournament
from scorekeeper.tournaments.notes import SaidSeed, SeedOrigin
from scorekeeper.tournaments.options import regular_size, table_sizes_of
from scorekeeper.web.core import requests
from scorekeeper.web.core.requests import NOT_REFUSED, RefusedForm, store
from scorekeeper.web.tournaments import layout
from scorekeeper.web.tournaments.mending import act_lines, announcement
from scorekeeper.web.tournaments.permissions import Pages, Role, by, is_organiser
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


def proof_of(t: Tournament, draw: DrawRecord) -> dict[str, Any]:
    """A draw with its list, its grid and its tables as they were drawn, whatever hands changed since.

    `frozen` is when that list was frozen before it, empty when it was not; `text` the input of the pocket script, empty where
    nothing is drawn by lot; `rounds` has of each its number, and of each table the lots of the grid and the names put there.
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
    """Input of the pocket script for a draw."""
    tables = ["\n".join(" ".join(map(str, lots)) for lots in tables) for tables in draw.grid]
    lot = "\n".join((draw.label, draw.seed, *draw.players))
    return "\n\n".join([lot, *tables]) + "\n" if draw.seed else ""


def seed_note(t: Tournament, place: int) -> str:
    """Facts that a sceptic has to know of a seed that was said."""
    seed: SaidSeed = t.seeds[place]
    again = any(earlier.draws == seed.draws for earlier in t.seeds[:place])
    if again:
        return gettext("dite à nouveau pour le même tirage : elle remplace la précédente")
    if any(frozen.draws <= seed.draws for frozen in t.lists[: seed.lists]):
        return gettext("dite après la clôture de la liste")
    return gettext("dite avant la clôture de la liste")


def seat_lines(t: Tournament, shown: Round) -> list[tuple[str, int, int]]:
    """The name, table and seat of all players in a round, by name."""
    lines = [
        (table.substitutes.get(number) or t.entrant(number).name, table.number, seat)
        for table in shown.tables
        for seat, number in enumerate(table.seats, 1)
    ]
    return sorted(lines, key=lambda line: alphabetical(line[0]))


@layout.form_page("draw", "tournament_draw.index", "number")
def draw_page(number: int, asked: int | None = None, refused: RefusedForm = NOT_REFUSED) -> str:
    """The draw, with the tables of a round: the latest that is open or was, unless another is asked for."""
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
    """The draws and repairs that are possible now, for the organiser."""
    following, finished = len(t.rounds) + 1, t.stage is Stage.FINI
    ready = not t.open_rounds and following <= total_rounds(t) and not finished
    final = ready and is_final(t, following)
    again = t.current.number if t.current else following if t.foreseen and not t.open_rounds else None
    missing, planned = lacking(t), bool(t.drawn[len(t.rounds) :])
    # The page does not link to itself: the step is only a sentence.
    can, mending = gettext("Le tour %(tour)s peut commencer.", tour=tour_name(t, following)), announcement(t)
    if mending:
        can = gettext("Les présences ont changé.")
    asks = ready and (final or not t.planned)
    return {
        "step": Step(" ".join(missing) or can, at="tirer") if asks else None,
        "missing": missing,
        "shape": shape(len(t.present), t.options.odd, regular_size(table_sizes_of(t.game), t.options.size)),
        "advice": advice_for(t),
        "mending": mending,
        "next_round": following if asks else None,
        "by_lot": not finished and not has_begun(t) and not final,
        "qualified": qualified(t) if final else None,
        "third_place": third_place_changed(t),
        "redraws": again if not finished and (t.current or planned) else None,
    }


@blueprint.get("/preuve")
def printed(number: int) -> ResponseReturnValue:
    """The evidence, by the address that hangs in the room."""
    return redirect(url_for("tournament_draw.index", number=number, _anchor="preuve"))


@blueprint.get("/preuve/<number:draw>.txt")
def text(number: int, draw: int) -> Response:
    """Label, seed, list and grid of a draw, as the pocket script reads them."""
    draws = desk.read(store(), number).draws
    content = pocket_text(draws[draw - 1]) if 1 <= draw <= len(draws) else ""
    return Response(content, 200 if content else 404, mimetype="text/plain")


@blueprint.get("/preuve/tirage.py")
def script(number: int) -> Response:
    """The pocket script."""
    desk.read(store(), number)
    return Response(SCRIPT, mimetype="text/plain")


@blueprint.get("/tirage")
def index(number: int) -> ResponseReturnValue:
    """The draw; for the organiser, while one is at work, the page that watches it."""
    if is_organiser():
        if jobs().at_work(number):
            return redirect(url_for("tournament_draw.watch", number=number), 303)
        ended = jobs().take(number)
        if ended is not None and ended.error is not None:
            return _failed(number, ended.error)
    asked, state = asked_round(), str(desk.read(store(), number).decided)
    return layout.live(state, lambda: draw_page(number, asked), "tirage", number, asked)


def _failed(number: int, error: Exception) -> tuple[str, int]:
    if not isinstance(error, (Refused, Conflict)):
        raise error
    refused = requests.refused_form("tirage", error)
    return draw_page(number, refused=refused), refused.status


@blueprint.post("/conseil", role=Role.ORGANISATEUR)
def take_advice(number: int) -> ResponseReturnValue:
    """Have tables of another size instead of byes, as it was advised."""
    odd = {"odd": request.form.get("odd", "")}
    return layout.perform("conseil", desk.amend, number, odd, page="draw", then="#tour")


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


@blueprint.post("/tirage", role=Role.ORGANISATEUR)
def draw(number: int) -> ResponseReturnValue:
    """Draw what is needed and open the next round, or draw again with a reason."""
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
    (address, label), *_ = round_prints(t)
    made = shape(len(t.present), t.options.odd, regular_size(table_sizes_of(t.game), t.options.size))
    step = Step(made, label, address, at="imprimer")
    return layout.page("watch", t, "tournament_draw.index", step=step, job=None)


@blueprint.post("/tirage/arreter", role=Role.ORGANISATEUR)
def stop(number: int) -> ResponseReturnValue:
    """End the draw at work with the best that it has found."""
    job = jobs().at_work(number)
    if job is not None:
        job.stopping.set()
        job.finished.wait(AT_ONCE)
    return redirect(url_for("tournament_draw.index", number=number), 303)
