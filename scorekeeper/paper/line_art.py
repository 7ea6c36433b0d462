"""The QR code that leads from paper back to the app, as line art."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby

import segno

from scorekeeper.cards.game_api.sheet import LineArt, Stroke


def code(address: str, title: str, size: float) -> LineArt:
    """A QR code of an address, `size` mm wide."""
    path, side = code_path(address)
    return LineArt(title, size, size, (Stroke(path, 1),), units=side / size)


@lru_cache(maxsize=1024)
def code_path(address: str) -> tuple[str, int]:
    """The dark squares of a QR code as path data, and how many squares it has on a side.

    Each run of dark squares is one line, to be drawn one square thick: a fifth of the commands that outlines would take. The mask
    is the first: finding the best takes a hundred times as long as anything that is done with the code.
    """
    matrix = segno.make(address, error="m", micro=False, mask=0).matrix
    return "".join(_runs(matrix)), len(matrix)


def _runs(matrix: Sequence[Sequence[int]]) -> Iterator[str]:
    for y, row in enumerate(matrix):
        x = 0
        for dark, run in groupby(module & 1 for module in row):
            length = len(tuple(run))
            if dark:
                yield f"M{x} {y}.5h{length}"
            x += length
