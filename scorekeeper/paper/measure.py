"""Sizes of the rows and columns of grids, in mm. The template draws them with the same numbers."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise, takewhile
from zlib import crc32

from scorekeeper.cards.game_api.cells import Align, Grid, Look, SheetCell, SheetRow
from scorekeeper.cards.game_api.sheet import PaperSize
from scorekeeper.i18n import gettext
from scorekeeper.paper.text import LEADING, POINT, Fit, fit, fit_people, lines, longest, width

WRITE_MM = {PaperSize.A4: 7.6, PaperSize.A5: 7.2}
"""Minimum height of a row for handwriting; a pen needs 7."""
LEAST_MM = 7.0
"""Least height of a row for handwriting when room is short."""
TALLEST_MM = 20.0
"""Height beyond which a row is not stretched."""
CARRY_MM = 6.6
LOOK_MM = {Look.PLAIN: 5.6, Look.STRUCK: 5.6, Look.TOTAL: 7.4, Look.BOX: 11.5, Look.CARRY: CARRY_MM}
"""Least height of a printed row, by look."""
GAP_MM = 4.0
PAD_MM, TIGHT_MM = 0.9, 0.4
"""Free space at either side of a cell's text, and in a table whose figures would else be smaller than `FIGURE_PT`."""
RULE_MM, EDGE_MM = 0.25, 0.4
"""Widths of the line after a cell, and of the one before a group of columns."""
TEXT_PT, FIGURE_PT = 9.4, 9.0
SMALL_PT = 7.0
SMALL_MM = 3.2
"""Height of each line of a cell with small print."""
NAME_SIZES, HEAD_SIZES = (10.5, 9.5, 8.4, 7.0), (7.6, 7.0)
"""Font sizes of names and headings in points; a row of either has one."""
TEXT_SIZES = (TEXT_PT, 9.0, 8.0, 7.0)


@dataclass(frozen=True)
class CellView:
    """A cell with the font size of its text, and its first column."""

    cell: SheetCell
    points: float
    column: int


@dataclass(frozen=True)
class Written:
    """A row with its height and its cells."""

    row: SheetRow
    height: float
    cells: tuple[CellView, ...]


@dataclass(frozen=True)
class HeadView:
    """The heading rows of a grid."""

    widths: tuple[float, ...]
    tight: bool
    """Whether the free space beside a text is `TIGHT_MM` and not `PAD_MM`."""
    names: tuple[str, ...]
    """Names of the groups, in lines."""
    group_pt: float
    """Font size of the names of groups."""
    group_mm: float
    points: float
    column_mm: float
    crowded: bool
    """Whether a word of a cell is broken for lack of width."""

    @property
    def height(self) -> float:
        return self.group_mm + self.column_mm

    @property
    def code(self) -> str:
        """Checksum of the column widths: rows of tables with the same one may be copies of each other."""
        return f"{crc32(repr((self.widths, self.tight)).encode()):x}"


def heads_of(grid: Grid, width: float, *, carried: bool = False) -> HeadView:
    """Return the headings of a grid `width` mm wide, with column widths and font sizes that fit, also those of `carry_rows`."""
    pad, least, crowded = _tried(grid, width)
    headings = [row.cells[0] for row in carry_rows(grid, grid.rows[0])] if carried else []
    if headings and headings[0].span == 1:
        words = max(longest(cell.text) for cell in headings) * TEXT_SIZES[-1] * POINT
        least[0] = max(least[0], min(words + 2 * pad + RULE_MM, least[0] + width - sum(least)))
    widths = shared([column.share for column in grid.columns], least, width)
    place, groups = 0, []
    for group in grid.groups:
        groups.append((group, sum(widths[place : place + group.span]) - 2 * pad))
        place += group.span
    name_pt = min((fit_people(group.text, room, NAME_SIZES)[1].points for group, room in groups), default=0.0)
    names = [fit_people(group.text, room, (name_pt,)) for group, room in groups]
    group_mm = 0.0
    if groups:
        label = 2.9 * max(
            (lines(group.label, HEAD_SIZES[-1], room) for group, room in groups if group.label), default=0
        )
        # WeasyPrint may break a line earlier in right-to-left text.
        most = max(size.lines + (size.lines > 1 and max(text) >= "\u0590") for text, size in names)
        group_mm = max(9.8 if label else 6.6, Fit(name_pt, most).height + label + 1.4)
    rooms = [(column.heading, room - 2 * pad) for column, room in zip(grid.columns, widths, strict=True)]
    points = min(fit(heading, room, HEAD_SIZES, 2).points for heading, room in rooms)
    column_mm = max(5.0, 1.6 + max(Fit(points, lines(text, points, room)).height for text, room in rooms))
    texts = tuple(text for text, _ in names)
    return HeadView(widths, pad < PAD_MM, texts, name_pt, group_mm, points, column_mm, crowded=crowded)


