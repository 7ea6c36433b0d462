"""The knock-out of the best after the rounds: who meets whom, who goes on, and the places that follow.

Each who goes on has a number from 1, the better one lower: at first the place in the ranking, later the best number that is free at
the table they won. So first and last meet, and the first two not before the final (the usual seeding of cups). Pairs meet two
and two, of whom one goes on; single players sit at tables of four, of whom two go on: the camp that wins, or the two best of a
game without camps. Where these numbers do not fill all tables the best of them go on without playing. Those who lost the two
tables of the semi-finals may play for the third place beside the final (*petite finale*), by the numbers that were left to them there.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from scorekeeper.draw.standings import Standing

PAIRS, PERSONS = 2, 4
"""Number of competitors who meet at a table."""


def seeded(count: int, at_table: int) -> int:
    """Number of so many that can begin: single players only in twos, and none where they fill no table."""
    count -= count % (at_table // 2)
    return count if count >= at_table else 0


def going_on(count: int, at_table: int) -> int:
    """Number of so many that are left after a round."""
    left = at_table // 2
    while left * 2 < count:
        left *= 2
    return left


def rounds_of(count: int, at_table: int) -> int:
    """Number of rounds that so many play."""
    rounds = 0
    while count >= at_table:
        count, rounds = going_on(count, at_table), rounds + 1
    return rounds


def tables_of(count: int, at_table: int) -> tuple[tuple[int, ...], ...]:
    """The numbers at each table of a round, the lowest of each first; those at none of them go on without playing."""
    left = going_on(count, at_table)
    out = 2 * left - count
    if at_table == PAIRS:
        return tuple((out + place, count + 1 - place) for place in range(1, count - left + 1))
    places = range(1, (count - left) // 2 + 1)
    return tuple((out + place, left + 1 - place, left + place, count + 1 - place) for place in places)


@dataclass(frozen=True)
class Bout:
    """A table of the knock-out."""

    numbers: tuple[int, ...]
    """Those who meet, the lowest number first."""
    winners: tuple[int, ...]
    """Those of them who go on, the lowest first; nobody while it is not known."""


def numbers_after(byes: int, bouts: Sequence[Bout]) -> dict[int, int]:
    """The number in the next round of each who goes on, by the one in this round."""
    after = {number: number for number in range(1, byes + 1)}
    for bout in bouts:
        free = bout.numbers[: len(bout.winners)]
        after |= dict(zip(bout.winners, free, strict=True))
    return after


def for_third_place(semi_finals: Sequence[Bout]) -> dict[int, int]:
    """The number beside the final of each who plays for the third place, by the one in the semi-finals; nobody without two tables."""
    if len(semi_finals) != 2:
        return {}
    after: dict[int, int] = {}
    for bout in semi_finals:
        losers = [number for number in bout.numbers if number not in bout.winners]
        after |= dict(zip(losers, bout.numbers[len(bout.winners) :], strict=True))
    return after


def placed(standings: Sequence[Standing], reached: Mapping[int, int]) -> tuple[Standing, ...]:
    """The ranking with those of the knock-out first, who came further before the others; `reached` says how far, more is further.

    Who came as far keeps the order of the rounds. Nobody of the knock-out shares a place; the others keep what they share.
    """
    order = sorted(standings, key=lambda line: -reached.get(line.number, -1))
    lines: list[Standing] = []
    for place, line in enumerate(order, 1):
        if line.number in reached:
            lines.append(replace(line, rank=place, shared=False, behind_by=None))
            continue
        above = lines[-1] if lines and lines[-1].number not in reached else None
        same = above is not None and order[place - 2].rank == line.rank
        now = replace(line, rank=above.rank if above and same else place)
        lines.append(now if above else replace(now, behind_by=None))
    counts = Counter(line.rank for line in lines)
    return tuple(replace(line, shared=counts[line.rank] > 1) for line in lines)
