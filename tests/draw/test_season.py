"""The ranking of a season, in literal numbers and by laws."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.draw.season import Placing, SeasonStanding, SeasonTie, Terms, Worth, rank_season, worths


def evening(*people: tuple[str, int, int]) -> tuple[Placing, ...]:
    """Return people with their rank and their points."""
    return tuple(Placing(person=person, rank=rank, points=points) for person, rank, points in people)


NOVEMBER = evening(("anne", 1, 3900), ("benoît", 2, 3800), ("chloé", 3, 3700), ("david", 3, 3700))
DECEMBER = evening(("chloé", 1, 4000), ("anne", 2, 3600), ("émile", 3, 3500))
JANUARY = evening(("benoît", 1, 3810), ("anne", 2, 3805), ("chloé", 3, 3700), ("david", 4, 3600))


def shown(lines: tuple[SeasonStanding, ...]) -> list[tuple[int, str, int]]:
    return [(line.rank, line.person, line.total) for line in lines]


def test_each_rank_has_its_points_and_shared_ranks_the_same() -> None:
    assert worths(NOVEMBER, Terms()) == {"anne": 25, "benoît": 18, "chloé": 15, "david": 15}
    short = Terms(table=(10, 5), others=1)
    assert worths(NOVEMBER, short) == {"anne": 10, "benoît": 5, "chloé": 1, "david": 1}


def test_worth_is_people_behind_or_points_made() -> None:
    assert worths(NOVEMBER, Terms(worth=Worth.BATTUS)) == {"anne": 3, "benoît": 2, "chloé": 0, "david": 0}
    made = {"anne": 3900, "benoît": 3800, "chloé": 3700, "david": 3700}
    assert worths(NOVEMBER, Terms(worth=Worth.POINTS)) == made


def test_three_evenings_are_added_up() -> None:
    lines = rank_season([NOVEMBER, DECEMBER, JANUARY], Terms())
    # anne 25 + 18 + 18, chloé 15 + 25 + 15, benoît 18 + 25, david 15 + 12, émile 15
    assert shown(lines) == [
        (1, "anne", 61),
        (2, "chloé", 55),
        (3, "benoît", 43),
        (4, "david", 27),
        (5, "émile", 15),
    ]
    assert lines[2].worths == (18, None, 25)
    assert [(line.came, line.wins) for line in lines] == [(3, 1), (3, 1), (2, 1), (2, 0), (1, 0)]


def test_best_two_of_three_count_and_attendance_for_all_three() -> None:
    lines = rank_season([NOVEMBER, DECEMBER, JANUARY], Terms(best=2, attendance=3))
    # anne 25 + 18 and 3 × 3, benoît 18 + 25 and 2 × 3, chloé 25 + 15 and 3 × 3
    everybody = [(1, "anne", 52), (2, "benoît", 49), (3, "chloé", 49), (4, "david", 33), (5, "émile", 18)]
    assert shown(lines) == everybody
    # benoît and chloé are level: 25 and 18 are better evenings than 25 and 15
    assert [(line.person, line.behind_by) for line in lines[1:3]] == [
        ("benoît", None),
        ("chloé", SeasonTie.SOIREES),
    ]
    assert [sorted(line.dropped) for line in lines[:3]] == [[2], [], [2]]


LEVEL = [
    evening(("anne", 1, 20), ("benoît", 2, 18), ("chloé", 3, 10)),
    evening(("benoît", 1, 20), ("anne", 2, 18)),
]


@pytest.mark.parametrize(
    ("ties", "first", "by"),
    [
        ((SeasonTie.DERNIERE,), "benoît", SeasonTie.DERNIERE),
        ((SeasonTie.SOIREES, SeasonTie.PRESENCES, SeasonTie.VICTOIRES), "anne", None),
        ((SeasonTie.MATCHS, SeasonTie.DERNIERE), "benoît", SeasonTie.DERNIERE),
        ((), "anne", None),
    ],
)
def test_ties_are_separated_by_the_named_rules_in_their_order(
    ties: tuple[SeasonTie, ...], first: str, by: SeasonTie | None
) -> None:
    lines = rank_season(LEVEL, Terms(ties=ties))
    assert (lines[0].person, lines[0].total, lines[1].total) == (first, 43, 43)
    assert lines[1].behind_by is by
    assert [line.rank for line in lines] == ([1, 1, 3] if by is None else [1, 2, 3])
    assert lines[0].shared is (by is None)


def test_matches_wins_and_attendance_separate_ties() -> None:
    first = [*evening(("anne", 1, 10)), Placing(person="benoît", rank=1, points=10, matches=2)]
    assert [line.person for line in rank_season([first], Terms(ties=(SeasonTie.MATCHS,)))] == [
        "benoît",
        "anne",
    ]
    often = [evening(("anne", 5, 0), ("benoît", 1, 4)), evening(("anne", 5, 4))]
    points = Terms(worth=Worth.POINTS, ties=(SeasonTie.PRESENCES,))
    assert shown(rank_season(often, points)) == [(1, "anne", 4), (2, "benoît", 4)]
    won = replace(points, ties=(SeasonTie.VICTOIRES,))
    assert shown(rank_season(often, won)) == [(1, "benoît", 4), (2, "anne", 4)]


def test_season_without_an_evening_ranks_no_person() -> None:
    assert rank_season([], Terms()) == ()


@st.composite
def played(draw: st.DrawFn) -> tuple[Placing, ...]:
    """Return an evening with the ranks that follow from the points."""
    points = draw(st.dictionaries(st.sampled_from("abcdefgh"), st.integers(0, 5), min_size=1))
    return tuple(
        Placing(
            person=person,
            rank=1 + sum(other > made for other in points.values()),
            points=made,
            matches=draw(st.integers(0, 2)),
        )
        for person, made in points.items()
    )


TERMS = st.builds(
    Terms,
    worth=st.sampled_from(Worth),
    table=st.lists(st.integers(0, 30), max_size=6).map(tuple),
    others=st.integers(0, 5),
    attendance=st.integers(0, 5),
    best=st.integers(0, 4),
    ties=st.permutations(list(SeasonTie)).map(tuple),
)


@given(st.lists(played(), max_size=5), played(), TERMS)
def test_further_evening_leaves_earlier_evenings_unchanged(
    before: list[tuple[Placing, ...]], more: tuple[Placing, ...], terms: Terms
) -> None:
    old = {line.person: line for line in rank_season(before, terms)}
    new = {line.person: line for line in rank_season([*before, more], terms)}
    for person, line in old.items():
        assert new[person].worths[: len(before)] == line.worths
        assert new[person].total >= line.total


@given(st.lists(played(), max_size=5), TERMS, st.randoms(use_true_random=False))
def test_the_order_of_evenings_and_of_people_changes_no_total(
    evenings: list[tuple[Placing, ...]], terms: Terms, chance: Random
) -> None:
    terms = replace(terms, ties=tuple(tie for tie in terms.ties if tie is not SeasonTie.DERNIERE))
    mixed = [tuple(chance.sample(evening, len(evening))) for evening in evenings]
    chance.shuffle(mixed)
    assert shown(rank_season(mixed, terms)) == shown(rank_season(evenings, terms))


@given(st.lists(played(), max_size=5), TERMS)
def test_totals_are_sums_of_the_counted_evenings(evenings: list[tuple[Placing, ...]], terms: Terms) -> None:
    lines = rank_season(evenings, terms)
    totals = [line.total for line in lines]
    assert totals == sorted(totals, reverse=True)
    more = {line.person: line.total for line in rank_season(evenings, replace(terms, best=terms.best + 1))}
    for place, line in enumerate(lines, 1):
        counted = [worth or 0 for at, worth in enumerate(line.worths) if at not in line.dropped]
        assert line.total == sum(counted) + terms.attendance * line.came
        assert len(line.dropped) == max(0, line.came - terms.best) * bool(terms.best)
        assert line.rank <= place
        assert line.rank == place or line.shared
        if terms.best:
            assert more[line.person] >= line.total
    assert {line.person for line in lines} == {placing.person for evening in evenings for placing in evening}
