"""Impossible card points of one camp, when the other has the rest and nobody made a match."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.cards.families.matches import PLIS_TOUT_ATOUT
from scorekeeper.cards.game_api.offline_checks import Known
from scorekeeper.cards.games.jass.rules import Jass
from scorekeeper.cards.games.jass.rules.cards import Atout
from scorekeeper.cards.games.jass.rules.entry import JassDonne
from scorekeeper.cards.rules.contract import Fault, Table


def known(rules: Jass, _table: Table) -> Sequence[Known]:
    """The points of the camp that was chosen."""

    def fault(chosen: tuple[str, ...], numbers: tuple[int, ...]) -> Fault | None:
        camp, code, *_ = chosen
        atout, points = Atout(code) if code else None, numbers[0]
        donne = JassDonne(atout=atout, **{f"points_{camp.lower()}": points})  # type: ignore[arg-type]
        return next(iter(rules.point_faults(donne)), None)

    by = {
        "camp": ("A", "B"),
        "atout": ("", *map(str, rules.atouts)),
        **dict.fromkeys(("match", "autre", "interrompue"), ("",)),
    }
    return (Known(field="points", numbers=("points",), by=by, most=PLIS_TOUT_ATOUT, fault=fault),)
