"""Donnes passed by everybody: the house sets the next dealer; a void donne always passes the deal."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.cards import catalogue
from scorekeeper.cards.game_api.words import message_of
from scorekeeper.cards.rules.contract import Table
from scorekeeper.cards.rules.replay import replay
from tests.examples import plain
from tests.play import filled

NAMES = ("Anne", "Benoît", "Chloé", "David")
PASSED, VOID = {"statut": "passee"}, {"statut": "annulee"}
PLAYED: dict[str, dict[str, Any]] = {
    "belote": {"preneur": "A", "points_a": 92},
    "coinche": {"preneur": "A", "contrat": 80, "points_a": 92},
    "wiezen": {"contrat": "emballage", "hauteur": 8, "joueurs": ["Anne", "Benoît"], "plis": 8},
}

SAME = "après une passe, le même joueur donne"
UNUSUAL = {
    ("belote", "meme"): [SAME],
    ("coinche", "meme"): [SAME],
    ("wiezen", "suivant"): ["après une passe, donne : le suivant"],
}
"""Words on the sheet for settings other than the usual ones."""


@pytest.mark.parametrize("key", PLAYED)
@pytest.mark.parametrize(
    ("deals", "dealers"),
    [("meme", ["Anne", "Anne", "Benoît", "Chloé"]), ("suivant", ["Anne", "Benoît", "Chloé", "David"])],
)
def test_after_a_passe_the_same_player_deals_or_the_next(key: str, deals: str, dealers: list[str]) -> None:
    game = catalogue.game(key)
    table = Table(NAMES, camps=game.rules.CAMPS)
    rules = game.rules.SETTINGS.read({"donneur_apres_passe": deals}, table)
    entries = [game.rules.ENTRY.read(dict(raw), table) for raw in (PASSED, PLAYED[key], VOID)]
    sheet = replay(rules, table, enumerate(entries, 1))
    seats = [marked.before.donneur for marked in sheet.marked] + [sheet.state.donneur]
    assert [None if seat is None else NAMES[seat] for seat in seats] == dealers
    again = message_of(game.wording.sentence(sheet.marked[0]), game.words, table)
    assert f"{dealers[1]} donne" in again
    texts = [plain(message_of(label, game.words, table)) for label in game.settings_in_words(rules)]
    assert [line for line in texts if "passe" in line] == UNUSUAL.get((key, deals), [])


@pytest.mark.parametrize("key", ["belote", "coinche"])
def test_without_names_of_players_no_dealer_is_named(key: str) -> None:
    game, table = catalogue.game(key), Table(camps=True)
    rules = game.rules.SETTINGS.read({"donneur_apres_passe": "meme"}, table)
    sheet = replay(rules, table, [(1, game.rules.ENTRY.read(dict(PASSED), table))])
    assert sheet.state.donneur is None
    assert message_of(game.wording.sentence(sheet.marked[0]), game.words, table) == "Passe générale — 0 à 0"


@pytest.mark.parametrize(
    ("key", "offered"),
    [
        ("belote", ["jouee", "passee"]),
        ("coinche", ["jouee", "passee"]),
        ("coiffeur", ["jouee", "rayee"]),
        ("differenzler", ["jouee"]),
        ("tarot", ["jouee", "passee", "annulee"]),  # a petit sec
        ("wiezen", ["jouee", "passee"]),
    ],
)
def test_a_misdeal_is_not_offered_and_a_void_line_can_be_amended(key: str, offered: list[str]) -> None:
    game = catalogue.game(key)
    table = Table(NAMES, camps=game.rules.CAMPS)
    rules = game.rules.SETTINGS.read({}, table)
    state = replay(rules, table, ()).state
    new, void = (filled(game, rules, state, payload) for payload in ({}, VOID))
    fields: list[Any] = [new["statut"], void["statut"]]
    assert [value for value, _ in fields[0].choices] == offered
    assert "annulee" in [value for value, _ in fields[1].choices]
    assert void.payload() == VOID
