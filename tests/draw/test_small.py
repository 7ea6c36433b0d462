"""Small evenings: the best possible draw is known exactly, so the search ends when it is found."""

from __future__ import annotations

import pytest

from scorekeeper.draw.seating.bounds import least_sum, overlap
from scorekeeper.draw.seating.plan import plan
from tests.draw.counting import count
from tests.draw.people import people

FOURS = ((4, False), (4, False))


LONGER = ((9, 2, 3), (9, 3, 9), (11, 2, 1), (11, 4, 7), (13, 2, 2))
"""Evenings whose search takes ten times as long with coverage measured."""

SEVENS = ((4, False), (3, True))


@pytest.mark.parametrize(
    ("tables", "leave", "cost"),
    [
        # Eight at two tables: each four becomes two and two, and each two is a pair that met.
        (FOURS, 0, 8),
        # Nine: one of the first table sits out, its three become two and one; the other four two and two.
        (FOURS, 1, 6),
        (FOURS, 2, 4),
        (FOURS, 3, 2),
        # Six, one table: two of it leave, two stay together.
        (FOURS[:1], 2, 2),
        # Seven at a four and a three: two and two, two and one; the one is at the small table twice.
        (SEVENS, 0, 7),
        (FOURS * 2, 0, 0),
        (FOURS, 9, None),
    ],
)
def test_two_rounds_have_this_least_cost(
    tables: tuple[tuple[int, bool], ...], leave: int, cost: int | None
) -> None:
    assert overlap(tables, tables, leave, meeting=2, odd=1) == cost


def test_least_sum_takes_costs_whose_indexes_add_up() -> None:
    assert least_sum([(2, 4), (2, 4), (2, 9)], 1) == 8
    assert least_sum([(5, 1)] * 3, 0) == 15
    assert least_sum([(5, None)], 1) == 0


@pytest.mark.parametrize(
    ("players", "rounds", "score"),
    [
        (6, 4, 10),
        (7, 4, 5),
        *(pytest.param(*asked, marks=pytest.mark.unmeasured) for asked in LONGER),
    ],
)
def test_a_small_evening_ends_when_nothing_can_be_better(players: int, rounds: int, score: int) -> None:
    proposals = [0]
    draw = plan(
        people(players),
        rounds,
        seed="2026",
        progress=lambda done, *_: proposals.append(done),
    )
    figures = count(draw.to_json())
    assert not figures.faults
    assert (figures.score, figures.partner_repeats) == (score, 0)
    assert figures.bye_gap <= 1
    # Three tries of 800,000 would follow if the search did not know the bound.
    assert max(proposals) < 1_000_000


@pytest.mark.unmeasured
@pytest.mark.parametrize(
    ("players", "odd", "rounds", "score"),
    [
        # Four of the table of five and all of the other one change tables: each four has six pairs.
        (9, "fives", 2, 12),
        # Twelve are once at the table of four, and two of any such four meet again at one of the three tables of three.
        (13, "threes", 3, 6),
    ],
)
def test_small_evening_has_the_cost_of_level_odd_tables(
    players: int, odd: str, rounds: int, score: int
) -> None:
    proposals = [0]
    draw = plan(
        people(players), rounds, seed="a", tables=odd, progress=lambda done, *_: proposals.append(done)
    )
    figures = count(draw.to_json())
    assert not figures.faults
    assert (figures.score, figures.odd_gap, figures.partner_repeats) == (score, 1, 0)
    assert max(proposals) < 1_000_000
