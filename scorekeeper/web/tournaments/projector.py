"""The projector page: seats, ranking and prizes in large type, as a sequence of slides."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from flask import Blueprint, Response, render_template, request, url_for

from scorekeeper import tournaments as desk
from scorekeeper.cards.game_api.words import number as plain
from scorekeeper.cards.game_api.words import signed
from scorekeeper.cards.rules.names import by_surname, surname_first
from scorekeeper.i18n import gettext, ngettext
from scorekeeper.paper.text import ems
from scorekeeper.tournaments.finals import side_text, sides_of, stage_name, tour_name
from scorekeeper.tournaments.model import Stage, Tournament
from scorekeeper.tournaments.prizes import groups, hidden, won_by
from scorekeeper.tournaments.rankings import RankingLine
from scorekeeper.web.core.jinja import qr
from scorekeeper.web.core.requests import store, whole_number
from scorekeeper.web.tournaments.draws import seat_lines
from scorekeeper.web.tournaments.layout import polled, shown_finals, shown_ranking
from scorekeeper.web.tournaments.logins import reachable

blueprint = Blueprint("tournament_hall", __name__)
SECONDS, ROUND_TRIP = 12, 60
"""Longest time of each slide, and of all slides together, in seconds: the longest wait for one's own name."""
CROWD = 120
"""Number of lines above which slides are set more densely, so that each is shown again soon."""


@dataclass(frozen=True)
class SlideShape:
    """Layout of a slide."""

    lines: int
    """Most lines of a slide."""
    look: str
    """Name of the layout in the style sheet."""
    room: float
    """Width of a line in ems; wider lines are set smaller, on two lines."""


ONE = SlideShape(10, "one", 41)
TWO = SlideShape(20, "two", 20)
THREE = SlideShape(30, "three", 15)
DENSE = SlideShape(42, "dense", 16)
BEFORE_EMS = 2.8
"""Width in ems of the text before a name."""
MANY, LEAST = 5, 5
"""Most slides before the ranking is shortened in favour of seats, and least seconds of a slide."""
BEFORE = 8
"""Most earlier prizes shown below the present one."""
WINNERS = 24
"""Most winners of one prize on a slide."""
FEW = 40
"""Most lines with a long text after the name that are set over the whole width."""
FIGURE = 9
"""Most characters of a short text after a name, such as a total or a table."""


@dataclass(frozen=True)
class HallLine:
    """One line of a slide: a text before the name, the name, and a text after it."""

    before: str
    name: str
    after: str

    @property
    def width(self) -> float:
        """Width in ems, measured with the font of the printed documents."""
        before = BEFORE_EMS if self.before else 0
        return before + ems(self.name, bold=False) + (ems(self.after) + 0.7 if self.after else 0)


@dataclass(frozen=True)
class HallSlide:
    """One slide of the projector page."""

    title: str
    shape: SlideShape
    lines: tuple[HallLine, ...]

    @property
    def small(self) -> tuple[bool, ...]:
        """For each line, whether it is set smaller; in the layout `ONE` all lines or none."""
        long = tuple(line.width > self.shape.room for line in self.lines)
        return (any(long),) * len(long) if self.shape is ONE else long


def _slides(title: str, lines: Sequence[HallLine], *, wide: bool) -> list[HallSlide]:
    shape = _shape(lines, wide=wide)
    pages = [lines[at : at + shape.lines] for at in range(0, len(lines), shape.lines)]
    return [HallSlide(title, shape, tuple(page)) for page in pages]


def _by_letter(title: str, people: Sequence[tuple[str, str, str]]) -> list[HallSlide]:
    """Return slides of people by surname; `people` are texts before, names and texts after. Titles have the range of letters."""
    sorted_people = sorted(people, key=lambda person: by_surname(person[1]))
    lines = [HallLine(before, surname_first(name), after) for before, name, after in sorted_people]
    slides, at, named = _slides(title, lines, wide=False), 0, []
    for slide in slides:
        first, last = sorted_people[at][1], sorted_people[at + len(slide.lines) - 1][1]
        at += len(slide.lines)
        letters = " – ".join(by_surname(name)[0][:2].capitalize() for name in (first, last))
        named.append(replace(slide, title=f"{title} · {letters}") if len(slides) > 1 else slide)
    return named


