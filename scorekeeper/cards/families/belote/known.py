"""Impossible card points of one camp, when the other has the rest and nobody made a capot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scorekeeper.cards.families.belote.rules import BeloteLike
from scorekeeper.cards.families.belote.rules.entry import TOUT_ATOUT, AtoutBelote, DonneBelote
from scorekeeper.cards.game_api.offline_checks import Known
from scorekeeper.cards.rules.contract import Fault, Table


def known(rules: BeloteLike[Any], _table: Table) -> Sequence[Known]:
    """The points of the camp that was chosen."""

    def fault(chosen: tuple[str, ...], numbers: tuple[int, ...]) -> Fault | None:
        camp, code, *_ = chosen
        atout, points = AtoutBelote(code) if code else None, numbers[0]
        donne = DonneBelote(atout=atout, **{f"points_{camp.lower()}": points})  # type: ignore[arg-type]
        return next(iter(rules.point_faults(donne)), None)

    by = {
        "camp": ("A", "B"),
        "atout": ("", *map(str, rules.atouts)),
        **dict.fromkeys(("statut", "capot", "autre"), ("",)),
    }
    return (Known(field="points", numbers=("points",), by=by, most=TOUT_ATOUT, fault=fault),)
