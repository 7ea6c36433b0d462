"""Possible manches of Bouées et cochons for Hypothesis."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import strategies as st

from scorekeeper.cards.games.bouees.rules import Bouees
from scorekeeper.cards.rules.contract import Rules, Table
from tests.cards.games.bouees_cards import play


@st.composite
def payloads(draw: st.DrawFn, rules: Rules[Any, Any], table: Table) -> dict[str, Any]:
    """Draw a manche dealt and played at random, in one of the possible notations."""
    assert isinstance(rules, Bouees)
    luck = Random(draw(st.integers(0, 2**32 - 1)))  # noqa: S311 - cards, not keys
    manche = play(
        luck,
        table.seats,
        kings=rules.rois_6j,
        up=rules.arrondi == "haut",
        tied_lose=rules.egalite == "tous",
        stop_at_two=rules.fin_deux_survivants,
    )
    names = table.players
    entry: dict[str, Any] = {}
    how = draw(st.sampled_from(["mains", "bouees", "both"]))
    if how != "bouees":
        entry["mains"] = {
            name: {"coeurs": hearts, "carreaux": diamonds}
            for name, (hearts, diamonds) in zip(names, manche.hands, strict=True)
        }
    if how != "mains":
        entry["bouees"] = dict(zip(names, manche.starts, strict=True))
    entry["restantes"] = {
        name: count for name, count in zip(names, manche.left, strict=True) if count is not None
    }
    out = [name for name, count in zip(names, manche.left, strict=True) if count is None]
    if out:
        entry["elimines"] = draw(st.permutations(out))
    if rules.bonus_plus_bas:
        entry["plus_bas"] = draw(st.lists(st.sampled_from(names), max_size=2, unique=True))
    if draw(st.booleans()):
        entry["donneur"] = draw(st.sampled_from(names))
        entry["note"] = "au café"
    return entry
