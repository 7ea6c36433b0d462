"""Page breaks are at the intended places, for any names of players."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.cards.catalogue import GAMES, game
from scorekeeper.cards.game_api.cells import Look
from scorekeeper.cards.game_api.sheet import Fact, PaperSize, SheetRequest
from scorekeeper.i18n import LANGUAGES, day, speaking
from scorekeeper.paper import text as sheet_text
from scorekeeper.paper.facts import FACT_MM, FactView, fact_views, head_height
from scorekeeper.paper.layout import Piece, pages_of
from scorekeeper.paper.measure import CARRY_MM, WRITE_MM
from scorekeeper.paper.sheets import TEMPLATES, html_of, sheet_of
from scorekeeper.parties.sheet_requests import blank_request, page_request
from tests.examples import DECLARED
from tests.paper.sheets.samples import CAST, COCHONNET, COUILLON, HOSTILE, bouees_entries, filled, garde

Laid = Callable[..., Any]
PIXEL = 25.4 / 96
INK = ("TextBox", "TableCellBox", "BlockReplacedBox", "InlineReplacedBox")


def evening(count: int, names: tuple[str, ...], seed: int = 5) -> list[dict[str, Any]]:
    chance = random.Random(seed)  # noqa: S311 - figures for a page
    entries: list[dict[str, Any]] = []
    for _ in range(count):
        taker = chance.choice(names)
        entry: dict[str, Any] = {
            "preneur": taker,
            "bouts": 2,
            "points": chance.randint(20, 60),
            "contrat": "garde",
        }
        if len(names) == 5:
            entry["appele"] = chance.choice([name for name in names if name != taker])
        if chance.random() < 0.3:
            entry |= {"petit_au_bout": "attaque", "poignees": [{"joueur": taker, "type": "simple"}]}
        entries.append(entry)
    return entries


def tarot(paper: PaperSize, names: tuple[str, ...], count: int) -> SheetRequest:
    return filled("tarot", evening(count, names), paper, players=list(names))


CASES: dict[str, SheetRequest] = {
    "tarot 3, back, A5": blank_request(game("tarot"), seats=3, paper=PaperSize.A5, back=True),
    "tarot 5 long names, A5": blank_request(
        game("tarot"), names=[letter * 40 for letter in "ABCDE"], paper=PaperSize.A5
    ),
    "tarot hostile": blank_request(game("tarot"), names=HOSTILE[:4]),
    "tarot 40 donnes": tarot(PaperSize.A4, CAST[:4], 40),
    "tarot 40 hostile donnes, A5": tarot(PaperSize.A5, HOSTILE[:5], 40),
    "jass tournoi hostile": blank_request(game("jass"), names=HOSTILE[:4], settings={"mode": "tournoi"}),
    "jass A5 hostile": blank_request(game("jass"), names=HOSTILE[:4], paper=PaperSize.A5),
    "coinche, two scripts": filled(
        "coinche", [], players=["Ἀθηνᾶ Παπαδοπούλου", "Дмитрий Щукин", "אברהם מרים", "محمد علي الحاج"]
    ),
    "couillon 15 lines, A5": blank_request(game("couillon"), settings={"lignes": 15}, paper=PaperSize.A5),
    "couillon hostile, A5": filled("couillon", COUILLON, PaperSize.A5, players=list(HOSTILE[:4])),
    "cochonnet hostile, A5": blank_request(game("cochonnet"), names=HOSTILE[:4], paper=PaperSize.A5),
    "bouees 6": blank_request(game("bouees"), seats=6),
    "bouees 5 hostile, A5": blank_request(game("bouees"), names=HOSTILE[:5], paper=PaperSize.A5),
}


def lowest(box: Any) -> float:
    """Return the lowest extent of a page's text, cells and drawings, in mm."""
    box = getattr(box, "_box", box)
    own = (box.position_y + box.height) * PIXEL if type(box).__name__ in INK else 0.0
    return max([own, *(lowest(child) for child in getattr(box, "children", ()))])


@pytest.mark.parametrize("name", CASES)
def test_pages_end_at_the_computed_rows(name: str, laid_out: Laid) -> None:
    request = CASES[name]
    sheet = sheet_of(request)
    document = laid_out(html_of(request))
    laid = pages_of(sheet, request.paper)
    height = request.paper.size(landscape=laid[0].landscape)[1]
    assert len(document.pages) == len(laid)
    assert max(lowest(page._page_box) for page in document.pages) <= height - request.paper.margin
    # Rules are drawn at the computed rows; WeasyPrint has made no row taller.
    heights = [row for page in document.pages for row in row_heights(page._page_box)]
    pieces = [piece for page in laid for band in page.bands for piece in band]
    assert heights == pytest.approx([height for piece in pieces for height in planned(piece)], abs=0.02)


