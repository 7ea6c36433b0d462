"""Quality of a draw: a sample of the limits that `benchmarks/draw.py` measures in full."""

from __future__ import annotations

import random

import pytest

from tests.draw.counting import count
from tests.draw.elsewhere import drawn
from tests.draw.people import clubs, couples, people

pytestmark = pytest.mark.unmeasured
LONG = pytest.mark.soak

FIXTURE = """
 5  2  9  8 |  7 13 14 10 | 16  6 11  1 |  4 15  3 12
 2 16 12  7 | 11  4  5 13 |  8 14 15  6 |  1  3 10  9
13  8 16  3 |  9 11  7 15 | 12  5  1 14 |  6 10  2  4
 3  7  6  5 | 14  9  4 16 | 10 12  8 11 | 15  1 13  2
"""
"""A printed match au cochon: nobody meets twice, everyone once in each seat, at most twice at a table."""


def test_our_draw_is_as_good_as_a_printed_one() -> None:
    rounds = [[table.split() for table in line.split("|")] for line in FIXTURE.strip().splitlines()]
    names = [str(number) for number in range(1, 17)]
    printed = count(
        {
            "players": names, "order": names, "rounds": rounds, "sit_out": [[]] * 4, "absent": [[]] * 4,
            "partners": True, "teams": [], "apart": [], "fixed_rounds": 0,
        }
    )  # fmt: skip
    ours = count(drawn(names, 4, seed="dés : 6 1 3"))
    for figures in (printed, ours):
        assert not figures.faults
        assert (figures.score, figures.partner_repeats, figures.seat_gap, figures.same_table) == (0, 0, 0, 2)


@pytest.mark.quick("8-8-120-4", "12-8-90-0", "16-6-24-0", "20-6-6-0", "24-8-18-0", "32-10-0-0")
@pytest.mark.parametrize(
    ("players", "rounds", "score", "partners"),
    [
        (8, 3, 12, 0), (8, 8, 120, 4), (8, 10, 204, 12), (12, 3, 9, 0), (12, 6, 45, 0), (12, 8, 90, 0), (12, 10, 162, 0),
        (16, 5, 0, 0), (16, 6, 24, 0), (16, 8, 72, 0), (20, 5, 0, 0), (20, 6, 6, 0), (20, 10, 110, 0),
        (24, 6, 0, 0), (24, 8, 18, 0), (28, 8, 0, 0), (28, 10, 42, 0), (32, 10, 0, 0), (36, 10, 0, 0),
        (40, 10, 0, 0), (44, 12, 0, 0), (48, 12, 0, 0), (64, 8, 0, 0),
    ],
)  # fmt: skip
def test_repeats_are_as_few_as_known(players: int, rounds: int, score: int, partners: int) -> None:
    figures = count(drawn(people(players), rounds))
    assert not figures.faults
    assert figures.score <= score
    assert figures.partner_repeats == figures.partner_bound == partners
    assert figures.seat_gap <= (0 if rounds % 4 == 0 else 1)


@pytest.mark.parametrize(("players", "rounds"), [(20, 5), (32, 5), (32, 6), (64, 6), (100, 10), (200, 8)])
def test_table_number_is_not_repeated_for_anybody(players: int, rounds: int) -> None:
    assert count(drawn(people(players), rounds)).same_table == 1


@pytest.mark.quick("17", "22")
@pytest.mark.parametrize("odd", ["byes", "threes"])
@pytest.mark.parametrize("players", [17, 18, 19, 21, 22, 23])
def test_players_left_over_are_seated_fairly(players: int, odd: str) -> None:
    figures = count(drawn(people(players), 4, tables=odd))
    assert not figures.faults
    assert figures.score <= 1
    assert figures.partner_repeats == 0
    assert figures.bye_gap <= 1
    assert figures.seat_gap <= 1


@pytest.mark.quick("13", "14", "9", "17")
@pytest.mark.parametrize(
    ("players", "odd", "rounds", "score"),
    [
        (13, "threes", 4, 6), (14, "threes", 3, 4), pytest.param(18, "threes", 6, 9, marks=LONG), (22, "threes", 5, 0), (41, "threes", 4, 0),
        (9, "fives", 6, 99), (14, "fives", 3, 18), (17, "fives", 4, 18), (19, "fives", 3, 12), (37, "fives", 6, 0),
    ],
)  # fmt: skip
def test_everybody_sits_as_often_at_an_odd_table(players: int, odd: str, rounds: int, score: int) -> None:
    figures = count(drawn(people(players), rounds, seed="a", tables=odd))
    assert not figures.faults
    assert figures.odd_gap <= 1
    assert figures.score <= score
    assert figures.partner_repeats == figures.partner_bound == 0
    assert figures.seat_gap <= 1


@pytest.mark.soak
@pytest.mark.parametrize("odd", ["threes", "fives"])
def test_by_ranking_everybody_sits_as_often_at_an_odd_table(odd: str) -> None:
    names = people(18)
    draw = drawn(names, 1, ranking=names, tables=odd)
    small = [t for t in draw["rounds"][0] if len(t) != 4]
    assert {p for t in small for p in t} == set(names[-len(small) * len(small[0]) :])
    for rounds in (2, 3, 4, 5):
        draw = drawn(names, rounds, played=draw, ranking=names, tables=odd)
        figures = count(draw)
        assert not figures.faults
        assert (figures.odd_gap <= 1, figures.partner_repeats) == (True, 0)


