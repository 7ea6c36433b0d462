"""The Tarot form: its entries, its hints, and pages that no name can break."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from scorekeeper.app import create_app
from scorekeeper.cards.game_api.words import message_of
from scorekeeper.cards.games.tarot.form import TarotForm
from scorekeeper.cards.games.tarot.game import GAME
from scorekeeper.cards.games.tarot.rules import Tarot
from scorekeeper.cards.rules.contract import Table
from scorekeeper.cards.rules.replay import replay
from scorekeeper.config import Config
from scorekeeper.i18n import speaking

NAMES = ("Anne", "Benoît", "Chloé", "David", "Émile")


def form(players: int = 4, rules: Tarot | None = None, **fields: Any) -> TarotForm:
    house = rules or Tarot()
    data: MultiDict[str, Any] = MultiDict(
        {key: value if isinstance(value, list) else [value] for key, value in fields.items()}
    )
    return TarotForm(data, rules=house, state=house.opening(Table(NAMES[:players])))


def hint(players: int = 4, **fields: Any) -> str:
    return form(players, **fields).hints()["points"]


ORDINARY: dict[str, Any] = {
    "statut": "jouee",
    "preneur": "Anne",
    "contrat": "garde",
    "bouts": "2",
    "camp": "attaque",
}


def test_ordinary_donne_is_taker_contract_bouts_and_two_digits() -> None:
    filled = form(points="56", **ORDINARY)
    assert filled.payload() == {"preneur": "Anne", "contrat": "garde", "bouts": 2, "points": 56}
    assert filled.validate()
    marked = filled.line
    assert marked is not None
    assert marked.row.scores == (240, -80, -80, -80)


def test_side_switch_names_the_counted_side() -> None:
    filled = form(**{**ORDINARY, "camp": "defense"}, points="35")
    assert filled.payload()["points_defense"] == 35
    assert "points" not in filled.payload()


def test_passed_donne_drops_earlier_taps() -> None:
    filled = form(**{**ORDINARY, "statut": "passee"}, points="56", donneur="David", note="personne")
    assert filled.payload() == {"statut": "passee", "donneur": "David", "note": "personne"}
    assert filled.validate()


@pytest.mark.parametrize(("choice", "partner"), [("-", None), ("Chloé", "Chloé")])
def test_a_partner_is_named_or_none(choice: str, partner: str | None) -> None:
    assert form(5, appele=choice, points="56", **ORDINARY).payload()["appele"] is partner


def test_partner_is_not_named_before_a_tap() -> None:
    assert "appele" not in form(5, points="56", **ORDINARY).payload()
    assert [form(5).calls, form(4).calls, form(5, Tarot(mort=True)).calls] == [True, False, False]
    assert form(5, Tarot(appel_5=False)).calls is False


def test_halves_are_offered_where_they_can_be() -> None:
    assert [form(3).half, form(4).half, form(5).half] == [True, False, True]
    assert form(5, Tarot(mort=True)).half is False


def test_poignees_and_miseres_are_boxes_of_a_player() -> None:
    filled = form(
        rules=Tarot(misere=10),
        points="56",
        poignees=["simple Benoît"],
        miseres=["tete Anne", "atout Chloé"],
        **ORDINARY,
    )
    assert filled.payload()["poignees"] == [{"joueur": "Benoît", "type": "simple"}]
    assert filled.payload()["miseres"] == [
        {"joueur": "Anne", "type": "tete"},
        {"joueur": "Chloé", "type": "atout"},
    ]
    boxes = dict(filled.shown_choices(filled.poignees))
    assert boxes["Benoît"][0] == ("simple Benoît", "simple", True)
    assert [ticked for _, _, ticked in boxes["Anne"]] == [False, False, False]
    assert len(dict(filled.shown_choices(filled.miseres))["Anne"]) == 2
    assert filled.filled("poignees")
    assert filled.filled("miseres")


def after(*donnes: dict[str, Any], players: int = 4, rules: Tarot | None = None) -> TarotForm:
    """Return the form of the next donne."""
    house = rules or Tarot()
    sheet = replay(
        house,
        Table(NAMES[:players]),
        [(i, house.ENTRY.read(d, Table(NAMES[:players]))) for i, d in enumerate(donnes, 1)],
    )
    made = TarotForm(None, rules=house, state=sheet.state)
    made.earlier = sheet.marked
    return made


def test_same_contract_is_that_of_the_last_played_donne() -> None:
    donne = {"preneur": "Benoît", "contrat": "garde", "bouts": 2, "points": 51}
    assert after().again is None
    assert after({"statut": "passee"}).again is None
    assert after({**donne, "preneur": "Anne"}, donne, {"statut": "passee"}).again == {
        "preneur": "Benoît",
        "contrat": "garde",
    }


def test_same_contract_is_not_offered_to_a_taker_sitting_out() -> None:
    donne = {"preneur": "Émile", "contrat": "prise", "bouts": 2, "points": 51}
    assert after(donne, players=5, rules=Tarot(mort=True)).state.donneur == 1
    passed = {"statut": "passee"}
    again = [after(donne, *[passed] * count, players=5, rules=Tarot(mort=True)).again for count in range(4)]
    assert [bool(offered) for offered in again] == [True, True, True, False]


def test_filled_rare_fields_alone_are_marked() -> None:
    rare = ("poignees", "chelem", "chelem_defense", "petit_chelem")
    assert not form(points="56", **ORDINARY).filled(*rare)
    refused = form(points="91", **{**ORDINARY, "bouts": "3"})
    assert not refused.validate()
    assert refused.filled(*rare)  # the slam that was not announced


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, "91 points en tout."),
        ({"bouts": "2"}, "L’attaque doit faire 41 points."),
        ({"points": "56"}, "Attaque 56 · défense 35"),
        ({"points": "5", "camp": "defense"}, "Attaque 86 · défense 5"),
        ({"bouts": "2", "points": "56"}, "Attaque 56 · défense 35 · il faut 41\xa0: réussi de 15"),
        ({"bouts": "2", "points": "41"}, "Attaque 41 · défense 50 · il faut 41\xa0: juste fait"),
        ({"bouts": "0", "points": "40½"}, "Attaque 40,5 · défense 50,5 · il faut 56\xa0: chuté de 16"),
        ({"bouts": "2", "points": "92"}, "L’attaque doit faire 41 points."),
        ({"bouts": "4", "points": "-1"}, "91 points en tout."),
        ({"bouts": "x", "points": "cent"}, "91 points en tout."),
    ],
)
def test_the_hint_shows_both_sides_and_the_target(fields: dict[str, Any], expected: str) -> None:
    assert hint(**fields) == expected


def test_the_hints_are_english_in_english() -> None:
    with speaking("en"):
        assert hint(bouts="2", points="40.5") == "Attack 40.5 · defence 50.5 · target 41: failed by 1"


def phrase(players: int = 4, rules: Tarot | None = None, **fields: Any) -> str:
    filled = form(players, rules, **{**ORDINARY, "points": "49", **fields})
    assert filled.validate(), filled.faults
    assert filled.line is not None
    return message_of(GAME.wording.sentence(filled.line), GAME.words, filled.table)


def test_sentence_has_all_that_counts_and_each_players_score() -> None:
    assert phrase() == "Garde réussie de 8 — Anne +198, les autres −66 chacun"
    assert phrase(petit_au_bout="attaque", poignees=["simple Chloé"]) == (
        "Garde réussie de 8 · Petit au bout de l’attaque · poignée simple, Chloé — Anne +318, les autres −106 chacun"
    )
    assert phrase(5, appele="Chloé", points="41", chelem="annonce-manque") == (
        "Garde juste faite · chelem annoncé, manqué — Anne −300, Chloé −150, les autres +150 chacun"
    )
    assert phrase(rules=Tarot(misere=10), miseres=["tete David"]) == (
        "Garde réussie de 8 · misère de tête, David — Anne +188, Benoît −76, Chloé −76, David −36"
    )


@pytest.mark.parametrize(("players", "trumps"), [(3, (13, 15, 18)), (4, (10, 13, 15)), (5, (8, 10, 13))])
def test_the_trumps_of_a_poignee_follow_the_players(players: int, trumps: tuple[int, int, int]) -> None:
    simple, double, triple = trumps
    text = form(players).hints()["poignees"]
    assert f"simple {simple}, double {double}, triple {triple}." in text
    assert "20, 30, 40" in text


@pytest.mark.parametrize(
    ("payload", "expected"),
    [
        ({"statut": "annulee"}, {"statut": ["annulee"], "camp": ["attaque"]}),
        ({"appele": None}, {"appele": ["-"]}),
        ({"points_defense": Decimal("40.5")}, {"points": ["40.5"], "camp": ["defense"]}),
        ({"chelem_defense": True, "bouts": 0}, {"chelem_defense": ["1"], "bouts": ["0"]}),
        ({"poignees": [{"joueur": "Anne", "type": "triple"}]}, {"poignees": ["triple Anne"]}),
    ],
)
def test_a_stored_donne_fills_the_form(payload: dict[str, Any], expected: dict[str, list[str]]) -> None:
    state = Tarot().opening(Table(NAMES))
    assert expected.items() <= TarotForm.formdata(payload, state).items()


def test_faults_are_beside_their_field() -> None:
    refused = form(points="40,5", poignees=["simple Anne", "double Anne", "triple Chloé"], **ORDINARY)
    assert not refused.validate()
    assert refused.points.errors
    assert len(refused.poignees.errors) == 2
    assert not refused.form_errors


@pytest.mark.parametrize("settings", [{}, {"misere": 10, "petit_chelem": True}])
def test_names_are_shown_as_they_are_on_the_entry_page(tmp_path: Path, settings: dict[str, Any]) -> None:
    names = ["<b>Zoé</b>", "100 %(x)s Anne", "Éric & fils", "“Léa”", "seul"]
    app = create_app(Config(tmp_path))
    client = app.test_client()
    sheet = {
        "format": "scorekeeper/1",
        "game": "tarot",
        "players": names,
        "settings": settings,
        "entries": [],
    }
    made = client.post("/api/parties", json=sheet)
    assert made.status_code == 201
    page = client.get(f"/parties/{made.get_json()['id']}").get_data(as_text=True)
    app.extensions["store"].close()
    assert "<b>Zoé" not in page
    assert "&lt;b&gt;Zoé&lt;/b&gt;" in page
    assert "100 %(x)s Anne" in page
    assert 'name="poignees" value="triple Éric &amp; fils"' in page
    assert ('name="miseres"' in page) is bool(settings)
    assert ('name="petit_chelem"' in page) is bool(settings)


def test_taker_who_calls_an_own_king_plays_alone() -> None:
    filled = form(5, appele="Anne", points="56", **ORDINARY)
    assert filled.payload()["appele"] is None
    assert filled.validate()
    marked = filled.line
    assert marked is not None
    assert marked.row.scores == (320, -80, -80, -80, -80)
    assert filled.hints()["points"].replace("\xa0", " ").startswith("Anne : seul. ")
    assert form(4, points="56", **ORDINARY).payload().keys() == {"preneur", "contrat", "bouts", "points"}
