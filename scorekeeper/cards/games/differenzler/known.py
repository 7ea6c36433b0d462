"""Impossible points of one player: those that no cards give."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from scorekeeper.cards.game_api.offline_checks import Known
from scorekeeper.cards.games.differenzler.rules import Differenzler, point_fault
from scorekeeper.cards.games.differenzler.rules.entry import TOTAL, Jouee
from scorekeeper.cards.rules.contract import Fault, Table


def known(_rules: Differenzler, table: Table) -> Sequence[Known]:
    """The points of each player, whatever the others made."""

    def fault_of(name: str) -> Callable[[tuple[str, ...], tuple[int, ...]], Fault | None]:
        return lambda _, numbers: point_fault(name, numbers[0])

    by = {"statut": ("", str(Jouee.JOUEE))}
    return [
        Known(field=f"points_{seat}", numbers=(f"points_{seat}",), by=by, most=TOTAL, fault=fault_of(name))
        for seat, name in enumerate(table.players)
    ]
