"""Knock-out of the best competitors after the rounds: seeds, tables, byes, and the final ranking.

Seeds are numbers from 1, the best competitor first. The first seeds are the places in the ranking. Later, the winners at a table
take its best seeds. So the first and the last seed meet, and the first two not before the final (the usual seeding of cups).
Of two pairs at a table, one advances. Of four single players two advance: the winning camp, or the two best in a game without
camps. Where the competitors do not fill all tables, the best seeds have a bye. The losers of two semi-final tables may play for the
third place beside the final (*petite finale*), with the seeds that the winners left.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from scorekeeper.draw.standings import Standing

PAIRS, PERSONS = 2, 4
"""Number of competitors at a table: two pairs, or four single players."""


def seeded(count: int, at_table: int) -> int:
    """Return how many of `count` competitors can enter: an even number of single players; 0 when no table is full."""
    count -= count % (at_table // 2)
    return count if count >= at_table else 0


def going_on(count: int, at_table: int) -> int:
    """Return how many of `count` competitors advance to the next round, byes included."""
    left = at_table // 2
    while left * 2 < count:
        left *= 2
    return left


def rounds_of(count: int, at_table: int) -> int:
    """Return the number of knock-out rounds for `count` competitors, the final included."""
    rounds = 0
    while count >= at_table:
        count, rounds = going_on(count, at_table), rounds + 1
    return rounds


def tables_of(count: int, at_table: int) -> tuple[tuple[int, ...], ...]:
    """Return the seeds at each table of a round, in ascending order. Seeds at no table have a bye."""
    left = going_on(count, at_table)
    out = 2 * left - count
    if at_table == PAIRS:
        return tuple((out + place, count + 1 - place) for place in range(1, count - left + 1))
    places = range(1, (count - left) // 2 + 1)
    return tuple((out + place, left + 1 - place, left + place, count + 1 - place) for place in places)


@dataclass(frozen=True)
class Bout:
    """A table of a knock-out round, with its winners once they are known."""

    numbers: tuple[int, ...]
    """Seeds at the table, in ascending order."""
    winners: tuple[int, ...]
    """Seeds that advance, in ascending order; empty while the result is not known."""


def numbers_after(byes: int, bouts: Sequence[Bout]) -> dict[int, int]:
    """Map the seed in this round of each competitor who advances to the seed in the next round."""
    after = {number: number for number in range(1, byes + 1)}
    for bout in bouts:
        free = bout.numbers[: len(bout.winners)]
        after |= dict(zip(bout.winners, free, strict=True))
    return after


def for_third_place(semi_finals: Sequence[Bout]) -> dict[int, int]:
    """Map the semi-final seed of each loser to the seed in the match for third place; empty unless there were two tables."""
    if len(semi_finals) != 2:
        return {}
    after: dict[int, int] = {}
    for bout in semi_finals:
        losers = [number for number in bout.numbers if number not in bout.winners]
        after |= dict(zip(losers, bout.numbers[len(bout.winners) :], strict=True))
    return after


def placed(standings: Sequence[Standing], reached: Mapping[int, int]) -> tuple[Standing, ...]:
    """Return the ranking with the competitors of the knock-out first, by how far each came (`reached`, higher is further).

    Those who came equally far keep their order in `standings`, and no place is shared among them. The others keep shared places.
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
