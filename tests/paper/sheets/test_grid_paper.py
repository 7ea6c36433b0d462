"""Paper of a game whose sheet is a grid: a line for each row, in any order of the donnes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from scorekeeper.cards.catalogue import game
from scorekeeper.cards.game_api.cells import Grid, Look
from scorekeeper.cards.game_api.grid import GridMark, GridRow, GridSheet
from scorekeeper.cards.game_api.grid_paper import grid_sheet
from scorekeeper.cards.game_api.sheet import Sheet, SheetLine, SheetRequest
from scorekeeper.cards.rules.contract import Term
from scorekeeper.i18n import speaking
from scorekeeper.paper.layout import pages_of
from scorekeeper.paper.sheets import html_of, sheet_of
from scorekeeper.parties.sheet_requests import blank_request
from tests.examples import plain
from tests.paper.sheets.samples import filled

HOUSE = {"contrats": {"pique": 1, "coeur": 3}}
PIQUE = {"preneur": "A", "contrat": "pique", "points_a": 100}
COEUR = {"preneur": "B", "contrat": "coeur", "match": "B"}


def drawn(sheet: Sheet) -> Grid:
    (block,) = sheet.blocks
    assert block.grid is not None
    return block.grid


def texts(sheet: Sheet) -> list[list[str]]:
    grid = drawn(sheet)
    return [[cell.text for cell in row.cells] for row in (*grid.rows, *grid.feet)]


def noted(sheet: Sheet) -> list[str]:
    return [plain(note) for note in sheet.notes]


def played(*entries: dict[str, Any], **keys: Any) -> SheetRequest:
    return filled("coiffeur", entries, settings=HOUSE, **keys)


def test_blank_grid_has_a_line_for_each_row_and_adds_on_screen() -> None:
    with speaking("fr"):
        grid = drawn(sheet_of(blank_request(game("coiffeur"), settings=HOUSE)))
    assert [row.key for row in grid.rows] == ["pique", "coeur"]
    assert [[cell.text for cell in row.cells] for row in grid.rows] == [
        ["1", "pique", "", "", "", ""],
        ["3", "cœur", "", "", "", ""],
    ]
    assert all(row.blank for row in grid.rows)
    # Points times the factor of the row; blank without points.
    assert grid.rows[0].cells[3].sums == ("!pique.a.points",)
    assert grid.rows[1].cells[5].sums == ("!coeur.b.points", "coeur.b.points", "coeur.b.points")
    (foot,) = grid.feet
    assert foot.cells[2].sums == ("pique.a.marque", "coeur.a.marque")
    assert foot.cells[1].closed


def test_grid_cells_are_fields_named_by_row_and_column() -> None:
    with speaking("fr"):
        page = html_of(blank_request(game("coiffeur"), settings=HOUSE, form=True))
    for row in ("pique", "coeur"):
        for camp in "ab":
            assert f'name="{row}.{camp}.points"' in page
            assert f'name="{row}.{camp}.marque"' in page
    assert 'name="total.b.marque"' in page
    assert 'title="3 × cœur, équipe B, points"' in page
    assert 'title="total, équipe A, marque"' in page


def test_partial_grid_shows_totals_with_room_for_the_last_ones() -> None:
    with speaking("fr"):
        sheet = sheet_of(played(COEUR, {"statut": "annulee"}, {**PIQUE, "points_a": 90}))
    assert texts(sheet) == [
        ["1", "pique", "90", "90", "", ""],
        ["3", "cœur", "", "", "257", "771"],
        ["total jusqu’ici", "", "90", "", "771"],
        ["total", "", "", "", ""],
    ]
    assert [row.look for row in drawn(sheet).feet] == [Look.CARRY, Look.TOTAL]
    assert noted(sheet) == ["Ligne 2 : donne annulée"]
    assert sheet.spare is None


def test_full_grid_has_one_total_and_its_winner() -> None:
    entries = (
        PIQUE,
        COEUR,
        {"statut": "rayee", "preneur": "A", "contrat": "coeur"},
        {**PIQUE, "preneur": "B"},
    )
    with speaking("fr"):
        sheet = sheet_of(played(*entries))
    assert texts(sheet) == [
        ["1", "pique", "100", "100", "57", "57"],
        ["3", "cœur", "—", "—", "257", "771"],
        ["total", "", "100", "", "828"],
    ]
    assert plain(sheet.closing[0][0].value) == "Les deux grilles sont pleines : partie à Benoît & David."
    assert noted(sheet) == []


def corrected(request: SheetRequest, before: SheetRequest, place: int, reason: str) -> SheetRequest:
    """Return the request with one line marked as amended from its content in `before`."""
    lines = list(request.lines)
    lines[place] = replace(lines[place], was=before.lines[place].marked, reason=reason)
    return replace(request, lines=tuple(lines))


def test_amended_cell_keeps_the_former_value_and_the_reason() -> None:
    now, before = played(PIQUE, COEUR), played({**PIQUE, "points_a": 90}, COEUR)
    with speaking("fr"):
        sheet = sheet_of(corrected(now, before, 0, "recompté"))
    assert [(cell.text, cell.was) for cell in drawn(sheet).rows[0].cells[2:4]] == [
        ("100", "90"),
        ("100", "90"),
    ]
    assert noted(sheet) == ["Ligne 1 : Anne & Chloé, pique : 100 — corrigée : recompté"]


def test_a_line_that_was_moved_leaves_nothing_where_it_was() -> None:
    now, before = played(PIQUE), played({**PIQUE, "contrat": "coeur"})
    with speaking("fr"):
        sheet = sheet_of(corrected(now, before, 0, ""))
    assert texts(sheet)[:2] == [["1", "pique", "100", "100", "", ""], ["3", "cœur", "", "", "", ""]]
    assert [cell.was for row in drawn(sheet).rows for cell in row.cells] == [""] * 12
    assert noted(sheet) == ["Ligne 1 : Anne & Chloé, pique : 100 — corrigée"]


def test_struck_line_is_below_the_grid_only() -> None:
    request = played(PIQUE, COEUR)
    struck = SheetLine(1, None, request.lines[0].marked, struck=True, reason="mauvaise table")
    unread = SheetLine(3, None)
    with speaking("fr"):
        sheet = sheet_of(replace(request, lines=(struck, request.lines[1], unread)))
    assert texts(sheet)[0] == ["1", "pique", "", "", "", ""]
    assert noted(sheet) == ["Ligne 1 : Anne & Chloé, pique : 100 — rayée : mauvaise table"]


def test_grid_fits_one_page_of_any_size() -> None:
    for paper in ("A4", "A5"):
        for rows in (8, 12):
            request = blank_request(game("coiffeur"), settings={"grille": rows})
            request = replace(request, paper=type(request.paper)(paper))
            assert len(pages_of(sheet_of(request), request.paper)) == 1


YAMS = GridSheet(
    rows=lambda _: [GridRow("as", Term("as")), GridRow("full", Term("full"))],
    mark=lambda _, marked: GridMark("full", 1, marked.row.scores[1]),
)
"""A grid of players without factors."""


def test_grid_without_multipliers_has_points_only() -> None:
    with speaking("fr"):
        blank = grid_sheet(blank_request(game("tarot"), seats=3), YAMS)
        begun = grid_sheet(
            filled("tarot", [{"preneur": "Benoît", "contrat": "garde", "bouts": 2, "points": 56}]), YAMS
        )
    grid = drawn(blank)
    assert [column.key for column in grid.columns] == ["", "j1.points", "j2.points", "j3.points"]
    assert [group.label for group in grid.groups] == ["", "joueur 1", "joueur 2", "joueur 3"]
    assert texts(blank) == [["as", "", "", ""], ["full", "", "", ""], ["total", "", "", ""]]
    assert grid.feet[0].cells[3].sums == ("as.j3.points", "full.j3.points")
    assert texts(begun)[1:3] == [["full", "", "240", "", ""], ["total jusqu’ici", "−80", "240", "−80", "−80"]]
