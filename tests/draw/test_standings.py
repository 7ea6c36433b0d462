"""The ranking of a tournament, in literal numbers and by laws."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.cards.rules.contract import Wins
from scorekeeper.draw.standings import (
    Competitor,
    Result,
    Standing,
    TieBreak,
    level,
    most_matches,
    rank,
    separated_by_card,
    with_prizes,
)


def person(number: int, *points: int, matches: int = 0, card: int = 0) -> Competitor:
    """Return a competitor with these parties, its matches in the first of them."""
    results = tuple(Result(place, gave, matches if place == 1 else 0) for place, gave in enumerate(points, 1))
    return Competitor(number, results, card)


def ranks(standings: tuple[Standing, ...]) -> list[tuple[int, int]]:
    return [(line.rank, line.number) for line in standings]


X = person(1, 950, 1001, 890, 880)
Y = person(2, 1002, 930, 900, 889)


def test_level_totals_are_separated_by_the_best_single_partie() -> None:
    first, second = rank([X, Y])
    assert (first.number, first.total, first.rank) == (2, 3721, 1)
    assert (second.number, second.total, second.rank) == (1, 3721, 2)
    assert first.behind_by is None
    assert second.behind_by is TieBreak.PARTIES


def test_the_lowest_total_is_first_where_it_wins() -> None:
    ranking = rank(
        [person(1, 30, 5, 9), person(2, 20, 10, 9), person(3, 8, 31, 9)], counting=2, wins=Wins.LOW
    )
    assert [(line.number, line.total) for line in ranking] == [(1, 14), (3, 17), (2, 19)]
    assert [result.points for result in ranking[0].dropped] == [30]
    level_totals = rank([person(1, 10, 20), person(2, 5, 25)], wins=Wins.LOW)
    assert [(line.number, line.behind_by) for line in level_totals] == [(2, None), (1, TieBreak.PARTIES)]
    matches = rank([person(1, 10, matches=1), person(2, 10, matches=2)], wins=Wins.LOW)
    assert ranks(matches) == [(1, 2), (2, 1)]


def test_with_the_worst_partie_dropped_the_others_decide() -> None:
    first, second = rank([X, Y], counting=3)
    assert (first.number, first.total) == (1, 2841)
    assert (second.number, second.total) == (2, 2832)
    assert [result.points for result in first.dropped] == [880]
    assert [result.points for result in second.dropped] == [889]
    assert second.behind_by is None


def test_nothing_is_dropped_before_there_is_more_than_counts() -> None:
    (line,) = rank([person(1, 880, 950)], counting=3)
    assert (line.total, line.dropped) == (1830, ())


def test_equal_best_parties_are_decided_by_the_second_best() -> None:
    ranking = rank([person(1, 1000, 800, 900), person(2, 1000, 850, 850), person(3, 700, 1000, 1000)])
    assert ranks(ranking) == [(1, 3), (2, 1), (3, 2)]


def test_equal_parties_are_decided_by_matches_then_a_card() -> None:
    ranking = rank(
        [person(1, 900, matches=1, card=9), person(2, 900, matches=2), person(3, 900, matches=1, card=14)],
    )
    assert ranks(ranking) == [(1, 2), (2, 3), (3, 1)]
    assert [line.behind_by for line in ranking] == [None, TieBreak.MATCHS, TieBreak.CARTE]


def test_card_counts_once_all_tied_have_drawn() -> None:
    ranking = rank(
        [
            person(1, 900),
            person(2, 900, card=9),
            person(3, 900, card=14),
            person(4, 800, card=2),
            person(5, 800, card=3),
        ]
    )
    assert ranks(ranking) == [(1, 1), (1, 2), (1, 3), (4, 5), (5, 4)]
    assert level(ranking) == ((1, 2, 3),)
    assert separated_by_card(ranking) == ((1, 2, 3), (5, 4))
    drawn = rank([person(1, 900, card=11), person(2, 900, card=9), person(3, 900, card=11), person(4, 800)])
    assert ranks(drawn) == [(1, 1), (1, 3), (3, 2), (4, 4)]
    assert separated_by_card(drawn) == ((1, 3, 2),)


def test_those_level_in_everything_share_the_rank_and_its_prizes() -> None:
    prizes = ("un cochon", "un jambon", "un saucisson", "un boudin", "des oeufs")
    ranking = with_prizes(rank([person(4, 900), person(7, 900), person(2, 1000), person(9, 800)]), prizes)
    assert ranks(ranking) == [(1, 2), (2, 4), (2, 7), (4, 9)]
    assert [line.prizes for line in ranking] == [
        ("un cochon",),
        ("un jambon", "un saucisson"),
        ("un jambon", "un saucisson"),
        ("un boudin",),
    ]
    assert [line.shared for line in ranking] == [False, True, True, False]
    assert [line.winners for line in ranking] == [1, 2, 2, 1]
    assert level(ranking) == ((4, 7),)


@pytest.mark.parametrize(
    ("without", "prizes"),
    [
        ((2,), {4: ("cochon", "jambon"), 7: ("cochon", "jambon"), 9: ("boudin",)}),
        ((7,), {2: ("cochon",), 4: ("jambon",), 9: ("boudin",)}),
        ((4, 7), {2: ("cochon",), 9: ("jambon",)}),
        ((9,), {2: ("cochon",), 4: ("jambon", "boudin"), 7: ("jambon", "boudin")}),
    ],
)
def test_prize_that_is_declined_goes_to_the_next(
    without: tuple[int, ...], prizes: dict[int, tuple[str, ...]]
) -> None:
    ranked = rank([person(4, 900), person(7, 900), person(2, 1000), person(9, 800)])
    ranking = with_prizes(ranked, ("cochon", "jambon", "boudin"), without)
    assert {line.number: line.prizes for line in ranking if line.prizes} == prizes
    assert [line.rank for line in ranking] == [1, 2, 2, 4]


def test_dropped_rounds_are_in_order() -> None:
    (line,) = rank([person(1, 500, 700, 300, 900)], counting=2)
    assert [result.points for result in line.counted] == [700, 900]
    assert [result.points for result in line.dropped] == [500, 300]
    (nothing,) = rank([person(1, 500)], counting=0)
    assert (nothing.total, len(nothing.dropped)) == (0, 1)


def test_a_tie_break_after_the_card_decides_while_the_card_waits() -> None:
    ties = (TieBreak.CARTE, TieBreak.MATCHS)
    waiting = rank([person(1, 900, card=3), person(2, 900, matches=1)], ties=ties)
    assert [(line.number, line.behind_by) for line in waiting] == [(2, None), (1, TieBreak.MATCHS)]


def test_level_groups_are_separated() -> None:
    assert level(rank([person(1, 900), person(2, 900), person(3, 800), person(4, 700), person(5, 700)])) == (
        (1, 2),
        (4, 5),
    )


def test_the_tournament_chooses_its_tie_breaks() -> None:
    people = [person(1, 1000, 800, matches=0), person(2, 900, 900, matches=3)]
    assert ranks(rank(people)) == [(1, 1), (2, 2)]
    assert ranks(rank(people, ties=(TieBreak.MATCHS,))) == [(1, 2), (2, 1)]
    assert ranks(rank(people, ties=())) == [(1, 1), (1, 2)]


def test_a_bye_is_credited_and_counted() -> None:
    ranking = rank([Competitor(1, (Result(1, 1000), Result(2, 942, bye=True))), person(2, 950, 950)])
    assert [(line.number, line.total, line.byes) for line in ranking] == [(1, 1942, 1), (2, 1900, 0)]


def test_people_who_never_played_come_last_without_points() -> None:
    ranking = rank([Competitor(1), person(2, 5)])
    assert [(line.rank, line.number, line.total) for line in ranking] == [(1, 2, 5), (2, 1, 0)]


def test_negative_totals_rank_below_nothing() -> None:
    assert ranks(rank([person(1, -318), person(2, 106), person(3, 0)])) == [(1, 2), (2, 3), (3, 1)]


def test_most_matches_is_shared_and_not_awarded_for_none() -> None:
    assert most_matches([person(1, 900, matches=2), person(2, 800, matches=2), person(3, 1, matches=1)]) == (
        (1, 2),
        2,
    )
    assert most_matches([person(1, 900), person(2, 800, matches=1)]) == ((2,), 1)
    assert most_matches([person(1, 900)]) == ((), 0)
    assert most_matches([]) == ((), 0)


@st.composite
def fields(draw: st.DrawFn) -> list[Competitor]:
    size = draw(st.integers(0, 12))
    rounds = draw(st.integers(0, 4))
    points = st.integers(-3, 6)
    return [
        Competitor(
            number,
            tuple(
                Result(place, draw(points), draw(st.integers(0, 1)), draw(st.booleans()))
                for place in range(1, rounds + 1)
            ),
            draw(st.integers(0, 2)),
        )
        for number in range(1, size + 1)
    ]


def is_ahead(
    first: Competitor, second: Competitor, counting: int | None, people: Sequence[Competitor] = ()
) -> bool:
    """Return whether one competitor ranks before another, as a plain reference implementation; without others, cards are ignored."""

    def best(who: Competitor) -> list[int]:
        return sorted((result.points for result in who.results), reverse=True)

    def total(who: Competitor) -> int:
        return sum(best(who) if counting is None else best(who)[:counting])

    if total(first) != total(second):
        return total(first) > total(second)
    for mine, theirs in zip(best(first), best(second), strict=True):
        if mine != theirs:
            return mine > theirs
    matches = [sum(result.matches for result in who.results) for who in (first, second)]
    if matches[0] != matches[1]:
        return matches[0] > matches[1]
    level_with_first = [
        each for each in people if not is_ahead(each, first, counting) and not is_ahead(first, each, counting)
    ]
    return all(each.card for each in level_with_first) and bool(people) and first.card > second.card


@given(fields(), st.none() | st.integers(1, 4))
def test_a_rank_is_one_more_than_those_ahead(people: list[Competitor], counting: int | None) -> None:
    rank_of = {line.number: line.rank for line in rank(people, counting=counting)}
    for person in people:
        ahead = sum(is_ahead(other, person, counting, people) for other in people)
        assert rank_of[person.number] == ahead + 1


@given(fields(), st.randoms(use_true_random=False))
def test_the_order_of_the_list_does_not_matter(people: list[Competitor], chance: object) -> None:
    mixed = list(people)
    chance.shuffle(mixed)  # type: ignore[attr-defined]
    assert rank(mixed) == rank(people)


@given(fields(), st.integers(0, 15))
def test_every_prize_goes_to_one_rank_and_none_is_lost(people: list[Competitor], count: int) -> None:
    prizes = tuple(f"prix {number}" for number in range(1, count + 1))
    ranking = with_prizes(rank(people), prizes)
    given_ = [
        line.prizes
        for _, lines in itertools.groupby(ranking, lambda line: line.rank)
        for line in [next(lines)]
    ]
    assert [prize for won in given_ for prize in won] == list(prizes[: len(people)])
    assert {line.prizes for line in ranking} <= set(given_)
