"""Keeping people apart by relabelling a grid: who has which number is changed, no table is."""

from __future__ import annotations

import random
from collections.abc import Iterable

from scorekeeper.rules.seating.grids import Grid
from scorekeeper.rules.seating.problem import Pair

MUST, RATHER = 10, 1
"""What a broken absolute and a broken weak wish cost."""


def relabelled(
    grid: Grid, people: int, apart: Iterable[Pair], avoid: Iterable[Pair], chance: random.Random
) -> Grid:
    """Return `grid` with its numbers given to people who should not meet, as well as may be.

    Two starts are tried: the numbers as the lot gave them, and groups laid side by side,
    since in many grids numbers next to each other never meet.
    """
    wishes: list[dict[int, int]] = [{} for _ in range(people)]
    for pairs, weight in ((avoid, RATHER), (apart, MUST)):
        for a, b in sorted(pairs):
            wishes[a][b] = wishes[b][a] = weight
    near: list[set[int]] = [set() for _ in range(people)]
    for rnd in grid:
        for table in rnd:
            for number in table:
                near[number].update(table)
    for number in range(people):
        near[number].discard(number)
    best, least = list(range(people)), -1
    for start in (list(range(people)), _side_by_side(people, wishes)):
        left = _settle(start, wishes, near, chance)
        if least < 0 or left < least:
            best, least = start, left
        if not least:
            break
    return tuple(tuple(tuple(best[x] for x in table) for table in rnd) for rnd in grid)


def _side_by_side(people: int, wishes: list[dict[int, int]]) -> list[int]:
    """Return people such that those linked by wishes follow each other, big groups first."""
    seen: set[int] = set()
    groups: list[list[int]] = []
    for first in range(people):
        group = []
        todo = [first]
        while todo:
            person = todo.pop(0)
            if person not in seen:
                seen.add(person)
                group.append(person)
                todo.extend(sorted(wishes[person]))
        if group:
            groups.append(group)
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


def _settle(
    holder: list[int], wishes: list[dict[int, int]], near: list[set[int]], chance: random.Random
) -> int:
    """Swap numbers between people while wishes are broken; return what is left broken."""
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
