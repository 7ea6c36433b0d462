"""The form of Coiffeur: its entries, the places of refusals, its hints; and the grids of the demonstration."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from scorekeeper.cards.catalogue import game
from scorekeeper.cards.games.coiffeur.form import CoiffeurForm
from scorekeeper.cards.games.coiffeur.rules import Coiffeur
from scorekeeper.cards.rules.contract import Table
from scorekeeper.cards.rules.replay import extend, judge, replay
from tests.examples import plain

TABLE = Table(("Anne", "Bruno", "Chloé", "David"), camps=True)


def form(house: dict[str, Any] | None = None, /, **typed: str) -> CoiffeurForm:
    rules = Coiffeur.SETTINGS.read(house or {}, TABLE)
    return CoiffeurForm(MultiDict(typed), rules=rules, state=rules.opening(TABLE))


SENT = [
    ({"case": "0.coeur", "points": "100"}, {"preneur": "A", "contrat": "coeur", "points_a": 100}),
    ({"case": "1.coeur", "points": "100"}, {"preneur": "B", "contrat": "coeur", "points_b": 100}),
    ({"case": "1.coeur", "autre": "57"}, {"preneur": "B", "contrat": "coeur", "points_a": 57}),
    (
        {"case": "1.coeur", "points": "100", "autre": "57"},
        {"preneur": "B", "contrat": "coeur", "points": [57, 100]},
    ),
    (
        {"case": "0.coeur", "points": "100", "autre": "57"},
        {"preneur": "A", "contrat": "coeur", "points": [100, 57]},
    ),
    ({"points": "100"}, {"points_a": 100}),
    ({"case": "0.coeur", "match": "A"}, {"preneur": "A", "contrat": "coeur", "match": "A"}),
    # A game counts in the row of a wish only, and points only where the donne was played.
    (
        {"case": "0.souhait-1", "jeu": "gusti", "points": "90"},
        {"preneur": "A", "contrat": "souhait-1", "jeu": "gusti", "points_a": 90},
    ),
    (
        {"case": "0.coeur", "jeu": "gusti", "points": "90"},
        {"preneur": "A", "contrat": "coeur", "points_a": 90},
    ),
    (
        {"case": "0.coeur", "statut": "rayee", "points": "90", "joueur": "Anne", "match": "A"},
        {"statut": "rayee", "preneur": "A", "contrat": "coeur", "joueur": "Anne"},
    ),
    # The dealer is named only when out of turn.
    *(
        (
            {"case": "0.coeur", "statut": "rayee", "donneur": dealer},
            {"statut": "rayee", "preneur": "A", "contrat": "coeur", **named},
        )
        for dealer, named in (("Anne", {}), ("Bruno", {"donneur": "Bruno"}))
    ),
    ({"case": "0.coeur", "statut": "annulee", "points": "90"}, {"statut": "annulee"}),
    ({"case": "0.coeur", "points": "x"}, {"preneur": "A", "contrat": "coeur", "points_a": "x"}),
]


@pytest.mark.parametrize(("typed", "entry"), SENT)
def test_typed_values_become_an_entry(typed: dict[str, str], entry: dict[str, Any]) -> None:
    assert form(**typed).payload() == entry


HINTS = [
    ({}, "Touchez une case de la grille.", "157 points à partager"),
    ({"points": "100"}, "Touchez une case de la grille.", "100 à un camp, 57 à l’autre"),
    ({"case": "0.coeur"}, "A : cœur, × 4", "157 points à partager"),
    ({"case": "0.pique", "points": "100"}, "A : pique", "B : 57"),
    ({"case": "1.pique", "autre": "100"}, "B : pique", "B : 57"),
    ({"case": "1.coeur", "points": "200"}, "B : cœur, × 4", "157 points en tout dans les plis"),
    ({"case": "1.coeur", "points": "100", "autre": "50"}, "B : cœur, × 4", "Comptés : 150 sur 157"),
    ({"case": "0.souhait-2", "jeu": "tout-atout", "points": "200"}, "A : souhait 2, × 10", "B : 53"),
    ({"case": "0.coeur", "jeu": "tout-atout", "points": "57"}, "A : cœur, × 4", "B : 100"),
    ({"case": "0.coeur", "points": "x"}, "A : cœur, × 4", "157 points à partager"),
]


@pytest.mark.parametrize(("typed", "cell", "points"), HINTS)
def test_form_names_the_cell_and_the_rest(typed: dict[str, str], cell: str, points: str) -> None:
    assert {slot: plain(text) for slot, text in form(**typed).hints().items()} == {
        "case": cell,
        "points": points,
    }


def test_a_row_of_tout_atout_shares_other_points() -> None:
    house = {"contrats": {"tout-atout": 2, "pique": 1}}
    assert plain(form(house, case="1.tout-atout", points="200").hints()["points"]) == "A : 53"


def test_refusal_is_at_the_typed_points() -> None:
    for side, own, other in (("0", "points_a", "points_b"), ("1", "points_b", "points_a")):
        typed = form(case=f"{side}.coeur", autre="156")
        assert typed.field_for(other) is typed.autre
        assert typed.field_for(own) is typed.points
    blank = form(points="156")
    assert blank.field_for("points_b") is blank.points
    assert blank.field_for("preneur") is blank.case
    assert blank.field_for("contrat") is blank.case


@pytest.mark.parametrize("cell", ["", "coeur", "0.misere", "2.coeur", "0.", "-1.coeur", "0.coeur "])
def test_cell_outside_the_grid_is_ignored(cell: str) -> None:
    assert form(case=cell).cell is None


def test_the_demonstration_plays_grids_to_their_end() -> None:
    coiffeur, rng = game("coiffeur"), Random(7)  # noqa: S311 - an example, not a secret
    rules = Coiffeur()
    sheet = replay(rules, TABLE, [])
    while sheet.outcome is None:
        entry = rules.ENTRY.read(coiffeur.demo(rng, rules, sheet.state), TABLE)
        if not judge(rules, sheet.state, entry):
            sheet = extend(sheet, len(sheet.marked) + 1, entry)
    assert len(sheet.marked) == 20
    assert any(marked.entry.match is not None for marked in sheet.marked)  # type: ignore[attr-defined]
