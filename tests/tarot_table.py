"""A Tarot table of four with known scores: the garde of the file format's own example.

Garde with two bouts and 56 points: (25 + 56 − 41) × 2 = 80, three times for the taker. With 51 points: 70.
"""

from __future__ import annotations

import uuid
from typing import Any

from scorekeeper.cards.sheet_file import SheetFile, read_sheet
from scorekeeper.parties import Author

PLAYERS = ["Anne", "Benoît", "Chloé", "David"]
BY = Author("la table", "tablette-1")


def donne(preneur: str = "Chloé", points: int = 56) -> dict[str, Any]:
    """Return a garde with two bouts."""
    return {"preneur": preneur, "contrat": "garde", "bouts": 2, "points": points}


PASSEE = {"statut": "passee"}
SCORES_56 = [-80, -80, 240, -80]
SCORES_51 = [-70, -70, 210, -70]


def document(*entries: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Return the sheet file of the table."""
    return {
        "format": "scorekeeper/1",
        "game": "tarot",
        "players": PLAYERS,
        "entries": list(entries),
        **more,
    }


def sheet(*entries: dict[str, Any], **more: Any) -> SheetFile:
    """Return the parsed sheet of the table."""
    return read_sheet(document(*entries, **more))


def new_uuid() -> str:
    """Return a UUID as a tablet makes one."""
    return str(uuid.uuid4())
