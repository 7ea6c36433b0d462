"""Lists on the wall, all in one layout: ranking, teams, knock-out, prizes. A list has one font size, as large as its pages allow."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any

from scorekeeper.paper.posters import pages as placed
from scorekeeper.paper.posters.names import GAP, NOTE, ROW, RULE, TITLE, USUAL_MM, usual
from scorekeeper.paper.text import LEADING, cut, ems, longest

SIZES = (14.0, 12.0, 10.0, 9.0, 8.2, 7.4, 6.8, 6.3, 5.8, 5.3, 4.8, 4.3, 3.8, 3.3, 2.9, placed.LEAST_MM)
"""Font sizes of a list in mm. The last three are for columns that fit in no other."""
USUAL_SIZES = 13
TALL, DOUBLE = 1.6, 2.1 * LEADING
"""Heights of a row with small prose in two lines, and with names in two, as multiples of the font size."""
AIRY, AIRIEST = 1.35, 2.5
"""Largest factors by which rows are stretched: to be read, and to be signed."""
PAD, PROSE_PAD = 1.2, 2.8
"""Free space beside the text of a cell in mm."""
PRIZE = 0.3
"""Largest share of the width for prose other than the names; half of it if names beside it, in two columns, need the rest."""
SMALLER = 0.6
"""Least font size of such prose as a multiple of that of its list."""


@dataclass(frozen=True)
class WallColumn:
    """A column of a list; one without texts is left out, unless it is to be written in."""

    heading: str
    texts: tuple[str, ...] = ()
    prose: bool = False
    """Whether its texts are left-aligned, and broken into lines to fit. The first such column has the names."""
    spare: bool = False
    """Whether it is left out if that saves pages."""
    written: float = 0.0
    """Share of the width of a column to write in."""


@dataclass(frozen=True, kw_only=True)
class WallList:
    """A list: title, columns, and the notes below it."""

    title: str
    columns: tuple[WallColumn, ...]
    notes: tuple[str, ...] = ()
    strong: frozenset[int] = frozenset()
    """Indices of the lines in bold."""
    grouped: bool = False
    """Whether a strong line and those that follow it stay in one column."""
    least_row: float = 0.0
    """Least height of a row in mm."""

    @property
    def lines(self) -> tuple[tuple[str, ...], ...]:
        return tuple(zip(*(column.texts for column in self.columns), strict=True))

    @property
    def count(self) -> int:
        return len(self.columns[0].texts)

    def parts(self, down: int) -> list[range]:
        """Divide the lines into parts of at most `down`."""
        parts, start = [], 0
        while start < self.count:
            end = min(start + down, self.count)
            if self.grouped and end < self.count:
                end = max((line for line in self.strong if start < line <= end), default=end)
            parts.append(range(start, end))
            start = end
        return parts

    def even(self, down: int, most: int) -> list[range]:
        """Divide the lines into at most `most` parts, as short as possible, of at most `down`."""
        every = (self.parts(lines) for lines in range(-(-self.count // most), down))
        heads = self.strong if self.grouped else range(self.count)
        even = (parts for parts in every if len(parts) <= most and all(part.start in heads for part in parts))
        return next(even, self.parts(down))


@dataclass(frozen=True)
class _Shape:
    """Layout of a list: a font size, and a number of columns side by side."""

    made: WallList
    room: placed.Room
    size: float
    across: int
    shown: tuple[WallColumn, ...]
    widths: tuple[float, ...]
    free: float
    """Height of a page that is free for rows, in mm."""
    row: float
    fits: bool
    """Whether most names and prizes have this size."""

    @property
    def head_size(self) -> float:
        return min(max(0.5 * self.size, placed.LEAST_MM), 4.0)

    @property
    def down(self) -> int:
        """Number of rows in a column, at least one."""
        return max(1, math.floor((self.free - 1.5 * self.head_size) / self.row))

    @property
    def pages(self) -> int:
        return -(-len(self.made.parts(self.down)) // self.across)


def list_pages(made: WallList, paper: placed.PosterSize) -> list[placed.PosterPage]:
    """Return the pages of a list."""
    shape = _best(made, paper)
    parts = made.even(shape.down, shape.pages * shape.across)
    tallest = max(map(len, parts))
    airy = AIRIEST if made.least_row else AIRY
    row = min(airy * shape.row, (shape.free - 1.5 * shape.head_size) / tallest)
    cells = list(zip(*_columns(shape, row), strict=True))
    pages: list[list[placed.Item]] = [[] for _ in range(shape.pages)]
    for at, lines in enumerate(parts):
        number, place = divmod(at, shape.across)
        pages[number].append(_listing(shape, cells, lines, place * (sum(shape.widths) + GAP), row))
    if made.notes:
        foot = placed.prose_height(made.notes, NOTE, shape.room.width)
        pages[-1].append(placed.Prose(0, shape.room.height - foot, shape.room.width, made.notes, NOTE))
    return placed.headed(made.title, shape.room, TITLE, [("", items, ()) for items in pages])


def _best(made: WallList, paper: placed.PosterSize) -> _Shape:
    """Return the layout with the fewest pages, then the largest size, then the fewest columns."""
    upright, turned = (placed.Room.of(paper, landscape=landscape) for landscape in (False, True))
    usual_ways = [(upright, 1, ROW), (upright, 1, TALL), (upright, 1, DOUBLE), (upright, 2, ROW)]
    for sizes, ways in ((SIZES[:USUAL_SIZES], usual_ways), (SIZES, [(turned, 1, ROW)])):
        tries = (_shape(made, size, *way) for size in sizes for way in ways)
        if shapes := [shape for shape in tries if shape.fits]:
            return min(shapes, key=lambda shape: shape.pages)
    return _shape(made, SIZES[-1], turned, 1, ROW)


def _shape(made: WallList, usual_mm: float, room: placed.Room, across: int, high: float) -> _Shape:
    """Return the layout of a font size for A4, with rows of `high` times that size."""
    size = max(placed.LEAST_MM, usual_mm * (room.height if room.landscape else room.width) / USUAL_MM)
    row = max(high * size + RULE, made.least_row)
    width = (room.width - GAP * (across - 1)) / across
    shown = [column for column in made.columns if any(column.texts) or column.written]
    shown = [column for column in shown if across == 1 or not column.spare]
    name, *others = (place for place, column in enumerate(shown) if column.prose)
    widths = [max(_needed(column, size, row), column.written * width) for column in shown]
    left = width - sum(each for at, each in enumerate(widths) if at not in others)
    for place in others:
        least = min(PRIZE / across * width, _needed(shown[place], size, row, SMALLER))
        most = min(PRIZE * width, max(least, left / len(others)))
        word = max(map(longest, shown[place].texts), default=0.0) * placed.LEAST_MM + PROSE_PAD
        widths[place] = max(min(widths[place], most), word, shown[place].written * width)
    widths[name] = max(width / 4, width - sum(widths) + widths[name])
    # A name that is too long for a line of seven points has two.
    prose = {place: widths[place] - PROSE_PAD for place in (name, *others)}
    two = any(ems(text) * placed.LEAST_MM > mm for place, mm in prose.items() for text in shown[place].texts)
    row = max(row, two * 2 * LEADING * placed.LEAST_MM + RULE)
    fits = (
        mm >= _prose(shown[place].texts, size, row, 1.0 if place == name else SMALLER)
        for place, mm in prose.items()
    )
    foot = placed.prose_height(made.notes, NOTE, room.width) if made.notes else 0.0
    return _Shape(
        made=made,
        room=room,
        size=size,
        across=across,
        shown=tuple(shown),
        widths=tuple(widths),
        free=room.height - placed.HEAD * TITLE - foot - 2,
        row=row,
        fits=all(fits) and sum(widths) <= width + 0.01,
    )


def _needed(column: WallColumn, size: float, row: float, least: float = 1.0) -> float:
    """Return the width in mm for a column's heading of seven points, and for its texts: of prose most, see `_prose`."""
    if column.prose:
        pad = PROSE_PAD
        wide = _prose(tuple(filter(None, column.texts)), size, row, least) + pad
    else:
        widest, pad = max(map(ems, column.texts), default=0.0), PAD
        wide = widest * size + max(pad, 0.8 * size) if widest else 0.0
    return max(wide, ems(column.heading, bold=False) * placed.LEAST_MM + pad + 0.1)


