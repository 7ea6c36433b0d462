"""A plausible manche, for a club to look around in."""

from __future__ import annotations

from random import Random
from typing import Any

from scorekeeper.kit.game import Demo
from scorekeeper.rules.contract import Rules, State

CARDS = {4: (10, 10, 20, 10), 5: (12, 12, 26, 10), 6: (13, 13, 28, 9)}
"""Hearts, diamonds, black cards and cards a hand, by number of players."""


def entry(rng: Random, rules: Rules[Any, Any], state: State) -> dict[str, Any]:
    """Deal the hands, then lose a buoy here and there; nobody goes under more than once in a while."""
    del rules
    players = state.table.players
    hearts, diamonds, blacks, size = CARDS[len(players)]
    deck = ["h"] * hearts + ["d"] * diamonds + ["n"] * blacks
    rng.shuffle(deck)
    hands = {name: deck[seat * size : seat * size + size] for seat, name in enumerate(players)}
    mains = {name: {"coeurs": hand.count("h"), "carreaux": hand.count("d")} for name, hand in hands.items()}
    left = {name: main["coeurs"] + (main["carreaux"] + 1) // 2 for name, main in mains.items()}
    for _ in range(rng.randint(5, size)):
        loser = rng.choice(players)
        left[loser] -= 1
    out = [name for name in players if left[name] < 0]
    return {
        "mains": mains,
        "restantes": {name: buoys for name, buoys in left.items() if name not in out},
        "elimines": out,
    }


DEMO = Demo(entry=entry)
