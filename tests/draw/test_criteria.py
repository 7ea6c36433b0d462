"""Tie-breaks in literal numbers computed by hand."""

from __future__ import annotations

import pytest

from scorekeeper.cards.rules.contract import Wins
from scorekeeper.draw.standings import FIGURES, Competitor, Met, Result, Standing, TieBreak, rank


def played(tour: int, made: int, other: int, *met: int) -> Result:
    """Return the result of a partie against these opponents; a victory counts 2 and a draw 1."""
    worth = 2 if made > other else int(made == other)
    against = tuple(Met(number, worth) for number in met)
    return Result(tour, worth, made=made, difference=made - other, won=worth == 2, met=against)


FOUR = (
    Competitor(1, (played(1, 1000, 884, 2), played(2, 900, 984, 3))),
    Competitor(2, (played(1, 884, 1000, 1), played(2, 1100, 784, 4))),
    Competitor(3, (played(1, 942, 942, 4), played(2, 984, 900, 1))),
    Competitor(4, (played(1, 942, 942, 3), played(2, 784, 1100, 2))),
)
"""Totals 2, 2, 3, 1: the first two are level."""


def by_number(standings: tuple[Standing, ...]) -> dict[int, Standing]:
    return {line.number: line for line in standings}


@pytest.mark.parametrize(
    ("tie", "figures"),
    [
        (TieBreak.VICTOIRES, (1, 1, 1, 0)),
        (TieBreak.POINTS, (1900, 1984, 1926, 1726)),
        (TieBreak.DIFFERENCE, (32, 200, 84, -316)),
        (TieBreak.BUCHHOLZ, (5, 3, 3, 5)),
        # 1 beat 2 (total 2); 2 beat 4 (1); 3 beat 1 (2) and drew with 4 (1); 4 drew with 3 (3).
        (TieBreak.SONNEBORN_BERGER, (4, 2, 5, 3)),
        (TieBreak.CUMULATIF, (4, 2, 4, 2)),
    ],
)
def test_criterion_is_a_number_computed_from_the_results(tie: TieBreak, figures: tuple[int, ...]) -> None:
    lines = by_number(rank(FOUR, ties=(tie,)))
    assert [dict(lines[number].figures) for number in (1, 2, 3, 4)] == [{tie: figure} for figure in figures]


@pytest.mark.parametrize(
    ("ties", "ranks", "by"),
    [
        ((), (2, 2, 1, 4), None),
        ((TieBreak.VICTOIRES,), (2, 2, 1, 4), None),
        ((TieBreak.VICTOIRES, TieBreak.POINTS), (3, 2, 1, 4), TieBreak.POINTS),
        ((TieBreak.DIFFERENCE,), (3, 2, 1, 4), TieBreak.DIFFERENCE),
        ((TieBreak.BUCHHOLZ, TieBreak.POINTS), (2, 3, 1, 4), TieBreak.BUCHHOLZ),
        ((TieBreak.SONNEBORN_BERGER,), (2, 3, 1, 4), TieBreak.SONNEBORN_BERGER),
        ((TieBreak.CONFRONTATION,), (2, 3, 1, 4), TieBreak.CONFRONTATION),
        ((TieBreak.CUMULATIF,), (2, 3, 1, 4), TieBreak.CUMULATIF),
    ],
)
def test_level_competitors_are_separated_in_the_chosen_order(
    ties: tuple[TieBreak, ...], ranks: tuple[int, ...], by: TieBreak | None
) -> None:
    lines = by_number(rank(FOUR, ties=ties))
    assert tuple(lines[number].rank for number in (1, 2, 3, 4)) == ranks
    assert max((lines[1], lines[2]), key=lambda line: line.rank).behind_by == by
    assert lines[4].behind_by is None


def test_direct_encounter_decides_nothing_if_two_never_met() -> None:
    one = Competitor(1, (played(1, 1000, 884, 2), played(2, 800, 1084, 4)))
    two = Competitor(2, (played(1, 884, 1000, 1), played(2, 1000, 884, 5)))
    three = Competitor(3, (played(1, 1000, 884, 4), played(2, 900, 984, 6)))
    others = tuple(Competitor(number) for number in (4, 5, 6))
    both = by_number(rank((one, two, *others), ties=(TieBreak.CONFRONTATION,)))
    assert (both[1].rank, both[2].rank) == (1, 2)
    all_three = by_number(rank((one, two, three, *others), ties=(TieBreak.CONFRONTATION,)))
    assert [all_three[number].rank for number in (1, 2, 3)] == [1, 1, 1]


