"""The control sum of a Belote sheet with rounded scores."""

from __future__ import annotations

from typing import Any

from scorekeeper.cards.games.belote.rules import Belote
from scorekeeper.cards.rules.replay import replay
from scorekeeper.cards.rules.rulings import RuleChange, ruled
from scorekeeper.cards.rules.scores import Control
from tests.cards.games.test_belote import TABLE, house, sheet


def test_rounding_to_160_keeps_the_control() -> None:
    taken: dict[str, Any] = {"preneur": "A", "points_a": 106, "belote": "B"}
    capot: dict[str, Any] = {"preneur": "A", "capot": "A"}
    level: dict[str, Any] = {"preneur": "B", "points": [81, 81]}
    played = sheet(house(arrondi="a-160"), taken, capot, level)
    assert [marked.row.scores for marked in played.marked] == [(110, 70), (250, 0), (80, 0)]
    assert played.control == Control(510, 510)
    assert sheet(house(arrondi="dizaine"), taken).control is None
    assert sheet(house(arrondi="dizaine-basse"), taken).control is None


def test_a_rounded_donne_above_a_changed_rule_leaves_no_control() -> None:
    rules = house(arrondi="dizaine")
    taken: dict[str, Any] = {"preneur": "A", "points_a": 85}
    rulings = ruled(rules, TABLE, [RuleChange(1, {"arrondi": "a-160"})])
    entries = [Belote.ENTRY.read(taken, TABLE) for _ in range(2)]
    changed = replay(ruled(house(), TABLE, [RuleChange(1, {"arrondi": "dizaine"})]), TABLE, [(1, entries[0])])
    assert changed.control == Control(162, 162)
    played = replay(rulings, TABLE, enumerate(entries, 1))
    assert played.state.totals == (180, 150)
    assert played.control is None
