"""Line art: QR codes of addresses in the app, and the chart of a finished partie.

The chart (*course*) has the running totals of each player as a curve, with the name at its end.
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
"""Number at the end of an address, as its last path segment."""


def code(address: str, title: str, size: float) -> LineArt:
    """Return the QR code of an address, `size` mm wide."""
    path, side = code_path(address)
    return LineArt(title, size, size, (Stroke(path, 1),), units=side / size)


@lru_cache(maxsize=1024)
def code_path(address: str) -> tuple[str, int]:
    """Return the dark modules of a QR code as SVG path data, and the number of modules on a side.

    Each horizontal run of dark modules is one line of width 1, which takes a fifth of the commands of outlines.
    """
    squares, side = _squares(address)
    rows = (f"{squares:0{side * side}b}"[at : at + side] for at in range(0, side * side, side))
    runs = ((y, *run.span()) for y, row in enumerate(rows) for run in re.finditer("1+", row))
    return "".join(f"M{start} {y}.5h{end - start}" for y, start, end in runs), side


def _squares(address: str) -> tuple[int, int]:
    """Return the modules of a QR code as bits, row by row, 1 for dark, and their number on a side.

    Byte-mode codes with the same mask are linear: the code of an address that ends in a number is that of the address with zeros,
    XORed with the difference that each digit makes. So the codes of many players' pages are made fast.
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
    # Always the first mask: choosing the best takes a hundred times as long as all other work on the code.
    matrix = segno.make(address, error="m", micro=False, mask=0).matrix
    return int("".join(str(square & 1) for row in matrix for square in row), 2), len(matrix)


FEWEST = 2
"""Least number of lines for which a chart is drawn."""
LABEL_MM, EDGE_MM = 44.0, 10.0
"""Largest width of the names, and width of the figures at the left."""
POINTS = 8.0
NEAREST = 3.6
"""Least distance of two names, in mm."""
DASHES = ("", "3 1.2", "0.9 0.9", "5 1 1 1", "1.8 0.7", "6 2.4")


def course(request: SheetRequest) -> Callable[[float, float], LineArt] | None:
    """Return a function from width and height in mm to the chart; `None` for an unfinished partie, few lines or equal totals."""
    lines = [line.marked for line in request.lines if line.marked is not None]
    names = parts.camp_names(request) if request.table.camps else request.table.players
    names = names if all(names) else tuple("AB")
    if not (request.over and request.played) or len(lines) < FEWEST:
        return None
    totals = [request.played.opening.totals, *(marked.after.totals for marked in lines)]
    if {len(row) for row in totals} != {len(names)} or max(map(max, totals)) == min(map(min, totals)):
        return None
    return partial(_drawing, names, totals)


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
