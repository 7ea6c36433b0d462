"""Jass: possible donnes, computed from the cards, and the course and end of a partie."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.cards.game_api.words import message_of
from scorekeeper.cards.games.jass.game import GAME
from scorekeeper.cards.games.jass.rules import Jass, JassState
from scorekeeper.cards.games.jass.words import line_check, progress, tallies
from scorekeeper.cards.rules.contract import Entry, Seat, Table
from scorekeeper.cards.rules.kinds import Unreadable
from scorekeeper.cards.rules.replay import Replay, replay
from scorekeeper.cards.rules.scores import Control
from tests.cards.games.jass_cards import play, values
from tests.cards.games.strategies_jass import payloads, settings
from tests.examples import codes

NAMES = ("Anne", "Bruno", "Chloé", "David")
TABLE = Table(NAMES, camps=True)
NAMELESS = Table(camps=True, equipes=("Nous", "Eux"))
CONTRACTS = {"coeur": 157, "haut-bas": 157, "bas-haut": 157, "tout-atout": 253}
ALL_CONTRACTS = {"tout-atout": 1, "haut-bas": 1, "bas-haut": 1}


def house(table: Table = TABLE, **plain: Any) -> Jass:
    rules = Jass.SETTINGS.read(plain, table)
    assert isinstance(rules, Jass)
    assert rules.setting_faults(table) == []
    return rules


def sheet(rules: Jass, *entries: dict[str, Any], table: Table = TABLE) -> Replay:
    return replay(rules, table, enumerate((Jass.ENTRY.read(raw, table) for raw in entries), 1))


def state(played: Replay) -> JassState:
    assert isinstance(played.state, JassState)
    return played.state


def refusals(rules: Jass, raw: dict[str, Any], table: Table = TABLE) -> tuple[str, ...]:
    return codes([item.fault for item in sheet(rules, raw, table=table).faults])


@cache
def attainable(contract: str) -> frozenset[int]:
    """Return the card points of any set of whole tricks, with or without the last, by dynamic programming over the 36 cards."""
    sums: list[set[int]] = [{0}, *(set() for _ in range(36))]
    for worth in values(contract).values():
        for count in range(35, -1, -1):
            sums[count + 1] |= {points + worth for points in sums[count]}
    without_last = {points for tricks in range(9) for points in sums[4 * tricks]}
    with_last = {points + 5 for tricks in range(1, 10) for points in sums[4 * tricks]}
    total = sum(values(contract).values()) + 5
    return frozenset(points for points in without_last | with_last if 0 <= points <= total)


@pytest.mark.parametrize(("contract", "total"), CONTRACTS.items())
def test_points_are_accepted_if_cards_can_make_them(contract: str, total: int) -> None:
    rules = house(contrats=ALL_CONTRACTS)
    assert sum(values(contract).values()) + 5 == total
    possible = {
        points
        for points in range(total + 1)
        if refusals(rules, {"atout": contract, "points_a": points}) == ()
    }
    assert possible == attainable(contract)
    missing = {1, 2, 251, 252} if total == 253 else {1, 156}
    assert set(range(total + 1)) - possible == missing


@pytest.mark.parametrize(("contract", "total"), CONTRACTS.items())
def test_a_donne_cut_short_leaves_whole_tricks_too(contract: str, total: int) -> None:
    rules = house(contrats=ALL_CONTRACTS)
    for first in (0, 20, 47):
        for second in range(total + 2 - first):
            raw = {"atout": contract, "points": [first, second], "interrompue": True}
            rest = total - first - second
            possible = {first, second, rest} <= attainable(contract)
            assert (refusals(rules, raw) == ()) == possible, raw


@pytest.mark.parametrize("contract", ["pique", *CONTRACTS])
def test_every_donne_that_can_be_played_is_accepted(contract: str) -> None:
    luck = Random(contract)  # noqa: S311 - the same donnes each time
    rules = house(contrats=ALL_CONTRACTS, objectif=10_000)
    for _ in range(150):
        donne = play(luck, contract)
        taken = [camp for camp in (0, 1) if donne.tricks[camp] == 9]
        match = {"match": "AB"[taken[0]]} if taken else {}
        complete = {"atout": contract, "points": donne.points, **match}
        cut = {"atout": contract, "points": list(luck.choice(donne.running)), "interrompue": True}
        played = sheet(rules, complete, cut)
        assert played.faults == ()
        expected = [
            points + (100 if match and camp == taken[0] else 0) for camp, points in enumerate(donne.points)
        ]
        assert list(played.marked[0].row.scores) == expected


def test_a_camp_may_have_every_point_without_every_trick() -> None:
    luck = Random(7)  # noqa: S311 - the same donnes each time
    odd = [donne for donne in (play(luck, "coeur") for _ in range(4000)) if min(donne.points) == 0]
    assert any(9 not in donne.tricks for donne in odd)


@given(data=st.data())
def test_a_tournament_adds_up_to_1884(data: st.DataObject) -> None:
    rules = house(mode="tournoi")
    played = sheet(rules)
    while state(played).rang < 12:
        entry = Jass.ENTRY.read(data.draw(payloads(rules, TABLE)), TABLE)
        entries = [(marked.rang, marked.entry) for marked in played.marked]
        again = replay(rules, TABLE, [*entries, (len(entries) + 1, entry)])
        played = played if again.faults else again
    assert sum(played.totals) == 1884
    assert played.control == Control(1884, 1884)
    assert played.outcome is not None
    assert not {1, 1883} & set(played.totals)
    assert [line_check(marked) for marked in played.marked] == [157] * 12


@given(data=st.data())
def test_lines_have_the_required_sum(data: st.DataObject) -> None:
    rules = house(**data.draw(settings()))
    raws = data.draw(st.lists(payloads(rules, TABLE), max_size=6))
    entries: list[Entry] = []
    for raw in raws:
        entry = Jass.ENTRY.read(raw, TABLE)
        if not replay(rules, TABLE, enumerate([*entries, entry], 1)).faults:
            entries.append(entry)
    played = replay(rules, TABLE, enumerate(entries, 1))
    for marked in played.marked:
        assert line_check(marked) == sum(marked.row.scores)
    assert played.control == Control(sum(played.totals), sum(played.totals))


def test_mode_decides_open_choices() -> None:
    points, tournament = house(), house(mode="tournoi")
    assert (points.objectif_vise, points.avec_annonces, points.avec_schtockr, points.match_vaut) == (
        1000,
        True,
        True,
        100,
    )
    assert (tournament.avec_annonces, tournament.avec_schtockr, tournament.match_vaut) == (False, False, 0)
    assert tournament.nb_donnes == 12
    assert house(pique_double=True).objectif_vise == 1500
    assert house(pique_double=True, objectif=800).objectif_vise == 800
    changed = house(mode="tournoi", annonces=True, schtockr=True, prime_match=50)
    assert (changed.avec_annonces, changed.avec_schtockr, changed.match_vaut) == (True, True, 50)
    assert not house(annonces=False, schtockr=False, prime_match=0).avec_annonces


@pytest.mark.parametrize(
    "wrong", [{"prime_match": 75}, {"carre_678": 50}, {"contrats": {"pique": 8}}, {"nb_donnes": 0}]
)
def test_other_settings_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(Unreadable):
        house(**wrong)


def test_the_trump_is_asked_for_only_when_it_counts() -> None:
    assert refusals(house(), {"points_a": 100}) == ()
    assert refusals(house(contrats={"haut-bas": 1}), {"points_a": 100}) == ()
    assert refusals(house(contrats={"haut-bas": 3}), {"points_a": 100}) == ("atout-a-dire",)
    assert refusals(house(contrats={"tout-atout": 1}), {"points_a": 100}) == ("atout-a-dire",)
    assert refusals(house(contrats={"carreau": 7}), {"points_a": 100}) == ("atout-a-dire",)


def test_trump_chooser_deals_next() -> None:
    played = sheet(
        house(),
        {"points_a": 100},
        {"points_a": 100, "fait_atout": "Anne"},
        {"points_a": 100, "fait_atout": "Anne", "chibre": True},
        {"points_a": 100, "chibre": True},
        {"points_a": 100, "donneur": "Bruno"},
    )
    assert [marked.after.donneur for marked in played.marked] == [1, 0, 2, 3, 2]
    assert state(sheet(house(), {"points_a": 100}, table=NAMELESS)).donneur is None


def test_several_faults_are_reported_at_once() -> None:
    rules = house(pique_double=True, schtockr=False)
    raw = {"points": [152, 4], "match": "A", "schtockr": "B", "annonces": {"A": [30]}}
    assert set(refusals(rules, raw)) == {
        "atout-a-dire",
        "points-pas-assez",
        "match-points",
        "schtockr-pas-joue",
        "annonce-impossible",
    }


def test_nothing_follows_the_end_of_a_partie() -> None:
    played = sheet(house(objectif=100), {"points_a": 110}, {"points_a": 110})
    assert codes([item.fault for item in played.faults]) == ("partie-terminee",)
    assert played.rules.leaders(played.state) == (0,)


def test_a_winner_leads_even_with_fewer_points() -> None:
    before = [{"points_a": 80, "annonces": {"A": [100]}}, {"points_a": 80, "annonces": {"B": [100]}}]
    played = sheet(house(objectif=400), *before, {"points_a": 90, "annonces": {"B": [150]}, "schtockr": "A"})
    assert played.totals == (370, 471)
    played = sheet(house(objectif=280), *before, {"points_a": 40, "annonces": {"B": [150]}, "schtockr": "A"})
    assert played.totals == (320, 521)
    assert played.outcome is not None
    assert (played.outcome.winners, played.outcome.reason.code) == ((0,), "fin-schtockr")
    assert played.rules.leaders(played.state) == (0,)


def test_remaining_points_are_stated() -> None:
    def remaining(played: Replay) -> list[str]:
        return [message_of(label, GAME.words, NAMELESS) for label in progress(played)]

    assert remaining(sheet(house(), {"points_a": 100}, table=NAMELESS)) == ["1000 à atteindre"]
    tournament = house(mode="tournoi", nb_donnes=3)
    assert remaining(sheet(tournament, {"points_a": 100}, table=NAMELESS)) == ["Encore 2 donnes"]
    assert remaining(sheet(tournament, {"points_a": 100}, {"points_a": 100}, table=NAMELESS)) == [
        "Dernière donne"
    ]


def test_counters_of_a_player() -> None:
    raw = {"match": "B", "fait_atout": "Bruno", "annonces": {"B": [50, 20]}, "schtockr": "A"}
    marked = sheet(house(), raw).marked[0]
    assert tallies(marked, Seat(1)) == {
        "donnes": 1,
        "donnes-reussi": 1,
        "atouts": 1,
        "atouts-reussi": 1,
        "matchs": 1,
        "annonces": 70,
        "schtockrs": 0,
    }
    assert tallies(marked, Seat(0)) == {
        "donnes": 1,
        "donnes-reussi": 0,
        "atouts": 0,
        "atouts-reussi": 0,
        "matchs": 0,
        "annonces": 0,
        "schtockrs": 1,
    }
    assert tallies(marked, Seat(3))["atouts"] == 0
