"""A plausible donne, for a club to look around in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorekeeper.cards.games.__key__.rules.entry import TOTAL

if TYPE_CHECKING:
    from random import Random

    from scorekeeper.cards.rules.contract import Rules, State


def entry(rng: Random, _rules: Rules[Any, Any], state: State) -> dict[str, Any]:
    """One donne, its points shared out by chance."""
    players = state.table.players
    points = dict.fromkeys(players, 0)
    for _ in range(TOTAL):
        points[rng.choice(players)] += 1
    return {"points": points}