def _shape(lines: Sequence[HallLine], *, wide: bool) -> SlideShape:
    """Return the layout for these lines: more lines, and shorter ones, are set in more columns."""
    if max((len(line.after) for line in lines), default=0) > FIGURE:
        return ONE if len(lines) <= FEW else TWO
    if len(lines) > CROWD:
        return DENSE
    if not wide:
        return THREE
    return ONE if len(lines) <= ONE.lines else TWO


def seats(t: Tournament) -> list[HallSlide]:
    """Return slides with the seats and byes of the open round."""
    shown = t.open_rounds[-1]
    people = [("", name, gettext("table %(table)s", table=table)) for name, table, _ in seat_lines(t, shown)]
    people += [("", t.entrant(number).name, gettext("exempt")) for number in shown.byes]
    return _by_letter(gettext("Places du tour %(tour)s", tour=tour_name(t, shown.number)), people)


def ranking(t: Tournament) -> list[HallSlide]:
    """Return slides with the public ranking; none before a result counts."""
    now = shown_ranking(t, room=True)
    if not any(line.standing.counted for line in now.lines):
        return []
    title = gettext("Classement – %(etat)s", etat=now.state)
    lines = [
        HallLine(str(line.standing.rank), _credited(line), plain(line.standing.total)) for line in now.lines
    ]
    return _slides(title, lines, wide=True)


def teams(t: Tournament) -> list[HallSlide]:
    """Return slides with the public ranking of teams; none before a round is closed."""
    now = shown_ranking(t, room=True)
    lines = [
        HallLine(str(line.standing.rank), line.name, plain(line.standing.total))
        for line in now.teams
        if now.closed
    ]
    return _slides(gettext("Équipes – %(etat)s", etat=now.state), lines, wide=True)


def knockout(t: Tournament) -> list[HallSlide]:
    """Return slides with the tables of the latest public knock-out round and its winners; the third-place match has its own."""
    rounds = shown_finals(t, room=True)
    if not rounds:
        return []
    slides: list[HallSlide] = []
    now = rounds[-1]
    for title, finals in groupby(
        now.tables, key=lambda final: stage_name(t, now.round.number, final.table.number)
    ):
        lines = [
            HallLine(
                str(final.table.number),
                ("✓ " if side.ahead else "") + " & ".join(side.names),
                side_text(side),
            )
            for final in finals
            for side in sides_of(t, final)
        ]
        slides += _slides(title[:1].upper() + title[1:], lines, wide=True)
    return slides


def _credited(line: RankingLine) -> str:
    given = f" ({signed(line.standing.credit)})" if line.standing.credit else ""
    return " & ".join(line.names) + given


def prizes(t: Tournament) -> list[HallSlide]:
    """Return slides with the prizes and their winners."""
    lines = [line for line in shown_ranking(t, room=True).lines if line.standing.prizes]
    return _slides(gettext("Les prix"), [*map(_winner, lines)], wide=True)


def _winner(line: RankingLine) -> HallLine:
    return HallLine(str(line.standing.rank), " & ".join(line.names), won_by(line.standing))


def entrants(t: Tournament) -> list[HallSlide]:
    """Return slides with the people present, shown before the first round."""
    people = [(str(entrant.number), entrant.name, "") for entrant in t.present]
    return _by_letter(gettext("Inscrits"), people)


