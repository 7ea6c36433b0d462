"""Payments after a partie: balances, and the fewest payments, computed by hand."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.cards.rules.contract import Wins
from scorekeeper.cards.rules.stakes import balances, payments


@pytest.mark.parametrize(
    ("totals", "wins", "owed"),
    [
        ((-505, 107, -261, 659), Wins.HIGH, (-505, 107, -261, 659)),
        ((1012, 845), Wins.HIGH, (167, -167)),
        # 10 is ahead of 7 by 3 and of 4 by 6; 7 of 4 by 3.
        ((10, 7, 4), Wins.HIGH, (9, 0, -9)),
        ((10, 7, 4), Wins.LOW, (-9, 0, 9)),
        ((0, 0, 0), Wins.HIGH, (0, 0, 0)),
    ],
)
def test_balances_follow_from_totals(totals: Sequence[int], wins: Wins, owed: Sequence[int]) -> None:
    assert balances(totals, wins) == owed


@pytest.mark.parametrize(
    ("owed", "paid"),
    [
        ((0, 0, 0), []),
        ((-167, 167), [(0, 1, 167)]),
        ((-505, 107, -261, 659), [(0, 3, 505), (2, 1, 107), (2, 3, 154)]),
        ((-50, 30, -30, 50), [(0, 3, 50), (2, 1, 30)]),
        # 7 is 4 + 3, and 5 is 5; beginning with 7 to 5, the largest debt to the largest credit, takes four payments.
        ((-7, 4, 3, -5, 5), [(0, 1, 4), (0, 2, 3), (3, 4, 5)]),
        # 60 is 40 + 20, and 35 is 25 + 10: five columns, three payments.
        ((-60, 40, 20, -35, 35), [(0, 1, 40), (0, 2, 20), (3, 4, 35)]),
    ],
)
def test_payments_are_the_fewest_that_settle(
    owed: Sequence[int], paid: Sequence[tuple[int, int, int]]
) -> None:
    assert [(each.debtor, each.creditor, each.points) for each in payments(owed)] == paid


@given(st.lists(st.integers(-9999, 9999), min_size=1, max_size=8), st.sampled_from(Wins))
def test_everybody_is_even_after_fewer_payments_than_columns(totals: list[int], wins: Wins) -> None:
    owed = balances(totals, wins)
    left = list(owed)
    paid = payments(owed)
    for each in paid:
        assert each.points > 0
        left[each.debtor] += each.points
        left[each.creditor] -= each.points
    assert left == [0] * len(totals)
    assert len(paid) < len(totals)
