"""The live sentence of Jass, for donnes computed by hand."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.cards.game_api.words import message_of
from scorekeeper.cards.games.jass.game import GAME
from tests.cards.games.test_jass import house
from tests.cards.games.test_jass_form import form_of


@pytest.mark.parametrize(
    ("settings", "fields", "expected"),
    [
        ({}, {"points": "92"}, "A +92, B +65 — 92 à 65"),
        (
            {},
            {"points": "92", "a50": "1", "schtockr": "B"},
            "A +142, B +85 · annonces de A +50 · schtöckr de B +20 — 142 à 85",
        ),
        ({}, {"match": "A", "points": ""}, "A +257, B 0 · match de A — 257 à 0"),
        (
            {"pique_double": True},
            {"match": "A", "points": "", "atout": "pique"},
            "A +514, B 0 · match de A · × 2 — 514 à 0",
        ),
        (
            {"egalite_annonces": "deux"},
            {"points": "92", "a20": "1", "b20": "1"},
            "A +112, B +85 · annonces de A +20 · annonces de B +20 — 112 à 85",
        ),
    ],
)
def test_sentence_has_all_that_counts_and_each_camps_score(
    settings: dict[str, Any], fields: dict[str, str], expected: str
) -> None:
    form = form_of(house(**settings), {"camp": "A", **fields})
    form.validate()
    assert form.line is not None, form.faults
    assert message_of(GAME.wording.sentence(form.line), GAME.words, form.table) == expected


def test_a_rarer_annonce_marks_its_chip() -> None:
    assert not form_of(house(), {"a20": "1", "a150": "0"}).rare_annonces
    assert form_of(house(), {"b200": "1"}).rare_annonces
