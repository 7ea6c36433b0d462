"""Possible totals of the cochonnets of a small pack, deal by deal, with the number of each side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

import pytest

from scorekeeper.cards.games.cochonnet.rules import Cochonnet
from scorekeeper.cards.games.cochonnet.rules.tables import Totals, exchanged, lowest, runs
from scorekeeper.cards.rules.contract import Table

TABLE = Table(("Zoé", "Rita", "Basile", "Omer"), camps=True)


def dealt(
    values: Sequence[int], left: tuple[int, int, int], none: int
) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """Yield every deal of four cards of each rank to the sides and to nobody: both totals, and undealt cards by rank."""
    if not values:
        if not any(left):
            yield 0, 0, ()
        return
    for a, b in product(range(5), repeat=2):
        rest = 4 - a - b
        if rest >= 0 and a <= left[0] and b <= left[1] and rest <= none:
            for first, second, free in dealt(
                values[1:], (left[0] - a, left[1] - b, left[2] - rest), none - rest
            ):
                yield first + a * values[0], second + b * values[0], (rest, *free)


def runs_of(totals: set[int]) -> list[tuple[int, int]]:
    starts = sorted(total for total in totals if total - 1 not in totals)
    return list(zip(starts, sorted(total for total in totals if total + 1 not in totals), strict=True))


def agrees(possible: Totals, expected: set[tuple[int, int]]) -> None:
    top = max(map(max, expected)) + 2
    for side in (0, 1):
        alone = {pair[side] for pair in expected}
        assert list(possible.of(side)) == runs_of(alone)
        assert {total for total in range(-1, top) if possible.has_total(side, total)} == alone
        for total in range(top):
            beside = {pair[1 - side] for pair in expected if pair[side] == total}
            assert list(possible.given(side, total)) == runs_of(beside)
    assert list(runs(possible.sums)) == runs_of({a + b for a, b in expected})
    pairs_of = {(a, b) for a in range(-1, top) for b in range(-1, top) if possible.together(a, b)}
    assert pairs_of == expected


@pytest.mark.parametrize("values", [(1, 1, 2, 5), (3, 1, 4, 1, 9)])
def test_the_totals_of_a_small_pack_are_those_of_every_deal(values: tuple[int, ...]) -> None:
    free = 4 * len(values) - 13
    deals = {(a, b) for a, b, _ in dealt(values, (7, 6, free), free)}
    agrees(exchanged(values, 0), deals)
    agrees(exchanged(values, 1), {(b, a) for a, b in deals})


@pytest.mark.parametrize("tie", [(1, 0), (1, 1), (0, 2), (2, 1)])
def test_the_totals_of_a_small_pack_where_the_lowest_counts(tie: tuple[int, int]) -> None:
    """The last trick takes its equally low cards and as many higher ones from what nobody has before it."""
    values = (1, 2, 4, 7, 12)
    totals: set[tuple[int, int]] = set()
    for a, b, free in dealt(values, (6, 6, 8), 8):
        for place, worth in enumerate(values):
            if free[place] >= sum(tie) and sum(free[place + 1 :]) >= 4 - sum(tie):
                totals.add((a + tie[0] * worth, b + tie[1] * worth))
    agrees(lowest(values, tie), totals)


def test_a_total_of_nothing_can_be_asked_for() -> None:
    empty = Totals((0b1,), (0b1, 0b1), 0b1)
    assert [empty.has_total(0, total) for total in (-1, 0, 1)] == [False, True, False]
    assert empty.together(0, 0)
    assert list(empty.given(0, 1)) == []


def test_how_many_cochonnets_a_camp_has() -> None:
    read = Cochonnet.ENTRY.read
    assert read({"dernier": {"joueur": "Basile", "carte": "4"}}, TABLE).counts() == (7, 6)
    assert read({"dernier": {"joueur": "Omer", "carte": "4"}}, TABLE).counts() == (6, 7)
    tied = read({"dernier": {"joueur": "Omer", "carte": "4"}, "ex_aequo": ["Rita", "Zoé"]}, TABLE)
    assert tied.counts() == (7, 8)
    assert [tied.hand(seat) for seat in range(4)] == [(), (), (), ()]
    assert read({"cochonnets": {"Rita": ["2"]}}, TABLE).counts() == (6, 6)
    assert read({"totaux": [30, 40]}, TABLE).counts() == (6, 7)
    assert read({"totaux": [30, 40], "sept": "A"}, TABLE).counts() == (7, 6)
    assert read({"totaux": [30, 40], "nombres": [8, 6]}, TABLE).counts() == (8, 6)
