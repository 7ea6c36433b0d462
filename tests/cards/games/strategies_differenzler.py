"""Donnes of Differenzler for Hypothesis."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from scorekeeper.cards.games.differenzler.rules import Differenzler
from scorekeeper.cards.rules.contract import Table

TOTAL = 157


@st.composite
def payloads(draw: st.DrawFn, rules: Differenzler, table: Table) -> dict[str, Any]:
    """Draw a donne, nearly always a legal one."""
    if not draw(st.integers(0, 15)):
        return {"statut": "annulee"}
    players = table.players
    made, left = [], TOTAL
    for _ in players[1:]:
        made.append(draw(st.integers(0, left)))
        left -= made[-1]
    made.append(left)
    # Most predictions are right or nearly so; some are 0.
    predicted = [
        max(0, min(TOTAL, points + draw(st.sampled_from((0, 0, -3, 10, -25, -157))))) for points in made
    ]
    points = dict(zip(players, made, strict=True))
    if draw(st.booleans()):
        del points[draw(st.sampled_from(players))]
    entry: dict[str, Any] = {"annonces": dict(zip(players, predicted, strict=True)), "points": points}
    if rules.bonus_zero == "avec-pli":
        nothing = [
            name
            for name, pair in zip(players, zip(predicted, made, strict=True), strict=True)
            if pair == (0, 0)
        ]
        entry["zero_avec_pli"] = nothing[: draw(st.integers(0, len(nothing)))]
    if not draw(st.integers(0, 9)):
        entry["donneur"] = draw(st.sampled_from(players))
    return entry
