"""Impossible points of a donne by its contract, its bouts and the camp that counted."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.cards.families.unplayed import Statut
from scorekeeper.cards.game_api.offline_checks import Known
from scorekeeper.cards.games.tarot.rules import Tarot
from scorekeeper.cards.games.tarot.rules.cards import ALL
from scorekeeper.cards.games.tarot.rules.entry import Contrat, DonneCamp
from scorekeeper.cards.games.tarot.rules.faults import point_fault
from scorekeeper.cards.rules.contract import Fault, Halves, Table


def known(rules: Tarot, table: Table) -> Sequence[Known]:
    """The points, in halves."""

    def fault(chosen: tuple[str, ...], numbers: tuple[int, ...]) -> Fault | None:
        _, camp, contrat, bouts = chosen
        key = "points_defense" if camp == DonneCamp.DEFENSE else "points"
        return point_fault(rules, table, (Contrat(contrat), int(bouts)), key, Halves(numbers[0]))

    by = {
        "statut": ("", str(Statut.JOUEE)),
        "camp": tuple(map(str, DonneCamp)),
        "contrat": tuple(map(str, Contrat)),
        "bouts": tuple("0123"),
    }
    return (Known(field="points", numbers=("points",), by=by, most=ALL, unit=2, fault=fault),)
