"""Lists on the wall, all in one layout: ranking, teams, knock-out, prizes. A list has one font size, as large as its pages allow."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

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
    texts: tuple[str, ...]
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


def list_pages(made: WallList, paper: placed.PosterSize) -> list[placed.PosterPage]:
    """Return the pages of a list."""
    shape = _best(made, paper)
    count = -(-len(made.parts(shape.down)) // shape.across)
    parts = made.even(shape.down, count * shape.across)
    tallest = max(map(len, parts))
    airy = AIRIEST if made.least_row else AIRY
    row = min(airy * shape.row, (shape.free - 1.5 * shape.head_size) / tallest)
    pages = []
    for number in range(1, count + 1):
        mark = placed.page_number(number, count) if count > 1 else ""
        items, rule = placed.head(made.title, mark, shape.room, TITLE, again=number > 1)
        for place, lines in enumerate(parts[(number - 1) * shape.across : number * shape.across]):
            items.append(_listing(made, lines, shape, place * (sum(shape.widths) + GAP), row))
        if number == count and made.notes:
            foot = placed.prose_height(made.notes, NOTE, shape.room.width)
            items.append(placed.Prose(0, shape.room.height - foot, shape.room.width, made.notes, NOTE))
        pages.append(placed.PosterPage(tuple(items), (rule,), shape.room.landscape))
    return pages


def _best(made: WallList, paper: placed.PosterSize) -> _Shape:
    """Return the layout with the fewest pages, then the largest size, then the fewest columns."""
    upright, turned = (placed.Room.of(paper, landscape=landscape) for landscape in (False, True))
    usual_ways = [(upright, 1, ROW), (upright, 1, TALL), (upright, 1, DOUBLE), (upright, 2, ROW)]
    for sizes, ways in ((SIZES[:USUAL_SIZES], usual_ways), (SIZES, [(turned, 1, ROW)])):
        tries = (_shape(made, room, size, split) for size in sizes for room, *split in ways)
        if shapes := [shape for shape in tries if shape.fits]:
            counts = [-(-len(made.parts(shape.down)) // shape.across) for shape in shapes]
            return shapes[counts.index(min(counts))]
    return _shape(made, turned, SIZES[-1], (1, ROW))


def _shape(made: WallList, room: placed.Room, usual_mm: float, split: Sequence[float]) -> _Shape:
    """Return the layout of a font size for A4.

    `split` has the number of columns side by side, and the height of a row as a multiple of the font size.
    """
    across, high = int(split[0]), split[1]
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


def _listing(made: WallList, lines: range, shape: _Shape, x: float, row: float) -> placed.Listing:
    """Return the table of these `lines` of a list, its left edge at `x` mm, with rows of `row` mm."""
    sizes = (
        placed.size_in(
            column.heading, width - (PROSE_PAD if column.prose else PAD), shape.head_size, bold=False
        )
        for column, width in zip(shape.shown, shape.widths, strict=True)
    )
    most = _column_sizes(shape, row)
    return placed.Listing(
        x=x,
        y=placed.HEAD * TITLE,
        widths=shape.widths,
        heads=tuple(column.heading for column in shape.shown),
        rows=tuple(tuple(_cells(line, shape, row, most)) for line in lines),
        size=round(shape.size, 2),
        head_mm=1.5 * shape.head_size,
        row_mm=row - RULE,
        head_size=round(min(sizes), 2),
        ranked=True,
        prose=frozenset(place for place, column in enumerate(shape.shown) if column.prose),
        strong=frozenset(line - lines.start for line in made.strong if line in lines),
    )


def _cells(line: int, shape: _Shape, row: float, most: Sequence[float]) -> Iterator[tuple[str, float]]:
    """Yield text and size of a line's cells: the size of its column, `most`, or for prose, one that fits."""
    for column, width, size in zip(shape.shown, shape.widths, most, strict=True):
        text = column.texts[line]
        if column.prose and text:
            parts, own = placed.set_name(text, width - PROSE_PAD, row - RULE, size)
            if (fitting := int(row / (own * LEADING))) < len(parts):
                rest = cut(" ".join(parts[fitting - 1 :]), (width - PROSE_PAD) / own)
                parts = (*parts[: fitting - 1], rest)
            yield "\n".join(parts), own
        else:
            yield text, round(min(size, placed.size_in(text, width - PAD, size)), 2)


def _column_sizes(shape: _Shape, row: float) -> list[float]:
    """Return the font size of each column: that of the list, or of prose other than names, one in which most of its texts fit."""
    name = next(place for place, column in enumerate(shape.shown) if column.prose)
    sizes = []
    for place, (column, width) in enumerate(zip(shape.shown, shape.widths, strict=True)):
        fitting = [shape.size]
        if column.prose and place != name:
            fitting = [
                placed.set_name(text, width - PROSE_PAD, row - RULE, shape.size)[1]
                for text in column.texts
                if text
            ]
        sizes.append(-usual(-size for size in fitting))
    return sizes


def columns_of(
    headings: Sequence[tuple[str, bool]], lines: Sequence[Sequence[str]]
) -> tuple[WallColumn, ...]:
    """Return columns from their headings, each with whether it is prose, and lines of cells."""
    columns = zip(*lines, strict=True) if lines else ((),) * len(headings)
    return tuple(
        WallColumn(head, tuple(texts), prose) for (head, prose), texts in zip(headings, columns, strict=True)
    )
