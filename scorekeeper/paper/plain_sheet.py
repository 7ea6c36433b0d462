"""The sheet of a game that has none of its own: a column for what each player scores, one for the running total."""

from __future__ import annotations

from itertools import chain

from scorekeeper.i18n import gettext
from scorekeeper.kit.sheet import (
    Block,
    Grid,
    Sheet,
    SheetCell,
    SheetColumn,
    SheetGroup,
    SheetRequest,
    SheetRow,
)
from scorekeeper.kit.sheet_parts import (
    MOST_ROWS,
    blank_rows,
    camp_groups,
    carries,
    control_facts,
    date_place,
    line_row,
    number_column,
    said,
    seat_groups,
    settings_words,
    title_of,
    total_row,
)
from scorekeeper.kit.words import number, signed
from scorekeeper.rules.replay import Marked


def plain_sheet(request: SheetRequest) -> Sheet:
    """A ledger of scores and running totals."""
    camps = request.game.rules.CAMPS
    scorers = 2 if camps else request.seats
    groups = camp_groups(request, 2) if camps else seat_groups(request, 2)
    detail = request.filled
    columns = [number_column(gettext("n°"))]
    if detail:
        columns.append(SheetColumn(gettext("détail"), 3.0))
    for scorer in range(1, scorers + 1):
        key = "ab"[scorer - 1] if camps else f"j{scorer}"
        columns.append(SheetColumn(gettext("points"), 1.0, key=f"{key}.points", edge=True))
        columns.append(SheetColumn(gettext("total"), 1.1, key=f"{key}.total"))
    lead = 2 if detail else 1
    grid = Grid(
        gettext("Feuille de marque"),
        tuple(columns),
        _rows(request, len(columns)),
        (_totals(request, lead, scorers),),
        (SheetGroup("", lead), *groups),
    )
    return Sheet(
        title_of(request),
        settings_words(request),
        (date_place(request),),
        (Block(grid=grid, trim=not request.filled and request.rows is None),),
        closing=control_facts(request),
    )


def _rows(request: SheetRequest, width: int) -> tuple[SheetRow, ...]:
    if not request.filled:
        return blank_rows(request.rows or MOST_ROWS, width)

    def cells(marked: Marked) -> tuple[SheetCell, ...]:
        pairs = zip(marked.row.scores, marked.after.totals, strict=True)
        figures = chain.from_iterable(
            (SheetCell(signed(score)), SheetCell(number(total))) for score, total in pairs
        )
        return (SheetCell(said(request, request.game.brief(marked))), *figures)

    running = carries(
        request,
        lambda totals: tuple(
            chain.from_iterable((SheetCell(), SheetCell(number(total))) for total in totals)
        ),
    )
    return tuple(line_row(line, cells, width, running[line.rang]) for line in request.lines)


def _totals(request: SheetRequest, lead: int, scorers: int) -> SheetRow:
    totals = request.sheet.totals if request.sheet else (None,) * scorers
    cells = chain.from_iterable(
        (SheetCell(closed=True), SheetCell("" if total is None else number(total))) for total in totals
    )
    return total_row(gettext("Total"), cells, "total", lead)
