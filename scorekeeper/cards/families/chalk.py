"""Strokes as a hand chalks them on a slate: SVG path data, the same on every page and on paper.

A checksum of its name gives the unevenness of a stroke, so it keeps its look.
"""

import itertools
import zlib
from collections.abc import Sequence

Point = tuple[int, int]


def wobble(name: str, number: int, reach: int) -> int:
    """An unevenness between −reach and reach that depends on nothing but its name."""
    return zlib.crc32(f"{name}/{number}".encode()) % (2 * reach + 1) - reach


def straight(name: str, start: Point, end: Point, uneven: int) -> list[Point]:
    """A stroke from one place to another, with a hand's unevenness across its course."""
    upright = abs(end[1] - start[1]) > abs(end[0] - start[0])
    course = [start]
    for step in range(1, 5):
        off = wobble(name, step + 10, uneven)
        x, y = (begin + (goal - begin) * step // 5 for begin, goal in zip(start, end, strict=True))
        course.append((x + off, y) if upright else (x, y + off))
    return [*course, end]


def path(course: Sequence[Point]) -> str:
    """A smooth path through the middles between the points of a course."""
    (x, y), *rest = course
    curves = "".join(
        f"Q{x1} {y1} {(x1 + x2) // 2} {(y1 + y2) // 2}" for (x1, y1), (x2, y2) in itertools.pairwise(rest)
    )
    return f"M{x} {y}{curves}L{rest[-1][0]} {rest[-1][1]}"


def fitting(text: str, size: int, room: int) -> int:
    """The size in which a text keeps to its room, `size` at most."""
    return min(size, 19 * room // (10 * len(text) or 1))
