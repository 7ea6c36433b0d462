"""Poster of the list by name: the seats of each player, in letters that a crowd can read."""

import math
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate, pairwise, product

from scorekeeper.cards.rules.names import by_surname, surname_first
from scorekeeper.i18n import gettext
from scorekeeper.paper.posters import pages as placed
from scorekeeper.paper.posters.pages import PosterSize, SeatedRound
from scorekeeper.paper.text import LEADING, ONE_LINE, cut, ems
from scorekeeper.tournaments.finals import is_final, tour_name
from scorekeeper.tournaments.model import Tournament

SIZES = (10.0, 9.0, 8.2, 7.4, 6.8, 6.3, 5.8, 5.3)
"""Font sizes of a name in mm; the least is 15 points."""
TIGHT = (4.6, 4.0, 3.4, 2.8)
"""Font sizes used when many rounds leave no room for larger ones."""
ROW = 1.34
"""Height of a row as a multiple of the font size of its name."""
OVER, UNDER = 1.05, 0.99
"""The same for the two lines of a name above its places, whose digits have no descenders."""
AIRY = 1.25
"""Largest factor by which rows are stretched if there is room."""
GAP, NARROW_GAP = 7.0, 5.0
"""Space between two columns of names; the second when names are above their places."""
RULE = 0.2
MOST_ACROSS = 3
USUAL_MM = 188.0
"""Page width for which the sizes are given; they are scaled for other papers."""
USUAL = 0.9
"""Share of the names printed in full size."""
TITLE, NOTE, FOOT = 6.2, 2.6, 4.0


def names(t: Tournament, paper: PosterSize, round_number: int | None = None) -> str:
    """Return the HTML of a tournament's list by name, for one round or all drawn ones."""
    t = placed.legible(t)
    rounds = placed.seated(t)
    title = gettext("%(name)s – par nom", name=t.name)
    if round_number is not None:
        rounds = tuple(seats for seats in rounds if seats.number == round_number)
        title = gettext("%(name)s – tour %(tour)s, par nom", name=t.name, tour=tour_name(t, round_number))
    alone = round_number is not None and is_final(t, round_number)
    everybody = (entrant.name for entrant in t.present if not alone)
    pages = name_pages(title, rounds, everybody, paper, placed.occasion(t))
    return placed.html_of_pages(title, pages, paper)


def name_pages(
    title: str, rounds: Sequence[SeatedRound], everybody: Iterable[str], paper: PosterSize, where: str = ""
) -> list[placed.PosterPage]:
    """Return pages with everybody's table and place in each round: as few as names of 15 points need, and as large as these allow.

    The names in `everybody` are listed even if they are in no round. `where` is the date and the place of the evening.
    """
    # A seat is a text: `12 · 3` for table 12 and place 3, or the word for a bye.
    seats = [
        {name: f"{table} · {place}" for name, (table, place) in played.places.items()}
        | dict.fromkeys(played.byes, gettext("exempt"))
        for played in rounds
    ]
    people = sorted({*everybody, *(name for places in seats for name in places)}, key=by_surname)
    initials = (by_surname(name)[0][:1].upper() for name in people)
    places = (tuple(here.get(name, "–") for here in seats) for name in people)
    shape = _best(list(map(_Line, map(surname_first, people), initials, places)), rounds, paper)
    # Names are distributed evenly over the pages, and over the columns of a page.
    pages = shape.folded(shape.lines, shape.pages, math.floor)
    folded = [shape.folded(here, shape.across, math.ceil) for here in pages]
    down = max(shape.high(column) for columns in folded for column in columns)
    parts = []
    for columns in folded:
        here = [line.initial for column in columns for line in column]
        letters = " – ".join((*here[:1], *here[-1:])) if len(folded) > 1 else ""
        parts.append((letters, [*_columns(columns, shape, max(1, down)), *_foot(shape, where)], ()))
    return placed.headed(title, shape.room, TITLE, parts)


@dataclass(frozen=True)
class _Line:
    """A name with its seat in each round."""

    name: str
    """Name with the surname first."""
    initial: str
    """First letter of the surname."""
    seats: tuple[str, ...]


