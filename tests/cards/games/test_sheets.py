"""Elements that only some houses play, on the games' paper sheets."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.cards.catalogue import game
from scorekeeper.cards.game_api.cells import Grid, Look
from scorekeeper.cards.game_api.sheet import Fact, Sheet, SheetLine, SheetRequest
from scorekeeper.paper.sheets import sheet_of
from scorekeeper.parties.sheet_requests import blank_request
from tests.paper.sheets.samples import filled


def made(request: SheetRequest) -> Sheet:
    return sheet_of(request)


def grids(sheet: Sheet) -> list[Grid]:
    return [block.grid for block in (*sheet.blocks, *sheet.back) if block.grid is not None]


def below(sheet: Sheet) -> list[Fact]:
    return [fact for block in sheet.blocks for facts in block.below for fact in facts]


def texts(grid: Grid) -> list[list[str]]:
    return [[cell.text for cell in row.cells] for row in grid.rows]


def test_lowest_level_bonus_is_in_the_control_of_bouees() -> None:
    # The buoys lost are 1, 3, 1, and David's 3 with one more for being out: 9 of 16.
    manche = {
        "bouees": {"Anne": 4, "Benoît": 4, "Chloé": 5, "David": 3},
        "restantes": {"Anne": 3, "Benoît": 1, "Chloé": 4},
        "elimines": ["David"],
        "plus_bas": ["Chloé"],
    }
    facts = below(made(filled("bouees", [manche], settings={"bonus_plus_bas": 1})))
    pairs = [(fact.label, fact.value) for fact in facts[:5]]
    assert pairs == [("bouées", "16"), ("− pertes", "9"), ("+ bonus", "1"), ("= points", "8"), ("", "✓")]


def test_tournament_with_a_match_prime_has_it_at_the_foot() -> None:
    plain = blank_request(game("jass"), settings={"mode": "tournoi"})
    primes = blank_request(game("jass"), settings={"mode": "tournoi", "prime_match": 100})
    due = [[grid.feet[1].cells[1].text for grid in grids(made(request))] for request in (plain, primes)]
    assert due == [["= 1884"] * 4, ["= 1884 + primes"] * 4]


def test_played_tournament_partie_notes_primes_on_top() -> None:
    played = filled("jass", [{"points_a": 92}], settings={"mode": "tournoi", "prime_match": 100})
    assert "12 × 157 = 1884 + primes" in {fact.value for fact in below(made(played))}


def test_a_struck_line_of_the_jass_ledger_does_not_count() -> None:
    request = filled("jass", [{"atout": "coeur", "points_a": 92}, {"atout": "pique", "points_a": 57}])
    first, second = request.lines
    struck = SheetLine(2, None, second.marked, struck=True)
    grid = grids(made(replace(request, lines=(first, struck))))[0]
    assert [row.look for row in grid.rows] == [Look.PLAIN, Look.STRUCK]
    # Annonces, schtöckr, tricks and total of A, then of B.
    assert [cell.text for cell in grid.feet[0].cells] == ["total", "0", "0", "92", "92", "0", "0", "65", "65"]


def test_a_struck_line_of_a_tarot_sheet_is_in_no_sum() -> None:
    donne = {"preneur": "Anne", "contrat": "garde", "bouts": 2, "points": 41}
    request = filled("tarot", [donne, {**donne, "preneur": "Chloé"}])
    first, second = request.lines
    grid = grids(made(replace(request, lines=(first, SheetLine(2, None, second.marked, struck=True)))))[0]
    # 25 for the contract that was just made, twice for a garde: 50 from each of the three others.
    sums = [cell.text for cell in grid.feet[0].cells]
    assert sums == ["total + et total −", "150", "0", "0", "50", "0", "50", "0", "50"]


def test_line_names_its_players_also_after_a_change_of_column() -> None:
    donne = {"preneur": "Anne", "contrat": "garde", "bouts": 2, "points": 41}
    declared = [{**donne, "miseres": [{"joueur": name, "type": "atout"}]} for name in ("David", "Émile")]
    change = {"after": 1, "players": ["Anne", "Benoît", "Chloé", "Émile"], "replaces": {"Émile": "David"}}
    request = filled("tarot", declared, changes=[change], settings={"misere": 10})
    beside = [" ".join(row.cells[1].small) for row in grids(made(request))[0].rows]
    assert [[name for name in ("David", "Émile") if name in text] for text in beside] == [
        ["David"],
        ["Émile"],
    ]


def carried(request: SheetRequest) -> list[list[str]]:
    """Return the running totals after each line, as at the foot of a page."""
    return [[cell.text for cell in row.carry] for row in grids(made(request))[0].rows if row.carry]


def test_couillon_sheet_continued_by_hand_keeps_the_chalk() -> None:
    # 14–14 puts it there, 20–8 takes two of A's five marks and clears it.
    assert carried(filled("couillon", [{"points": [14, 14]}]))[-1] == ["", "", "", "5", "5", "●"]
    assert carried(filled("couillon", [{"points": [14, 14]}, {"points": [20, 8]}]))[-1][3:] == ["3", "5", ""]


def test_jass_ledger_page_carries_totals_after_its_last_line() -> None:
    donnes = [{"atout": "coeur", "points_a": 92}, {"atout": "pique", "points_a": 57, "schtockr": "B"}]
    # Annonces, schtöckr, tricks and total of A, then of B.
    assert carried(filled("jass", donnes)) == [
        ["0", "0", "92", "92", "0", "0", "65", "65"],
        ["0", "0", "149", "149", "0", "20", "165", "185"],
    ]


def test_jass_tournament_page_carries_totals_after_its_last_line() -> None:
    request = filled("jass", [{"points_a": 92}, {"points_a": 57}], settings={"mode": "tournoi"})
    # The sum of both totals is beside them.
    assert carried(request) == [["92", "65", "157"], ["149", "165", "314"]]


def test_couillon_log_page_carries_the_rest_after_its_last_line() -> None:
    request = filled("couillon", [{"gagne": "A"}, {"accepte": "A", "gagne": "B"}])
    # Under what A and B have left, of five lines each; A lost what it had accepted.
    assert carried(request) == [["", "", "", "4", "5", ""], ["", "", "", "5", "4", ""]]


def test_couillon_correction_reason_is_beside_the_winner() -> None:
    request = filled("couillon", [{"gagne": "A"}, {"gagne": "B"}])
    first, second = request.lines
    amended = replace(first, was=second.marked, reason="mal lu")
    cells = grids(made(replace(request, lines=(amended, second))))[0].rows[0].cells
    assert [place for place, cell in enumerate(cells) if cell.small] == [5]
    assert (cells[5].was, cells[5].small) == ("Benoît & David", ("corrigée\u00a0: mal lu",))


def test_jass_ledger_leaves_missing_figures_empty() -> None:
    grid = grids(made(filled("jass", [{"match": "A"}, {"points_a": 92}])))[0]
    # Number and atout; annonces, schtöckr, tricks and total of A, then of B; a total of 0 is written.
    assert texts(grid) == [
        ["1", "", "", "", "257", "257", "", "", "", "0"],
        ["2", "", "", "", "92", "349", "", "", "65", "65"],
    ]


def test_jass_ledger_form_adds_columns_and_running_totals() -> None:
    grid = grids(made(blank_request(game("jass"), form=True, rows=2)))[0]
    first, _, _, total, *_, other = grid.feet[0].cells[1:]
    assert first.sums == ("d1.a.annonces", "d2.a.annonces")
    assert total.sums == ("total.a.annonces", "total.a.schtockr", "total.a.plis")
    assert other.sums == ("total.b.annonces", "total.b.schtockr", "total.b.plis")
    # After the number and the trump, four columns of each camp; the last of them runs on.
    running = {place: cell.sums for place, cell in enumerate(grid.rows[1].cells) if cell.sums}
    keys = ("annonces", "schtockr", "plis")
    assert running == {
        place: (*(f"d1.{camp}.{key}" for key in keys), *(f"!d2.{camp}.{key}" for key in keys))
        for place, camp in ((5, "a"), (9, "b"))
    }


@pytest.mark.parametrize(("bonus", "note"), [(0, "bouées − pertes."), (1, "bouées − pertes + bonus.")])
def test_the_blank_control_of_bouees_has_the_bonus_of_the_house(bonus: int, note: str) -> None:
    sheet = made(blank_request(game("bouees"), settings={"bonus_plus_bas": bonus}, form=True))
    labels = ["bouées", "− pertes", *["+ bonus"] * bonus, "= points"]
    assert [fact.label for fact in below(sheet)] == labels * 4
    assert sheet.notes[0].endswith(f"points = {note}")
    # What a player has more by a bonus is not known from the buoys.
    anne = grids(sheet)[0].rows[0].cells
    assert anne[6].sums == (() if bonus else ("m1.j1.restantes", "-#m1.j1.elimine"))
    assert anne[7].sums == ("!m1.j1.points",)


def test_filled_cochonnet_sheet_names_camps_by_their_players() -> None:
    rows = grids(made(filled("cochonnet", [{"sept": "A", "totaux": [35, 54]}] * 2)))[1].rows
    teams = [[cell.text for cell in row.cells] for row in rows if row.look is Look.TOTAL]
    assert teams == [["Anne & Chloé", "35", "70"], ["Benoît & David", "54", "108"]]


def test_the_addition_of_a_played_partie_names_no_letters() -> None:
    played = filled("jass", [{"points_a": 92}, {"points_a": 57}], settings={"mode": "tournoi"})
    # 92 and 57, 65 and 100.
    assert next((fact.label, fact.value) for fact in below(made(played))) == ("addition", "149 + 165 = 314")


def test_a_blank_jass_ledger_has_a_cell_for_every_total() -> None:
    foot = grids(made(blank_request(game("jass"))))[0].feet[0]
    assert len(foot.cells) == 1 + 8


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_blank_tarot_sheet_has_two_columns_for_each_player(seats: int) -> None:
    grid = grids(made(blank_request(game("tarot"), seats=seats, rows=12)))[0]
    # Contract, bouts, points to reach and made, their difference, coefficient, primes, score; then gains and losses.
    assert texts(grid) == [[str(rang), *[""] * (8 + 2 * seats)] for rang in range(1, 13)]


def test_back_of_the_tarot_sheet_has_the_worth_of_a_misere() -> None:
    def primes(**settings: int) -> list[list[str]]:
        back = made(blank_request(game("tarot"), back=True, settings=settings)).back
        return [row for block in back if block.grid is not None for row in texts(block.grid)]

    line = ["misère, de chaque autre joueur", "+10"]
    assert line in primes(misere=10)
    assert line[0] not in [row[0] for row in primes()]


def test_filled_sheet_names_unnamed_camps_by_their_players() -> None:
    def shown(**more: Any) -> tuple[str, str]:
        played = [{"match": "B"}, {"match": "B"}]
        sheet = made(filled("jass", played, settings={"mode": "tournoi", "nb_donnes": 2}, **more))
        return texts(grids(sheet)[0])[0][1].replace("\u00a0", " "), sheet.closing[0][0].value

    partie = "Partie à %s, au plus haut total après 2 donnes."
    assert shown() == ("match : Benoît & David", partie % "Benoît & David")
    assert shown(equipes=["Nous", "Eux"]) == ("match : Eux", partie % "Eux")
