"""A plausible manche, for a club to look around in."""

from __future__ import annotations

from random import Random
from typing import Any

from scorekeeper.cards.games.cochonnet.rules.tables import RANKS
from scorekeeper.cards.rules.contract import Rules, State

WEIGHTS = (18, 16, 14, 12, 10, 8, 6, 5, 4, 2, 2, 1, 1)
"""Frequency of each of `RANKS`: low cards are what is led to, so most piglets are small."""


def entry(rng: Random, _rules: Rules[Any, Any], state: State) -> dict[str, Any]:
    """Thirteen piglets among four players; not always possible, as five of a rank may turn up."""
    cards = rng.choices(RANKS, WEIGHTS, k=13)
    players = state.table.players
    return {
        "cochonnets": {name: cards[3 * seat : 3 * seat + 3] for seat, name in enumerate(players)},
        "dernier": {"joueur": rng.choice(players), "carte": cards[12]},
    }
