"""The page for the projector: where everybody sits, and the ranking, in big type, turning by itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from flask import Blueprint, request, url_for

from scorekeeper import tournaments as desk
from scorekeeper.i18n import gettext, ngettext
from scorekeeper.kit.words import number as plain
from scorekeeper.rules.names import alphabetical
from scorekeeper.tournaments.model import Stage
from scorekeeper.web.core.jinja import render
from scorekeeper.web.tournaments.frame import live, store
from scorekeeper.web.tournaments.public_pages import rank_lines, seat_lines

if TYPE_CHECKING:
    from werkzeug.wrappers import Response

    from scorekeeper.kit.game import Game
    from scorekeeper.tournaments.model import Tournament

blueprint = Blueprint("tournament_hall", __name__)
SECONDS = 12
"""How long each page stands."""
CROWD = 120
"""Lines beyond which pages are set closer, so that nobody waits long for their own."""


@dataclass(frozen=True)
class Shape:
    """How lines are laid on a page."""

    lines: int
    """Lines of a page."""
    look: str
    room: int
    """Letters that surely fit on a line; what is longer is set smaller, on two lines."""


ONE = Shape(10, "one", 48)
TWO = Shape(20, "two", 26)
THREE = Shape(30, "three", 26)
DENSE = Shape(42, "dense", 23)
FEW = 40
"""Prizes up to which each has a line to itself."""
FIGURE = 9
"""Letters of what stands behind a name, where it is short: a total, a table."""


@dataclass(frozen=True)
class HallLine:
    """One line: what stands before the name, the name, and what stands behind it."""

    before: str
    name: str
    after: str


@dataclass(frozen=True)
class Sheet:
    """One page of the hall."""

    title: str
    shape: Shape
    lines: tuple[HallLine, ...]

    @property
    def small(self) -> tuple[bool, ...]:
        """Which lines are set smaller; lines that have the page's whole width all look the same."""
        long = tuple(len(line.name) + len(line.after) > self.shape.room for line in self.lines)
        return (any(long),) * len(long) if self.shape is ONE else long


@dataclass(frozen=True)
class HallPage:
    """Context of the projector's page."""

    TEMPLATE: ClassVar[str] = "tournaments/hall.html"
    number: int
    name: str
    game: Game
    state: str
    """Where the tournament is, in a few words."""
    sheets: tuple[Sheet, ...]
    shown: int
    """The page to show where no script turns them."""
    next_url: str
    seconds: int


def _sheets(title: str, lines: Sequence[HallLine], *, wide: bool) -> list[Sheet]:
    shape = _shape(lines, wide=wide)
    size = shape.lines
    return [Sheet(title, shape, tuple(lines[at : at + size])) for at in range(0, len(lines), size)]


def _shape(lines: Sequence[HallLine], *, wide: bool) -> Shape:
    """The page that takes most lines and still lets each be read."""
    if max((len(line.after) for line in lines), default=0) > FIGURE:
        return ONE if len(lines) <= FEW else TWO
    if len(lines) > CROWD:
        return DENSE
    if not wide:
        return THREE
    return ONE if len(lines) <= ONE.lines else TWO


def seats(t: Tournament) -> list[Sheet]:
    """Where everybody sits in the round that is open."""
    one = t.open_rounds[-1]
    lines = [
        HallLine("", line.name, gettext("table %(table)s", table=line.table)) for line in seat_lines(t, one)
    ]
    lines += [HallLine("", t.entrant(number).name, gettext("exempt")) for number in one.byes]
    lines.sort(key=lambda line: alphabetical(line.name))
    return _sheets(gettext("Places du tour %(tour)s", tour=one.number), lines, wide=False)


def ranking(t: Tournament) -> list[Sheet]:
    """The ranking, as soon as there is one."""
    found = desk.standings(store(), t.id)
    if not any(line.standing.counted for line in found.lines):
        return []
    title = gettext("Classement provisoire") if found.provisional else gettext("Classement")
    lines = [
        HallLine(str(line.rank), " & ".join(line.names), plain(line.total)) for line in rank_lines(found)
    ]
    return _sheets(title, lines, wide=True)


def prizes(t: Tournament) -> list[Sheet]:
    """Who won what, once it is announced."""
    found = rank_lines(desk.standings(store(), t.id))
    lines = [HallLine(str(line.rank), " & ".join(line.names), line.prizes) for line in found if line.prizes]
    return _sheets(gettext("Les prix"), lines, wide=True)


def entrants(t: Tournament) -> list[Sheet]:
    """Who has registered, before anything is drawn."""
    people = sorted(t.present, key=lambda one: alphabetical(one.name))
    lines = [HallLine(str(one.number), one.name, "") for one in people]
    return _sheets(gettext("Inscrits"), lines, wide=False)


def state_of(t: Tournament) -> str:
    """Where the tournament is."""
    if t.stage is Stage.FINI:
        return gettext("Fini")
    if t.stage is Stage.INSCRIPTION:
        if t.seed:
            return gettext("Graine : %(graine)s", graine=t.seed)
        return ngettext("%(num)s inscrit", "%(num)s inscrits", len(t.present))
    if not t.open_rounds:
        return gettext("Tour %(tour)s clos", tour=len(t.rounds))
    progress = desk.progress(store(), t.id, t.open_rounds[-1].number)
    return gettext(
        "Tour %(tour)s : tables rentrées %(done)s sur %(count)s",
        tour=progress.round.number,
        done=len(progress.done),
        count=len(progress.tables),
    )


def hall_page(number: int, view: str, shown: int) -> HallPage:
    """The pages of the hall: all of them, or only the places, or only the ranking."""
    t = desk.read(store(), number)
    sheets: list[Sheet] = []
    if t.open_rounds and view != "classement":
        sheets += seats(t)
    if t.rounds and view != "places":
        sheets += ranking(t)
    if t.stage is Stage.FINI:
        sheets = prizes(t) + sheets
    if not t.rounds:
        sheets += entrants(t)
    shown = shown % len(sheets) if sheets else 0
    following = url_for("tournament_hall.hall", number=number, voir=view or None, page=shown + 2)
    return HallPage(number, t.name, t.game, state_of(t), _kept(sheets), shown, following, SECONDS)


def _kept(sheets: Sequence[Sheet]) -> tuple[Sheet, ...]:
    return tuple(sheets) or (Sheet(gettext("Bienvenue"), ONE, ()),)


@blueprint.get("/tournois/<number:number>/salle")
def hall(number: int) -> Response:
    """The projector's page."""
    asked = request.args.get("page", "1")
    shown = int(asked) - 1 if asked.isascii() and asked.isdigit() and 0 < len(asked) < 4 else 0
    view = request.args.get("voir", "")
    view = view if view in {"classement", "places"} else ""
    state = f"{desk.read(store(), number).revision}-{desk.standings(store(), number).mark}"
    return live(state, lambda: render(hall_page(number, view, max(shown, 0))), "salle", number, view, shown)
