"""The list by name: who sits where, in letters that a crowd reads."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from scorekeeper.i18n import gettext
from scorekeeper.paper.posters.pages import (
    HEAD,
    Item,
    Listing,
    PosterPage,
    Prose,
    Room,
    Wall,
    head,
    html_of_pages,
    size_in,
)
from scorekeeper.paper.posters.rounds import SeatedRound, seated, wanted
from scorekeeper.paper.text import ems
from scorekeeper.rules.names import alphabetical

if TYPE_CHECKING:
    from scorekeeper.tournaments.model import Tournament

SIZES = (10.0, 9.0, 8.2, 7.4, 6.8, 6.3, 5.8, 5.3)
"""Sizes of a name; the least is 15 points."""
TIGHT = (4.6, 4.0, 3.4, 2.8)
"""Sizes where many rounds leave no room for others."""
ROW = 1.34
"""Height of a row for each mm of its names."""
OVER, UNDER = 1.05, 0.99
"""The same where the name stands over its places, whose figures have nothing that hangs below their line."""
AIRY = 1.25
"""How much taller rows are that have the room."""
GAP, NARROW_GAP = 7.0, 5.0
"""Between two columns of names; where each name stands over its places."""
RULE = 0.2
"""Under each row."""
MOST_ACROSS = 3
USUAL_MM = 188.0
"""Width of the page that these sizes are for; other papers have theirs in proportion."""
USUAL = 0.9
"""Share of the names that stand in full size."""
TITLE, NOTE, FOOT = 6.2, 2.6, 4.0


def names(t: Tournament, paper: Wall = Wall.A4, round_number: int | None = None) -> str:
    """The print document of the list by name of a tournament.

    Args:
        t: the tournament.
        paper: what is in the printer.
        round_number: the one round to list; all that are drawn when `None`.
    """
    rounds = seated(t)
    title = gettext("%(name)s – par nom", name=t.name)
    if round_number is not None:
        one = wanted(rounds, t, round_number)
        rounds = (one,) if one else ()
        title = gettext("%(name)s – tour %(tour)s, par nom", name=t.name, tour=round_number)
    return html_of_pages(title, name_pages(title, rounds, (one.name for one in t.present), paper), paper)


def name_pages(
    title: str, rounds: Sequence[SeatedRound], everybody: Iterable[str] = (), paper: Wall = Wall.A4
) -> list[PosterPage]:
    """Pages with table and place of everybody in each round, as large as as few pages as 15 points need allow.

    Args:
        title: of each page.
        rounds: what is listed.
        everybody: names that stand on it even if no round has them.
        paper: what is in the printer.
    """
    places = [_places(one) for one in rounds]
    people = sorted({*everybody, *(name for found in places for name in found)}, key=alphabetical)
    lines = [(name, tuple(found.get(name, "–") for found in places)) for name in people]
    shape = _best(lines, rounds, paper)
    count = shape.pages(len(lines))
    # As many names on the last page as on the first, but for one.
    ends = [number * len(lines) // count for number in range(count + 1)]
    down = max(1, -(-max(end - start for start, end in pairwise(ends)) // shape.across))
    return [
        _page(title, lines[start:end], shape, down, _mark(lines[start:end], number, count))
        for number, (start, end) in enumerate(pairwise(ends), 1)
    ]


def _mark(lines: Sequence[Line], number: int, count: int) -> str:
    """Which letters a page has, and the how-manieth it is; nothing where it is alone."""
    if count == 1:
        return ""
    page = gettext("page %(number)s sur %(count)s", number=number, count=count)
    return f"{_initial(lines[0])} – {_initial(lines[-1])} · {page}"


def _places(one: SeatedRound) -> dict[str, str]:
    found = {
        name: f"{number} · {place}"
        for number, table in enumerate(one.tables, 1)
        for place, name in enumerate(table, 1)
    }
    return {**found, **{name: gettext("exempt") for name in one.byes}}


Line = tuple[str, tuple[str, ...]]


@dataclass(frozen=True)
class _Shape:
    """How a list stands on its pages."""

    room: Room
    size: float
    across: int
    heads: tuple[str, ...]
    widths: tuple[float, ...]
    """Of the name and of each place; of the places alone where the name stands over them."""
    head_size: float
    stacked: bool = False
    """Whether the name stands over its places."""

    @property
    def row(self) -> float:
        """Least height of a row."""
        return (OVER + UNDER if self.stacked else ROW) * self.size + RULE

    @property
    def head_mm(self) -> float:
        return 1.5 * self.head_size

    @property
    def free(self) -> float:
        """Height of the rows of a page."""
        return self.room.height - HEAD * TITLE - self.head_mm - FOOT - 1

    @property
    def down(self) -> int:
        """Names in a column."""
        return max(1, math.floor(self.free / self.row))

    def pages(self, count: int) -> int:
        """Pages for so many names, at least one."""
        return max(1, -(-count // (self.across * self.down)))


def _best(lines: Sequence[Line], rounds: Sequence[SeatedRound], paper: Wall) -> _Shape:
    """The fewest pages at 15 points, then the largest size that needs no more of them."""
    rooms = [Room.of(paper, landscape=across) for across in (False, True)]
    scale = rooms[0].width / USUAL_MM
    for least in (SIZES[-1], *TIGHT):
        found = _ways(lines, rounds, rooms, least * scale)
        if found:
            break
    else:
        return _forced(rounds, rooms[1], TIGHT[-1] * scale)
    fewest = min(shape.pages(len(lines)) for shape in found)
    # Places under the names only where that saves a page.
    stacked = all(shape.stacked for shape in found if shape.pages(len(lines)) == fewest)
    for size in (*(size for size in SIZES if size > least), least):
        for shape in _ways(lines, rounds, rooms, size * scale):
            if shape.stacked == stacked and shape.pages(len(lines)) <= fewest:
                return shape
    return found[0]


def _ways(
    lines: Sequence[Line], rounds: Sequence[SeatedRound], rooms: Sequence[Room], size: float
) -> list[_Shape]:
    """How a list may stand at a size, what is easier to read first."""
    beside = [_shape(lines, rounds, room, size) for room in rooms]
    over = [_stacked(lines, rounds, room, size) for room in rooms if len(rounds) > 1]
    return [shape for shape in (*beside, *over) if shape]


def _shape(lines: Sequence[Line], rounds: Sequence[SeatedRound], room: Room, size: float) -> _Shape | None:
    """As many columns as there is room for; `None` when not even one has."""
    name, cells = _name_mm(lines, size), _cells(lines, size)
    across = min(MOST_ACROSS, math.floor((room.width + GAP) / (name + sum(cells) + GAP)))
    if not across:
        return None
    across = _filled(_made(rounds, room, size, across, cells), len(lines))
    width = (room.width - GAP * (across - 1)) / across
    # What the longest name can spare keeps the rounds apart.
    longest = max([name, *(ems(line[0], bold=False) * size + 2 for line in lines)])
    spare = max(0.0, width - longest - sum(cells)) / max(1, len(cells))
    return _made(rounds, room, size, across, [cell + min(spare, size) for cell in cells])


def _stacked(lines: Sequence[Line], rounds: Sequence[SeatedRound], room: Room, size: float) -> _Shape | None:
    """The same with each name over its places."""
    seats = [_near_mm(text, size) for _, cells in lines for text in cells if "·" in text]
    least = max(_name_mm(lines, size), len(rounds) * (_usual(seats) + 0.3 * size))
    across = min(MOST_ACROSS, math.floor((room.width + NARROW_GAP) / (least + NARROW_GAP)))
    if not across:
        return None
    across = _filled(_over(rounds, room, size, across), len(lines))
    return _over(rounds, room, size, across)


def _filled(shape: _Shape, count: int) -> int:
    """No more columns than the names fill."""
    return max(1, min(shape.across, -(-count // (shape.down * shape.pages(count)))))


def _forced(rounds: Sequence[SeatedRound], room: Room, size: float) -> _Shape:
    """One column whatever it takes: the names have a third of the page, the places share the rest."""
    return _made(rounds, room, size, 1, [room.width * 2 / 3 / max(1, len(rounds))] * len(rounds))


def _usual(widths: Iterable[float]) -> float:
    """The width that most of some texts need."""
    found = sorted(widths) or [0.0]
    return found[math.floor(USUAL * (len(found) - 1))]


def _name_mm(lines: Sequence[Line], size: float) -> float:
    """Width that most names need."""
    return max(30.0 * size / 5.3, _usual(ems(name, bold=False) * size for name, _ in lines) + 2)


def _cells(lines: Sequence[Line], size: float) -> list[float]:
    """Width that the places of each round need."""
    seats = [[line[1][place] for line in lines] for place in range(len(lines[0][1]))] if lines else []
    return [
        max(ems(text) * size for text in found if "·" in text) + 0.8 * size
        if any("·" in text for text in found)
        else 3.6 * size
        for found in seats
    ]


def _made(
    rounds: Sequence[SeatedRound], room: Room, size: float, across: int, cells: Sequence[float]
) -> _Shape:
    width = (room.width - GAP * (across - 1)) / across
    heads = [gettext("tour %(tour)s", tour=one.number) for one in rounds]
    widths = (width - sum(cells), *cells)
    return _Shape(room, size, across, (gettext("nom"), *heads), widths, _head_size(heads, cells, size))


def _over(rounds: Sequence[SeatedRound], room: Room, size: float, across: int) -> _Shape:
    width = (room.width - NARROW_GAP * (across - 1)) / across
    heads = tuple(gettext("tour %(tour)s", tour=one.number) for one in rounds)
    widths = (width / len(rounds),) * len(rounds)
    return _Shape(room, size, across, heads, widths, _head_size(heads, widths, size), stacked=True)


def _head_size(heads: Sequence[str], widths: Sequence[float], size: float) -> float:
    fitting = (size_in(text, width - 1.4, size) for text, width in zip(heads, widths, strict=True))
    return min([0.55 * size, *fitting])


def _near(text: str) -> str:
    """Table and place without spaces between them."""
    return text.replace(" · ", "·")


def _near_mm(text: str, size: float) -> float:
    """Width of table and place so; the table is bold, the place is not."""
    table, dot, place = _near(text).partition("·")
    return (ems(table) + ems(dot + place, bold=False)) * size


def _page(title: str, lines: Sequence[Line], shape: _Shape, down: int, mark: str) -> PosterPage:
    texts, rule = head(title, mark, shape.room, TITLE)
    items: list[Item] = [*texts]
    row = min(AIRY * shape.row, shape.free / down)
    # The columns of a page are of the same length, but for one name.
    ends = [-(-column * len(lines) // shape.across) for column in range(shape.across + 1)]
    gap = NARROW_GAP if shape.stacked else GAP
    for column, (start, end) in enumerate(pairwise(ends)):
        if start == end:
            continue
        items.append(
            Listing(
                column * (sum(shape.widths) + gap),
                HEAD * TITLE,
                shape.widths,
                shape.heads,
                tuple(_row(line, shape) for line in lines[start:end]),
                round(shape.size, 2),
                shape.head_mm,
                row - RULE,
                shape.head_size,
                (row - RULE) * OVER / (OVER + UNDER) if shape.stacked else 0,
            )
        )
    note = gettext("« 3 · 2 » : table 3, place 2, comptée dans l’ordre du jeu.")
    note = _near(note) if shape.stacked else note
    items.append(Prose(0, shape.room.height - FOOT, shape.room.width, (note,), NOTE))
    return PosterPage(tuple(items), (rule,), shape.room.landscape)


def _row(line: Line, shape: _Shape) -> tuple[tuple[str, float], ...]:
    """Name and places with their sizes."""
    name, cells = line
    if shape.stacked:
        width = shape.widths[0] - 1.4
        said = [(text, round(min(shape.size, width / _near_mm(text, 1)), 2)) for text in map(_near, cells)]
        return ((name, size_in(name, sum(shape.widths) - 1.2, shape.size, thin=True)), *said)
    room, *widths = shape.widths
    found = (
        (text, size_in(text, width - 1.2, shape.size)) for text, width in zip(cells, widths, strict=True)
    )
    return ((name, size_in(name, room - 1.2, shape.size, thin=True)), *found)


def _initial(line: Line) -> str:
    return alphabetical(line[0])[0][:1].upper()
