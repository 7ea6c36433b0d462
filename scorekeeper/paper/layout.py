"""Where everything on a sheet stands: a sheet cut into pages, every height and width in mm.

Pages are cut here and not by the printing engine, because only here it is known what the running totals are where a page ends.
Heights are never underestimated; should a page come out longer after all, the engine breaks it once more and nothing is lost.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from scorekeeper.kit.sheet import Block, Facts, PaperSize, Sheet
from scorekeeper.paper import measure
from scorekeeper.paper.measure import CARRY_MM, GAP_MM, HeadView, Ruler, Written

LOOSEST_MM = 9.0
"""Most that is added between bands of blocks on a page that has room."""
SLACK_MM = 1.0
"""Left free on a page, because the engine rounds too."""


@dataclass(frozen=True)
class Piece:
    """A block, or the part of one that stands on this page."""

    block: Block
    width: float
    heads: HeadView | None
    rows: tuple[Written, ...]
    feet: tuple[Written, ...]
    begins: bool
    """Whether the block begins here, with its heading and what stands above its grid."""
    ends: bool


@dataclass(frozen=True)
class SheetPage:
    """One page."""

    bands: tuple[tuple[Piece, ...], ...]
    """Pieces side by side, from top to bottom."""
    first: bool = False
    """Whether it bears the sheet's whole head, not only its title."""
    last: bool = False
    """Whether it bears what closes the sheet."""
    back: bool = False
    gap: float = GAP_MM
    """Free space under each band."""


def pages_of(sheet: Sheet, paper: PaperSize) -> tuple[SheetPage, ...]:
    """Cut a sheet into pages; the back, where there is one, is the last."""
    wide, high = paper.size(landscape=sheet.landscape)
    room = _Room(wide - 2 * paper.margin, high - 2 * paper.margin, paper)
    front = tuple(_cut(sheet, room))
    if not sheet.back:
        return front
    back = replace(
        sheet,
        blocks=sheet.back,
        across=sheet.back_across,
        facts=(),
        subtitle="",
        closing=(),
        signatures=(),
        notes=(),
    )
    made = _cut(back, room)
    return (*front, *(replace(page, back=True, first=False, last=False) for page in made))


def _cut(sheet: Sheet, room: _Room) -> Iterator[SheetPage]:
    return _bands(sheet, room) if sheet.across > 1 or sheet.whole else _flow(sheet, room)


@dataclass(frozen=True)
class _Room:
    width: float
    height: float
    paper: PaperSize

    def under_head(self, sheet: Sheet, *, first: bool) -> float:
        return self.height - SLACK_MM - measure.head_height(sheet, self.width, first=first)


def _flow(sheet: Sheet, room: _Room) -> Iterator[SheetPage]:
    """Blocks one under the other, cut between two rows where a page is full."""
    bands: list[tuple[Piece, ...]] = []
    first = True
    left = room.under_head(sheet, first=True)
    for number, block in enumerate(sheet.blocks):
        tail = measure.tail_height(sheet, room.width) if number == len(sheet.blocks) - 1 else 0.0
        rest = _rest(block, room.width, room.paper)
        if bands and rest.least + tail > left:
            yield SheetPage(tuple(bands), first)
            bands, first, left = [], False, room.under_head(sheet, first=False)
        while not rest.fits(left - tail):
            piece, rest = rest.cut(left)
            yield SheetPage((*bands, (piece,)), first)
            bands, first, left = [], False, room.under_head(sheet, first=False)
        piece, used = rest.whole(left - tail)
        bands.append((piece,))
        left -= used
    yield SheetPage(tuple(bands), first, last=True)


