"""Donnes of belote for Hypothesis: mostly legal, as plain objects of the file format."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from scorekeeper.cards.families.belote.rules import BeloteLike
from scorekeeper.cards.rules.contract import Table

Draw = st.DrawFn
CAMPS = st.sampled_from(["A", "B"])
SETS: tuple[tuple[int, ...], ...] = (
    (20,),
    (50,),
    (20, 20),
    (20, 50),
    (100,),
    (100, 100),
    (150, 200),
    (50, 150),
)


def payloads(rules: BeloteLike[Any], table: Table) -> st.SearchStrategy[dict[str, Any]]:
    """Draw entries for the house and table, most of them legal."""
    return st.composite(_payload)(rules, table)


def _payload(draw: Draw, rules: BeloteLike[Any], table: Table) -> dict[str, Any]:
    way = draw(st.integers(0, 24))
    if way == 0:
        return {"statut": draw(st.sampled_from(["passee", "annulee"]))}
    entry: dict[str, Any] = {"preneur": draw(CAMPS)}
    if rules.sa_ta or draw(st.booleans()):
        entry["atout"] = str(draw(st.sampled_from(rules.atouts)))
    atout = entry.get("atout")
    entry |= _tricks(draw, rules.tout_atout_sur if atout == "tout-atout" else 162)
    entry |= _beside(draw, rules, str(atout))
    if table.players and draw(st.integers(0, 5)) == 0:
        entry["joueur"] = draw(st.sampled_from(table.players["AB".index(entry["preneur"]) :: 2]))
    if draw(st.integers(0, 20)) == 0:
        entry["note"] = "donne recomptée"
    return entry


def _tricks(draw: Draw, total: int) -> dict[str, Any]:
    """Draw the points, in one of the possible notations."""
    way = draw(st.integers(0, 11))
    if way == 0:
        return {"capot": draw(CAMPS)}
    if way == 1:
        return {"points": [total // 2, total - total // 2]}
    points = draw(st.integers(0, total))
    if way <= 3:
        return {"points": [points, total - points]}
    return {draw(st.sampled_from(["points_a", "points_b"])): points}


def _beside(draw: Draw, rules: BeloteLike[Any], atout: str) -> dict[str, Any]:
    """Draw a belote, or several where allowed, and annonces of one side."""
    beside: dict[str, Any] = {}
    if atout == "tout-atout" and rules.belotes_tout_atout == 4:
        if draw(st.booleans()):
            first = draw(st.integers(0, 4))
            beside["belotes"] = [first, draw(st.integers(0, 4 - first))]
    elif atout != "sans-atout" and draw(st.integers(0, 3)) == 0:
        beside["belote"] = draw(CAMPS)
    if rules.annonces and draw(st.booleans()):
        beside["annonces"] = {draw(CAMPS): list(draw(st.sampled_from(SETS)))}
    return beside
