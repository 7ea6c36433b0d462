"""The sentences of an adjustment, the same in every game."""

from __future__ import annotations

from scorekeeper.cards.rules.adjustment import Ajustement
from scorekeeper.cards.rules.contract import Label, Seat, Side, Signed, Value, expect
from scorekeeper.cards.rules.replay import Marked


def _gains(marked: Marked) -> tuple[Value, ...]:
    """Share of each column in it."""
    who = Side if marked.before.table.camps else Seat
    return tuple(
        Label("ajustement-de", qui=who(column), points=Signed(score))
        for column, score in enumerate(marked.row.scores)
        if score
    )


def sentence(marked: Marked) -> Label:
    """Why, and who has how much by it."""
    gains, why = _gains(marked), brief(marked)
    return Label("ajustement-phrase", ajustement=why, parts=gains) if gains else why


def brief(marked: Marked) -> Label:
    """Why, for its line of the sheet, whose columns have the points."""
    return expect(Ajustement, marked.entry).label
