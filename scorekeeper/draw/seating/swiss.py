"""Swiss round: neighbours in the ranking meet, and repeated meetings are avoided.

Annealing moves players between nearby tables. Its cost is the distance in rank within each table, plus a large cost for each
repeat. Odd-sized tables go to those who were least often at one, the last in the ranking first. The best and the last of a table
play against the two in the middle (power pairing), unless partners would repeat.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import accumulate
from random import Random

from scorekeeper.draw.seating.anneal import Chances, Watch, cooling
from scorekeeper.draw.seating.problem import Pair, Problem, Seated, ordered, partnerships, table_meetings
from scorekeeper.draw.seating.search import odd_ones_placed

LADDER = (
    0.882497, 0.868477, 0.852928, 0.835721, 0.816726, 0.795815, 0.772867, 0.747772,
    0.720439, 0.690802, 0.658828, 0.624532, 0.587979, 0.549306, 0.508722, 0.466527,
    0.423112, 0.378964, 0.334666, 0.290875, 0.248313, 0.207726, 0.169845, 0.135335,
)  # fmt: skip
"""Probability of accepting one rank more, from temperature 8 down to 0.5 geometrically."""

HOT_LADDER = (
    0.991701, 0.990455, 0.989023, 0.987377, 0.985486, 0.983315, 0.980822, 0.977960,
    0.974677, 0.970913, 0.966598, 0.961656, 0.956000, 0.949531, 0.942140, 0.933706,
    0.924092, 0.913151, 0.900718, 0.886619, 0.870666, 0.852661, 0.832399, 0.809675,
    0.784290, 0.756058, 0.724822, 0.690466, 0.652938, 0.612265, 0.568580, 0.522149,
    0.473385, 0.422873, 0.371374, 0.319818, 0.269279, 0.220917, 0.175908, 0.135335,
)  # fmt: skip
"""The same from temperature 120: hot enough to undo entangled repeats among few players."""

WINDOW = 12
"""Largest distance in ranks between two people who swap places."""
REPEAT = 400
"""Cost of one repeated meeting, in ranks."""
FORBIDDEN, UNWISHED = 4_000, 200
"""Costs of a forbidden and of an unwished pair at one table, in ranks."""
SMALL = 128
"""Largest number of players for a second, hot try when repeats are left."""
PER_PERSON, AT_MOST = 12_000, 800_000
"""Number of proposals per person, and their maximum in all."""


def seat_by_rank(problem: Problem, ranking: Sequence[int], chance: Random, watch: Watch) -> Seated:
    """Return the one coming round of `problem`, drawn by `ranking`: the players present, best first."""
    coming = problem.coming[0]
    # The lowest in the ranking sit out, of those with the fewest byes.
    had = problem.byes
    turn = sorted((had[person], -rank, person) for rank, person in enumerate(ranking))
    out = {person for _, _, person in turn[: coming.byes]}
    playing = [p for p in ranking if p not in out]
    kinds = [problem.level and size != problem.usual for size in coming.sizes]
    if any(kinds):
        playing = odd_ones_placed(playing, coming.sizes, problem.usual, problem.odd)
    room = _Ranks(coming.sizes, kinds, _prices(problem, playing))
    room.settle(chance, watch, ladder=LADDER, window=WINDOW)
    room.separate()
    paid = room.paid()
    if len(playing) <= SMALL and max(paid) >= UNWISHED and not watch.stopped:
        before = list(room.seats)
        room.settle(chance, watch, ladder=HOT_LADDER, window=len(playing))
        if sum(room.paid()) >= sum(paid):
            room.seats = before
    mated = partnerships(problem.past)
    tables = []
    for places in dict.fromkeys(room.tables):
        ranks = sorted(room.seats[place] for place in places)
        if problem.partners and len(ranks) == 4:
            ranks = _face_to_face(ranks, playing, mated)
        tables.append(tuple(playing[r] for r in ranks))
    return Seated(tuple(tables), tuple(sorted(out)))


def _prices(problem: Problem, playing: Sequence[int]) -> list[list[int]]:
    """Return the cost, in ranks, of each two ranks sharing a table, as a square matrix."""
    count = len(playing)
    pairs = problem.usual == 2
    gap = [d * d if pairs else d for d in range(count)]
    prices = [gap[a:0:-1] + gap[: count - a] for a in range(count)]
    rank = {person: r for r, person in enumerate(playing)}
    wishes = Counter({pair: REPEAT * n for pair, n in table_meetings(problem.past).items()})
    wishes.update({pair: REPEAT // 4 * n for pair, n in partnerships(problem.past).items()})
    wishes.update(dict.fromkeys(problem.avoid, UNWISHED))
    wishes.update(dict.fromkeys(problem.apart, FORBIDDEN))
    for (a, b), price in wishes.items():
        if a in rank and b in rank:
            prices[rank[a]][rank[b]] += price
            prices[rank[b]][rank[a]] += price
    return prices


class _Ranks:
    """Assignment of ranks to the places of a round, with the cost of their meetings."""

    def __init__(self, sizes: Sequence[int], kinds: Sequence[bool], prices: list[list[int]]) -> None:
        self.prices = prices
        self.kinds = [kind for kind, size in zip(kinds, sizes, strict=True) for _ in range(size)]
        """For each place, whether its table is odd-sized; nobody moves between the two kinds."""
        self.seats = list(range(sum(sizes)))
        """Rank at each place, table by table."""
        tables = ((size, range(end - size, end)) for size, end in zip(sizes, accumulate(sizes), strict=True))
        self.tables = [places for size, places in tables for _ in range(size)]
        """For each place, all places of its table."""
        self.others = [tuple(k for k in table if k != i) for i, table in enumerate(self.tables)]

    def settle(self, chance: Random, watch: Watch, *, ladder: Chances, window: int) -> None:
        """Anneal with the temperatures of `ladder`, by swapping ranks at most `window` apart."""
        count = len(self.seats)
        place = sorted(range(count), key=self.seats.__getitem__)
        budget = min(AT_MOST, PER_PERSON * count)
        watch.planned += budget
        sweeps = max(1, budget // (len(ladder) * count))
        for accept in cooling(ladder, sweeps, lambda: watch.tick(sweeps * count, 0)):
            self.sweep(place, chance.random, window=window, accept=accept)

    def sweep(self, place: list[int], draw: Callable[[], float], *, window: int, accept: Chances) -> None:
        """Propose to swap each rank with a random one at most `window` away. A swap that costs c more has the probability
        `accept[c]`.

        `place` has the place of each rank, and is updated.
        """
        seats, prices, kinds, others = self.seats, self.prices, self.kinds, self.others
        count, limit = len(seats), len(accept)
        for a in range(count):
            b = a + int(draw() * (2 * window + 1)) - window
            if not 0 <= b < count or a == b:
                continue
            i, j = place[a], place[b]
            if j in others[i] or kinds[i] != kinds[j]:
                continue
            pa, pb = prices[a], prices[b]
            d = 0
            for k in others[i]:
                x = seats[k]
                d += pb[x] - pa[x]
            for k in others[j]:
                x = seats[k]
                d += pa[x] - pb[x]
            if d <= 0 or (d < limit and draw() < accept[d]):
                seats[i], seats[j] = b, a
                place[a], place[b] = j, i

    def separate(self) -> None:
        """Remove repeated meetings that are left: swap each person concerned with the one that gains most, as long as a swap
        gains.
        """
        seats = self.seats
        gained = True
        while gained:
            gained = False
            for i in range(len(seats)):
                if max(self.prices[seats[i]][seats[k]] for k in self.tables[i]) < UNWISHED:
                    continue
                d, j = min((self.exchange(i, j), j) for j in range(len(seats)))
                if d < 0:
                    seats[i], seats[j] = seats[j], seats[i]
                    gained = True

    def exchange(self, i: int, j: int) -> int:
        """Return the change of the cost when the ranks at places `i` and `j` swap; 0 at one table, or at tables of two kinds."""
        if self.tables[i] == self.tables[j] or self.kinds[i] != self.kinds[j]:
            return 0
        pa, pb = self.prices[self.seats[i]], self.prices[self.seats[j]]
        here = [self.seats[k] for k in self.tables[i] if k != i]
        there = [self.seats[k] for k in self.tables[j] if k != j]
        return sum(pb[x] - pa[x] for x in here) + sum(pa[x] - pb[x] for x in there)

    def paid(self) -> list[int]:
        """Return the cost of each meeting: of every two ranks at the same table, table by table."""
        pairs = ((i, k) for i, table in enumerate(self.tables) for k in range(table.start, i))
        return [self.prices[self.seats[i]][self.seats[k]] for i, k in pairs]


def _face_to_face(ranks: list[int], playing: Sequence[int], mated: Counter[Pair]) -> list[int]:
    """Return four ranks in seats: first and last against the middle, unless partners would repeat."""
    a, b, c, d = ranks
    ways = ([a, b, d, c], [a, b, c, d], [a, c, b, d])
    return min(ways, key=lambda w: sum(mated[ordered(playing[w[i]], playing[w[i + 2]])] for i in (0, 1)))
