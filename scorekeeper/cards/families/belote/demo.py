"""Plausible donnes, for a club to look around in."""

from __future__ import annotations

from random import Random
from typing import Any


def tricks(rng: Random, least: int) -> dict[str, Any]:
    """A donne as its takers mostly bring it home, `least` points being what they aim at; not always a legal one."""
    taker = rng.choice("AB")
    donne: dict[str, Any] = {"preneur": taker, "atout": rng.choice(("pique", "coeur", "carreau", "trefle"))}
    if rng.random() < 0.03:
        return {**donne, "capot": taker}
    donne[f"points_{taker.lower()}"] = min(152, max(10, round(rng.gauss(least + 14, 22))))
    if rng.random() < 0.3:
        donne["belote"] = rng.choice((taker, taker, "A", "B"))
    return donne
