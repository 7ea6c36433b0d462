"""Poster of the list by name: the seats of each player, in letters that a crowd can read."""

import math
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise

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
        seats = placed.chosen_round(rounds, t, round_number)
        rounds = (seats,) if seats else ()
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
    seats = [_seats(played) for played in rounds]
    people = sorted({*everybody, *(name for places in seats for name in places)}, key=by_surname)
    initials = (by_surname(name)[0][:1].upper() for name in people)
    places = (tuple(here.get(name, "–") for here in seats) for name in people)
    lines = list(map(_Line, map(surname_first, people), initials, places))
    shape = _Shapes(lines, rounds).best(paper)
    count = shape.pages(lines)
    # Names are distributed evenly over the pages, and over the columns of a page.
    folded = [shape.folded(here, shape.across, math.ceil) for here in shape.folded(lines, count, math.floor)]
    down = max(shape.high(column) for columns in folded for column in columns)
    pages = []
    for number, columns in enumerate(folded, 1):
        here = [line for column in columns for line in column]
        letters = f"{here[0].initial} – {here[-1].initial}" if here else ""
        mark = f"{letters} · {placed.page_number(number, count)}" if count > 1 else ""
        items, rule = placed.head(title, mark, shape.room, TITLE, again=number > 1)
        items += [*_columns(columns, shape, max(1, down)), *_foot(shape, where)]
        pages.append(placed.PosterPage(tuple(items), (rule,), shape.room.landscape))
    return pages


