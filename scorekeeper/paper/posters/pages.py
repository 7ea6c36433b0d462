"""Pages on which everything has its place: lines that are drawn, and words over them.

Words are HTML and not part of the drawing, because the printing engine sets the text of a drawing sign by sign: five times
slower, and a name in Hebrew or Arabic would come out backwards. All lengths are millimetres from the corner of the margins.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations, pairwise

from scorekeeper.kit.sheet import PaperSize, Stroke
from scorekeeper.paper.sheets import templates
from scorekeeper.paper.text import LEADING, POINT, ems, lines

LEAST_MM = 1.2
"""Smallest size of a name."""
BREAK_MM = 2.6
"""Size of a name on a wall below which a word of it is rather broken."""
HAND_MM = 1.5
"""The same for what is read in the hand."""
MOST_LINES = 3


class Wall(StrEnum):
    """What is in the printer: a sheet on a table is A4 or A5, what hangs on a wall may be A3."""

    A3 = "A3"
    A4 = "A4"
    A5 = "A5"

    def size(self, *, landscape: bool) -> tuple[int, int]:
        """Width and height."""
        if self is not Wall.A3:
            return PaperSize(self).size(landscape=landscape)
        return (420, 297) if landscape else (297, 420)

    @property
    def margin(self) -> int:
        """Empty edge on all sides."""
        return PaperSize.A4.margin if self is Wall.A3 else PaperSize(self).margin


@dataclass(frozen=True)
class PlacedText:
    """One line of words in its box; never broken."""

    x: float
    y: float
    width: float
    text: str
    size: float
    align: str = "center"
    bold: bool = True
    tag: str = "p"
    """`h1` and `h2` are what a reader jumps to."""


@dataclass(frozen=True)
class Prose:
    """Paragraphs, broken where they meet the edge."""

    x: float
    y: float
    width: float
    paragraphs: tuple[str, ...]
    size: float


@dataclass(frozen=True)
class Tabbed:
    """Lines of words set at tab stops: a small table that costs a tenth of one."""

    x: float
    y: float
    width: float
    """Told so that the engine need not measure every line to find it."""
    rows: tuple[tuple[tuple[str, float], ...], ...]
    """For each line its words with their sizes, 0 for the usual one."""
    size: float
    leading: float
    tab: float
    """From one stop to the next."""


@dataclass(frozen=True)
class Listing:
    """A table with a row for each name."""

    x: float
    y: float
    widths: tuple[float, ...]
    heads: tuple[str, ...]
    rows: tuple[tuple[tuple[str, float], ...], ...]
    """For each row its cells: words and size; the first is the heading of its row."""
    size: float
    """The usual size, which cells of that size need not tell."""
    head_mm: float
    row_mm: float
    head_size: float
    over_mm: float = 0
    """Height of the name's own line over its other cells, as part of the row's; 0 where it stands beside them."""

    @property
    def width(self) -> float:
        """Width of the whole."""
        return sum(self.widths)


Item = PlacedText | Prose | Tabbed | Listing


@dataclass(frozen=True)
class PosterPage:
    """One page."""

    items: tuple[Item, ...]
    strokes: tuple[Stroke, ...] = ()
    landscape: bool = False


@dataclass(frozen=True)
class Room:
    """What a page holds inside its margins."""

    width: float
    height: float
    landscape: bool

    @classmethod
    def of(cls, paper: Wall, *, landscape: bool) -> Room:
        """The room of a paper."""
        wide, high = paper.size(landscape=landscape)
        # A millimetre is left free, because the engine rounds too.
        return cls(wide - 2 * paper.margin, high - 2 * paper.margin - 1, landscape)


def html_of_pages(title: str, pages: Sequence[PosterPage], paper: Wall = Wall.A4) -> str:
    """The pages as one print document in the language of the moment.

    Args:
        title: of the document.
        pages: what stands on each; those upright and those across may be mixed.
        paper: what is in the printer.
    """
    rooms = {across: Room.of(paper, landscape=across) for across in (False, True)}
    template = templates().get_template("print/placed.html")
    placed = [(page, rooms[page.landscape], *_kinds(page.items)) for page in pages]
    return template.render(
        title=title, paper=str(paper), margin=paper.margin, landscape=pages[0].landscape, pages=placed
    )


def _kinds(items: Iterable[Item]) -> tuple[list[tuple[str, Item]]]:
    return ([(type(item).__name__, item) for item in items],)


def size_in(text: str, room: float, most: float, *, thin: bool = False) -> float:
    """The size, at most `most`, at which a text, bold unless it is thin, stands in its room on one line."""
    needed = ems(text, bold=not thin)
    return round(max(LEAST_MM, min(most, room / needed if needed else most)), 2)


def set_name(
    name: str, width: float, height: float, most: float, broken: float = BREAK_MM
) -> tuple[tuple[str, ...], float]:
    """A name on up to three lines, as large as its box lets it be, and its size.

    A line ends at a space or a hyphen; a word is broken only where the name would be smaller than `broken`.
    """
    best: tuple[tuple[str, ...], float] = ((name,), min(size_in(name, width, most), height / LEADING))
    spots = [place for place, sign in enumerate(name, 1) if sign in " -" and place < len(name)]
    best = _larger(best, _cut(name, spots), width, height, most)
    if best[1] < broken and len(name) > 1:
        third = -(-len(name) // 3)
        halves = [(len(name) // 2,), (third, 2 * third)]
        best = _larger(
            best, (_parts(name, cuts) for cuts in halves if cuts[-1] < len(name)), width, height, most
        )
    return best


def _cut(name: str, spots: Sequence[int]) -> Iterable[tuple[str, ...]]:
    for count in range(1, MOST_LINES):
        for cuts in combinations(spots, count):
            yield _parts(name, cuts)


def _parts(name: str, cuts: Sequence[int]) -> tuple[str, ...]:
    return tuple(name[start:end].strip() for start, end in pairwise((0, *cuts, len(name))))


def _larger(
    best: tuple[tuple[str, ...], float],
    ways: Iterable[tuple[str, ...]],
    width: float,
    height: float,
    most: float,
) -> tuple[tuple[str, ...], float]:
    """The best of some ways to break a name; another line is worth it only if it makes the name clearly larger."""
    for parts in ways:
        size = min(*(size_in(part, width, most) for part in parts), height / (LEADING * len(parts)))
        if size > best[1] * 1.05:
            best = parts, round(size, 2)
    return best


def name_in(
    name: str,
    box: tuple[float, float, float, float],
    most: float,
    align: str = "center",
    *,
    bold: bool = True,
) -> list[PlacedText]:
    """A name in the middle of its box (x, y, width, height); a bold one is read from afar."""
    x, y, width, height = box
    parts, size = set_name(name, width, height, most, BREAK_MM if bold else HAND_MM)
    leading = LEADING * size
    top = y + (height - leading * len(parts)) / 2
    return [
        PlacedText(x, top + leading * line, width, part, size, align, bold) for line, part in enumerate(parts)
    ]


def prose_height(paragraphs: Iterable[str], size: float, width: float) -> float:
    """Height of paragraphs, never less than it is."""
    return sum(lines(text, size / POINT, width) for text in paragraphs) * size * LEADING + 0.5


def head(title: str, mark: str, room: Room, size: float) -> tuple[list[PlacedText], Stroke]:
    """The head of a page: its title, what stands at its right, and a rule under them; `HEAD` times `size` high."""
    right = min(room.width / 3, 0.6 * size * ems(mark) + 1)
    left = room.width - right - 2
    texts = [PlacedText(0, 0, left, title, size_in(title, left, size), "left", tag="h1")]
    if mark:
        texts.append(
            PlacedText(
                room.width - right, 0.25 * size, right, mark, size_in(mark, right, 0.6 * size), "right"
            )
        )
    return texts, Stroke(f"M0 {1.35 * size:.2f}H{room.width:.2f}", 0.4)


HEAD = 1.7
"""Height of a head for each mm of its title's size."""
