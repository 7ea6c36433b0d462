"""A plausible manche, for a club to look around in."""

from __future__ import annotations

from random import Random
from typing import Any

from scorekeeper.cards.games.libre.rules import Libre
from scorekeeper.cards.rules.contract import Rules, State, expect

USUAL = (0, 50)
"""Points of a manche where the house has no bounds."""


def entry(rng: Random, rules: Rules[Any, Any], state: State) -> dict[str, Any]:
    """Points for everybody who is in; with a fixed sum the last one has what is left of it."""
    house = expect(Libre, rules)
    least, most = house.span
    names = [state.table.players[seat] for seat in state.playing]
    low, high = max(least, USUAL[0]), min(most, USUAL[1])
    if house.somme is None:
        low, high = (low, high) if low <= high else (least, most)
        return {"points": {name: _multiple(rng, low, high, house.pas) for name in names}}
    low, high = max(least, min(0, house.somme)), min(most, max(0, house.somme))
    # Each takes what leaves the others a share that they can have; the last one has what is left.
    points, rest = {}, house.somme
    for others, name in reversed(tuple(enumerate(reversed(names)))):
        if others:
            points[name] = _multiple(
                rng, max(low, rest - others * high), min(high, rest - others * low), house.pas
            )
            rest -= points[name]
    return {"points": points}


def _multiple(rng: Random, low: int, high: int, step: int) -> int:
    """A multiple of the step between two bounds; the lower one where there is none."""
    first, last = -(-low // step), high // step
    return rng.randint(first, max(first, last)) * step
