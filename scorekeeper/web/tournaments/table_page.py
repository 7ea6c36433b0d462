"""One table of a round at the desk: its paper typed in, its sheet taken, opened again, its dispute settled."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from flask import Blueprint, request, url_for

from scorekeeper import parties
from scorekeeper import tournaments as desk
from scorekeeper.i18n import gettext
from scorekeeper.kit.form import number as typed_number
from scorekeeper.tournaments.model import Stage, TableStage
from scorekeeper.tournaments.round_progress import table_now
from scorekeeper.web.core.form_errors import NOTHING, Refusal, answer, attempt
from scorekeeper.web.core.jinja import render
from scorekeeper.web.core.request_values import posted_uuid
from scorekeeper.web.parties.sheet_view import control_text
from scorekeeper.web.tournaments.frame import STAGES, Head, Place, head_of, places, store
from scorekeeper.web.tournaments.permissions import Role, by, needs

if TYPE_CHECKING:
    from werkzeug.wrappers import Response

    from scorekeeper.kit.game import TournamentTraits
    from scorekeeper.parties import Partie
    from scorekeeper.tournaments.model import Tournament
    from scorekeeper.tournaments.round_progress import TableLive

blueprint = Blueprint("tournament_table", __name__)
SIDES = ("A", "B")


@dataclass(frozen=True)
class PaperLine:
    """One line of the paper sheet as it is typed."""

    number: int
    said: tuple[str, ...]
    """What is wrong with it."""

    @property
    def key(self) -> str:
        """The field that faults of the line are about."""
        return f"ligne-{self.number}"


@dataclass(frozen=True)
class Seal:
    """One side's signature, or that it is missing."""

    name: str
    initials: str


@dataclass(frozen=True)
class TablePage:
    """Context of one table's page at the desk."""

    TEMPLATE: ClassVar[str] = "tournaments/table.html"
    head: Head
    round: int
    table: int
    closed: bool
    places: tuple[Place, ...]
    columns: tuple[str, ...]
    totals: tuple[int, ...]
    stage: TableStage
    stage_text: str
    partie: int
    started: bool
    """Whether the sheet itself has lines."""
    full: bool
    settled: bool
    control: str
    control_ok: bool
    seals: tuple[Seal, ...]
    dispute: str
    reason: str
    lines: tuple[PaperLine, ...]
    """Lines of the paper sheet, where it can be typed line by line."""
    with_match: bool
    line_match: bool
    """Whether a line says which camp made a match."""
    down: bool
    """Whether the totals are what is left to rub out."""
    signed: bool
    """Whether a total may be below nothing, so that a keyboard without a minus sign would not do."""
    refused: Refusal


def by_line(t: Tournament) -> bool:
    """Whether a paper sheet of the game can be typed as points, line by line."""
    return bool(t.options.donnes and t.game.tournament.line_points)


def table_page(number: int, tour: int, table: int, refused: Refusal = NOTHING) -> TablePage:
    """A table as it stands."""
    t = desk.read(store(), number)
    one = t.round(tour)
    found = table_now(store(), number, tour, table)
    partie = parties.read_partie(store(), found.table.partie)
    control = partie.sheet.control if partie.sheet.marked else None
    paper = refused.of("papier")
    return TablePage(
        head_of(t, "tournament_tables.overview"),
        tour,
        table,
        one.closed or t.stage is Stage.FINI,
        places(t, found.table.seats, found.table.substitutes),
        tuple(" & ".join(column) for column in found.columns),
        found.totals,
        found.stage,
        gettext(STAGES[found.stage]),
        found.table.partie,
        bool(partie.sheet.marked),
        partie.sheet.outcome is not None,
        found.table.result is not None,
        control_text(control),
        control is None or control.ok,
        _seals(found),
        found.table.dispute.text if found.table.dispute else "",
        found.table.reason,
        _lines(t, partie, paper),
        bool(t.game.tournament.matches),
        bool(t.game.tournament.line_match),
        t.game.tournament.countdown,
        t.game.tournament.least is None or t.game.tournament.least < 0,
        refused,
    )


def _seals(found: TableLive) -> tuple[Seal, ...]:
    last = {mark.side: mark.initials for mark in found.table.signatures if mark.side in found.signed}
    return tuple(Seal(" & ".join(column), last.get(side, "")) for side, column in enumerate(found.columns))


