"""What no draw can beat: lower bounds on repeated meetings and repeated partners.

With c the times a pair shares a table, the *repeat score* is the sum of c(c-1)/2 over all
pairs, so that a third meeting weighs more than a second. The bounds are counting arguments:
meetings spread as evenly as integers allow, and the pigeonhole between two rounds.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Sequence


def half(n: int) -> int:
    """Return n(n-1)/2, the number of pairs among ``n``."""
    return n * (n - 1) // 2


def spread(total: int, boxes: int) -> int:
    """Return the least sum of c(c-1)/2 when ``total`` is shared out over ``boxes`` (at least one) integers."""
    each, more = divmod(total, boxes)
    return (boxes - more) * half(each) + more * half(each + 1)


def pigeonhole(first: Sequence[int], second: Sequence[int]) -> int:
    """Return the least number of pairs that meet in both of two rounds of the same people.

    Args:
        first: The table sizes of one round.
        second: The table sizes of the other.
    """
    return max(
        sum(spread(size, len(second)) for size in first),
        sum(spread(size, len(first)) for size in second),
    )


def meetings(sizes: Sequence[int]) -> int:
    """Return how many pairs meet in a round of tables of these ``sizes``."""
    return sum(half(size) for size in sizes)


def reach(rooms: Iterable[Collection[Hashable]]) -> int:
    """Return how many pairs are in one of the ``rooms`` together at least once.

    People who were in the same rooms are counted as one class, of which there are few.
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


def score_bound(sizes: Sequence[Sequence[int]], *, pairs: int, same_people: bool, people: int) -> int:
    """Return a lower bound of the repeat score of a whole evening.

    Args:
        sizes: The table sizes, round by round.
        pairs: How many pairs are in the room together at least once (fixed pairs left out).
        same_people: Whether the same people play at tables in every round.
        people: How many players there are.
    """
    low = spread(sum(meetings(s) for s in sizes), pairs)
    if same_people:
        low = max(low, sum(pigeonhole(a, b) for a, b in itertools.combinations(sizes, 2)))
        if people == 20 and len(sizes) > 5 and all(tuple(s) == (4,) * 5 for s in sizes):
            low = max(low, 1)  # a sixth round without a repeat does not exist (OEIS A107431)
    return low


def after_history(past: Sequence[int], later: int, free: int) -> int:
    """Return a lower bound of the repeat score when some rounds are already played.

    Args:
        past: The meetings of every pair that has met.
        later: How many meetings the coming rounds hold.
        free: How many pairs that will be in the room together have not met yet.
    """
    return sum(half(c) for c in past) + max(0, later - free)
