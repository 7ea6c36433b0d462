"""The paper sheet of Wiezen: who dealt, what was played by whom, the tricks, and for each player the mark with its sign and the
running total; all marks of a line add up to nothing.

Names of fields: `d3.donneur`, `d3.contrat`, `d3.joueurs`, `d3.plis`, `d3.j1.marque`, `d3.j1.total`, `total.j1.total`, `controle.j1`,
`controle.somme`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from scorekeeper.cards.families.cards import SIGNS
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
from scorekeeper.cards.game_api.words import number, signed
from scorekeeper.cards.games.wiezen.rules import called
from scorekeeper.cards.games.wiezen.rules.entry import WiezenDonne
from scorekeeper.cards.games.wiezen.words import brief
from scorekeeper.cards.rules.contract import Rules, State, expect
from scorekeeper.cards.rules.names import short_names
from scorekeeper.cards.rules.replay import Marked
from scorekeeper.i18n import gettext

HEAD = 5
"""Columns before those of the players."""
UPRIGHT = {PaperSize.A4: 5, PaperSize.A5: 4}
"""Most players whose printed columns stand side by side on an upright page."""


def sheet(request: SheetRequest) -> Sheet:
    """The sheet of one table."""
    rows, groups = _rows(request), parts.seat_groups(request, 2)
    wide = 1.5 if request.filled else 1.0
    columns = [
        SheetColumn(gettext("donne"), 0.9, Align.CENTRE),
        SheetColumn(gettext("donneur"), 1.3, Align.LEFT, "donneur"),
        SheetColumn(gettext("contrat"), 1.7 * wide, Align.LEFT, "contrat"),
        SheetColumn(gettext("qui"), 1.3 * wide, Align.LEFT, "joueurs"),
        SheetColumn(gettext("plis"), 0.7, Align.CENTRE, "plis"),
    ]
    for seat in range(1, request.seats + 1):
        mark = SheetColumn("+ −", 0.95, key=f"j{seat}.marque", edge=True, full_heading=gettext("marque"))
        columns += [mark, SheetColumn(gettext("total"), 0.95, key=f"j{seat}.total", strong=True)]
    heads = (SheetGroup("", HEAD), *groups)
    grid = Grid(gettext("Feuille de Wiezen"), tuple(columns), rows, (_foot(request, rows),), heads)
    return Sheet(
        gettext("Wiezen — feuille de marque"),
        parts.settings_words(request),
        (parts.date_place(request),),
        (Block(grid=grid, trim=request.trim),),
        closing=parts.control_facts(request)
        or (parts.adds_to_nothing(request, gettext("Totaux"), "total.j%d.total"),),
        signatures=tuple(group.text or group.label for group in groups),
        landscape=request.filled and request.seats > UPRIGHT[request.paper],
    )


def _rows(request: SheetRequest) -> tuple[SheetRow, ...]:
    """The lines of what was played, or those to fill in."""
    width = HEAD + 2 * request.seats
    if request.filled:
        running = parts.carries(request, _totals)
        return tuple(
            parts.line_row(line, partial(_cells, request), width, running[line.rang], remark=1)
            for line in request.lines
        )
    totals = {HEAD + 2 * seat - 1: [f"j{seat}.marque"] for seat in range(1, request.seats + 1)}
    return parts.blank_rows(request.rows or parts.MOST_ROWS, width, running=totals)


def _cells(request: SheetRequest, marked: Marked) -> tuple[SheetCell, ...]:
    entry, players = expect(WiezenDonne, marked.entry), short_names(marked.before.table.players)
    dealer = Rules.dealer(marked.before, marked.entry)
    what = brief(marked) if entry.contrat is None else called(entry)
    trump = "" if entry.atout is None else f" {SIGNS[entry.atout]}"
    fois = marked.row.extra.get("fois")
    figures = (
        text
        for score, total in zip(marked.row.scores, marked.after.totals, strict=True)
        for text in (signed(score) if entry.contrat else "", number(total))
    )
    return (
        SheetCell("" if dealer is None else players[dealer]),
        SheetCell(parts.sentence(request.at(marked), what) + trump, small=(f"×{fois}",) if fois else ()),
        SheetCell(" & ".join(players[seat] for seat in entry.joueurs)),
        SheetCell(_tricks(entry)),
        *map(SheetCell, figures),
    )


def _tricks(entry: WiezenDonne) -> str:
    """The tricks of the declaring side; where each plays for himself, whether he made it."""
    if entry.rates is None:
        return "" if entry.plis is None else number(entry.plis)
    return " ".join(parts.CROSS if seat in entry.rates else parts.TICK for seat in entry.joueurs)


def _totals(state: State) -> tuple[SheetCell, ...]:
    """The running totals as the cells of a row."""
    closed = SheetCell(closed=True)
    each = (cell for total in state.totals for cell in (closed, SheetCell(number(total))))
    return tuple(each)


def _foot(request: SheetRequest, rows: Sequence[SheetRow]) -> SheetRow:
    """The totals of all lines."""
    if request.played is not None:
        return parts.total_row(gettext("total"), _totals(request.played.state), "total", HEAD)
    closed = SheetCell(closed=True)
    sums = (parts.column_sum(rows, f"j{seat}.marque") for seat in range(1, request.seats + 1))
    each = (cell for added in sums for cell in (closed, SheetCell(sums=added)))
    return parts.total_row(gettext("total"), each, "total", HEAD)
