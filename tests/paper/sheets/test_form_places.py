"""Fields of fillable sheets: each lies within its own cell, without overlaps; their tab order is line by line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, groupby, pairwise
from typing import Any, NamedTuple

import pytest

from scorekeeper.cards import catalogue
from scorekeeper.cards.game_api.game import Paper
from scorekeeper.cards.game_api.sheet import PaperSize
from scorekeeper.paper.cells import cells_of
from scorekeeper.paper.layout import pages_of
from scorekeeper.paper.sheets import html_of, sheet_of
from scorekeeper.parties.sheet_requests import blank_request, usual_seats
from tests.examples import DECLARED
from tests.paper.sheets.test_evenings import boxes
from tests.paper.sheets.test_layout import PIXEL

pytestmark = pytest.mark.unmeasured

ROUNDING = 0.5
"""Tolerance, in pixels."""


class Place(NamedTuple):
    """A rectangle on a page, in pixels from its top left."""

    left: float
    top: float
    right: float
    bottom: float

    def within(self, other: Place) -> bool:
        return (
            self.left >= other.left - ROUNDING
            and self.top >= other.top - ROUNDING
            and self.right <= other.right + ROUNDING
            and self.bottom <= other.bottom + ROUNDING
        )

    def over(self, other: Place) -> bool:
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across > ROUNDING and down > ROUNDING


class Field(NamedTuple):
    """A field with its rectangle, and that of its cell or fact; `table` is that of the cell."""

    name: str
    place: Place
    cell: Place
    sums: tuple[str, ...]
    table: Any


def place_of(box: Any) -> Place:
    left, top = box.border_box_x(), box.border_box_y()
    return Place(left, top, left + box.border_width(), top + box.border_height())


def fields(box: Any, cell: Any = None, table: Any = None) -> Iterator[Field]:
    """Return the fields in a box of a page."""
    box = getattr(box, "_box", box)
    element = box.element
    if element is not None and (element.tag in {"td", "th"} or "fact" in element.get("class", "").split()):
        cell = box
    if element is not None and element.tag == "table":
        table = element
    if element is not None and element.tag == "input":
        sums = tuple(element.get("data-sum", "").split())
        yield Field(element.get("name"), place_of(box), place_of(cell), sums, table)
        return
    for child in getattr(box, "children", ()):
        yield from fields(child, cell, table)


PAPERS = {**catalogue.papers(), **{game.key: (game, Paper(title=game.name)) for game in DECLARED}}
"""Every paper of every game, and the sheets of declared games."""


@pytest.mark.quick("jass", "tarot", "match-au-cochon", "ardoise", "maison-yatzy", "maison-hearts")
@pytest.mark.parametrize("size", [PaperSize.A4, pytest.param(PaperSize.A5, marks=pytest.mark.soak)])
@pytest.mark.parametrize("key", PAPERS)
def test_every_field_lies_in_its_cell_alone(key: str, size: PaperSize, laid_out: Callable[..., Any]) -> None:
    game, paper = PAPERS[key]
    # The narrower page, A5, is tested with the most columns.
    seats = usual_seats(game) if size is PaperSize.A4 else max(game.rules.SEATS)
    request = blank_request(game, seats=seats, settings=paper.settings, paper=size, form=True)
    page = html_of(request)
    document = laid_out(page, pdf_forms=True)
    by_page = [list(fields(page._page_box)) for page in document.pages]
    assert sum(map(len, by_page)) == page.count("<input")
    assert [field.name for page in by_page for field in page if not field.place.within(field.cell)] == []
    over = [
        (one.name, other.name)
        for page in by_page
        for one, other in combinations(page, 2)
        if one.place.over(other.place)
    ]
    assert over == []
    for _, line in groupby((field for page in by_page for field in page), lambda field: field.table):
        for before, after in pairwise(field.cell for field in line):
            below = after.top >= before.bottom - ROUNDING
            assert below or (after.left >= before.right - ROUNDING and after.top >= before.top - ROUNDING)
    # Rules and field names come from a map of the cells' positions in the layout.
    due = [
        [
            [getattr(cell, side) / PIXEL for side in Place._fields]
            for row in cells_of(piece, form=True)
            for cell in row.cells
        ]
        for sheet_page in pages_of(sheet_of(request), size)
        for band in sheet_page.bands
        for piece in band
        if piece.heads
    ]
    tables = [table for laid in document.pages for table in boxes(laid._page_box, "TableBox")]
    assert len(tables) == len(due)
    for table, planned in zip(tables, due, strict=True):
        left, top, *_ = place_of(table)
        cells = [place_of(cell) for cell in boxes(table, "TableCellBox")]
        assert [list(cell) for cell in cells] == [
            pytest.approx([x1 + left, y1 + top, x2 + left, y2 + top], abs=ROUNDING)
            for x1, y1, x2, y2 in planned
        ]
    # A summand can be typed into, or is a sum itself.
    names = {field.name for page in by_page for field in page}
    added = {
        name.lstrip("-#!~+*") for page in by_page for field in page for name in field.sums if "=" not in name
    }
    assert added <= names
