"""Fair seats and table numbers for tables already drawn.

Where nobody meets twice, every order of a table is allowed, and edge colouring distributes the seats exactly. Where players meet
again, other partners are allowed only if no more of them repeat: a short annealing chooses among those orders.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain
from random import Random

from scorekeeper.draw.seating.anneal import LADDER, Watch, cooling
from scorekeeper.draw.seating.bounds import half
from scorekeeper.draw.seating.lot import mixed
from scorekeeper.draw.seating.problem import Pair, Seated, level_cost, ordered, partnerships

Rounds = Sequence[Seated]
Rows = list[list[int]]
Turn = tuple[int, ...]
Turns = Sequence[Turn]
PROPOSALS = 150_000
"""Number of reorderings of a table, or swaps of table numbers, that the annealing proposes."""
_STEPS = tuple(step * step for step in LADDER[35:36] + LADDER[12:34])
"""First cold, to improve what the colouring left, then from temperature 0.5 downwards."""

TURNS = ((2, 1, 0, 3), (0, 3, 2, 1), (1, 2, 3, 0), (3, 0, 1, 2), (3, 2, 1, 0), (1, 0, 3, 2))
"""Orders that keep partners opposite each other: two partners swap, or everybody moves."""
_OTHERS = ((1, 0, 2, 3), (0, 1, 3, 2), (0, 2, 1, 3), (3, 1, 2, 0))
"""Orders that change the partners."""


def seat_counts(rounds: Rounds, people: int) -> Rows:
    """Count how often each person sat in each seat of a table of four."""
    counts = [[0] * 4 for _ in range(people)]
    for rnd in rounds:
        for table in rnd.tables:
            if len(table) == 4:
                for seat, person in enumerate(table):
                    counts[person][seat] += 1
    return counts


def balance_seats(
    coming: Rounds, past: Rounds, chance: Random, watch: Watch, *, people: int, free: bool, keep: bool
) -> list[Seated]:
    """Return the `coming` rounds with the people of each table in fair seats.

    `free` allows every order of a table, because nobody meets twice. `keep` keeps partners together: fixed pairs, or a Swiss round.
    """
    tables = [list(map(list, rnd.tables)) for rnd in coming]
    if free:
        _by_colouring(tables, people)
    before = seat_counts(past, people)
    everything = [*past, *_seated(tables, coming)]
    counts = seat_counts(everything, people)
    if any(max(row) - min(row) > 1 for row in counts):
        rows = zip(before, counts, strict=True)
        least = sum(sum(map(half, old)) + level_cost(old, sum(new) - sum(old)) for old, new in rows)
        fours = [table for rnd in tables for table in rnd if len(table) == 4]
        turns = TURNS if keep else TURNS + _OTHERS
        mated = partnerships(everything)
        _anneal_seats(fours, counts, chance, watch, goal=least, turns=turns, mated=mated)
    return _seated(tables, coming)


def _seated(rounds: Sequence[Sequence[Sequence[int]]], coming: Rounds) -> list[Seated]:
    """Return the `coming` rounds with the tables of `rounds`."""
    return [Seated(tuple(map(tuple, t)), rnd.sit_out) for t, rnd in zip(rounds, coming, strict=True)]


def _by_colouring(rounds: list[Rows], people: int) -> None:
    """Order the tables of each size in place, by edge colouring, so that seats at that size are distributed exactly.

    People and tables are the two sides of a bipartite graph, an edge for each person at each table, and a seat is a colour.
    Konig's theorem: a bipartite graph whose nodes have at most k edges can be coloured with k colours, no two alike at a node. A
    person with more than k tables is split into pieces of k rounds each, so that over every k rounds all k seats are used once,
    and the seats of the whole evening differ by one at most.
    """
    for size in sorted({len(table) for rnd in rounds for table in rnd}):
        chosen = [table for rnd in rounds for table in rnd if len(table) == size]
        played = [0] * people
        piece_of: dict[tuple[int, int], int] = {}
        edges = []
        for number, table in enumerate(chosen):
            for person in table:
                piece = piece_of.setdefault((person, played[person] // size), len(piece_of))
                played[person] += 1
                edges.append((piece, number))
        colours = coloured(edges, len(piece_of), len(chosen), size)
        for number, table in enumerate(chosen):
            seats = colours[number * size : (number + 1) * size]
            table[:] = [person for _, person in sorted(zip(seats, table, strict=True))]


def _anneal_seats(
    fours: Rows, counts: Rows, chance: Random, watch: Watch, *, goal: int, turns: Turns, mated: Counter[Pair]
) -> None:
    """Reorder tables of four by annealing until the seats cost at most `goal`, or the budget is spent."""
    draw = chance.random
    cost = sum(map(half, chain.from_iterable(counts)))
    sweeps = max(4, PROPOSALS // (len(_STEPS) * max(1, len(fours))))
    for accept in cooling(_STEPS, sweeps, lambda: watch.tick(0, 0)):
        if cost <= goal:
            return
        for table in fours:
            turn = turns[int(draw() * len(turns))]
            d = turn_cost(table, turn, counts)
            if (d <= 0 or (d < len(accept) and draw() < accept[d])) and (
                turn in TURNS or _new_partners(table, turn, mated)
            ):
                turn_table(table, turn, counts)
                cost += d


def _new_partners(table: list[int], turn: Turn, mated: Counter[Pair]) -> bool:
    """Count the new partners of a reordered table, unless more of them would repeat. Return whether they are allowed."""
    old = [ordered(table[i], table[i + 2]) for i in (0, 1)]
    new = [ordered(table[turn[i]], table[turn[i + 2]]) for i in (0, 1)]
    if sum(mated[pair] for pair in new) > sum(mated[pair] - 1 for pair in old):
        return False
    mated.subtract(old)
    mated.update(new)
    return True


def turn_cost(table: list[int], turn: Turn, counts: Rows) -> int:
    """Return the change of the cost when the player of seat `turn[s]` moves to seat s, for each s."""
    d = 0
    for seat, old in enumerate(turn):
        if seat != old:
            row = counts[table[old]]
            d += row[seat] - row[old] + 1
    return d


def turn_table(table: list[int], turn: Turn, counts: Rows) -> None:
    """Move the player of seat `turn[s]` to seat s, for each s, and update `counts`."""
    before = list(table)
    for seat, old in enumerate(turn):
        row = counts[before[old]]
        row[old] -= 1
        row[seat] += 1
        table[seat] = before[old]


NONE = -1


def coloured(edges: Sequence[tuple[int, int]], left: int, right: int, colours: int) -> list[int]:
    """Return a colour, from 0, for each edge of a bipartite graph, so that no node has a colour twice.

    Edges are pairs of a `left` and a `right` node, both counted from 0. No node may be in more than `colours` edges.
    """
    at = [[NONE] * colours for _ in range(left + right)]
    ends = [(a, left + b) for a, b in edges]
    colour = [NONE] * len(edges)
    for edge, (a, b) in enumerate(ends):
        mine = at[a].index(NONE)
        if at[b][mine] != NONE:
            _turn_over(at, ends, colour, b, (mine, at[b].index(NONE)))
        at[a][mine] = at[b][mine] = edge
        colour[edge] = mine
    return colour


def _turn_over(
    at: Rows, ends: list[tuple[int, int]], colour: list[int], node: int, exchanged: tuple[int, int]
) -> None:
    """Swap two colours along the path that leaves `node` by the first of them."""
    wanted, other = exchanged
    path = []
    while (edge := at[node][wanted]) != NONE:
        path.append(edge)
        a, b = ends[edge]
        node = b if node == a else a
        wanted, other = other, wanted
    for edge in path:
        for end in ends[edge]:
            at[end][colour[edge]] = NONE
    for edge in path:
        colour[edge] = sum(exchanged) - colour[edge]
        for end in ends[edge]:
            at[end][colour[edge]] = edge


WEIGHT = (0, 0, 1, 5, 15, 34, 65, 111, 175, 260, 369, 505, 671, *range(870, 11_000, 200))
"""Cost of n times at the same table number, convex so that twice for two people costs less than three times for one."""
_NUMBER_STEPS = tuple(step * step for step in LADDER[8:30])


def number_tables(
    coming: Rounds, past: Rounds, chance: Random, watch: Watch, *, people: int, stay: Mapping[int, int]
) -> list[Seated]:
    """Return the `coming` rounds with their tables in order of table numbers, chosen so that few people return to a number.

    People in `stay` have the table number given there, counted from 0, in every round.
    """
    most = max((len(r.tables) for r in (*past, *coming)), default=0)
    work = _Numbers([[0] * most for _ in range(people)])
    for rnd in past:
        work.count(rnd.tables)
    for rnd in coming:
        work.add(rnd, stay, chance)
    work.repair(chance)
    work.anneal(chance, watch)
    return _seated(work.rounds, coming)


class _Numbers:
    """Tables of all coming rounds by number, with the times that each player sat at each number."""

    def __init__(self, counts: Rows) -> None:
        self.counts = counts
        self.rounds: list[list[tuple[int, ...]]] = []
        self.movable: Rows = []

    def add(self, rnd: Seated, stay: Mapping[int, int], chance: Random) -> None:
        """Add a round with random table numbers, except for tables of people in `stay`."""
        placed: dict[int, tuple[int, ...]] = {}
        rest = []
        for i in mixed(range(len(rnd.tables)), chance):
            table = rnd.tables[i]
            wanted = (stay[p] for p in table if p in stay and stay[p] < len(rnd.tables))
            at = next((number for number in wanted if number not in placed), None)
            if at is None:
                rest.append(table)
            else:
                placed[at] = table
        free = [number for number in range(len(rnd.tables)) if number not in placed]
        placed.update(zip(free, rest, strict=True))
        self.rounds.append([placed[number] for number in range(len(placed))])
        self.movable.append(free)
        self.count(self.rounds[-1])

    def count(self, tables: Sequence[tuple[int, ...]]) -> None:
        for number, table in enumerate(tables):
            for person in table:
                self.counts[person][number] += 1

    def delta(self, tables: list[tuple[int, ...]], x: int, y: int) -> int:
        """Return the change of the cost when the tables with the numbers `x` and `y` swap."""
        d = 0
        for table, old, new in ((tables[x], x, y), (tables[y], y, x)):
            for person in table:
                row = self.counts[person]
                here, there = row[old], row[new]
                d += WEIGHT[there + 1] - WEIGHT[there] + WEIGHT[here - 1] - WEIGHT[here]
        return d

    def swap(self, tables: list[tuple[int, ...]], x: int, y: int) -> None:
        for table, old, new in ((tables[x], x, y), (tables[y], y, x)):
            for person in table:
                self.counts[person][old] -= 1
                self.counts[person][new] += 1
        tables[x], tables[y] = tables[y], tables[x]

    def repair(self, chance: Random) -> None:
        """Swap the numbers of tables where somebody has sat at that number before, as long as a swap gains."""
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

    def anneal(self, chance: Random, watch: Watch) -> None:
        """Anneal by swapping numbers within rounds, as long as any player returns to a number."""
        draw = chance.random
        cost = sum(map(WEIGHT.__getitem__, chain.from_iterable(self.counts)))
        tables = sum(map(len, self.movable))
        sweeps = max(1, PROPOSALS // (len(_NUMBER_STEPS) * max(1, tables)))
        for accept in cooling(_NUMBER_STEPS, sweeps, lambda: watch.tick(0, 0)):
            if not cost:
                return
            for rnd, free in zip(self.rounds, self.movable, strict=True):
                for x in free:
                    y = free[int(draw() * len(free))]
                    d = self.delta(rnd, x, y) if x != y else 0
                    if x != y and (d <= 0 or (d < len(accept) and draw() < accept[d])):
                        self.swap(rnd, x, y)
                        cost += d
