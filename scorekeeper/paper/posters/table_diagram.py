"""A table seen from above: its number, and who sits where around it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.i18n import gettext
from scorekeeper.kit.sheet import Stroke
from scorekeeper.paper.posters.pages import Box, PlacedText, name_in, size_in
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
class TableDiagram:
    """The picture of one table."""

    strokes: tuple[Stroke, ...]
    texts: tuple[PlacedText, ...]


@dataclass(frozen=True)
class _Spot:
    """A side of the table, and which place of how many there, from the left or the top."""

    side: str
    index: int
    count: int

    @property
    def flat(self) -> bool:
        """Whether it is at the top or the bottom."""
        return self.side in {"top", "bottom"}


def around(count: int) -> tuple[int, int, int, int]:
    """How many sit at the top, at the right, at the bottom and at the left; they play clockwise from the top left."""
    if count < SQUARE:
        return (1, 0, count - 1, 0)
    if count == SQUARE:
        return (1, 1, 1, 1)
    long = count - 2
    return (-(-long // 2), 1, long // 2, 1)


def table_diagram(number: int, names: Sequence[str], box: Box, *, lots: bool = False) -> TableDiagram:
    """A table in its box, with its names in order of play, at least one.

    With `lots` each seat bears its lot; those of table t are 4t-3 at the top, 4t-2 at the right and so on.
    """
    high = BOARD[0] * box.height
    board_width = min(BOARD[1] * box.width, 2.0 * high)
    board = Box(box.x + (box.width - board_width) / 2, box.y + (box.height - high) / 2, board_width, high)
    texts: list[PlacedText] = _middle(number, board)
    for place, (name, spot) in enumerate(zip(names, _spots(len(names)), strict=True), 1):
        lot = gettext("lot %(lot)s", lot=SQUARE * (number - 1) + place) if lots else ""
        texts += _seat(spot, place, lot, board)
        texts += _named(name, spot, box, board)
    return TableDiagram((box.outline(0.2, "pale"), board.outline(0.6, "ink")), tuple(texts))


def _spots(count: int) -> list[_Spot]:
    """Where each place is, in order of play."""
    top, right, bottom, left = around(count)
    return [
        *(_Spot("top", index, top) for index in range(top)),
        *(_Spot("right", index, right) for index in range(right)),
        *(_Spot("bottom", index, bottom) for index in reversed(range(bottom))),
        *(_Spot("left", index, left) for index in reversed(range(left))),
    ]


def _middle(number: int, board: Box) -> list[PlacedText]:
    """The number of the table, large, its word over it."""
    word, size, small = gettext("table"), 0.36 * board.height, 0.11 * board.height
    top = board.y + (board.height - (size + small) * LEADING) / 2
    width = 0.44 * board.width
    left = board.x + (board.width - width) / 2
    return [
        PlacedText(left, top, width, word, size_in(word, width, small), bold=False),
        PlacedText(
            left, top + small * LEADING, width, str(number), size_in(str(number), width, size), tag="h2"
        ),
    ]


def _seat(spot: _Spot, place: int, lot: str, board: Box) -> list[PlacedText]:
    """The number of a place on the board's edge, with its lot."""
    share = (spot.index + 0.5) / spot.count
    size, small = 0.15 * board.height, 0.115 * board.height
    line = size * LEADING
    if spot.flat:
        width = board.width / 2
        x = board.x + share * board.width - width / 2
        y = board.y + 0.4 if spot.side == "top" else board.y + board.height - line - 0.4
        return [
            PlacedText(x, y, width, f"{place} · {lot}" if lot else str(place), small * 1.15 if lot else size)
        ]
    width, edge = 0.27 * board.width, 0.04 * board.width
    x = board.x + edge if spot.side == "left" else board.x + board.width - width - edge
    y = board.y + share * board.height - (line + (small * LEADING if lot else 0)) / 2
    texts = [PlacedText(x, y, width, str(place), size, spot.side)]
    if lot:
        texts.append(PlacedText(x, y + line, width, lot, size_in(lot, width, small), spot.side))
    return texts


def _named(name: str, spot: _Spot, box: Box, board: Box) -> list[PlacedText]:
    """The name between the board and the edge of the picture."""
    if spot.flat:
        width, high = box.width / spot.count, (box.height - board.height) / 2 - PAD
        x = box.x + spot.index * width + PAD
        y = box.y + PAD / 2 if spot.side == "top" else board.y + board.height + PAD / 2
        room = Box(x, y, width - 2 * PAD, high)
    else:
        width, high = (box.width - board.width) / 2 - 2 * PAD, (board.height + PAD) / spot.count
        x = box.x + PAD if spot.side == "left" else board.x + board.width + PAD
        room = Box(x, board.y - PAD / 2 + spot.index * high, width, high)
    return name_in(name, room, NAME * box.height)
