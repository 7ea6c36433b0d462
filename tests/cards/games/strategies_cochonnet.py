"""Manches of Cochonnet for Hypothesis, from the cards of one pack."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from scorekeeper.cards.games.cochonnet.rules import Cochonnet
from scorekeeper.cards.rules.contract import Table

ORDER = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "V", "D", "R", "A"]
PACK = [rank + suit for rank in ORDER for suit in "♠♥♦♣"]
SIXTEEN = st.lists(st.sampled_from(PACK), min_size=16, max_size=16, unique=True)
"""Twelve cochonnets, and the four cards of the last trick."""


def rank(card: str) -> str:
    return card[:-1]


@st.composite
def payloads(draw: st.DrawFn, rules: Cochonnet, table: Table) -> dict[str, Any]:
    """Draw a manche, nearly always a legal one."""
    cards = draw(SIXTEEN)
    entry = by_cards(rules, table, cards, draw(st.integers(0, 3)))
    shown = draw(st.sampled_from(["suits", "ranks", "totals"]))
    if shown == "totals":
        entry = by_totals(rules, table, entry)
    elif shown == "ranks":
        entry["cochonnets"] = {
            name: [rank(card) for card in hand] for name, hand in entry["cochonnets"].items()
        }
        entry["dernier"]["carte"] = rank(entry["dernier"]["carte"])
    mishap = draw(st.integers(0, 29))
    if mishap == 0:
        entry.pop(draw(st.sampled_from(sorted(entry))))
    elif mishap == 1 and "totaux" in entry:
        entry["totaux"][0] = draw(st.integers(0, 200))
    elif mishap == 2:
        entry["donneur"] = draw(st.sampled_from(table.players))
    return entry


def by_cards(rules: Cochonnet, table: Table, cards: list[str], owner: int) -> dict[str, Any]:
    """Return the manche of twelve cochonnets and a last trick; `owner` gets the last one by exchange."""
    last = cards[12:]
    hands = {name: cards[3 * seat : 3 * seat + 3] for seat, name in enumerate(table.players)}
    if rules.derniere_levee != "plus-basse":
        return {"cochonnets": hands, "dernier": {"joueur": table.players[owner], "carte": last[0]}}
    low = min(ORDER.index(rank(card)) for card in last)
    holders = [seat for seat, card in enumerate(last) if ORDER.index(rank(card)) == low]
    entry = {
        "cochonnets": hands,
        "dernier": {"joueur": table.players[holders[0]], "carte": last[holders[0]]},
    }
    if holders[1:]:
        entry["ex_aequo"] = [table.players[seat] for seat in holders[1:]]
    return entry


def by_totals(rules: Cochonnet, table: Table, entry: dict[str, Any]) -> dict[str, Any]:
    """Return the same manche as the two totals and the numbers of cochonnets."""
    worth = {name: int(name) if name.isdigit() else rules.valeurs[name] for name in ORDER}
    totals, counts = [0, 0], [6, 6]
    for seat, name in enumerate(table.players):
        totals[seat % 2] += sum(worth[rank(card)] for card in entry["cochonnets"][name])
    for name in (entry["dernier"]["joueur"], *entry.get("ex_aequo", ())):
        side = table.players.index(name) % 2
        totals[side] += worth[rank(entry["dernier"]["carte"])]
        counts[side] += 1
    if sum(counts) == 13:
        return {"sept": "AB"[counts[1] == 7], "totaux": totals}
    return {"nombres": counts, "totaux": totals}
