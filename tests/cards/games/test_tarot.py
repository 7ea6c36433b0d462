"""Tarot: possible results, computed from the cards and by random play; the shares of players; and the rotation of the deal."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from itertools import combinations_with_replacement
from random import Random
from typing import Any

import pytest

from scorekeeper.cards.games.tarot.rules import Tarot
from scorekeeper.cards.games.tarot.rules.cards import ChienUse, reach, span
from scorekeeper.cards.games.tarot.rules.entry import ALONE, Called
from scorekeeper.cards.games.tarot.words import formula, pair
from scorekeeper.cards.rules.contract import Seat, Table
from scorekeeper.cards.rules.kinds import Unreadable
from scorekeeper.cards.rules.replay import Marked, Replay, replay
from tests.cards.games.deals_tarot import TRICKS, play
from tests.examples import codes

NAMES = ("Anne", "Benoît", "Chloé", "David", "Émile")
TABLES = {players: Table(NAMES[:players]) for players in (3, 4, 5)}
DISCARDED, ATTACK, DEFENCE = ChienUse
CONTRATS = {"prise": DISCARDED, "garde": DISCARDED, "garde-sans": ATTACK, "garde-contre": DEFENCE}


def sheet(rules: Tarot, table: Table, *payloads: Mapping[str, Any]) -> Replay:
    return replay(rules, table, enumerate((rules.ENTRY.read(dict(each), table) for each in payloads), 1))


def single(players: int, rules: Tarot | None = None, **payload: Any) -> Replay:
    """Return a sheet of one donne by the first player."""
    if players == 5 and "appele" not in payload and not (rules and rules.mort):
        payload["appele"] = None
    return sheet(rules or Tarot(), TABLES[players], {"preneur": "Anne", **payload})


def refused(played: Replay) -> tuple[str, ...]:
    return codes([item.fault for item in played.faults])


# --- What the cards allow ---

# Least and most points of an attack by players, contract and bouts, as published with the rules; halves written out.
LIMITS: dict[tuple[int, ChienUse], list[tuple[float, ...]]] = {
    (4, DISCARDED): [(3, 77), (7, 81), (13, 85, 87), (17, 91)],
    (4, ATTACK): [(3, 77), (7, 81), (11, 85, 87), (15, 91)],
    (4, DEFENCE): [(0, 76), (4, 80), (10, 84), (14, 88)],
    (3, DISCARDED): [(3, 77.5), (7, 81.5), (12.5, 85.5, 87), (16.5, 91)],
    (3, ATTACK): [(3, 77.5), (7, 81.5), (11, 85.5, 87), (15, 91)],
    (3, DEFENCE): [(0, 76), (4, 80), (9.5, 84), (13.5, 88)],
    (5, DISCARDED): [(1.5, 76.5), (5.5, 80.5), (12, 84.5, 87), (16, 91)],
    (5, ATTACK): [(1.5, 76.5), (5.5, 80.5), (9.5, 84.5, 87), (13.5, 91)],
    (5, DEFENCE): [(0, 77.5), (4, 81.5), (10.5, 85.5), (14.5, 89.5)],
}
HOLES = {(DISCARDED, 3): 90, (ATTACK, 3): 90, (DEFENCE, 0): 1, (DEFENCE, 1): 5}


@pytest.mark.parametrize(("players", "chien_use"), LIMITS)
def test_the_limits_are_those_of_the_published_table(players: int, chien_use: ChienUse) -> None:
    for bouts, expected in enumerate(LIMITS[players, chien_use]):
        limits = span(players, chien_use, bouts)
        bounds = [limits.least / 2, limits.most / 2]
        hole = HOLES.get((chien_use, bouts)) if players == 4 else None
        assert limits.hole == (2 * hole if hole else None)
        assert [*bounds, *([limits.apart / 2] if limits.apart else [])] == list(expected)


def test_whole_numbers_alone_are_accepted_at_four() -> None:
    for contrat, chien_use in CONTRATS.items():
        for bouts, (least, most, *apart) in enumerate(LIMITS[4, chien_use]):
            allowed = {*range(int(least), int(most) + 1), *apart} - {HOLES.get((chien_use, bouts), -1)}
            taken = {
                points
                for points in range(92)
                if "points-hors-limites"
                not in refused(single(4, contrat=contrat, bouts=bouts, points=points))
            }
            assert taken == allowed, (contrat, bouts)


def subsets(values: list[int]) -> list[set[int]]:
    """Return for each number of cards, from 0, the possible sums of that many of the values."""
    sums: list[set[int]] = [{0}] + [set() for _ in values]
    for taken, value in enumerate(values):
        for count in range(taken, -1, -1):
            sums[count + 1] |= {total + value for total in sums[count]}
    return sums


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("chien_use", list(ChienUse))
def test_piles_of_whole_tricks_are_recomputed_card_by_card(players: int, chien_use: ChienUse) -> None:
    """With the discard as the rules of play have it: no kings, no bouts, as many cards as the chien."""
    tricks, chien = {3: (24, 6), 4: (18, 6), 5: (15, 3)}[players]
    common = subsets([7, 5, 3] * 4 + [1] * 59)
    for bouts in range(4):
        by_tricks: list[set[int]] = []
        for taken in range(1, tricks):
            size = taken * players + (0 if chien_use is DEFENCE else chien)
            sums: set[int] = set()
            for kings in range(5):
                others = size - kings - bouts
                if others < (chien if chien_use is DISCARDED else 0) or others > 71:
                    continue
                sums |= {total + 9 * (kings + bouts) for total in common[others]}
            by_tricks.append(sums)
        assert reach(players, chien_use, bouts).some == frozenset().union(*by_tricks)
        assert reach(players, chien_use, bouts).but_one == frozenset(by_tricks[-1])


def test_a_slam_leaves_only_the_chien_or_the_excuse() -> None:
    for players in (3, 4, 5):
        for chien_use in (DISCARDED, ATTACK):
            assert [reach(players, chien_use, bouts).every for bouts in range(4)] == [
                set(),
                set(),
                {174},
                {182},
            ]
        assert [reach(players, DEFENCE, bouts).none for bouts in range(4)] == [{0}, {8}, set(), set()]
    # Six cards that are neither kings nor bouts: from six low ones to four queens and two knights.
    assert (min(reach(4, DISCARDED, 0).none), max(reach(4, DISCARDED, 0).none)) == (6, 38)
    assert reach(4, DISCARDED, 1).none == {points + 8 for points in reach(4, DISCARDED, 0).none}
    assert reach(4, DISCARDED, 2).none == set()
    # Garde contre, no bout: the three bouts are in the chien, or two of them and the Excuse with the defence.
    assert (min(reach(4, DEFENCE, 0).every), max(reach(4, DEFENCE, 0).every)) == (120, 152)


@pytest.mark.unmeasured
@pytest.mark.parametrize("players", [3, 4, 5])
def test_legal_play_is_accepted(players: int) -> None:
    luck = Random(f"tarot {players}")  # noqa: S311 - cards, not secrets
    seen: set[tuple[str, int]] = set()
    for _ in range(400):
        donne = play(luck, players)
        points = Decimal(donne.halves) / 2
        payload: dict[str, Any] = {"contrat": donne.contrat, "bouts": donne.bouts, "points": points}
        if donne.petit:
            payload["petit_au_bout"] = donne.petit
        if donne.tricks == TRICKS[players]:
            payload["chelem"] = "reussi"
        payload["chelem_defense"] = donne.tricks == 0
        played = single(players, **payload)
        assert refused(played) == (), donne
        doubts = {doubt.code for doubt in played.marked[0].doubts}
        assert doubts <= {"ecart-grand", "camps-echanges"}, donne
        seen.add((donne.contrat, donne.bouts))
    assert len(seen) == 16


def test_rounded_points_pass_at_three_and_five_by_one_half_only() -> None:
    def taken(players: int, bouts: int, points: str) -> bool:
        return refused(single(players, contrat="garde", bouts=bouts, points=Decimal(points))) == ()

    assert [taken(3, 2, points) for points in ("11.5", "12", "86", "86.5")] == [False, True, True, False]
    assert [taken(5, 0, points) for points in ("0.5", "1", "77", "77.5")] == [False, True, True, False]
    assert [taken(5, 3, points) for points in ("15", "15.5", "90.5")] == [False, True, True]


def test_impossible_value_is_asked_about_unless_rounded() -> None:
    def asked(points: str) -> list[str]:
        doubts = single(3, contrat="prise", bouts=0, points=Decimal(points)).marked[0].doubts
        return [doubt.code for doubt in doubts if doubt.code == "points-improbables"]

    assert asked("75.5") == ["points-improbables"]
    assert asked("77") == []  # 77½ minus its half
    assert asked("78") == []  # and plus its half
    assert asked("40.5") == []


def test_few_points_with_three_bouts_are_asked_about() -> None:
    few, fewer = (single(4, contrat="prise", bouts=3, points=each).marked[0].doubts for each in (20, 19))
    assert ([doubt.code for doubt in few], [doubt.code for doubt in fewer]) == ([], ["camps-echanges"])


@pytest.mark.parametrize(
    ("players", "expected"),
    [
        (3, {"s", "d", "t"}),
        (4, {"s", "d", "t", "ss"}),
        (5, {"s", "d", "t", "ss", "sd", "st", "dd"}),
    ],
)
def test_only_poignees_that_fit_in_22_trumps_are_taken_together(players: int, expected: set[str]) -> None:
    kinds = {"s": "simple", "d": "double", "t": "triple"}
    taken = set()
    for count in (1, 2, 3):
        for letters in combinations_with_replacement("sdt", count):
            shown = [{"joueur": NAMES[seat], "type": kinds[letter]} for seat, letter in enumerate(letters)]
            played = single(players, contrat="garde", bouts=2, points=41, poignees=shown)
            if refused(played) == ():
                taken.add("".join(letters))
    assert taken == expected


# --- Shares of the players ---


def test_a_taker_alone_at_five_has_four_shares() -> None:
    played = single(5, contrat="garde", bouts=2, points=Decimal("45.5"), appele=None)
    assert played.totals == (240, -60, -60, -60, -60)
    written = played.rules.ENTRY.write(played.marked[0].entry, played.table)
    assert written["appele"] is None


def test_alone_is_accepted_without_a_called_partner() -> None:
    assert single(4, contrat="prise", bouts=2, points=41, appele=None).totals == (75, -25, -25, -25)
    mort = Tarot(mort=True)
    played = sheet(
        mort, TABLES[5], {"preneur": "David", "appele": None, "contrat": "prise", "bouts": 2, "points": 41}
    )
    assert played.totals == (0, -25, -25, 75, -25)


def test_a_called_partner_is_written_by_name() -> None:
    called = Called()
    assert [called.write(seat, TABLES[5]) for seat in (Seat(2), ALONE, None)] == [
        TABLES[5].players[2],
        None,
        "",
    ]


def test_empty_called_partner_is_none() -> None:
    assert refused(single(5, contrat="prise", bouts=2, points=41, appele="")) == ("appele-manquant",)
    assert refused(single(4, contrat="prise", bouts=2, points=41, appele="")) == ()


@pytest.mark.parametrize(
    ("preneur", "poignees", "miseres", "field"),
    [
        ("David", ["David"], ["David"], "preneur"),
        ("Anne", ["Anne", "David"], ["David"], "poignees.1.joueur"),
        ("Anne", ["Anne"], ["Benoît", "David"], "miseres.1.joueur"),
    ],
)
def test_mort_who_plays_is_refused_once(
    preneur: str, poignees: list[str], miseres: list[str], field: str
) -> None:
    played = single(
        5,
        Tarot(mort=True, misere=10),
        donneur="David",
        preneur=preneur,
        contrat="prise",
        bouts=2,
        points=51,
        poignees=[{"joueur": name, "type": "simple"} for name in poignees],
        miseres=[{"joueur": name, "type": "tete"} for name in miseres],
    )
    faults = [(item.fault.code, item.fault.field, item.fault.values["joueur"]) for item in played.faults]
    assert faults == [("mort-joue", field, 3)]


def test_mort_calls_no_partner() -> None:
    played = single(5, Tarot(mort=True), contrat="prise", bouts=2, points=41, appele="Chloé")
    assert "appele-hors-cinq" in refused(played)


@pytest.mark.parametrize(
    ("arrondi", "expected"),
    [(0, [0, 2, 3, 7, 8, 12]), (5, [0, 0, 5, 5, 10, 10]), (10, [0, 0, 0, 10, 10, 10])],
)
def test_the_ecart_is_rounded_to_the_nearest_half_upwards(arrondi: int, expected: list[int]) -> None:
    rounded = []
    for ecart in (0, 2, 3, 7, 8, 12):
        played = single(4, Tarot(arrondi_ecart=arrondi), contrat="prise", bouts=2, points=41 + ecart)
        rounded.append(-played.totals[1] - 25)
    assert rounded == expected


def test_a_rounding_that_no_house_has_is_refused() -> None:
    with pytest.raises(Unreadable):
        Tarot.SETTINGS.read({"arrondi_ecart": 3}, TABLES[4])


# --- The deal goes round ---


def test_passed_and_annulled_donnes_keep_the_dealer_turning() -> None:
    played = sheet(
        Tarot(),
        TABLES[4],
        {"statut": "passee"},
        {"preneur": "Anne", "contrat": "prise", "bouts": 2, "points": 41},
        {"statut": "annulee", "donneur": "Anne"},
        {"statut": "passee"},
    )
    assert [marked.before.donneur for marked in played.marked] == [0, 1, 2, 1]
    assert played.state.donneur == 2
    assert played.control is not None
    assert played.control.ok


def test_mort_is_the_dealer() -> None:
    rules = Tarot(mort=True)
    donne = {"preneur": "Émile", "contrat": "prise", "bouts": 2, "points": 41}
    played = sheet(rules, TABLES[5], donne, donne, {"statut": "passee"}, donne, {**donne, "donneur": "Anne"})
    assert [marked.row.extra.get("mort") for marked in played.marked] == [
        "Anne",
        "Benoît",
        None,
        "David",
        "Anne",
    ]
    assert [marked.row.scores.index(0) for marked in played.marked] == [0, 1, 0, 3, 0]


def test_the_partie_ends_with_its_last_donne_and_not_before() -> None:
    rules = Tarot(nb_donnes=2)
    donne = {"preneur": "Anne", "contrat": "prise", "bouts": 2, "points": 41}
    assert sheet(rules, TABLES[4], donne).outcome is None
    played = sheet(rules, TABLES[4], donne, donne, donne)
    assert refused(played) == ("partie-terminee",)
    assert played.outcome is not None
    assert played.outcome.winners == (0,)


# --- Counters ---


def counted(marked: Marked, seat: int) -> Mapping[str, int]:
    from scorekeeper.cards.games.tarot.words import tallies  # noqa: PLC0415 - rules above need no words

    return {code: count for code, count in tallies(marked, Seat(seat)).items() if count}


def test_a_donne_counts_for_each_in_his_role() -> None:
    played = single(
        5,
        Tarot(misere=10),
        contrat="garde",
        bouts=1,
        points=50,
        appele="Chloé",
        poignees=[{"joueur": "David", "type": "simple"}],
        miseres=[{"joueur": "Benoît", "type": "tete"}],
    )
    roles = [counted(played.marked[0], seat) for seat in range(5)]
    assert roles == [
        {"prise": 1, "genre-garde": 1},
        {"defense": 1, "defense-reussi": 1, "misere": 1},
        {"appele": 1},
        {"defense": 1, "defense-reussi": 1, "poignee": 1},
        {"defense": 1, "defense-reussi": 1},
    ]
    won = single(4, contrat="garde", bouts=1, points=51)
    assert counted(won.marked[0], 0) == {
        "prise": 1,
        "prise-reussi": 1,
        "genre-garde": 1,
        "genre-garde-reussi": 1,
    }
    assert counted(won.marked[0], 1) == {"defense": 1}


def test_neither_a_mort_nor_a_passed_donne_counts() -> None:
    donne = {"preneur": "Émile", "contrat": "prise", "bouts": 2, "points": 41}
    played = sheet(Tarot(mort=True), TABLES[5], donne, {"statut": "passee"})
    assert counted(played.marked[0], 0) == {}
    assert counted(played.marked[1], 3) == {}
    assert formula(Tarot(mort=True), played.marked[1]) is None


@pytest.mark.parametrize(
    ("bouts", "points", "code", "margin", "amount"),
    [(2, 56, "formule", 15, 80), (1, 51, "formule", 0, 50), (2, 31, "formule-perdue", 10, -70)],
)
def test_the_worth_of_a_contract_is_reckoned_as_the_leaflet_does(
    bouts: int, points: int, code: str, margin: int, amount: int
) -> None:
    played = single(4, contrat="garde", bouts=bouts, points=points)
    label = formula(Tarot(), played.marked[0])
    assert label is not None
    assert (label.code, label.values) == (
        code,
        {"base": 25, "margin": margin, "coef": 2, "amount": amount},
    )


@pytest.mark.parametrize(
    ("donne", "expected"),
    [
        ({"appele": "Chloé", "points": 56}, (0, 2, True)),
        ({"appele": "David", "points": 40}, (0, 3, False)),
        ({"appele": None, "points": 56}, None),
    ],
)
def test_attackers_and_their_partners(donne: dict[str, Any], expected: tuple[int, int, bool] | None) -> None:
    assert pair(single(5, contrat="garde", bouts=2, **donne).marked[0]) == expected


def test_passed_donnes_have_no_attackers() -> None:
    passed = sheet(Tarot(), TABLES[5], {"statut": "passee"})
    assert pair(passed.marked[0]) is None