_Lines = Sequence[_Line]


@dataclass(frozen=True)
class _Shape:
    """Layout of the list by name: font size and columns."""

    lines: _Lines
    heads: tuple[str, ...]
    room: placed.Room
    size: float
    stacked: bool = False
    """Whether the name is above its places instead of beside them."""
    across: int = 1
    cells: tuple[float, ...] = ()
    """Widths of the places; if stacked, they share the width of a column."""

    @property
    def gap(self) -> float:
        return NARROW_GAP if self.stacked else GAP

    @property
    def width(self) -> float:
        return (self.room.width - self.gap * (self.across - 1)) / self.across

    @property
    def name_mm(self) -> float:
        return self.width - sum(self.cells)

    @cached_property
    def widths(self) -> tuple[float, ...]:
        count = len(self.heads)
        return (self.width / count,) * count if self.stacked else (self.name_mm, *self.cells)

    @property
    def row(self) -> float:
        return (OVER + UNDER if self.stacked else ROW) * self.size + RULE

    @cached_property
    def head_size(self) -> float:
        columns = zip(self.heads, self.widths, strict=True)
        fitting = (placed.size_in(text, width - 1.4, self.size) for text, width in columns)
        return min(max(placed.LEAST_MM, 0.55 * self.size), *fitting)

    @property
    def free(self) -> float:
        """Height of a page that is free for rows, in mm."""
        return self.room.height - placed.HEAD * TITLE - 1.5 * self.head_size - FOOT - 1

    @cached_property
    def down(self) -> int:
        """Number of rows in a column, at least one."""
        down = math.floor(self.free / self.row)
        # A name on two lines may leave an empty row at the end of a column, and of a page.
        return max(1, down if self.high(self.lines) == len(self.lines) else down - 2)

    @property
    def pages(self) -> int:
        """Number of pages, at least one."""
        return max(1, -(-self.high(self.lines) // (self.across * self.down)))

    def high(self, lines: _Lines) -> int:
        """Return the height of some lines as a number of rows; a line with a name on several lines takes two."""
        return len(lines) + sum(len(self.set_name(line.name)[0]) > 1 for line in lines)

    def folded(self, lines: _Lines, count: int, rounding: Callable[[float], int]) -> list[_Lines]:
        """Divide lines into `count` parts of about the same height; `rounding` is applied to the ends of parts, in rows."""
        reached = list(accumulate((self.high([line]) for line in lines), initial=0))
        ends = [bisect_right(reached, rounding(part * reached[-1] / count)) - 1 for part in range(count + 1)]
        return [lines[start:end] for start, end in pairwise(ends)]

    def set_name(self, name: str) -> placed.NameLines:
        """Return the lines of a name and their size; several lines if a single one would be much smaller than the other names."""
        room = self.name_mm - 1.2
        size = placed.size_in(name, room, self.size, bold=False)
        if size >= ONE_LINE * self.size:
            return (name,), size
        return placed.set_name(name, room, 2 * LEADING * self.size, self.size, bold=False)


def _best(lines: _Lines, rounds: Sequence[SeatedRound], paper: PosterSize) -> _Shape:
    """Return the layout with the fewest pages, with places below the names only if that saves a page, in the largest size.

    Sizes under 15 points are for rounds that leave no room for larger ones.
    """
    upright, turned = (placed.Room.of(paper, landscape=landscape) for landscape in (False, True))
    scale, tours = upright.width / USUAL_MM, tuple(played.heading for played in rounds)
    ways = list(product(sorted({False, len(rounds) > 1}), (upright, turned)))
    for sizes in (SIZES, *((size,) for size in TIGHT)):
        tries = (
            _shape(lines, tours, room, size * scale, stacked=stacked)
            for size in sizes
            for stacked, room in ways
        )
        if shapes := list(filter(None, tries)):
            return min(shapes, key=lambda shape: (shape.pages, shape.stacked))
    # Last resort: one column, a third of the page for names, the rest for places.
    cells = (turned.width * 2 / 3 / max(1, len(tours)),) * len(tours)
    return _Shape(lines, (gettext("nom"), *tours), turned, TIGHT[-1] * scale, cells=cells)


def _shape(
    lines: _Lines, tours: tuple[str, ...], room: placed.Room, size: float, *, stacked: bool
) -> _Shape | None:
    """Return the layout of a font size with as many columns as the names fill; `None` if not even one fits."""
    # Most names fit, of at least 30 mm at 15 points.
    names = [ems(line.name, bold=False) * size + 2 for line in lines]
    name = max(30.0 * size / 5.3, usual(names))
    cells: tuple[float, ...] = ()
    seats = [[line.seats[place] for line in lines if "·" in line.seats[place]] for place in range(len(tours))]
    if stacked:
        widest = usual(_near_ems(text) * size for here in seats for text in here)
        least = max(name, len(tours) * (widest + 0.3 * size))
    else:
        cells = tuple((max(map(ems, here)) + 0.8 if here else 3.6) * size for here in seats)
        least = name + sum(cells)
    shape = _Shape(lines, tours if stacked else (gettext("nom"), *tours), room, size, stacked, cells=cells)
    across = min(MOST_ACROSS, math.floor((room.width + shape.gap) / (least + shape.gap)))
    if not across:
        return None
    shape = replace(shape, across=across)
    # No more columns than the names fill.
    shape = replace(shape, across=max(1, min(across, -(-shape.high(lines) // (shape.down * shape.pages)))))
    # Width that the longest name does not need separates the rounds.
    spare = max(0.0, shape.name_mm - max([name, *names])) / max(1, len(cells))
    return replace(shape, cells=tuple(cell + min(spare, size) for cell in cells))


def usual(widths: Iterable[float]) -> float:
    """Return the width that suffices for the share `USUAL` of some widths; 0 for none."""
    rising = sorted(widths) or [0.0]
    return rising[math.floor(USUAL * (len(rising) - 1))]


def _near(text: str) -> str:
    """Return a seat's text without the spaces around its dot: `12·3`."""
    return text.replace(" · ", "·")


def _near_ems(text: str) -> float:
    """Return the width in em of a seat's text as `_near` returns it, with the table in bold."""
    table, dot, place = _near(text).partition("·")
    return ems(table) + ems(dot + place, bold=False)


def _columns(columns: Sequence[Sequence[_Line]], shape: _Shape, down: int) -> Iterator[placed.Listing]:
    row = min(AIRY * shape.row, shape.free / down) - RULE
    for place, column in enumerate(columns):
        if column:
            yield placed.Listing(
                x=place * (shape.width + shape.gap),
                y=placed.HEAD * TITLE,
                widths=shape.widths,
                heads=shape.heads,
                rows=tuple(_row(line, shape) for line in column),
                size=round(shape.size, 2),
                head_mm=1.5 * shape.head_size,
                row_mm=row,
                head_size=shape.head_size,
                over_mm=row * OVER / (OVER + UNDER) if shape.stacked else 0,
            )


def _foot(shape: _Shape, where: str) -> Iterator[placed.Item]:
    """Yield the foot of a page: the explanation of a seat's text, and the date and place of the evening."""
    note = gettext("« 3 · 2 » : table 3, place 2, comptée dans l’ordre du jeu.")
    note, top, width = _near(note) if shape.stacked else note, shape.room.height - FOOT, shape.room.width
    yield placed.Prose(0, top, width, (note,), NOTE)
    if where:
        left = min(width / 2, ems(note, bold=False) * NOTE + 4)
        where = cut(where, (width - left) / placed.LEAST_MM)
        size = placed.size_in(where, width - left, NOTE)
        yield placed.PlacedText(left, top, width - left, where, size, "right")


def _row(line: _Line, shape: _Shape) -> tuple[tuple[str, float], ...]:
    if shape.stacked:
        width = shape.widths[0] - 1.4
        near = map(_near, line.seats)
        seats = [(text, round(min(shape.size, width / _near_ems(text)), 2)) for text in near]
    else:
        cells = zip(line.seats, shape.widths[1:], strict=True)
        seats = [(text, placed.size_in(text, width - 1.2, shape.size)) for text, width in cells]
    parts, size = shape.set_name(line.name)
    return (("\n".join(parts), size), *seats)
