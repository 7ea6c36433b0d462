"""The form of declared grids: choosing a cell, tapping or typing a value, and the places of refusals."""

from __future__ import annotations

from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from scorekeeper.cards.game_api.form_fields import OneChoice
from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.games.declared.form import GridHouseForm
from scorekeeper.cards.rules.contract import Table, expect
from scorekeeper.i18n import speaking
from tests.cards.games.test_maison import made, played, shipped
from tests.cards.games.test_maison_grid import CAMPS, GRID, TWO, cell
from tests.examples import plain


def form(game: Game, table: Table, *lines: dict[str, Any], **typed: str) -> GridHouseForm:
    sheet = played(game, table, *lines)
    return expect(GridHouseForm, game.form(MultiDict(typed), rules=sheet.rules, state=sheet.state))


@pytest.mark.parametrize(
    ("typed", "entry", "says"),
    [
        ({}, {}, {"case": "À Anne : touchez sa case."}),
        ({"points": "12"}, {"points": 12}, {"case": "À Anne : touchez sa case."}),
        (
            {"case": "1.full", "v_full": "25"},
            cell("Bruno", "full", 25),
            {"case": "Bruno : Full", "points": "0 ou 25"},
        ),
        (
            {"case": "0.chance", "points": "22", "v_full": "25"},
            cell("Anne", "chance", 22),
            {"case": "Anne : Chance", "points": "de 5 à 30, ou 0"},
        ),
        (
            {"case": "0.six", "v_six": "0", "points": "22", "f_encore": "1", "note": "vu"},
            cell("Anne", "six", 0, encore=True, note="vu"),
            {"case": "Anne : Six", "points": "0, 6, 12, 18, 24 ou 30"},
        ),
        # A sum is no cell.
        ({"case": "0.haut"}, {}, {"case": "À Anne : touchez sa case."}),
    ],
)
def test_a_cell_is_touched_and_its_value_tapped_or_typed(
    typed: dict[str, str], entry: dict[str, Any], says: dict[str, str]
) -> None:
    with speaking("fr"):
        filled = form(shipped("yams"), TWO, **typed)
        assert filled.payload() == entry
        assert {key: plain(text) for key, text in filled.hints().items()} == says


def test_keys_of_a_cell_are_its_values() -> None:
    with speaking("fr"):
        filled = form(shipped("yams"), TWO)
        assert list(expect(OneChoice, filled["v_full"]).choices) == [("25", "25"), ("0", "Rayer")]


def test_give_up_key_confirms_the_doubt_and_typed_zero_does_not() -> None:
    with speaking("fr"):
        tapped = form(shipped("yams"), TWO, case="0.full", v_full="0")
        assert tapped.validate()
        assert tapped.doubts == ()
        typed = form(shipped("yams"), TWO, case="0.chance", points="0")
        assert not typed.validate()
        assert [doubt.code for doubt in typed.doubts] == ["rayee"]
        both = form(shipped("yams"), TWO, cell("Anne", "yams", 50), case="0.six", v_six="0", f_encore="1")
        assert not both.validate()
        assert [doubt.code for doubt in both.doubts] == ["doute-3"]


def test_refusal_is_at_the_given_value() -> None:
    with speaking("fr"):
        typed = form(shipped("yams"), TWO, case="0.chance", points="31")
        assert not typed.validate()
        assert [plain(text) for text in typed.points.errors] == ["« Chance » vaut de 5 à 30, ou 0."]
        by_key = form(shipped("yams"), TWO, case="0.full", v_full="24")
        assert not by_key.validate()
        assert [plain(text) for text in by_key["v_full"].errors] == ["« Full » vaut 0 ou 25."]
        nothing = form(shipped("yams"), TWO)
        assert not nothing.validate()
        assert nothing.case.errors
        assert nothing.points.errors
    assert (nothing.digits, nothing.signed, nothing.typed_rows) == (2, False, "brelan carre chance")
    camps = form(made(GRID), CAMPS, case="1.vin", points="−5")
    assert camps.payload() == cell("B", "vin", -5)
    assert camps.signed
    assert [case.cle for case, _ in camps.row_keys()] == ["plat", "pain"]


@pytest.mark.parametrize(
    "entry",
    [
        cell("Bruno", "full", 25),
        cell("Bruno", "full", 0),
        cell("Anne", "chance", 17, encore=True),
        cell("Anne", "chance", 0),
    ],
)
def test_form_opens_with_the_value_of_a_cell(entry: dict[str, Any]) -> None:
    game = shipped("yams")
    state = game.rules().opening(TWO)
    again = game.form(MultiDict(game.form.formdata(entry, state)), rules=game.rules(), state=state)
    assert again.payload() == entry
    assert game.form.fields_of({"qui": "Zoé", "case": "full", "points": 25}, state) == {"v_full": ["25"]}
    assert game.form.fields_of({"case": "rien", "points": 3}, state) == {"points": ["3"]}
    assert game.form.fields_of({"note": "vu"}, state) == {}
