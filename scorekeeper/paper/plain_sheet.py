"""The sheet of a game that has none of its own: a column for what each player scores, one for the running total."""

from __future__ import annotations

from itertools import chain

from scorekeeper.i18n import gettext
from scorekeeper.kit import sheet_parts as parts
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
from scorekeeper.kit.words import number, signed
from scorekeeper.rules.replay import Marked


def plain_sheet(request: SheetRequest) -> Sheet:
    """A ledger of scores and running totals."""
    camps = request.game.rules.CAMPS
    keys = ("a", "b") if camps else tuple(f"j{seat}" for seat in range(1, request.seats + 1))
    groups = parts.camp_groups(request, 2) if camps else parts.seat_groups(request, 2)
    columns = [parts.number_column(gettext("n°"))]
    if request.filled:
        columns.append(SheetColumn(gettext("détail"), 3.0))
    lead = len(columns)
    for key in keys:
        columns.append(SheetColumn(gettext("points"), 1.0, key=f"{key}.points", edge=True))
        columns.append(SheetColumn(gettext("total"), 1.1, key=f"{key}.total"))
    totals = request.played.totals if request.played else (None,) * len(keys)
    feet = chain.from_iterable(
        (SheetCell(closed=True), SheetCell("" if total is None else number(total))) for total in totals
    )
    grid = Grid(
        gettext("Feuille de marque"),
        tuple(columns),
        _rows(request, len(columns)),
        (parts.total_row(gettext("Total"), feet, "total", lead),),
        (SheetGroup("", lead), *groups),
    )
    return Sheet(
        gettext(request.game.name),
        parts.settings_words(request),
        (parts.date_place(request),),
        (Block(grid=grid, trim=request.trim),),
        closing=parts.control_facts(request),
    )


def _rows(request: SheetRequest, width: int) -> tuple[SheetRow, ...]:
    if not request.filled:
        return parts.blank_rows(request.rows or parts.MOST_ROWS, width)

    def cells(marked: Marked) -> tuple[SheetCell, ...]:
        pairs = zip(marked.row.scores, marked.after.totals, strict=True)
        brief = SheetCell(parts.sentence(request, request.game.wording.brief(marked)))
        return (
            brief,
            *(SheetCell(text) for score, total in pairs for text in (signed(score), number(total))),
        )

    running = parts.carries(
        request, lambda totals: [SheetCell(text) for total in totals for text in ("", number(total))]
    )
    return tuple(parts.line_row(line, cells, width, running[line.rang]) for line in request.lines)
