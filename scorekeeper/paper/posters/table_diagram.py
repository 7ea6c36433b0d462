"""A table seen from above: its number, and who sits where around it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.i18n import gettext
from scorekeeper.kit.sheet import Stroke
from scorekeeper.paper.posters.pages import PlacedText, name_in, size_in
from scorekeeper.paper.text import LEADING

PAD = 1.5
"""Free space between a name and whatever is beside it."""
BOARD = (0.42, 0.36)
"""The board's share of the picture's height, and at most of its width."""
NAME = 0.165
"""Largest size of a name as a share of the picture's height."""
SQUARE = 4
"""Players of a table that has a player on each side."""


@dataclass(frozen=True)
class Box:
    """A rectangle."""

    x: float
    y: float
    width: float
    height: float


Spot = tuple[str, int, int]
"""A side, and which place of how many there, from the left or the top."""


@dataclass(frozen=True)
class Ring:
    """The picture of one table."""

    strokes: tuple[Stroke, ...]
    texts: tuple[PlacedText, ...]


def around(count: int) -> tuple[int, int, int, int]:
    """How many sit at the top, at the right, at the bottom and at the left; they play clockwise from the top left."""
    if count < SQUARE:
        return (1, 0, count - 1, 0)
    if count == SQUARE:
        return (1, 1, 1, 1)
    long = count - 2
    return (-(-long // 2), 1, long // 2, 1)


def ring(number: int, names: Sequence[str], box: Box, *, lots: bool = False) -> Ring:
    """A table with its names.

    Args:
        number: of the table.
        names: who sits there, in order of play; one at least.
        box: where it is drawn.
        lots: whether each seat bears its lot; of table t they are 4t-3 at the top, 4t-2 at the right and so on.
    """
    high = BOARD[0] * box.height
    board_width = min(BOARD[1] * box.width, 2.0 * high)
    board = Box(box.x + (box.width - board_width) / 2, box.y + (box.height - high) / 2, board_width, high)
    frame = _rectangle(Box(box.x, box.y, box.width, box.height), 0.2, "pale")
    texts: list[PlacedText] = _middle(number, board)
    for place, spot in enumerate(_sides(len(names)), 1):
        lot = gettext("lot %(lot)s", lot=SQUARE * (number - 1) + place) if lots else ""
        texts += _seat(spot, place, lot, board)
        texts += _named(names[place - 1], spot, box, board)
    return Ring((frame, _rectangle(board, 0.6, "ink")), tuple(texts))


def _rectangle(box: Box, width: float, tone: str) -> Stroke:
    return Stroke(f"M{box.x:.2f} {box.y:.2f}h{box.width:.2f}v{box.height:.2f}h-{box.width:.2f}z", width, tone)


def _sides(count: int) -> list[Spot]:
    """For each place in order of play where it is."""
    top, right, bottom, left = around(count)
    return [
        *(("top", index, top) for index in range(top)),
        *(("right", index, right) for index in range(right)),
        *(("bottom", index, bottom) for index in reversed(range(bottom))),
        *(("left", index, left) for index in reversed(range(left))),
    ]


def _middle(number: int, board: Box) -> list[PlacedText]:
    """The number of the table, large, its word over it."""
    word, size = gettext("table"), 0.36 * board.height
    small = 0.11 * board.height
    top = board.y + (board.height - (size + small) * LEADING) / 2
    width = 0.44 * board.width
    left = board.x + (board.width - width) / 2
    return [
        PlacedText(left, top, width, word, size_in(word, width, small), bold=False),
        PlacedText(
            left, top + small * LEADING, width, str(number), size_in(str(number), width, size), tag="h2"
        ),
    ]


def _seat(spot: Spot, place: int, lot: str, board: Box) -> list[PlacedText]:
    """The number of a place on the board's edge, with its lot."""
    side, share = spot[0], (spot[1] + 0.5) / spot[2]
    size = 0.15 * board.height
    small = 0.115 * board.height
    line = size * LEADING
    if side in {"top", "bottom"}:
        width = board.width / 2
        y = board.y + 0.4 if side == "top" else board.y + board.height - line - 0.4
        word = f"{place} · {lot}" if lot else str(place)
        return [
            PlacedText(
                board.x + share * board.width - width / 2, y, width, word, size if not lot else small * 1.15
            )
        ]
    width = 0.27 * board.width
    edge = 0.04 * board.width
    x = board.x + edge if side == "left" else board.x + board.width - width - edge
    align = "left" if side == "left" else "right"
    high = line + (small * LEADING if lot else 0)
    y = board.y + share * board.height - high / 2
    found = [PlacedText(x, y, width, str(place), size, align)]
    if lot:
        found.append(PlacedText(x, y + line, width, lot, size_in(lot, width, small), align))
    return found


def _named(name: str, spot: Spot, box: Box, board: Box) -> list[PlacedText]:
    side, index, of = spot
    most = NAME * box.height
    if side in {"top", "bottom"}:
        width = box.width / of
        high = (box.height - board.height) / 2 - PAD
        y = box.y + PAD / 2 if side == "top" else board.y + board.height + PAD / 2
        return name_in(name, (box.x + index * width + PAD, y, width - 2 * PAD, high), most)
    width = (box.width - board.width) / 2 - 2 * PAD
    high = (board.height + PAD) / of
    x = box.x + PAD if side == "left" else board.x + board.width + PAD
    y = board.y - PAD / 2 + index * high
    return name_in(name, (x, y, width, high), most)
