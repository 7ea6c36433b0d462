"""Fixed pairs: who plays against whom when the partners stay the same all evening.

The circle method (Kirkman, Lucas): one pair keeps its place, the others move on by one each
round; rotating everybody would bring the same opponents back after half the rounds.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from scorekeeper.rules.seating.anneal import Watch
from scorekeeper.rules.seating.lot import LABEL, draw_lot
from scorekeeper.rules.seating.problem import Problem, Seated
from scorekeeper.rules.seating.search import seat_everyone


def draw_pairs(players: Sequence[str], seed: str, label: str = LABEL) -> tuple[tuple[str, str], ...]:
    """Draw fixed pairs by lot, once for the whole evening.

    Args:
        players: An even number of players; the last one of an odd number gets no partner.
        seed: The public seed.
        label: Which draw of the evening this is.

    Returns:
        Neighbours in the lot, two by two. The label of the lot is ``label`` with ``/paires``.
    """
    order = draw_lot(players, seed, f"{label}/paires")
    return tuple(zip(order[::2], order[1::2], strict=False))


def circle(pairs: int, rounds: int) -> list[Seated]:
    """Return the matches of ``pairs`` fixed pairs by the circle method.

    Args:
        pairs: How many pairs there are; with an odd number one has a bye each round.
        rounds: How many rounds; nobody meets twice in the first ``pairs`` - 1 (``pairs`` when
            odd), then the same order comes back.
    """
    even = pairs + pairs % 2
    result = []
    for r in range(rounds):
        ring = [0] + [1 + (k + r) % (even - 1) for k in range(even - 1)]
        matches = [(ring[i], ring[even - 1 - i]) for i in range(even // 2)]
        out = tuple(a + b - pairs for a, b in matches if pairs in (a, b))
        result.append(Seated(tuple(m for m in matches if pairs not in m), out))
    return result


def match_pairs(problem: Problem, chance: random.Random, watch: Watch) -> list[Seated]:
    """Return the matches of the coming rounds; the numbers of ``problem`` are pairs.

    Args:
        problem: What is asked, with tables of two pairs.
        chance: The seeded generator, for what the circle method cannot do.
        watch: Who looks on.
    """
    everybody = tuple(range(problem.people))
    if (
        not problem.past
        and not problem.apart
        and not problem.avoid
        and all(c.present == everybody and c.byes < 2 for c in problem.coming)
    ):
        return circle(problem.people, len(problem.coming))
    return seat_everyone(problem, chance, watch)
