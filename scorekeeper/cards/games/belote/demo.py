"""A plausible donne, for a club to look around in."""

from __future__ import annotations

from random import Random
from typing import Any

from scorekeeper.cards.families.belote import demo
from scorekeeper.cards.rules.contract import Rules, State


def entry(rng: Random, _rules: Rules[Any, Any], _state: State) -> dict[str, Any]:
    """One donne; now and then all pass, or it ends level."""
    luck = rng.random()
    if luck < 0.04:
        return {"statut": "passee"}
    if luck < 0.07:
        return {"preneur": rng.choice("AB"), "atout": "coeur", "points": [81, 81]}
    return demo.tricks(rng, 82)
