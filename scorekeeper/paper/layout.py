"""Layout of a sheet: division into pages, with every height and width in mm.

Pages are divided here and not by WeasyPrint, because only this module knows the running totals at the end of a page. Heights are
never underestimated. Should a page still be too long, WeasyPrint breaks it once more and nothing is lost.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Self

from scorekeeper.cards.game_api.sheet import Block, PaperSize, Sheet
from scorekeeper.paper import facts, measure
from scorekeeper.paper.measure import CARRY_MM, GAP_MM, HeadView, Ruler, Written

LOOSEST_MM = 9.0
"""Largest extra space between bands of blocks on a page."""
FEWEST_ROWS = 3
"""Least number of rows to continue by hand on a page: the totals so far, and two empty ones."""
LAST_ROWS = 3
"""Least number of rows above the totals on a page, if there are as many."""
COURSE_MM = 32.0, 90.0
"""Least and greatest height of the chart of the totals."""
ROOMY_MM, COLUMN_MM = 150.0, (10.0, 7.5)
"""Least mean width of the columns to write in, in a table at least `ROOMY_MM` wide and in a narrower one."""
UPRIGHT_ACROSS = 2
"""Most blocks side by side on a portrait page."""
SLACK_MM = 1.0
"""Height left free on a page, because WeasyPrint rounds too."""


@dataclass(frozen=True)
class Piece:
    """A block, or the part of one on a page."""

    block: Block
    width: float
    heads: HeadView | None
    rows: tuple[Written, ...]
    feet: tuple[Written, ...]
    begins: bool
    """Whether the block begins here, with its heading and the parts above its grid."""
    ends: bool
    points: float = measure.TEXT_PT
    """Usual font size in points."""


@dataclass(frozen=True)
class SheetPage:
    """A page of a sheet."""

    bands: tuple[tuple[Piece, ...], ...]
    """Bands from top to bottom, each of pieces side by side."""
    first: bool = False
    """Whether it has the sheet's full head, not only its title."""
    last: bool = False
    """Whether it has the closing parts of the sheet."""
    back: bool = False
    gap: float = GAP_MM
    landscape: bool = False
    """Whether it is turned, because its columns are too narrow on a portrait page; the same on all pages of a sheet."""


def pages_of(sheet: Sheet, paper: PaperSize, code: float = 0.0) -> tuple[SheetPage, ...]:
    """Divide a sheet into pages, the back last if there is one. `code` is the size in mm of a QR code beside the title; 0 for none."""
    layout = _Layout(sheet, paper, code, landscape=sheet.across > UPRIGHT_ACROSS)
    if layout.narrow and not layout.landscape:
        layout = _Layout(sheet, paper, code, landscape=True)
    front = tuple(layout.pages())
    back = Sheet(sheet.title, blocks=sheet.back, across=sheet.back_across, unsplit=sheet.unsplit)
    backs = _Layout(back, paper, landscape=layout.landscape).pages() if sheet.back else ()
    pages = (*front, *(replace(page, back=True, first=False, last=False) for page in backs))
    return tuple(replace(page, landscape=True) for page in pages) if layout.landscape else pages


