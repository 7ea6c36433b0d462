"""A slip for each player: the seats and the companions in each round. Cut as one pile, the slips are in order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.i18n import gettext
from scorekeeper.kit.sheet import Stroke
from scorekeeper.paper.posters import pages as placed
from scorekeeper.paper.text import LEADING, ems
from scorekeeper.rules.names import alphabetical

if TYPE_CHECKING:
    from scorekeeper.tournaments.model import Tournament

NARROW = 150.0
"""Width of a page below which slips stand one under the other only."""
PAD = 3.0
"""From the cut to what is printed."""
TITLE, HEAD, TEXT, NOTE = 4.6, 2.2, 3.3, 2.2
"""Sizes of a name, of the headings, of what stands under them and of the note on how to cut."""
TOP = PAD + TITLE * LEADING
"""From the cut to the headings."""
FIXED = 2 * PAD + TITLE * LEADING + 2.5 * HEAD
"""Height of a slip without its rounds."""
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


def slips(t: Tournament, paper: placed.PosterSize = placed.PosterSize.A4) -> str:
    """The print document of the slips of all players, by name.

    Slip i of page p is number i × pages + p, so that the piles of a stack that is cut once follow one another.
    """
    rounds, camps = placed.seated(t), t.game.rules.CAMPS
    title = gettext("%(name)s – billets", name=t.name)
    people = sorted(t.present, key=lambda entrant: alphabetical(entrant.name))
    places = [played.places for played in rounds]
    cut = _Cut(len(people), rounds, placed.Room.of(paper, landscape=False), camps=camps)
    pages = []
    for page in range(cut.pages):
        items: list[placed.Item] = [
            placed.PlacedText(0, -PAD, cut.room.width, title, 2.2, "right", bold=False, tag="h1")
        ]
        strokes = [cut.marks()]
        for place, entrant in enumerate(people[page :: cut.pages]):
            row, column = divmod(place, cut.across)
            slip = _Slip(cut, column * cut.width, row * cut.height, camps=camps)
            lines = [_line(entrant.name, *both, camps=camps) for both in zip(rounds, places, strict=True)]
            items += slip.items(f"{entrant.number} · {entrant.name}", lines)
            strokes.append(slip.boxes(len(rounds)))
        note = f"{cut.note} {placed.page_number(page + 1, cut.pages)}"
        items.append(placed.Prose(0, cut.room.height - cut.note_mm + 1, cut.room.width, (note,), NOTE))
        pages.append(placed.PosterPage(tuple(items), tuple(strokes)))
    return placed.html_of_pages(title, pages, paper)


_Line = tuple[tuple[str, str, str], tuple[str, ...]]
"""Round, table and place in words, and the company."""


def _line(
    name: str, played: placed.SeatedRound, places: Mapping[str, tuple[int, int]], *, camps: bool
) -> _Line:
    if name not in places:
        return (str(played.number), gettext("exempt") if name in played.byes else "–", ""), ()
    table, place = places[name]
    # Partners sit at every second place of the order of play.
    mates = tuple(
        other
        for seat, other in enumerate(played.tables[table - 1], 1)
        if seat != place and (not camps or (seat - place) % 2 == 0)
    )
    return (str(played.number), str(table), str(place)), mates


class _Cut:
    """How the slips stand on their pages."""

    def __init__(
        self, count: int, rounds: Sequence[placed.SeatedRound], room: placed.Room, *, camps: bool
    ) -> None:
        self.room = room
        note = gettext(
            "Par nom. Coupez toute la pile d’un coup : les paquets, pris de gauche à droite puis de haut en bas, se suivent dans l’ordre."
        )
        # The note grows by the number of the page.
        self.note = note + " " * 18
        self.note_mm = placed.prose_height((self.note,), NOTE, room.width) + 1
        most = max((len(table) for played in rounds for table in played.tables), default=2)
        self.lines = 1 if camps else max(1, -(-(most - 1) // EACH))
        """Lines of a round."""
        lines = self.lines * max(1, len(rounds))
        free = room.height - self.note_mm
        self.across = 1 if room.width < NARROW else 2
        down = max(1, int(free // (FIXED + LINE * lines)))
        self.pages = max(1, -(-count // (self.across * down)))
        # As few slips on each page as these pages need: they are the larger for it.
        self.down = max(1, -(-count // (self.across * self.pages)))
        self.line = max(2.0, min(TALLEST, (free / self.down - FIXED) / lines))
        self.width, self.height = room.width / self.across, free / self.down

    def marks(self) -> Stroke:
        """Where the pile is cut; the same on every page."""
        columns = (f"M{self.width * x:.2f} 0V{self.height * self.down:.2f}" for x in range(1, self.across))
        rows = (f"M0 {self.height * y:.2f}H{self.room.width:.2f}" for y in range(1, self.down + 1))
        return Stroke("".join((*columns, *rows)), 0.2, "pale")


@dataclass(frozen=True)
class _Slip:
    """One slip, its corner on the page in mm."""

    cut: _Cut
    x: float
    y: float
    camps: bool

    def items(self, heading: str, lines: Sequence[_Line]) -> list[placed.Item]:
        cut, left, width = self.cut, self.x + PAD, self.cut.width - 2 * PAD
        top, first_line = self.y + TOP, self.y + TOP + 2.5 * HEAD
        room = width - 3 * TAB - BOX - 1
        rows: list[tuple[tuple[str, float], ...]] = []
        long: list[placed.PlacedText] = []
        for place, mates in lines:
            words, size = _company(mates, room, cut.lines)
            if words is None:
                box = placed.Box(
                    left + 3 * TAB, first_line + cut.line * len(rows), room, cut.line * cut.lines
                )
                long += placed.name_in(", ".join(mates), box, TEXT, "left", bold=False)
            for line in range(cut.lines):
                before = tuple((text, 0.0) for text in (place if line == 0 else ("", "", "")))
                rows.append((*before, (words[line], size)) if words and line < len(words) else before)
        company = gettext("avec") if self.camps else gettext("à table avec")
        heads = (gettext("tour"), gettext("table"), gettext("place"), company)
        items: list[placed.Item] = [
            placed.PlacedText(
                left, self.y + PAD, width, heading, placed.size_in(heading, width, TITLE), "left", tag="h2"
            ),
            placed.Tabbed(left, top, width, (tuple((text, 0.0) for text in heads),), HEAD, 2.5 * HEAD, TAB),
            placed.PlacedText(left + width - BOX, top + 0.9 * HEAD, BOX, gettext("points"), HEAD, bold=False),
        ]
        if rows:
            items.append(placed.Tabbed(left, first_line, width, tuple(rows), TEXT, cut.line, TAB))
        return [*items, *long]

    def boxes(self, rounds: int) -> Stroke:
        """Rules under the rounds, and a box at the end of each to write the points in."""
        left, right = self.x + PAD, self.x + self.cut.width - PAD
        top, step = self.y + TOP + 2.5 * HEAD, self.cut.line * self.cut.lines
        rules = "".join(f"M{left:.2f} {top + step * line:.2f}H{right:.2f}" for line in range(rounds + 1))
        sides = "".join(f"M{x:.2f} {top:.2f}v{step * rounds:.2f}" for x in (right - BOX, right))
        return Stroke(rules + sides, 0.2, "hair")


def _company(mates: Sequence[str], room: float, most: int) -> tuple[list[str] | None, float]:
    """The company on so many lines, no name broken, and its size, 0 for the usual one; `None` where it would be too small."""
    for size in SIZES if most == 1 else SIZES[:SEVERAL]:
        lines: list[str] = []
        for mate in mates:
            longer = f"{lines[-1]}, {mate}" if lines else mate
            if lines and ems(longer, bold=False) * size <= room - size:
                lines[-1] = longer
            else:
                lines.append(mate)
        lines = [f"{line}," for line in lines[:-1]] + lines[-1:]
        if len(lines) <= most and all(ems(line, bold=False) * size <= room for line in lines):
            # Words of the usual size need not repeat it.
            return lines, size if size != TEXT else 0.0
    return None, SIZES[-1]
