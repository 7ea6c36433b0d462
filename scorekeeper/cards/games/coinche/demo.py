"""A plausible donne, for a club to look around in."""

from __future__ import annotations

from random import Random
from typing import Any

from scorekeeper.cards.families.belote import demo
from scorekeeper.cards.rules.contract import Rules, State


def entry(rng: Random, _rules: Rules[Any, Any], _state: State) -> dict[str, Any]:
    """One donne; now and then all pass, or somebody doubles."""
    if rng.random() < 0.06:
        return {"statut": "passee"}
    bid = rng.choice((80, 80, 90, 90, 100, 100, 110, 120, 130))
    doubled = {"coinche": "coinche"} if rng.random() < 0.12 else {}
    return {**demo.tricks(rng, bid), "contrat": bid, **doubled}
