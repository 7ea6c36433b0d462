"""What a search is asked, in numbers: number i is the person whom the lot gave place i."""

from __future__ import annotations

import heapq
import itertools
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scorekeeper.rules.seating.bounds import (
    after_history,
    meetings,
    overlap,
    reach,
    score_bound,
    spread,
    together,
)

Tables = tuple[tuple[int, ...], ...]
Pair = tuple[int, int]

MOST_SEATS = 6
"""Largest table that anybody asks for."""
MUST, RATHER = 20, 2
"""Meetings that a forbidden and an unwished pair are taken to have had already."""


@dataclass(frozen=True)
class Seated:
    """One round as numbers."""

    tables: Tables
    """Who sits at each table, in seats."""
    sit_out: tuple[int, ...] = ()
    """Who is in the room and has a bye."""


@dataclass(frozen=True)
class Coming:
    """A round still to be drawn."""

    present: tuple[int, ...]
    """Who is in the room, in rising order."""
    sizes: tuple[int, ...]
    """The sizes of its tables; whoever is left has a bye."""

    @property
    def byes(self) -> int:
        """How many sit out."""
        return len(self.present) - sum(self.sizes)


@dataclass(frozen=True)
class Problem:
    """A whole evening to draw."""

    people: int
    """How many numbers there are."""
    coming: tuple[Coming, ...]
    """The rounds to draw."""
    past: tuple[Seated, ...] = ()
    """The rounds already played."""
    usual: int = 4
    """The regular size of a table."""
    partners: bool = True
    """Whether opposite seats at tables of four play together."""
    apart: frozenset[Pair] = frozenset()
    """Pairs that must not share a table."""
    avoid: frozenset[Pair] = frozenset()
    """Pairs that had rather not share a table."""

    @property
    def plain(self) -> bool:
        """Whether everybody plays at tables of four in every round, and nothing is played yet."""
        return not self.past and all(sum(c.sizes) == self.people and set(c.sizes) == {4} for c in self.coming)


def ordered(a: int, b: int) -> Pair:
    """Return the pair with the smaller number first."""
    return (a, b) if a < b else (b, a)


def pairs_of(people: Iterable[int]) -> Iterable[Pair]:
    """Return all pairs of `people`, each in rising order."""
    return itertools.combinations(sorted(people), 2)


def table_meetings(rounds: Iterable[Seated]) -> Counter[Pair]:
    """Count how often each pair shares a table."""
    return Counter(pair for rnd in rounds for table in rnd.tables for pair in pairs_of(table))


def partnerships(rounds: Iterable[Seated]) -> Counter[Pair]:
    """Count how often each pair sits opposite each other at a table of four."""
    return Counter(
        ordered(table[i], table[i + 2])
        for rnd in rounds
        for table in rnd.tables
        if len(table) == 4
        for i in (0, 1)
    )


def score_floor(problem: Problem) -> int:
    """Return a lower bound of the repeat score of `problem`, the rounds played included.

    Where pairs must not meet, the others share the meetings, unless that costs so much that
    breaking a wish might be cheaper.
    """
    rooms = [
        *(tuple(sorted((*(p for t in s.tables for p in t), *s.sit_out))) for s in problem.past),
        *(c.present for c in problem.coming),
    ]
    sizes = [*(tuple(len(t) for t in s.tables) for s in problem.past), *(c.sizes for c in problem.coming)]
    distinct = set(rooms)
    same = len(distinct) == 1 and all(sum(s) == len(room) for s, room in zip(sizes, rooms, strict=True))
    pairs = reach(distinct)
    low = score_bound(sizes, pairs=pairs, same_people=same, people=len(rooms[0]))
    if problem.past:
        old = table_meetings(problem.past)
        later = [set(room) for room in {c.present for c in problem.coming}]
        met_again = sum(any(a in room and b in room for room in later) for a, b in old)
        coming = sum(meetings(c.sizes) for c in problem.coming)
        low = max(low, after_history(list(old.values()), coming, reach(later) - met_again))
    elif same and len(problem.apart) < pairs:
        strict = spread(sum(map(meetings, sizes)), pairs - len(problem.apart))
        low = max(low, strict if strict < low + MUST else 0)
    return low


FEW_TABLES, FEW_ROUNDS = 4, 12
"""Up to here pairs of rounds are looked at one by one; beyond, the counting bounds are as good or nobody plays."""


def few_floor(problem: Problem, meeting: int, odd: int) -> int:
    """Return a lower bound of what the coming rounds of a small evening cost, repeated partners left out; 0 if not known.

    With c the times a pair meets, c(c-1)/2 counts the pairs of rounds in which it does; the same is true of times at odd
    tables and of byes. So an evening costs at least what its pairs of rounds cost one by one, and as byes are shared out
    evenly, it is known how many sit out in both rounds of a pair, taken over all pairs. A second meeting costs `meeting`, a second
    time at an odd table `odd`.
    """
    rooms = {*(frozenset((*(p for t in s.tables for p in t), *s.sit_out)) for s in problem.past)}
    rooms |= {frozenset(c.present) for c in problem.coming}
    sizes = [*(tuple(len(t) for t in s.tables) for s in problem.past), *(c.sizes for c in problem.coming)]
    if len(rooms) > 1 or len(sizes) > FEW_ROUNDS or max(map(len, sizes)) > FEW_TABLES:
        return 0
    people = len(problem.coming[0].present)
    if any(size > MOST_SEATS for round_ in sizes for size in round_):
        return 0
    costs = {
        (a, b): _apart(a, b, people, problem.usual, (meeting, odd))
        for a, b in itertools.combinations_with_replacement(sorted(set(sizes)), 2)
    }
    played = len(problem.past)
    pairs = [
        costs[min(sizes[a], sizes[b]), max(sizes[a], sizes[b])]
        for b in range(played, len(sizes))
        for a in range(b)
    ]
    before = Counter(p for s in problem.past for p in s.sit_out)
    byes = level_cost([before[p] for p in problem.coming[0].present], sum(c.byes for c in problem.coming))
    return together(pairs, byes)


def _apart(
    a: tuple[int, ...], b: tuple[int, ...], people: int, usual: int, weights: tuple[int, int]
) -> tuple[int | None, ...]:
    """Return what two rounds cost at least, for each number of people who sit out in both."""
    first, second = (tuple((size, size != usual) for size in sizes) for sizes in (a, b))
    out_a, out_b = people - sum(a), people - sum(b)
    return tuple(overlap(first, second, out_b - both, *weights) for both in range(min(out_a, out_b) + 1))


def level_cost(counts: Sequence[int], more: int) -> int:
    """Return the least growth of the sum of n(n-1)/2 when `more` are added to `counts`."""
    if not any(counts):
        return spread(more, len(counts))
    heap = list(counts)
    heapq.heapify(heap)
    return sum(heapq.heapreplace(heap, heap[0] + 1) for _ in range(more))
