"""Poster of a ranking, with names as large as possible, the first three larger, and prizes."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.paper.posters import pages as placed
from scorekeeper.paper.posters.names import GAP, NOTE, ROW, RULE, TITLE, USUAL_MM, usual
from scorekeeper.paper.text import ems

SIZES = (14.0, 12.0, 10.0, 9.0, 8.2, 7.4, 6.8, 6.3, 5.8, 5.3, 4.8, 4.3, 3.8)
"""Font sizes of a name in mm; the least is 11 points."""
FIRST, FIRST_SHARE = 3, 1.6
"""Number of larger lines at the head of the first page, and their factor."""
AIRY = 1.35
STAGE_SHARE, LEAST_HEAD = 0.6, 2.5
"""Factor of the size of the stage reached, where other rounds are hidden; least font size of a heading, seven points."""
PRIZE, MEMBERS = 0.3, 0.55
"""Largest share of the width for prizes, and for the members of a team."""


Widths = tuple[float, ...]


@dataclass(frozen=True, kw_only=True)
class RankedLine:
    """One line of the poster as text; `rounds` has one text each, `prize` is the last column."""

    rank: str
    name: str
    rounds: tuple[str, ...]
    total: str
    prize: str

    @property
    def cells(self) -> tuple[str, ...]:
        return (self.rank, self.name, *self.rounds, self.total, self.prize)


@dataclass(frozen=True)
class _Shape:
    """Layout of the poster: a font size and a number of columns side by side."""

    size: float
    across: int
    widths: Widths
    """Widths of rank, name, each round, total and prize; 0 for hidden ones."""
    first: float
    """Height of the larger first lines with their heading."""
    free: float

    @property
    def row(self) -> float:
        return ROW * self.size + RULE

    @property
    def head_size(self) -> float:
        return min(max(0.5 * self.size, LEAST_HEAD), 4.0)

    def down(self, number: int) -> int:
        """Return the number of rows in a column of page `number` (from 1), at least one."""
        return max(1, math.floor((self.free - self.size - (0.0 if number > 1 else self.first)) / self.row))

    def pages(self, lines: int) -> int:
        """Return the number of pages for `lines` lines below the larger ones."""
        return 1 + max(0, -(-(lines - self.across * self.down(1)) // (self.across * self.down(2))))


def ranking_pages(
    title: str,
    heads: Sequence[str],
    lines: Sequence[RankedLine],
    *,
    notes: Sequence[str],
    paper: placed.PosterSize,
    first: int = FIRST,
    end: float = PRIZE,
    kept: int = 0,
) -> list[placed.PosterPage]:
    """Return the pages of a ranking poster. The `first` lines are larger if others follow; `end` limits the last column's share.

    The last `kept` rounds, such as the stage reached in the knock-out, are shown even if there is no room for the others.
    """
    room = placed.Room.of(paper, landscape=False)
    foot = placed.prose_height(notes, NOTE, room.width) if notes else 0.0
    large = lines[:first] if len(lines) > first else ()
    rest = lines[len(large) :]
    shape = _best(room, lines, heads, foot, large=len(large), end=end, kept=kept)
    count = shape.pages(len(rest))
    pages, left = [], list(rest)
    for number in range(1, count + 1):
        mark = placed.page_number(number, count) if count > 1 else ""
        items, rule = placed.head(title, mark, room, TITLE, again=number > 1)
        top = placed.HEAD * TITLE
        if number == 1 and large:
            size = FIRST_SHARE * shape.size
            widths = _widths(large, heads, size, room.width, end=end, kept=kept)
            items.append(_listing(large, heads, widths, (0, top), size, row=ROW * size, head=shape.head_size))
            top += shape.first
        down = min(shape.down(number), -(-len(left) // shape.across))
        row = min(AIRY * shape.row, (shape.free - shape.size - (top - placed.HEAD * TITLE)) / max(1, down))
        for column in range(shape.across):
            here, left = left[:down], left[down:]
            x = column * (sum(shape.widths) + GAP)
            if here:
                corner, size = (x, top), shape.size
                items.append(_listing(here, heads, shape.widths, corner, size, row=row, head=shape.head_size))
        if number == count and notes:
            items.append(placed.Prose(0, room.height - foot, room.width, tuple(notes), NOTE))
        pages.append(placed.PosterPage(tuple(items), (rule,)))
    return pages


def _best(
    room: placed.Room,
    lines: Sequence[RankedLine],
    heads: Sequence[str],
    foot: float,
    *,
    large: int,
    end: float,
    kept: int,
) -> _Shape:
    """Return the layout with the fewest pages, then the largest size, then the fewest columns."""
    free, scale = room.height - placed.HEAD * TITLE - foot - 2, room.width / USUAL_MM

    def shape(usual_mm: float, across: int) -> _Shape | None:
        """Return the layout of a size and a number of columns; `None` if most names do not fit, except for the smallest in one column.

        Two columns show the totals beside the names, and of the rounds only those `kept`.
        """
        size = usual_mm * scale
        width = (room.width - GAP * (across - 1)) / across
        widths = _widths(
            lines, heads, size, width, end=end, kept=len(lines[0].rounds) if across == 1 else kept
        )
        names = (ems(line.name, bold=False) * size for line in lines)
        if (usual_mm > SIZES[-1] or across > 1) and widths[1] < usual(names) + 1.2:
            return None
        first = large * ROW * FIRST_SHARE * size + 2 * size if large else 0.0
        return _Shape(size, across, widths, first, free)

    shapes = [tried for size in SIZES for across in (1, 2) if (tried := shape(size, across))]
    rest = len(lines) - large
    fewest = min(shape.pages(rest) for shape in shapes)
    return next(shape for shape in shapes if shape.pages(rest) == fewest)


def _widths(
    lines: Sequence[RankedLine], heads: Sequence[str], size: float, width: float, *, end: float, kept: int
) -> Widths:
    """Return the widths of the columns of some lines with the last `kept` rounds; names get the rest of the width.

    Where other rounds are hidden, those kept are smaller than name and total.
    """
    columns = zip(*(line.cells for line in lines), strict=True)
    wide = [(max(map(ems, texts)) + 0.9) * size if any(texts) else 0.0 for texts in columns]
    hidden = len(wide) - 4 - kept
    if hidden:
        wide[2:-2] = [0.0] * hidden + [STAGE_SHARE * each for each in wide[2 + hidden : -2]]
    least = (ems(head, bold=False) * LEAST_HEAD + 1.3 for head in heads)
    wide = [max(each, need) if each else 0.0 for each, need in zip(wide, least, strict=True)]
    left = 0.75 * width - sum((wide[0], *wide[2:-1]))
    wide[-1] = min(wide[-1], end * width, max(left, PRIZE / 2 * width))
    wide[1] = max(width / 4, width - sum(wide) + wide[1])
    return tuple(wide)


def _listing(
    lines: Sequence[RankedLine],
    heads: Sequence[str],
    widths: Sequence[float],
    corner: tuple[float, float],
    size: float,
    *,
    row: float,
    head: float,
) -> placed.Listing:
    """Return a table of some lines, each column in the largest font size that fits."""
    shown = [(place, width) for place, width in enumerate(widths) if width]
    sizes = (placed.size_in(heads[place], width - 1.2, head, bold=False) for place, width in shown)
    own = {
        place: min(placed.size_in(line.cells[place], width - 1.2, size) for line in lines)
        for place, width in shown
    }
    return placed.Listing(
        x=corner[0],
        y=corner[1],
        widths=tuple(width for _, width in shown),
        heads=tuple(heads[place] for place, _ in shown),
        rows=tuple(tuple(_cells(line, shown, own, size, row)) for line in lines),
        size=round(size, 2),
        head_mm=1.5 * head,
        row_mm=row - RULE,
        head_size=round(min(sizes), 2),
        ranked=True,
    )


def _cells(
    line: RankedLine, shown: Sequence[tuple[int, float]], sizes: Mapping[int, float], size: float, row: float
) -> Iterator[tuple[str, float]]:
    """Yield text and size of a line's cells: the size of the column (`sizes`), or, for name and prize, one that fits."""
    for place, width in shown:
        text = line.cells[place]
        if place in {1, len(line.cells) - 1} and text:
            parts, own = placed.set_name(text, width - 1.4, row - RULE, size, bold=place != 1)
            yield "\n".join(parts), own
        else:
            yield text, sizes[place]
