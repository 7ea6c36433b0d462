"""What the table declares of one donne."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scorekeeper.cards.rules.contract import Entry
from scorekeeper.cards.rules.fields import BySeat, Record
from scorekeeper.cards.rules.kinds import Whole

TOTAL = 26
"""Points of a donne, all players together."""


@dataclass(frozen=True, kw_only=True)
class __Key__Donne(Entry):
    """One donne: the points of each player."""

    points: Annotated[tuple[int | None, ...], BySeat(Whole(0, TOTAL))]
    """Points of each seat; `None` for a player who is not named."""


ENTRY = Record(__Key__Donne)
