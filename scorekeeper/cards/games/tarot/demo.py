"""A plausible donne, for a club to look around in."""

from __future__ import annotations

from random import Random
from typing import Any

from scorekeeper.cards.games.tarot.rules.entry import TARGETS
from scorekeeper.cards.rules.contract import Rules, State


def entry(rng: Random, _rules: Rules[Any, Any], state: State) -> dict[str, Any]:
    """One donne as four or five people play it on a Friday; not always a legal one."""
    if rng.random() < 0.06:
        return {"statut": "passee"}
    players = list(state.table.present)
    preneur = rng.choice(players)
    bouts = rng.choices((0, 1, 2, 3), (8, 34, 42, 16))[0]
    contrat = rng.choices(("prise", "garde", "garde-sans", "garde-contre"), (40, 48, 9, 3))[0]
    donne: dict[str, Any] = {
        "preneur": preneur,
        "contrat": contrat,
        "bouts": bouts,
        "points": min(87, max(20, TARGETS[bouts] + round(rng.gauss(3, 9)))),
    }
    if len(players) == 5:
        donne["appele"] = rng.choice([name for name in players if name != preneur])
    if rng.random() < 0.12:
        donne["petit_au_bout"] = rng.choice(("attaque", "defense"))
    if rng.random() < 0.08:
        donne["poignees"] = [{"joueur": preneur, "type": "simple"}]
    return donne
