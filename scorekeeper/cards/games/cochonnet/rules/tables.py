"""Possible totals of the cochonnets of the two camps, computed over a pack with four cards of each rank.

A set of totals is stored as the bits of one integer, so that adding a card to all its totals is one shift.
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
    """Return the numbers of cochonnets of both camps if camp `side` has seven; 0 is camp A."""
    return (GIVEN + 1, GIVEN) if side == 0 else (GIVEN, GIVEN + 1)


@dataclass(frozen=True)
class Totals:
    """Possible points of both camps in a manche."""

    rows: tuple[int, ...]
    """For each total of camp A, the possible totals of camp B with it, as bits."""
    each: tuple[int, int]
    """Possible totals of camp A and of camp B, as bits."""
    sums: int
    """Possible sums of both totals, as bits."""

    def has_total(self, side: int, total: int) -> bool:
        """Return whether a camp can have a total, with any total of the other camp."""
        return total >= 0 and bool(self.each[side] >> total & 1)

    def together(self, first: int, second: int) -> bool:
        """Return whether the camps can have these totals in the same manche."""
        return self.has_total(0, first) and second >= 0 and bool(self.rows[first] >> second & 1)

    def of(self, side: int) -> Iterator[tuple[int, int]]:
        """Yield the possible totals of one camp as runs: first and last number."""
        return runs(self.each[side])

    def given(self, side: int, total: int) -> Iterator[tuple[int, int]]:
        """Yield the possible totals of the other camp, given a total of camp `side`, as runs."""
        if side == 0:
            return runs(self.rows[total] if total < len(self.rows) else 0)
        return runs(sum(1 << first for first, row in enumerate(self.rows) if row >> total & 1))


def runs(bits: int) -> Iterator[tuple[int, int]]:
    """Yield the runs of set bits: first and last index, both included."""
    start = None
    for place in range(bits.bit_length() + 1):
        if bits >> place & 1:
            start = place if start is None else start
        elif start is not None:
            yield start, place - 1
            start = None


@lru_cache(maxsize=64)
def exchanged(values: tuple[int, ...], seven: int) -> Totals:
    """Return the possible totals if the last trick gives one cochonnet: seven for camp `seven` (0 is A), six for the other.

    `values` has the points of a card of each rank, in the order of `RANKS`.
    """
    wide = 2 * COPIES * max(values) + 1
    sets: _Sets = {(0, 0): 1}
    counts = sevens(seven)
    for value in values:
        sets = _dealt(sets, value, COPIES, counts, wide)
    return _totals(sets[counts], wide)


@lru_cache(maxsize=64)
def lowest(values: tuple[int, ...], tie: tuple[int, int]) -> Totals:
    """Return the possible totals if all lowest cards of the last trick count, with the number of them for each camp in `tie`.

    The other cards of that trick have higher ranks. So if the lowest is a valet or higher, enough cards above it must not be
    cochonnets.
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
"""Possible totals of both camps, by their numbers of cards, as bits with the index `first total × wide + second total`.

`wide` is greater than any total: one more than eight cards of the highest value.
"""


def _dealt(sets: _Sets, value: int, copies: int, counts: tuple[int, int], wide: int) -> _Sets:
    """Return the sets after the `copies` cards of one rank were given to either camp or to none."""
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