def row_heights(box: Any) -> Iterator[float]:
    """Return the heights of the rows of a page's tables in the layout, in mm."""
    box = getattr(box, "_box", box)
    if type(box).__name__ == "TableRowBox":
        yield box.height * PIXEL
    for child in getattr(box, "children", ()):
        yield from row_heights(child)


def planned(piece: Piece) -> Iterator[float]:
    if piece.heads:
        yield from [piece.heads.group_mm] if piece.heads.group_mm else []
        yield piece.heads.column_mm
        yield from (row.height for row in (*piece.rows, *piece.feet))


def test_page_has_room_for_totals_with_labels_of_three_lines() -> None:
    sheet = sheet_of(filled("libre", [{"points": dict.fromkeys(CAST[:4], 10)}] * 40, PaperSize.A5))
    (block,) = sheet.blocks
    assert block.grid is not None
    first, *columns = block.grid.columns
    narrow = replace(block.grid, columns=(replace(first, share=0.3), *columns))
    page, *_ = pages_of(replace(sheet, blocks=(replace(block, grid=narrow),), spare=None), PaperSize.A5)
    ((piece,),) = page.bands
    assert piece.heads is not None
    assert piece.rows[-1].height > CARRY_MM
    used = head_height(sheet, 130, first=True) + piece.heads.height + sum(row.height for row in piece.rows)
    assert used <= 210 - 2 * 9


def test_a_struck_manche_gives_its_number_to_the_next_one() -> None:
    request = filled("cochonnet", COCHONNET)
    first, second = request.lines
    lines = (replace(first, marked=None, was=first.marked, struck=True), second)
    blocks = sheet_of(replace(request, lines=lines)).blocks
    headings = ["Manche 1 — rayée", "Manche 1", "Manche 2", "Manche 3", "Manche 4"]
    assert [block.heading for block in blocks] == headings
    # No totals run on from what does not count; 60 is to be had after the first that does.
    goals = [[fact.value for fact in block.above[0] if fact.label == "seuil"] for block in blocks]
    assert goals == [[], ["60"], ["120"], ["180"], []]
    rows = [row for block in blocks[:1] if block.grid for row in block.grid.rows if len(row.cells) == 3]
    assert [row.cells[2].text for row in rows] == ["", ""]


def test_signatures_stay_on_a_blank_page_for_any_names(laid_out: Laid) -> None:
    assert len(laid_out(html_of(CASES["tarot 5 long names, A5"])).pages) == 1


def rows_of(request: SheetRequest) -> list[tuple[int, int]]:
    """Return the number of played and of blank lines on each page."""
    pages = pages_of(sheet_of(request), request.paper)
    rows = [[row.row for band in page.bands for row in band[0].rows] for page in pages]
    lines = [[row for row in page if row.look is Look.PLAIN] for page in rows]
    return [(len(page) - sum(row.blank for row in page), sum(row.blank for row in page)) for page in lines]


@pytest.mark.parametrize("paper", PaperSize)
def test_running_partie_has_two_empty_rows_on_a_full_page(paper: PaperSize) -> None:
    made = [rows_of(tarot(paper, CAST[:4], count)) for count in range(1, 30)]
    assert [sum(written for written, _ in pages) for pages in made] == [*range(1, 30)]
    assert min(pages[-1][1] for pages in made) >= 2
    assert {len(pages) for pages in made} >= {1, 2}
    # No further page has only one or two donnes.
    assert [pages for pages in made for written, _ in pages[1:] if written in {1, 2}] == []
    # Only the last page has blank lines.
    assert [pages for pages in made for _, blank in pages[:-1] if blank] == []


def test_played_tarot_has_as_many_donnes_a_page_as_a_blank_one() -> None:
    ended = [
        filled("tarot", [garde(CAST[place % 4]) for place in range(count)], settings={"nb_donnes": count})
        for count in (24, 25, 60)
    ]
    assert rows_of(blank_request(game("tarot"))) == [(0, 24)]
    first, second, third = map(rows_of, ended)
    assert first == [(24, 0)]
    assert second == [(22, 0), (3, 0)]
    assert (len(third), sum(written for written, _ in third)) == (3, 60)


