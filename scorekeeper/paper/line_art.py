"""The QR code that leads from paper back to the app, as line art."""

import re
from functools import lru_cache

import segno

from scorekeeper.cards.game_api.sheet import LineArt, Stroke

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
    runs = (
        f"M{run.start()} {y}.5h{run.end() - run.start()}"
        for y, row in enumerate(rows)
        for run in re.finditer("1+", row)
    )
    return "".join(runs), side


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