def shared(shares: Sequence[float], least: Sequence[float], room: float) -> tuple[float, ...]:
    """Divide `room` by `shares`, giving each at least its `least`, unless their sum exceeds the room."""
    if sum(least) > room:
        least = [0.0] * len(least)
    needy: set[int] = set()
    while True:
        free = room - sum(least[place] for place in needy)
        total = sum(share for place, share in enumerate(shares) if place not in needy)
        each = enumerate(shares)
        widths = tuple(least[at] if at in needy else free * share / total for at, share in each)
        more = {place for place, width in enumerate(widths) if width < least[place]}
        if not more:
            return widths
        needy |= more


def _tried(grid: Grid, width: float) -> tuple[float, list[float], bool]:
    """Return the free space beside a cell's text and the least width of each column, for figures as large as possible.

    The third value is `HeadView.crowded`. Cells to write in keep their space.
    """
    free = PAD_MM if any(row.blank for row in grid.rows) else TIGHT_MM
    for pad, figures in ((PAD_MM, FIGURE_PT), (TIGHT_MM, FIGURE_PT), (TIGHT_MM, TEXT_SIZES[-2])):
        least = _least(grid, width, figures, pad)
        if sum(least) <= width:
            return pad, least, pad < free and sum(_least(grid, width, TEXT_SIZES[-1], free)) > width
    pad = PAD_MM if sum(_least(grid, width, None, PAD_MM)) <= width else TIGHT_MM
    return pad, _least(grid, width, None, pad), sum(_least(grid, width, TEXT_SIZES[-1], free)) > width


def _least(grid: Grid, width: float, figures: float | None, pad: float) -> list[float]:
    """Return the least width of each column that breaks no word of its heading, or of its cells if the size of `figures` is given.

    Columns with the same heading have the same least width. A column with small print keeps its share. `pad` is the free space at
    either side of a text.
    """

    def needed(text: str, points: float) -> float:
        # A little more, so that rounding never makes the text too wide.
        return longest(text) * points * POINT + 2 * pad + RULE_MM + EDGE_MM + 0.001

    widest = {column.heading: needed(column.heading, HEAD_SIZES[-1]) for column in grid.columns}
    unit = width / sum(column.share for column in grid.columns)
    for row in (*grid.rows, *grid.feet):
        place = -1
        for cell in row.cells:
            place += cell.span
            column = grid.columns[place]
            # Words over several columns are broken.
            if cell.span > 1 or cell.prose:
                continue
            if cell.small:
                widest[column.heading] = max(widest[column.heading], column.share * unit)
            if figures and cell.text:
                points = figures if column.align is Align.RIGHT else TEXT_SIZES[-1]
                widest[column.heading] = max(widest[column.heading], needed(cell.text, points))
    return [widest[column.heading] for column in grid.columns]


class Ruler:
    """Measures the rows of one grid with a width in mm, for a paper size."""

    def __init__(self, grid: Grid, width: float, paper: PaperSize, *, trim: bool = False) -> None:
        self.grid, self.paper = grid, paper
        carried = bool(grid.carries and grid.rows and grid.feet) and not trim
        self.heads = heads_of(grid, width, carried=carried)
        self.figure_pt = self._figure_pt()
        """Font size of all columns of figures, the same so that no sum looks less important."""

    def _figure_pt(self) -> float:
        size, columns = TEXT_PT, self.grid.columns
        for row in (*self.grid.rows, *self.grid.feet):
            placed = self._placed(row.cells)
            if row.carry:
                placed += self._placed(row.carry, len(columns) - sum(cell.span for cell in row.carry))
            for cell, place, room in placed:
                figure = columns[place].align is Align.RIGHT and not cell.prose
                if figure and cell.text and place:
                    size = min(size, fit(cell.text, room, TEXT_SIZES, 1).points)
        return size

    def _placed(self, cells: Sequence[SheetCell], start: int = 0) -> list[tuple[SheetCell, int, float]]:
        """Return each cell with its first column and its width for text."""
        place, placed = start, []
        sides = 2 * (TIGHT_MM if self.heads.tight else PAD_MM) + RULE_MM
        for cell in cells:
            around = sides + EDGE_MM * self.grid.columns[place].edge
            placed.append((cell, place, sum(self.heads.widths[place : place + cell.span]) - around))
            place += cell.span
        return placed

    def written(self, row: SheetRow) -> Written:
        """Return a row with its height and the font sizes of its cells."""
        height = WRITE_MM[self.paper] if row.blank else LOOK_MM[row.look]
        views = []
        for cell, place, room in self._placed(row.cells):
            if not (cell.text or cell.small or cell.was):
                views.append(CellView(cell, TEXT_PT, place))
                continue
            size = fit(cell.text, room, TEXT_SIZES, 2)
            if place and self.grid.columns[place].align is Align.RIGHT and not cell.prose:
                size = Fit(min(size.points, self.figure_pt), size.lines)
            was = _was_lines(cell, size, room) if cell.was else 0
            tall = size.height + was * SMALL_PT * POINT * LEADING + 1.7
            if cell.small:
                small = sum(lines(text, SMALL_PT, room) for text in cell.small)
                tall = (was + size.lines + small) * SMALL_MM + 1.0
            height = max(height, tall)
            views.append(CellView(cell, size.points, place))
        return Written(row, height, tuple(views))


