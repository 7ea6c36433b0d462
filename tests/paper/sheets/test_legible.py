"""Figures and names on sheets are large enough, whole, and of one size in a row; blank sheets fill their pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from scorekeeper.cards.catalogue import game
from scorekeeper.cards.game_api.cells import Look
from scorekeeper.cards.game_api.sheet import PaperSize, SheetRequest
from scorekeeper.cards.sheet_file import read_sheet
from scorekeeper.i18n import LANGUAGES, speaking
from scorekeeper.paper.facts import fact_views
from scorekeeper.paper.layout import Piece, pages_of
from scorekeeper.paper.measure import CARRY_MM, HeadView, Written
from scorekeeper.paper.sheets import html_of, sheet_of
from scorekeeper.paper.text import POINT, longest
from scorekeeper.parties.sheet_requests import blank_request, file_request
from tests.evenings import evenings
from tests.examples import EVERY_GAME
from tests.paper.fitting import inks

pytestmark = pytest.mark.unmeasured

PLAYED = {each.name: each.sheet for each in evenings()}
GAMES = {game.key: game for game in EVERY_GAME}
PAIRS = ("Anne Aebischer", "Benoît Rossier", "Chloé Maillard", "David Wolffensperger")


def played(name: str, part: float = 1.0) -> SheetRequest:
    """Return a played evening, or its first `part`, on A5."""
    raw = PLAYED[name]
    entries = raw["entries"][: round(part * len(raw["entries"]))]
    return file_request(read_sheet({**raw, "entries": entries}), paper=PaperSize.A5)


def pieces(request: SheetRequest) -> Iterator[Piece]:
    for page in pages_of(sheet_of(request), request.paper):
        for band in page.bands:
            yield from band


def carried(request: SheetRequest) -> Iterator[tuple[HeadView, Written]]:
    """Return the rows of running totals of a sheet, with the headings of their tables."""
    for piece in pieces(request):
        for row in piece.rows if piece.heads else ():
            if piece.heads and row.row.look is Look.CARRY:
                yield piece.heads, row


def figure_sizes(request: SheetRequest) -> set[float]:
    """Return the font sizes of the figures in the tables of a sheet."""
    return {piece.points for piece in pieces(request) if piece.heads}


@pytest.mark.parametrize("name", PLAYED)
def test_figures_of_a_played_sheet_on_a5_have_nine_points(name: str) -> None:
    for part in (1.0, 0.5):
        with speaking("fr"):
            assert min(figure_sizes(played(name, part))) >= 9.0


def test_long_german_headings_leave_tarot_figures_eight_points() -> None:
    with speaking("de"):
        assert min(figure_sizes(played("tarot"))) == 8.0
        assert min(figure_sizes(played("tarot", 0.5))) >= 9.0


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", GAMES)
def test_heading_of_running_totals_breaks_no_word(key: str, language: str) -> None:
    with speaking(language):
        for size in PaperSize:
            for heads, row in carried(blank_request(GAMES[key], rows=60, paper=size)):
                heading = row.cells[0]
                room = sum(heads.widths[: heading.cell.span]) - 2 * (0.4 if heads.tight else 0.9)
                assert longest(heading.cell.text) * heading.points * POINT <= room
                assert row.height < 10.0


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", GAMES)
def test_five_players_leave_room_for_whole_headings(key: str, language: str) -> None:
    with speaking(language):
        for seats in (seats for seats in GAMES[key].rules.SEATS if seats <= 5):
            for size in PaperSize:
                for piece in pieces(blank_request(GAMES[key], seats=seats, paper=size)):
                    assert [*broken_words(piece)] == []


def broken_words(piece: Piece) -> Iterator[str]:
    """Yield the words of headings of columns and rows that are wider than their cells."""
    heads, grid = piece.heads, piece.block.grid
    if heads and grid:
        free = 2 * (0.4 if heads.tight else 0.9)
        for width, column in zip(heads.widths, grid.columns, strict=True):
            if longest(column.heading) * heads.points * POINT > width - free:
                yield column.heading
        for row in (*piece.rows, *piece.feet):
            cell = row.cells[0]
            room = sum(heads.widths[: cell.cell.span]) - free
            if longest(cell.cell.text) * cell.points * POINT > room:
                yield cell.cell.text


@pytest.mark.parametrize("size", PaperSize)
def test_heading_of_running_totals_takes_one_line(size: PaperSize) -> None:
    with speaking("fr"):
        rows = [
            row for key in ("tarot", "jass", "belote", "wiezen") for _, row in carried(long_blank(key, size))
        ]
    assert [row.height for row in rows] == [CARRY_MM] * len(rows)
    assert {row.cells[0].cell.text for row in rows} == {"à reporter", "report"}


def long_blank(key: str, size: PaperSize) -> SheetRequest:
    return blank_request(game(key), rows=60, paper=size)


@pytest.mark.parametrize("key", ["belote", "coinche", "jass"])
def test_heading_of_a_pair_breaks_between_two_people(key: str, laid_out: Callable[..., Any]) -> None:
    with speaking("fr"):
        request = blank_request(game(key), names=PAIRS, paper=PaperSize.A5)
        (page,) = laid_out(html_of(request)).pages
    texts = [ink.words.strip() for ink in inks(page._page_box)]
    assert {"Benoît Rossier &", "David Wolffensperger"} <= set(texts)


def test_a_name_too_long_for_its_column_is_broken_anyway() -> None:
    names = ["Bartholomäus Wolffensperger-Schwarzenber", "B", "C", "D"]
    with speaking("fr"):
        (piece,) = pieces(blank_request(game("coinche"), names=names, paper=PaperSize.A5))
    assert piece.heads
    assert [text for text in piece.heads.names if text] == [f"{names[0]} & C", "B & D"]


def test_names_of_both_camps_have_one_size() -> None:
    with speaking("fr"):
        (line,) = next(pieces(blank_request(game("couillon"), names=PAIRS, paper=PaperSize.A5))).block.above[
            :1
        ]
    views = fact_views(line, 60.0, form=False)
    assert [view.text for view in views if view.fact.value] == [
        "Anne Aebischer &\nChloé Maillard",
        "Benoît Rossier &\nDavid Wolffensperger",
    ]
    assert len({view.points for view in views}) == 1


@pytest.mark.parametrize("key", ["bouees", "cochonnet"])
def test_a_blank_sheet_fills_its_page(key: str, laid_out: Callable[..., Any]) -> None:
    with speaking("fr"):
        (page,) = laid_out(html_of(blank_request(game(key)))).pages
    assert max(ink.bottom for ink in inks(page._page_box)) > 0.93 * page.height
