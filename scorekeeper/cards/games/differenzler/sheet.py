"""The paper sheet of Differenzler: for each player the prediction, the points made, the difference and the running total; at the
end of each line the check that the points make 157.

Names of fields: `d3.j1.annonce`, `d3.j1.points`, `d3.j1.ecart`, `d3.j1.total`, `d3.somme`, `total.j1.total`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from scorekeeper.cards.game_api import sheet_parts as parts
from scorekeeper.cards.game_api.sheet import (
    Align,
    Block,
    Grid,
    PaperSize,
    Sheet,
    SheetCell,
    SheetColumn,
    SheetGroup,
    SheetRequest,
    SheetRow,
)
from scorekeeper.cards.game_api.words import signed
from scorekeeper.cards.games.differenzler.rules import Differenzler
from scorekeeper.cards.games.differenzler.rules.entry import TOTAL, DifferenzlerDonne
from scorekeeper.cards.games.differenzler.words import brief, line_check
from scorekeeper.cards.rules.contract import State, expect
from scorekeeper.cards.rules.replay import Marked
from scorekeeper.i18n import gettext

UPRIGHT = 4
"""Most players whose columns stand side by side on an upright A4."""
EACH = ("annonce", "points", "ecart", "total")
"""The columns of a player."""


def sheet(request: SheetRequest) -> Sheet:
    """The sheet of one table."""
    rules = expect(Differenzler, request.rules)
    remarks = any(parts.remark_of(line) for line in request.donnes)
    rows = _rows(request, rules, remarks=remarks)
    # Figures that are printed need less room than those that a hand writes.
    printed = request.over and not remarks
    landscape = request.seats > UPRIGHT or (request.paper is PaperSize.A5 and not printed)
    narrow = request.paper is PaperSize.A5 and not landscape
    groups = parts.seat_groups(request, len(EACH))
    columns = (
        SheetColumn(gettext("donne"), 1.1, Align.CENTRE),
        *(column for seat in range(1, request.seats + 1) for column in _columns(f"j{seat}", narrow=narrow)),
        SheetColumn(str(TOTAL), 0.75, key="somme", edge=True, full_heading=gettext("points de la donne")),
        *((SheetColumn(gettext("remarque"), 2.6, Align.LEFT),) if remarks else ()),
    )
    grid = Grid(
        gettext("Feuille de Differenzler"),
        columns,
        rows,
        (_foot(request, rows, remarks=remarks),),
        (SheetGroup("", 1), *groups, SheetGroup("", 1 + remarks)),
    )
    return Sheet(
        gettext("Differenzler — feuille de marque"),
        parts.settings_words(request),
        (parts.date_place(request),),
        (Block(grid=grid, trim=request.trim and rules.nb_donnes is None),),
        closing=parts.control_facts(request),
        signatures=tuple(group.text or group.label for group in groups),
        notes=_notes(rules),
        landscape=landscape,
    )


def _columns(player: str, *, narrow: bool) -> Iterator[SheetColumn]:
    """Prediction and points, small; the difference, and what it comes to."""
    headings = {
        "annonce": gettext("ann") if narrow else gettext("ann."),
        "points": gettext("pts"),
        "ecart": gettext("éc.") if narrow else gettext("écart"),
        "total": gettext("total"),
    }
    in_full = {
        "annonce": gettext("points annoncés"),
        "points": gettext("points faits"),
        "ecart": gettext("écart"),
    }
    for key, heading in headings.items():
        yield SheetColumn(
            heading,
            0.95 if key == "total" else 0.75,
            key=f"{player}.{key}",
            edge=key == EACH[0],
            full_heading=in_full.get(key, ""),
            strong=key == EACH[-1],
        )


def _notes(rules: Differenzler) -> tuple[str, ...]:
    """Rules that are forgotten at a table."""
    sums = gettext(
        "Points d’une ligne : 157 en tout, personne n’en fait 1 ni 156. L’écart se marque, le plus petit total gagne."
    )
    if not rules.bonus_exact:
        return (sums,)
    return (sums, gettext("Annonce juste : %(bonus)s.", bonus=signed(-rules.bonus_exact)))


def _rows(request: SheetRequest, rules: Differenzler, *, remarks: bool) -> tuple[SheetRow, ...]:
    """The lines of what was played, or those to fill in: as many as donnes, where their number is fixed."""
    seats = range(1, request.seats + 1)
    width = 2 + len(EACH) * request.seats
    if request.filled:
        running = parts.carries(request, partial(_totals, remarks=remarks))
        cells = partial(_line, request, remarks=remarks)
        return tuple(
            parts.line_row(line, cells, width + remarks, running[line.rang], remark=width - 1)
            for line in request.lines
        )
    totals = {len(EACH) * seat: [f"j{seat}.ecart"] for seat in seats}
    blank = parts.blank_rows(request.rows or rules.nb_donnes or parts.MOST_ROWS, width, running=totals)
    return tuple(_checked(row, tuple(f"!{row.key}.j{seat}.points" for seat in seats)) for row in blank)


def _checked(row: SheetRow, points: tuple[str, ...]) -> SheetRow:
    """A row to fill in whose last cell adds up the points."""
    return replace(row, cells=(*row.cells[:-1], replace(row.cells[-1], sums=points)))


def _line(request: SheetRequest, marked: Marked, *, remarks: bool) -> tuple[SheetCell, ...]:
    entry, check = expect(DifferenzlerDonne, marked.entry), line_check(marked)
    if check is None:
        totals, words = (
            _totals(marked.after, remarks=remarks),
            parts.sentence(request.at(marked), brief(marked)),
        )
        if remarks:
            return (*totals[:-1], SheetCell(words))
        # They stand where the first player's numbers would.
        numbers = len(EACH) - 1
        return (SheetCell(words, span=numbers), *totals[numbers:])
    rows = zip(entry.predicted(), entry.made(), marked.row.scores, marked.after.totals, strict=True)
    figures = parts.number_cells((*(figure for row in rows for figure in row), check))
    return (*figures, *(SheetCell(),) * remarks)


def _totals(state: State, *, remarks: bool) -> tuple[SheetCell, ...]:
    """The running totals as the cells of a row."""
    empty = (SheetCell(closed=True),)
    each = (cell for total in parts.number_cells(state.totals) for cell in (*empty * (len(EACH) - 1), total))
    return (*each, *empty * (1 + remarks))


def _foot(request: SheetRequest, rows: Sequence[SheetRow], *, remarks: bool) -> SheetRow:
    """The totals of all lines."""
    if request.played is not None:
        return parts.total_row(gettext("total"), _totals(request.played.state, remarks=remarks), "total")
    closed = SheetCell(closed=True)
    sums = (parts.column_sum(rows, f"j{seat}.ecart") for seat in range(1, request.seats + 1))
    each = (cell for added in sums for cell in (closed, closed, closed, SheetCell(sums=added)))
    return parts.total_row(gettext("total"), (*each, closed), "total")
