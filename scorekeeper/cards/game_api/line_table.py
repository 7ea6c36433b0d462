"""The paper sheet of most games: a table with a row for each line, and a group of columns for each player or camp.

Names of fields: those of the columns, `d3.contrat`; of a player or camp after its key: `d3.j1.total`, `d3.a.total`, `total.j1.total`.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.cards.game_api import sheet_parts as parts
from scorekeeper.cards.game_api.cells import Align, Grid, SheetCell, SheetColumn, SheetGroup, SheetRow
from scorekeeper.cards.game_api.sheet import Fact, Sheet, SheetRequest
from scorekeeper.cards.game_api.words import number, signed
from scorekeeper.cards.rules.contract import State
from scorekeeper.cards.rules.replay import Marked
from scorekeeper.i18n import gettext

Cells = tuple[SheetCell, ...]
CLOSED = SheetCell(closed=True)


@dataclass(frozen=True, kw_only=True)
class LineTable:
    """The table of one sheet. Its texts are in the language of the moment."""

    request: SheetRequest
    title: str
    """Its description for screen readers."""
    lead: Sequence[SheetColumn]
    """Columns before those of the players: the number of the line, and its details."""
    each: Sequence[SheetColumn]
    """The columns of a player or camp; the last one is the running total."""
    adds: str
    """Key of the column that the running total adds up."""
    cells: Callable[[Marked], Sequence[SheetCell]]
    """Returns the cells of a line after its number."""
    tail: Sequence[SheetColumn] = ()
    remark: int = 0
    """Index, after the number, of the column that shows the reason of a correction."""
    rows: int | None = None
    """Number of rows of a blank sheet, if fixed by the rules."""
    wide: bool = False
    """Whether each total spans all columns of its player or camp."""
    unnamed: str = ""
    """French heading of an unnamed column, with `%(number)s`; if empty, that of a player."""
    check: str = ""
    """Key of the columns that the last column of the table adds up, if any."""
    total: str = ""
    """Heading of the row of totals, if not the usual one."""

    def sheet(self, title: str, *facts: Fact, **more: Any) -> Sheet:
        """Return the sheet with this table; `more` are further fields of `Sheet`."""
        trim = self.request.trim and self.rows is None
        return parts.one_table(self.request, title, self.grid(), *facts, trim=trim, **more)

    def grid(self) -> Grid:
        """Return the table with its totals."""
        own = (
            replace(column, key=f"{key}.{column.key}")
            for key in parts.keys_of(self.request)
            for column in self.each
        )
        columns = (*self.lead, *own, *self.tail)
        rows = tuple(self.lines(len(columns)))
        span = len(self.each)
        groups = parts.column_groups(self.request, span, self.unnamed)
        tail = (SheetGroup("", len(self.tail)),) if self.tail else ()
        groups = (SheetGroup("", len(self.lead)), *groups, *tail)
        return Grid(self.title, columns, rows, (self.foot(rows),), groups)

    def lines(self, width: int) -> Iterator[SheetRow]:
        """Yield the rows of the lines played, or blank rows."""
        if self.request.filled:
            running = parts.carries(self.request, self.totals)
            for line in self.request.lines:
                yield parts.line_row(line, self.cells, width, running[line.rang], self.remark)
            if self.rows and not self.request.over:
                left = self.rows - sum(not line.struck for line in self.request.donnes)
                yield from parts.blank_rows(left, width, start=len(self.request.lines) + 1)
            return
        keys, span = parts.keys_of(self.request), len(self.each)
        totals = {
            len(self.lead) + span * place - 1: [f"{key}.{self.adds}"] for place, key in enumerate(keys, 1)
        }
        form, count = self.request.form, self.request.rows or self.rows or parts.MOST_ROWS
        for row in parts.blank_rows(count, width, running=totals if form else {}):
            last = tuple(f"!{row.key}.{key}.{self.check}" for key in keys)
            yield parts.with_sums(row, {width - 1: last}) if form and self.check else row

    def totals(self, state: State) -> Cells:
        return self.under(parts.number_cells(state.totals))

    def under(self, totals: Sequence[SheetCell]) -> Cells:
        """Return a row of cells with `totals` in the last column of each player or camp; other cells are closed."""
        closed = (CLOSED,) * (len(self.each) - 1)
        return (*(cell for total in totals for cell in (*closed, total)), *(CLOSED,) * len(self.tail))

    def foot(self, rows: Sequence[SheetRow]) -> SheetRow:
        keys = parts.keys_of(self.request)
        blank = [SheetCell(sums=parts.column_sum(self.request, rows, f"{key}.{self.adds}")) for key in keys]
        played = None if any(row.blank for row in rows) else self.request.played
        totals = blank if played is None else parts.number_cells(played.totals)
        span = len(self.each)
        cells = self.under(totals)
        if self.wide:
            cells = (*(replace(cell, span=span) for cell in totals), *(CLOSED,) * len(self.tail))
        return parts.total_row(self.total or gettext("total"), cells, "total", len(self.lead))


def plain_sheet(request: SheetRequest) -> Sheet:
    """Return the sheet of a game that has none of its own: score and running total of each player."""

    def cells(marked: Marked) -> Iterator[SheetCell]:
        yield SheetCell(parts.sentence(request.at(marked), request.game.brief(marked)))
        for score, total in zip(marked.row.scores, marked.after.totals, strict=True):
            yield from (SheetCell(signed(score)), SheetCell(number(total)))

    detail = (SheetColumn(gettext("détail"), 3.0),) if request.filled else ()
    ledger = LineTable(
        request=request,
        title=gettext("Feuille de marque"),
        lead=(SheetColumn(gettext("n°"), 0.7, Align.CENTRE), *detail),
        each=(
            SheetColumn(gettext("points"), 1.0, key="points", edge=True),
            SheetColumn(gettext("total"), 1.1, key="total"),
        ),
        adds="points",
        cells=lambda marked: tuple(cells(marked)),
        total=gettext("Total"),
    )
    return ledger.sheet(gettext(request.game.name))
