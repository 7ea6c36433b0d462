"""Random evenings with arrivals and departures between the rounds, and repaired draws; the figures are counted independently."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from scorekeeper.draw.seating.anneal import Watch
from scorekeeper.draw.seating.plan import plan, wishes_of
from scorekeeper.draw.seating.plan_repair import repair_plan
from scorekeeper.draw.seating.record import DrawnRound

LEAST, MOST, ROUNDS, CHANGES = 16, 120, 4, 3


@dataclass(frozen=True)
class RepairFigures:
    """Figures of one repair."""

    people: int
    changes: int
    """Number of people who came or left."""
    had: int
    """Number of people present who had a slip."""
    kept: int
    """Number of those whose table and partner are unchanged in every round to come."""
    repeats: int
    """Number of repeated meetings in the whole evening."""
    redraw: int
    """Number of those in a full redraw, computed only when the repaired plan adds more than one; else `repeats`."""
    partners: int
    """Number of repeated partners in excess of those in the rounds played."""
    bye_gap: int
    """Largest difference of byes between two people present all evening."""


def evening(seed: int) -> Iterator[RepairFigures]:
    """Yield the figures of each repair of a random evening: up to three people come or go before each of three later rounds."""
    chance = random.Random(seed)  # noqa: S311 - an evening, not a secret
    here = [f"p{number:03d}" for number in range(chance.randint(LEAST, MOST))]
    names = iter(f"q{number:03d}" for number in range(99))
    rounds = list(plan(here, ROUNDS, seed=f"graine {seed}").rounds)
    for played in range(1, ROUNDS):
        changes = chance.randint(0, CHANGES)
        for _ in range(changes):
            if chance.random() < 0.5:
                here.append(next(names))
            else:
                here.remove(chance.choice(here))
        past, planned = rounds[:played], rounds[played:]
        if changes:
            asked: dict[str, Any] = {"history": past}
            label = f"draw/1/repair-{played}"
            wishes = wishes_of(here, ROUNDS, **asked)
            repaired = repair_plan(wishes, planned, seed=f"graine {seed}", label=label, watch=Watch())
            rounds = [*past, *repaired.rounds]
            yield counted(here, past, planned, repaired.rounds, f"graine {seed}")


def counted(
    here: Sequence[str],
    past: Sequence[DrawnRound],
    before: Sequence[DrawnRound],
    after: Sequence[DrawnRound],
    seed: str,
) -> RepairFigures:
    """Return the figures of a repair, counted from its rounds alone.

    Args:
        here: People present after the change.
        past: Rounds played.
        before: Coming rounds as planned.
        after: Coming rounds as repaired.
        seed: Seed of the full redraw, made to compare if the repair adds repeated meetings.
    """
    old, new = ([slips(rnd) for rnd in rounds] for rounds in (before, after))
    assert all({*slip} == {*here} for slip in new), "everybody sits once in every round, or has a bye"
    had = [person for person in here if all(person in slip for slip in old)]
    kept = [p for p in had if all(a[p] == b[p] for a, b in zip(old, new, strict=True))]
    repeats = again(meetings([*past, *after]))
    redraw = repeats
    if repeats > again(meetings(past)) + 1:
        redraw = again(meetings(plan(here, ROUNDS, seed=seed, label="draw/1/new", history=past).rounds))
    byes = Counter(person for rnd in (*past, *after) for person in rnd.sit_out)
    always = [byes[p] for p in here if all(p in slips(rnd) for rnd in past)]
    return RepairFigures(
        people=len(here),
        changes=len({*slips(before[0])} ^ {*here}),
        had=len(had),
        kept=len(kept),
        repeats=repeats,
        redraw=redraw,
        partners=again(partners([*past, *after])) - again(partners(past)),
        bye_gap=max(always) - min(always),
    )


def slips(rnd: DrawnRound) -> dict[str, tuple[int, str]]:
    """Return table and partner of everybody in a round, 0 and an empty name for a bye."""
    texts = {
        person: (number, table[(seat + 2) % 4])
        for number, table in enumerate(rnd.tables, 1)
        for seat, person in enumerate(table)
    }
    return {**texts, **dict.fromkeys(rnd.sit_out, (0, ""))}


def meetings(rounds: Sequence[DrawnRound]) -> Counter[tuple[str, str]]:
    return Counter(pair for rnd in rounds for table in rnd.tables for pair in combinations(sorted(table), 2))


def partners(rounds: Sequence[DrawnRound]) -> Counter[tuple[str, str]]:
    return Counter(
        (min(t[i], t[i + 2]), max(t[i], t[i + 2])) for rnd in rounds for t in rnd.tables for i in (0, 1)
    )


def again(counts: Counter[tuple[str, str]]) -> int:
    return sum(times - 1 for times in counts.values())