def _was_lines(cell: SheetCell, size: Fit, room: float) -> int:
    """Return the number of lines that the text before an amendment adds; 0 when it fits beside the new text."""
    if width(cell.was, SMALL_PT) + width(cell.text, size.points) + 0.8 < room:
        return 0
    return lines(cell.was, SMALL_PT, room)


def stretched(rows: tuple[Written, ...], room: float, most: float) -> tuple[Written, ...]:
    """Return rows that fill `room` mm: plain and struck rows, the lowest first, become as high as each other, at most `most` mm."""
    body = [row for row in rows if row.row.look in {Look.PLAIN, Look.STRUCK}]
    free = room - sum(row.height for row in rows)
    height = 0.0
    for count, (least, following) in enumerate(pairwise((*sorted(row.height for row in body), most)), 1):
        height = following
        if (following - least) * count > free or height > most:
            height = min(least + max(free, 0.0) / count, most)
            break
        free -= (following - least) * count
    return tuple(replace(row, height=max(row.height, height)) if row in body else row for row in rows)


def tightened(rows: tuple[Written, ...], room: float) -> tuple[Written, ...]:
    """Return the rows with blank ones lowered to fit the room, at least to `LEAST_MM`."""
    blank = sum(row.row.blank for row in rows)
    lack = max(0.0, sum(row.height for row in rows) - room) / max(1, blank)
    lower = {row.height: min(row.height, max(LEAST_MM, row.height - lack)) for row in rows}
    return tuple(replace(row, height=lower[row.height]) if row.row.blank else row for row in rows)


def trimmed(rows: tuple[Written, ...], room: float) -> tuple[Written, ...]:
    """Return the first rows that fit the room, at least one."""
    fitting = takewhile(lambda used: used <= room, accumulate(row.height for row in rows))
    return rows[: max(1, sum(1 for _ in fitting))]


def adding_only(foot: Written, dropped: set[str]) -> Written:
    """Return a row of totals whose sums leave out the rows with the keys in `dropped`."""

    def kept(view: CellView) -> CellView:
        names = (name for name in view.cell.sums if not set(name.lstrip("-#!~").split(".")) & dropped)
        return replace(view, cell=replace(view.cell, sums=tuple(names)))

    return replace(foot, cells=tuple(map(kept, foot.cells))) if dropped else foot


def carry_rows(grid: Grid, row: SheetRow) -> tuple[SheetRow, SheetRow]:
    """Return the rows of running totals after `row`, for the foot of a page and the head of the next.

    Their heading is as wide as that of the totals; if that is a single column, also over what is closed beside it.
    """
    cells = list(row.carry or (SheetCell() for _ in grid.columns[1:]))
    span = max(1, len(grid.columns) - sum(cell.span for cell in cells))
    heading, *others = grid.feet[0].cells if grid.feet else (SheetCell(),)
    closed = takewhile(lambda cell: cell.closed and not cell.text, others)
    lead = heading.span if heading.span > 1 else 1 + sum(cell.span for cell in closed)
    while len(cells) > 1 and span < lead and not cells[0].text:
        span += cells.pop(0).span
    foot = SheetRow((SheetCell(gettext("à reporter"), span=span), *cells), look=Look.CARRY)
    return foot, replace(foot, cells=(SheetCell(gettext("report"), span=span), *cells))
