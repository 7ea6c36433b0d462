"""Paper sheet of a game whose sheet is a grid, with its rows in their fixed order.

Names of fields: row, column and kind of value: `coeur.a.points`, `coeur.a.marque`; `total.a.marque`. A grid without multipliers
has points only. Computed rows are named like the others.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.cards.game_api import sheet_parts as parts
from scorekeeper.cards.game_api.cells import Align, Grid, Look, SheetCell, SheetColumn, SheetGroup, SheetRow
from scorekeeper.cards.game_api.grid import GridRow, GridSheet
from scorekeeper.cards.game_api.sheet import Sheet, SheetLine, SheetRequest
from scorekeeper.cards.game_api.suits import suit_mark
from scorekeeper.cards.game_api.words import format_value, number
from scorekeeper.cards.rules.replay import Marked
from scorekeeper.i18n import gettext

CROSSED = "—"
POINTS, SCORE = "points", "marque"


def grid_sheet(request: SheetRequest, grid: GridSheet) -> Sheet:
    """Return the sheet of a grid, blank or filled. Notes below have the lines that fill no cell, and corrections."""
    page = _GridPage(request, grid, tuple(grid.rows(request.rules)))
    return parts.one_table(request, gettext(request.game.name), page.drawn(), notes=tuple(page.notes()))


@dataclass(frozen=True)
class _GridPage:
    """The grid of one sheet."""

    request: SheetRequest
    grid: GridSheet
    rows: tuple[GridRow, ...]

    @property
    def multiplies(self) -> bool:
        """Whether points are multiplied to scores."""
        return any(row.times != 1 for row in self.rows)

    @property
    def kinds(self) -> tuple[str, ...]:
        """Values in a cell, as keys: the points and, where a row multiplies them, the score."""
        return (POINTS, SCORE) if self.multiplies else (POINTS,)

    @property
    def heads(self) -> int:
        """Number of heading cells of a row: its multiplier, if there are any, and its name."""
        return 2 if self.multiplies else 1

    def drawn(self) -> Grid:
        """Return the grid with its headings and totals."""
        names = {POINTS: gettext("points"), SCORE: gettext("marque")}
        times = (SheetColumn("×", 0.6, Align.CENTRE),) if self.multiplies else ()
        columns = (
            SheetColumn(names[kind], 1.2, key=f"{key}.{kind}", edge=kind == POINTS)
            for key in parts.keys_of(self.request)
            for kind in self.kinds
        )
        groups = parts.column_groups(self.request, len(self.kinds))
        return Grid(
            gettext("Grille"),
            (*times, SheetColumn(gettext(self.grid.heading), 2.2, Align.LEFT), *columns),
            tuple(self.lines()),
            tuple(self.feet()),
            (SheetGroup("", self.heads), *groups),
            carries=False,
        )

    def lines(self) -> Iterator[SheetRow]:
        """Yield the rows with the values of their cells."""
        places = ((self.place(line.marked), line) for line in self.request.donnes)
        filled = {place: line for place, line in places if place is not None}
        played = self.request.played
        figures = self.grid.computed(self.request.rules, played.state) if played else {}
        for row in self.rows:
            if row.computed:
                known = figures.get(row.key, ())
                yield self.computed(row, [self.settled(row, filled, *each) for each in enumerate(known)])
                continue
            words = self.request.game.words
            name = SheetCell(
                format_value(row.name, words, self.request.table), mark=suit_mark(row.key, words)
            )
            cells = [SheetCell(str(row.times)), name] if self.multiplies else [name]
            for column, key in enumerate(parts.keys_of(self.request)):
                written = filled.get((row.key, column))
                cells += self.blank(row, key) if written is None else self.written(written)
            yield SheetRow(tuple(cells), row.key, heads=self.heads)

    def settled(
        self, row: GridRow, filled: Mapping[tuple[str, int], SheetLine], column: int, figure: int
    ) -> str:
        """Return the text of a computed cell; empty while it can change on a sheet that is continued by hand."""
        complete = row.adds and all((key, column) in filled for key in row.adds)
        return number(figure) if self.request.over or complete or (figure and not row.adds) else ""

    def computed(self, row: GridRow, figures: Sequence[str]) -> SheetRow:
        """Return a computed row with its numbers, or empty. On screen, a sum is computed from its rows."""
        head = SheetCell(format_value(row.name, self.request.game.words, self.request.table), span=self.heads)
        shut = [SheetCell(closed=True)] * (len(self.kinds) - 1)
        cells = [head]
        for column, key in enumerate(parts.keys_of(self.request)):
            sums = tuple(f"{each}.{key}.{self.kinds[-1]}" for each in row.adds)
            cells += [*shut, SheetCell(figures[column] if figures else "", sums=sums)]
        return SheetRow(tuple(cells), row.key, Look.TOTAL if row.adds else Look.PLAIN)

    def place(self, marked: Marked | None) -> tuple[str, int] | None:
        """Return the row and the column that a line fills; `None` if it fills no cell."""
        mark = self.grid.mark(self.request.rules, marked) if marked else None
        return None if mark is None else (mark.row, mark.column)

    def blank(self, row: GridRow, key: str) -> Iterator[SheetCell]:
        """Yield the parts of an open cell. On screen, its score is the sum of its points, taken as often as the row's factor."""
        points = f"{row.key}.{key}.{POINTS}"
        for kind in self.kinds:
            yield SheetCell(sums=(f"!{points}", *[points] * (row.times - 1)) if kind == SCORE else ())

    def written(self, line: SheetLine) -> list[SheetCell]:
        """Return the parts of the cell that a line fills, with the former texts if an amendment left the line in the same cell."""
        texts = self.texts(line.marked)
        same = self.place(line.was) == self.place(line.marked)
        before = self.texts(line.was) if same else texts
        return [SheetCell(new, was="" if old == new else old) for new, old in zip(texts, before, strict=True)]

    def texts(self, marked: Marked | None) -> tuple[str, ...]:
        """Return the points and the score of a line that fills a cell; empty for another line."""
        mark = self.grid.mark(self.request.rules, marked) if marked else None
        if marked is None or mark is None:
            return ()
        if mark.figure is None:
            return (CROSSED,) * len(self.kinds)
        return (number(mark.figure), number(marked.row.scores[mark.column]))[: len(self.kinds)]

    def feet(self) -> Iterator[SheetRow]:
        """Yield the rows of totals: on a played sheet the totals so far, and before the end a row to fill in."""
        shut = [SheetCell(closed=True)] * (len(self.kinds) - 1)
        played, over = self.request.played, self.request.over
        if played is not None:
            cells = [
                cell for total in parts.adjusted_totals(played.state) for cell in (*shut, SheetCell(total))
            ]
            label = SheetCell(gettext("total") if over else gettext("total jusqu’ici"), span=self.heads)
            yield SheetRow((label, *cells), "", Look.TOTAL if over else Look.CARRY)
        if not over:
            yield parts.total_row(gettext("total"), self.sums(shut), "total", self.heads)

    def sums(self, closed: Sequence[SheetCell]) -> Iterator[SheetCell]:
        """Yield the cells of the row of totals: for each column the cells `closed`, then one with the names of the fields it sums."""
        counted = [row for row in self.rows if not row.adds]
        for key in parts.keys_of(self.request):
            yield from closed
            yield SheetCell(sums=tuple(f"{row.key}.{key}.{self.kinds[-1]}" for row in counted))

    def notes(self) -> Iterator[str]:
        """Yield the lines that fill no cell, and corrected or struck lines with the reason."""
        yield from parts.aside_notes(self.request)
        for line in self.request.donnes:
            remark = parts.remark_of(line)
            if line.shown is None or (self.place(line.marked) and not remark):
                continue
            brief = parts.sentence(self.request.at(line.shown), self.request.game.brief(line.shown))
            text = gettext("Ligne %(rang)s : %(quoi)s", rang=line.rang, quoi=brief)
            yield f"{text} — {remark}" if remark else text
