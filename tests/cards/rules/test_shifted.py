"""Changes between lines, when a line is inserted above, at or below them."""

from __future__ import annotations

import pytest

from scorekeeper.cards.catalogue import game
from scorekeeper.cards.rules.changes import TableChange, seated
from scorekeeper.cards.rules.contract import Table
from scorekeeper.cards.rules.rulings import RuleChange, ruled

TABLE = Table(("Anne", "Benoît", "Chloé", "David"))


@pytest.mark.parametrize(("rang", "after"), [(1, 3), (2, 3), (3, 2), (4, 2)])
def test_changes_follow_the_lines_above_them(rang: int, after: int) -> None:
    """A change after two lines: a line inserted as the third comes below it."""
    people = TableChange(2, ("Anne", "Benoît", "Chloé", "Émile"), replaces=(("Émile", "David"),))
    seating = seated(TABLE, [people])
    moved = seating.shifted(seating.above(rang))
    assert [change.after for change in moved.changes] == [after]
    assert [table.players[3] for table in (moved.at(after), moved.at(after + 1))] == ["David", "Émile"]
    former = ruled(game("tarot").rules(), TABLE, [RuleChange(2, {"nb_donnes": 9})])
    rulings = former.shifted(former.above(rang))
    assert [change.after for change in rulings.changes] == [after]
    assert [rulings.at(line).nb_donnes for line in (after, after + 1)] == [None, 9]  # type: ignore[attr-defined]


def test_sheet_without_changes_stays_the_same_object() -> None:
    seating, rulings = seated(TABLE), ruled(game("tarot").rules(), TABLE)
    assert seating.shifted(seating.above(1)) is seating
    assert rulings.shifted(rulings.above(1)) is rulings


def test_change_moves_up_where_a_line_above_it_leaves() -> None:
    rulings = ruled(game("tarot").rules(), TABLE, [RuleChange(2, {"nb_donnes": 9})])
    assert [change.after for change in rulings.shifted(0, -1).changes] == [1]
