"""Lists on the wall: one font size a list, everybody on few pages, nothing under seven points."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scorekeeper.i18n import speaking
from scorekeeper.paper.posters import standings
from scorekeeper.paper.posters.pages import Listing, PosterPage, PosterSize
from scorekeeper.paper.posters.standings import WallColumn, WallList, columns_of
from scorekeeper.paper.text import ems

pytestmark = pytest.mark.unmeasured
LONG = "Jean-Baptiste de la Fontaine du Pré Roch"
HEADS = (
    *(WallColumn("rang"), WallColumn("nom", prose=True), WallColumn("tour 1"), WallColumn("tour 2")),
    *(WallColumn("phase finale", prose=True), WallColumn("total"), WallColumn("prix", prose=True)),
)
STAGES = ("vainqueur", "finaliste", *["demi-finale"] * 2)
POINT = 72 / 25.4


def ranked(count: int) -> WallList:
    lines = [
        (
            str(number),
            LONG if number == 7 else f"Joueuse Numéro {number:03d}",
            *("157", "1084", STAGES[number - 1] if number <= 4 < count else "", str(4000 - number)),
            "un jambon" if number <= 5 else "",
        )
        for number in range(1, count + 1)
    ]
    columns = [
        replace(column, spare=column.heading.startswith("tour ")) for column in columns_of(HEADS, lines)
    ]
    return WallList(title="Tournoi", columns=tuple(columns), notes=("Pont", "note"))


def printed(made: WallList, paper: PosterSize) -> tuple[list[PosterPage], list[Listing]]:
    """Return the pages of a list, and its tables in their order."""
    with speaking("fr"):
        pages = standings.list_pages(made, paper)
    return pages, [item for page in pages for item in page.items if isinstance(item, Listing)]


@pytest.mark.parametrize("paper", PosterSize)
@pytest.mark.parametrize("count", [1, 3, 4, 24, 100, 400])
def test_everybody_is_listed_once_within_the_page(count: int, paper: PosterSize) -> None:
    pages, tables = printed(ranked(count), paper)
    assert len(pages) <= (10 if paper is PosterSize.A5 else 5)
    assert [row[0][0] for table in tables for row in table.rows] == [
        str(number) for number in range(1, count + 1)
    ]
    wide, high = (side - 2 * paper.margin for side in paper.size(landscape=False))
    for table in tables:
        assert table.x + table.width <= wide + 0.01
        # A hairline is drawn under each row.
        assert table.y + table.head_mm + len(table.rows) * (table.row_mm + 0.2) <= high
        assert table.head_size * POINT >= 7.0
        for row in table.rows:
            for (text, size), width in zip(row, table.widths, strict=True):
                lines = text.split("\n")
                assert max(ems(line) for line in lines) * size <= width
                assert len(lines) * size * 1.18 <= table.row_mm + 0.01
                assert size * POINT >= 7.0


def test_a_list_has_one_size_and_every_line_its_stage() -> None:
    _, (table,) = printed(ranked(24), PosterSize.A4)
    assert [text for text, _ in table.rows[0]] == [
        "1",
        "Joueuse Numéro 001",
        "157",
        "1084",
        "vainqueur",
        "3999",
        "un jambon",
    ]
    assert (
        len({size for row in table.rows for place, (_, size) in enumerate(row) if place not in {1, 4, 6}})
        == 1
    )
    assert {size for place, row in enumerate(table.rows) for size in [row[1][1]] if place != 6} == {
        table.size
    }
    assert table.rows[6][1][0].replace("\n", " ") == LONG


def test_four_hundred_are_read_in_two_columns() -> None:
    pages, tables = printed(ranked(400), PosterSize.A4)
    assert len(pages) == 5
    assert {table.heads for table in tables} == {("rang", "nom", "phase finale", "total", "prix")}
    assert min(table.size for table in tables) * POINT >= 9


@pytest.mark.parametrize("paper", PosterSize)
def test_team_and_members_have_a_line_each_and_stay_together(paper: PosterSize) -> None:
    people = ("Marie-Antoinette Wolffensperger-Kirchner", "Jean-Baptiste de la Fontaine", "Zoé")
    lines = [
        line
        for rank in range(1, 31)
        for line in ((str(rank), "Les Rouges", "2026"), *(("", name, "[−12]") for name in people))
    ]
    heads = WallColumn("rang"), WallColumn("équipe", prose=True), WallColumn("total")
    strong = frozenset(range(0, 120, 4))
    made = WallList(title="Équipes", columns=columns_of(heads, lines), strong=strong, grouped=True)
    _, tables = printed(made, paper)
    assert [row[1][0].replace("\n", " ") for table in tables for row in table.rows] == [
        "Les Rouges",
        *people,
    ] * 30
    assert all(table.rows[0][1][0] == "Les Rouges" and len(table.rows) % 4 == 0 for table in tables)
    assert {place % 4 for table in tables for place in table.strong} == {0}


def test_a_list_to_sign_has_tall_rows() -> None:
    heads = WallColumn("rang"), WallColumn("nom", prose=True), WallColumn("signature", prose=True)
    columns = columns_of(heads, [(str(rank), "", "") for rank in range(1, 5)])
    columns = tuple(
        replace(each, written=share) for each, share in zip(columns, (0.0, 0.35, 0.4), strict=True)
    )
    _, (table,) = printed(WallList(title="Prix", columns=columns, least_row=13.0), PosterSize.A4)
    assert table.row_mm >= 30
    assert table.widths[2] >= 70
    named = [(str(rank), "Hélène Krattinger-Overney", "") for rank in range(1, 9)]
    columns = tuple(
        replace(each, written=share)
        for each, share in zip(columns_of(heads, named), (0.0, 0.35, 0.4), strict=True)
    )
    _, (table,) = printed(WallList(title="Prix", columns=columns, least_row=13.0), PosterSize.A4)
    assert table.size >= 8


def test_prizes_and_pairs_in_two_lines_leave_large_letters() -> None:
    prizes = ("un cochon entier", "un demi-cochon", *["une bouteille de blanc"] * 6, *[""] * 16)
    lines = [
        (str(rank), f"Joueuse Numéro {rank:02d}", "1037", "961", "1016", "1056", "4070", prize)
        for rank, prize in enumerate(prizes, 1)
    ]
    heads = [
        WallColumn(head, prose=head in {"nom", "prix"}) for head in ("rang", "nom", *"1234", "total", "prix")
    ]
    _, (table,) = printed(WallList(title="Jass", columns=columns_of(heads, lines)), PosterSize.A4)
    assert table.size == 6.3
    assert {row[1][1] for row in table.rows} == {6.3}
    (prize,) = {size for row in table.rows for text, size in row[7:] if text}
    assert prize >= 3.5
    heads = [
        WallColumn(head, prose=head in {"paire", "prix"})
        for head in ("rang", "paire", "1", "2", "total", "prix")
    ]
    pair = "Élodie Jaquet & Fanny Rossier"
    pairs = [(str(rank), pair, "1037", "961", "4070", "un demi-cochon") for rank in range(1, 13)]
    _, (table,) = printed(WallList(title="Jass", columns=columns_of(heads, pairs)), PosterSize.A4)
    assert table.size >= 7.4
    assert {row[1] for row in table.rows} == {("Élodie Jaquet &\nFanny Rossier", table.size)}


def test_teams_are_spread_evenly_over_two_columns() -> None:
    lines = [
        line
        for rank in range(1, 7)
        for line in ((str(rank), "Les Rouges", "94"), *[("", "Jeanne Huguenot", "24")] * 4)
    ]
    heads = WallColumn("rang"), WallColumn("équipe", prose=True), WallColumn("total")
    strong = frozenset(range(0, 30, 5))
    made = WallList(title="Équipes", columns=columns_of(heads, lines), strong=strong, grouped=True)
    _, tables = printed(made, PosterSize.A4)
    assert [len(table.rows) for table in tables] == [15, 15]


def test_two_people_of_a_pair_have_a_line_each() -> None:
    names = [
        "Hugo Helfer & Quentin Schwarzenberger-Roch",
        "Anne Egger & Léa Kolly",
        "Karin Limat & Inès Jungo",
    ]
    lines = [(str(number), name, "2173") for number, name in enumerate(names, 1)]
    made = WallList(
        title="T",
        columns=columns_of((WallColumn("rang"), WallColumn("nom", prose=True), WallColumn("total")), lines),
    )
    _, (table,) = printed(made, PosterSize.A5)
    first, *others = (row[1][0] for row in table.rows)
    assert first == "Hugo Helfer &\nQuentin Schwarzenberger-Roch"
    assert set(others) <= _both("Anne Egger", "Léa Kolly") | _both("Karin Limat", "Inès Jungo")


def _both(one: str, other: str) -> set[str]:
    return {f"{one} & {other}", f"{one} &\n{other}"}
