"""Calls that ring at the desk, and the clock of a round, as pages show them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from flask import Blueprint, Response, jsonify, url_for

from scorekeeper import tournaments as desk
from scorekeeper.errors import StorageError, Unknown
from scorekeeper.i18n import gettext, ngettext
from scorekeeper.tournaments.acts.calls import ringing
from scorekeeper.tournaments.model import Stage, Tournament
from scorekeeper.tournaments.round_progress import SheetPlace
from scorekeeper.web.core.request_values import store
from scorekeeper.web.tournaments.permissions import is_organiser

blueprint = Blueprint("tournament_bell", __name__)
MOST_PLAYED = 10
"""Tournaments that are looked at, the latest first: more are not played at a time."""


@dataclass(frozen=True)
class ClockView:
    """The time that is left of a round, in seconds and in words."""

    url: str
    left: int
    running: bool
    short: str
    """Sentence once it is up, in two words."""
    last: str
    """Act that is then due."""

    @property
    def text(self) -> str:
        """The time in figures; once it is up, that this is the last donne."""
        minutes, seconds = divmod(max(0, self.left), 60)
        hours, minutes = divmod(minutes, 60)
        return f"{hours}:{minutes:02d}:{seconds:02d}" if hours else f"{minutes}:{seconds:02d}"


@dataclass(frozen=True)
class BellLine:
    """Somebody who wants the organiser."""

    sentence: str
    text: str
    url: str
    """Address where it is dealt with."""
    answer: str
    """Address where it is said that somebody is on the way."""


def clock_view(t: Tournament) -> ClockView | None:
    """The clock of the round that is played, where it has one."""
    clock = desk.clock_of(t)
    if clock is None:
        return None
    url = url_for("tournament_bell.clock", number=t.id)
    short = gettext(t.game.entry_word.text("derniere"))
    last = gettext("finissez celle qui est commencée.")
    # What is begun is played to its end, unless the game knows better.
    rule = t.game.tournament.time_up
    return ClockView(url, clock.now, clock.running, short, gettext(rule) if rule else last)


blueprint.add_app_template_global(clock_view, "round_clock")


@blueprint.get("/tournois/<number:number>/horloge")
def clock(number: int) -> Response:
    """The seconds that are left, as this machine counts them: a tablet's own clock may be wrong, or have slept."""
    view = clock_view(desk.read(store(), number))
    response = jsonify(left=view and view.left, running=bool(view and view.running))
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.app_template_global("clock_at")
def clock_at(place: SheetPlace | None) -> ClockView | None:
    """The clock of a table's round."""
    if place is None or not place.current:
        return None
    try:
        return clock_view(desk.read(store(), place.tournament))
    except (StorageError, Unknown):
        return None


def bell(t: Tournament) -> tuple[BellLine, ...]:
    """All who want the organiser and whom nobody has answered."""
    lines = []
    for at, note, disputed in ringing(t):
        show, answer = (
            url_for(endpoint, number=t.id, tour=at.round, table=at.number)
            for endpoint in ("tournament_table.show", "tournament_acts.answer")
        )
        sentence = (
            gettext("Table %(table)s conteste sa feuille.", table=at.number)
            if disputed
            else gettext("Table %(table)s appelle.", table=at.number)
        )
        lines.append(BellLine(sentence, note.text, show, answer))
    clock = desk.clock_of(t)
    if clock and not clock.answered and (late := desk.late(store(), t)):
        show = url_for("tournament_tables.overview", number=t.id)
        answer = url_for("tournament_acts.answer_late", number=t.id, tour=clock.round)
        lines.append(BellLine(late_sentence(late), "", show, answer))
    return tuple(lines)


@blueprint.app_template_global("ringing_tournaments")
def ringing_tournaments() -> tuple[tuple[Tournament, tuple[BellLine, ...]], ...]:
    """The tournaments that are played, with what rings in each, for the organiser's pages that belong to none of them; none for others."""
    if not is_organiser():
        return ()
    rows = desk.list_all(store(), limit=MOST_PLAYED)
    played = (desk.read(store(), row.id) for row in rows if row.stage == Stage.EN_COURS)
    return tuple((t, bell(t)) for t in played if t.open_rounds)


def late_sentence(tables: Sequence[int]) -> str:
    """The tables that still play though the time is up."""
    return ngettext(
        "Temps écoulé, table %(tables)s joue encore.",
        "Temps écoulé, ces tables jouent encore : %(tables)s.",
        len(tables),
        tables=runs(tables),
    )


def runs(numbers: Iterable[int]) -> str:
    """Ascending numbers in few words: 1, 3–6, 9."""
    ranges: list[tuple[int, int]] = []
    for number in numbers:
        if ranges and ranges[-1][1] == number - 1:
            ranges[-1] = (ranges[-1][0], number)
        else:
            ranges.append((number, number))
    return ", ".join(str(first) if first == last else f"{first}–{last}" for first, last in ranges)
