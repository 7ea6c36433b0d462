"""Lower bounds on repeated meetings and repeated partners in any draw.

With c the times a pair shares a table, the *repeat score* is the sum of c(c-1)/2 over all pairs: a third meeting weighs more than
a second. The bounds are counting arguments: meetings spread as evenly as integers allow, and the pigeonhole between two rounds.
"""

import itertools
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from functools import cache
from typing import TypeVar

P = TypeVar("P", int, str)
"""A person: a number, or a name."""


def half(n: int) -> int:
    """Return the number of pairs among `n`, n(n-1)/2."""
    return n * (n - 1) // 2


def spread(total: int, boxes: int) -> int:
    """Return the least sum of c(c-1)/2 over `boxes` (at least one) integers c that add up to `total`."""
    each, more = divmod(total, boxes)
    return (boxes - more) * half(each) + more * half(each + 1)


def pigeonhole(first: Sequence[int], second: Sequence[int]) -> int:
    """Return a lower bound on the pairs that meet in both of two rounds of the same people, from their table sizes."""
    ways = (first, second), (second, first)
    return max(sum(spread(size, len(tables)) for size in sizes) for sizes, tables in ways)


def meetings(sizes: Sequence[int]) -> int:
    """Return the number of pairs that meet in a round with tables of these `sizes`."""
    return sum(half(size) for size in sizes)


def reach(rooms: Iterable[Collection[Hashable]]) -> int:
    """Return the number of pairs of people who are together in at least one of the `rooms`.

    People who were in exactly the same rooms form one class, so that only the few classes are compared.
    """
    where: dict[Hashable, list[int]] = {}
    for number, room in enumerate(rooms):
        for person in room:
            where.setdefault(person, []).append(number)
    classes = Counter(map(tuple, where.values()))
    total = sum(half(count) for count in classes.values())
    for (some, n), (others, m) in itertools.combinations(classes.items(), 2):
        if not set(some).isdisjoint(others):
            total += n * m
    return total


def score_bound(
    rooms: Sequence[frozenset[P]],
    sizes: Sequence[Sequence[int]],
    met: Mapping[tuple[P, P], int],
    played: int,
    teams: Collection[frozenset[P]] = (),
) -> int:
    """Return a lower bound of the repeat score of a whole evening, without meetings within fixed pairs (`teams`).

    `rooms` and `sizes` have the players present and the table sizes of each round; `met` counts meetings in the `played` rounds.
    """

    def reached(some: Collection[frozenset[P]]) -> int:
        return reach(some) - sum(any(pair <= room for room in some) for pair in teams)

    totals = [4 * len(tables) if teams else meetings(tables) for tables in sizes]
    low = spread(sum(totals), reached(set(rooms)))
    seated = zip(rooms, sizes, strict=True)
    if not teams and all(room == rooms[0] and len(room) == sum(tables) for room, tables in seated):
        low = max(low, sum(pigeonhole(a, b) for a, b in itertools.combinations(sizes, 2)))
        if len(rooms[0]) == 20 and len(sizes) > 5 and all(tuple(s) == (4,) * 5 for s in sizes):
            low = max(low, 1)  # a sixth round without a repeat does not exist (OEIS A107431)
    if played:
        later = set(rooms[played:])
        unmet = reached(later) - sum(any(a in room and b in room for room in later) for a, b in met)
        low = max(low, sum(half(c) for c in met.values()) + max(0, sum(totals[played:]) - unmet))
    return low


Room = tuple[tuple[int, bool], ...]
"""Tables of a round: the size of each, and whether it is an odd size."""


def overlap(first: Room, second: Room, leave: int, meeting: int, odd: int) -> int | None:
    """Return the least total cost of two rounds of the same people, or `None` when `leave` people cannot leave.

    Tries every way to distribute the tables of one round over those of the other. `leave` people play in the first round and
    sit out in the second; `meeting` is the cost of a pair that shares a table in both, `odd` that of a person at an odd-sized
    table in both. Where each round has at least as many tables as the largest table has seats, the cost is 0, unless `leave`
    or `odd` count.
    """
    if leave > sum(size for size, _ in first):
        return None
    both_odd = odd and all(any(kind for _, kind in tables) for tables in (first, second))
    if not (leave or both_odd) and max(size for size, _ in (*first, *second)) <= min(len(first), len(second)):
        return 0

    @cache
    def least(row: int, free: Room, out: int) -> int | None:
        """Return the least cost of the tables from `row` on; `free` has the seats left in the second round."""
        if row == len(first):
            return None if out else 0
        size, odd_row = first[row]
        best: int | None = None
        for left in range(min(out, size) + 1):
            for cells in _shared(size - left, free):
                rest = tuple(sorted((room - x, kind) for x, (room, kind) in zip(cells, free, strict=True)))
                later = least(row + 1, rest, out - left)
                if later is None:
                    continue
                kinds = zip(cells, (kind for _, kind in free), strict=True)
                here = sum(meeting * half(x) + (odd * x if odd_row and kind else 0) for x, kind in kinds)
                best = here + later if best is None else min(best, here + later)
        return best

    return least(0, tuple(sorted(second)), leave)


def _shared(people: int, free: Room) -> Iterable[tuple[int, ...]]:
    """Yield every way to distribute `people` over tables with the seats in `free`, as the number at each table."""
    if not free:
        if not people:
            yield ()
        return
    for x in range(min(people, free[0][0]) + 1):
        for rest in _shared(people - x, free[1:]):
            yield (x, *rest)


def least_sum(costs: Iterable[Sequence[int | None]], total: int) -> int:
    """Return the least sum of costs, one of each sequence (`None` is none), whose indexes add up to `total`; 0 without any such
    choice.
    """
    best: dict[int, int] = {0: 0}
    for choices in costs:
        sums: dict[int, int] = {}
        for used, cost in best.items():
            for place, more in enumerate(choices):
                at = used + place
                if more is not None and at <= total and cost + more < sums.get(at, cost + more + 1):
                    sums[at] = cost + more
        best = sums
    return best.get(total, 0)