def test_total_of_four_digits_takes_one_line(laid_out: Laid) -> None:
    request = replace(filled("tarot", [garde("Anne")] * 6, PaperSize.A5), closed=True)
    document = laid_out(html_of(request))
    lines = [line for page in document.pages for line in lines_of(page._page_box)]
    # Six gardes: 240 each for the taker.
    assert "1440" in lines


def lines_of(box: Any) -> Iterator[str]:
    """Return the lines of text of a page, as broken by the layout."""
    box = getattr(box, "_box", box)
    if type(box).__name__ == "LineBox":
        yield "".join(text.text for text in box.descendants() if type(text).__name__ == "TextBox")
        return
    for child in getattr(box, "children", ()):
        yield from lines_of(child)


def test_nothing_is_left_to_write_in_where_nothing_follows() -> None:
    played = [garde(CAST[place % 4]) for place in range(5)]
    sheet = filled("tarot", played)
    assert rows_of(sheet)[0][1] > 2
    for over in (replace(sheet, closed=True), replace(sheet, signatures=(("Anne", "A."),))):
        assert rows_of(over) == [(5, 0)]
    for key, entries in (("cochonnet", COCHONNET), ("bouees", bouees_entries())):
        sheet = filled(key, entries)
        assert len(sheet_of(sheet).blocks) == 4
        assert len(sheet_of(replace(sheet, closed=True)).blocks) == 2


def test_check_is_under_the_played_lines_not_under_later_blocks() -> None:
    sheet = sheet_of(filled("tarot", [garde("Chloé")]))
    (block,) = sheet.blocks
    assert block.grid is not None
    assert [row.cells[0].text for row in block.grid.feet][-1] == "Contrôle trouvé 0, attendu 0 ✓"
    assert sheet.closing == ()
    assert sheet.spare is not None
    assert (
        [cell.text for row in sheet.spare.grid.feet for cell in row.cells[1:]] == [""] * 12
        if sheet.spare.grid
        else False
    )


def test_the_lines_of_parties_side_by_side_are_as_high() -> None:
    parties = [filled("jass", [{"points_a": 92}] * count, settings={"mode": "tournoi"}) for count in (12, 5)]
    page = pages_of(sheet_of(page_request(parties)), PaperSize.A4)[0]
    heights = [[row.height for row in piece.rows] for piece in page.bands[0]]
    assert len(heights) == 4
    assert heights == [heights[0]] * 4
    assert min(heights[0]) >= 7


def test_notes_of_one_of_several_parties_belong_to_it_alone() -> None:
    first = filled("jass", [{"points_a": 92}] * 12, settings={"mode": "tournoi"})
    first = replace(first, signatures=(("Anne", "A.B."), ("David", "D.")), moves=((3, "Fanny arrive"),))
    sheet = sheet_of(page_request([first]))
    assert sheet.notes == ("Partie n° 1 — Après la ligne 3\xa0: Fanny arrive",)
    assert sheet.closing == ()
    assert [block.above[-1][0].value for block in sheet.blocks] == ["A.B. D.", "", "", ""]


@pytest.mark.parametrize("key", [known.key for known in GAMES])
@pytest.mark.parametrize("paper", PaperSize)
def test_a_hand_has_seven_millimetres(key: str, paper: PaperSize) -> None:
    for form in (False, True):
        request = blank_request(game(key), paper=paper, form=form)
        for page in pages_of(sheet_of(request), paper):
            rows = [row for band in page.bands for piece in band for row in (*piece.rows, *piece.feet)]
            open_rows = [row for row in rows if row.row.look is not Look.CARRY]
            assert all(row.height >= 7 for row in open_rows)
    assert min(WRITE_MM.values()) >= 7
    assert paper.margin >= 8


def tables(request: SheetRequest) -> list[list[list[float]]]:
    """Return the heights of the blank rows, by page and table."""
    pages = pages_of(sheet_of(request), request.paper)
    pieces = [[piece for band in page.bands for piece in band] for page in pages]
    return [[[row.height for row in piece.rows if row.row.blank] for piece in page] for page in pieces]


