"""Laws of all paper, from the map of its cells: unplayed cells are empty, every sum is right, nothing overlaps."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import chain, combinations
from typing import Any, NamedTuple

import pytest
from flask import Flask, Response

from scorekeeper.cards.game_api.cells import Look
from scorekeeper.cards.game_api.sheet import SheetRequest
from scorekeeper.cards.sheet_file import read_sheet
from scorekeeper.cards.sheet_game import definition_of
from scorekeeper.paper.cells import cells_of
from scorekeeper.paper.layout import pages_of
from scorekeeper.paper.sheets import html_of, sheet_of
from scorekeeper.parties.sheet_requests import blank_request, file_request, page_request
from scorekeeper.press.messages import unbundled
from scorekeeper.press.pdf import Printer
from scorekeeper.records.store import Store
from scorekeeper.web.paper import posters
from tests.evenings import evenings
from tests.examples import DECLARED
from tests.paper.sheets.test_evenings import boxes
from tests.paper.sheets.test_fields import computed, needs_node
from tests.tournaments.desk import draw, opened, play_round

pytestmark = pytest.mark.unmeasured

(SKYJO,) = (game for game in DECLARED if game.key == "maison-skyjo")
MANCHES = ((20, 10, 60, "Yann"), (12, 4, 30, "Zoé"), (15, -3, 41, "Yann"))
PLAYED = {each.name: each.sheet for each in evenings()} | {
    "skyjo": {
        "format": "scorekeeper/1",
        "game": SKYJO.key,
        "definition": definition_of(SKYJO),
        "players": ["Zoé", "Yann", "Xavier"],
        "entries": [
            {"cartes": {"Zoé": zoe, "Yann": yann, "Xavier": xavier}, "ferme": closed}
            for zoe, yann, xavier, closed in MANCHES
        ],
    }
}
"""The finished evenings of all games, and one of a declared game."""


class Cell(NamedTuple):
    """A cell to write in: its value, the fields that it adds up, and the style of its row."""

    text: str
    sums: tuple[str, ...]
    look: Look | None

    @property
    def figure(self) -> str:
        """The value, as a script writes it."""
        return re.sub(r"^—$", "0", self.text.replace("−", "-").removeprefix("+"))


def cells(request: SheetRequest) -> dict[str, Cell]:
    """Return the named cells of a sheet that can be written in."""
    pieces = chain.from_iterable(
        band for page in pages_of(sheet_of(request), request.paper) for band in page.bands
    )
    by_name: dict[str, Cell] = {}
    for row in (row for piece in pieces for row in cells_of(piece, form=True)):
        for cell in row.cells:
            if cell.field and not cell.field.name.endswith(".nom"):
                by_name.setdefault(cell.field.name, Cell(cell.text, cell.field.sums, row.look))
    return by_name


def blank_of(raw: dict[str, Any]) -> SheetRequest:
    """Return the sheet of a partie before its first line, to fill in on screen."""
    now = file_request(read_sheet({**raw, "entries": []}))
    rows = len(raw["entries"])
    return blank_request(
        now.game, seats=now.seats, settings=raw.get("settings"), rows=rows, paper=now.paper, form=True
    )


@pytest.mark.parametrize("name", PLAYED)
def test_line_writes_its_own_row_and_the_totals_only(name: str) -> None:
    raw = PLAYED[name]
    blank = cells(blank_of(raw))
    assert [key for key, cell in blank.items() if cell.text] == []
    before: dict[str, Cell] = {}
    written: set[str] = set()
    for count in range(1, len(raw["entries"]) + 1):
        now = cells(file_request(read_sheet({**raw, "entries": raw["entries"][:count]})))
        body = {key: cell for key, cell in now.items() if cell.look is Look.PLAIN and cell.text}
        # Name of its row: `d3`, `m2`, `pique`.
        rows = {key.partition(".")[0] for key in body.keys() - before.keys()}
        assert len(rows - written) <= 1
        # Points held at a litige count in another donne.
        stay = {key: cell for key, cell in before.items() if not cell.text.startswith("L ")}
        assert {key: body[key] for key in stay} == stay
        before, written = body, written | rows
    assert bool(written) == bool(blank)


@needs_node
@pytest.mark.quick("tarot", "jass", "belote")
@pytest.mark.parametrize("name", PLAYED)
def test_evening_typed_into_the_form_has_the_printed_sums(name: str, printer: Printer) -> None:
    raw = PLAYED[name]
    request = blank_of(raw)
    form = cells(request)
    # On a page of several parties, this one is the first.
    first = "p1." if any(key.startswith("p1.") for key in form) else ""
    printed = {f"{first}{key}": cell for key, cell in cells(file_request(read_sheet(raw))).items()}
    shown = {key: cell for key, cell in printed.items() if key in form and cell.text}
    addends = {
        key: [re.split(r"^[-#!~+*^]*", addend)[-1] for addend in cell.sums] for key, cell in form.items()
    }
    # A field without summands, such as tricks of a side counted together, is typed.
    typed: dict[str, str] = {}
    for key, cell in shown.items():
        if not any(addend in typed for addend in addends[key]) and not any(
            addend in shown for addend in addends[key]
        ):
            typed[key] = cell.text
    values = computed(printer.render(html_of(request), forms=True), typed) if form else {}
    wrong = {
        key: (cell.figure, values.get(key))
        for key, cell in shown.items()
        if key not in typed
        and cell.figure != values.get(key)
        # A running total stays empty until its row has a value.
        and any(addend.startswith("!") and addend.lstrip("!-#~") in typed for addend in form[key].sums)
    }
    assert wrong == {}
    assert {key for key in values if key in shown} | set(typed) or not form


def test_unplayed_page_shows_no_figure() -> None:
    played = file_request(read_sheet(PLAYED["jass_tournoi"]))
    by_name = cells(page_request([played]))
    assert [key for key, cell in by_name.items() if cell.text and not key.startswith("p1.")] == []
    assert [key for key, cell in by_name.items() if cell.text and key.startswith("p1.d12.")] != []


PAPERS = (
    *("affiche", "affiche?tour=3", "liste", "liste?tour=2", "billets", "cartes", "tour?tour=2"),
    *("feuilles?tour=2", "feuilles?reserve=1", "soiree?joueur=1", "soiree?table=1"),
    *("classement", "classement?prix=1"),
)
FIRST_PLAYED = {"soiree?joueur=1": 1, "soiree?table=1": 1}
"""Number of played tables on a paper: those of the first round."""
UNPLAYED = ("feuilles?tour=2", "feuilles?reserve=1", *FIRST_PLAYED)


@pytest.mark.quick("billets", "feuilles?tour=2", "soiree?table=1", "classement?prix=1")
@pytest.mark.parametrize("paper", PAPERS)
def test_words_do_not_overlap_and_unplayed_rows_have_no_figure(
    paper: str, empty: Flask, laid_out: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    store: Store = empty.extensions["store"]
    people = [
        "Marie-Antoinette Wolffensperger-Kirchner",
        "山田太郎",
        *(f"Joueuse Numéro {n}" for n in range(3, 25)),
    ]
    t = opened(store, people, rounds=4, prizes=["un cochon", "un jambon"], place="Café du Pont")
    draw(store, play_round(store, t))
    made: list[str] = []

    def kept(page: str, _: str) -> Response:
        made.append(page)
        return Response()

    monkeypatch.setattr(posters, "printed", kept)
    client = empty.test_client()
    for size in ("A4", "A5"):
        where, _, query = paper.partition("?")
        assert client.get(f"/tournois/1/{where}.pdf?{query}&papier={size}").status_code == 200
        documents = [laid_out(part) for part in unbundled(made.pop())[1]]
        pages = [page for document in documents for page in document.pages]
        assert [lain for page in pages for lain in overlaps(page)] == []
        if paper in UNPLAYED:
            tables = [list(figures(table)) for page in pages for table in boxes(page._page_box, "TableBox")]
            assert list(chain.from_iterable(tables[FIRST_PLAYED.get(paper, 0) :])) == []
            assert all(tables[: FIRST_PLAYED.get(paper, 0)])


def figures(table: Any) -> Iterator[str]:
    """Return the numbers of a table next to its headings."""
    for cell in boxes(table, "TableCellBox"):
        text = "".join(part.text for part in boxes(cell, "TextBox"))
        if cell.element.tag == "td" and re.search(
            r"\d", text.removeprefix("Contrôle, valeur à atteindre= 1884")
        ):
            yield text


def overlaps(page: Any) -> Iterator[tuple[str, str]]:
    """Return texts that overlap others or the page's edge, from their baseline to the top of their capitals."""
    texts = []
    for text in boxes(page._page_box, "TextBox"):
        if text.text.strip():
            base, size = text.position_y + text.baseline, text.style["font_size"]
            texts.append((text.position_x, base - 0.65 * size, text.position_x + text.width, base, text.text))
    for left, top, right, bottom, words in texts:
        if left < 0 or top < 0 or right > page.width or bottom > page.height:
            yield words, "outside"
    for one, other in combinations(sorted(texts), 2):
        across = min(one[2], other[2]) - max(one[0], other[0])
        if across > 0.5 and min(one[3], other[3]) - max(one[1], other[1]) > 0.5:
            yield one[4], other[4]
