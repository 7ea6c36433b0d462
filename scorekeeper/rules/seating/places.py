"""Which table number each table gets: nobody again and again at the same one."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from scorekeeper.rules.seating.anneal import LADDER, Watch, chances
from scorekeeper.rules.seating.lot import mixed
from scorekeeper.rules.seating.problem import Seated

WEIGHT = (0, 0, 1, 5, 15, 34, 65, 111, 175, 260, 369, 505, 671, 870)
"""What n times at the same number cost: pairs, and triples threefold on top, so that twice for
two people is better than three times for one. Further times continue with the last step."""
PROPOSALS = 150_000
"""Exchanges that the annealing proposes."""
_STEPS = LADDER[8:30]


def _weight(n: int) -> int:
    return WEIGHT[n] if n < len(WEIGHT) else WEIGHT[-1] + 200 * (n - len(WEIGHT) + 1)


def number_tables(
    coming: Sequence[Seated],
    past: Sequence[Seated],
    chance: random.Random,
    watch: Watch,
    *,
    people: int,
    stay: Mapping[int, int],
) -> list[Seated]:
    """Return the `coming` rounds with their tables in the order of their numbers.

    People in `stay` keep the same table number, counted from 0, all evening.
    """
    most = max((len(r.tables) for r in (*past, *coming)), default=0)
    counts = [[0] * most for _ in range(people)]
    for rnd in past:
        for number, table in enumerate(rnd.tables):
            for person in table:
                counts[person][number] += 1
    work = _Numbers(counts)
    for rnd in coming:
        work.add(rnd, stay, chance)
    work.repair(chance)
    work.anneal(chance, watch)
    return [Seated(tuple(t), rnd.sit_out) for t, rnd in zip(work.rounds, coming, strict=True)]


class _Numbers:
    """The tables of all coming rounds in their order, and how often who sat at which number."""

    def __init__(self, counts: list[list[int]]) -> None:
        self.counts = counts
        self.rounds: list[list[tuple[int, ...]]] = []
        self.movable: list[list[int]] = []

    def add(self, rnd: Seated, stay: Mapping[int, int], chance: random.Random) -> None:
        """Number a round at random; tables of people who stay go where they must."""
        places: list[tuple[int, ...] | None] = [None] * len(rnd.tables)
        rest = []
        for i in mixed(range(len(rnd.tables)), chance):
            table = rnd.tables[i]
            wanted = [stay[p] for p in table if p in stay and stay[p] < len(places)]
            at = next((w for w in wanted if places[w] is None), None)
            if at is None:
                rest.append(table)
            else:
                places[at] = table
        free = [number for number, table in enumerate(places) if table is None]
        for number, table in zip(free, rest, strict=True):
            places[number] = table
        done = [table for table in places if table is not None]
        self.rounds.append(done)
        self.movable.append(free)
        for number, table in enumerate(done):
            for person in table:
                self.counts[person][number] += 1

    def delta(self, tables: list[tuple[int, ...]], x: int, y: int) -> int:
        """Return what exchanging the numbers `x` and `y` costs."""
        d = 0
        for table, old, new in ((tables[x], x, y), (tables[y], y, x)):
            for person in table:
                row = self.counts[person]
                here, there = row[old], row[new]
                d += _weight(there + 1) - _weight(there) + _weight(here - 1) - _weight(here)
        return d

    def swap(self, tables: list[tuple[int, ...]], x: int, y: int) -> None:
        """Exchange the numbers `x` and `y`."""
        for table, old, new in ((tables[x], x, y), (tables[y], y, x)):
            for person in table:
                self.counts[person][old] -= 1
                self.counts[person][new] += 1
        tables[x], tables[y] = tables[y], tables[x]

    def repair(self, chance: random.Random) -> None:
        """Move tables where somebody sits again, while that helps."""
        gained = True
        while gained:
            gained = False
            for tables, free in zip(self.rounds, self.movable, strict=True):
                for x in free:
                    if all(self.counts[person][x] == 1 for person in tables[x]):
                        continue
                    for _ in range(12):
                        y = free[int(chance.random() * len(free))]
                        if x != y and self.delta(tables, x, y) < 0:
                            self.swap(tables, x, y)
                            gained = True
                            break

    def cost(self) -> int:
        """Return what the numbers cost in all."""
        return sum(_weight(n) for row in self.counts for n in row)

    def anneal(self, chance: random.Random, watch: Watch) -> None:
        """Exchange numbers within rounds while somebody still sits at one again."""
        draw = chance.random
        cost = self.cost()
        tables = sum(map(len, self.movable))
        sweeps = max(1, PROPOSALS // (len(_STEPS) * max(1, tables)))
        for step in _STEPS:
            accept = chances(step * step)
            limit = len(accept)
            for _ in range(sweeps):
                if not cost:
                    return
                for rnd, free in zip(self.rounds, self.movable, strict=True):
                    for x in free:
                        y = free[int(draw() * len(free))]
                        d = self.delta(rnd, x, y) if x != y else 0
                        if x != y and (d <= 0 or (d < limit and draw() < accept[d])):
                            self.swap(rnd, x, y)
                            cost += d
            if watch.tick(0, 0):
                return
