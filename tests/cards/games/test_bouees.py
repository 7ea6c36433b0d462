"""Bouées et cochons: the tables of possible deals and losses, computed in another way."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement
from random import Random
from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from scorekeeper.cards.game_api.words import message_of
from scorekeeper.cards.games.bouees.form import BoueesForm
from scorekeeper.cards.games.bouees.game import check_partie
from scorekeeper.cards.games.bouees.rules import Bouees
from scorekeeper.cards.games.bouees.rules.tables import FIVE, FOUR, SIX, can_be_dealt
from scorekeeper.cards.games.bouees.words import WORDS, progress
from scorekeeper.cards.rules.contract import Table
from scorekeeper.cards.rules.replay import judge, replay
from tests.cards.games.bouees_cards import play

CAST = ("Alice", "Bruno", "Chloé", "David", "Émile", "Fanny")
PACKS = [(4, FOUR), (5, FIVE), *((6, packs) for packs in SIX.values())]


def house(**settings: Any) -> Bouees:
    rules: Bouees = Bouees.SETTINGS.read(settings, Table(CAST[:4]))
    return rules


def entry_of(buoys: list[int], left: list[int | None]) -> dict[str, Any]:
    names = CAST[: len(buoys)]
    return {
        "bouees": dict(zip(names, buoys, strict=True)),
        "restantes": {name: count for name, count in zip(names, left, strict=True) if count is not None},
        "elimines": [name for name, count in zip(names, left, strict=True) if count is None],
    }


def codes(rules: Bouees, payload: dict[str, Any], players: int) -> set[str]:
    table = Table(CAST[:players])
    return {fault.code for fault in judge(rules, rules.opening(table), rules.ENTRY.read(payload, table))}


@pytest.mark.parametrize(
    ("players", "settings", "expected"),
    [
        (4, {}, (15, 16, 17)),
        (5, {}, (18, 19, 20)),
        (6, {}, (20, 21, 22)),
        (4, {"arrondi": "bas"}, (13, 14, 15)),
        (5, {"arrondi": "bas"}, (16, 17, 18)),
        (6, {"arrondi": "bas"}, (17, 18, 19)),
        (6, {"rois_6j": "rouges"}, (21, 22, 23, 24)),
        (6, {"rois_6j": "rouges", "arrondi": "bas"}, (18, 19, 20, 21)),
        (6, {"rois_6j": "un-de-chaque"}, (20, 21, 22, 23)),
        (4, {"rois_6j": "rouges"}, (15, 16, 17)),
    ],
)
def test_possible_sums_of_starting_buoys_follow_the_settings(
    players: int, settings: dict[str, Any], expected: tuple[int, ...]
) -> None:
    assert house(**settings).buoy_sums(players) == expected


@pytest.mark.parametrize(
    ("players", "settings", "least"),
    [
        (4, {}, 1),
        (4, {"egalite": "tous"}, 0),  # 15 buoys and four losses more are 19, in ten tricks that cost two
        (5, {"egalite": "tous"}, 1),  # 18 and five are 23
        (6, {"egalite": "tous"}, 1),  # 20 and six are 26, in nine tricks
        (4, {"egalite": "tous", "arrondi": "bas"}, 0),
        (5, {"egalite": "tous", "arrondi": "bas"}, 1),  # 16 and five are 21
        (6, {"egalite": "tous", "arrondi": "bas"}, 1),
        (4, {"fin_deux_survivants": True}, 2),
        (4, {"fin_deux_survivants": True, "egalite": "tous"}, 1),
    ],
)
def test_least_survivors_follow_the_settings(players: int, settings: dict[str, Any], least: int) -> None:
    assert house(**settings).least_survivors(players) == least


def test_missing_fields_are_named() -> None:
    def missing(payload: dict[str, Any]) -> list[str]:
        table = Table(CAST[:4])
        faults = judge(house(), house().opening(table), Bouees.ENTRY.read(payload, table))
        return [fault.field for fault in faults if fault.code == "cle-manquante"]

    left = dict.fromkeys(CAST[:4], 1)
    assert missing({"restantes": left}) == ["mains"]
    assert missing({"bouees": {"Alice": 4}, "restantes": {**left}}) == [
        f"bouees.{name}" for name in CAST[1:4]
    ]
    hands = {name: {"coeurs": 3, "carreaux": 3} for name in CAST[:3]}
    assert missing({"mains": hands, "restantes": {"Bruno": 1, "Chloé": 1, "David": 1}}) == [
        "mains.David",
        "restantes.Alice",
    ]


def test_elimination_of_all_is_one_entry_in_any_notation() -> None:
    table, all_out = Table(CAST[:4]), {"bouees": dict.fromkeys(CAST[:4], 4), "elimines": list(CAST[:4])}
    ways: tuple[dict[str, Any], ...] = ({}, {"restantes": {}})
    written = [Bouees.ENTRY.read({**all_out, **left}, table) for left in ways]
    assert written[0] == written[1]


def test_schema_of_a_table_lists_possible_eliminations() -> None:
    players = Bouees.ENTRY.schema(Table(CAST[:4]))["properties"]
    for key in ("elimines", "plus_bas"):
        assert players[key]["items"]["enum"] == list(CAST[:4])
        assert players[key]["uniqueItems"] is True


def dealable_by_counting(buoys: tuple[int, ...], hearts: int, diamonds: int, size: int, *, up: bool) -> bool:
    """Return whether hands with these buoys can be dealt, by choosing the players with an odd number of diamonds.

    The pairs of diamonds must then fit under their sum of caps. A hand of b buoys has x pairs of diamonds and o odd ones, so b −
    x
    (− o when rounded up) hearts. It fits when no count is negative, the hand is not too long and not without a red card.
    """
    odd_hands = 2 * (sum(buoys) - hearts) - diamonds if up else diamonds - 2 * (sum(buoys) - hearts)
    pairs = (diamonds - odd_hands) // 2
    for odd in combinations(range(len(buoys)), odd_hands) if 0 <= odd_hands <= len(buoys) else ():
        caps = []
        for seat, count in enumerate(buoys):
            used = int(seat in odd)
            hearts_without_pairs = count - used if up else count
            cap = min(hearts_without_pairs, size - hearts_without_pairs - used)
            caps.append(cap if count or used else -1)
        if min(caps) >= 0 and pairs <= sum(caps):
            return True
    return False


@pytest.mark.quick("4", "5")
@pytest.mark.unmeasured
@pytest.mark.parametrize("up", [True, False], ids=["rounded up", "rounded down"])
@pytest.mark.parametrize(("players", "packs"), PACKS)
def test_possible_deals_agree_with_counting(players: int, packs: Any, up: bool) -> None:  # noqa: FBT001
    size = packs[0].main
    for buoys in combinations_with_replacement(range(size + 1), players):
        expected = any(dealable_by_counting(buoys, pack.coeurs, pack.carreaux, size, up=up) for pack in packs)
        assert can_be_dealt(buoys, packs, up=up) == expected, buoys


@pytest.mark.parametrize("players", [4, 5, 6])
@pytest.mark.parametrize("arrondi", ["haut", "bas"])
@pytest.mark.parametrize("egalite", ["personne", "tous"])
@pytest.mark.parametrize("stop", [False, True])
def test_every_manche_that_can_be_played_is_accepted(
    players: int,
    arrondi: str,
    egalite: str,
    stop: bool,  # noqa: FBT001
) -> None:
    rules = house(arrondi=arrondi, egalite=egalite, fin_deux_survivants=stop)
    table, luck = Table(CAST[:players]), Random(f"{players}{arrondi}{egalite}{stop}")  # noqa: S311 - cards, not keys
    for _ in range(60):
        manche = play(luck, players, up=arrondi == "haut", tied_lose=egalite == "tous", stop_at_two=stop)
        sheet = replay(rules, table, [(1, rules.ENTRY.read(entry_of(manche.starts, manche.left), table))])
        assert sheet.faults == ()
        assert sheet.totals == manche.points
        assert "pertes-trop-rares" not in {doubt.code for doubt in sheet.marked[0].doubts}


def test_table_may_be_eliminated_entirely_if_both_tied_lose() -> None:
    # 10 and 20 to the first pair, which keeps them; 9 and 19, 8 and 18… to the other until it has the highest.
    left: list[int | None] = [4, 4, 4, 4]
    levels = {0: 10, 1: 10}
    for level in (9, 8, 7, 6, 5, 5, 4, 3, 2, 1):
        held = {seat: rank for seat, rank in levels.items() if left[seat] is not None}
        for seat in [seat for seat in held if held[seat] == max(held.values())]:
            left[seat] = (left[seat] or 0) - 1 if left[seat] else None
        levels.update({2: level, 3: level})
    assert left == [None, None, None, None]
    assert codes(house(egalite="tous"), entry_of([4, 4, 4, 4], left), 4) == set()
    assert codes(house(), entry_of([4, 4, 4, 4], left), 4) == {
        "pertes-trop-nombreuses",
        "survivants-trop-peu",
    }


@pytest.mark.parametrize(
    ("players", "buoys", "most"), [(4, [4, 4, 4, 4], 10), (5, [4, 4, 4, 4, 3], 10), (6, [4] * 4 + [3, 2], 9)]
)
def test_one_loss_a_trick_and_not_one_more(players: int, buoys: list[int], most: int) -> None:
    for lost in (most, most + 1):
        left, rest = list[int | None](buoys), lost
        for seat, count in enumerate(buoys):
            taken = min(count, rest)
            left[seat], rest = count - taken, rest - taken
        faults = codes(house(), entry_of(buoys, left), players)
        assert faults == ({"pertes-trop-nombreuses"} if lost > most else set())
        assert codes(house(egalite="tous"), entry_of(buoys, left), players) == set()


def test_losing_more_buoys_than_held_eliminates() -> None:
    """Four players have ten tricks: nine buoys can all be lost and one more, ten cannot."""
    for start, impossible in ((9, False), (10, True)):
        faults = codes(house(), entry_of([start, 2, 1, 2], [None, 2, 1, 2]), 4)
        assert ("elimine-impossible" in faults) == impossible


def form_of(
    rules: Bouees, players: int, fields: dict[str, str] | None, before: list[dict[str, Any]]
) -> BoueesForm:
    table = Table(CAST[:players])
    entries = [rules.ENTRY.read(raw, table) for raw in before]
    sheet = replay(rules, table, enumerate(entries, 1))
    assert not sheet.faults
    return BoueesForm(None if fields is None else MultiDict(fields), rules=rules, state=sheet.state)


def test_hints_derive_the_buoys_and_the_missing_sums() -> None:
    fields = {"coeurs_0": "3", "carreaux_0": "2", "coeurs_1": "2", "carreaux_1": "3", "coeurs_2": "6"}
    assert form_of(house(), 4, fields, []).hints() == {
        "bouees-0": "4",
        "bouees-1": "4",
        "bouees-2": "6",
        "coeurs": "♥ 11, 1 de trop",
        "carreaux": "♦ 5, il en manque 5",
    }
    fields |= {"coeurs_2": "4", "carreaux_2": "1", "coeurs_3": "1", "carreaux_3": "4"}
    left = {"restantes_0": "2", "restantes_1": "0", "restantes_2": "4", "elimine_3": "1"}
    hints = form_of(house(), 4, fields | left, []).hints()
    assert (hints["coeurs"], hints["carreaux"]) == ("♥ 10 ✓", "♦ 10 ✓")
    assert hints["pertes"] == "pertes 11, 1 de trop"
    assert form_of(house(), 4, fields, []).hints()["commence"] == "Chloé commence le premier pli"
    left["restantes_1"] = "1"
    assert form_of(house(), 4, fields | left, []).hints().keys() & {"pertes"} == set()
    assert form_of(house(), 4, {"coeurs_0": "x", "restantes_0": "99"}, []).hints() == {}


def test_the_hints_of_buoys_noted_without_the_cards() -> None:
    fields = {"bouees_0": "4", "bouees_1": "4"}
    assert form_of(house(), 4, fields, []).hints() == {
        "bouees-0": "4",
        "bouees-1": "4",
        "bouees": "bouées 8, il en manque 7",
    }


def test_tied_openers_are_separated_by_the_poorest_neighbour() -> None:
    fields = {f"bouees_{seat}": count for seat, count in enumerate("4453")}
    assert form_of(house(), 4, fields, []).hints()["commence"] == "Chloé commence le premier pli"
    # Bruno and Chloé have 5. Bruno sits before Chloé, and she before David, who has 2.
    hints = form_of(house(), 4, fields | {"bouees_1": "5", "bouees_3": "2"}, []).hints()
    assert hints["commence"] == "Chloé commence le premier pli"
    level = {f"bouees_{seat}": count for seat, count in enumerate("5353")}
    assert form_of(house(), 4, level, []).hints()["commence"] == "Alice ou Chloé commence, la table choisit"
    for wrong in ({"bouees_3": ""}, {"bouees_3": "9"}):
        assert "commence" not in form_of(house(), 4, fields | wrong, []).hints()


def test_next_manche_opener_is_known_if_hands_pass_one_way() -> None:
    rules, table = house(mains_tournantes=True), Table(CAST[:4])

    def sentences(*manches: list[int]) -> list[str]:
        entries = [rules.ENTRY.read(entry_of(buoys, list(buoys)), table) for buoys in manches]
        return [
            message_of(label, WORDS, table) for label in progress(replay(rules, table, enumerate(entries, 1)))
        ]

    assert sentences([4, 4, 5, 3]) == ["Manche 2 sur 4"]
    assert sentences([4, 4, 5, 3], [3, 4, 4, 5]) == ["Manche 3 sur 4", "Alice commence le premier pli"]
    assert sentences([4, 4, 5, 3], [4, 5, 3, 4]) == ["Manche 3 sur 4", "Alice commence le premier pli"]


def test_out_after_stepping_down_to_nothing_is_out() -> None:
    form = form_of(
        house(), 4, {"restantes_0": "0", "elimine_0": "1", "restantes_1": "2", "elimine_1": "1"}, []
    )
    assert form.payload() == {"restantes": {"Bruno": 2}, "elimines": ["Alice", "Bruno"]}


def test_fault_is_in_the_row_of_its_player() -> None:
    rules = house(bonus_plus_bas=1)
    fields = {f"bouees_{seat}": count for seat, count in enumerate(["10", "2", "2", "x"])}
    fields |= {"restantes_1": "3", "restantes_2": "2", "restantes_3": "2", "elimine_0": "1", "coeurs_2": "11"}
    form = form_of(rules, 4, fields, [])
    assert not form.validate()
    assert {field.name for field in form if field.errors} == {"coeurs_2", "bouees_3"}
    fields |= {"bouees_3": "2", "coeurs_2": ""}
    form = form_of(rules, 4, fields, [])
    assert not form.validate()
    assert {field.name for field in form if field.errors} == {"elimine_0", "restantes_1"}


def test_a_name_with_a_dot_finds_its_row() -> None:
    rules = house()
    table = Table(("J.R.", "Bruno", "Chloé", "David"))
    left = {f"restantes_{seat}": "1" for seat in range(4)}
    form = BoueesForm(MultiDict({"carreaux_0": "x", **left}), rules=rules, state=rules.opening(table))
    assert not form.validate()
    assert [field.name for field in form if field.errors] == ["carreaux_0"]


def test_hands_that_are_handed_on_are_filled_in() -> None:
    rules = house(mains_tournantes=True)
    hands = dict(zip(CAST[:4], [(3, 2), (2, 3), (4, 1), (1, 4)], strict=True))
    mains = {name: {"coeurs": hearts, "carreaux": diamonds} for name, (hearts, diamonds) in hands.items()}
    left = {"Alice": 4, "Bruno": 4, "Chloé": 5, "David": 2}
    form = form_of(rules, 4, None, [{"mains": mains, "restantes": left}])
    assert [form[f"coeurs_{seat}"].data for seat in range(4)] == ["1", "3", "2", "4"]
    assert [form[f"carreaux_{seat}"].data for seat in range(4)] == ["4", "2", "3", "1"]
    bouees = dict(zip(CAST[:4], [4, 4, 5, 3], strict=True))
    form = form_of(rules, 4, None, [{"bouees": bouees, "restantes": left}])
    assert [form[f"bouees_{seat}"].data for seat in range(4)] == ["3", "4", "4", "5"]
    assert form_of(rules, 4, None, []).payload() == {}


def test_a_paper_total_that_is_missing_is_not_judged() -> None:
    assert check_partie(house(), (), (1000, None, 0, 0)) == ()
