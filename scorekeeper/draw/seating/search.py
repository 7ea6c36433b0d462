"""Search for the tables of all coming rounds together, with as few repeated meetings as possible.

Uses a construction where one exists; else annealing, from a random start or, when everybody plays at tables of four, from the
longest construction and shuffled copies of it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from random import Random

from scorekeeper.draw.seating.anneal import HOT, USUAL, WARM, Watch, anneal, repair
from scorekeeper.draw.seating.board import Board
from scorekeeper.draw.seating.grids import Grid, fewest_repeats, longest_grid, opponents_swapped
from scorekeeper.draw.seating.lot import mixed
from scorekeeper.draw.seating.problem import Pair, Problem, Seated, Sizes, Tables, goal, table_meetings

Pairs = Iterable[Pair]
PROPOSALS = 1_000_000
"""Number of proposals of one try where all players sit at tables of four."""
PROPOSALS_MIXED = 800_000
"""Number of proposals of one try with byes, other table sizes or rounds already played."""
TRIES = 3
SMALL = 12
"""Largest number of people where nearly every move costs, so that a start round by round is worth a try."""
KNOTTY = 20
"""Largest number of people where wishes constrain the tables so much that many short tries do better than a few long ones."""


def seat_everyone(problem: Problem, chance: Random, watch: Watch) -> list[Seated]:
    """Return the tables of the coming rounds of `problem`, with partners in opposite seats."""
    grid: Grid = ()
    wishes = problem.apart | problem.avoid
    if problem.plain:
        grid = longest_grid(problem.people, len(problem.coming))
        if wishes:
            grid = relabelled(grid, problem.people, problem.apart, problem.avoid, chance)
    if len(grid) == len(problem.coming) and wishes.isdisjoint(table_meetings(map(Seated, grid))):
        return [Seated(tables) for tables in grid]
    return _searched(problem, grid, chance, watch, PROPOSALS if problem.plain else PROPOSALS_MIXED)


def _searched(problem: Problem, grid: Grid, chance: Random, watch: Watch, budget: int) -> list[Seated]:
    starts = _Starts(problem, grid, chance, watch).chosen()
    if len(starts) > TRIES + 1:
        budget = TRIES * budget // len(starts)
    watch.planned += budget * len(starts)
    enough = goal(problem)
    best: list[Seated] = []
    least = -1
    for start, ladder in starts:
        board = start()
        anneal(board, chance, watch, ladder=ladder, budget=budget, goal=enough)
        if problem.level and board.level():
            anneal(board, chance, watch, ladder=WARM, budget=budget // 4, goal=enough)
        if least < 0 or board.cost < least:
            least = board.cost
            best = [layout.seated() for layout in board.rounds]
        if least <= enough or watch.stopped:
            break
    return best


@dataclass(frozen=True)
class _Starts:
    """Starts of a search: functions that return a board with a first seating of the coming rounds."""

    problem: Problem
    grid: Grid
    chance: Random
    watch: Watch

    def chosen(self) -> list[tuple[Callable[[], Board], tuple[float, ...]]]:
        """Return the starts, the most promising first, each with its ladder of temperatures."""
        problem = self.problem
        small = problem.people <= SMALL
        if not problem.plain:
            return [(self.at_random, HOT if small else USUAL)] * TRIES
        if small:
            fewest = fewest_repeats(problem.people, len(problem.coming))
            known = [(lambda: Board(problem, map(Seated, fewest)), WARM)] if fewest else []
            return [*known, (self.at_random, HOT), (self.round_by_round, HOT), (self.at_random, USUAL)]
        if problem.people <= KNOTTY and (problem.apart or problem.avoid):
            return [(self.from_grid, WARM), *[(self.at_random, USUAL)] * 9]
        if problem.apart or problem.avoid:
            return [(self.from_grid, WARM), (self.at_random, USUAL), (self.from_grid, USUAL)]
        return [(self.from_grid, WARM)] * TRIES

    def at_random(self) -> Board:
        board = Board(self.problem, random_rounds(self.problem, self.chance))
        repair(board, self.chance, self.watch)
        return board

    def from_grid(self) -> Board:
        tables = _repeated(self.grid, len(self.problem.coming), self.problem.people, self.chance)
        return Board(self.problem, map(Seated, tables))

    def round_by_round(self) -> Board:
        """Return a board filled round by round, each round annealed against those before it."""
        board = Board(self.problem)
        done = []
        for rnd in random_rounds(self.problem, self.chance):
            paid = board.cost
            board.add(rnd)
            anneal(board, self.chance, self.watch, ladder=HOT, budget=20_000, goal=paid)
            done.append(board.rounds.pop())
        board.rounds.extend(done)
        return board


def _repeated(grid: Grid, rounds: int, people: int, chance: Random) -> list[Tables]:
    """Return `grid`, then shuffled copies of it with other partners, up to `rounds` rounds."""
    result: list[Tables] = list(grid[:rounds])
    turn = 0
    while len(result) < rounds:
        turn += 1
        who = mixed(range(people), chance)
        swapped = opponents_swapped(grid, turn)
        result += [tuple(tuple(who[x] for x in table) for table in tables) for tables in swapped]
    return result[:rounds]


def random_rounds(problem: Problem, chance: Random) -> list[Seated]:
    """Return the coming rounds with people at random places and byes distributed fairly; where `level`, odd-sized tables too."""
    byes, odd = problem.byes, problem.odd
    result = []
    for coming in problem.coming:
        order = mixed(coming.present, chance)
        order.sort(key=byes.__getitem__)
        out = order[: coming.byes]
        byes.update(out)
        people = mixed(order[coming.byes :], chance)
        if problem.level:
            people = odd_ones_placed(people, coming.sizes, problem.usual, odd)
        tables = []
        for size in coming.sizes:
            tables.append(tuple(people[:size]))
            people = people[size:]
            if size != problem.usual:
                odd.update(tables[-1])
        result.append(Seated(tuple(tables), tuple(out)))
    return result


def odd_ones_placed(people: Sequence[int], sizes: Sizes, usual: int, odd: Mapping[int, int]) -> list[int]:
    """Return `people` in the order in which they fill tables of these `sizes`, so that odd-sized ones get the lowest counts in
    `odd`.

    Of people with equal counts, the last ones sit there. Both groups stay in the given order.
    """
    seats = [size != usual for size in sizes for _ in range(size)]
    turn = sorted(range(len(people)), key=lambda place: (odd[people[place]], -place))
    places = {True: iter(sorted(turn[: sum(seats)])), False: iter(sorted(turn[sum(seats) :]))}
    return [people[next(places[at_odd])] for at_odd in seats]


def circle(pairs: int, rounds: int) -> list[Seated]:
    """Return the matches of `pairs` fixed pairs by the circle method (Kirkman, Lucas); with an odd number, one has a bye each round.

    One pair keeps its place, and the others move by one each round; rotating everybody would bring the same opponents back
    after half the rounds. No match repeats in the first `pairs` - 1 rounds (`pairs` when odd); then the same order returns.
    """
    even = pairs + pairs % 2
    result = []
    for r in range(rounds):
        ring = [0] + [1 + (k + r) % (even - 1) for k in range(even - 1)]
        matches = [(ring[i], ring[even - 1 - i]) for i in range(even // 2)]
        out = tuple(a + b - pairs for a, b in matches if pairs in (a, b))
        result.append(Seated(tuple(m for m in matches if pairs not in m), out))
    return result


def match_pairs(problem: Problem, chance: Random, watch: Watch) -> list[Seated]:
    """Return the matches of the coming rounds, where the people of `problem` are fixed pairs."""
    everybody = tuple(range(problem.people))
    wished = problem.past or problem.apart or problem.avoid
    if not wished and all(c.present == everybody and c.byes < 2 for c in problem.coming):
        return circle(problem.people, len(problem.coming))
    return seat_everyone(problem, chance, watch)


BROKEN_MUST, BROKEN_RATHER = 10, 1
"""Costs of a forbidden and of an unwished pair that meets."""


def relabelled(grid: Grid, people: int, apart: Pairs, avoid: Pairs, chance: Random) -> Grid:
    """Return `grid` with its numbers permuted so that as few as possible of the pairs in `apart` and `avoid` meet.

    Tries two starts: the order of the lot, and groups side by side, since neighbours never meet in many grids.
    """
    wishes: list[dict[int, int]] = [{} for _ in range(people)]
    for pairs, weight in ((avoid, BROKEN_RATHER), (apart, BROKEN_MUST)):
        for a, b in sorted(pairs):
            wishes[a][b] = wishes[b][a] = weight
    near: list[set[int]] = [set() for _ in range(people)]
    for table in chain.from_iterable(grid):
        for number in table:
            near[number].update(other for other in table if other != number)
    best = list(range(people))
    left = _settle(best, wishes, near, chance)
    if left:
        other = _side_by_side(people, wishes)
        best = other if _settle(other, wishes, near, chance) < left else best
    return tuple(tuple(tuple(best[x] for x in table) for table in rnd) for rnd in grid)


def _side_by_side(people: int, wishes: list[dict[int, int]]) -> list[int]:
    """Return the people in an order where those linked by wishes are in the same quarter as far as they fit, large groups first."""
    seen: set[int] = set()
    groups: list[list[int]] = []
    for first in range(people):
        group, todo = [], [first]
        while todo:
            person = todo.pop(0)
            if person not in seen:
                seen.add(person)
                group.append(person)
                todo.extend(sorted(wishes[person]))
        groups += [group] if group else []
    groups.sort(key=lambda g: (-len(g), g[0]))
    block = people // 4
    blocks: list[list[int]] = [[] for _ in range(4)]
    rest: list[int] = []
    for group in groups:
        room = next((b for b in blocks if len(b) + len(group) <= block), None)
        (rest if room is None else room).extend(group)
    for part in blocks:
        while len(part) < block:
            part.append(rest.pop(0))
    return [person for part in blocks for person in part] + rest


def _settle(holder: list[int], wishes: list[dict[int, int]], near: list[set[int]], chance: Random) -> int:
    """Swap numbers between people in place while wishes are broken; return the cost of those left broken."""
    place = [0] * len(holder)
    for number, person in enumerate(holder):
        place[person] = number

    def pain(person: int, number: int, other: int) -> int:
        close = near[number]
        return sum(w for q, w in wishes[person].items() if q != other and place[q] in close)

    people = len(holder)
    idle = 0
    while idle < 6:
        hurt = [p for p in range(people) if pain(p, place[p], -1)]
        if not hurt:
            return 0
        gained = False
        for a in hurt:
            for _ in range(min(60, 2 * people)):
                b = holder[int(chance.random() * people)]
                if a == b:
                    continue
                x, y = place[a], place[b]
                change = pain(a, y, b) + pain(b, x, a) - pain(a, x, b) - pain(b, y, a)
                if change <= 0:
                    place[a], place[b], holder[x], holder[y] = y, x, b, a
                    gained = gained or change < 0
                    break
        idle = 0 if gained else idle + 1
    return sum(pain(p, place[p], -1) for p in range(people)) // 2
