"""The parts of a sheet that are drawn: empty rows, which have no cells to read, and the code that leads back to the app."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

import segno

from scorekeeper.kit.sheet import Drawing, Letter, Stroke
from scorekeeper.paper import empty as sheet_empty
from scorekeeper.paper.layout import Piece
from scorekeeper.paper.measure import HeadView, Written
from scorekeeper.paper.text import POINT


@dataclass(frozen=True)
class Segment:
    """A run of rows of one piece: a table, or a drawing of empty rows."""

    rows: tuple[Written, ...] = ()
    drawing: Drawing | None = None
    heads: HeadView | None = None
    """The headings, where they stand over this run."""


def segments(piece: Piece, *, form: bool) -> tuple[Segment, ...]:
    """The runs of a piece: rows of cells as tables, empty rows drawn unless each cell is to be a field."""
    grid, heads = piece.block.grid, piece.heads
    if grid is None or heads is None:
        return ()
    runs: list[Segment] = []
    for empty, rows in groupby(
        (*piece.rows, *piece.feet), lambda written: not form and sheet_empty.drawable(written, heads)
    ):
        found = tuple(rows)
        runs.append(Segment(drawing=sheet_empty.empty(grid, heads, found)) if empty else Segment(found))
    if runs and runs[0].drawing is None:
        return (Segment(runs[0].rows, None, heads), *runs[1:])
    return (Segment(heads=heads), *runs)


def line_of_blanks(facts: Sequence[tuple[str, float, float, float]], width: float, height: float) -> Drawing:
    """A line of facts that all wait for a pen: label, place, width and where the line to write on begins."""
    base = height - 0.9
    path = "".join(f"M{x + left:.2f} {base:.2f}H{x + room:.2f}" for _, x, room, left in facts)
    letters = (Letter(x, base - 0.7, label, 6.6 * POINT, "start") for label, x, _, _ in facts)
    said = ", ".join(label for label, *_ in facts if label)
    return Drawing(said, width, height, (Stroke(path, 0.18, "hair"),), tuple(letters))


def code(address: str, said: str, size: float) -> Drawing:
    """A QR code of an address, `size` mm wide."""
    path, side = code_path(address)
    return Drawing(said, size, size, (Stroke(path, 1),), units=side / size)


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
