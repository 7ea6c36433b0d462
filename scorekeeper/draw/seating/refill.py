"""The planned rounds with the people of now: who has gone leaves a seat, who came fills one, tables open and close, byes stay fair."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from scorekeeper.draw.seating.lot import mixed
from scorekeeper.draw.seating.problem import Problem, Seated

Chairs = list[int | None]
"""The seats of a table; `None` for a free one."""


def refilled(
    problem: Problem, planned: Sequence[Seated], stay: Mapping[int, int], chance: random.Random
) -> list[Seated]:
    """The coming rounds of `problem` as close to the `planned` ones as whole rounds go; meetings are not looked at.

    `stay` has the table, from 0, of those who keep one. Tables keep their numbers: the last ones close, new ones come last.
    """
    byes = problem.byes
    for rnd, coming in zip(planned, problem.coming, strict=True):
        byes.update(set(rnd.sit_out) & set(coming.present))
    rounds = []
    for rnd, coming in zip(planned, problem.coming, strict=True):
        here = set(coming.present)
        byes.subtract(set(rnd.sit_out) & here)
        chairs, free = _chairs(rnd, here, coming.sizes, chance)
        _settle_stayers(chairs, free, stay)
        out = _left_over(free, chairs, byes, rnd.sit_out)
        byes.update(out)
        people = iter(mixed([person for person in free if person not in out], chance))
        tables = [[next(people) if chair is None else chair for chair in table] for table in chairs]
        rounds.append((tables, out))
    _level(rounds, byes, stay)
    return [Seated(tuple(map(tuple, tables)), tuple(out)) for tables, out in rounds]


def _chairs(
    rnd: Seated, here: set[int], sizes: Sequence[int], chance: random.Random
) -> tuple[list[Chairs], list[int]]:
    """The tables of a round with as many seats as they will have, and the people without one, those with a bye first."""
    chairs: list[Chairs] = [[person if person in here else None for person in table] for table in rnd.tables]
    free = [person for table in chairs[len(sizes) :] for person in table if person is not None]
    chairs = [*chairs[: len(sizes)], *([] for _ in range(len(sizes) - len(chairs)))]
    fullest = sorted(
        range(len(chairs)), key=lambda n: (-sum(p is not None for p in chairs[n]), -len(chairs[n]), n)
    )
    for number, size in zip(fullest, sorted(sizes, reverse=True), strict=True):
        table = chairs[number]
        while len(table) > size:
            place = table.index(None) if None in table else int(chance.random() * len(table))
            person = table.pop(place)
            free += [] if person is None else [person]
        table += [None] * (size - len(table))
    there = {person for table in rnd.tables for person in table} | set(rnd.sit_out)
    waiting = [person for person in rnd.sit_out if person in here]
    return chairs, [*waiting, *sorted(here - there), *free]


def _settle_stayers(chairs: list[Chairs], free: list[int], stay: Mapping[int, int]) -> None:
    """Seat those who keep a table at theirs, on a free chair if there is one."""
    for person, number in stay.items():
        sits = ((table, table.index(person)) for table in chairs if person in table)
        at = None if person in free else next(sits)
        table = chairs[number]
        if person in table:
            continue
        place = table.index(None) if None in table else next(i for i, p in enumerate(table) if p not in stay)
        other, table[place] = table[place], person
        if at is not None:
            at[0][at[1]] = other
        else:
            free.remove(person)
            free += [] if other is None else [other]


def _left_over(
    free: Sequence[int], chairs: Iterable[Chairs], byes: Counter[int], spared: Sequence[int]
) -> list[int]:
    """Those without a seat who sit out: those with the fewest byes, first those who were to sit out anyway."""
    seats = sum(table.count(None) for table in chairs)
    turn = sorted(free, key=lambda person: (byes[person], person not in spared))
    return turn[: len(free) - seats]


def _level(
    rounds: Sequence[tuple[list[list[int]], list[int]]], byes: Counter[int], stay: Mapping[int, int]
) -> None:
    """Hand byes on, from those with two more than somebody who plays, until they are shared out fairly."""
    handed = True
    while handed:
        handed = False
        for tables, out in rounds:
            for place, person in enumerate(out):
                seated = [
                    (byes[p], n, i)
                    for n, table in enumerate(tables)
                    for i, p in enumerate(table)
                    if p not in stay
                ]
                least, number, chair = min(seated, default=(byes[person], 0, 0))
                if byes[person] > least + 1:
                    other = tables[number][chair]
                    tables[number][chair], out[place] = person, other
                    byes.subtract([person])
                    byes.update([other])
                    handed = True
