"""The board of a search: the seats of all rounds, and their cost.

Costs are integers in half points: a repeated meeting costs 2, a third one 4 more; a repeated
partner 6 on top; an unequal share of the odd-sized tables 1. Byes are handed out fairly at the
start and only move in ways that keep them fair, so they cost nothing here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

MEETING = 2
"""Half points for a second meeting at a table."""
PARTNER = 6
"""Half points for playing with the same partner again, on top of the meeting."""
ODD = 1
"""Half points for a second time at an odd-sized table. More than this would buy fairness with repeats, which players mind more."""

REGULAR, SMALLER_OR_LARGER, BYE = 0, 1, 2


@dataclass
class Layout:
    """One round: flat seats, each table padded to `width` places with a nobody."""

    width: int
    """Places per table, 4 or more."""
    seats: list[int]
    """The player at each place; one more place at the end is empty."""
    live: list[int]
    """The places that hold people."""
    across: list[int]
    """For each place, the place of the partner, or the last place for none."""
    kind: list[int]
    """For each place, whether its table is regular, odd-sized, or a bye."""
    company: list[int]
    """For each place, how many others are at its table."""
    tables: list[tuple[int, int]]
    """First place and size of each table, byes left out."""

    def result(self) -> list[tuple[int, ...]]:
        return [tuple(self.seats[at : at + size]) for at, size in self.tables]

    def sit_out(self) -> list[int]:
        return [self.seats[i] for i in self.live if self.kind[i] == BYE]


def lay_out(
    tables: Sequence[Sequence[int]], byes: Sequence[int], *, nobody: int, usual: int, partners: bool
) -> Layout:
    """Lay a round out for the search; the number `nobody` pads a table."""
    width = max([4, *(len(t) for t in tables)])
    end = width * (len(tables) + len(byes))
    made = Layout(width, [nobody] * (end + 1), [], [end] * end, [BYE] * end, [0] * end, [])
    for number, table in enumerate([*tables, *([p] for p in byes)]):
        at = number * width
        size = len(table)
        made.seats[at : at + size] = table
        made.live.extend(range(at, at + size))
        if number >= len(tables):
            continue
        made.tables.append((at, size))
        for i in range(size):
            made.kind[at + i] = REGULAR if size == usual else SMALLER_OR_LARGER
            made.company[at + i] = size - 1
            if partners and size == 4:
                made.across[at + i] = at + (i ^ 2)
    return made


@dataclass
class Board:
    """All rounds of a search with the running counts."""

    people: int
    """How many numbers there are; the number `people` itself is nobody."""
    met: list[list[int]]
    """How often two people share a table, the past and forbidden pairs included."""
    mated: list[list[int]]
    """How often two people partner."""
    byes: list[int]
    odd: list[int]
    """Times at an odd-sized table per person."""
    rounds: list[Layout] = field(default_factory=list)
    """The rounds that may still change."""
    cost: int = 0
    """What the rounds cost so far, in half points, beyond the counts at the start."""

    @classmethod
    def empty(cls, people: int) -> Board:
        """A board before any players have met."""
        size = people + 1
        met, mated = ([[0] * size for _ in range(size)] for _ in range(2))
        return cls(people, met, mated, byes=[0] * size, odd=[0] * size)

    def dread(self, pairs: Iterable[tuple[int, int]], times: int) -> None:
        """Count each of `pairs` as having met `times` times already."""
        for a, b in pairs:
            self.met[a][b] = max(self.met[a][b], times)
            self.met[b][a] = self.met[a][b]

    def add(self, layout: Layout) -> None:
        """Put a round on the board and count it."""
        self._count(layout)
        self.rounds.append(layout)

    def _count(self, layout: Layout) -> None:
        seats = layout.seats
        for at, size in layout.tables:
            for i in range(at, at + size):
                if layout.kind[i] == SMALLER_OR_LARGER:
                    self._tally(self.odd, seats[i], ODD)
                for j in range(i + 1, at + size):
                    a, b = seats[i], seats[j]
                    self._tally(self.met[a], b, MEETING)
                    self.met[b][a] = self.met[a][b]
                    if layout.across[i] == j:
                        self._tally(self.mated[a], b, PARTNER)
                        self.mated[b][a] = self.mated[a][b]
        for person in layout.sit_out():
            self.byes[person] += 1

    def _tally(self, counts: list[int], who: int, weight: int) -> None:
        self.cost += weight * counts[who]
        counts[who] += 1

    def shift(self, a: int, b: int, kind_a: int, kind_b: int) -> int | None:
        """Half points that it costs when `a` and `b` change between kinds of tables; `None` when byes would be less fair."""
        if (kind_b == BYE and self.byes[a] != self.byes[b] - 1) or (
            kind_a == BYE and self.byes[b] != self.byes[a] - 1
        ):
            return None
        odd = self.odd
        extra = 0
        if kind_a == SMALLER_OR_LARGER:
            extra += odd[b] - odd[a] + 1
        elif kind_b == SMALLER_OR_LARGER:
            extra += odd[a] - odd[b] + 1
        return ODD * extra

    def moved(self, a: int, b: int, kind_a: int, kind_b: int) -> None:
        """Count that `a` and `b` have changed between kinds of tables."""
        for who, left, joined in ((a, kind_a, kind_b), (b, kind_b, kind_a)):
            self.odd[who] += (joined == SMALLER_OR_LARGER) - (left == SMALLER_OR_LARGER)
            self.byes[who] += (joined == BYE) - (left == BYE)

    def delta(self, layout: Layout, i: int, j: int) -> int | None:
        """Half points that swapping the people at places `i` and `j` costs; `None` when it means nothing or is not allowed."""
        seats, width, across = layout.seats, layout.width, layout.across
        a, b = seats[i], seats[j]
        same = i // width == j // width
        x, y = seats[across[i]], seats[across[j]]
        if same and (x in (b, self.people)):
            return None
        cost = 0
        if layout.kind[i] != layout.kind[j]:
            extra = self.shift(a, b, layout.kind[i], layout.kind[j])
            if extra is None:
                return None
            cost = extra
        met_a, met_b = self.met[a], self.met[b]
        if not same:
            here, there = i - i % width, j - j % width
            total = layout.company[i] + layout.company[j] - 2 * met_a[b]
            for p in seats[here : here + width]:
                total += met_b[p] - met_a[p]
            for p in seats[there : there + width]:
                total += met_a[p] - met_b[p]
            cost += MEETING * total
        end = len(across)
        partners = (across[i] != end) + (across[j] != end)
        pa, pb = self.mated[a], self.mated[b]
        return cost + PARTNER * (pa[y] - pa[x] + pb[x] - pb[y] + partners)

    def swap(self, layout: Layout, i: int, j: int, delta: int) -> None:
        """Swap the people at places `i` and `j`; `delta` is what that costs."""
        seats, width, met, nobody = layout.seats, layout.width, self.met, self.people
        a, b = seats[i], seats[j]
        met_a, met_b = met[a], met[b]
        here, there = i - i % width, j - j % width
        if here != there:
            for p in seats[here : here + width]:
                if p not in (a, nobody):
                    met_a[p] -= 1
                    met_b[p] += 1
                    met[p][a] -= 1
                    met[p][b] += 1
            for p in seats[there : there + width]:
                if p not in (b, nobody):
                    met_b[p] -= 1
                    met_a[p] += 1
                    met[p][b] -= 1
                    met[p][a] += 1
        x, y = seats[layout.across[i]], seats[layout.across[j]]
        mated = self.mated
        for who, left, joined in ((a, x, y), (b, y, x)):
            mated[who][left] -= 1
            mated[left][who] -= 1
            mated[who][joined] += 1
            mated[joined][who] += 1
            mated[who][nobody] = mated[nobody][who] = 0
        if layout.kind[i] != layout.kind[j]:
            self.moved(a, b, layout.kind[i], layout.kind[j])
        seats[i], seats[j] = b, a
        self.cost += delta
