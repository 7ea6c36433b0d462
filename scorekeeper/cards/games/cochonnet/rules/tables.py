"""Which totals the cochonnets of the two camps can have: worked out over the pack, four cards of each rank.

A set of totals is held as the bits of one integer, so that adding a card to every set at once is one shift.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "V", "D", "R", "A")
"""Ranks from the lowest to the highest."""
COPIES = 4
"""Cards of each rank in the pack."""
GIVEN = 6
"""Cochonnets of a camp before the last trick: three for each of its players."""
LAST = 4


def sevens(side: int) -> tuple[int, int]:
    """Cochonnets of each camp where one has seven: camp `side`, 0 for A."""
    return (GIVEN + 1, GIVEN) if side == 0 else (GIVEN, GIVEN + 1)


@dataclass(frozen=True)
class Totals:
    """The possible points of two camps in a manche."""

    rows: tuple[int, ...]
    """For each total of camp A, the totals that camp B can have with it, as bits."""
    each: tuple[int, int]
    """The totals of camp A and of camp B, as bits."""
    sums: int
    """The sums of both, as bits."""

    def alone(self, side: int, total: int) -> bool:
        """Whether a camp can have a total, whatever the other one has."""
        return total >= 0 and bool(self.each[side] >> total & 1)

    def together(self, first: int, second: int) -> bool:
        """Whether the camps can have these totals in the same manche."""
        return self.alone(0, first) and second >= 0 and bool(self.rows[first] >> second & 1)

    def of(self, side: int) -> Iterator[tuple[int, int]]:
        """The totals of one camp as runs, from and to."""
        return runs(self.each[side])

    def beside(self, side: int, total: int) -> Iterator[tuple[int, int]]:
        """The totals the other camp can have beside a total of this one, as runs."""
        if side == 0:
            return runs(self.rows[total] if total < len(self.rows) else 0)
        return runs(sum(1 << first for first, row in enumerate(self.rows) if row >> total & 1))


def runs(bits: int) -> Iterator[tuple[int, int]]:
    """The runs of bits that are set, from and to, both included."""
    start = None
    for place in range(bits.bit_length() + 1):
        if bits >> place & 1:
            start = place if start is None else start
        elif start is not None:
            yield start, place - 1
            start = None


@lru_cache(maxsize=64)
def exchanged(values: tuple[int, ...], seven: int) -> Totals:
    """Totals where the last trick gives one cochonnet: seven cards for camp `seven` (0 is A), six for the other.

    `values` is what a card of each rank is worth, in the order of `RANKS`.
    """
    wide = 2 * COPIES * max(values) + 1
    sets: _Sets = {(0, 0): 1}
    counts = sevens(seven)
    for value in values:
        sets = _dealt(sets, value, COPIES, counts, wide)
    return _totals(sets[counts], wide)


@lru_cache(maxsize=64)
def lowest(values: tuple[int, ...], tie: tuple[int, int]) -> Totals:
    """Totals where the lowest cards of the last trick all count, `tie` of them for each camp.

    The other cards of that trick are of higher ranks, so where the lowest is a valet or more there must be enough
    cards above it that are nobody's cochonnet.
    """
    wide = 2 * COPIES * max(values) + 1
    before: _Sets = {(0, 0): 1}
    after: _Sets = {}
    counts = (GIVEN, GIVEN)
    for above, value in enumerate(reversed(values)):
        after = _dealt(after, value, COPIES, counts, wide)
        room = COPIES * above - (LAST - sum(tie))
        ready = {used: bits for used, bits in before.items() if sum(used) <= room}
        step = value * (tie[0] * wide + tie[1])
        for used, bits in _dealt(ready, value, COPIES - sum(tie), counts, wide).items():
            after[used] = after.get(used, 0) | bits << step
        before = _dealt(before, value, COPIES, counts, wide)
    return _totals(after[counts], wide)


_Sets = dict[tuple[int, int], int]
"""By the cards each camp has: the totals both can have, as bits of one number, `first total × wide + second total`.

`wide` is more than any total: eight cards of the highest worth.
"""


def _dealt(sets: _Sets, value: int, copies: int, counts: tuple[int, int], wide: int) -> _Sets:
    """The sets after the cards of one rank went to a camp, to the other, or to neither."""
    after: _Sets = {}
    for (first, second), bits in sets.items():
        for a in range(min(copies, counts[0] - first) + 1):
            for b in range(min(copies - a, counts[1] - second) + 1):
                used = (first + a, second + b)
                after[used] = after.get(used, 0) | bits << value * (a * wide + b)
    return after


def _totals(bits: int, wide: int) -> Totals:
    mask = (1 << wide) - 1
    rows: list[int] = []
    first = second = sums = 0
    while bits:
        row = bits & mask
        first |= bool(row) << len(rows)
        second |= row
        sums |= row << len(rows)
        rows.append(row)
        bits >>= wide
    return Totals(tuple(rows), (first, second), sums)
