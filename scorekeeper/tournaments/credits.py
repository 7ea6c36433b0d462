"""Points that the organiser gave or took."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Credit:
    """Points that the organiser gave an entrant, or took where negative; for a pair they count once."""

    number: int
    points: int
    reason: str
    actor: str
    at: str
