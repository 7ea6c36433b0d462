"""Constructions: everybody plays once a round, nobody meets twice, for as many rounds as in the literature."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from scorekeeper.draw.seating.grids import Grid, fewest_repeats, field, longest_grid

LONGEST = {
    4: 1, 8: 1, 12: 1, 16: 5, 20: 5, 24: 7, 28: 9, 32: 10, 36: 11, 40: 13, 44: 13, 48: 12, 52: 17, 56: 13, 60: 14,
    64: 17, 72: 16, 76: 25, 80: 17, 100: 25, 108: 27, 128: 33,
}  # fmt: skip
"""Players -> rounds of the longest construction."""


def meetings(grid: Grid) -> Counter[tuple[int, int]]:
    return Counter(pair for rnd in grid for table in rnd for pair in itertools.combinations(sorted(table), 2))


@pytest.mark.parametrize("players", range(16, 401, 4))
def test_twelve_rounds_without_a_repeat_wherever_there_may_be(players: int) -> None:
    rounds = min(12, (players - 1) // 3) if players != 20 else 5
    grid = longest_grid(players, rounds)
    assert len(grid) == rounds
    for rnd in grid:
        assert sorted(number for table in rnd for number in table) == list(range(players))
        assert {len(table) for table in rnd} == {4}
    assert meetings(grid).total() == len(meetings(grid)) == rounds * players // 4 * 6


@pytest.mark.parametrize(("players", "rounds"), LONGEST.items())
def test_longest_construction_repeats_no_meeting(players: int, rounds: int) -> None:
    grid = longest_grid(players, 99)
    assert len(grid) == rounds
    assert set(meetings(grid).values()) == {1}


def test_ten_rounds_of_a_thousand_players_repeat_nothing() -> None:
    grid = longest_grid(1000, 10)
    assert len(grid) == 10
    assert len(meetings(grid)) == 15_000


@pytest.mark.parametrize(("rounds", "met"), [(8, {2: 54, 3: 12}), (10, {2: 18, 3: 48}), (11, {3: 66})])
def test_twelve_players_with_the_fewest_repeats(rounds: int, met: dict[int, int]) -> None:
    grid = fewest_repeats(12, rounds)
    assert len(grid) == rounds
    assert all(sorted(number for table in rnd for number in table) == list(range(12)) for rnd in grid)
    assert Counter(meetings(grid).values()) == met
    partners = Counter(tuple(sorted(pair)) for rnd in grid for t in rnd for pair in (t[::2], t[1::2]))
    assert set(partners.values()) == {1}


def test_sizes_without_a_known_grid_have_none() -> None:
    assert fewest_repeats(12, 9) == ()
    assert fewest_repeats(16, 8) == ()


@pytest.mark.parametrize("size", [2, 3, 4, 5, 7, 8, 9, 11, 16, 25, 27])
def test_fields_are_fields(size: int) -> None:
    gf = field(size)
    elements = range(size)
    for x, y in itertools.product(elements, elements):
        assert gf.plus[x][y] == gf.plus[y][x]
        assert gf.times[x][y] == gf.times[y][x]
    for x in elements:
        assert sorted(gf.plus[x]) == list(elements)
        assert gf.times[x][1] == x
        assert x == 0 or sorted(gf.times[x]) == list(elements)
    for x, y, z in itertools.product(elements[:6], elements, elements[-6:]):
        assert gf.times[x][gf.plus[y][z]] == gf.plus[gf.times[x][y]][gf.times[x][z]]


@pytest.mark.parametrize("size", [0, 1, 6, 12, 100])
def test_size_other_than_a_prime_power_has_no_field(size: int) -> None:
    with pytest.raises(ValueError, match=str(size)):
        field(size)