def test_round_without_table_counts_opponents_with_own_total() -> None:
    first = Competitor(1, (played(1, 1000, 884, 3, 4), Result(2, 1, bye=True), played(3, 942, 942, 3, 4)))
    # Arrived for the second round, without a result of the first.
    late = Competitor(2, (Result(2, 1, bye=True), Result(3, 0, missed=True)))
    third, fourth = (
        Competitor(number, (played(1, 884, 1000, 1), played(3, 942, 942, 1), Result(2, 2)))
        for number in (3, 4)
    )
    ties = (TieBreak.BUCHHOLZ, TieBreak.BUCHHOLZ_MEDIAN, TieBreak.SONNEBORN_BERGER)
    lines = by_number(rank((first, late, third, fourth), ties=ties))
    # Totals: 4, 1, 3, 3. The first met 3 and 3 twice, and 4 and 4 in the round of the bye: beat the former, drew the others.
    assert tuple(lines[1].figures.values()) == (3 + 3 + 4 + 4 + 3 + 3, 3 + 3 + 3 + 4, 6 + 6 + 4 + 4 + 3 + 3)
    # A bye worth 1 is a draw with two who have 1, a missed round worth 0 is lost.
    assert tuple(lines[2].figures.values()) == (6, 4, 1 + 1)


def test_bye_counts_as_won_against_opponents_with_own_total() -> None:
    first = Competitor(1, (played(1, 942, 942, 2), Result(2, 3, bye=True)))
    second = Competitor(2, (played(1, 942, 942, 1), Result(2, -1, missed=True)))
    lines = by_number(rank((first, second), ties=(TieBreak.SONNEBORN_BERGER,)))
    # Totals 4 and 0: a draw counts the other's total once; the bye is worth 3, and counts as the 2 of a victory.
    assert [tuple(lines[number].figures.values()) for number in (1, 2)] == [(0 + 2 * 4,), (4,)]


def test_credits_count_in_no_criterion() -> None:
    credited = (*FOUR[:2], Competitor(3, FOUR[2].results, credit=-1), FOUR[3])
    lines = by_number(rank(credited, ties=(TieBreak.BUCHHOLZ, TieBreak.CUMULATIF)))
    assert [line.total for line in lines.values()] == [2, 2, 2, 1]
    assert tuple(lines[1].figures.values()) == (5, 4)
    assert tuple(lines[3].figures.values()) == (3, 4)


def test_lowest_total_wins_puts_fewer_points_ahead() -> None:
    def low(number: int, points: int, *met: int) -> Competitor:
        return Competitor(number, (Result(1, points, made=points, met=tuple(Met(m, 0) for m in met)),))

    # 1 and 2 have 10; 1 met an opponent with 30, 2 one with 5.
    people = (low(1, 10, 3), low(2, 10, 4), low(3, 30, 1), low(4, 5, 2))
    lines = by_number(rank(people, ties=(TieBreak.BUCHHOLZ,), wins=Wins.LOW, sheet=Wins.LOW))
    assert [lines[number].rank for number in (1, 2, 3, 4)] == [3, 2, 4, 1]
    one, two = (
        Competitor(number, (Result(1, 2, made=made, won=True),)) for number, made in ((1, 30), (2, 20))
    )
    lines = by_number(rank((one, two), ties=(TieBreak.VICTOIRES, TieBreak.POINTS), sheet=Wins.LOW))
    assert (lines[1].rank, lines[2].rank) == (2, 1)
    beaten = Competitor(2, (Result(1, 2, made=20),))
    lines = by_number(rank((one, beaten), ties=(TieBreak.VICTOIRES, TieBreak.POINTS), sheet=Wins.LOW))
    assert (lines[1].rank, lines[2].rank) == (1, 2)


def test_figures_are_shown_in_the_chosen_order_only() -> None:
    ties = (TieBreak.PARTIES, *FIGURES, TieBreak.MATCHS, TieBreak.CARTE, TieBreak.CONFRONTATION)
    assert all(tuple(line.figures) == FIGURES for line in rank(FOUR, ties=ties))
    assert all(not line.figures for line in rank(FOUR))
