"""A plausible donne, for a club to look around in."""

from __future__ import annotations

from random import Random
from typing import Any

from scorekeeper.cards.games.differenzler.rules.entry import TOTAL
from scorekeeper.cards.rules.contract import Rules, State


def entry(rng: Random, _rules: Rules[Any, Any], state: State) -> dict[str, Any]:
    """The points shared out by chance; most people predict in tens and are off by a few."""
    players = state.table.players
    cuts = sorted(rng.randint(0, TOTAL) for _ in players[1:])
    made = [right - left for left, right in zip((0, *cuts), (*cuts, TOTAL), strict=True)]
    rng.shuffle(made)
    annonces = [max(0, min(TOTAL, points + round(rng.gauss(0, 11)))) for points in made]
    return {
        "annonces": dict(zip(players, annonces, strict=True)),
        "points": dict(zip(players, made, strict=True)),
    }
