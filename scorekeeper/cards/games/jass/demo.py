"""A plausible donne, for a club to look around in."""

from __future__ import annotations

from random import Random
from typing import Any

from scorekeeper.cards.families.matches import PLIS
from scorekeeper.cards.game_api.game import DemoTournament
from scorekeeper.cards.rules.contract import Rules, State


def entry(rng: Random, _rules: Rules[Any, Any], _state: State) -> dict[str, Any]:
    """One donne, with an annonce now and then; not always a legal one."""
    donne: dict[str, Any] = {"atout": rng.choice(("pique", "coeur", "carreau", "trefle"))}
    if rng.random() < 0.03:
        donne["match"] = rng.choice("AB")
        donne["points_a"] = 157 if donne["match"] == "A" else 0
    else:
        donne["points_a"] = min(150, max(5, round(rng.gauss(80, 30))))
    if rng.random() < 0.35:
        donne["annonces"] = {rng.choice("AB"): rng.choice(([20], [20], [50], [20, 20], [100]))}
    if rng.random() < 0.15:
        donne["schtockr"] = rng.choice("AB")
    if rng.random() < 0.3:
        donne["premier"] = rng.choice("AB")
    return donne


def totals(rng: Random) -> tuple[int, int]:
    """Totals of a tournament partie."""
    camp_a = rng.randint(700, 1184)
    return camp_a, 12 * PLIS - camp_a


TOURNAMENT = DemoTournament(name="Match au cochon de Vresse", totals=totals)
