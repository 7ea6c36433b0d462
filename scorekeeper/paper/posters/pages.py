"""Parts of posters: rounds in names, and pages with placed texts and strokes.

Texts are HTML and not part of the SVG, because WeasyPrint draws SVG text character by character: five times slower, and names in
Hebrew or Arabic would be reversed. All lengths are in millimetres, from the top left corner inside the margins.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from math import floor
from typing import NamedTuple, Self

from scorekeeper.cards.game_api.sheet import PaperFormat, Stroke
from scorekeeper.i18n import day, gettext
from scorekeeper.paper import letters
from scorekeeper.paper.sheets import rendered
from scorekeeper.paper.text import LEADING, POINT, ems, lines, title_points
from scorekeeper.tournaments.model import Tournament

LEAST_MM = round(7.05 * POINT, 2)
"""Least font size in mm: seven points."""
BREAK_MM = 2.6
"""Font size in mm below which a word of a name is broken instead."""
MOST_LINES = 3
HEAD = 1.7
"""Height of a page's head as a multiple of its title's font size."""


@dataclass(frozen=True)
class SeatedRound:
    """One round in names: the tables in order of play, and the byes."""

    number: int
    tables: tuple[tuple[str, ...], ...]
    byes: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    """Names of the tables; their numbers, if empty."""
    played: tuple[str, ...] = ()
    """Word for what is played at each table, if they differ."""

    @property
    def heading(self) -> str:
        return gettext("tour %(tour)s", tour=self.number)

    @property
    def places(self) -> Mapping[str, tuple[int, int]]:
        """Table and place of each player, both counted from 1."""
        tables = enumerate(self.tables, 1)
        return {name: (number, place) for number, table in tables for place, name in enumerate(table, 1)}


def seated(t: Tournament) -> tuple[SeatedRound, ...]:
    """Return every drawn round, opened or not, with substitutes at the seats of the players replaced."""

    def names(seats: Iterable[int], substitutes: Mapping[int, str]) -> tuple[str, ...]:
        return tuple(substitutes.get(seat) or t.entrant(seat).name for seat in seats)

    rounds = []
    for drawn in t.drawn:
        tables = tuple(names(table.seats, table.substitutes) for table in drawn.tables)
        rounds.append(SeatedRound(drawn.number, tables, names(drawn.byes, {})))
    return tuple(rounds)


def occasion(t: Tournament) -> str:
    """Return the date and the place of an evening, as far as they are known."""
    return " · ".join(filter(None, (day(t.options.date), t.options.place)))


def numbers_of(t: Tournament) -> dict[str, int]:
    """Return everybody's number by name; a substitute has that of the player replaced."""
    tables = (table for round_ in (*t.rounds, *t.voided) for table in round_.tables)
    substitutes = {name: number for table in tables for number, name in table.substitutes.items()}
    return substitutes | {entrant.name: entrant.number for entrant in t.entrants}


def spellings(t: Tournament) -> dict[str, str]:
    """Map the names that no font can print to their printed form."""
    return letters.spellings(numbers_of(t))


def legible(t: Tournament) -> Tournament:
    """Return the tournament with names in their printed form."""
    entrants, rounds = letters.respelled((t.entrants, t.rounds), spellings(t))
    return replace(t, entrants=entrants, rounds=rounds)


class PosterSize(PaperFormat):
    """Paper sizes of posters."""

    A3 = "A3"
    A4 = "A4"
    A5 = "A5"


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
    """Text in a box, broken only at its newlines."""

    x: float
    y: float
    width: float
    text: str
    size: float
    align: str = "center"
    bold: bool = True
    tag: str = "p"
    """HTML tag; `h1` and `h2` are headings for navigation."""
    running: bool = False
    """Whether it repeats a text of an earlier page, so that screen readers skip it."""


@dataclass(frozen=True)
class Prose:
    """Paragraphs that are wrapped at their width."""

    x: float
    y: float
    width: float
    paragraphs: tuple[str, ...]
    size: float
    link: str = ""
    """URL in the text that becomes a link; empty for none."""


@dataclass(frozen=True, kw_only=True)
class Listing:
    """A table with one row per name."""

    x: float
    y: float
    widths: tuple[float, ...]
    heads: tuple[str, ...]
    rows: tuple[tuple[tuple[str, float], ...], ...]
    """Cells of each row: text and font size. The first is the row's heading; with several lines, its row is two rows high."""
    size: float
    """Usual font size, which is not repeated in cells of that size."""
    head_mm: float
    row_mm: float
    head_size: float
    over_mm: float = 0
    """Height of the name's line above its other cells, as part of the row; 0 when the name is beside them."""
    ranked: bool = False
    """Whether the first cell is the rank; then all rows have the same height."""
    prose: frozenset[int] = frozenset()
    """Indices of the left-aligned columns."""
    strong: frozenset[int] = frozenset()
    """Indices of the rows in bold."""

    @property
    def width(self) -> float:
        return sum(self.widths)


