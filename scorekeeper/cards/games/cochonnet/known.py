"""Impossible totals of a manche: of each camp alone, by who has seven cochonnets."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from scorekeeper.cards.game_api.offline_checks import Known
from scorekeeper.cards.games.cochonnet.rules import Cochonnet
from scorekeeper.cards.games.cochonnet.rules.entry import Saisie
from scorekeeper.cards.games.cochonnet.rules.tables import COPIES, RANKS, sevens
from scorekeeper.cards.rules.contract import Fault, Side, Table


def known(rules: Cochonnet, _table: Table) -> Sequence[Known]:
    """The total of each camp, where both are told."""

    def fault_of(side: Side) -> Callable[[tuple[str, ...], tuple[int, ...]], Fault | None]:
        return lambda chosen, numbers: rules.total_fault(sevens("AB".index(chosen[1])), side, numbers[0])

    by = {
        "saisie": (str(Saisie.TOTAUX),),
        "sept": ("A", "B"),
        **dict.fromkeys(("nombre_a", "nombre_b"), ("",)),
    }
    highest = 2 * COPIES * max(rules.face_value(rank) for rank in RANKS)
    return [
        Known(field=field, numbers=(field,), by=by, most=highest, fault=fault_of(side))
        for side, field in ((Side(0), "total_a"), (Side(1), "total_b"))
    ]
