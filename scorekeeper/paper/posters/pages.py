"""Parts of posters: rounds in names, and pages on which lines that are drawn and words over them have their place.

Words are HTML and not part of the SVG, because the printing engine sets the text of an SVG character by character: five times
slower, and a name in Hebrew or Arabic would come out backwards. All lengths are millimetres from the corner of the margins.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import chain, combinations, pairwise
from typing import NamedTuple, Self

from scorekeeper.cards.game_api.sheet import PaperSize, Stroke
from scorekeeper.i18n import gettext
from scorekeeper.paper.letters import by_number, respelled
from scorekeeper.paper.sheets import rendered
from scorekeeper.paper.text import LEADING, POINT, ems, lines, title_points
from scorekeeper.tournaments.model import Tournament

LEAST_MM = 1.2
BREAK_MM = 2.6
"""Size of a name on a wall below which a word of it is rather broken."""
MOST_LINES = 3
HEAD = 1.7
"""Height of a page's head for each mm of its title's size."""


@dataclass(frozen=True)
class SeatedRound:
    """One round in names: the tables in order of play, and the byes."""

    number: int
    tables: tuple[tuple[str, ...], ...]
    byes: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    """Names of the tables; their numbers, if empty."""
    played: tuple[str, ...] = ()
    """Game played at each table, where they differ."""

    @property
    def heading(self) -> str:
        return gettext("tour %(tour)s", tour=self.number)

    @property
    def places(self) -> Mapping[str, tuple[int, int]]:
        """Table and place of each player, both counted from 1."""
        tables = enumerate(self.tables, 1)
        return {name: (number, place) for number, table in tables for place, name in enumerate(table, 1)}


def seated(t: Tournament) -> tuple[SeatedRound, ...]:
    """Every round that is drawn, opened or not; a substitute stands at the seat of the player replaced."""

    def names(seats: Iterable[int], substitutes: Mapping[int, str]) -> tuple[str, ...]:
        return tuple(substitutes.get(seat) or t.entrant(seat).name for seat in seats)

    rounds = []
    for drawn in t.drawn:
        tables = tuple(names(table.seats, table.substitutes) for table in drawn.tables)
        rounds.append(SeatedRound(drawn.number, tables, names(drawn.byes, {})))
    return tuple(rounds)


def wanted(rounds: Sequence[SeatedRound], t: Tournament, number: int | None) -> SeatedRound | None:
    """The round of that number, else the latest opened, else the first drawn; `None` if it is not drawn."""
    sought = number or max(1, len(t.rounds))
    return next((seats for seats in rounds if seats.number == sought), None)


def numbers_of(t: Tournament) -> dict[str, int]:
    """The numbers of everybody on the list by name; a substitute has that of the player replaced."""
    tables = (table for round_ in (*t.rounds, *t.voided) for table in round_.tables)
    substitutes = {name: number for table in tables for number, name in table.substitutes.items()}
    return substitutes | {entrant.name: entrant.number for entrant in t.entrants}


def spellings(t: Tournament) -> dict[str, str]:
    """The names of which no font has all letters, each as it is printed: with its number."""
    printed = {name: by_number(name, number) for name, number in numbers_of(t).items()}
    return {name: text for name, text in printed.items() if name != text}


def legible(t: Tournament) -> Tournament:
    """The tournament with its names as they are printed."""
    known = spellings(t)
    return (
        replace(t, entrants=respelled(t.entrants, known), rounds=respelled(t.rounds, known)) if known else t
    )


class PosterSize(StrEnum):
    """Paper in the printer: a sheet for a table is A4 or A5, a poster may be A3."""

    A3 = "A3"
    A4 = "A4"
    A5 = "A5"

    def size(self, *, landscape: bool) -> tuple[int, int]:
        """Width and height."""
        if self is not PosterSize.A3:
            return PaperSize(self).size(landscape=landscape)
        return (420, 297) if landscape else (297, 420)

    @property
    def margin(self) -> int:
        """Empty edge on all sides."""
        return PaperSize.A4.margin if self is PosterSize.A3 else PaperSize(self).margin


class Box(NamedTuple):
    """A rectangle."""

    x: float
    y: float
    width: float
    height: float

    def outline(self, width: float, tone: str) -> Stroke:
        path = f"M{self.x:.2f} {self.y:.2f}h{self.width:.2f}v{self.height:.2f}h-{self.width:.2f}z"
        return Stroke(path, width, tone)


@dataclass(frozen=True)
class PlacedText:
    """Words in their box, broken at the ends of their lines only."""

    x: float
    y: float
    width: float
    text: str
    size: float
    align: str = "center"
    bold: bool = True
    tag: str = "p"
    """`h1` and `h2` are what a reader jumps to."""
    running: bool = False
    """Whether it repeats what an earlier page said."""


@dataclass(frozen=True)
class Prose:
    """Paragraphs, broken where they meet the edge."""

    x: float
    y: float
    width: float
    paragraphs: tuple[str, ...]
    size: float
    link: str = ""
    """An address in them that can be followed."""


@dataclass(frozen=True, kw_only=True)
class Listing:
    """A table with a row for each name."""

    x: float
    y: float
    widths: tuple[float, ...]
    heads: tuple[str, ...]
    rows: tuple[tuple[tuple[str, float], ...], ...]
    """For each row its cells: words and size; the first is the heading of its row, and as high as two where it has several lines."""
    size: float
    """The usual size, which cells of that size need not repeat."""
    head_mm: float
    row_mm: float
    head_size: float
    over_mm: float = 0
    """Height of the name's own line over its other cells, as part of the row's; 0 where it stands beside them."""
    ranked: bool = False
    """Whether the name is the second cell, its rank the first; then no row is higher than the others."""

    @property
    def width(self) -> float:
        return sum(self.widths)


@dataclass(frozen=True)
class TableDiagram:
    """The picture of one table: what is drawn, and the words, which are printed like those of the other tables."""

    box: Box
    strokes: tuple[Stroke, ...]
    texts: tuple[PlacedText, ...]


Item = PlacedText | Prose | Listing | TableDiagram


@dataclass(frozen=True)
class PosterPage:
    """The content of one page."""

    items: tuple[Item, ...]
    strokes: tuple[Stroke, ...] = ()
    landscape: bool = False


@dataclass(frozen=True)
class Room:
    """Area of a page inside its margins."""

    width: float
    height: float
    landscape: bool

    @classmethod
    def of(cls, paper: PosterSize, *, landscape: bool) -> Self:
        wide, high = paper.size(landscape=landscape)
        # A millimetre is left free, because the engine rounds too.
        return cls(wide - 2 * paper.margin, high - 2 * paper.margin - 1, landscape)


def html_of_pages(title: str, pages: Sequence[PosterPage], paper: PosterSize) -> str:
    """The pages, those upright and those across mixed, as one print document in the language of the moment."""
    placed = [(page, Room.of(paper, landscape=page.landscape)) for page in pages]
    return rendered("placed", paper, landscape=pages[0].landscape, title=title, pages=placed)


def page_number(number: int, count: int) -> str:
    """Which page of how many."""
    return gettext("page %(number)s sur %(count)s", number=number, count=count)


def size_in(text: str, room: float, most: float, *, bold: bool = True) -> float:
    """The size, at most `most`, at which a text stands in its room on one line."""
    needed = ems(text, bold=bold)
    return round(max(LEAST_MM, min(most, room / needed if needed else most)), 2)


NameLines = tuple[tuple[str, ...], float]
"""The lines of a name, and their size."""


def set_name(name: str, width: float, height: float, most: float, *, bold: bool = True) -> NameLines:
    """A name on up to three lines, as large as its box lets it be.

    A line ends at a space or a hyphen; a word is broken only where the name would be smaller than `BREAK_MM`.
    """

    def larger(best: NameLines, ways: Iterable[Sequence[int]]) -> NameLines:
        """The best of some ways to cut; another line is worth it only if it makes the name clearly larger."""
        for cuts in ways:
            parts = tuple(name[start:end].strip() for start, end in pairwise((0, *cuts, len(name))))
            sizes = (size_in(part, width, most, bold=bold) for part in parts)
            size = min(*sizes, height / (LEADING * len(parts)))
            if size > best[1] * 1.05:
                best = parts, round(size, 2)
        return best

    spots = [place for place, character in enumerate(name, 1) if character in " -" and place < len(name)]
    whole = ((name,), min(size_in(name, width, most, bold=bold), height / LEADING))
    best = larger(whole, chain.from_iterable(combinations(spots, count) for count in range(1, MOST_LINES)))
    if best[1] < BREAK_MM and len(name) > 1:
        third = -(-len(name) // 3)
        within = [(len(name) // 2,), (third, 2 * third)]
        best = larger(best, (cuts for cuts in within if cuts[-1] < len(name)))
    return best


def name_in(name: str, box: Box, most: float) -> list[PlacedText]:
    """A name in the middle of its box."""
    x, y, width, height = box
    parts, size = set_name(name, width, height, most)
    leading = LEADING * size
    top = y + (height - leading * len(parts)) / 2
    return [PlacedText(x, top + leading * line, width, part, size) for line, part in enumerate(parts)]


def prose_height(paragraphs: Iterable[str], size: float, width: float) -> float:
    """Height of paragraphs, never less than it is."""
    return sum(lines(text, size / POINT, width) for text in paragraphs) * size * LEADING + 0.5


def head(title: str, mark: str, room: Room, size: float, *, again: bool = False) -> tuple[list[Item], Stroke]:
    """The head of a page, or of one that goes on: its title, the mark at its right, a rule; `HEAD` times `size` high.

    Where a line of either would be small, it is broken.
    """
    right, high = min(room.width / 3, 0.6 * size * ems(mark) + 1), 1.3 * size
    left = room.width - right - 2
    # Its own letters are wider than those of names.
    parts, _ = set_name(title, 0.9 * left, high, size)
    sizes = [title_points(part, left, size / POINT) * POINT for part in parts]
    title_mm = round(min(*sizes, high / (LEADING * len(parts))), 2)
    texts: list[Item] = [PlacedText(0, 0, left, "\n".join(parts), title_mm, "left", tag="h1", running=again)]
    if mark:
        parts, mark_size = set_name(mark, right, high, 0.6 * size)
        y = min(0.25 * size, (high - LEADING * mark_size * len(parts)) / 2)
        text = "\n".join(parts)
        texts.append(PlacedText(room.width - right, y, right, text, mark_size, "right", running=again))
    return texts, Stroke(f"M0 {1.35 * size:.2f}H{room.width:.2f}", 0.4)
