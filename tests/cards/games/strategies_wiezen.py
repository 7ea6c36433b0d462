"""Donnes of Wiezen for Hypothesis."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from scorekeeper.cards.games.wiezen.rules import Wiezen
from scorekeeper.cards.rules.contract import Table

LONE = ("petite-misere", "piccolo", "grande-misere", "misere-etalee")
HEIGHTS = {"emballage": (8, 13), "solo": (5, 8), "abondance": (9, 12)}
PAIRS = ("emballage", "troel")
CONTRACTS = (*LONE, *HEIGHTS, "troel", "solo-slim")


@st.composite
def payloads(draw: st.DrawFn, rules: Wiezen, table: Table) -> dict[str, Any]:
    """Draw a donne, mostly a legal one; with five players, sometimes with its dealer, who sits out."""
    if not draw(st.integers(0, 5)):
        return {"statut": draw(st.sampled_from(("passee", "passee", "annulee")))}
    contrat = draw(st.sampled_from(CONTRACTS))
    people = draw(st.permutations(table.players))
    entry: dict[str, Any] = {"contrat": contrat}
    if contrat in LONE:
        declarers = people[: draw(st.integers(1, 4))]
        entry["rates"] = [name for name in declarers if draw(st.booleans())]
    else:
        declarers = people[: 2 if contrat in PAIRS else 1]
        entry["plis"] = draw(st.integers(0, 13))
        entry |= draw(st.sampled_from([{}, {"atout": "coeur"}, {"atout": "trefle"}]))
    if contrat in HEIGHTS:
        least, most = HEIGHTS[contrat]
        entry["hauteur"] = draw(st.integers(max(least, rules.solo_min) if contrat == "solo" else least, most))
    if contrat == "troel" and draw(st.booleans()):
        entry["change"] = True
    if not draw(st.integers(0, 9)):
        entry["donneur"] = draw(st.sampled_from(table.players))
    return {**entry, "joueurs": list(declarers)}
