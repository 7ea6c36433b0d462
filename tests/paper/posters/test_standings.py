"""The ranking on the wall: large names, the first three larger, everybody on few pages."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scorekeeper.i18n import speaking
from scorekeeper.paper.posters import standings
from scorekeeper.paper.posters.pages import Listing, PosterPage, PosterSize
from scorekeeper.paper.posters.standings import RankedLine
from scorekeeper.paper.text import ems

pytestmark = pytest.mark.unmeasured
LONG = "Jean-Baptiste de la Fontaine du Pré Roch"
HEADS = ("rang", "nom", "tour 1", "tour 2", "total", "prix")


def ranked(count: int) -> list[RankedLine]:
    return [
        RankedLine(
            rank=str(number),
            name=LONG if number == 7 else f"Joueuse Numéro {number:03d}",
            rounds=("157", "1084"),
            total=str(4000 - number),
            prize="un jambon" if number <= 5 else "",
        )
        for number in range(1, count + 1)
    ]


def printed(count: int, paper: PosterSize) -> tuple[list[PosterPage], list[Listing]]:
    """Return the pages of a ranking, and its tables in their order."""
    with speaking("fr"):
        made = standings.ranking_pages("Tournoi", HEADS, ranked(count), notes=("Pont", "note"), paper=paper)
    return made, [item for page in made for item in page.items if isinstance(item, Listing)]


@pytest.mark.parametrize("paper", PosterSize)
@pytest.mark.parametrize("count", [1, 3, 4, 24, 100, 400])
def test_everybody_stands_on_it_once_and_inside(count: int, paper: PosterSize) -> None:
    pages, tables = printed(count, paper)
    assert len(pages) <= 5
    assert [row[0][0] for table in tables for row in table.rows] == [
        str(number) for number in range(1, count + 1)
    ]
    wide, high = (side - 2 * paper.margin for side in paper.size(landscape=False))
    for table in tables:
        assert table.x + table.width <= wide + 0.01
        # A hairline is drawn under each row.
        assert table.y + table.head_mm + len(table.rows) * (table.row_mm + 0.2) <= high
        for row in table.rows:
            for place, ((text, size), width) in enumerate(zip(row, table.widths, strict=True)):
                lines = text.split("\n")
                assert max(ems(line, bold=place != 1) for line in lines) * size <= width
                assert len(lines) * size * 1.18 <= table.row_mm + 0.01


def test_the_first_three_are_larger_and_the_prizes_stand_beside_them() -> None:
    _, (first, rest) = printed(24, PosterSize.A4)
    assert [text for text, _ in first.rows[0]] == ["1", "Joueuse Numéro 001", "3999", "un jambon"]
    assert first.rows[0][1][1] >= 1.5 * rest.rows[0][1][1]
    assert [text for text, _ in rest.rows[0]] == [
        "4",
        "Joueuse Numéro 004",
        "157",
        "1084",
        "3996",
        "un jambon",
    ]
    # 15 points for a club, although one name has forty letters; it takes two lines.
    assert rest.size * 72 / 25.4 >= 15
    assert rest.rows[3][1][0].replace("\n", " ") == LONG
    assert rest.rows[3][1][1] >= 0.5 * rest.size


def test_four_hundred_are_read_in_two_columns() -> None:
    pages, tables = printed(400, PosterSize.A4)
    assert len(pages) == 5
    assert {table.heads for table in tables} == {("rang", "nom", "total", "prix")}
    assert min(table.size for table in tables) * 72 / 25.4 >= 10.5


@pytest.mark.parametrize("paper", PosterSize)
def test_teams_stand_beside_their_members_inside_the_page(paper: PosterSize) -> None:
    who = "Marie-Antoinette Wolffensperger-Kirchner 1084, Jean-Baptiste de la Fontaine 942, [Zoé −12]"
    teams = [
        RankedLine(rank=str(rank), name="Les Rouges de Saint-Gilles", rounds=(), total="2026", prize=who)
        for rank in range(1, 7)
    ]
    heads = ("rang", "équipe", "total", "membres")
    with speaking("fr"):
        (page,) = standings.ranking_pages("Équipes", heads, teams, notes=(), paper=paper, end=0.55)
    tables = [item for item in page.items if isinstance(item, Listing)]
    assert [len(table.rows) for table in tables] == [3, 3]
    wide = paper.size(landscape=False)[0] - 2 * paper.margin
    for table in tables:
        assert table.width <= wide + 0.01
        for *_, (text, size) in table.rows:
            assert text.replace("-\n", "-").replace("\n", " ") == who
            # Eight points, on A4.
            assert size >= 2.8 or paper is PosterSize.A5
            assert max(map(ems, text.split("\n"))) * size <= table.widths[-1]


def test_first_three_bear_their_stage_of_the_knockout() -> None:
    stages = ["vainqueur", "finaliste", *["demi-finale"] * 2, *["quart de finale"] * 4, *[""] * 16]
    lines = [
        replace(line, rounds=(*line.rounds, stage)) for line, stage in zip(ranked(24), stages, strict=True)
    ]
    heads = (*HEADS[:4], "phase finale", *HEADS[4:])
    with speaking("fr"):
        made = standings.ranking_pages("Jass", heads, lines, notes=(), paper=PosterSize.A4, kept=1)
    first, rest = (item for page in made for item in page.items if isinstance(item, Listing))
    assert first.heads == ("rang", "nom", "phase finale", "total", "prix")
    assert [row[2][0] for row in first.rows] == ["vainqueur", "finaliste", "demi-finale"]
    assert len({row[2][1] for row in first.rows}) == 1
    place = rest.heads.index("phase finale")
    assert [row[place][0] for row in rest.rows][:2] == ["demi-finale", "quart de finale"]


@pytest.mark.parametrize("paper", PosterSize)
@pytest.mark.parametrize("count", [4, 24, 100, 400])
def test_headings_are_seven_points_at_least(count: int, paper: PosterSize) -> None:
    _, tables = printed(count, paper)
    assert min(table.head_size * 72 / 25.4 for table in tables) >= 7.0
