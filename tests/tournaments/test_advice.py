"""Advice when the number of players does not fit the tables, in literal numbers."""

from __future__ import annotations

import pytest

from scorekeeper.draw.seating.problem import Odd, table_sizes
from scorekeeper.tournaments.advice import advised

TAROT, BOUEES, JASS = (3, 4, 5), (4, 5, 6), (4,)


@pytest.mark.parametrize(
    ("sizes", "present", "rounds", "advice"),
    [
        (TAROT, 18, 4, (2, Odd.THREES, 3, 2)),
        (TAROT, 17, 4, (1, Odd.THREES, 3, 3)),
        (TAROT, 19, 4, (3, Odd.THREES, 3, 1)),
        (TAROT, 16, 4, None),
        # Five players cannot be split into tables of three and four.
        (TAROT, 5, 4, (1, Odd.FIVES, 5, 1)),
        # Everybody sits out once.
        (TAROT, 5, 5, None),
        (TAROT, 18, 9, None),
        (TAROT, 3, 4, None),
        (BOUEES, 18, 4, (2, Odd.FIVES, 5, 2)),
        (BOUEES, 7, 4, None),
        (JASS, 18, 4, None),
    ],
)
def test_other_table_sizes_are_advised_if_byes_are_uneven(
    sizes: tuple[int, ...], present: int, rounds: int, advice: tuple[int, Odd, int, int] | None
) -> None:
    given = advised(sizes, Odd.BYES, 4, rounds=rounds, present=present)
    assert (given and (given.byes, given.odd, given.size, given.tables)) == advice
    assert advised(sizes, Odd.THREES, 4, rounds=rounds, present=present) is None


def test_advised_tables_seat_everybody() -> None:
    for present in range(3, 200):
        given = advised(TAROT, Odd.BYES, 4, rounds=4, present=present)
        if given is not None:
            assert sum(table_sizes(present, given.odd, 4)) == present
