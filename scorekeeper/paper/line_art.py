"""Line art: the QR code that leads from paper back to the app, and the course of a partie that is over.

The course is the running totals of everybody as curves, each with its name where it ends.
"""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache, partial

import segno

from scorekeeper.cards.game_api import sheet_parts as parts
from scorekeeper.cards.game_api.sheet import Letter, LineArt, SheetRequest, Stroke
from scorekeeper.cards.game_api.words import number
from scorekeeper.i18n import gettext
from scorekeeper.paper.text import POINT, cut, ems

_NUMBER = re.compile(r"(?<=[a-z]/)\d+$")
"""The number at the end of an address that is no other figures alone."""


def code(address: str, title: str, size: float) -> LineArt:
    """A QR code of an address, `size` mm wide."""
    path, side = code_path(address)
    return LineArt(title, size, size, (Stroke(path, 1),), units=side / size)


@lru_cache(maxsize=1024)
def code_path(address: str) -> tuple[str, int]:
    """The dark squares of a QR code as path data, and how many squares it has on a side.

    Each run of dark squares is one line, to be drawn one square thick: a fifth of the commands that outlines would take.
    """
    squares, side = _squares(address)
    rows = (f"{squares:0{side * side}b}"[at : at + side] for at in range(0, side * side, side))
    runs = ((y, *run.span()) for y, row in enumerate(rows) for run in re.finditer("1+", row))
    return "".join(f"M{start} {y}.5h{end - start}" for y, start, end in runs), side


def _squares(address: str) -> tuple[int, int]:
    """The squares of a code, row by row, dark ones as bits that are set, and how many it has on a side.

    A code of bytes is linear: the pages of many players, which end in their numbers, differ from the code that ends in zeros by
    what each figure adds.
    """
    figures = _NUMBER.search(address)
    if not figures:
        return _made(address)
    start, end = figures.span()
    zeros = address[:start] + "0" * (end - start)
    squares, side = plain = _made(zeros)
    for place in range(start, end):
        squares ^= _made(zeros[:place] + address[place] + zeros[place + 1 :])[0] ^ plain[0]
    return squares, side


@lru_cache(maxsize=1024)
def _made(address: str) -> tuple[int, int]:
    # The mask is the first: finding the best takes a hundred times as long as anything that is done with the code.
    matrix = segno.make(address, error="m", micro=False, mask=0).matrix
    return int("".join(str(square & 1) for row in matrix for square in row), 2), len(matrix)


FEWEST = 2
"""Lines of a partie from which its course can be seen."""
LABEL_MM, EDGE_MM = 44.0, 10.0
"""Most room for the names, and room for the figures at the left."""
POINTS = 8.0
NEAREST = 3.6
"""Distance of two names, in mm."""
DASHES = ("", "3 1.2", "0.9 0.9", "5 1 1 1", "1.8 0.7", "6 2.4")


def course(request: SheetRequest, width: float) -> Callable[[float], LineArt] | None:
    """Draws the course, as wide as given in mm, in any height; nothing of a partie that goes on or of a few lines."""
    lines = [line.marked for line in request.lines if line.marked is not None]
    names = parts.camp_names(request) if request.table.camps else request.table.players
    names = names if all(names) else tuple("AB")
    if not (request.over and request.played) or len(lines) < FEWEST:
        return None
    totals = [request.played.opening.totals, *(marked.after.totals for marked in lines)]
    if {len(row) for row in totals} != {len(names)} or max(map(max, totals)) == min(map(min, totals)):
        return None
    return partial(_drawing, names, totals, width)


def _drawing(names: Sequence[str], totals: Sequence[Sequence[int]], width: float, tall: float) -> LineArt:
    shown = [cut(name, LABEL_MM / (POINTS * POINT), bold=False) for name in names]
    left, right = EDGE_MM, width - 2 - max(ems(name, bold=False) for name in shown) * POINTS * POINT
    high, low = max(0, *map(max, totals)), min(0, *map(min, totals))

    def point(place: int, total: int) -> tuple[float, float]:
        x = left + (right - left) * place / (len(totals) - 1)
        return x, 3 + (tall - 6) * (high - total) / (high - low)

    marks = sorted({high, 0, low})
    rules = "".join(f"M{left} {point(0, mark)[1]:.2f}H{right:.2f}" for mark in marks)
    strokes = [Stroke(rules, 0.15, "hair")]
    size = POINTS * POINT
    figures = [Letter(left - 1, point(0, mark)[1] + 0.35 * size, number(mark), size, "end") for mark in marks]
    ends = sorted((point(0, total)[1], name) for total, name in zip(totals[-1], shown, strict=True))
    heights = [y for y, _ in ends]
    for place in range(1, len(heights)):
        heights[place] = max(heights[place], heights[place - 1] + NEAREST)
    over = max(0.0, heights[-1] - tall + 2)
    placed = zip(heights, (name for _, name in ends), strict=True)
    texts = [Letter(right + 1.5, y - over + 0.35 * size, name, size, "start") for y, name in placed]
    for column in range(len(names)):
        points = [point(place, row[column]) for place, row in enumerate(totals)]
        path = f"M{points[0][0]:.2f} {points[0][1]:.2f}" + "".join(f"L{x:.2f} {y:.2f}" for x, y in points[1:])
        strokes.append(Stroke(path, 0.5, dash=DASHES[column % len(DASHES)]))
    return LineArt(gettext("Évolution des totaux"), width, tall, tuple(strokes), (*figures, *texts))