@dataclass(frozen=True)
class _Rest:
    """What is left of a block to be placed."""

    block: Block
    width: float
    paper: PaperSize
    ruler: Ruler | None
    rows: tuple[Written, ...]
    feet: tuple[Written, ...]
    begun: tuple[Written, ...] = ()
    """The running totals to begin with."""
    begins: bool = True
    tallest: float = measure.TALLEST_MM

    @property
    def _over(self) -> float:
        """Height of what stands over the rows."""
        heads = self.ruler.heads.height if self.ruler else 0.0
        above = measure.above_height(self.block) if self.begins else 0.0
        return heads + above + _sum(self.begun)

    @property
    def _under(self) -> float:
        return _sum(self.feet) + measure.below_height(self.block) + GAP_MM

    @property
    def least(self) -> float:
        """Room without which the block is better begun on the next page: two rows, or all of it."""
        return self._over + _sum(self.rows[:2]) + (self._under if len(self.rows) <= 2 else CARRY_MM)

    def fits(self, room: float) -> bool:
        """Whether all of it has its place; what may be trimmed has."""
        return self.block.trim or len(self.rows) <= 1 or self._over + _sum(self.rows) + self._under <= room

    def cut(self, room: float) -> tuple[Piece, _Rest]:
        """As much as a page holds, with the running totals at its foot, and what is left."""
        ruler = self.ruler
        assert ruler is not None  # noqa: S101 - only a block with rows is cut
        free = room - self._over - CARRY_MM
        # The last row goes to the next page, so that the totals never stand there alone.
        taken = 0
        while taken < len(self.rows) - 1 and (free := free - self.rows[taken].height) >= 0:
            taken += 1
        taken = max(taken, 1)
        foot: tuple[Written, ...] = ()
        head: tuple[Written, ...] = ()
        if ruler.grid.carries:
            carried = ruler.written(measure.carry_rows(ruler.grid, self.rows[taken - 1].row))
            foot, head = carried[:1], carried[1:]
        shown = (*self.begun, *self.rows[:taken], *foot)
        piece = Piece(self.block, self.width, ruler.heads, shown, (), self.begins, ends=False)
        return piece, replace(self, rows=self.rows[taken:], begun=head, begins=False)

    def whole(self, room: float, *, tight: bool = False) -> tuple[Piece, float]:
        """All of it, blank rows drawn taller where there is room (lower where there is not, if `tight`), and its height."""
        free = room - self._over - self._under
        rows = measure.trimmed(self.rows, free) if self.block.trim else self.rows
        rows = measure.tightened(rows, free) if tight else rows
        rows = measure.stretched(rows, free, self.paper, self.tallest)
        heads = self.ruler.heads if self.ruler else None
        shown = (*self.begun, *rows)
        piece = Piece(self.block, self.width, heads, shown, self.feet, self.begins, ends=True)
        return piece, self._over + self._under + _sum(rows)


def _rest(block: Block, width: float, paper: PaperSize, tallest: float = measure.TALLEST_MM) -> _Rest:
    """A whole block, measured."""
    if block.grid is None:
        return _Rest(block, width, paper, None, (), (), tallest=tallest)
    ruler = Ruler(block.grid, width, paper)
    rows, feet = ruler.written(block.grid.rows), ruler.written(block.grid.feet)
    return _Rest(block, width, paper, ruler, rows, feet, tallest=tallest)


def _sum(rows: Sequence[Written]) -> float:
    return sum(row.height for row in rows)


def _bands(sheet: Sheet, room: _Room) -> Iterator[SheetPage]:
    """Blocks side by side, none of them cut; bands of the same kind are as tall on every page."""
    # A little less, so that rounding never pushes the last block to the next line.
    width = (room.width - GAP_MM * (sheet.across - 1)) / sheet.across - 0.02
    rests = [_rest(block, width, room.paper, measure.TALLEST_BLOCK_MM) for block in sheet.blocks]
    bands = [rests[place : place + sheet.across] for place in range(0, len(rests), sheet.across)]
    heights = [max(rest.whole(0)[1] for rest in band) for band in bands]
    tail = measure.tail_height(sheet, room.width)
    pages: list[list[int]] = [[]]
    lefts = [room.under_head(sheet, first=True)]
    for place, height in enumerate(heights):
        needed = height + (tail if place == len(heights) - 1 else 0.0)
        if pages[-1] and needed > lefts[-1]:
            pages.append([])
            lefts.append(room.under_head(sheet, first=False))
        pages[-1].append(place)
        lefts[-1] -= needed
    spare = max(0.0, min(left / len(places) for left, places in zip(lefts, pages, strict=True)))
    for number, places in enumerate(pages):
        # A band that does not fit on a page of its own is drawn as low as one can write, with no space under it.
        tight = lefts[number] < 0
        room_more = lefts[number] + GAP_MM if tight else spare
        made = [
            [rest.whole(heights[place] + room_more, tight=tight) for rest in bands[place]] for place in places
        ]
        grown = min(
            heights[place] + spare - max(used for _, used in band)
            for place, band in zip(places, made, strict=True)
        )
        yield SheetPage(
            tuple(tuple(piece for piece, _ in band) for band in made),
            number == 0,
            last=number == len(pages) - 1,
            gap=0.0 if tight else GAP_MM + max(0.0, min(grown, LOOSEST_MM)),
        )


def facts_widths(facts: Facts, width: float) -> tuple[float, ...]:
    """Widths of the facts of one line, by their shares."""
    whole = sum(fact.share for fact in facts)
    room = width - GAP_MM * (len(facts) - 1)
    # A hundredth less each, so that rounding never pushes the last one to the next line.
    return tuple(room * fact.share / whole - 0.01 for fact in facts)
