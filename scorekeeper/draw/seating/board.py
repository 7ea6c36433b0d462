"""Board of a search: the seats of all rounds, and their cost.

Costs are integers in half points: a second meeting costs 2, a third one 4 more; a repeated partnership 6 on top; a second time at an
odd-sized table 4 (1 in draws of former versions). Byes are distributed fairly at the start, and only moves that keep them fair are
allowed, so they cost nothing.
"""

from collections.abc import Iterable, Iterator
from itertools import product

from scorekeeper.draw.seating.problem import MEETING, MUST, PARTNER, RATHER, Problem, Seated

REGULAR, SMALLER_OR_LARGER, BYE = 0, 1, 2


class Layout:
    """One round as a flat list of places. Free places of a table hold nobody, the number after the last person."""

    def __init__(self, rnd: Seated, problem: Problem) -> None:
        self.width = max([4, *rnd.sizes])
        """Number of places per table, 4 or more."""
        end = self.width * (len(rnd.tables) + len(rnd.sit_out))
        self.seats = [problem.people] * (end + 1)
        """Person at each place; one more place at the end is always empty."""
        self.live: list[int] = []
        """Places that hold people."""
        self.across = [end] * end
        """For each place, the place of the partner; the empty last place for none."""
        self.kind = [BYE] * end
        """For each place, `REGULAR`, `SMALLER_OR_LARGER` or `BYE`."""
        self.company = [0] * end
        """For each place, the number of others at its table."""
        self.tables: list[tuple[int, int]] = []
        """First place and size of each table, byes left out."""
        for number, table in enumerate((*rnd.tables, *zip(rnd.sit_out))):
            at, size = number * self.width, len(table)
            places = range(at, at + size)
            self.seats[at : at + size] = table
            self.live.extend(places)
            if number >= len(rnd.tables):
                continue
            self.tables.append((at, size))
            for place in places:
                self.kind[place] = REGULAR if size == problem.usual else SMALLER_OR_LARGER
                self.company[place] = size - 1
                if problem.partners and size == 4:
                    self.across[place] = at + (place - at ^ 2)

    def sit_out(self) -> tuple[int, ...]:
        return tuple(self.seats[i] for i in self.live if self.kind[i] == BYE)

    def seated(self) -> Seated:
        return Seated(tuple(tuple(self.seats[at : at + size]) for at, size in self.tables), self.sit_out())


class Board:
    """Rounds of a search with running counts and cost. Past rounds and wishes are counted too, at no cost of their own."""

    def __init__(self, problem: Problem, rounds: Iterable[Seated] = ()) -> None:
        self.problem, self.people = problem, problem.people
        size = self.people + 1
        self.met, self.mated = ([[0] * size for _ in range(size)] for _ in range(2))
        """Matrices of the times that two people share a table and are partners. A wish counts as meetings already had."""
        self.byes, self.odd = [0] * size, [0] * size
        """Number of byes, and of times at an odd-sized table, of each person."""
        self.rounds: list[Layout] = []
        """Rounds that may still change."""
        self.cost = 0
        """Cost of `rounds`, in half points."""
        self.levelled = False
        """Whether swaps that distribute times at odd-sized tables less evenly are refused."""
        for rnd in problem.past:
            self._count(Layout(rnd, problem))
        for pairs, times in ((problem.avoid, RATHER), (problem.apart, MUST)):
            for a, b in pairs:
                self.met[a][b] = self.met[b][a] = max(self.met[a][b], times)
        self.cost = 0
        for rnd in rounds:
            self.add(rnd)

    def add(self, rnd: Seated) -> None:
        """Add a round that may change, and count it."""
        layout = Layout(rnd, self.problem)
        self._count(layout)
        self.rounds.append(layout)

    def _count(self, layout: Layout) -> None:
        seats = layout.seats
        for at, size in layout.tables:
            for i in range(at, at + size):
                if layout.kind[i] == SMALLER_OR_LARGER:
                    self._tally(self.odd, seats[i], self.problem.odd_cost)
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
        """Return the cost, in half points, of `a` and `b` swapping kinds of tables; `None` when that is less fair and so refused."""
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
        return None if extra > 0 and self.levelled else self.problem.odd_cost * extra

    def again(self, layout: Layout, i: int) -> bool:
        """Return whether the person at place `i` has a repeated meeting or partner there."""
        seats, at = layout.seats, i - i % layout.width
        met, mated = self.met[seats[i]], self.mated[seats[i]]
        return any(met[p] > 1 for p in seats[at : at + layout.width]) or mated[seats[layout.across[i]]] > 1

    def level(self) -> bool:
        """Distribute times at odd-sized tables as evenly as possible, by the cheapest swaps. Return whether anybody moved."""
        moved = False
        while swaps := list(self._levelling()):
            delta, number, i, j = min(swaps)
            self.swap(self.rounds[number], i, j, delta)
            moved = True
        self.levelled = True
        return moved

    def _levelling(self) -> Iterator[tuple[int, int, int, int]]:
        """Yield swaps that make the times at odd-sized tables more even: cost, index of the round, and the two places."""
        for number, layout in enumerate(self.rounds):
            odd, kind = [self.odd[person] for person in layout.seats], layout.kind
            at_odd = [i for i in layout.live if kind[i] == SMALLER_OR_LARGER]
            for i, j in product(at_odd, layout.live):
                if kind[j] == REGULAR and odd[i] > odd[j] + 1:
                    # Never refused: the tables differ, and the times at odd-sized ones become more even.
                    yield self.delta(layout, i, j) or 0, number, i, j

    def moved(self, a: int, b: int, kind_a: int, kind_b: int) -> None:
        """Update the counts of people `a` and `b`, who left tables of `kind_a` and `kind_b` and now have each other's."""
        for who, left, joined in ((a, kind_a, kind_b), (b, kind_b, kind_a)):
            self.odd[who] += (joined == SMALLER_OR_LARGER) - (left == SMALLER_OR_LARGER)
            self.byes[who] += (joined == BYE) - (left == BYE)

    def delta(self, layout: Layout, i: int, j: int) -> int | None:
        """Return the cost, in half points, of swapping the people at places `i` and `j`; `None` when it has no effect or is refused."""
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
        """Swap the people at places `i` and `j`; `delta` is the cost that the method `delta` returned."""
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
