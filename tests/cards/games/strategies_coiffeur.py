"""Donnes of Coiffeur for Hypothesis: mostly legal, as plain objects of the file format."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from scorekeeper.cards.games.coiffeur.rules import SOUHAITS, Coiffeur, Jeu, Ligne
from scorekeeper.cards.rules.contract import Table

ROWS = [str(row) for row in Ligne]


def payloads(rules: Coiffeur, table: Table) -> st.SearchStrategy[dict[str, Any]]:
    """Draw entries for the house and table, most of them legal."""
    return st.composite(_payload)(rules, table)


def settings() -> st.SearchStrategy[dict[str, Any]]:
    """Draw compatible settings."""
    return st.fixed_dictionaries(
        {},
        optional={
            "grille": st.sampled_from([8, 10, 11, 12]),
            "contrats": st.one_of(
                st.just({}), st.dictionaries(st.sampled_from(ROWS), st.integers(1, 20), min_size=2)
            ),
            "prime_match": st.sampled_from([0, 50, 100]),
            "bonus_match": st.integers(0, 2000),
            "contre_match": st.integers(0, 500),
            "arrondi": st.sampled_from(["aucun", "dixieme"]),
        },
    )


def _payload(draw: st.DrawFn, rules: Coiffeur, table: Table) -> dict[str, Any]:
    issue = draw(st.sampled_from(["jouee"] * 8 + ["rayee", "annulee"]))
    if issue == "annulee":
        return {"statut": issue}
    camp = draw(st.sampled_from("AB"))
    row = draw(st.sampled_from(list(rules.fois)))
    entry: dict[str, Any] = {"preneur": camp, "contrat": str(row)}
    announced = draw(st.sampled_from([None, *table.players["AB".index(camp) :: 2]]))
    if announced is not None:
        entry["joueur"] = announced
    if issue == "rayee":
        return {"statut": issue, **entry}
    if row in SOUHAITS and draw(st.integers(0, 5)):
        entry["jeu"] = str(draw(st.sampled_from(list(Jeu))))
    total = 253 if "tout-atout" in {row, entry.get("jeu")} else 157
    if draw(st.integers(0, 6)) == 0:
        entry["match"] = draw(st.sampled_from("AB"))
        key = draw(st.sampled_from(["", "points"]))
        return {**entry, "points": [total, 0] if entry["match"] == "A" else [0, total]} if key else entry
    points = draw(st.integers(0, total))
    key = draw(st.sampled_from(["points", "points_a", "points_b"]))
    return {**entry, key: [points, total - points] if key == "points" else points}
