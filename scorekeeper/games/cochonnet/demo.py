"""A plausible manche, for a club to look around in."""

from __future__ import annotations

from random import Random
from typing import Any

from scorekeeper.kit.game import Demo
from scorekeeper.rules.contract import Rules, State

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "V", "D", "R", "A")
WEIGHTS = (18, 16, 14, 12, 10, 8, 6, 5, 4, 2, 2, 1, 1)
"""Low cards are what is led to, so most piglets are small."""


def entry(rng: Random, rules: Rules[Any, Any], state: State) -> dict[str, Any]:
    """Thirteen piglets among four players; not always possible, as five of a rank may turn up."""
    del rules
    cards = rng.choices(RANKS, WEIGHTS, k=13)
    players = state.table.players
    return {
        "cochonnets": {name: cards[3 * seat : 3 * seat + 3] for seat, name in enumerate(players)},
        "dernier": {"joueur": rng.choice(players), "carte": cards[12]},
    }


DEMO = Demo(entry=entry)