def _prose(texts: tuple[str, ...], size: float, row: float, least: float) -> float:
    """Return the width in mm of most texts in rows of `row` mm.

    They may have several lines, in a font size of at least `least` times `size`.
    """
    sizes = (min(size, (row - RULE) / (LEADING * count)) for count in range(1, placed.MOST_LINES + 1))
    own = [
        (count, mm) for count, mm in enumerate(sizes, 1) if mm >= max(0.999 * least * size, placed.LEAST_MM)
    ]
    return min(_ems_in(texts, count) * mm for count, mm in own)


@lru_cache(maxsize=64)
def _ems_in(texts: tuple[str, ...], count: int) -> float:
    """Return the width in em that suffices for most of the texts (see `usual`), each in at most `count` lines."""
    return usual(min(max(map(ems, parts)) for parts in placed.broken(text, count)) for text in texts)


def _listing(shape: _Shape, cells: Sequence[Any], lines: range, x: float, row: float) -> placed.Listing:
    """Return the table of some `lines` of a list, its left edge at `x` mm, with rows of `row` mm."""
    heads = tuple(column.heading for column in shape.shown)
    pads = (PROSE_PAD if column.prose else PAD for column in shape.shown)
    rooms = zip(heads, shape.widths, pads, strict=True)
    sizes = (placed.size_in(head, width - pad, shape.head_size, bold=False) for head, width, pad in rooms)
    return placed.Listing(
        x=x,
        y=placed.HEAD * TITLE,
        widths=shape.widths,
        heads=heads,
        rows=tuple(cells[lines.start : lines.stop]),
        size=round(shape.size, 2),
        head_mm=1.5 * shape.head_size,
        row_mm=row - RULE,
        head_size=min(sizes),
        ranked=True,
        prose=frozenset(place for place, column in enumerate(shape.shown) if column.prose),
        strong=frozenset(line - lines.start for line in shape.made.strong if line in lines),
    )


