"""Problem of a search in numbers, with its table sizes, costs and lower bounds. Number i is the person at place i of the lot."""

import heapq
import itertools
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

from scorekeeper.cards.rules.contract import LARGEST_TABLE, SMALLEST_TABLE
from scorekeeper.draw.seating.bounds import P, half, least_sum, meetings, overlap, score_bound, spread

Sizes = tuple[int, ...]
"""Table sizes of a round."""
T = TypeVar("T", int, str, Sizes)


class DrawImpossible(ValueError):
    """A draw with the given options does not exist."""

    def __init__(self, code: str, **values: object) -> None:
        """Store a stable code, such as `too-few-players`, and the values of its sentence: counts and names."""
        super().__init__(code if not values else f"{code} {values}")
        self.code = code
        self.values: Mapping[str, object] = values


class Odd(StrEnum):
    """Rule for players who do not fill the tables."""

    BYES = "byes"
    """The players left over sit out, in turn."""
    THREES = "threes"
    """Some tables have one player less."""
    FIVES = "fives"
    """Some tables have one player more."""


def table_sizes(present: int, tables: Odd | Sequence[int], size: int) -> Sizes:
    """Return the table sizes of a round, from the rule for players left over or as given in `tables`. Raises `DrawImpossible`."""
    if not isinstance(tables, Odd):
        sizes = tuple(tables)
        for seats in sizes:
            _check_size(seats)
        if not sizes or sum(sizes) > present:
            raise DrawImpossible("sizes-do-not-fit", present=present, seats=sum(sizes))
        return sizes
    _check_size(size)
    if present < size:
        raise DrawImpossible("too-few-players", present=present, needed=size)
    if tables is Odd.BYES or present % size == 0:
        return (size,) * (present // size)
    other = size - 1 if tables is Odd.THREES else size + 1
    _check_size(other)
    count = -present % size if tables is Odd.THREES else present % size
    rest = present - count * other
    if rest < 0:
        raise DrawImpossible("no-such-tables", present=present, size=size, other=other)
    return (size,) * (rest // size) + (other,) * count


def usual_size(tables: Odd | Sequence[int], size: int) -> int:
    """Return the regular table size: `size`, or the most frequent one when sizes are given."""
    if isinstance(tables, Odd):
        return size
    return Counter(tables).most_common(1)[0][0] if tables else size


def _check_size(size: int) -> None:
    if not SMALLEST_TABLE <= size <= LARGEST_TABLE:
        raise DrawImpossible("size-out-of-range", size=size, least=SMALLEST_TABLE, most=LARGEST_TABLE)


Tables = tuple[tuple[int, ...], ...]
Pair = tuple[int, int]

MEETING = 2
"""Half points for a second meeting at a table."""
PARTNER = 6
"""Half points for a second time with the same partner, on top of the meeting."""
ODD, LEVEL_ODD = 1, 4
"""Half points for a second time at an odd-sized table; `LEVEL_ODD` where these must be even, so that a search rarely ends otherwise."""
MUST, RATHER = 20, 2
"""Number of meetings that a forbidden and an unwished pair are counted with from the start."""


@dataclass(frozen=True)
class RoundSeats(Generic[P]):
    """One round, in numbers or in names."""

    tables: tuple[tuple[P, ...], ...]
    """Players of each table by seat, in order of play; at a table of four, seats 0 and 2 are partners."""
    sit_out: tuple[P, ...] = ()
    """Players present who have a bye."""

    @property
    def room(self) -> frozenset[P]:
        return frozenset(itertools.chain(*self.tables, self.sit_out))

    @property
    def sizes(self) -> tuple[int, ...]:
        return tuple(map(len, self.tables))


class Seated(RoundSeats[int]):
    """One round in numbers."""


@dataclass(frozen=True)
class Coming:
    """A round still to be drawn."""

    present: tuple[int, ...]
    """Players present, in ascending order."""
    sizes: tuple[int, ...]
    """Table sizes; the players left over have a bye."""

    @property
    def byes(self) -> int:
        return len(self.present) - sum(self.sizes)


@dataclass(frozen=True)
class Problem:
    """A whole evening of `people` numbers: the rounds played (`past`) and those to draw (`coming`)."""

    people: int
    coming: tuple[Coming, ...]
    past: tuple[Seated, ...] = ()
    usual: int = 4
    partners: bool = True
    """Whether opposite seats at tables of four are partners."""
    apart: frozenset[Pair] = frozenset()
    """Pairs that must not share a table."""
    avoid: frozenset[Pair] = frozenset()
    """Pairs that should not share a table, if that costs little."""
    level: bool = True
    """Whether times at odd-sized tables are distributed as evenly as possible, with priority over meetings."""

    @property
    def odd_cost(self) -> int:
        """Half points for a second time at an odd-sized table."""
        return LEVEL_ODD if self.level else ODD

    @property
    def plain(self) -> bool:
        """Whether all players sit at tables of four in every round, and nothing is played yet."""
        return not self.past and all(sum(c.sizes) == self.people and set(c.sizes) == {4} for c in self.coming)

    @property
    def rooms(self) -> list[frozenset[int]]:
        """Players present in each round, the rounds played first."""
        return [*(rnd.room for rnd in self.past), *(frozenset(rnd.present) for rnd in self.coming)]

    @property
    def sizes(self) -> list[tuple[int, ...]]:
        return [*(rnd.sizes for rnd in self.past), *(rnd.sizes for rnd in self.coming)]

    @property
    def byes(self) -> Counter[int]:
        """Number of byes of each person in the rounds played."""
        return Counter(person for rnd in self.past for person in rnd.sit_out)

    @property
    def odd(self) -> Counter[int]:
        """Number of times of each person at an odd-sized table in the rounds played."""
        tables = (table for rnd in self.past for table in rnd.tables if len(table) != self.usual)
        return Counter(person for table in tables for person in table)

    def odd_share(self, people: Iterable[int]) -> int:
        """Return the least increase of the sum of n(n-1)/2 in the coming rounds, n being a person's times at odd-sized tables."""
        more = sum(size for rnd in self.coming for size in rnd.sizes if size != self.usual)
        had = self.odd
        return level_cost([had[p] for p in people], more)


def ordered(a: T, b: T) -> tuple[T, T]:
    """Return the pair in ascending order."""
    return (a, b) if a < b else (b, a)


def pairs_of(people: Iterable[P]) -> Iterable[tuple[P, P]]:
    """Return all pairs of `people`, each in ascending order."""
    return itertools.combinations(sorted(people), 2)


def table_meetings(rounds: Iterable[RoundSeats[P]]) -> Counter[tuple[P, P]]:
    """Count how often each pair shares a table."""
    return Counter(pair for rnd in rounds for table in rnd.tables for pair in pairs_of(table))


def partnerships(rounds: Iterable[RoundSeats[P]]) -> Counter[tuple[P, P]]:
    """Count how often each pair sits opposite each other at a table of four."""
    fours = (table for rnd in rounds for table in rnd.tables if len(table) == 4)
    return Counter(ordered(table[seat], table[seat + 2]) for table in fours for seat in (0, 1))


BEST_KNOWN = {(8, 10): 204, (20, 6): 6, (24, 8): 18}
"""(players, rounds) -> lowest repeat score found by long searches, where it is above the lower bound."""
FEW_TABLES, FEW_ROUNDS = 4, 12
"""Limits for bounding pairs of rounds one by one; beyond them the counting bounds are as good, or nobody plays."""


def few_floor(problem: Problem) -> int:
    """Return a lower bound of the cost of a small evening's coming rounds without repeated partners, in half points; 0 if unknown.

    With c the times a pair meets, c(c-1)/2 counts the pairs of rounds in which it does; the same holds for times at odd-sized
    tables and for byes. So an evening costs at least the sum over its pairs of rounds. Byes are distributed evenly, so the
    number of people who sit out in both rounds of a pair is known, summed over all pairs. Where times at odd-sized tables are
    distributed evenly too, their sum is known as well, and the bound holds for any cost assumed for them.
    """
    sizes, present = problem.sizes, problem.coming[0].present
    if len(set(problem.rooms)) > 1 or len(sizes) > FEW_ROUNDS or max(map(len, sizes)) > FEW_TABLES:
        return 0
    if not problem.level or set(itertools.chain(*sizes)) == {problem.usual}:
        return _few_floor(problem, ODD)
    share = problem.odd_share(present)
    return max(_few_floor(problem, odd) + (LEVEL_ODD - odd) * share for odd in range(-2, LEVEL_ODD + 1))


def _few_floor(problem: Problem, odd: int) -> int:
    """Return the bound of `few_floor` when a person at odd-sized tables in two rounds costs `odd`."""
    sizes, present = problem.sizes, problem.coming[0].present
    kinds = itertools.combinations_with_replacement(sorted(set(sizes)), 2)
    costs = {(a, b): _least_costs(a, b, len(present), problem.usual, odd) for a, b in kinds}
    coming = range(len(problem.past), len(sizes))
    pairs = [costs[ordered(sizes[a], sizes[b])] for b in coming for a in range(b)]
    byes = problem.byes
    return least_sum(pairs, level_cost([byes[p] for p in present], sum(c.byes for c in problem.coming)))


def _least_costs(a: Sizes, b: Sizes, people: int, usual: int, odd: int) -> tuple[int | None, ...]:
    """Return the least cost of two rounds for each number of people who sit out in both, from 0; `None` where impossible."""
    first, second = (tuple((size, size != usual) for size in sizes) for sizes in (a, b))
    out_a, out_b = people - sum(a), people - sum(b)
    return tuple(overlap(first, second, out_b - both, MEETING, odd) for both in range(min(out_a, out_b) + 1))


def level_cost(counts: Sequence[int], more: int) -> int:
    """Return the least increase of the sum of n(n-1)/2 over `counts` when `more` units are added to them."""
    if not any(counts):
        return spread(more, len(counts))
    heap = list(counts)
    heapq.heapify(heap)
    return sum(heapq.heapreplace(heap, heap[0] + 1) for _ in range(more))


def score_floor(problem: Problem) -> int:
    """Return a lower bound of the repeat score of `problem`, including the rounds played.

    Where some pairs must not meet, all meetings are shared by the other pairs, unless a forbidden meeting might be cheaper.
    """
    low = score_bound(problem.rooms, problem.sizes, table_meetings(problem.past), len(problem.past))
    everybody = problem.coming[0].present
    others = half(len(everybody)) - len(problem.apart)
    if problem.past or others < 1 or any(c.present != everybody or c.byes for c in problem.coming):
        return low
    strict = spread(sum(map(meetings, problem.sizes)), others)
    return max(low, strict) if strict < low + MUST else low


def goal(problem: Problem) -> int:
    """Return the cost of the coming rounds, in half points, at which the search may stop: a lower bound, or the best known."""
    score = max(0, score_floor(problem) - sum(half(c) for c in table_meetings(problem.past).values()))
    if problem.plain:
        score = max(score, BEST_KNOWN.get((problem.people, len(problem.coming)), 0))
    mates = 0
    if problem.partners:
        paid = partnerships(problem.past)
        fours = sum(2 * c.sizes.count(4) for c in problem.coming) + paid.total()
        mates = spread(fours, half(problem.people)) - sum(half(c) for c in paid.values())
    least = MEETING * score + problem.odd_cost * problem.odd_share(range(problem.people))
    if not problem.plain:
        least = max(least, few_floor(problem))
    return least + PARTNER * max(0, mates)
