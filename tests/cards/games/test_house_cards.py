"""Ways to score that the form offers: the parts that a choice adds to a definition."""

from __future__ import annotations

from scorekeeper.cards import catalogue
from scorekeeper.cards.games.declared.asking.answers import BEGIN, document_of
from scorekeeper.cards.rules.contract import Table
from tests.cards.games.test_house_answers import STAND_IN, document_for
from tests.cards.games.test_maison import played


def test_a_zero_card_lets_two_players_have_nothing() -> None:
    made = document_for("uno", reste_zero="oui", s0_quoi="")
    game = catalogue.game_of_definition({**made, "exemples": [STAND_IN]})
    table = Table(("Anne", "Bruno", "Chloé"))
    line = {"reste": {"Anne": 0, "Bruno": 0, "Chloé": 55}}
    unsaid = played(game, table, line)
    assert [(item.fault.field, item.fault.code) for item in unsaid.faults] == [("fini", "refus-1")]
    assert played(game, table, {**line, "fini": "Bruno"}).totals == (0, 55, 0)
    # Where everybody counts their own, the question is not asked, and its old answer adds nothing.
    assert document_for("rami", reste_zero="oui") == {
        **document_for("rami"),
        "formulaire": {**document_for("rami")["formulaire"], "reste_zero": "oui"},
    }


def test_a_place_that_several_share_is_not_asked() -> None:
    assert document_for("president")["champs"][0]["defaut"] == 0
    game = catalogue.game_of_definition({**document_for("president"), "exemples": [STAND_IN]})
    table = Table(("Anne", "Bruno", "Chloé", "David"))
    assert played(game, table, {"place": {"Anne": "Président", "David": "Vice-président"}}).totals == (
        2,
        0,
        0,
        1,
    )
    assert "defaut" not in document_for("president", places_seul_1="non")["champs"][0]


def test_a_bid_of_nothing_counts_the_cards_of_its_line() -> None:
    cards = "min(ligne, si(joueurs < 8, 10, 8))"
    made = document_for("skull-king", annonce_zero="cartes", annonce_plis=cards)
    assert made["postes"][2]["points"] == f"si(annonce > 0, 0, si(plis = 0, 10 * ({cards}), -10 * ({cards})))"


def test_least_values_are_checks_of_the_form() -> None:
    made = document_for("papayoo", s0_quoi="moins", s0_n="14", s0_phrase="", s1_quoi="chacun_moins", s1_n="2")
    assert made["verifications"] == [
        {"regle": "somme-au-moins", "champ": "points", "valeur": 14},
        {"regle": "au-moins", "champ": "points", "valeur": 2},
    ]


def test_other_rows_in_a_grid_have_keys_of_their_own() -> None:
    answers = {**BEGIN, "nom": "Crag", "carte": "grille", "grille_haut": "0"}
    made = document_of(answers, {})
    again = document_of({**answers, "grille_cases": "As : 1 à 3\nBrelan : 25\nTreize : 26\nCrag : 50"}, made)
    assert [case["cle"] for case in again["cases"]] == ["as", "brelan", "treize", "crag"]
