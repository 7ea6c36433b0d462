"""One donne of belote as the table declares it."""

from __future__ import annotations

from scorekeeper.cards.families.belote.rules.entry import DonneBelote
from scorekeeper.cards.families.points import TOLD
from scorekeeper.cards.rules.fields import Record

ENTRY = Record(DonneBelote, extra={"anyOf": [{"required": [key]} for key in (*TOLD, "capot", "statut")]})
