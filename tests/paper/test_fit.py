"""Papers of a tournament with the longest words: no text over a fold, a code, a margin or other text.

Here a sample; the soak prints more, and in full, every paper of every game.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask

from scorekeeper.cards.game_api.sheet import PaperSize
from scorekeeper.cards.rules.contract import Table
from scorekeeper.cards.sheet_file import read_sheet
from scorekeeper.i18n import LANGUAGES, speaking
from scorekeeper.paper.papers import Wish, html_of_paper
from scorekeeper.paper.sheets import PrintOptions, html_of
from scorekeeper.paper.tournament_sheets import score_sheets
from scorekeeper.parties.sheet_requests import blank_request, file_request
from scorekeeper.press.messages import unbundled
from tests.evenings import evenings
from tests.examples import EVERY_GAME
from tests.paper.fitting import PEOPLE, PLACE, WORDS, boxes_of, documents, evening, inks, link, misfits_of

pytestmark = pytest.mark.unmeasured

GAMES = {game.key: game for game in EVERY_GAME}
PRINTED = [(key, people) for key in GAMES for people in (PEOPLE, WORDS)]


@pytest.mark.parametrize(
    ("key", "size", "pages"),
    [
        ("differenzler", "A4", ["210 × 297"]),
        ("differenzler", "A5", ["210 × 148"]),
        ("maison-skull-king", "A4", ["297 × 210"]),
        ("maison-tichu", "A4", ["210 × 297"]),
        ("maison-wizard", "A4", ["210 × 297"]),
        ("couillon", "A4", ["297 × 210"]),
        ("jass", "A5", ["148 × 210"]),
    ],
)
def test_score_sheets_fit_halves_or_have_a_page_each(
    key: str, size: str, pages: list[str], empty: Flask, laid_out: Callable[..., Any]
) -> None:
    store = empty.extensions["store"]
    t = evening(store, GAMES[key], PEOPLE[:4])
    layout = laid_out(documents(store, t, size, "feuilles"))
    sizes = {f"{page.width * 25.4 / 96:.0f} × {page.height * 25.4 / 96:.0f}" for page in layout.pages}
    assert sorted(sizes) == pages
    assert misfits_of([layout]) == []


@pytest.mark.quick("W-A4", "words-A5")
@pytest.mark.parametrize("size", ["A4", "A5"])
@pytest.mark.parametrize("people", [PEOPLE, WORDS], ids=["W", "words"])
def test_long_words_stay_in_their_places(
    size: str, people: tuple[str, ...], empty: Flask, laid_out: Callable[..., Any]
) -> None:
    store = empty.extensions["store"]
    t = evening(store, GAMES["bouees"], people[:8])
    for which in ("billets", "cartes", "affiche", "liste"):
        layouts = [laid_out(part) for part in unbundled(documents(store, t, size, which))[1]]
        assert (which, misfits_of(layouts)) == (which, [])


def test_a_card_of_a5_has_a_number_over_half_its_width(empty: Flask, laid_out: Callable[..., Any]) -> None:
    store = empty.extensions["store"]
    t = evening(store, GAMES["jass"], WORDS[:8])
    for size, least in (("A5", 100), ("A4", 50)):
        (page, *_) = laid_out(documents(store, t, size, "cartes")).pages
        (number, *_) = boxes_of(page._page_box, {"b"})
        assert number.style["font_size"] * 25.4 / 96 > least


def test_no_line_of_a_card_begins_with_a_dot(empty: Flask, laid_out: Callable[..., Any]) -> None:
    store, words = (
        empty.extensions["store"],
        {"name": "Match au cochon de la Saint-Martin", "place": "Café du Pont"},
    )
    t = evening(store, GAMES["jass"], WORDS[:4], **words)
    (page,) = laid_out(documents(store, t, "A4", "cartes")).pages
    lines = [ink.words for ink in inks(page._page_box)]
    assert lines[1] == "2026\u00a0· Café du Pont"
    assert [line for line in lines if line.startswith("·")] == []


@pytest.mark.parametrize("size", PaperSize)
def test_a_draw_by_hand_fits_its_pages(size: PaperSize, laid_out: Callable[..., Any]) -> None:
    for language in LANGUAGES:
        with speaking(language):
            page = html_of_paper("tirage", Wish(paper=size, seats=30))
        assert misfits_of([laid_out(page)]) == []


def test_a_slip_has_a_line_for_the_points_of_each_round(empty: Flask, laid_out: Callable[..., Any]) -> None:
    store = empty.extensions["store"]
    t = evening(store, GAMES["jass"], WORDS[:4])
    (page,) = laid_out(documents(store, t, "A4", "billets")).pages
    cells = [cell for cell in boxes_of(page._page_box, {"td"}) if cell.border_bottom_width]
    # Two rounds for each of four players.
    assert len(cells) == 8
    (page, *_) = laid_out(documents(store, t, "A5", "billets")).pages
    assert any("page 1 sur" in ink.words for ink in inks(page._page_box))


def test_wide_tables_follow_the_halves_and_an_odd_half_is_spare(
    empty: Flask, laid_out: Callable[..., Any]
) -> None:
    t = evening(empty.extensions["store"], GAMES["libre"], WORDS[:8])
    tables = {1: Table(WORDS[:9]), 2: Table(WORDS[:4]), 3: Table(WORDS[4:8]), 4: Table(WORDS[:3])}
    layout = laid_out(score_sheets(t, 1, tables, {}, PaperSize.A4))
    texts = [[ink.words for ink in inks(page._page_box) if "—" in ink.words] for page in layout.pages]
    assert texts == [["Table 2 — tour 1", "Table 3 — tour 1"], ["Table 4 — tour 1"], ["Table 1 — tour 1"]]
    halves = [[*boxes_of(page._page_box, {"section"})] for page in layout.pages]
    assert [len(each) for each in halves] == [2, 2, 1]
    assert [ink.words for ink in inks(halves[1][1])][:2] == ["Marque libre", "10 manches"]
    assert misfits_of([layout]) == []


@pytest.mark.soak
@pytest.mark.sampled(29)
@pytest.mark.parametrize("size", PaperSize)
@pytest.mark.parametrize(("key", "people"), PRINTED)
def test_every_paper_of_every_game_fits(
    key: str, people: tuple[str, ...], size: PaperSize, empty: Flask, laid_out: Callable[..., Any]
) -> None:
    store, game = empty.extensions["store"], GAMES[key]
    t = evening(store, game, people)
    for which in ("tour", "cartes", "billets"):
        layouts = [laid_out(part) for part in unbundled(documents(store, t, size, which))[1]]
        assert (which, misfits_of(layouts)) == (which, [])
    for seats in game.rules.SEATS:
        request = blank_request(game, names=people[:seats], paper=size)
        request = replace(request, date="28 novembre 2026", lieu=PLACE)
        page = html_of(request, PrintOptions(address=link(seats)))
        assert (seats, misfits_of([laid_out(page)])) == (seats, [])


@pytest.mark.soak
@pytest.mark.sampled(7)
@pytest.mark.parametrize("size", PaperSize)
@pytest.mark.parametrize("name", [each.name for each in evenings()])
def test_played_sheets_with_long_names_fit(
    name: str, size: PaperSize, empty: Flask, laid_out: Callable[..., Any]
) -> None:
    (raw,) = (each.sheet for each in evenings() if each.name == name)
    text = json.dumps({**raw, "date": "2026-11-28", "lieu": PLACE})
    for short, long in zip(raw["players"], WORDS, strict=False):
        text = text.replace(json.dumps(short), json.dumps(long))
    played = json.loads(text)
    for entries in (played["entries"], played["entries"][: len(played["entries"]) // 2]):
        request = file_request(read_sheet({**played, "entries": entries}), paper=size, back=True)
        page = html_of(request, PrintOptions(address=link(1)))
        assert (len(entries), misfits_of([laid_out(page)])) == (len(entries), [])
