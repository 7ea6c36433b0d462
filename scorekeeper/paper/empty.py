"""What waits for a pen, drawn: a page of empty cells costs the printing engine more than everything that is written on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from scorekeeper.i18n import ngettext
from scorekeeper.kit.sheet import Align, Drawing, Grid, Letter, Look, Stroke
from scorekeeper.paper.measure import PAD_MM, HeadView, Written
from scorekeeper.paper.text import POINT
from scorekeeper.paper.text import width as text_width

HAIR_MM, TOTAL_MM = 0.18, 0.25
EDGE_MM = 0.4
"""Width of the rule where a group of columns begins."""
WRITTEN_IN = frozenset({Look.PLAIN, Look.SUB, Look.TOTAL})


def drawable(written: Written, heads: HeadView) -> bool:
    """Whether nothing in a row needs a cell: it is empty but for a short heading."""
    heading, *others = written.row.cells
    if written.row.look not in WRITTEN_IN or heading.small or heading.was or heading.label:
        return False
    if any(cell.text or cell.small or cell.was or cell.label for cell in others):
        return False
    room = sum(heads.widths[: heading.span]) - 2 * PAD_MM
    return text_width(heading.text, written.cells[0].points) <= room


def empty(grid: Grid, heads: HeadView, rows: Sequence[Written]) -> Drawing:
    """Rows to write in, as one drawing."""
    width, height = sum(heads.widths), sum(row.height for row in rows)
    strokes = [
        *_grounds(heads, rows),
        Stroke(_rules(width, rows), HAIR_MM, "hair"),
        *_columns(grid, heads, rows),
        *_totals(width, rows),
    ]
    count = sum(row.row.look is Look.PLAIN for row in rows)
    said = ngettext("%(grid)s : %(num)s ligne vide", "%(grid)s : %(num)s lignes vides", count, grid=grid.said)
    return Drawing(said, width, height, tuple(strokes), tuple(_headings(grid, heads, rows)))


def _tops(rows: Sequence[Written]) -> Iterator[tuple[float, Written]]:
    y = 0.0
    for row in rows:
        yield y, row
        y += row.height


def _grounds(heads: HeadView, rows: Sequence[Written]) -> Iterator[Stroke]:
    """The tint under totals, and the shade of cells that nobody writes in."""
    width = sum(heads.widths)
    tints, shades = "", ""
    for y, row in _tops(rows):
        if row.row.look is Look.TOTAL:
            tints += f"M0 {y:.2f}h{width:.2f}v{row.height:.2f}h-{width:.2f}z"
        for view in row.cells:
            if view.cell.closed:
                x, across = _place(heads, view.column, view.cell.span)
                shades += f"M{x:.2f} {y:.2f}h{across:.2f}v{row.height:.2f}h-{across:.2f}z"
    if tints:
        yield Stroke(tints, 0, "tint")
    if shades:
        yield Stroke(shades, 0, "shade")


def _place(heads: HeadView, column: int, span: int) -> tuple[float, float]:
    return sum(heads.widths[:column]), sum(heads.widths[column : column + span])


def _rules(width: float, rows: Sequence[Written]) -> str:
    """The hairlines under ordinary rows."""
    return "".join(
        f"M0 {y + row.height - HAIR_MM / 2:.2f}H{width:.2f}"
        for y, row in _tops(rows)
        if row.row.look is not Look.TOTAL
    )


def _totals(width: float, rows: Sequence[Written]) -> Iterator[Stroke]:
    """The stronger lines under totals and over the first of them."""
    path, before = "", Look.PLAIN
    for y, row in _tops(rows):
        if row.row.look is Look.TOTAL:
            path += f"M0 {y + row.height - TOTAL_MM / 2:.2f}H{width:.2f}"
            if before is not Look.TOTAL:
                path += f"M0 {y + TOTAL_MM / 2:.2f}H{width:.2f}"
        before = row.row.look
    if path:
        yield Stroke(path, TOTAL_MM, "ink")


def _columns(grid: Grid, heads: HeadView, rows: Sequence[Written]) -> Iterator[Stroke]:
    """The lines between columns; rows that share theirs have them in one stroke."""
    down, edges = "", ""
    placed = ((tuple(view.column for view in row.cells), y, row.height) for y, row in _tops(rows))
    for starts, run in groupby(placed, lambda item: item[0]):
        found = list(run)
        top, bottom = found[0][1], found[-1][1] + found[-1][2]
        down += f"M{HAIR_MM / 2:.2f} {top:.2f}V{bottom:.2f}"
        for number, column in enumerate(starts):
            end = starts[number + 1] if number + 1 < len(starts) else len(grid.columns)
            x, across = _place(heads, column, end - column)
            down += f"M{x + across - HAIR_MM / 2:.2f} {top:.2f}V{bottom:.2f}"
            if grid.columns[column].edge:
                edges += f"M{x + EDGE_MM / 2:.2f} {top:.2f}V{bottom:.2f}"
    yield Stroke(down, HAIR_MM, "hair")
    if edges:
        yield Stroke(edges, EDGE_MM, "ink")


def _headings(grid: Grid, heads: HeadView, rows: Sequence[Written]) -> Iterator[Letter]:
    for y, row in _tops(rows):
        view = row.cells[0]
        if not view.cell.text:
            continue
        plain = row.row.look is Look.PLAIN
        centred = plain and grid.columns[0].align is not Align.LEFT
        x = sum(heads.widths[: view.cell.span]) / 2 if centred else PAD_MM + HAIR_MM
        size = view.points * POINT
        yield Letter(
            x,
            y + row.height / 2 + 0.36 * size,
            view.cell.text,
            size,
            "middle" if centred else "start",
            bold=row.row.look is Look.TOTAL,
        )
