"""The knock-out in literal numbers: the tables of each size, who advances, and the final places."""

from __future__ import annotations

import pytest

from scorekeeper.draw.knockout import (
    PAIRS,
    PERSONS,
    Bout,
    for_third_place,
    going_on,
    numbers_after,
    placed,
    rounds_of,
    seeded,
    tables_of,
)
from scorekeeper.draw.standings import Competitor, Result, rank, with_prizes


@pytest.mark.parametrize(
    ("count", "tables"),
    [
        (2, ((1, 2),)),
        (3, ((2, 3),)),
        (4, ((1, 4), (2, 3))),
        (6, ((3, 6), (4, 5))),
        (7, ((2, 7), (3, 6), (4, 5))),
        (8, ((1, 8), (2, 7), (3, 6), (4, 5))),
    ],
)
def test_first_pair_meets_the_last_and_the_best_get_byes(
    count: int, tables: tuple[tuple[int, ...], ...]
) -> None:
    assert tables_of(count, PAIRS) == tables


@pytest.mark.parametrize(
    ("count", "tables"),
    [
        (4, ((1, 2, 3, 4),)),
        (6, ((3, 4, 5, 6),)),
        (8, ((1, 4, 5, 8), (2, 3, 6, 7))),
        (10, ((7, 8, 9, 10),)),
        (12, ((5, 8, 9, 12), (6, 7, 10, 11))),
        (16, ((1, 8, 9, 16), (2, 7, 10, 15), (3, 6, 11, 14), (4, 5, 12, 13))),
    ],
)
def test_single_players_are_spread_over_tables_of_four(
    count: int, tables: tuple[tuple[int, ...], ...]
) -> None:
    assert tables_of(count, PERSONS) == tables


@pytest.mark.parametrize(
    ("count", "at_table", "begin", "left", "rounds"),
    [
        (1, PAIRS, 0, 0, 0),
        (2, PAIRS, 2, 1, 1),
        (5, PAIRS, 5, 4, 3),
        (8, PAIRS, 8, 4, 3),
        (9, PAIRS, 9, 8, 4),
        (3, PERSONS, 0, 0, 0),
        (5, PERSONS, 4, 2, 1),
        (6, PERSONS, 6, 4, 2),
        (16, PERSONS, 16, 8, 3),
        (17, PERSONS, 16, 8, 3),
    ],
)
def test_how_many_begin_go_on_and_how_many_rounds_they_play(
    count: int, at_table: int, begin: int, left: int, rounds: int
) -> None:
    assert seeded(count, at_table) == begin
    assert rounds_of(begin, at_table) == rounds
    if begin:
        assert going_on(begin, at_table) == left


@pytest.mark.parametrize(("at_table", "most"), [(PAIRS, 64), (PERSONS, 64)])
def test_any_number_is_seated_once_or_gets_a_bye(at_table: int, most: int) -> None:
    for count in range(at_table, most + 1, at_table // 2):
        tables = tables_of(count, at_table)
        seats = sorted(number for table in tables for number in table)
        byes = count - len(seats)
        assert seats == list(range(byes + 1, count + 1))
        assert all(len(table) == at_table and list(table) == sorted(table) for table in tables)
        assert byes + len(tables) * at_table // 2 == going_on(count, at_table)
        # The first two meet only in the final, when both always win.
        assert count <= at_table or not any({1, 2} <= {*table} for table in tables)


def test_winner_takes_the_best_free_number_of_the_table() -> None:
    bouts = [Bout((3, 6), (6,)), Bout((4, 5), (4,))]
    assert numbers_after(2, bouts) == {1: 1, 2: 2, 6: 3, 4: 4}
    fours = [Bout((1, 4, 5, 8), (5, 8)), Bout((2, 3, 6, 7), (2, 7))]
    assert numbers_after(0, fours) == {5: 1, 8: 4, 2: 2, 7: 3}
    assert numbers_after(0, [Bout((1, 2), ())]) == {}


def test_further_rounds_rank_ahead_and_equals_share_the_rank() -> None:
    totals = {1: 900, 2: 800, 3: 800, 4: 700, 5: 700, 6: 600}
    lines = rank([Competitor(number, (Result(1, total),)) for number, total in totals.items()])
    assert [line.rank for line in lines] == [1, 2, 2, 4, 4, 6]
    # 4 won the final against 1; 2 was not in it.
    final = with_prizes(placed(lines, {1: 1, 4: 2}), ("un cochon", "un jambon", "un saucisson", "un boudin"))
    assert [(line.number, line.rank, line.shared) for line in final] == [
        (4, 1, False),
        (1, 2, False),
        (2, 3, True),
        (3, 3, True),
        (5, 5, False),
        (6, 6, False),
    ]
    assert [line.prizes for line in final][:5] == [
        ("un cochon",),
        ("un jambon",),
        ("un saucisson", "un boudin"),
        ("un saucisson", "un boudin"),
        (),
    ]
    assert all(line.behind_by is None for line in final)


def test_tie_break_of_the_others_is_still_named() -> None:
    people = [Competitor(number, (Result(1, 500, matches),)) for number, matches in ((1, 2), (2, 1), (3, 0))]
    final = placed(rank(people), {1: 0})
    assert [(line.number, line.behind_by) for line in final] == [(1, None), (2, None), (3, "matchs")]


def test_semi_final_loser_takes_a_free_number_there() -> None:
    assert for_third_place([Bout((1, 4), (4,)), Bout((2, 3), (2,))]) == {1: 4, 3: 3}
    fours = [Bout((1, 4, 5, 8), (4, 5)), Bout((2, 3, 6, 7), (2, 7))]
    assert for_third_place(fours) == {1: 5, 8: 8, 3: 6, 6: 7}
    # Three pairs: one advanced by a bye, and only one lost.
    assert for_third_place([Bout((2, 3), (2,))]) == {}
