"""Impossible points of one column: those outside the house's bounds, or between its steps."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from scorekeeper.cards.game_api.offline_checks import Known
from scorekeeper.cards.games.libre.rules import Libre
from scorekeeper.cards.rules.contract import Fault, Seat, Table

MOST = 150
"""Highest number that is known; most games bring less, and each further one travels to every tablet."""


def known(rules: Libre, table: Table) -> Sequence[Known]:
    """The points of each column, whatever the others have; nothing where any number can be."""
    if rules.pas == 1 and rules.minimum <= 0 and rules.maximum >= MOST:
        return ()

    def fault_of(seat: Seat, name: str) -> Callable[[tuple[str, ...], tuple[int, ...]], Fault | None]:
        return lambda _, numbers: rules.point_fault(f"points.{name}", seat, numbers[0])

    return [
        Known(
            field=f"points_{seat}",
            numbers=(f"points_{seat}",),
            by={"annulee": ("",)},
            most=MOST,
            fault=fault_of(Seat(seat), name),
        )
        for seat, name in enumerate(table.players)
    ]
