"""Jass: the last donne of a partie, and questions when it is ambiguous."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.cards.game_api.words import message_of
from scorekeeper.cards.games.jass.game import GAME
from scorekeeper.cards.games.jass.rules import Jass
from scorekeeper.cards.rules.kinds import Unreadable
from scorekeeper.cards.rules.scores import Control
from tests.cards.games.test_jass import NAMELESS, TABLE, house, refusals, sheet
from tests.examples import codes, plain

ENDS = [
    ({"points_a": 157, "match": "A"}, (0,), "fin-plis"),
    ({"points_a": 20, "annonces": {"B": [200]}}, (1,), "fin-annonces"),
    ({"points_a": 20, "annonces": {"B": [100, 50, 20]}, "schtockr": "B"}, (1,), "fin-plis"),
    ({"points_a": 20, "annonces": {"B": [150, 20]}, "schtockr": "B", "premier": "A"}, (1,), "fin-plis"),
    ({"points_a": 20, "premier": "A"}, (1,), "fin-a-tort"),
]


@pytest.mark.parametrize(("raw", "winners", "reason"), ENDS)
def test_partie_ends_with_these_winners_for_this_reason(
    raw: dict[str, Any], winners: tuple[int, ...], reason: str
) -> None:
    """The target is 350; A has 100 and B has 157 before the donne."""
    before = {"points_a": 100, "annonces": {"B": [100]}}
    played = sheet(house(objectif=350), before, raw)
    assert played.outcome is not None
    assert (played.outcome.winners, played.outcome.reason.code) == (winners, reason)
    twice = sheet(house(objectif=350, double_perte=True), before, raw)
    assert twice.outcome is not None
    assert twice.outcome.reason.code == f"{reason}-double"
    assert "350" in message_of(twice.outcome.reason, GAME.words, TABLE)


def test_partie_continues_below_the_target() -> None:
    assert sheet(house(objectif=350), {"points_a": 100}, {"points_a": 20}).outcome is None


def test_half_of_the_target_is_no_double_loss() -> None:
    rules = house(objectif=314, double_perte=True)
    played = sheet(rules, {"points_b": 157}, {"match": "A"}, {"points_a": 157})
    assert played.totals == (414, 157)
    assert played.outcome is not None
    assert played.outcome.reason.code == "fin-plis"
    first = {"points_b": 155}
    played = sheet(rules, first, {"match": "A"}, {"points_a": 157})
    assert played.totals == (416, 155)
    assert played.outcome is not None
    assert played.outcome.reason.code == "fin-plis-double"


def test_both_camps_may_cross_by_shared_annonces() -> None:
    rules = house(objectif=200, egalite_annonces="deux")
    first = {"points_a": 100, "annonces": {"A": [50], "B": [50]}}
    shared = {"points_a": 80, "annonces": {"A": [100], "B": [100]}}
    played = sheet(rules, first, shared)
    assert codes([item.fault for item in played.faults]) == ("premier-a-dire",)
    asked = played.faults[0].fault.values
    assert (asked["camps"], asked["total"]) == ((0,), 330)
    declared = sheet(rules, first, {**shared, "premier": "B"})
    assert declared.outcome is not None
    assert declared.outcome.winners == (1,)


def test_undeclared_partie_goes_to_the_higher_total() -> None:
    rules = house(objectif=200, egalite_annonces="deux")
    first = {"points_a": 100, "annonces": {"A": [50], "B": [50]}}
    shared = {"points_a": 20, "annonces": {"A": [100], "B": [100]}}
    for played in (
        sheet(rules, first, {**shared, "premier": "personne"}),
        sheet(house(objectif=200, egalite_annonces="deux", sortie="plus-haut-total"), first, shared),
    ):
        assert played.totals == (270, 344)
        assert played.outcome is not None
        assert (played.outcome.winners, played.outcome.reason.code) == ((1,), "fin-plus-haut")
    assert sheet(rules, first, {"points_a": 0, "premier": "personne"}).outcome is not None
    assert sheet(house(), {"points_a": 100, "premier": "personne"}).outcome is None


def test_a_tie_at_the_target_is_shared() -> None:
    rules = house(objectif=150, double_perte=True)
    played = sheet(rules, {"points_a": 100}, {"points_b": 100, "premier": "personne"})
    assert played.outcome is not None
    assert (played.outcome.winners, played.outcome.reason.code) == ((0, 1), "fin-egalite")
    assert message_of(GAME.wording.sentence(played.marked[1]), GAME.words, NAMELESS).endswith(
        "157 à 157\xa0: égalité"
    )


def test_declared_camp_is_read_and_written() -> None:
    for camp in ("A", "B", "personne"):
        entry = Jass.ENTRY.read({"points_a": 100, "premier": camp}, TABLE)
        assert Jass.ENTRY.write(entry, TABLE) == {"points_a": 100, "premier": camp}
    with pytest.raises(Unreadable) as caught:
        Jass.ENTRY.read({"points_a": 100, "premier": "Anne"}, TABLE)
    assert message_of(caught.value.faults[0], GAME.words, TABLE) == "À choisir\xa0: A, B ou personne."
    schema = Jass.ENTRY.schema(TABLE)["properties"]["premier"]
    assert schema == {
        "anyOf": [{"type": "string", "enum": ["A", "B", "personne"]}, {"type": "null"}],
        "description": "Camp that declared itself out first, or `personne`.",
    }


UNCOUNTED = {"annonces": {"A": [50]}, "interrompue": True}


def test_out_by_annonces_before_the_tricks() -> None:
    before = {"points_a": 100}
    assert sheet(house(objectif=150), before, UNCOUNTED).totals == (150, 57)
    assert codes([item.fault for item in sheet(house(objectif=151), before, UNCOUNTED).faults]) == (
        "points-manquants",
    )
    doubled = house(objectif=200, pique_double=True)
    assert sheet(doubled, before | {"atout": "coeur"}, {**UNCOUNTED, "atout": "pique"}).totals == (200, 57)
    last = sheet(house(objectif=150), before, UNCOUNTED)
    assert last.control == Control(207, 207)
    assert message_of(GAME.wording.brief(last.marked[1]), GAME.words, TABLE) == "arrêtée avant les plis"


def test_an_open_tie_is_asked_before_the_points() -> None:
    tie = {"annonces": {"A": [50], "B": [50]}, "interrompue": True}
    assert refusals(house(objectif=50), tie) == ("annonces-egales-a-dire",)
    assert set(refusals(house(mode="tournoi"), UNCOUNTED)) == {
        "annonces-pas-jouees",
        "points-manquants",
        "sans-objectif",
    }
    assert refusals(house(), {"match": "A", "interrompue": True}) == ("match-interrompue",)


def test_missing_points_are_refused_with_the_way_to_enter_them() -> None:
    fault = sheet(house(), UNCOUNTED).faults[0].fault
    assert message_of(fault, GAME.words, TABLE).endswith(
        "l’autre a le reste. Annonces et schtöckr seuls n’atteignent pas 1000."
    )
    fault = sheet(house(), {}).faults[0].fault
    assert message_of(fault, GAME.words, TABLE).endswith("l’autre a le reste.")


@pytest.mark.parametrize(("prime", "why"), [(0, "est de 0 ici, un match"), (100, "s’ajoute toute seule")])
def test_257_is_refused_with_the_prime_of_a_match(prime: int, why: str) -> None:
    fault = sheet(house(prime_match=prime), {"points_a": 257}).faults[0].fault
    assert fault.code == "points-hors-limites"
    assert f"de 0 à 157 points dans ses plis, pas 257\xa0: la prime du match {why}" in message_of(
        fault, GAME.words, TABLE
    )


def test_five_points_short_may_be_the_last_trick() -> None:
    fault = sheet(house(), {"points": [82, 70]}).faults[0].fault
    message = plain(message_of(fault, GAME.words, TABLE))
    assert (
        message == "Les deux camps se partagent 157 points : à 152, il en manque 5. Et les 5 du dernier pli ?"
    )


def test_impossible_setting_is_refused_with_the_possible_ones() -> None:
    for wrong, sentence in (
        ({"objectif": 49}, "De 50 à 10\u202f000."),
        ({"objectif": 10_001}, "De 50 à 10\u202f000."),
        ({"nb_donnes": 61}, "De 1 à 60."),
        ({"prime_match": 300}, "À choisir\xa0: 0, 50 ou 100."),
        ({"contrats": {"haut-bas": 13}}, "De 1 à 12."),
        ({"contrats": {"trefle": 8}}, "De 1 à 7."),
    ):
        with pytest.raises(Unreadable) as caught:
            house(**wrong)
        assert [message_of(fault, GAME.words, TABLE) for fault in caught.value.faults] == [sentence]


def test_choice_of_trump_out_of_turn_raises_a_doubt() -> None:
    """Anne deals the first donne, Bruno the second: then Chloé has the choice."""

    def asked(second: dict[str, Any], *more: dict[str, Any]) -> list[str]:
        played = sheet(house(), *more, {"points_a": 100, **second})
        return [doubt.code for doubt in played.marked[-1].doubts]

    before = {"points_a": 100}
    assert asked({"fait_atout": "Chloé"}, before) == []
    assert asked({"fait_atout": "Anne", "chibre": True}, before) == []
    assert asked({"fait_atout": "Anne"}, before) == ["choix-pas-son-tour"]
    assert asked({"fait_atout": "David"}, before) == ["choix-pas-son-tour"]
    assert asked({"fait_atout": "David", "donneur": "Chloé"}, before) == []
    assert asked({"fait_atout": "David"}) == []
    assert asked({"fait_atout": "Anne"}, {"points_a": 100, "fait_atout": "David"}) == []


def test_equal_totals_name_both_camps() -> None:
    rules = house(objectif=150)
    played = sheet(rules, {"points_a": 100}, {"points_b": 100})
    assert played.faults[0].fault.values["camps"] == (0, 1)
    assert message_of(played.faults[0].fault, GAME.words, NAMELESS).endswith("157\xa0: Nous, Eux.")
