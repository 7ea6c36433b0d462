"""Coinche: its sentences, its form, and its paper."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from scorekeeper.cards.catalogue import game
from scorekeeper.cards.families.belote.traits import bye
from scorekeeper.cards.game_api.cells import Grid
from scorekeeper.cards.game_api.sheet import SheetRequest
from scorekeeper.cards.game_api.words import message_of
from scorekeeper.cards.games.coinche.form import CoincheForm
from scorekeeper.cards.games.coinche.game import GAME
from scorekeeper.cards.games.coinche.rules import Coinche
from scorekeeper.cards.rules.contract import Label, Seat, Table
from scorekeeper.cards.rules.replay import Replay, replay
from scorekeeper.i18n import speaking
from scorekeeper.paper.sheets import sheet_of
from scorekeeper.parties.sheet_requests import blank_request
from tests.examples import plain
from tests.paper.sheets.samples import filled

TABLE = Table(("Anne", "Benoît", "Chloé", "David"), camps=True, equipes=("Nous", "Eux"))


def house(**plain_settings: Any) -> Coinche:
    rules = Coinche.SETTINGS.read(plain_settings, TABLE)
    assert isinstance(rules, Coinche)
    assert rules.setting_faults(TABLE) == []
    return rules


def sheet(rules: Coinche, *entries: dict[str, Any]) -> Replay:
    return replay(rules, TABLE, enumerate((Coinche.ENTRY.read(raw, TABLE) for raw in entries), 1))


def text_of(label: Label, language: str = "fr") -> str:
    with speaking(language):
        return plain(message_of(label, GAME.words, TABLE))


A110: dict[str, Any] = {"preneur": "A", "contrat": 110, "atout": "pique", "points_a": 120}
SAID: list[tuple[dict[str, Any], dict[str, Any], str, str]] = [
    ({}, A110, "Nous, 110 à pique, réussi : Nous +230, Eux +40 — 230 à 40", "Nous, 110 : 120 à 42"),
    (
        {},
        {**A110, "joueur": "Anne", "points_a": 100, "coinche": "coinche", "belote": "B"},
        "Anne, 110 à pique, coinché, chuté : Nous 0, Eux +580 · belote d’Eux +20 — 0 à 580",
        "Nous, 110, coinché, chuté : 100 à 62",
    ),
    (
        {},
        {"preneur": "B", "contrat": "capot", "capot": "B", "coinche": "surcoinche"},
        "Eux, capot, surcoinché, réussi : Nous 0, Eux +2000 · capot d’Eux — 0 à 2000 : partie à Eux",
        "Eux, capot, surcoinché : 0 à 162",
    ),
    ({}, {"statut": "passee"}, "Passe générale, Benoît donne — 0 à 0", "passe générale"),
]


@pytest.mark.parametrize(("settings", "entry", "sentence", "brief"), SAID)
def test_donne_has_its_sentence(
    settings: dict[str, Any], entry: dict[str, Any], sentence: str, brief: str
) -> None:
    marked = sheet(house(**settings), entry).marked[-1]
    assert text_of(GAME.wording.sentence(marked)) == sentence
    assert text_of(GAME.wording.brief(marked)) == brief


def test_changed_settings_of_a_house_are_in_words() -> None:
    changed: dict[str, Any] = {
        "marque": "annonces",
        "arrondi": "aucun",
        "majorite": "egalite",
        "contrat_max": 180,
        "generale": False,
        "belote_contrat": False,
        "belote_doublee": False,
        "capot_non_annonce": 162,
        "points_chute": 162,
        "chute_capot": "symetrique",
        "coinche_porte_sur": "contrat",
        "belote_sortie": True,
        "coef_coinche": 3,
    }
    assert [text_of(label) for label in GAME.settings_in_words(house(**changed))] == [
        "2000 points",
        "points arrondis : non",
        "contrats seulement",
        "81 partout réussit",
        "contrats jusqu’à 180",
        "sans générale",
        "contrat sans la belote",
        "belote jamais multipliée",
        "capot non annoncé sans prime",
        "chute à 162",
        "capot chuté : 500",
        "la coinche porte sur le contrat",
        "sortie par la belote seule",
        "coinche × 3, surcoinche × 4",
    ]
    assert [text_of(label) for label in GAME.settings_in_words(house())] == ["2000 points"]


def test_contracts_that_were_doubled_are_counted() -> None:
    doubled, passed = sheet(house(), {**A110, "coinche": "coinche"}, {"statut": "passee"}).marked
    assert [GAME.wording.tallies(doubled, Seat(seat))["coinches"] for seat in range(4)] == [1, 0, 1, 0]
    assert GAME.wording.tallies(passed, Seat(0)) == {}
    assert [text_of(label) for label in GAME.wording.progress(sheet(house(), A110))] == ["2000 à atteindre"]
    assert (bye(house(mode="tournoi")), bye(house())) == (972, 0)


def test_contract_a_point_short_without_belote_help_is_lost() -> None:
    """89 of the tricks; with a belote of 20 they would be 109."""
    short, made = (
        sheet(house(belote_contrat=False), {"preneur": "B", "contrat": 90, "points_b": points, "belote": "B"})
        for points in (89, 90)
    )
    assert [each.marked[-1].row.scores[1] > 90 for each in (short, made)] == [False, True]


@pytest.mark.parametrize(("fois", "made"), [*product((1, 2, 4), (True, False))])
def test_the_loser_keeps_the_belote_and_nothing_else(fois: int, *, made: bool) -> None:
    word = {1: "non", 2: "coinche", 4: "surcoinche"}[fois]
    donne = {
        "preneur": "A",
        "contrat": 100,
        "coinche": word,
        "points_a": 130 if made else 60,
        "belote": "B" if made else "A",
    }
    scores = sheet(house(), donne).marked[-1].row.scores
    # Made without a coinche, the defence marks its 32 points, rounded to 30.
    assert scores[1 if made else 0] == (50 if made and fois == 1 else 20)
    assert scores[0 if made else 1] == (230 if made and fois == 1 else 260 * fois)


def form_of(fields: dict[str, str] | None, **settings: Any) -> CoincheForm:
    rules = house(**settings)
    return CoincheForm(None if fields is None else MultiDict(fields), rules=rules, state=rules.opening(TABLE))


def test_typed_values_become_a_donne() -> None:
    typed = {"preneur": "A", "camp": "A", "points": "107"}
    plain_bid = form_of({**typed, "contrat": "90", "coinche": "non"}).payload()
    assert plain_bid == {"preneur": "A", "contrat": 90, "points_a": 107}
    high = form_of({**typed, "contrat": "90", "contrat_haut": "170", "coinche": "coinche"}, contrat_max=180)
    assert high.payload() == {"preneur": "A", "contrat": 170, "points_a": 107, "coinche": "coinche"}
    alone = form_of({"preneur": "A", "contrat": "generale", "capot": "A", "seul": "1"})
    assert alone.payload() == {"preneur": "A", "contrat": "generale", "capot": "A", "seul": True}
    assert (form_of(typed).high, high.high, alone.high) == (False, True, True)


def test_the_bids_that_are_made_less_often_are_known() -> None:
    usual, calm = form_of(None), form_of(None, generale=False)
    assert [text for text, _ in usual.high_bids] == ["150", "160", "generale"]
    assert [text for text, _ in calm.high_bids] == ["150", "160"]


def grid(request: SheetRequest) -> Grid:
    made = sheet_of(request).blocks[0].grid
    assert made is not None
    return made


def test_coinche_sheet_has_the_bid_and_whether_it_was_made() -> None:
    donnes: list[dict[str, Any]] = [
        A110,
        {"preneur": "B", "contrat": 100, "points_b": 90, "coinche": "coinche", "belote": "B"},
        {"preneur": "A", "contrat": "capot", "capot": "A", "coinche": "surcoinche"},
    ]
    made = grid(filled("coinche", donnes))
    assert [[cell.text for cell in row.cells] for row in made.rows] == [
        ["1", "Anne", "Anne & Chloé", "110 ♠", "✓", "120", "", "230", "230", "42", "", "40", "40"],
        ["2", "Benoît", "Benoît & David", "100 ×2", "✓", "72", "", "0", "230", "90", "B", "560", "600"],
        ["3", "Chloé", "Anne & Chloé", "capot ×4", "✓", "162", "C", "2000", "2230", "0", "", "0", "600"],
    ]
    blank = grid(blank_request(game("coinche"), rows=3))
    assert [len(blank.columns), len(blank.rows)] == [13, 3]
