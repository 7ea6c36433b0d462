"""Coiffeur: the most that a grid can give, what remains of it, and its page."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.cards.catalogue import game
from scorekeeper.cards.game_api.grid import GridMark
from scorekeeper.cards.game_api.words import message_of
from scorekeeper.cards.games.coiffeur.rules import Coiffeur
from scorekeeper.cards.rules.contract import Seat, Table
from scorekeeper.cards.rules.replay import Replay, replay
from scorekeeper.i18n import speaking
from tests.cards.games.strategies_coiffeur import payloads, settings

GAME = game("coiffeur")
TABLE = Table(("Anne", "Bruno", "Chloé", "David"), camps=True)


def played(*entries: dict[str, Any], **house: Any) -> Replay:
    rules = Coiffeur.SETTINGS.read(house, TABLE)
    sheet = replay(rules, TABLE, enumerate((rules.ENTRY.read(each, TABLE) for each in entries), 1))
    assert sheet.faults == ()
    return sheet


def texts_of(labels: Any) -> list[str]:
    with speaking("fr"):
        return [
            message_of(label, GAME.words, TABLE).replace("\u202f", " ").replace("\xa0", " ")
            for label in labels
        ]


def cell(camp: str, row: str, points: int) -> dict[str, Any]:
    return {"preneur": camp, "contrat": row, f"points_{camp.lower()}": points}


# Σk of the rows without a wish × 257, and Σk of the wishes × 353, which are played at tout atout:
# 21 × 257 + 15 × 353; 36 × 257 + 19 × 353; 36 × 257 + 30 × 353; 45 × 257 + 33 × 353.
@pytest.mark.parametrize(("rows", "most"), [(8, 10692), (10, 15959), (11, 19842), (12, 23214)])
def test_the_most_that_a_grid_can_bring(rows: int, most: int) -> None:
    rules = Coiffeur(grille=rows)
    assert len(rules.fois) == rows
    assert rules.au_plus(rules.fois) == most
    assert rules.au_moins() == 0


def test_the_least_that_a_grid_can_bring() -> None:
    # 55 × 100 lost; once in each of ten rows where the match has a bonus.
    assert Coiffeur(contre_match=100).au_moins() == -5500
    assert Coiffeur(contre_match=100, bonus_match=500).au_moins() == -1000


def test_remaining_points_are_stated_for_each_camp() -> None:
    sheet = played(cell("A", "pique", 100), contrats={"pique": 1, "souhait-1": 10})
    # A has its wish, 10 × 353; B both rows, 257 more.
    assert texts_of(GAME.wording.progress(sheet)) == [
        "A : encore 1 case",
        "B : encore 2 cases",
    ]
    full = played(cell("A", "pique", 100), cell("A", "souhait-1", 50), contrats={"pique": 1, "souhait-1": 10})
    assert texts_of(GAME.wording.progress(full))[0] == "A : grille pleine"


SENTENCES = [
    ({"preneur": "A", "contrat": "coeur", "points_a": 100}, {}, "A, cœur : 100 × 4, +400 — 400 à 0"),
    (
        {"preneur": "B", "contrat": "haut-bas", "match": "B"},
        {},
        "B, haut en bas : 257 × 5, +1285 · match — 0 à 1285",
    ),
    (
        {"preneur": "A", "contrat": "souhait-1", "jeu": "tout-atout", "points_a": 200},
        {},
        "A, souhait 1 (tout atout) : 200 × 9, +1800 — 1800 à 0",
    ),
    (
        {"preneur": "A", "contrat": "trefle", "match": "B"},
        {"contre_match": 100},
        "A, trèfle : 0 × 2, −200 · contre-match — −200 à 0",
    ),
    ({"preneur": "A", "contrat": "pique", "points_b": 57}, {}, "A, pique : 100 × 1, +100 — 100 à 0"),
    ({"statut": "rayee", "preneur": "B", "contrat": "pique"}, {}, "B, pique : rayée — 0 à 0"),
    ({"statut": "annulee"}, {}, "donne annulée — 0 à 0"),
]


@pytest.mark.parametrize(("entry", "house", "sentence"), SENTENCES)
def test_live_sentence_has_all_of_a_donne(
    entry: dict[str, Any], house: dict[str, Any], sentence: str
) -> None:
    assert texts_of([GAME.wording.sentence(played(entry, **house).marked[0])]) == [sentence]


BRIEFS = [
    ({"preneur": "A", "contrat": "coeur", "points_a": 100}, "A, cœur : 100"),
    ({"preneur": "A", "contrat": "coeur", "match": "A"}, "A, cœur : match"),
    ({"preneur": "A", "contrat": "coeur", "match": "B"}, "A, cœur : contre-match"),
    (
        {"preneur": "B", "contrat": "souhait-2", "jeu": "misere", "match": "A"},
        "B, souhait 2 (misère) : match",
    ),
    ({"statut": "rayee", "preneur": "A", "contrat": "coeur"}, "A, cœur : rayée"),
    ({"statut": "annulee"}, "donne annulée"),
]


@pytest.mark.parametrize(("entry", "brief"), BRIEFS)
def test_a_donne_in_a_few_words(entry: dict[str, Any], brief: str) -> None:
    assert texts_of([GAME.wording.brief(played(entry).marked[0])]) == [brief]


FORMULAS = [
    ({"preneur": "A", "contrat": "coeur", "points_a": 100}, {}, "100 × 4 = 400"),
    ({"preneur": "A", "contrat": "coeur", "match": "A"}, {}, "(157 + 100) × 4 = 1028"),
    ({"preneur": "A", "contrat": "coeur", "match": "A"}, {"arrondi": "dixieme"}, "26 × 4 = 104"),
    (
        {"preneur": "A", "contrat": "carreau", "match": "A"},
        {"prime_match": 0, "bonus_match": 500},
        "157 × 3 + 500 = 971",
    ),
    ({"preneur": "A", "contrat": "trefle", "match": "B"}, {"contre_match": 100}, "0 × 2 − 200 = −200"),
    ({"preneur": "A", "contrat": "trefle", "match": "B"}, {}, "0 × 2 = 0"),
]


@pytest.mark.parametrize(("entry", "house", "formula"), FORMULAS)
def test_the_arithmetic_of_a_donne(entry: dict[str, Any], house: dict[str, Any], formula: str) -> None:
    sheet = played(entry, **house)
    label = GAME.formula(sheet.rules, sheet.marked[0])
    assert texts_of([label]) == [formula]


def test_a_donne_that_was_not_played_has_no_arithmetic() -> None:
    for entry in ({"statut": "annulee"}, {"statut": "rayee", "preneur": "A", "contrat": "coeur"}):
        sheet = played(entry)
        assert GAME.formula(sheet.rules, sheet.marked[0]) is None


def test_unplayed_donne_fills_no_cell_and_skipped_row_is_crossed() -> None:
    assert GAME.grid is not None
    marks = []
    for entry in ({"statut": "annulee"}, {"statut": "rayee", "preneur": "B", "contrat": "coeur"}):
        sheet = played(entry)
        marks.append(GAME.grid.mark(sheet.rules, sheet.marked[0]))
    assert marks == [None, GridMark("coeur", 1, None)]


def test_the_settings_in_words() -> None:
    with speaking("fr"):
        usual = texts_of(GAME.settings_in_words(Coiffeur()))
        house = Coiffeur.SETTINGS.read(
            {
                "contrats": {"pique": 1, "coeur": 2},
                "prime_match": 0,
                "bonus_match": 500,
                "contre_match": 100,
                "arrondi": "dixieme",
            },
            TABLE,
        )
    assert usual == ["grille de 10 lignes", "match 100"]
    assert texts_of(GAME.settings_in_words(house)) == [
        "grille de la maison, 2 lignes",
        "bonus du match 500",
        "contre-match −100",
        "en dizaines",
    ]


def counted(entry: dict[str, Any], seat: int) -> dict[str, int]:
    tallies = GAME.wording.tallies(played(entry, grille=12).marked[0], Seat(seat))
    return {code: count for code, count in tallies.items() if count}


def test_counters_of_a_player() -> None:
    row = {"preneur": "A", "contrat": "coeur"}
    assert counted({**row, "points_a": 100, "joueur": "Chloé"}, 2) == {"lignes": 1, "annoncees": 1}
    assert counted({**row, "points_a": 100, "joueur": "Chloé"}, 0) == {"lignes": 1}
    assert counted({**row, "points_a": 100}, 1) == {}
    assert counted({**row, "match": "A"}, 0) == {"lignes": 1, "matchs": 1}
    assert counted({**row, "match": "B"}, 1) == {"contre-matchs": 1}
    assert counted({"statut": "rayee", **row}, 0) == {"rayees": 1}
    assert counted({"statut": "annulee"}, 0) == {}
    # At misère every trick of the others is the best there is.
    assert counted({"preneur": "A", "contrat": "misere", "match": "B"}, 0) == {"lignes": 1, "matchs": 1}
    assert counted({"preneur": "A", "contrat": "misere", "match": "B"}, 1) == {}


@given(data=st.data())
def test_camp_fills_each_row_once_and_the_last_ends_the_partie(data: st.DataObject) -> None:
    rules = Coiffeur.SETTINGS.read(data.draw(settings()), TABLE)
    state = rules.opening(TABLE)
    for payload in data.draw(st.lists(payloads(rules, TABLE), max_size=20)):
        entry = rules.ENTRY.read(payload, TABLE)
        if rules.outcome(state) or rules.faults(state, entry):
            continue
        before, (state, row) = state, rules.mark(state, entry)
        gained = [len(state.faites[camp]) - len(before.faites[camp]) for camp in (0, 1)]
        assert sorted(gained) == ([0, 0] if entry.preneur is None else [0, 1])
        assert row.scores[0] == 0 or row.scores[1] == 0
    full = all(len(state.faites[camp]) == len(rules.fois) for camp in (0, 1))
    assert (rules.outcome(state) is not None) == full
    for camp in (0, 1):
        assert rules.au_moins() <= state.totals[camp] <= rules.au_plus(rules.fois)


def test_a_total_that_no_grid_gives_is_refused_on_paper() -> None:
    check = GAME.tournament.check
    assert check(Coiffeur(), (), (15959, 0)) == ()
    assert check(Coiffeur(), (), (None, 4000)) == ()
    ((line, fault),) = check(Coiffeur(), (), (4000, 15960))
    assert (line, fault.code, fault.field) == (None, "papier-total", "totals.1")
    ((_, fault),) = check(Coiffeur(), (), (-1, 0))
    assert texts_of([fault]) == ["Sur cette grille, un camp fait de 0 à 15 959 points, pas −1."]


def test_a_bye_is_worth_half_of_the_tricks() -> None:
    # 157 × 55 = 8635; in tens 16 × 55 = 880.
    assert GAME.tournament.bye is not None
    assert GAME.tournament.bye(Coiffeur()) == 4317
    assert GAME.tournament.bye(Coiffeur.SETTINGS.read({"arrondi": "dixieme"}, TABLE)) == 440