def test_a_short_blank_table_fills_its_page() -> None:
    (papayoo,) = (game for game in DECLARED if game.key == "maison-papayoo")
    assert [[len(rows) for rows in page] for page in tables(blank_request(papayoo))] == [[5, 5, 5]]
    # The cells of a form are there once, and what is asked for is printed once.
    assert [len(page) for page in tables(blank_request(papayoo, form=True))] == [1]
    assert [len(page) for page in tables(blank_request(papayoo, rows=6))] == [1]
    assert [[len(rows) for rows in page] for page in tables(blank_request(game("coiffeur")))] == [[10, 10]]
    # Twelve rows of the Differenzler, and half of them on each of two small pages.
    ((rows,),) = tables(blank_request(game("differenzler")))
    assert (len(rows), min(rows) > 15) == (12, True)
    small = tables(blank_request(game("differenzler"), paper=PaperSize.A5))
    assert [[len(rows) for rows in page] for page in small] == [[6], [6]]
    assert min(small[0][0]) > 10


def test_a_partie_that_goes_on_has_rows_for_what_is_left_of_it() -> None:
    names = CAST[:4]
    donne = {
        "annonces": dict(zip(names, (50, 50, 40, 17), strict=True)),
        "points": dict(zip(names, (40, 60, 40, 17), strict=True)),
    }
    request = filled("differenzler", [donne] * 5, settings={"nb_donnes": 12})
    ((rows,),) = tables(request)
    assert len(rows) == 7
    # One donne less than the seven lines that are left can decide a Couillon.
    donnes = [{"gagne": camp} for camp in ("A", "B", "A")]
    assert [len(rows) for page in tables(filled("couillon", donnes)) for rows in page] == [6]


def test_page_holds_the_requested_rows_or_its_maximum() -> None:
    def rows(wanted: int | None) -> list[int]:
        request = blank_request(game("tarot"), rows=wanted)
        pages = pages_of(sheet_of(request), request.paper)
        return [sum(row.row.look is Look.PLAIN for row in page.bands[0][0].rows) for page in pages]

    assert rows(10) == [10]
    assert 20 <= rows(None)[0] <= 30
    assert len(rows(None)) == 1
    assert sum(rows(60)) == 60
    assert len(rows(60)) >= 2


def test_a_long_title_stays_on_one_line_of_its_page() -> None:
    assert sheet_text.title_points("Tarot", 100, 15) == 15
    points = sheet_text.title_points("W" * 40, 188, 15)
    # A W of the title font is 1020 of 1000 units wide.
    assert 180 < 40 * 1.02 * points * 25.4 / 72 <= 188


@pytest.mark.parametrize("room", [62.0, 90.0, 180.0])
def test_two_long_names_of_a_team_stay_above_the_next_block(room: float) -> None:
    names = "Jean-Baptiste de la Fontaine du Pré Roch & Marie-Antoinette Van Den Broucke-Desmedt"
    view = fact_views((Fact("équipe B", names),), room, form=False)[0]
    lines = sheet_text.lines(names, view.points, view.width - view.left)
    assert view.top + lines * view.points * sheet_text.POINT * sheet_text.LEADING <= FACT_MM


@pytest.mark.parametrize("key", [known.key for known in GAMES])
@pytest.mark.parametrize("language", LANGUAGES)
def test_text_in_the_head_takes_one_line(key: str, language: str) -> None:
    with speaking(language):
        blank = blank_request(game(key), paper=PaperSize.A5)
        dated = replace(blank, date=day("2026-09-30"), lieu="Café du Pont")
        known = [(sheet_of(request), request) for request in (blank, dated)]
    lines = [(line, request) for sheet, request in known for line in sheet.facts]
    for line, request in lines:
        wide = request.paper.size(landscape=False)[0] - 2 * request.paper.margin
        views = fact_views(line, wide, form=False)
        assert [
            view.fact.value for view in views if view.fact.value and text_mm(view) > view.width - view.left
        ] == []
        assert min([view.width - view.left for view in views if not view.fact.value], default=6) > 5.9


def text_mm(view: FactView) -> float:
    return sheet_text.width(view.fact.value, view.points)


def test_page_fits_the_narrowest_phone() -> None:
    css = (TEMPLATES / "print" / "print.css").read_text()
    narrow = css.partition("(max-width: 400px)")[2].partition("\n")[0]
    # The width available to the page is 320 pixels less its surroundings.
    for look, wide in {"a4 .page": 210, "a4 .landscape": 297, "a5 .page": 148, "a5 .landscape": 210}.items():
        zoom = re.search(rf"\.{re.escape(look)} {{ zoom: (\.\d+) }}", narrow)
        assert zoom is not None
        assert wide / PIXEL * float(zoom[1]) <= 286
