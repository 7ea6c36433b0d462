"""Evidence for a sceptic beside the draws: the lists that were frozen, the seeds that were said."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class SeedOrigin(StrEnum):
    """Origin of the seed of a draw."""

    ANNONCEE = "annoncee"
    """It was announced before."""
    DEMANDE = "demande"
    """It came with the request to draw."""
    PROGRAMME = "programme"
    """Nobody gave one, and the program took one by chance."""


@dataclass(frozen=True)
class FrozenList:
    """The list of a draw as it was frozen, for all to see before the seed is known."""

    players: tuple[str, ...]
    """As the lot reads them: trimmed, in Unicode NFC, sorted by code point."""
    hash: str
    """SHA-256 of the list as a text, a name a line; see `lot.list_hash`."""
    source: str
    """Announced origin of the seed, in the organiser's words."""
    at: str
    draws: int
    """Number of draws that had been made."""


@dataclass(frozen=True)
class SaidSeed:
    """A seed as it was announced."""

    seed: str
    at: str
    draws: int
    """Number of draws that had been made."""
    lists: int
    """Number of lists that had been frozen."""
