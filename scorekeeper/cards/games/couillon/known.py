"""Impossible card points of both camps."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.cards.game_api.offline_checks import Known
from scorekeeper.cards.games.couillon.rules import Couillon, point_fault
from scorekeeper.cards.games.couillon.rules.entry import PACK
from scorekeeper.cards.rules.contract import Fault, Table


def known(_rules: Couillon, _table: Table) -> Sequence[Known]:
    """Possible shares of the points of the tricks."""

    def fault(_: tuple[str, ...], numbers: tuple[int, ...]) -> Fault | None:
        first, second = numbers
        return point_fault((first, second))

    return (Known(field="points_a", numbers=("points_a", "points_b"), by={}, most=PACK, fault=fault),)