def _seats(played: SeatedRound) -> dict[str, str]:
    """Return each player's seat in a round as text: `12 · 3` for table 12 and place 3, or the word for a bye."""
    seats = {name: f"{table} · {place}" for name, (table, place) in played.places.items()}
    return seats | {name: gettext("exempt") for name in played.byes}


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

    room: placed.Room
    size: float
    across: int
    heads: tuple[str, ...]
    widths: tuple[float, ...]
    """Widths of the name and of each place; if stacked, of the places only."""
    stacked: bool
    """Whether the name is above its places instead of beside them."""

    @property
    def gap(self) -> float:
        return NARROW_GAP if self.stacked else GAP

    @property
    def row(self) -> float:
        return (OVER + UNDER if self.stacked else ROW) * self.size + RULE

    @cached_property
    def head_size(self) -> float:
        columns = list(zip(self.heads, self.widths, strict=True))[0 if self.stacked else 1 :]
        sizes = (placed.size_in(text, width - 1.4, self.size) for text, width in columns)
        return min([0.55 * self.size, *sizes])

    @property
    def head_mm(self) -> float:
        return 1.5 * self.head_size

    @property
    def free(self) -> float:
        """Height of a page that is free for rows, in mm."""
        return self.room.height - placed.HEAD * TITLE - self.head_mm - FOOT - 1

    @property
    def down(self) -> int:
        return max(1, math.floor(self.free / self.row))

    def pages(self, lines: Sequence[_Line]) -> int:
        """Return the number of pages for some names, at least one."""
        high = self.high(lines)
        # A name on two lines may leave an empty row at the end of a column, and of a page.
        down = self.down if high == len(lines) else max(1, self.down - 2)
        return max(1, -(-high // (self.across * down)))

    def high(self, lines: Sequence[_Line]) -> int:
        """Return the height of some lines as a number of rows; a line with a name on several lines takes two."""
        return len(lines) + sum(len(self.set_name(line.name)[0]) > 1 for line in lines)

    def folded(self, lines: _Lines, count: int, rounding: Callable[[float], int]) -> list[_Lines]:
        """Divide lines into `count` parts of about the same height; `rounding` is applied to the ends of parts, in rows."""
        heights = [self.high([line]) for line in lines]
        reached = [0, *accumulate(heights)]
        ends = [bisect_right(reached, rounding(part * reached[-1] / count)) - 1 for part in range(count + 1)]
        return [lines[start:end] for start, end in pairwise(ends)]

    def set_name(self, name: str) -> placed.NameLines:
        """Return the lines of a name and their size; several lines if a single one would be much smaller than the other names."""
        room = (sum(self.widths) if self.stacked else self.widths[0]) - 1.2
        size = placed.size_in(name, room, self.size, bold=False)
        if size >= ONE_LINE * self.size:
            return (name,), size
        return placed.set_name(name, room, 2 * LEADING * self.size, self.size, bold=False)


@dataclass(frozen=True)
class _Shapes:
    """Possible layouts of the list by name."""

    lines: Sequence[_Line]
    rounds: Sequence[SeatedRound]

    def best(self, paper: PosterSize) -> _Shape:
        """Return the layout with the fewest pages at 15 points, in the largest size that needs no more."""
        rooms = [placed.Room.of(paper, landscape=across) for across in (False, True)]
        scale = rooms[0].width / USUAL_MM
        for least in (SIZES[-1], *TIGHT):
            shapes = self.at(rooms, least * scale)
            if shapes:
                break
        else:
            # Last resort: one column, a third of the page for names, the rest for places.
            cells = [rooms[1].width * 2 / 3 / max(1, len(self.rounds))] * len(self.rounds)
            return self.shape(rooms[1], TIGHT[-1] * scale, 1, cells)
        fewest = min(shape.pages(self.lines) for shape in shapes)
        # Places go below the names only if that saves a page.
        stacked = all(shape.stacked for shape in shapes if shape.pages(self.lines) == fewest)
        for size in (*(size for size in SIZES if size > least), least):
            for shape in self.at(rooms, size * scale):
                if shape.stacked == stacked and shape.pages(self.lines) <= fewest:
                    return shape
        return shapes[0]

    def at(self, rooms: Sequence[placed.Room], size: float) -> list[_Shape]:
        """Return the layouts of a font size, the easiest to read first."""
        beside = [self.beside_places(room, size) for room in rooms]
        stacked = [self.stacked(room, size) for room in rooms if len(self.rounds) > 1]
        return [shape for shape in (*beside, *stacked) if shape]

    def beside_places(self, room: placed.Room, size: float) -> _Shape | None:
        """Return the layout with names beside their places in as many columns as fit; `None` if not even one fits."""
        name, cells = self.name_mm(size), [self.cell_mm(place, size) for place in range(len(self.rounds))]
        across = min(MOST_ACROSS, math.floor((room.width + GAP) / (name + sum(cells) + GAP)))
        if not across:
            return None
        across = self.filled(self.shape(room, size, across, cells))
        width = (room.width - GAP * (across - 1)) / across
        # Width that the longest name does not need separates the rounds.
        longest = max([name, *(ems(line.name, bold=False) * size + 2 for line in self.lines)])
        spare = max(0.0, width - longest - sum(cells)) / max(1, len(cells))
        return self.shape(room, size, across, [cell + min(spare, size) for cell in cells])

    def stacked(self, room: placed.Room, size: float) -> _Shape | None:
        """Return the layout with names above their places; `None` if not even one column fits."""
        seats = (_near_ems(text) * size for line in self.lines for text in line.seats if "·" in text)
        least = max(self.name_mm(size), len(self.rounds) * (usual(seats) + 0.3 * size))
        across = min(MOST_ACROSS, math.floor((room.width + NARROW_GAP) / (least + NARROW_GAP)))
        if not across:
            return None
        return self.shape(room, size, self.filled(self.shape(room, size, across)))

    def shape(
        self, room: placed.Room, size: float, across: int, cells: Sequence[float] | None = None
    ) -> _Shape:
        """Return a layout of `across` columns, with places of the widths `cells` beside the names, or below them without `cells`."""
        heads = tuple(played.heading for played in self.rounds)
        if cells is None:
            width = (room.width - NARROW_GAP * (across - 1)) / across
            return _Shape(room, size, across, heads, (width / len(heads),) * len(heads), stacked=True)
        width = (room.width - GAP * (across - 1)) / across
        widths = (width - sum(cells), *cells)
        return _Shape(room, size, across, (gettext("nom"), *heads), widths, stacked=False)

    def filled(self, shape: _Shape) -> int:
        """Return the number of columns of a layout, reduced to those that the names fill."""
        high, pages = shape.high(self.lines), shape.pages(self.lines)
        return max(1, min(shape.across, -(-high // (shape.down * pages))))

    def name_mm(self, size: float) -> float:
        """Return the width that most names need in a font size, at least 30 mm at 15 points."""
        return max(30.0 * size / 5.3, usual(ems(line.name, bold=False) * size for line in self.lines) + 2)

    def cell_mm(self, place: int, size: float) -> float:
        """Return the width in mm that the places of a round need in a font size in mm; `place` is the round's index."""
        seats = [ems(line.seats[place]) for line in self.lines if "·" in line.seats[place]]
        return (max(seats) + 0.8) * size if seats else 3.6 * size


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
                x=place * (sum(shape.widths) + shape.gap),
                y=placed.HEAD * TITLE,
                widths=shape.widths,
                heads=shape.heads,
                rows=tuple(_row(line, shape) for line in column),
                size=round(shape.size, 2),
                head_mm=shape.head_mm,
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