@dataclass(frozen=True)
class TableDiagram:
    """Diagram of one table: strokes, and texts, which are printed as a copy of those of other tables."""

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
        # A millimetre is left free, because WeasyPrint rounds too.
        return cls(wide - 2 * paper.margin, high - 2 * paper.margin - 1, landscape)


def html_of_pages(title: str, pages: Sequence[PosterPage], paper: PosterSize) -> str:
    """Return pages, portrait and landscape mixed, as an HTML document in the current language."""
    placed = [(page, Room.of(paper, landscape=page.landscape)) for page in pages]
    return rendered("placed", paper, landscape=pages[0].landscape, title=title, pages=placed)


def size_in(text: str, room: float, most: float, *, bold: bool = True) -> float:
    """Return the font size in mm, at most `most`, in which a text fits on one line of `room` mm."""
    return round(max(LEAST_MM, _size_in(text, room, most, bold=bold)), 2)


def _size_in(text: str, room: float, most: float, *, bold: bool) -> float:
    needed = ems(text, bold=bold)
    return min(most, room / needed if needed else most)


NameLines = tuple[tuple[str, ...], float]
"""Lines of a name, and their font size in mm."""


def set_name(name: str, width: float, height: float, most: float, *, bold: bool = True) -> NameLines:
    """Break a name into up to three lines, in the largest font size in mm, at most `most`, that fits a box; at least `LEAST_MM`.

    Lines end at spaces or hyphens; a word is broken only if the name would be smaller than `BREAK_MM`.
    """

    def larger(best: NameLines, ways: Iterable[tuple[str, ...]]) -> NameLines:
        """Return the best of some ways to break the name; another must make it at least 5 % larger."""
        for parts in ways:
            sizes = (_size_in(part, width, most, bold=bold) for part in parts)
            size = min(*sizes, height / (LEADING * len(parts)))
            if size > best[1] * 1.05:
                best = parts, size
        return best

    unbroken = ((name,), min(_size_in(name, width, most, bold=bold), height / LEADING))
    best = larger(unbroken, broken(name, MOST_LINES))
    if best[1] < BREAK_MM and len(name) > 1:
        third = -(-len(name) // 3)
        within = [(len(name) // 2,), (third, 2 * third)]
        parts = (_cut_at(name, cuts) for cuts in within if cuts[-1] < len(name))
        best = larger(best, (*_cut_at_spots(name, MOST_LINES), *parts))
    return best[0], max(LEAST_MM, floor(100 * best[1] + 1e-6) / 100)


def broken(name: str, most: int) -> Iterator[tuple[str, ...]]:
    """Yield the ways to break a name into up to `most` lines: a person a line, or at spaces and after hyphens."""
    people = name.replace(" & ", " &\n").split("\n")
    yield from ((name,), tuple(people)) if 1 < len(people) <= most else _cut_at_spots(name, most)


def _cut_at_spots(name: str, most: int) -> Iterator[tuple[str, ...]]:
    """Yield the ways to break a name at spaces and after hyphens, the fewest lines first, then the most even."""
    spots = [place for place, character in enumerate(name, 1) if character in " -" and place < len(name)]
    for count in range(most):
        ways = (_cut_at(name, cuts) for cuts in combinations(spots, count))
        yield from sorted(ways, key=lambda parts: max(map(ems, parts)))


def _cut_at(name: str, cuts: Sequence[int]) -> tuple[str, ...]:
    return tuple(name[start:end].strip() for start, end in pairwise((0, *cuts, len(name))))


def prose_height(paragraphs: Iterable[str], size: float, width: float) -> float:
    """Return an upper bound of the height in mm of paragraphs of a font size in mm, set in `width` mm."""
    return sum(lines(text, size / POINT, width) for text in paragraphs) * size * LEADING + 0.5


def headed(
    title: str, room: Room, size: float, parts: Sequence[tuple[str, Iterable[Item], Iterable[Stroke]]]
) -> list[PosterPage]:
    """Return pages, each of a mark, items and strokes, with their heads; the number of the page is added to the mark."""
    pages, count = [], len(parts)
    for number, (mark, items, strokes) in enumerate(parts, 1):
        page = gettext("page %(number)s sur %(count)s", number=number, count=count) if count > 1 else ""
        texts, rule = _head(title, " · ".join(filter(None, (mark, page))), room, size, again=number > 1)
        pages.append(PosterPage((*texts, *items), (rule, *strokes), room.landscape))
    return pages


def _head(
    title: str, mark: str, room: Room, size: float, *, again: bool = False
) -> tuple[list[Item], Stroke]:
    """Return the head of a page: title, mark at the right, and rule; its height is `HEAD` times `size`.

    Title and mark are broken into lines if that makes them larger. `again` is for pages after the first.
    """
    right, high = min(room.width / 3, 0.6 * size * ems(mark) + 1), 1.3 * size
    left = room.width - right - 2
    # The letters of the title's font are wider than those of names.
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
