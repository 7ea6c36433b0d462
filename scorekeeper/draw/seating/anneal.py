"""Simulated annealing over the seats of a board, with incremental costs.

A proposal swaps two people of one round. Budgets are counts of proposals, never seconds, and acceptance compares one `random()`
with a power taken from a literal ladder by repeated multiplication, so that the same seed gives the same draw on every machine.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import repeat
from random import Random
from typing import Any

from scorekeeper.draw.seating.board import Board, Layout
from scorekeeper.draw.seating.problem import MEETING, PARTNER

Chances = tuple[float, ...]
"""Probabilities of accepting 0, 1, 2, ... half points more; in a ladder, of accepting one more at each temperature."""
LADDER = (
    0.659241, 0.639337, 0.618636, 0.597158, 0.574930, 0.551985, 0.528371, 0.504142, 0.479366,
    0.454121, 0.428496, 0.402593, 0.376524, 0.350413, 0.324393, 0.298605, 0.273197, 0.248320,
    0.224129, 0.200775, 0.178403, 0.157153, 0.137148, 0.118496, 0.101286, 0.085581, 0.071421,
    0.058816, 0.047748, 0.038173, 0.030019, 0.023194, 0.017583, 0.013061, 0.009492, 0.006738,
)  # fmt: skip
"""Probability of accepting one half point more, from temperature 1.2 down to 0.1 geometrically."""

HOT = LADDER[0:30]
"""Temperatures 1.2 to 0.15: up to 12 people, where nearly every move hurts."""
USUAL = LADDER[7:34]
"""Temperatures 0.7 to 0.12: from a random start."""
WARM = LADDER[19:36]
"""Temperatures 0.3 to 0.1: from a construction, which higher ones would destroy."""
PATIENCE = 6
"""Number of passes without gain after which the repair stops."""


@dataclass
class Watch:
    """The observer of a search: it receives the progress and may stop the search."""

    progress: Callable[[int, int, int], None] | None = None
    """Called with the number of proposals made, of those planned, and the cost in points."""
    stop: Callable[[], bool] | None = None
    """Called after each temperature and pass; true ends the search with the best found so far."""
    stopped: bool = False
    stopped_at: int = 0
    """Number of proposals made when the search was stopped; stopped there again, it gives the same draw."""
    done: int = 0
    planned: int = 0

    def tick(self, proposals: int, cost: int) -> bool:
        """Report `proposals` more and return whether to stop."""
        self.done += proposals
        if self.progress is not None:
            self.progress(self.done, max(self.planned, self.done), cost // MEETING)
        if self.stop is not None and not self.stopped and self.stop():
            self.stopped, self.stopped_at = True, self.done
        return self.stopped


def stopping_at(proposals: int) -> dict[str, Any]:
    """Return arguments of `plan` or `Watch` that stop a search after `proposals`, to repeat a stopped one; empty for 0."""
    made = 0

    def progress(done: int, _planned: int, _cost: int) -> None:
        nonlocal made
        made = done

    return {"progress": progress, "stop": lambda: made >= proposals} if proposals else {}


def chances(step: float) -> Chances:
    """Return the probabilities of accepting a swap that costs 0, 1, 2, ... half points more, down to one in a million."""
    powers = [1.0]
    while powers[-1] * step > 1e-6:
        powers.append(powers[-1] * step)
    return tuple(powers)


def cooling(ladder: Iterable[float], sweeps: int, tick: Callable[[], bool]) -> Iterator[Chances]:
    """Yield `chances` for each of `sweeps` sweeps at each temperature of `ladder`, until `tick`, called after each, returns true."""
    for step in ladder:
        yield from repeat(chances(step), sweeps)
        if tick():
            return


def anneal(board: Board, chance: Random, watch: Watch, *, ladder: Chances, budget: int, goal: int) -> None:
    """Improve the rounds of `board` in place, until the cost is at most `goal` half points or `budget` proposals are made.

    `ladder` has one probability of accepting one half point more per temperature.
    """
    per_sweep = sum(len(layout.live) for layout in board.rounds)
    sweeps = max(1, budget // (len(ladder) * max(1, per_sweep)))
    for accept in cooling(ladder, sweeps, lambda: watch.tick(sweeps * per_sweep, board.cost)):
        if board.cost <= goal:
            return
        for layout in board.rounds:
            sweep(board, layout, accept, chance)


def sweep(board: Board, layout: Layout, accept: Chances, chance: Random) -> None:
    """Propose one random swap for each person of a round, and make those accepted."""
    if layout.width == 4:
        _sweep_of_fours(board, layout, accept, chance.random)
        return
    draw = chance.random
    live = layout.live
    count, limit = len(live), len(accept)
    for i in live:
        j = live[int(draw() * count)]
        d = board.delta(layout, i, j) if i != j else None
        if d is not None and (d <= 0 or (d < limit and draw() < accept[d])):
            board.swap(layout, i, j, d)


def _sweep_of_fours(board: Board, layout: Layout, accept: Chances, draw: Callable[[], float]) -> None:
    """Sweep tables of at most four. `Board.delta` is inlined here, as most of the time is spent in it."""
    met, mated, seats, across = board.met, board.mated, layout.seats, layout.across
    kind, company, live = layout.kind, layout.company, layout.live
    count, limit, end = len(live), len(accept), len(across)
    for i in live:
        j = live[int(draw() * count)]
        a, b = seats[i], seats[j]
        if i ^ j < 4:
            if i == j or across[i] in (j, end):
                continue
            d = 0
        else:
            ca, cb = met[a], met[b]
            x1, x2, x3 = seats[i ^ 1], seats[i ^ 2], seats[i ^ 3]
            y1, y2, y3 = seats[j ^ 1], seats[j ^ 2], seats[j ^ 3]
            d = MEETING * (
                company[i] + company[j]
                + ca[y1] + ca[y2] + ca[y3] - ca[x1] - ca[x2] - ca[x3]
                + cb[x1] + cb[x2] + cb[x3] - cb[y1] - cb[y2] - cb[y3]
            )  # fmt: skip
            if d >= limit + 12:
                continue
        si, sj = across[i], across[j]
        if si != end or sj != end:
            pa, pb = mated[a], mated[b]
            x2, y2 = seats[si], seats[sj]
            d += PARTNER * (pa[y2] - pa[x2] + pb[x2] - pb[y2] + (si != end) + (sj != end))
        if kind[i] != kind[j]:
            extra = board.shift(a, b, kind[i], kind[j])
            if extra is None:
                continue
            d += extra
        if d <= 0 or (d < limit and draw() < accept[d]):
            board.swap(layout, i, j, d)


def repair(board: Board, chance: Random, watch: Watch) -> None:
    """Move people with a repeated meeting until nothing gains for `PATIENCE` passes or the search is stopped.

    Each pass tries up to twelve random swaps for each of them and makes the first that gains; after a pass without gain, also one
    that
    costs nothing. With many people and few rounds, this alone removes all repeats.
    """
    draw = chance.random
    idle = 0
    while idle < PATIENCE and not watch.stopped:
        before = board.cost
        tried = 0
        hurt = ((layout, i) for layout in board.rounds for i in layout.live if board.again(layout, i))
        for layout, i in hurt:
            count = len(layout.live)
            for _ in range(12):
                tried += 1
                j = layout.live[int(draw() * count)]
                d = board.delta(layout, i, j) if i != j else None
                if d is not None and (d < 0 or (d == 0 and idle)):
                    board.swap(layout, i, j, d)
                    break
        if not tried:
            return
        idle = 0 if board.cost < before else idle + 1
        watch.tick(tried, board.cost)
