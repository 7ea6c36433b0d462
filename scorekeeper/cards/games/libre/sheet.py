"""The paper sheet of Marque libre: for each column what a manche gives and the running total; who is out has shaded cells from there on.

Names of fields: `jeu`, `j1.nom`, `d3.j1.points`, `d3.j1.total`, `total.j1`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scorekeeper.cards.game_api import sheet_parts as parts
from scorekeeper.cards.game_api.sheet import (
    Align,
    Block,
    Fact,
    Grid,
    PaperSize,
    Sheet,
    SheetCell,
    SheetColumn,
    SheetGroup,
    SheetRequest,
    SheetRow,
)
from scorekeeper.cards.game_api.words import number, signed
from scorekeeper.cards.games.libre.rules import Libre
from scorekeeper.cards.games.libre.words import is_played
from scorekeeper.cards.rules.contract import State, expect
from scorekeeper.cards.rules.replay import Marked
from scorekeeper.i18n import gettext

UPRIGHT = 7
"""Columns that no longer stand on an upright page."""


def sheet(request: SheetRequest) -> Sheet:
    """The sheet of one table."""
    rules, seats = expect(Libre, request.rules), range(1, request.seats + 1)
    remarks = any(parts.remark_of(line) or not _counts(line.shown) for line in request.donnes)
    # Wide enough for the words of a page that is carried over.
    first = max(0.7, (0.18 if request.paper is PaperSize.A5 else 0.12) * request.seats)
    columns = [SheetColumn(gettext("n°"), first, Align.CENTRE, full_heading=gettext("manche"))]
    points = gettext("pts") if request.seats >= UPRIGHT else gettext("points")
    for seat in seats:
        columns.append(
            SheetColumn(points, 1.2, key=f"j{seat}.points", edge=True, full_heading=gettext("points"))
        )
        columns.append(SheetColumn(gettext("total"), 1.2, key=f"j{seat}.total", strong=True))
    groups = [SheetGroup("", 1), *parts.seat_groups(request, 2)]
    if rules.camps:
        groups = [
            replace(group, label=group.label and gettext("camp %(n)s", n=n)) for n, group in enumerate(groups)
        ]
    if remarks:
        columns.append(SheetColumn(gettext("remarque"), 2.0, Align.LEFT, edge=True))
        groups.append(SheetGroup("", 1))
    rows = _rows(request, len(columns), remarks=remarks)
    title = request.game.title(rules)
    game = (Fact(gettext("Jeu"), key="jeu"),) if not rules.nom and not request.filled else ()
    grid = Grid(title, tuple(columns), rows, (_foot(request, rows, remarks=remarks),), tuple(groups))
    return Sheet(
        title,
        parts.settings_words(request) if request.filled or rules != type(rules)() else "",
        ((*game, *parts.date_place(request)),),
        (Block(grid=grid, trim=request.trim),),
        closing=parts.control_facts(request),
        landscape=request.seats >= UPRIGHT,
    )


def _counts(marked: Marked | None) -> bool:
    return marked is None or is_played(marked)


def _rows(request: SheetRequest, width: int, *, remarks: bool) -> tuple[SheetRow, ...]:
    if not request.filled:
        adds = {2 * seat: [f"j{seat}.points"] for seat in range(1, request.seats + 1)}
        return parts.blank_rows(request.rows or parts.MOST_ROWS, width, running=adds)
    tail = (SheetCell(closed=True),) if remarks else ()

    def cells(marked: Marked) -> tuple[SheetCell, ...]:
        there = marked.before.playing
        figures = [
            cell
            for seat, score in enumerate(marked.row.scores)
            for cell in _pair(signed(score), number(marked.after.totals[seat]), there=seat in there)
        ]
        left = "" if is_played(marked) else gettext("manche annulée")
        return (*figures, *((SheetCell(left),) if remarks else ()))

    def totals(state: State) -> Sequence[SheetCell]:
        pairs = ((SheetCell(), SheetCell(number(total))) for total in state.totals)
        return (*(cell for pair in pairs for cell in pair), *tail)

    running = parts.carries(request, totals)
    return tuple(
        parts.line_row(line, cells, width, running[line.rang], remark=width - 2) for line in request.lines
    )


def _pair(score: str, total: str, *, there: bool) -> tuple[SheetCell, SheetCell]:
    """Points of a manche, and the total; nothing for those who were out or not there."""
    return (SheetCell(score), SheetCell(total)) if there else (SheetCell(closed=True),) * 2


def _foot(request: SheetRequest, rows: Sequence[SheetRow], *, remarks: bool) -> SheetRow:
    if request.played:
        cells = [SheetCell(number(total), span=2) for total in request.played.totals]
    else:
        sums = (parts.column_sum(rows, f"j{seat}.points") for seat in range(1, request.seats + 1))
        cells = [SheetCell(span=2, sums=names) for names in sums]
    return parts.total_row(
        gettext("total"), (*cells, *((SheetCell(closed=True),) if remarks else ())), "total"
    )