def prize_shown(t: Tournament) -> dict[str, Any] | None:
    """Return the prize to show, while prizes are shown one by one, else `None`; before the first one it has no name.

    `pages` has the winners' names by slide, sorted by surname if there are many; `before` the lines of earlier prizes; `left` the
    number of prizes still to show.
    """
    ranking = desk.standings(store(), t.id)
    every = groups(ranking)
    if t.reveal is None or not every:
        return None
    left = len(hidden(t, ranking))
    if left and not shown_ranking(t, room=True).withheld:
        return None
    if left == len(every):
        return {"prize": "", "pages": ((),), "before": (), "left": left}
    now, *earlier = every[left:]
    before = [_winner(line) for group in earlier for line in group]
    names = [" & ".join(line.names) for line in now]
    crowd = len(names) > WINNERS
    names = sorted(names, key=by_surname) if crowd else names
    pages = tuple(tuple(names[at : at + WINNERS]) for at in range(0, len(names), WINNERS))
    shown = () if crowd else tuple(before[:BEFORE])
    return {"prize": won_by(now[0].standing), "pages": pages, "before": shown, "left": left}


def state_of(t: Tournament) -> str:
    """Return the state of the tournament in words."""
    if shown_ranking(t, room=True).withheld:
        return gettext("Le classement final se dévoile à la remise des prix.")
    if t.stage is Stage.FINI:
        return gettext("Fini")
    if t.stage is Stage.INSCRIPTION:
        if t.seed:
            return gettext("Graine : %(graine)s", graine=t.seed)
        return ngettext("%(num)s inscrit", "%(num)s inscrits", len(t.present))
    if not t.open_rounds:
        return gettext("Tour %(tour)s clos", tour=tour_name(t, len(t.rounds)))
    progress = desk.progress(store(), t.id, t.open_rounds[-1].number)
    return gettext(
        "Tour %(tour)s, tables rentrées : %(done)s sur %(count)s",
        tour=tour_name(t, progress.round.number),
        done=len(progress.done),
        count=len(progress.tables),
    )


def hall_page(number: int, view: str, shown: int) -> str:
    """Render slide `shown`, from 0, of all slides, or only of the seats (`places`) or the ranking (`classement`)."""
    t = desk.read(store(), number)
    slides: list[HallSlide] = []
    if t.open_rounds and view != "classement":
        slides += seats(t)
    if t.rounds and view != "places":
        ranked = teams(t) + ranking(t)
        # With many slides of seats, the ranking gets only one, so that seats come back soon; `voir=classement` shows it whole.
        slides += ranked[:1] if slides and len(slides) + len(ranked) > MANY else ranked
    if view == "":
        slides = knockout(t) + slides
    if t.stage is Stage.FINI:
        slides = prizes(t) + slides
    if not t.rounds:
        slides += entrants(t)
    show = prize_shown(t)
    pages = len(show["pages"]) if show else len(slides)
    shown = shown % max(1, pages)
    return render_template(
        "tournaments/hall.html",
        t=t,
        state=state_of(t),
        sheets=slides or [HallSlide(gettext("Bienvenue"), ONE, ())],
        shown=shown,
        own=qr(reachable(url_for("tournament_public.own", number=number))),
        proof=qr(reachable(url_for("tournament_draw.printed", number=number))),
        next_url=url_for("tournament_hall.hall", number=number, voir=view or None, page=shown + 2),
        show=show,
        pages=max(1, pages),
        seconds=min(SECONDS, max(LEAST, ROUND_TRIP // max(1, pages))),
    )


@blueprint.get("/tournois/<number:number>/salle")
def hall(number: int) -> Response:
    """Show a slide of the projector page."""
    shown = max((whole_number(request.args.get("page", ""), 3) or 1) - 1, 0)
    view = request.args.get("voir", "")
    view = view if view in {"classement", "places"} else ""
    t = desk.read(store(), number)
    state = f"{t.revision}-{shown_ranking(t, room=True).mark}"
    if desk.clock_of(t):
        state += f"-{time.time():.0f}"
    return polled(state, lambda: hall_page(number, view, shown), "salle", number, view, shown)