def _columns(shape: _Shape, row: float) -> Iterator[list[tuple[str, float]]]:
    """Yield text and size of each column's cells: the size of the list, or a smaller one that fits.

    Prose other than names has at most a size in which most of its texts fit.
    """
    named = False
    for column, width in zip(shape.shown, shape.widths, strict=True):
        if not column.prose:
            yield [(text, placed.size_in(text, width - PAD, shape.size)) for text in column.texts]
            continue
        fit = partial(_fitted, width=width - PROSE_PAD, row=row)
        own = [-fit(text, most=shape.size)[1] for text in column.texts if text and named]
        most = -usual(own) if own else shape.size
        yield [fit(text, most=most) if text else ("", round(most, 2)) for text in column.texts]
        named = True


def _fitted(text: str, *, most: float, width: float, row: float) -> tuple[str, float]:
    """Return prose in lines and its size in mm, at most `most`; what does not fit is cut off."""
    parts, own = placed.set_name(text, width, row - RULE, most)
    if (fitting := int(row / (own * LEADING))) < len(parts):
        parts = (*parts[: fitting - 1], cut(" ".join(parts[fitting - 1 :]), width / own))
    return "\n".join(parts), own


def columns_of(heads: Sequence[WallColumn], lines: Sequence[Sequence[str]]) -> tuple[WallColumn, ...]:
    """Return columns with the texts of lines of cells."""
    cells = zip(*lines, strict=True) if lines else ((),) * len(heads)
    return tuple(replace(head, texts=tuple(texts)) for head, texts in zip(heads, cells, strict=True))
