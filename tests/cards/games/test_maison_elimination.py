"""Elimination in a definition: eliminated players stay out, and the end of the partie."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from scorekeeper.cards.catalogue import game as game_of
from scorekeeper.cards.game_api.cells import Grid
from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.game_api.sheet import SheetLine, SheetRequest
from scorekeeper.cards.game_api.words import message_of
from scorekeeper.cards.rules.adjustment import read_line
from scorekeeper.cards.rules.contract import Seat, Table, expect
from scorekeeper.cards.rules.replay import Replay, extend, replay
from scorekeeper.i18n import speaking
from tests.cards.games.test_maison import made, played, shipped, text
from tests.cards.games.test_maison_faults import flaws
from tests.examples import plain
from tests.play import filled

THREE = Table(("Anne", "Benoît", "Chloé"))
TWO = Table(("Anne", "Bruno"))

LIVES = """
nom = "Vingt vies"
joueurs = [2, 6]
gagne = "grand"
depart = 20

[elimination]
total = 0

[[champs]]
cle = "perte"
nom = "Vies perdues"
de = -20
a = 0

[[postes]]
nom = "vies perdues"
points = "perte"

[[exemples]]
nom = "Une ligne"
joueurs = ["Anne", "Bruno"]
saisie = { perte = [-3, 0] }
marque = [-3, 0]
"""


def sheet_of(*lines: dict[str, int]) -> Replay:
    return played(made(LIVES), THREE, *({"perte": line} for line in lines))


def reason(game: Game, sheet: Replay) -> str:
    assert sheet.outcome is not None
    with speaking("fr"):
        return plain(message_of(sheet.outcome.reason, game.words, sheet.table))


FIRST = {"Anne": -20, "Benoît": -18, "Chloé": -5}


def test_a_column_that_is_out_cannot_score() -> None:
    sheet = sheet_of(FIRST, {"Anne": 0, "Benoît": -1, "Chloé": -1})
    (item,) = sheet.faults
    assert (item.fault.code, item.fault.field) == ("deja-elimine", "perte.Anne")
    with speaking("fr"):
        message = plain(message_of(item.fault, made(LIVES).words, THREE))
    assert message == "Anne est hors jeu et ne marque plus."


def test_better_of_two_eliminated_together_wins() -> None:
    sheet = sheet_of(FIRST, {"Benoît": -4, "Chloé": -16})
    assert sheet.totals == (0, -2, -1)
    assert sheet.outcome is not None
    assert sheet.outcome.winners == (2,)
    assert reason(made(LIVES), sheet) == "Les derniers sont sortis ensemble : Benoît et Chloé."


def test_tied_players_eliminated_together_share() -> None:
    sheet = sheet_of(FIRST, {"Benoît": -2, "Chloé": -15})
    assert sheet.outcome is not None
    assert sheet.outcome.winners == (1, 2)


def test_the_last_one_in_wins_with_the_lower_total() -> None:
    sheet = sheet_of({"Anne": -5, "Benoît": -20, "Chloé": -20})
    assert sheet.outcome is not None
    assert sheet.outcome.winners == (0,)
    assert reason(made(LIVES), sheet) == "Anne reste en jeu quand tous les autres en sont sortis."


def test_all_out_on_the_first_line_ends_the_partie() -> None:
    sheet = sheet_of({"Anne": -20, "Benoît": -20, "Chloé": -20})
    assert sheet.outcome is not None
    assert sheet.outcome.winners == (0, 1, 2)


def test_deal_skips_an_eliminated_player() -> None:
    sheet = sheet_of({"Anne": -1, "Benoît": -20, "Chloé": -1})
    assert sheet.state.donneur == 2


def test_form_has_no_field_for_an_eliminated_player() -> None:
    game, sheet = made(LIVES), sheet_of(FIRST)
    form: Any = filled(game, sheet.rules, sheet.state, {"perte": {"Benoît": -1, "Chloé": -1}})
    ((_, cells),) = form.rows()
    assert [name for name, _ in cells] == ["Benoît", "Chloé"]
    with speaking("fr"):
        progress = [plain(message_of(label, game.words, THREE)) for label in game.wording.progress(sheet)]
    assert progress == ["encore en jeu : Benoît et Chloé"]


@pytest.mark.parametrize(
    ("throws", "winners", "sentence"),
    [
        ([(5, 6), (0, 0), (0, 0), (0, 0)], (1,), "Les derniers sont sortis ensemble : Anne et Bruno."),
        ([(6, 6), (0, 0), (0, 0), (0, 0)], (0, 1), "Les derniers sont sortis ensemble : Anne et Bruno."),
        ([(5, 6), (0, 0), (0, 0), (1, 0)], (0,), "Anne reste en jeu quand tous les autres en sont sortis."),
        # There is no throw after the 50: an empty field is no third miss.
        ([(12, 1), (12, 1), (12, 0), (12, 0), (2, 0)], (0,), "Le total de 50 est atteint."),
    ],
)
def test_three_misses_eliminate_at_molkky(throws: Any, winners: tuple[int, ...], sentence: str) -> None:
    game = shipped("molkky")
    sheet = played(game, TWO, *({"quilles": dict(zip(TWO.players, pair, strict=True))} for pair in throws))
    assert sheet.outcome is not None
    assert sheet.outcome.winners == winners
    assert reason(game, sheet) == sentence


def test_an_adjustment_brings_a_player_back() -> None:
    game = made(LIVES)
    rules = game.rules()
    sheet = sheet_of(FIRST)
    line = read_line(rules, {"ajustement": {"Anne": 5}, "motif": "recompté"}, THREE)
    after = extend(sheet, 2, line)
    assert after.faults == ()
    assert after.state.out == frozenset()
    assert after.totals == (5, 2, 15)


@pytest.mark.parametrize(
    ("old", "new", "key", "sentence"),
    [
        ("total = 0\n", "total = 20\n", "elimination.total", "Chacun part de 20 et serait éliminé d’emblée."),
        ("total = 0\n", 'total = 0\nquand = "total < 3"\n', "elimination.quand", "Une élimination a soit un total, soit une formule quand."),
        ("[elimination]\n", "[fin]\ntotal = 30\n\n[elimination]\n", "elimination.total",
         "L’un des deux : un total qui finit la partie, ou un total qui élimine."),
    ],
)  # fmt: skip
def test_an_elimination_that_cannot_be_is_refused(old: str, new: str, key: str, sentence: str) -> None:
    faults = [(where, words) for _, where, words in flaws(LIVES.replace(old, new, 1))]
    assert (key, sentence) in faults


def test_adjustment_eliminates_no_player_by_a_counter() -> None:
    game = shipped("molkky")
    rules = game.rules()
    sheet = played(game, TWO, {"quilles": {"Anne": 5, "Bruno": 6}})
    line = read_line(rules, {"ajustement": {"Anne": -3}, "motif": "recompté"}, TWO)
    after = extend(sheet, 2, line)
    assert after.state.out == frozenset()
    assert after.totals == (2, 6)
    assert after.outcome is None


def test_nothing_fails_when_all_are_out() -> None:
    head = "[[verifications]]"
    sums = f'{head}\nregle = "somme-au-plus"\nchamp = "quilles"\nvaleur = "20 + max(quilles)"\n\n{head}'
    game = made(text("molkky").replace(head, sums, 1))
    throws = [(5, 6), (0, 0), (0, 0), (0, 0)]
    sheet = played(game, TWO, *({"quilles": dict(zip(TWO.players, pair, strict=True))} for pair in throws))
    assert sheet.state.out == {0, 1}
    rules = game.rules()
    later = extend(sheet, 5, rules.ENTRY.read({"quilles": {}}, TWO))
    assert [item.fault.code for item in later.faults] == ["partie-terminee"]
    line = read_line(rules, {"ajustement": {"Anne": 3}, "motif": "recompté"}, TWO)
    assert extend(sheet, 5, line).totals == (8, 6)


def test_eliminated_player_counts_no_line() -> None:
    game, sheet = made(LIVES), sheet_of(FIRST, {"Benoît": -1, "Chloé": -2})
    tallies: Any = game.wording.tallies
    assert tallies(sheet.marked[1], 0) == {}
    assert tallies(sheet.marked[1], 1) == {"lignes": 1, "lignes-reussi": 1}


def test_field_cannot_name_an_eliminated_player() -> None:
    named = LIVES.replace(
        "[[postes]]", '[[champs]]\ncle = "qui"\nnom = "Qui"\ngenre = "joueur"\nsur = "table"\n\n[[postes]]', 1
    ).replace("saisie = { perte = [-3, 0] }", 'saisie = { perte = [-3, 0], qui = "Anne" }')
    sheet = played(
        made(named),
        THREE,
        {"perte": FIRST, "qui": "Anne"},
        {"perte": {"Benoît": -1, "Chloé": 0}, "qui": "Anne"},
    )
    assert [(item.fault.code, item.fault.field) for item in sheet.faults] == [("deja-elimine", "qui")]
    other = played(
        made(named),
        THREE,
        {"perte": FIRST, "qui": "Anne"},
        {"perte": {"Benoît": -1, "Chloé": 0}, "qui": "Chloé"},
    )
    assert other.faults == ()


def test_paper_closes_cells_of_an_eliminated_player() -> None:
    game, sheet = made(LIVES), sheet_of(FIRST, {"Benoît": -1, "Chloé": -2})
    lines = tuple(SheetLine(marked.rang, marked) for marked in sheet.marked)
    request = SheetRequest(game=game, rules=sheet.rules, table=THREE, seats=3, played=sheet, lines=lines)
    assert game.sheet is not None
    with speaking("fr"):
        grid = expect(Grid, game.sheet(request).blocks[0].grid)
    # Of each player points and total; the first cell is the number of the line.
    first, second = ([(cell.text, cell.closed) for cell in row.cells[1:]] for row in grid.rows[:2])
    assert [closed for _, closed in first] == [False] * 6
    assert second == [("", True), ("", True), ("−1", False), ("1", False), ("−2", False), ("13", False)]


@pytest.mark.parametrize(
    ("sent", "sentences"), [("-4", ["Anne est hors jeu et ne marque plus."]), ("0", []), ("", [])]
)
def test_form_refuses_points_of_an_eliminated_player(sent: str, sentences: list[str]) -> None:
    game, sheet = made(LIVES), sheet_of(FIRST)
    fields = MultiDict({"f_perte_0": sent, "f_perte_1": "-1", "f_perte_2": "-1"})
    form: Any = game.form(fields, rules=sheet.rules, state=sheet.state)
    with speaking("fr"):
        assert form.validate() is (not sentences)
    shown = form["f_perte_0"].errors if sentences else []
    assert [plain(each) for each in shown] == sentences
    ((_, cells),) = form.rows()
    assert [name for name, _ in cells] == ["Benoît", "Chloé"] + ["Anne"] * len(sentences)


def test_free_sheet_refuses_points_of_an_eliminated_player() -> None:
    game = game_of("libre")
    rules = game.rules.SETTINGS.read({"gagne": "bas", "elimination": 50}, THREE)
    first = rules.ENTRY.read({"points": {"Anne": 50, "Benoît": 3, "Chloé": 0}}, THREE)
    sheet = replay(rules, THREE, [(1, first)])
    fields = {"points_0": "7", "points_1": "1", "points_2": "2"}
    form: Any = game.form(MultiDict(fields), rules=rules, state=sheet.state)
    with speaking("fr"):
        assert not form.validate()
    assert [plain(each) for each in form["points_0"].errors] == ["Anne est hors jeu et ne marque plus."]
    assert form["points_0"].data == "7"
    again: Any = game.form(MultiDict(fields | {"points_0": "0"}), rules=rules, state=sheet.state)
    assert again.validate()
    assert again.line.row.scores == (0, 1, 2)


def test_form_refuses_points_of_a_player_who_left() -> None:
    game = made(LIVES)
    left = replace(THREE, order=(Seat(1), Seat(2)))
    form: Any = game.form(
        MultiDict({"f_perte_0": "-4", "f_perte_1": "-1", "f_perte_2": "-1"}),
        rules=game.rules(),
        state=game.rules().opening(left),
    )
    with speaking("fr"):
        assert not form.validate()
    messages = [plain(each) for each in form["f_perte_0"].errors]
    assert messages == ["« Anne » n’est pas à cette table : Benoît et Chloé."]
