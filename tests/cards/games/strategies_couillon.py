"""Donnes of Couillon for Hypothesis."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from scorekeeper.cards.games.couillon.rules import Couillon
from scorekeeper.cards.rules.contract import Table

CAMPS = st.sampled_from(["A", "B"])


@st.composite
def payloads(draw: st.DrawFn, rules: Couillon, table: Table) -> dict[str, Any]:
    """Draw a donne, nearly always a legal one."""
    entry: dict[str, Any] = {}
    if draw(st.booleans()):
        entry["accepte"] = draw(st.none() | CAMPS)
    if draw(st.integers(0, 3)):
        entry["points"] = points = draw(_points())
        winner = "egalite" if points[0] == points[1] else "AB"[points[0] < points[1]]
        if draw(st.booleans()):
            entry["gagne"] = winner
        if 0 in points and (max(points) > 36 or draw(st.booleans())):
            entry["capot"] = winner
    else:
        entry["gagne"] = draw(CAMPS | st.just("egalite"))
        if entry["gagne"] != "egalite" and not draw(st.integers(0, 5)):
            entry["capot"] = entry["gagne"]
    if table.players and not draw(st.integers(0, 9)):
        entry["donneur"] = draw(st.sampled_from(table.players))
    if not draw(st.integers(0, 19)):
        entry["capot"] = draw(CAMPS)  # often a contradiction
    return entry


@st.composite
def _points(draw: st.DrawFn) -> list[int]:
    """Draw card points of both sides, sometimes a pair that no four tricks give."""
    tricks = draw(st.integers(0, 4))
    least, most = [(0, 0), (0, 16), (0, 28), (4, 36), (12, 40)][tricks]
    first = draw(st.integers(least, most))
    low, high = max(0, 12 - first), 40 - first
    second = 0 if tricks == 4 else draw(st.integers(low, min(high, 40 if tricks == 0 else 36)))
    return [first, second] if draw(st.booleans()) else [second, first]
