"""Differenzler: possible card points of a player, its form and its pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product

import pytest
from werkzeug.datastructures import MultiDict

from scorekeeper.cards.catalogue import game
from scorekeeper.cards.game_api.sheet import PaperSize, SheetRequest
from scorekeeper.cards.game_api.words import message_of
from scorekeeper.cards.games.differenzler.form import DifferenzlerForm
from scorekeeper.cards.games.differenzler.rules import IMPOSSIBLE, Differenzler, DifferenzlerDonne
from scorekeeper.cards.rules.contract import Table
from scorekeeper.cards.rules.replay import replay
from scorekeeper.i18n import speaking
from scorekeeper.paper.layout import pages_of
from scorekeeper.paper.sheets import sheet_of
from scorekeeper.parties.sheet_requests import blank_request
from scorekeeper.tournaments.options import paper_faults
from tests.paper.sheets.samples import filled

TABLE = Table(("Anne", "Benoît", "Chloé", "David"))
TRUMPS, OTHERS = (20, 14, 11, 10, 4, 3, 0, 0, 0), (11, 10, 4, 3, 2, 0, 0, 0, 0)


def test_every_number_of_points_but_two_can_be_made() -> None:
    """By any cards and the last trick; totals that no cards give, no tricks give either."""
    sums = {0}
    for worth in (*TRUMPS, *OTHERS * 3):
        sums |= {total + worth for total in sums}
    reached = {total + last for total, last in product(sums, (0, 5))}
    assert sorted(set(range(158)) - reached) == list(IMPOSSIBLE)


def form(**typed: str) -> DifferenzlerForm:
    rules = Differenzler()
    return DifferenzlerForm(MultiDict(typed), rules=rules, state=rules.opening(TABLE))


def test_hints_have_the_predictions_and_the_rest() -> None:
    with speaking("fr"):
        assert form().hints() == {}
        some = form(annonce_0="40", annonce_1="30", points_0="45", points_1="x").hints()
        assert some == {"annonces": "70 en tout", "points": "il reste 112"}
        assert form(points_0="100", points_1="60").hints()["points"] == "3 de trop"
        assert form(points_0="100", points_1="57").hints()["points"] == "157 ✓"


@pytest.mark.parametrize(
    ("points", "seat"),
    [((100, 57, 0, 0), None), ((100, None, 57, 0), 1), ((100, None, 57, None), None), (None, None)],
)
def test_only_missing_points_are_computed(points: tuple[int | None, ...] | None, seat: int | None) -> None:
    assert DifferenzlerDonne(points=points).deduced() == seat


def sheet(entries: Sequence[Mapping[str, object]], **settings: object) -> list[str]:
    """Return the remaining donnes and their stakes, in words."""
    differenzler = game("differenzler")
    rules = Differenzler.SETTINGS.read(settings, TABLE)
    played = replay(rules, TABLE, enumerate((rules.ENTRY.read(entry, TABLE) for entry in entries), 1))
    assert not played.faults
    with speaking("fr"):
        return [
            message_of(label, differenzler.words, TABLE) for label in differenzler.wording.progress(played)
        ]


def test_rest_is_stated_by_donnes_by_the_limit_or_as_a_tie() -> None:
    level = {
        "annonces": dict.fromkeys(TABLE.players, 40),
        "points": {"Anne": 50, "Benoît": 50, "Chloé": 50, "David": 7},
    }
    assert sheet([]) == ["Donne 1 sur 12"]
    assert sheet([level], nb_donnes=None, objectif=100) == [
        "David\N{NO-BREAK SPACE}: encore 67 points avant la fin"
    ]
    assert sheet([level], nb_donnes=1, egalite="donne-supplementaire") == [
        "Égalité\N{NO-BREAK SPACE}: une donne de plus"
    ]


def test_settings_are_stated_if_changed() -> None:
    differenzler = game("differenzler")

    def in_words(**settings: object) -> list[str]:
        rules = Differenzler.SETTINGS.read(settings, TABLE)
        labels = differenzler.settings_in_words(rules)
        return [message_of(label, differenzler.words, TABLE) for label in labels]

    assert in_words() == ["12 donnes", "annonce juste −10"]
    assert in_words(nb_donnes=None, objectif=300, bonus_exact=0, egalite="donne-supplementaire") == [
        "fin à 300 points",
        "sans bonus",
        "égalité\N{NO-BREAK SPACE}: une donne de plus",
    ]
    assert in_words(bonus_zero="avec-pli")[2] == "zéro juste\N{NO-BREAK SPACE}: bonus avec une levée"


def test_paper_totals_lie_between_all_exact_and_all_wrong() -> None:
    differenzler = game("differenzler")

    def faults(totals: tuple[int, ...], **settings: object) -> list[str]:
        rules = Differenzler.SETTINGS.read(settings, TABLE)
        return [fault.field for _, fault in paper_faults(rules, differenzler, (), totals)]

    assert faults((-20, 0, 314, 10), nb_donnes=2) == []
    assert faults((-21, 0, 315, 10), nb_donnes=2) == ["totals.0", "totals.2"]
    assert faults((-21, 0, 315, 10), nb_donnes=None, objectif=300) == []
    assert differenzler.tournament.bye is not None
    assert differenzler.tournament.bye(Differenzler(nb_donnes=4)) == 40


LEVEL = {"annonces": dict.fromkeys(TABLE.players, 40), "points": {"Anne": 50, "Benoît": 40, "Chloé": 40}}


def rows(request: SheetRequest) -> list[list[str]]:
    """Return the texts of the rows and of the foot of a sheet on paper."""
    with speaking("fr"):
        (block,) = sheet_of(request).blocks
    assert block.grid is not None
    return [[cell.text for cell in row.cells] for row in (*block.grid.rows, *block.grid.feet)]


def test_paper_has_prediction_points_difference_and_totals() -> None:
    request = filled("differenzler", [LEVEL, {"statut": "annulee"}], settings={"nb_donnes": 3})
    first, second, third, total = rows(request)
    figures = [
        "40",
        "50",
        "10",
        "10",
        "40",
        "40",
        "−10",
        "−10",
        "40",
        "40",
        "−10",
        "−10",
        "40",
        "27",
        "13",
        "13",
    ]
    assert first == ["1", *figures, "157"]
    running = ["", "", "", "10", "", "", "", "−10", "", "", "", "−10", "", "", "", "13"]
    assert second == ["2", "donne annulée", *running[3:], ""]
    # The third and last donne, and the totals, are written by hand.
    assert (third, total) == (["3", *[""] * 17], ["total", *[""] * 17])
    assert sheet_of(request).closing[0][0].value == "trouvé 157, attendu 157 ✓"
    finished = filled("differenzler", [LEVEL], settings={"nb_donnes": 1})
    found, expected = sheet_of(finished).closing[0][0].value.split(",")
    assert ("157" in found, "157" in expected) == (True, True)


def test_twelve_donnes_fit_a_small_page_with_a_correction_noted() -> None:
    request = filled("differenzler", [LEVEL] * 12, PaperSize.A5)
    sheet = sheet_of(request)
    assert [page.landscape for page in pages_of(sheet, PaperSize.A5)] == [False]
    first, *others = request.lines
    annulled = filled("differenzler", [{"statut": "annulee"}]).lines[0].marked
    corrected = replace(request, lines=(replace(first, was=annulled, reason="recompté"), *others))
    assert [page.landscape for page in pages_of(sheet_of(corrected), PaperSize.A5)] == [False]
    (block,) = sheet_of(corrected).blocks
    assert block.grid is not None
    row = block.grid.rows[0]
    assert (row.cells[-1].was, row.cells[-1].small) == (
        "donne annulée",
        ("corrigée\N{NO-BREAK SPACE}: recompté",),
    )
    assert (row.cells[2].text, row.cells[2].was) == ("50", "")


def test_blank_paper_has_a_row_for_each_donne_and_adds_up() -> None:
    differenzler = game("differenzler")
    settings = {"nb_donnes": 4, "bonus_exact": 0}
    sheet = sheet_of(blank_request(differenzler, seats=5, settings=settings, form=True))
    (block,) = sheet.blocks
    assert block.grid is not None
    assert (len(block.grid.rows), block.trim, len(sheet.notes)) == (4, False, 1)
    assert pages_of(sheet, PaperSize.A4)[0].landscape
    second = block.grid.rows[1].cells
    assert second[4].sums == ("d1.j1.ecart", "!d2.j1.ecart")
    assert second[-1].sums == tuple(f"!d2.j{seat}.points" for seat in range(1, 6))
    assert block.grid.feet[0].cells[4].sums == tuple(f"d{row}.j1.ecart" for row in range(1, 5))
    assert block.grid.columns[4].strong
    open_end = sheet_of(blank_request(differenzler, settings={"nb_donnes": None, "objectif": 500}))
    assert (open_end.blocks[0].trim, len(open_end.notes)) == (True, 2)
    assert not pages_of(open_end, PaperSize.A4)[0].landscape


def test_form_has_the_points_to_share() -> None:
    assert form().total == 157
