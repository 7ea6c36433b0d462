"""Donnes of coinche for Hypothesis: mostly legal, as plain objects of the file format."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from scorekeeper.cards.games.coinche.rules import Coinche
from scorekeeper.cards.rules.contract import Table
from tests.cards.games import strategies_belote


def payloads(rules: Coinche, table: Table) -> st.SearchStrategy[dict[str, Any]]:
    """Draw entries for the house and table, most of them legal."""
    return strategies_belote.payloads(rules, table).flatmap(
        lambda donne: st.composite(_payload)(rules, donne)
    )


def _payload(draw: st.DrawFn, rules: Coinche, donne: dict[str, Any]) -> dict[str, Any]:
    if "statut" in donne:
        return donne
    bids = [*range(80, rules.contrat_max + 1, 10), *map(str, rules.demandes)]
    entry = {**donne, "contrat": draw(st.sampled_from(bids))}
    if draw(st.integers(0, 3)) == 0:
        entry["coinche"] = draw(st.sampled_from(["coinche", "surcoinche"]))
    if entry["contrat"] == "generale" and entry.get("capot") == entry["preneur"] and draw(st.booleans()):
        entry["seul"] = True
    return entry
