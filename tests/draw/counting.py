"""Counts the figures of a draw from its JSON alone, with their bounds, without the code that made it."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

Names = tuple[str, str]


@dataclass(frozen=True)
class Count:
    """Counted figures; see the fields of the same names in a draw's report."""

    faults: tuple[str, ...]
    score: int
    bound: int
    partner_repeats: int
    partner_bound: int
    seat_gap: int
    same_table: int
    bye_gap: int
    odd_gap: int
    apart_broken: int
    teams_split: int
    team_repeats: int


def count(draw: dict[str, Any]) -> Count:
    """Count a ``scorekeeper-draw/1`` document."""
    teams = [frozenset(pair) for pair in draw["teams"]]
    rounds: list[list[list[str]]] = draw["rounds"]
    met = Counter(pair for rnd in rounds for pair in _meetings(rnd, teams))
    mated = Counter(
        tuple(sorted(pair))
        for rnd in rounds
        for t in rnd
        if len(t) == 4
        for pair in ((t[0], t[2]), (t[1], t[3]))
    )
    usual = draw.get("asked", {}).get("size", 4)
    counted = draw["partners"] and not teams
    bound, partner_bound = _bounds(draw, met, teams)
    return Count(
        tuple(_faults(draw)),
        sum(n * (n - 1) // 2 for n in met.values()),
        bound,
        sum(n - 1 for n in mated.values()) if counted else 0,
        partner_bound if counted else 0,
        _seat_gap(rounds),
        max(Counter((p, n) for rnd in rounds for n, t in enumerate(rnd) for p in t).values()),
        _gap(draw, [p for out in draw["sit_out"] for p in out]),
        _gap(draw, [p for rnd in rounds for t in rnd if len(t) != usual for p in t]),
        sum(met[pair] for group in draw["apart"] for pair in itertools.combinations(sorted(group), 2)),
        sum(frozenset(t[i::2]) not in teams for rnd in rounds for t in rnd for i in (0, 1)) if teams else 0,
        _again(rounds, teams),
    )


def _meetings(rnd: Sequence[Sequence[str]], teams: Sequence[frozenset[str]]) -> list[Names]:
    return [
        (a, b)
        for table in rnd
        for a, b in itertools.combinations(sorted(table), 2)
        if frozenset((a, b)) not in teams
    ]


def _again(rounds: Sequence[Sequence[Sequence[str]]], teams: Sequence[frozenset[str]]) -> int:
    """Count the matches of two fixed pairs after their first."""
    matches = Counter(frozenset((frozenset(t[::2]), frozenset(t[1::2]))) for rnd in rounds for t in rnd)
    return sum(n - 1 for n in matches.values()) if teams else 0


def _faults(draw: dict[str, Any]) -> list[str]:
    faults = []
    for number, rnd in enumerate(draw["rounds"], 1):
        there = [p for t in rnd for p in t] + draw["sit_out"][number - 1] + draw["absent"][number - 1]
        if sorted(there) != sorted(draw["players"]):
            faults.append(f"round {number}: not everybody once")
        if not all(3 <= len(t) <= 6 for t in rnd):
            faults.append(f"round {number}: a table size that is not legal")
    if sorted(draw["order"]) != sorted(draw["players"]) or len(set(draw["players"])) != len(draw["players"]):
        faults.append("the lot is no permutation of the players")
    return faults


def _spread(total: int, boxes: int) -> int:
    """The least sum of n(n-1)/2 over integers that sum to ``total``: fill the boxes in turn."""
    full, rest = divmod(total, boxes)
    return boxes * full * (full - 1) // 2 + rest * full


def _bounds(draw: dict[str, Any], met: Counter[Names], teams: Sequence[frozenset[str]]) -> tuple[int, int]:
    rounds = draw["rounds"]
    rooms = [{p for t in rnd for p in t} | set(out) for rnd, out in zip(rounds, draw["sit_out"], strict=True)]
    reach = {pair for room in rooms for pair in itertools.combinations(sorted(room), 2)}
    reach = {pair for pair in reach if frozenset(pair) not in teams}
    bound = _spread(met.total(), len(reach))
    same = len({frozenset(room) for room in rooms}) == 1 and not any(draw["sit_out"]) and not teams
    if same:
        sizes = [[len(t) for t in rnd] for rnd in rounds]
        holes = 0
        for one, two in itertools.combinations(sizes, 2):
            holes += max(sum(_spread(s, len(b)) for s in a) for a, b in ((one, two), (two, one)))
        bound = max(bound, holes)
        if len(draw["players"]) == 20 and len(rounds) >= 6 and all(s == [4] * 5 for s in sizes):
            bound = max(bound, 1)
    played = draw["fixed_rounds"]
    if played:
        old = Counter(pair for rnd in rounds[:played] for pair in _meetings(rnd, teams))
        later = {pair for room in rooms[played:] for pair in itertools.combinations(sorted(room), 2)}
        free = sum(not old[pair] for pair in later if frozenset(pair) not in teams)
        new = sum(len(_meetings(rnd, teams)) for rnd in rounds[played:])
        bound = max(bound, sum(n * (n - 1) // 2 for n in old.values()) + max(0, new - free))
    mates = sum(2 for rnd in rounds for t in rnd if len(t) == 4)
    return bound, max(0, mates - len(reach))


def _seat_gap(rounds: Sequence[Sequence[Sequence[str]]]) -> int:
    seats = Counter((p, s) for rnd in rounds for t in rnd if len(t) == 4 for s, p in enumerate(t))
    gaps = [
        max(seats[p, s] for s in range(4)) - min(seats[p, s] for s in range(4)) for p in {p for p, _ in seats}
    ]
    return max(gaps, default=0)


def _gap(draw: dict[str, Any], turns: Sequence[str]) -> int:
    """The difference in turns, each given by its player, among those present all evening."""
    times = Counter(turns)
    shares = [times[p] for p in draw["players"] if not any(p in absent for absent in draw["absent"])]
    return max(shares, default=0) - min(shares, default=0)
