"""A plausible donne, for a club to look around in."""

from __future__ import annotations

from random import Random
from typing import Any

from scorekeeper.cards.rules.contract import Rules, State


def entry(rng: Random, _rules: Rules[Any, Any], _state: State) -> dict[str, Any]:
    """One donne: usually a camp accepts; the entry has the points or only the winner."""
    accepte = rng.choice(("A", "B", "A", "B", None))
    if rng.random() < 0.25:
        return {"accepte": accepte, "gagne": rng.choice(("A", "B", "A", "B", "egalite"))}
    together = rng.randint(16, 36)
    camp_a = rng.randint(4, together - 4)
    return {"accepte": accepte, "points": [camp_a, together - camp_a]}
