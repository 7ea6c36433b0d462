"""A plausible donne, for a club to look around in."""

from __future__ import annotations

from random import Random
from typing import Any

from scorekeeper.cards.games.coiffeur.rules import Coiffeur, GrilleState
from scorekeeper.cards.games.coiffeur.rules.lines import SOUHAITS
from scorekeeper.cards.rules.contract import Rules, State, expect

GAMES = ("pique", "coeur", "carreau", "trefle", "haut-bas", "bas-haut")
"""Usual wishes."""


def entry(rng: Random, rules: Rules[Any, Any], state: State) -> dict[str, Any]:
    """One donne in a row that is open, now and then a match; not always a legal one."""
    house, sheet = expect(Coiffeur, rules), expect(GrilleState, state)
    camp = min((0, 1), key=lambda side: (len(sheet.faites[side]), side))
    ligne = rng.choice(house.ouvertes(sheet, camp))
    donne: dict[str, Any] = {"preneur": "AB"[camp], "contrat": str(ligne)}
    if ligne in SOUHAITS:
        donne["jeu"] = rng.choice(GAMES)
    if rng.random() < 0.06:
        return {**donne, "match": donne["preneur"]}
    return {**donne, f"points_{'ab'[camp]}": min(152, max(20, round(rng.gauss(98, 26))))}
