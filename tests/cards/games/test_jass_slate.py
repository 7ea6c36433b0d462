"""The slate of the Schieber: the strokes added by each donne, and their positions."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.cards.game_api.sheet import LineArt, PaperSize, SheetRequest
from scorekeeper.cards.games.jass.game import GAME
from scorekeeper.cards.games.jass.sheet import sheet as paper
from scorekeeper.cards.games.jass.slate import HEIGHT, WIDTH, Half, drawing
from scorekeeper.i18n import speaking
from scorekeeper.paper.layout import pages_of
from scorekeeper.paper.sheets import sheet_of
from scorekeeper.parties.sheet_requests import blank_request
from tests.cards.games.test_jass import NAMELESS, TABLE, house, sheet


def strokes(*points: int) -> tuple[tuple[int, ...], int]:
    half = Half()
    for each in points:
        half = half.with_points(each)
    return half.strokes, half.rest


@pytest.mark.parametrize(
    ("points", "hundreds", "fifties", "twenties", "rest"),
    [
        ((), 0, 0, 0, 0),
        ((0,), 0, 0, 0, 0),
        ((19,), 0, 0, 0, 19),
        # 157 is 100, 50 and 7; 92 with the 7 is 50, twice 20 and 9; 11 with the 9 is 20.
        ((157,), 1, 1, 0, 7),
        ((157, 92), 1, 2, 2, 9),
        ((157, 92, 11), 1, 2, 3, 0),
        # Five strokes of 20 are not replaced by one of 100: strokes on the slate stay.
        ((40, 40, 40), 0, 0, 6, 0),
        ((257, 314), 5, 1, 1, 1),
        # An adjustment takes its points from the rest, then from the smallest strokes, and gives change.
        ((157, -5), 1, 1, 0, 2),
        ((40, 15, -20), 0, 0, 1, 15),
        ((157, -8), 1, 0, 2, 9),
        ((100, -1), 0, 1, 2, 9),
        ((157, -157), 0, 0, 0, 0),
        ((20, -100), 0, 0, 0, -80),
        ((20, -100, 130), 0, 1, 0, 0),
    ],
)
def test_each_donne_adds_as_few_strokes_as_it_can(
    points: tuple[int, ...], hundreds: int, fifties: int, twenties: int, rest: int
) -> None:
    assert strokes(*points) == ((hundreds, fifties, twenties), rest)


@given(st.lists(st.integers(-400, 1000), max_size=30))
def test_strokes_and_rest_come_to_the_total(points: list[int]) -> None:
    (hundreds, fifties, twenties), rest = strokes(*points)
    assert 100 * hundreds + 50 * fifties + 20 * twenties + rest == sum(points)
    assert min(hundreds, fifties, twenties) >= 0
    assert 0 <= rest < 20 or rest == sum(points) < 0 == hundreds + fifties + twenties


def marks(art: LineArt) -> Counter[tuple[str, str]]:
    return Counter((stroke.kind, stroke.tone) for stroke in art.strokes if stroke.tone != "hair")


def test_halves_face_each_other_and_show_the_last_donne() -> None:
    # 92 and 65, then 57 and 100: 50 20 20 +2, then 50 +9; 50 +15, then 100 +15.
    played = sheet(house(NAMELESS), {"points_a": 92}, {"points_a": 57}, table=NAMELESS)
    with speaking("fr"):
        art = drawing(played)
    assert art.title == "Ardoise — Nous 149, Eux 165"
    assert marks(art) == {("50", "ink"): 2, ("20", "ink"): 2, ("50", "fresh"): 1, ("100", "fresh"): 1}
    assert [(letter.text, letter.turned) for letter in art.letters] == [
        *(("Nous", False), ("+9", False), ("149", False)),
        *(("Eux", True), ("+15", True), ("165", True)),
    ]
    assert all((letter.y < HEIGHT / 2) == letter.turned for letter in art.letters)


def test_a_rest_of_nothing_is_not_written() -> None:
    art = drawing(sheet(house(NAMELESS), {"points_a": 57, "annonces": {"A": [20, 20, 20]}}, table=NAMELESS))
    assert [letter.text for letter in art.letters][:3] == ["Nous", "+17", "117"]
    art = drawing(sheet(house(NAMELESS), {"match": "B"}, table=NAMELESS))
    assert [letter.text for letter in art.letters] == ["Nous", "0", "Eux", "+7", "257"]


def test_many_strokes_keep_to_the_slate() -> None:
    played = sheet(house(NAMELESS, objectif=10_000), *[{"match": "A"}] * 38, table=NAMELESS)
    for art in (drawing(played), drawing(played, ("W" * 90, "Eux"), 188, 225)):
        across, down = (
            [float(pair[place]) for stroke in art.strokes for pair in re.findall(r"(\d+) (\d+)", stroke.path)]
            for place in (0, 1)
        )
        assert 0 <= min(across) <= max(across) <= WIDTH
        assert 0 <= min(down) <= max(down) <= art.height * art.units
    assert marks(art)["100", "ink"] >= 70
    assert art.letters[0].size == 19


def test_an_empty_slate_is_a_z_for_each_camp() -> None:
    art = drawing(None)
    assert [stroke.kind for stroke in art.strokes] == ["", *("top", "diagonal", "bottom") * 2]
    assert not art.letters


@pytest.mark.parametrize("size", PaperSize)
@pytest.mark.parametrize("mode", ["points", "tournoi"])
def test_the_slate_of_a_partie_is_on_the_back_of_its_paper(mode: str, size: PaperSize) -> None:
    rules = house(mode=mode)
    asked = SheetRequest(game=GAME, rules=rules, table=TABLE, seats=4, paper=size, back=True)
    played = replace(asked, played=sheet(rules, {"points_a": 92}))
    with speaking("fr"):
        ((block,), rows) = (paper(played).back, paper(replace(played, back=False)))
    assert block.art is not None
    assert block.art.title == "Ardoise — Anne & Chloé 92, Bruno & David 65"
    assert block.art.width == size.size(landscape=False)[0] - 2 * size.margin
    assert not rows.back
    # A blank one is empty; a page of several parties has none.
    assert bool(paper(replace(asked, table=NAMELESS)).back) == (mode == "points")


@pytest.mark.parametrize(("size", "count", "tall"), [(PaperSize.A4, 2, 122.0), (PaperSize.A5, 1, 167.5)])
def test_the_slate_is_a_paper_two_on_a_page(size: PaperSize, count: int, tall: float) -> None:
    request = GAME.papers["ardoise"].of(blank_request(GAME, paper=size))
    with speaking("fr"):
        made = sheet_of(request)
        (page,) = pages_of(made, size)
    arts = [block.art for block in made.blocks if block.art]
    assert [(art.width, art.height) for art in arts] == [
        (size.size(landscape=False)[0] - 2 * size.margin, tall)
    ] * count
    assert (len(page.bands), page.landscape, made.facts, made.back) == (count, False, (), ())