@pytest.mark.parametrize(
    ("players", "rounds", "size", "score"),
    [
        (24, 5, 3, 0),
        (32, 6, 8, 0),
        (36, 5, 6, 0),
        (100, 5, 20, 0),
        pytest.param(16, 5, 2, 14, marks=LONG),
        (200, 5, 25, 0),
    ],
)
def test_clubs_are_kept_apart(players: int, rounds: int, size: int, score: int) -> None:
    figures = count(drawn(people(players), rounds, apart=clubs(players, size)))
    assert not figures.faults
    assert figures.apart_broken == 0
    assert figures.score <= score


@pytest.mark.parametrize(("pairs", "rounds"), [(4, 3), (8, 7), (9, 8), (15, 5), (158, 6)])
def test_fixed_pairs_never_meet_again(pairs: int, rounds: int) -> None:
    figures = count(drawn(people(2 * pairs), rounds, teams=couples(2 * pairs)))
    assert not figures.faults
    assert (figures.teams_split, figures.team_repeats) == (0, 0)
    assert figures.bye_gap <= 1
    assert figures.seat_gap <= 1


@pytest.mark.parametrize(
    ("players", "played", "leavers", "late"),
    [pytest.param(16, 1, 2, 2, marks=LONG), pytest.param(24, 3, 4, 1, marks=LONG), (64, 2, 9, 7)],
)
def test_rounds_after_changes_repeat_no_meeting(players: int, played: int, leavers: int, late: int) -> None:
    first = drawn(people(players), 5 if players > 16 else 4)
    before = {**first, "rounds": first["rounds"][:played]}
    room = [*people(players)[leavers:], *(f"Tard {number}" for number in range(late))]
    again = drawn(room, len(first["rounds"]), played=before, seed="2027")
    figures = count(again)
    assert not figures.faults
    assert again["rounds"][:played] == before["rounds"]
    assert (figures.score, figures.partner_repeats) == (0, 0)
    assert figures.bye_gap <= 1


@pytest.mark.soak
@pytest.mark.parametrize(("players", "most"), [(32, 6.0), (316, 2.2)])
def test_rounds_by_ranking_seat_near_ranks_without_repeats(players: int, most: float) -> None:
    names = people(players)
    luck = random.Random(1)  # noqa: S311 - who wins, the same in every run
    strength = {p: luck.gauss(0, 1) for p in names}
    points = dict.fromkeys(names, 0.0)
    draw = drawn(names, 1, ranking=names)
    for rounds in (2, 3, 4, 5):
        for four in draw["rounds"][-1]:
            edge = sum(strength[p] for p in four[::2]) - sum(strength[p] for p in four[1::2])
            won = edge + luck.gauss(0, 1)
            for seat, p in enumerate(four):
                points[p] += won if seat % 2 == 0 else -won
        ranking = sorted(names, key=lambda p: -points[p])
        draw = drawn(names, rounds, played=draw, ranking=ranking)
        rank = {p: number for number, p in enumerate(ranking)}
        gaps = sum(abs(rank[a] - rank[b]) for t in draw["rounds"][-1] for a in t for b in t) // 2
        # Tables of four neighbours, which would meet again and again, have gaps of 10 each.
        assert gaps <= most * 10 * (players // 4)
    figures = count(draw)
    assert not figures.faults
    assert (figures.score, figures.partner_repeats) == (0, 0)


def test_pairs_by_ranking_meet_near_ranks_without_repeats() -> None:
    names = people(40)
    draw = drawn(names, 1, teams=couples(40), ranking=names)
    for rounds in (2, 3, 4):
        draw = drawn(names, rounds, teams=couples(40), played=draw, ranking=names)
    figures = count(draw)
    assert not figures.faults
    assert (figures.teams_split, figures.team_repeats) == (0, 0)
    where = {frozenset(pair): number for number, pair in enumerate(couples(40))}
    apart = [abs(where[frozenset(t[::2])] - where[frozenset(t[1::2])]) for rnd in draw["rounds"] for t in rnd]
    assert max(apart) <= 6


def test_the_first_round_by_ranking_seats_neighbours() -> None:
    names = people(8)
    tables = [[{t[0], t[2]}, {t[1], t[3]}] for t in drawn(names, 1, ranking=names)["rounds"][0]]
    for four in (names[:4], names[4:]):
        assert any({four[0], four[3]} in camps and {four[1], four[2]} in camps for camps in tables)


def test_bye_goes_to_the_last_without_one() -> None:
    names = people(9)
    first = drawn(names, 1, ranking=names)
    assert first["sit_out"] == [["Joueur 009"]]
    second = drawn(names, 2, played=first, ranking=names)
    assert second["sit_out"] == [["Joueur 009"], ["Joueur 008"]]


@pytest.mark.soak
def test_ten_rounds_of_a_thousand_players_repeat_nothing() -> None:
    figures = count(drawn(people(1000), 10))
    assert not figures.faults
    assert (figures.score, figures.partner_repeats, figures.seat_gap, figures.same_table) == (0, 0, 1, 1)