def _lines(t: Tournament, partie: Partie, paper: Refusal) -> tuple[PaperLine, ...]:
    if not by_line(t) or partie.sheet.marked:
        return ()
    return tuple(PaperLine(line, paper.at(f"ligne-{line}")) for line in range(1, (t.options.donnes or 0) + 1))


@blueprint.get("/tournois/<number:number>/tours/<number:tour>/tables/<number:table>")
@needs(Role.ORGANISATEUR)
def show(number: int, tour: int, table: int) -> str:
    """One table: who sits there, how it stands, and the paper."""
    return render(table_page(number, tour, table))


def _answer(
    refused: Refusal | None, number: int, tour: int, table: int, *, stay: bool = True
) -> Response | tuple[str, int]:
    done = url_for("tournament_table.show", number=number, tour=tour, table=table)
    if not stay:
        done = url_for("tournament_tables.overview", number=number, tour=tour)
    return answer(refused, lambda said: table_page(number, tour, table, said), done)


def posted_numbers(prefix: str, count: int) -> list[Any] | None:
    """Numbers typed in a row of fields; nothing when all are empty."""
    found = [typed_number(request.form.get(f"{prefix}{place}")) for place in range(count)]
    return None if all(one is None for one in found) else found


def posted_lines(traits: TournamentTraits, count: int, columns: int) -> list[dict[str, Any]] | None:
    """The lines of a paper sheet as entries; nothing when none was typed."""
    entries: list[dict[str, Any]] = []
    for line in range(1, count + 1):
        points = [typed_number(request.form.get(f"l{line}-{column}")) for column in range(columns)]
        entry: dict[str, Any] = {traits.line_points: points}
        if traits.line_match and request.form.get(f"l{line}-match") in SIDES:
            entry[traits.line_match] = request.form[f"l{line}-match"]
        entries.append(entry)
    written = any(point is not None for entry in entries for point in entry[traits.line_points])
    return entries if written else None


@blueprint.post("/tournois/<number:number>/tours/<number:tour>/tables/<number:table>/papier")
@needs(Role.ORGANISATEUR)
def paper(number: int, tour: int, table: int) -> Response | tuple[str, int]:
    """Type the paper of a table: the totals, all lines, or both."""
    t = desk.read(store(), number)
    one = t.round(tour).table(table)
    columns = len(t.columns_of(one))
    entries = posted_lines(t.game.tournament, t.options.donnes or 0, columns) if by_line(t) else None
    totals = posted_numbers("total-", columns)
    matches = posted_numbers("matchs-", columns) if entries is None else None
    if matches is not None:
        matches = [0 if count is None else count for count in matches]

    def write() -> None:
        desk.record_result(
            store(),
            number,
            round_number=tour,
            table=table,
            by=by(),
            uuid=posted_uuid(),
            totals=totals,
            entries=entries,
            matches=matches,
            reason=request.form.get("raison", ""),
        )

    return _answer(attempt("papier", write), number, tour, table, stay=False)


def _reasoned(
    form: str, number: int, tour: int, table: int, act: Callable[..., object], *, stay: bool = True
) -> Response | tuple[str, int]:
    """An act on a table with the reason that was typed."""
    refused = attempt(
        form,
        lambda: act(
            store(),
            number,
            round_number=tour,
            table=table,
            reason=request.form.get("raison", ""),
            by=by(),
            uuid=posted_uuid(),
        ),
    )
    return _answer(refused, number, tour, table, stay=stay)


@blueprint.post("/tournois/<number:number>/tours/<number:tour>/tables/<number:table>/valider")
@needs(Role.ORGANISATEUR)
def accept(number: int, tour: int, table: int) -> Response | tuple[str, int]:
    """Take a full sheet as it is, without the signatures."""
    return _reasoned("valider", number, tour, table, desk.accept, stay=False)


@blueprint.post("/tournois/<number:number>/tours/<number:tour>/tables/<number:table>/rouvrir")
@needs(Role.ORGANISATEUR)
def reopen(number: int, tour: int, table: int) -> Response | tuple[str, int]:
    """Open a settled table again."""
    return _reasoned("rouvrir", number, tour, table, desk.reopen_table)


@blueprint.post("/tournois/<number:number>/tours/<number:tour>/tables/<number:table>/trancher")
@needs(Role.ORGANISATEUR)
def settle(number: int, tour: int, table: int) -> Response | tuple[str, int]:
    """End the dispute of a table."""
    return _reasoned("trancher", number, tour, table, desk.settle)
