"""The finished evenings on paper, with any players: no heading is broken within a word, no line drawn beside its row."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from scorekeeper.cards.game_api.sheet import PaperSize
from scorekeeper.cards.sheet_file import read_sheet
from scorekeeper.i18n import LANGUAGES, speaking
from scorekeeper.paper.layout import pages_of
from scorekeeper.paper.sheets import html_of, sheet_of
from scorekeeper.parties.sheet_requests import file_request
from tests.evenings import evenings
from tests.paper.sheets.test_layout import planned, row_heights
from tests.profiled import calls_of

pytestmark = pytest.mark.unmeasured

PEOPLE: dict[str, tuple[str, ...]] = {
    "their own": (),
    "forty letters": (
        "Jean-Baptiste de la Fontaine du Pré Roch",
        "Marie-Antoinette Wolffensperger-Kirchner",
        "Maximilienne Vandenbroucke-Montmorency W",
        "Bartholomäus Schwarzenberger-Grindelwald",
        "Alexandra-Konstantina Papadopoulou-Smith",
    ),
    "five scripts": ("Ἀθηνᾶ Παπαδοπούλου", "Дмитрий Щукин", "אברהם מרים", "محمد علي الحاج", "山田太郎"),
}
EVENINGS = {each.name: each.sheet for each in evenings()}


def called(value: Any, names: dict[str, str]) -> Any:
    """Return a sheet with other players' names."""
    if isinstance(value, dict):
        return {names.get(key, key): called(item, names) for key, item in value.items()}
    if isinstance(value, list):
        return [called(item, names) for item in value]
    return names.get(value, value) if isinstance(value, str) else value


def boxes(box: Any, kind: str) -> Iterator[Any]:
    box = getattr(box, "_box", box)
    if type(box).__name__ == kind:
        yield box
        return
    for child in getattr(box, "children", ()):
        yield from boxes(child, kind)


def headings(page: Any) -> Iterator[list[str]]:
    """Return the lines of each column heading."""
    for cell in boxes(page, "TableCellBox"):
        if cell.element.tag == "th" and cell.element.get("scope") == "col":
            yield [
                "".join(text.text for text in boxes(line, "TextBox")).strip()
                for line in boxes(cell, "LineBox")
            ]


@pytest.mark.quick("jass")
@pytest.mark.parametrize(
    "people", ["their own", *(pytest.param(each, marks=pytest.mark.soak) for each in list(PEOPLE)[1:])]
)
@pytest.mark.parametrize("name", EVENINGS)
def test_an_evening_is_printed_without_a_broken_heading(
    name: str, people: str, laid_out: Callable[..., Any]
) -> None:
    raw = EVENINGS[name]
    raw = called(raw, dict(zip(raw["players"], PEOPLE[people], strict=False)))
    for language, paper in ((language, paper) for language in LANGUAGES for paper in PaperSize):
        with speaking(language):
            request = file_request(read_sheet(raw), paper=paper)
            sheet = sheet_of(request)
            document, pages = laid_out(html_of(request)), pages_of(sheet, paper)
        rows = [row for page in document.pages for row in row_heights(page._page_box)]
        due = [height for page in pages for band in page.bands for piece in band for height in planned(piece)]
        assert rows == pytest.approx(due, abs=0.02)
        assert len(document.pages) == len(pages)
        grids = [block.grid for block in sheet.blocks if block.grid]
        known = {column.heading for grid in grids for column in grid.columns}
        texts = {" ".join(lines) for page in document.pages for lines in headings(page._page_box)}
        assert texts <= known | {""}


@pytest.mark.parametrize(("name", "most"), [("jass", 2400), ("jass_tournoi", 2500), ("tarot", 3000)])
def test_a_filled_sheet_takes_few_calls(name: str, most: int) -> None:
    request = file_request(read_sheet(EVENINGS[name]))
    with speaking("fr"):
        html_of(request)  # The first sheet fills the caches.
        calls = calls_of(lambda: html_of(request))
    assert 1000 < calls.total() <= most
