"""Hand-drawn chalk strokes as SVG path data, identical on screen and on paper.

The unevenness of a stroke is derived from a checksum of its name.
"""

import itertools
import zlib
from collections.abc import Sequence

Point = tuple[int, int]


def wobble(name: str, number: int, reach: int) -> int:
    """Return a fixed offset from −reach to reach for a name and number."""
    return zlib.crc32(f"{name}/{number}".encode()) % (2 * reach + 1) - reach


def straight(name: str, start: Point, end: Point, uneven: int) -> list[Point]:
    """Return the points of a stroke from `start` to `end`, with offsets of up to `uneven` across its direction."""
    upright = abs(end[1] - start[1]) > abs(end[0] - start[0])
    course = [start]
    for step in range(1, 5):
        off = wobble(name, step + 10, uneven)
        x, y = (begin + (goal - begin) * step // 5 for begin, goal in zip(start, end, strict=True))
        course.append((x + off, y) if upright else (x, y + off))
    return [*course, end]


def path(course: Sequence[Point]) -> str:
    """Return a smooth SVG path from the first point to the last, through the midpoints between the others."""
    (x, y), *rest = course
    curves = "".join(
        f"Q{x1} {y1} {(x1 + x2) // 2} {(y1 + y2) // 2}" for (x1, y1), (x2, y2) in itertools.pairwise(rest)
    )
    return f"M{x} {y}{curves}L{rest[-1][0]} {rest[-1][1]}"


def fitting(text: str, size: int, room: int) -> int:
    """Return the font size at which a text fits into `room`, `size` at most."""
    return min(size, 19 * room // (10 * len(text) or 1))