class _Layout:
    """Layout of one side of a sheet on its paper."""

    def __init__(self, sheet: Sheet, paper: PaperSize, code: float = 0.0, *, landscape: bool) -> None:
        wide, high = paper.size(landscape=landscape)
        self.sheet, self.paper, self.landscape = sheet, paper, landscape
        self.width = wide - 2 * paper.margin
        # A little less, so that rounding never pushes the last block to a new line.
        beside = (self.width - GAP_MM * (sheet.across - 1)) / sheet.across - 0.02
        self.in_bands = sheet.across > 1 or sheet.unsplit
        room = beside if self.in_bands else self.width
        self.rests = [_rest(block, room, paper) for block in sheet.blocks]
        self.narrow = any(rest.narrow(spare=bool(sheet.spare)) for rest in self.rests)
        free = high - 2 * paper.margin - SLACK_MM
        self.first_room = free - facts.head_height(sheet, self.width, first=True, code=code)
        """Height below the head of the first page."""
        self.next_room = free - facts.head_height(sheet, self.width, first=False)
        self.tail = facts.tail_height(sheet, self.width)
        if sheet.again and len(self.rests) == 1:
            self.rests *= self.rests[0].times(self.first_room - self.tail)
            self.in_bands |= len(self.rests) > 1

    def pages(self) -> Iterator[SheetPage]:
        return self.bands() if self.in_bands else self.flow()

    def flow(self) -> Iterator[SheetPage]:
        """Yield the pages of blocks one below the other, divided between two rows when a page is full."""
        bands: list[tuple[Piece, ...]] = []
        first, left = True, self.first_room
        spare = _rest(self.sheet.spare, self.width, self.paper) if self.sheet.spare else None
        for number, uncut in enumerate(self.rests, 1):
            rest = uncut
            tail = self.tail if number == len(self.rests) and not spare else 0.0
            if bands and rest.least + tail > left:
                yield SheetPage(tuple(bands), first)
                bands, first, left = [], False, self.next_room
            while not rest.fits(left - tail):
                piece, rest = rest.cut(left)
                yield SheetPage((*bands, (piece,)), first)
                bands, first, left = [], False, self.next_room
            piece, used = rest.stretched(0.0 if spare else left - tail)
            bands.append((piece,))
            left -= used
        if spare and _sum(spare.rows[1:FEWEST_ROWS]) + _sum(spare.feet) <= left - self.tail:
            bands[-1] = (spare.under(bands[-1][0], left - self.tail),)
        elif spare:
            (ended,) = bands[-1]
            rows = measure.stretched(ended.rows, _sum(ended.rows) + left, measure.TALLEST_MM)
            bands[-1] = (replace(ended, rows=rows),)
            yield SheetPage(tuple(bands), first)
            bands, first, left = [(spare.stretched(self.next_room - self.tail)[0],)], False, 0.0
        bands += self.course(left - self.tail)
        yield SheetPage(tuple(bands), first, last=True)

    def course(self, room: float) -> list[tuple[Piece, ...]]:
        """Return the chart of the totals as a band of its own, if there is room for it."""
        tall = min(room - GAP_MM - 2, COURSE_MM[1])
        if not self.sheet.course or tall < COURSE_MM[0]:
            return []
        block = Block(art=self.sheet.course(self.width, tall))
        return [(_rest(block, self.width, self.paper).stretched(0.0)[0],)]

    def bands(self) -> Iterator[SheetPage]:
        """Yield pages of blocks side by side, none divided; bands of the same kind have the same height on every page."""
        across, rests = self.sheet.across, self.rests
        bands = [_levelled(rests[place : place + across]) for place in range(0, len(rests), across)]
        heights = [max(rest.stretched(0)[1] for rest in band) for band in bands]
        pages: list[list[int]] = [[]]
        lefts = [self.first_room]
        for place, height in enumerate(heights, 1):
            needed = height + (self.tail if place == len(heights) else 0.0)
            if pages[-1] and needed > lefts[-1]:
                pages.append([])
                lefts.append(self.next_room)
            pages[-1].append(place - 1)
            lefts[-1] -= needed
        course = self.course(lefts[-1])
        lefts[-1] -= sum(
            facts.above_height(piece.block, piece.width) + GAP_MM for band in course for piece in band
        )
        spare = max(0.0, min(left / max(1, len(places)) for left, places in zip(lefts, pages, strict=True)))
        for number, (left, places) in enumerate(zip(lefts, pages, strict=True)):
            # A band too tall for a page gets rows as low as handwriting allows, and no space below it.
            tight = left < 0
            more = left + GAP_MM if tight else spare
            placed = []
            grown = LOOSEST_MM
            for place in places:
                placed.append([rest.stretched(heights[place] + more, tight=tight) for rest in bands[place]])
                grown = min(grown, heights[place] + spare - max(used for _, used in placed[-1]))
            last = number == len(pages) - 1
            yield SheetPage(
                (*(tuple(piece for piece, _ in band) for band in placed), *(course if last else ())),
                number == 0,
                last=last,
                gap=0.0 if tight else GAP_MM + max(0.0, grown),
            )


