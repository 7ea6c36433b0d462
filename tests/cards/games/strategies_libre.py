"""Manches of Marque libre for Hypothesis."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from scorekeeper.cards.games.libre.rules import Libre
from scorekeeper.cards.rules.contract import Rules, Table, expect


def payloads(rules: Rules[Any, Any], table: Table) -> st.SearchStrategy[dict[str, Any]]:
    """Draw points of all columns, or of some, within the bounds of the house or slightly beyond."""
    house = expect(Libre, rules)
    least, most = house.span
    points = st.integers(max(least, -30) // house.pas - 1, min(most, 60) // house.pas + 1).map(
        lambda step: step * house.pas
    )
    first, last = -(-max(least, -30) // house.pas), min(most, 60) // house.pas
    within = st.integers(first, max(first, last)).map(lambda step: step * house.pas)
    # With a fixed sum, the last value is deduced.
    entered = table.players if house.somme is None else table.players[:-1]
    usual = st.fixed_dictionaries(dict.fromkeys(entered, within))
    some = st.dictionaries(st.sampled_from(table.players), points, min_size=1)
    everybody = st.fixed_dictionaries(dict.fromkeys(table.players, points))
    played = st.one_of(usual, usual, everybody, some).map(lambda given: {"points": given})
    return st.one_of(played, played, played, st.just({"statut": "annulee"}))
