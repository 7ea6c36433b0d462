"""Layout of the list of names for a crowd: number of pages, fill, font size."""

from __future__ import annotations

from scorekeeper.cards.rules.names import surname_first
from scorekeeper.i18n import speaking
from scorekeeper.paper.posters.names import name_pages
from scorekeeper.paper.posters.pages import Box, Listing, PosterSize, SeatedRound
from scorekeeper.paper.posters.poster import table_diagram
from scorekeeper.paper.text import ems


def test_crowded_list_is_at_15_points_with_headings_on_each_page() -> None:
    people = [f"Joueuse Numéro {number:03d}" for number in range(1, 401)]
    tables = tuple(tuple(people[start : start + 4]) for start in range(0, 400, 4))
    with speaking("fr"):
        pages = name_pages("Par nom", [SeatedRound(1, tables)], (), PosterSize.A4)
    listings = [[item for item in page.items if isinstance(item, Listing)] for page in pages]
    assert {len(columns) for columns in listings} <= {2, 3}
    assert all(item.heads == ("nom", "tour 1") for columns in listings for item in columns)
    rows = [row for columns in listings for item in columns for row in item.rows]
    assert [row[0][0] for row in rows] == people
    assert min(size for row in rows for _, size in row) * 72 / 25.4 >= 15


def test_headings_of_a_list_on_small_paper_have_seven_points() -> None:
    people = [f"Joueuse Numéro {number:03d}" for number in range(1, 101)]
    tables = tuple(tuple(people[start : start + 4]) for start in range(0, 100, 4))
    with speaking("fr"):
        pages = name_pages("Par nom", [SeatedRound(tour, tables) for tour in (1, 2)], (), PosterSize.A5)
    listings = [item for page in pages for item in page.items if isinstance(item, Listing)]
    assert min(item.head_size for item in listings) * 72 / 25.4 >= 7


def test_long_name_is_on_two_lines_at_full_size() -> None:
    long = "Grandjean-Vuilleumier de la Tour Marie-Antoinette"
    people = [*(f"Joueuse Numéro {number:03d}" for number in range(1, 40)), long]
    tables = tuple(tuple(people[start : start + 4]) for start in range(0, 40, 4))
    with speaking("fr"):
        pages = name_pages("Par nom", [SeatedRound(1, tables)], (), PosterSize.A4, "5 mai 2026 · Zoug")
    columns = [item for page in pages for item in page.items if isinstance(item, Listing)]
    names = {name: size for column in columns for (name, size), *_ in column.rows}
    (wrapped,) = [name for name in names if "\n" in name]
    assert wrapped.replace("\n", " ") == surname_first(long)
    usual = columns[0].size
    assert names[wrapped] >= 0.8 * usual
    assert all(ems(part, bold=False) * names[wrapped] <= columns[0].widths[0] for part in wrapped.split("\n"))
    # All names, one of them on two lines, fit above the foot of a page of 274 mm.
    for column in columns:
        high = len(column.rows) + sum("\n" in name for (name, _), *_ in column.rows)
        assert column.y + column.head_mm + high * (column.row_mm + 0.2) <= 270
    assert all("5 mai 2026 · Zoug" in [getattr(item, "text", "") for item in page.items] for page in pages)


def test_columns_with_many_long_names_stay_on_their_page() -> None:
    people = [
        f"{'Très-Longue ' * 3}Numéro {number:03d}" if number % 5 == 0 else f"Anne {number:03d}"
        for number in range(300)
    ]
    tables = tuple(tuple(people[start : start + 4]) for start in range(0, 300, 4))
    with speaking("fr"):
        pages = name_pages("Par nom", [SeatedRound(1, tables)], (), PosterSize.A4)
    columns = [item for page in pages for item in page.items if isinstance(item, Listing)]
    assert sum(len(column.rows) for column in columns) == 300
    for column in columns:
        high = len(column.rows) + sum("\n" in name for (name, _), *_ in column.rows)
        assert column.y + column.head_mm + high * (column.row_mm + 0.2) <= 270


def test_four_rounds_of_a_crowd_fill_six_pages_evenly() -> None:
    people = [f"Joueuse Numéro {number:03d}" for number in range(1, 401)]
    around = [people[shift:] + people[:shift] for shift in range(4)]
    rounds = [
        SeatedRound(number, tuple(tuple(names[start : start + 4]) for start in range(0, 400, 4)))
        for number, names in enumerate(around, 1)
    ]
    with speaking("fr"):
        pages = name_pages("Par nom", rounds, (), PosterSize.A4)
    columns = [[item for item in page.items if isinstance(item, Listing)] for page in pages]
    assert [sum(len(item.rows) for item in page) for page in columns] == [66, 67, 67, 66, 67, 67]
    assert {tuple(len(item.rows) for item in page) for page in columns} == {(22, 22, 22), (23, 22, 22)}
    rows = [row for page in columns for item in page for row in item.rows]
    assert [text for text, _ in rows[6]] == ["Joueuse Numéro 007", "2·3", "2·2", "2·1", "1·4"]
    assert {text for row in rows for text, size in row if size * 72 / 25.4 < 15} == set()
    # A column of 23 rows, its headings, the title and the note fit into the 274 mm of a page.
    tall = columns[1][0]
    assert tall.y + tall.head_mm + 23 * (tall.row_mm + 0.2) <= 270


def test_long_name_breaks_between_words_not_in_one() -> None:
    diagram = table_diagram(1, ("Ann", "Gaston Vandenbroucke-Delacroix", "Bob", "Cid"), Box(0, 0, 130, 52))
    lines = [text for text in diagram.texts if text.text in {"Gaston", "Vandenbroucke-", "Delacroix"}]
    assert [line.text for line in lines] == ["Gaston", "Vandenbroucke-", "Delacroix"]
    assert min(line.size for line in lines) > 4
    assert next(text for text in diagram.texts if text.text == "Ann").size > 8
