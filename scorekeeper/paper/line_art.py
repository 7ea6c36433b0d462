"""The parts of a sheet that are line art: rows to write in, and the QR code that leads back to the app.

A page of empty cells costs the printing engine more than everything that is written on it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, groupby

import segno

from scorekeeper.i18n import ngettext
from scorekeeper.kit.sheet import Align, Grid, Letter, LineArt, Look, Stroke
from scorekeeper.paper.layout import Piece
from scorekeeper.paper.measure import PAD_MM, HeadView, Written
from scorekeeper.paper.text import POINT, width

HAIR_MM, TOTAL_MM = 0.18, 0.25
EDGE_MM = 0.4
"""Width of the rule where a group of columns begins."""
WRITTEN_IN = frozenset({Look.PLAIN, Look.SUB, Look.TOTAL})


@dataclass(frozen=True)
class Segment:
    """A run of rows of one piece: a table, or empty rows as line art."""

    rows: tuple[Written, ...] = ()
    art: LineArt | None = None
    heads: HeadView | None = None
    """The headings, where they stand over this run."""


def segments(piece: Piece, *, form: bool) -> tuple[Segment, ...]:
    """The runs of a piece: rows of cells as tables, empty rows as line art unless each cell is to be a field."""
    grid, heads = piece.block.grid, piece.heads
    if grid is None or heads is None:
        return ()
    runs: list[Segment] = []
    for empty, run in groupby((*piece.rows, *piece.feet), lambda row: not form and _is_empty(row, heads)):
        rows = tuple(run)
        runs.append(Segment(art=_EmptyRows(grid, heads, rows).art()) if empty else Segment(rows))
    if runs and runs[0].art is None:
        return (Segment(runs[0].rows, None, heads), *runs[1:])
    return (Segment(heads=heads), *runs)


def _is_empty(written: Written, heads: HeadView) -> bool:
    """Whether nothing in a row needs a cell: it is empty but for a short heading."""
    heading, *others = written.row.cells
    if written.row.look not in WRITTEN_IN or heading.small or heading.was or heading.label:
        return False
    if any(cell.text or cell.small or cell.was or cell.label for cell in others):
        return False
    room = sum(heads.widths[: heading.span]) - 2 * PAD_MM
    return width(heading.text, written.cells[0].points) <= room


class _EmptyRows:
    """Rows to write in, as one piece of line art."""

    def __init__(self, grid: Grid, heads: HeadView, rows: Sequence[Written]) -> None:
        self.grid = grid
        self.lefts = tuple(accumulate(heads.widths, initial=0.0))
        """The left edge of each column, and the right edge of the last."""
        self.width = self.lefts[-1]
        edges = tuple(accumulate((row.height for row in rows), initial=0.0))
        self.height = edges[-1]
        self.rows = tuple(zip(edges[:-1], edges[1:], rows, strict=True))
        """Top, bottom and row."""

    def art(self) -> LineArt:
        """The whole drawing, with the number of its lines in the title."""
        count = sum(row.row.look is Look.PLAIN for _, _, row in self.rows)
        title = ngettext(
            "%(grid)s : %(num)s ligne vide", "%(grid)s : %(num)s lignes vides", count, grid=self.grid.title
        )
        return LineArt(title, self.width, self.height, tuple(self.strokes()), tuple(self.headings()))

    def strokes(self) -> Iterator[Stroke]:
        """The grounds first, so that the rules are drawn over them; what is not there has no stroke."""
        totals = [(top, bottom) for top, bottom, row in self.rows if row.row.look is Look.TOTAL]
        tints = (
            f"M0 {top:.2f}h{self.width:.2f}v{bottom - top:.2f}h-{self.width:.2f}z" for top, bottom in totals
        )
        yield from _stroke("".join(tints), 0, "tint")
        yield from _stroke("".join(self.shades()), 0, "shade")
        hairs = (bottom for _, bottom, row in self.rows if row.row.look is not Look.TOTAL)
        yield Stroke("".join(self.rule(bottom - HAIR_MM / 2) for bottom in hairs), HAIR_MM, "hair")
        yield from self.columns()
        yield from _stroke("".join(self.total_rules()), TOTAL_MM, "ink")

    def rule(self, y: float) -> str:
        return f"M0 {y:.2f}H{self.width:.2f}"

    def shades(self) -> Iterator[str]:
        """Backgrounds of the cells that are not written in."""
        for top, bottom, row in self.rows:
            for view in row.cells:
                if view.cell.closed:
                    left = self.lefts[view.column]
                    across, high = self.lefts[view.column + view.cell.span] - left, bottom - top
                    yield f"M{left:.2f} {top:.2f}h{across:.2f}v{high:.2f}h-{across:.2f}z"

    def total_rules(self) -> Iterator[str]:
        """The stronger lines under totals and over the first of them."""
        before = Look.PLAIN
        for top, bottom, row in self.rows:
            if row.row.look is Look.TOTAL:
                yield self.rule(bottom - TOTAL_MM / 2)
                if before is not Look.TOTAL:
                    yield self.rule(top + TOTAL_MM / 2)
            before = row.row.look

    def columns(self) -> Iterator[Stroke]:
        """The lines between columns; rows that share theirs have them in one stroke."""
        hairs, edges = "", ""
        for starts, run in groupby(self.rows, lambda item: tuple(view.column for view in item[2].cells)):
            rows = list(run)
            top, bottom = rows[0][0], rows[-1][1]
            hairs += f"M{HAIR_MM / 2:.2f} {top:.2f}V{bottom:.2f}"
            for column, end in zip(starts, (*starts[1:], len(self.grid.columns)), strict=True):
                hairs += f"M{self.lefts[end] - HAIR_MM / 2:.2f} {top:.2f}V{bottom:.2f}"
                if self.grid.columns[column].edge:
                    edges += f"M{self.lefts[column] + EDGE_MM / 2:.2f} {top:.2f}V{bottom:.2f}"
        yield Stroke(hairs, HAIR_MM, "hair")
        yield from _stroke(edges, EDGE_MM, "ink")

    def headings(self) -> Iterator[Letter]:
        """What stands in the first column."""
        for top, bottom, row in self.rows:
            view = row.cells[0]
            if not view.cell.text:
                continue
            centred = row.row.look is Look.PLAIN and self.grid.columns[0].align is not Align.LEFT
            x = self.lefts[view.cell.span] / 2 if centred else PAD_MM + HAIR_MM
            size = view.points * POINT
            y = (top + bottom) / 2 + 0.36 * size
            anchor = "middle" if centred else "start"
            yield Letter(x, y, view.cell.text, size, anchor, bold=row.row.look is Look.TOTAL)


def _stroke(path: str, width: float, tone: str) -> Iterator[Stroke]:
    """A stroke, or nothing where its path is empty."""
    if path:
        yield Stroke(path, width, tone)


def code(address: str, title: str, size: float) -> LineArt:
    """A QR code of an address, `size` mm wide."""
    path, side = code_path(address)
    return LineArt(title, size, size, (Stroke(path, 1),), units=side / size)


@lru_cache(maxsize=1024)
def code_path(address: str) -> tuple[str, int]:
    """The dark squares of a QR code as path data, and how many squares it has on a side.

    Each run of dark squares is one line, to be drawn one square thick: a fifth of the commands that outlines would take. Kept,
    because finding the best mask for an address takes a hundred times as long as anything that is done with it.
    """
    matrix = segno.make(address, error="m", micro=False).matrix
    return "".join(_runs(matrix)), len(matrix)


def _runs(matrix: Sequence[Sequence[int]]) -> Iterator[str]:
    for y, row in enumerate(matrix):
        x = 0
        for dark, run in groupby(module & 1 for module in row):
            length = len(tuple(run))
            if dark:
                yield f"M{x} {y}.5h{length}"
            x += length
