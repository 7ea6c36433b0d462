"""A slip for each player: where they sit in each round and who plays with them. Cut as one pile, they are in order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.i18n import gettext
from scorekeeper.kit.sheet import Stroke
from scorekeeper.paper.posters.pages import (
    Item,
    PlacedText,
    PosterPage,
    Prose,
    Room,
    Tabbed,
    Wall,
    html_of_pages,
    name_in,
    prose_height,
    size_in,
)
from scorekeeper.paper.posters.rounds import SeatedRound, seated
from scorekeeper.paper.text import LEADING, ems
from scorekeeper.rules.names import alphabetical

if TYPE_CHECKING:
    from scorekeeper.tournaments.model import Tournament

NARROW = 150.0
"""Width of a page below which slips stand one under the other only."""
PAD = 3.0
"""From the cut to what is printed."""
TITLE, HEAD, TEXT, NOTE = 4.6, 2.2, 3.3, 2.2
"""Sizes of a name, of the headings, of what stands under them and of the note for whoever cuts."""
LINE = 5.2
"""Least height of a line; a round whose company needs two has two."""
TALLEST = 9.0
TAB = 9.6
SIZES = (TEXT, 3.0, 2.7, 2.4, 2.1, 1.8)
"""Sizes of the company on one line; what needs a smaller one is broken."""
SEVERAL = 4
"""How many of these sizes are used where there are several lines, which may be broken anyway."""
BOX = 14.0
"""Width of the box for the points."""
EACH = 2
"""Names on a line where the company is more than a partner."""


@dataclass(frozen=True)
class _Cut:
    """How the slips stand on their pages."""

    room: Room
    note: tuple[str, ...]
    across: int
    down: int
    lines: int
    """Lines of a round."""
    line: float
    pages: int

    @property
    def width(self) -> float:
        return self.room.width / self.across

    @property
    def height(self) -> float:
        return (self.room.height - _under(self.note, self.room)) / self.down


def _under(note: tuple[str, ...], room: Room) -> float:
    return prose_height(note, NOTE, room.width) + 1


def slips(t: Tournament, paper: Wall = Wall.A4) -> str:
    """The print document of everybody's slips, by name.

    Slip i of page p is number i × pages + p, so that the piles of a stack that is cut once follow one another.
    """
    rounds, camps = seated(t), t.game.rules.CAMPS
    title = gettext("%(name)s – billets", name=t.name)
    people = sorted(t.present, key=lambda entrant: alphabetical(entrant.name))
    seats = [_found(one) for one in rounds]
    cut = _cut(len(people), rounds, Room.of(paper, landscape=False), camps=camps)
    made = [
        (
            f"{one.number} · {one.name}",
            [_line(one.name, *each, camps=camps) for each in zip(rounds, seats, strict=True)],
        )
        for one in people
    ]
    pages = []
    for page in range(cut.pages):
        items: list[Item] = [PlacedText(0, -PAD, cut.room.width, title, 2.2, "right", bold=False, tag="h1")]
        strokes = [_marks(cut)]
        for place, number in enumerate(range(page, len(made), cut.pages)):
            row, column = divmod(place, cut.across)
            heading, told = made[number]
            items += _slip(heading, told, column * cut.width, row * cut.height, cut, camps=camps)
            strokes.append(_boxes(len(rounds), column * cut.width, row * cut.height, cut))
        marks = gettext("page %(number)s sur %(count)s", number=page + 1, count=cut.pages)
        items.append(
            Prose(
                0,
                cut.room.height - _under(cut.note, cut.room) + 1,
                cut.room.width,
                (f"{cut.note[0]} {marks}",),
                NOTE,
            )
        )
        pages.append(PosterPage(tuple(items), tuple(strokes)))
    return html_of_pages(title, pages, paper)


Told = tuple[tuple[str, str, str], tuple[str, ...]]
"""Round, table and place in words, and the company."""


def _found(one: SeatedRound) -> dict[str, tuple[int, int]]:
    """Table and place of everybody, both counted from 0."""
    return {
        name: (table, place) for table, names in enumerate(one.tables) for place, name in enumerate(names)
    }


def _line(name: str, one: SeatedRound, found: dict[str, tuple[int, int]], *, camps: bool) -> Told:
    if name not in found:
        return (str(one.number), gettext("exempt") if name in one.byes else "–", ""), ()
    table, place = found[name]
    # Partners sit at every second place of the order of play.
    mates = [
        other
        for seat, other in enumerate(one.tables[table])
        if seat != place and (not camps or (seat - place) % 2 == 0)
    ]
    return (str(one.number), str(table + 1), str(place + 1)), tuple(mates)


def _cut(count: int, rounds: Sequence[SeatedRound], room: Room, *, camps: bool) -> _Cut:
    most = max((len(table) for one in rounds for table in one.tables), default=2)
    lines = 1 if camps else max(1, -(-(most - 1) // EACH))
    note = (
        gettext(
            "Par nom. Coupez toute la pile d’un coup : les paquets, pris de gauche à droite puis de haut en bas, se suivent dans l’ordre."
        ),
    )
    # The note grows by the number of the page.
    note = (note[0] + " " * 18,)
    free = room.height - _under(note, room)
    fixed = 2 * PAD + TITLE * LEADING + 2.5 * HEAD
    across = 1 if room.width < NARROW else 2
    down = max(1, int(free // (fixed + LINE * lines * max(1, len(rounds)))))
    pages = max(1, -(-count // (across * down)))
    # As few slips on each page as these pages need: they are the larger for it.
    down = max(1, -(-count // (across * pages)))
    line = min(TALLEST, (free / down - fixed) / max(1, lines * len(rounds)))
    return _Cut(room, note, across, down, lines, max(2.0, line), pages)


def _slip(heading: str, told: Sequence[Told], x: float, y: float, cut: _Cut, *, camps: bool) -> list[Item]:
    left, width = x + PAD, cut.width - 2 * PAD
    room = width - 3 * TAB - BOX - 1
    company = gettext("avec") if camps else gettext("à table avec")
    heads = (gettext("tour"), gettext("table"), gettext("place"), company)
    top = y + PAD + TITLE * LEADING
    rows: list[tuple[tuple[str, float], ...]] = []
    long: list[PlacedText] = []
    for first, mates in told:
        words, size = _company(mates, room, cut.lines)
        if words is None:
            y_line = top + 2.5 * HEAD + cut.line * len(rows)
            box = (left + 3 * TAB, y_line, room, cut.line * cut.lines)
            long += name_in(", ".join(mates), box, TEXT, "left", bold=False)
        for line in range(cut.lines):
            before = tuple((text, 0.0) for text in (first if line == 0 else ("", "", "")))
            rows.append((*before, (words[line], size)) if words and line < len(words) else before)
    size = size_in(heading, width, TITLE)
    found: list[Item] = [
        PlacedText(left, y + PAD, width, heading, size, "left", tag="h2"),
        Tabbed(left, top, width, (tuple((text, 0.0) for text in heads),), HEAD, 2.5 * HEAD, TAB),
        PlacedText(left + width - BOX, top + 0.9 * HEAD, BOX, gettext("points"), HEAD, bold=False),
    ]
    if rows:
        found.append(Tabbed(left, top + 2.5 * HEAD, width, tuple(rows), TEXT, cut.line, TAB))
    return [*found, *long]


def _company(mates: Sequence[str], room: float, most: int) -> tuple[list[str] | None, float]:
    """The company on so many lines, no name broken, and its size, 0 for the usual one; `None` where it would be too small."""
    for size in SIZES if most == 1 else SIZES[:SEVERAL]:
        found: list[str] = []
        for mate in mates:
            longer = f"{found[-1]}, {mate}" if found else mate
            if found and ems(longer, bold=False) * size <= room - size:
                found[-1] = longer
            else:
                found.append(mate)
        found = [f"{line}," for line in found[:-1]] + found[-1:]
        if len(found) <= most and all(ems(line, bold=False) * size <= room for line in found):
            # A word of the usual size needs no mark of its own.
            return found, size if size != TEXT else 0.0
    return None, SIZES[-1]


def _marks(cut: _Cut) -> Stroke:
    """Where the pile is cut; the same on every page."""
    path = "".join(
        f"M{cut.width * column:.2f} 0V{cut.height * cut.down:.2f}" for column in range(1, cut.across)
    )
    path += "".join(f"M0 {cut.height * row:.2f}H{cut.room.width:.2f}" for row in range(1, cut.down + 1))
    return Stroke(path, 0.2, "pale")


def _boxes(rounds: int, x: float, y: float, cut: _Cut) -> Stroke:
    """Rules under the rounds, and a box at the end of each to write the points in."""
    left, right = x + PAD, x + cut.width - PAD
    top, step = y + PAD + TITLE * LEADING + 2.5 * HEAD, cut.line * cut.lines
    path = "".join(f"M{left:.2f} {top + step * line:.2f}H{right:.2f}" for line in range(rounds + 1))
    return Stroke(
        path + f"M{right - BOX:.2f} {top:.2f}v{step * rounds:.2f}M{right:.2f} {top:.2f}v{step * rounds:.2f}",
        0.2,
        "hair",
    )
