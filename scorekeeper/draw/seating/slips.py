"""Printed slips of the players, with table and partner in each round: a search that changes as few of them as possible."""

from collections.abc import Callable, Sequence
from functools import partial
from random import Random

from scorekeeper.draw.seating.anneal import LADDER, Chances, Watch, cooling
from scorekeeper.draw.seating.board import BYE, Board, Layout
from scorekeeper.draw.seating.bounds import P
from scorekeeper.draw.seating.problem import Problem, RoundSeats, Seated

Place = tuple[int, P]
"""Entry of a slip for a round: table index and partner; -1 and nobody for a bye."""
Slip = dict[int, Place[int]]
PERSON, ROUND, QUALITY = 4, 1, 12
"""Cost of a changed slip, of each round changed on it, and of each half point of the board. A repeated meeting costs as much as six
slips without their rounds."""
PROPOSALS = 60_000
FRESH = 16
"""Number of sweeps between two updates of the people worth moving."""
STEPS = LADDER[9:33]


def places(rnd: RoundSeats[P], nobody: P, *, partners: bool) -> dict[P, Place[P]]:
    """Return what each person's slip says of a round: table index, -1 for a bye, and partner, `nobody` for no partner."""
    texts = dict.fromkeys(rnd.sit_out, (-1, nobody))
    for number, table in enumerate(rnd.tables):
        for seat, person in enumerate(table):
            texts[person] = (number, table[seat ^ 2] if partners and len(table) == 4 else nobody)
    return texts


class Slips:
    """Comparison of the slips that the players hold with the current board: whose slip would be wrong, and in how many rounds."""

    def __init__(self, board: Board, handed_out: Sequence[Slip], fixed: frozenset[int]) -> None:
        self.board, self.handed_out, self.fixed = board, handed_out, fixed
        self.changed = [0] * (board.people + 1)
        """Number of rounds in which each person's slip is wrong now; 0 for people without a slip."""
        for number, layout in enumerate(board.rounds):
            for i in layout.live:
                slip = handed_out[number].get(layout.seats[i])
                self.changed[layout.seats[i]] += slip is not None and slip != self._place(layout, i)

    @staticmethod
    def _place(layout: Layout, i: int) -> Place[int]:
        return (-1 if layout.kind[i] == BYE else i // layout.width, layout.seats[layout.across[i]])

    def cost(self) -> int:
        """Return the cost of the board, and of the people and rounds whose slips would be wrong."""
        wrong = [rounds for rounds in self.changed if rounds]
        return QUALITY * self.board.cost + PERSON * len(wrong) + ROUND * sum(wrong)

    def effects(self, number: int, i: int, j: int) -> list[tuple[int, int]]:
        """Return the people whose slips for a round a swap of the people at places `i` and `j` makes right (-1) or wrong (1)."""
        layout, slips = self.board.rounds[number], self.handed_out[number]
        a, b = layout.seats[i], layout.seats[j]
        here, there = self._place(layout, i), self._place(layout, j)
        turned = []
        for who, old, new in (
            (a, here, there),
            (b, there, here),
            (here[1], (here[0], a), (here[0], b)),
            (there[1], (there[0], b), (there[0], a)),
        ):
            slip = slips.get(who)
            if slip is not None and (slip == old) != (slip == new):
                turned.append((who, 1 if slip == old else -1))
        return turned

    def price(self, effects: Sequence[tuple[int, int]]) -> int:
        """Return the change of the slips' cost after the given effects (see `effects`)."""
        total = 0
        for who, turn in effects:
            before = self.changed[who]
            total += ROUND * turn + PERSON * ((before + turn > 0) - (before > 0))
        return total

    def movable(self, number: int) -> list[int]:
        """Return the places of the people worth moving in a round: without a slip, with a wrong one, or with a repeated meeting."""
        layout, slips = self.board.rounds[number], self.handed_out[number]
        changed, again = self.changed, self.board.again
        people = ((i, layout.seats[i]) for i in layout.live if layout.seats[i] not in self.fixed)
        return [i for i, who in people if who not in slips or changed[who] or again(layout, i)]

    def sweep(self, number: int, hot: Sequence[int], accept: Chances, draw: Callable[[], float]) -> int:
        """Propose to swap each of the places `hot` of a round with a random one; one that costs c more has the probability
        `accept[c]`.

        Returns the change of the cost.
        """
        board, layout = self.board, self.board.rounds[number]
        seats, live, fixed, spent = layout.seats, layout.live, self.fixed, 0
        for i in hot:
            j = live[int(draw() * len(live))]
            d = None if i == j or seats[i] in fixed or seats[j] in fixed else board.delta(layout, i, j)
            if d is None:
                continue
            effects = self.effects(number, i, j)
            total = QUALITY * d + self.price(effects)
            if total <= 0 or (total < len(accept) and draw() < accept[total]):
                board.swap(layout, i, j, d)
                for who, turn in effects:
                    self.changed[who] += turn
                spent += total
        return spent


def least_changed(
    problem: Problem,
    start: Sequence[Seated],
    handed_out: Sequence[Slip],
    chance: Random,
    watch: Watch,
    *,
    fixed: frozenset[int],
) -> list[Seated]:
    """Return rounds like `start` with fewer repeated meetings and fewer changed slips, found by annealing.

    Swaps are proposed for people worth moving (see `Slips.movable`). People in `fixed` keep their places.
    """
    board = Board(problem, start)
    slips = Slips(board, handed_out, fixed)
    cost = least = slips.cost()
    best = list(start)
    numbers = range(len(board.rounds))
    hot = [slips.movable(number) for number in numbers]
    most = max(FRESH, problem.people // 2)
    sweeps = min(most, max(FRESH, PROPOSALS // (len(STEPS) * max(1, sum(map(len, hot))))))
    watch.planned += PROPOSALS
    tick = partial(watch.tick, PROPOSALS // len(STEPS))
    for turn, accept in enumerate(cooling(STEPS, sweeps, lambda: tick(board.cost)), 1):
        cost += sum(slips.sweep(number, hot[number], accept, chance.random) for number in numbers)
        if turn % FRESH == 0:
            hot = [slips.movable(number) for number in numbers]
        if cost < least:
            least, best = cost, [layout.seated() for layout in board.rounds]
    return best
