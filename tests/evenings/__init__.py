"""Whole parties with results in literal numbers, computed by hand; played through the file, the API and the browser."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scorekeeper.cards.rules import strict_json

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Evening:
    """One partie: the sheet as a file, and its expected results."""

    name: str
    sheet: dict[str, Any]
    expected: dict[str, Any]


def evenings() -> tuple[Evening, ...]:
    """Return all evenings."""
    evenings = []
    for path in sorted(FOLDER.glob("*.json")):
        data = strict_json.loads(path.read_bytes())
        evenings.append(Evening(path.stem, data["sheet"], data["expected"]))
    return tuple(evenings)