@dataclass(frozen=True)
class _Rest:
    """Rest of a block that is not on a page yet."""

    block: Block
    width: float
    paper: PaperSize
    ruler: Ruler | None
    rows: tuple[Written, ...]
    feet: tuple[Written, ...]
    begun: tuple[Written, ...] = ()
    """Running totals at its top."""
    begins: bool = True
    tallest: float = measure.TALLEST_MM

    def narrow(self, *, spare: bool) -> bool:
        """Return whether the block needs a wider page: a word would be broken, or a column is too narrow for a pen.

        Columns are compared as they are and with those of `spare` rows.
        """
        if self.ruler is None:
            return False
        _, *widths = self.ruler.heads.widths
        least = COLUMN_MM[self.width < ROOMY_MM] * len(widths)
        written = spare or any(row.row.blank for row in self.rows)
        return self.ruler.heads.crowded or (written and sum(widths) < least)

    @property
    def _over(self) -> float:
        heads = self.ruler.heads.height if self.ruler else 0.0
        above = facts.above_height(self.block, self.width) if self.begins else 0.0
        return heads + above + _sum(self.begun)

    @property
    def _under(self) -> float:
        return _sum(self.feet) + facts.below_height(self.block, self.width) + GAP_MM

    @property
    def least(self) -> float:
        """Least height for which the block is begun on a page: that of two rows, or of all of it."""
        return self._over + _sum(self.rows[:2]) + (self._under if len(self.rows) <= 2 else CARRY_MM)

    def fits(self, room: float) -> bool:
        """Return whether all of it fits; a block that may be trimmed always does."""
        return self.block.trim or len(self.rows) <= 1 or self._over + _sum(self.rows) + self._under <= room

    def times(self, room: float) -> int:
        """Return how many times a blank table of a fixed number of rows fits with rows of nine millimetres, 1 for any other."""
        if self.block.trim or not self.rows or not all(row.row.blank for row in self.rows):
            return 1
        return max(1, int(room / (self._over + self._under + 9.0 * len(self.rows))))

    def cut(self, room: float) -> tuple[Piece, Self]:
        """Return the piece that fits on a page, with running totals at its foot, and the rest."""
        ruler = self.ruler
        assert ruler is not None  # noqa: S101 - only a block with rows is cut
        sample = measure.carry_rows(ruler.grid, self.rows[0].row)[0]
        free = room - self._over - max(CARRY_MM, ruler.written(sample).height)
        # The last rows go to the next page, so that neither the totals nor a single line are alone there.
        count = len(self.rows)
        taken = max(1, len(measure.trimmed(self.rows[: count - LAST_ROWS], free)))
        written = self.rows[:taken]
        if all(row.row.blank for row in self.rows):
            taken = -(-count // -(-count // taken))
            written = measure.stretched(self.rows[:taken], free, self.tallest)
        carried = measure.carry_rows(ruler.grid, self.rows[taken - 1].row) if ruler.grid.carries else ()
        totals = tuple(map(ruler.written, carried))
        shown = (*self.begun, *written, *totals[:1])
        piece = Piece(
            self.block, self.width, ruler.heads, shown, (), self.begins, ends=False, points=ruler.figure_pt
        )
        return piece, replace(self, rows=self.rows[taken:], begun=totals[1:], begins=False)

    def stretched(self, room: float, *, tight: bool = False) -> tuple[Piece, float]:
        """Return all of it and its height in mm, with rows stretched to fill the room; if `tight`, blank rows are lowered to fit."""
        free = room - self._over - self._under
        rows = measure.trimmed(self.rows, free) if self.block.trim else self.rows
        rows = measure.tightened(rows, free) if tight else rows
        rows = measure.stretched(rows, free, self.tallest)
        dropped = {row.row.key for row in self.rows[len(rows) :]}
        feet = tuple(measure.adding_only(foot, dropped) for foot in self.feet)
        heads, points = (self.ruler.heads, self.ruler.figure_pt) if self.ruler else (None, measure.TEXT_PT)
        shown = (*self.begun, *rows)
        piece = Piece(self.block, self.width, heads, shown, feet, self.begins, ends=True, points=points)
        return piece, self._over + self._under + _sum(rows)

    def under(self, piece: Piece, room: float) -> Piece:
        """Return a piece extended by the rows to continue by hand, below its totals."""
        free = room - _sum(self.feet)
        rows = measure.stretched(measure.trimmed(self.rows[1:], free), free, self.tallest)
        return replace(piece, rows=(*piece.rows, *piece.feet, *rows), feet=self.feet)


def _rest(block: Block, width: float, paper: PaperSize) -> _Rest:
    if block.grid is None:
        return _Rest(block, width, paper, None, (), ())
    ruler = Ruler(block.grid, width, paper, trim=block.trim)
    rows, feet = (tuple(map(ruler.written, rows)) for rows in (block.grid.rows, block.grid.feet))
    # Blank rows are stretched for writing, others at most to the height of handwriting.
    tallest = measure.TALLEST_MM if any(row.blank for row in block.grid.rows) else measure.WRITE_MM[paper]
    return _Rest(block, width, paper, ruler, rows, feet, tallest=tallest)


def _levelled(band: list[_Rest]) -> list[_Rest]:
    """Return blocks side by side, with rows of equal height on each line if they have the same number of rows."""
    if len({len(rest.rows) for rest in band}) > 1:
        return band
    tallest = max(rest.tallest for rest in band)
    lines = []
    for line in zip(*(rest.rows for rest in band), strict=True):
        height = max(row.height for row in line)
        lines.append([replace(row, height=height) for row in line])
    columns = zip(*lines, strict=True) if lines else ((),) * len(band)
    return [replace(rest, rows=rows, tallest=tallest) for rest, rows in zip(band, columns, strict=True)]


def _sum(rows: Sequence[Written]) -> float:
    return sum(row.height for row in rows)
