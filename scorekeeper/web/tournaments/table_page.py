"""One table of a round at the desk: its paper typed in, its sheet taken, opened again, its dispute settled."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from flask import Blueprint, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import parties
from scorekeeper import tournaments as desk
from scorekeeper.i18n import gettext
from scorekeeper.kit.form import typed_number
from scorekeeper.kit.game import TournamentTraits
from scorekeeper.parties import Partie
from scorekeeper.tournaments.model import Stage, TableAt, Tournament
from scorekeeper.tournaments.round_progress import TableLive, table_now
from scorekeeper.web.core.jinja import render
from scorekeeper.web.core.refused_form import NOT_REFUSED, RefusedForm
from scorekeeper.web.core.request_values import store
from scorekeeper.web.parties.sheet_view import control_text
from scorekeeper.web.tournaments.frame import (
    STAGES,
    DeskPage,
    PersonAtTable,
    head_of,
    perform,
    places,
    posted_reason,
)
from scorekeeper.web.tournaments.permissions import organiser_only
from scorekeeper.web.tournaments.signing import TableSide, sides_of

blueprint = Blueprint(
    "tournament_table",
    __name__,
    url_prefix="/tournois/<number:number>/tours/<number:tour>/tables/<number:table>",
)
blueprint.before_request(organiser_only)
CAMPS = ("A", "B")


@dataclass(frozen=True)
class TypedLine:
    """One line of the paper sheet as it is typed, with what is wrong with it."""

    number: int
    faults: tuple[str, ...]

    @property
    def key(self) -> str:
        """The field that faults of the line are about."""
        return f"ligne-{self.number}"


@dataclass(frozen=True, kw_only=True)
class TablePage(DeskPage):
    """Context of one table's page at the desk."""

    TEMPLATE: ClassVar[str] = "tournaments/table.html"
    round: int
    now: TableLive
    places: tuple[PersonAtTable, ...]
    sides: tuple[TableSide, ...]
    stage_text: str
    closed: bool
    """Whether the round is closed, or the tournament finished."""
    started: bool
    """Whether the sheet itself has lines."""
    full: bool
    """Whether the sheet has reached its end."""
    control: str
    control_ok: bool
    lines: tuple[TypedLine, ...]
    """Lines of the paper sheet, where it can be typed line by line."""
    below_zero: bool
    """Whether a total may be below zero, so that a keyboard without a minus sign would not do."""


def by_line(t: Tournament) -> bool:
    """Whether a paper sheet of the game can be typed as points, line by line."""
    return bool(t.options.donnes and t.game.tournament.line_points)


def table_page(number: int, tour: int, table: int, refused: RefusedForm = NOT_REFUSED) -> TablePage:
    """A table as it stands."""
    t = desk.read(store(), number)
    now = table_now(store(), number, tour, table)
    partie = parties.read_partie(store(), now.table.partie)
    control = partie.sheet.control if partie.sheet.marked else None
    least = t.game.tournament.least
    return TablePage(
        head=head_of(t, "tournament_tables.overview"),
        round=tour,
        now=now,
        places=places(t, now.table.seats, now.table.substitutes),
        sides=sides_of(now),
        stage_text=gettext(STAGES[now.stage][1]),
        closed=t.round(tour).closed or t.stage is Stage.FINI,
        started=bool(partie.sheet.marked),
        full=partie.sheet.outcome is not None,
        control=control_text(control),
        control_ok=control is None or control.ok,
        lines=_lines(t, partie, refused.of("papier")),
        below_zero=least is None or least < 0,
        refused=refused,
    )


def _lines(t: Tournament, partie: Partie, paper: RefusedForm) -> tuple[TypedLine, ...]:
    if not by_line(t) or partie.sheet.marked:
        return ()
    return tuple(TypedLine(line, paper.at(f"ligne-{line}")) for line in range(1, (t.options.donnes or 0) + 1))


def _perform(
    form: str, act: Callable[..., object], number: int, tour: int, table: int, *, stay: bool, **asked: object
) -> ResponseReturnValue:
    """An act on a table with the reason that was typed; it stays on the table's page or goes back to the round."""
    done = url_for("tournament_tables.overview", number=number, tour=tour)
    if stay:
        done = url_for("tournament_table.show", number=number, tour=tour, table=table)
    return perform(
        form,
        act,
        number,
        page=partial(table_page, number, tour, table),
        done=done,
        at=TableAt(tour, table),
        reason=posted_reason(),
        **asked,
    )


def posted_numbers(prefix: str, count: int) -> list[Any] | None:
    """Numbers typed in a row of fields; nothing when all are empty."""
    numbers = [typed_number(request.form.get(f"{prefix}{place}")) for place in range(count)]
    return None if all(number is None for number in numbers) else numbers


def posted_lines(traits: TournamentTraits, count: int, columns: int) -> list[dict[str, Any]] | None:
    """The lines of a paper sheet as entries; nothing when none was typed."""
    entries: list[dict[str, Any]] = []
    for line in range(1, count + 1):
        points = [typed_number(request.form.get(f"l{line}-{column}")) for column in range(columns)]
        entry: dict[str, Any] = {traits.line_points: points}
        if traits.line_match and request.form.get(f"l{line}-match") in CAMPS:
            entry[traits.line_match] = request.form[f"l{line}-match"]
        entries.append(entry)
    written = any(point is not None for entry in entries for point in entry[traits.line_points])
    return entries if written else None


@blueprint.get("")
def show(number: int, tour: int, table: int) -> str:
    """One table: who sits there, how it stands, and the paper."""
    return render(table_page(number, tour, table))


@blueprint.post("/papier")
def paper(number: int, tour: int, table: int) -> ResponseReturnValue:
    """Type the paper of a table: the totals, all lines, or both."""
    t = desk.read(store(), number)
    columns = len(t.columns_of(t.round(tour).table(table)))
    entries = posted_lines(t.game.tournament, t.options.donnes or 0, columns) if by_line(t) else None
    matches = posted_numbers("matchs-", columns) if entries is None else None
    return _perform(
        "papier",
        desk.record_result,
        number,
        tour,
        table,
        stay=False,
        totals=posted_numbers("total-", columns),
        entries=entries,
        matches=matches and [count or 0 for count in matches],
    )


@blueprint.post("/valider")
def accept(number: int, tour: int, table: int) -> ResponseReturnValue:
    """Take a full sheet as it is, without the signatures."""
    return _perform("valider", desk.accept, number, tour, table, stay=False)


@blueprint.post("/rouvrir")
def reopen(number: int, tour: int, table: int) -> ResponseReturnValue:
    """Open a settled table again."""
    return _perform("rouvrir", desk.reopen_table, number, tour, table, stay=True)


@blueprint.post("/trancher")
def settle(number: int, tour: int, table: int) -> ResponseReturnValue:
    """End the dispute of a table."""
    return _perform("trancher", desk.settle, number, tour, table, stay=True)
