"""The list by name: who sits where, in letters that a crowd reads."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.i18n import gettext
from scorekeeper.kit.sheet_text import POINT
from scorekeeper.kit.sheet_text import width as text_width
from scorekeeper.posters.pages import (
    HEAD,
    Item,
    Listing,
    Page,
    Prose,
    Room,
    Wall,
    head,
    html_of_pages,
    size_in,
)
from scorekeeper.posters.rounds import Seated, seated, wanted
from scorekeeper.rules.names import alphabetical

if TYPE_CHECKING:
    from scorekeeper.tournaments import Tournament

SIZES = (10.0, 9.0, 8.2, 7.4, 6.8, 6.3, 5.8, 5.3)
"""Sizes of a name; the least is 15 points."""
TIGHT = (4.6, 4.0, 3.4, 2.8)
"""Sizes where many rounds leave no room for others."""
ROW = 1.34
"""Height of a row for each mm of its names."""
GAP = 7.0
"""Between two columns of names."""
MOST_ACROSS = 3
USUAL_MM = 188.0
"""Width of the page that these sizes are for; other papers have theirs in proportion."""
USUAL = 0.9
"""Share of the names that stand in full size."""
TITLE, NOTE, FOOT = 6.5, 2.6, 4.0


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
    title: str, rounds: Sequence[Seated], everybody: Iterable[str] = (), paper: Wall = Wall.A4
) -> list[Page]:
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
    pages = []
    for number in range(shape.pages(len(lines))):
        here = lines[number * shape.each : (number + 1) * shape.each]
        pages.append(_page(title, here, number, shape, len(lines)))
    return pages


def _places(one: Seated) -> dict[str, str]:
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
    head_size: float

    @property
    def row(self) -> float:
        return ROW * self.size

    @property
    def head_mm(self) -> float:
        return 1.8 * self.head_size

    @property
    def down(self) -> int:
        """Names in a column."""
        free = self.room.height - HEAD * TITLE - self.head_mm - FOOT - 1
        # A rule under each row.
        return max(1, math.floor(free / (self.row + 0.2)))

    @property
    def each(self) -> int:
        """Names on a page."""
        return self.across * self.down

    def pages(self, count: int) -> int:
        """Pages for so many names, at least one."""
        return max(1, -(-count // self.each))


def _best(lines: Sequence[Line], rounds: Sequence[Seated], paper: Wall) -> _Shape:
    """The fewest pages at 15 points, then the largest size that needs no more of them."""
    rooms = [Room.of(paper, landscape=across) for across in (False, True)]
    scale = rooms[0].width / USUAL_MM
    for least in (SIZES[-1], *TIGHT):
        found = [shape for room in rooms if (shape := _shape(lines, rounds, room, least * scale))]
        if found:
            break
    else:
        return _forced(rounds, rooms[1], TIGHT[-1] * scale)
    fewest = min(shape.pages(len(lines)) for shape in found)
    larger = [size for size in SIZES if size > least]
    for size in larger:
        tried = [shape for room in rooms if (shape := _shape(lines, rounds, room, size * scale))]
        fits = [shape for shape in tried if shape.pages(len(lines)) <= fewest]
        if fits:
            return fits[0]
    return min(found, key=lambda shape: shape.pages(len(lines)))


def _shape(lines: Sequence[Line], rounds: Sequence[Seated], room: Room, size: float) -> _Shape | None:
    """As many columns as there is room for; `None` when not even one has."""
    name, cells = _needed(lines, size)
    across = min(MOST_ACROSS, math.floor((room.width + GAP) / (name + sum(cells) + GAP)))
    if not across:
        return None
    # No more columns than the names fill.
    full = _made(rounds, room, size, across, cells)
    across = max(1, min(across, -(-len(lines) // (full.down * full.pages(len(lines))))))
    width = (room.width - GAP * (across - 1)) / across
    # What the longest name can spare keeps the rounds apart.
    longest = max([name, *(text_width(line[0], size / POINT) + 2 for line in lines)])
    spare = max(0.0, width - longest - sum(cells)) / max(1, len(cells))
    return _made(rounds, room, size, across, [cell + min(spare, size) for cell in cells])


def _forced(rounds: Sequence[Seated], room: Room, size: float) -> _Shape:
    """One column whatever it takes: the names have a third of the page, the places share the rest."""
    return _made(rounds, room, size, 1, [room.width * 2 / 3 / max(1, len(rounds))] * len(rounds))


def _needed(lines: Sequence[Line], size: float) -> tuple[float, list[float]]:
    """Width that most names need, and for each round its places."""
    widths = sorted(text_width(name, size / POINT) for name, _ in lines) or [0.0]
    name = max(30.0 * size / 5.3, widths[math.floor(USUAL * (len(widths) - 1))] + 2)
    seats = [[line[1][place] for line in lines] for place in range(len(lines[0][1]))] if lines else []
    return name, [
        max(text_width(text, size / POINT) for text in found if "·" in text) + 0.8 * size
        if any("·" in text for text in found)
        else 3.6 * size
        for found in seats
    ]


def _made(rounds: Sequence[Seated], room: Room, size: float, across: int, cells: Sequence[float]) -> _Shape:
    width = (room.width - GAP * (across - 1)) / across
    heads = [gettext("tour %(tour)s", tour=one.number) for one in rounds]
    head_size = min(
        [0.55 * size, *(size_in(text, cell - 1.4, size) for text, cell in zip(heads, cells, strict=True))]
    )
    return _Shape(room, size, across, (gettext("nom"), *heads), (width - sum(cells), *cells), head_size)


def _page(title: str, lines: Sequence[Line], number: int, shape: _Shape, count: int) -> Page:
    pages = shape.pages(count)
    marks = [gettext("page %(number)s sur %(count)s", number=number + 1, count=pages)] if pages > 1 else []
    if lines and pages > 1:
        marks.insert(0, f"{_initial(lines[0])} – {_initial(lines[-1])}")
    texts, rule = head(title, " · ".join(marks), shape.room, TITLE)
    items: list[Item] = [*texts]
    # On the last page the columns are of the same length.
    down = shape.down if number < pages - 1 else max(1, -(-len(lines) // shape.across))
    for column in range(shape.across):
        here = lines[column * down : (column + 1) * down]
        if not here:
            break
        rows = tuple(
            (
                (name, size_in(name, shape.widths[0] - 1.2, shape.size)),
                *(
                    (text, size_in(text, room - 1.2, shape.size))
                    for text, room in zip(cells, shape.widths[1:], strict=True)
                ),
            )
            for name, cells in here
        )
        x = column * (sum(shape.widths) + GAP)
        top = HEAD * TITLE
        items.append(
            Listing(x, top, shape.widths, shape.heads, rows, shape.head_mm, shape.row, shape.head_size)
        )
    note = gettext("« 3 · 2 » : table 3, place 2, comptée dans l’ordre du jeu.")
    items.append(Prose(0, shape.room.height - FOOT, shape.room.width, (note,), NOTE))
    return Page(tuple(items), (rule,), shape.room.landscape)


def _initial(line: Line) -> str:
    return alphabetical(line[0])[0][:1].upper()
