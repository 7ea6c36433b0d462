"""What is kept for a sceptic beside the draws: the lists that were frozen, the seeds that were said."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class SeedOrigin(StrEnum):
    """Where the seed of a draw came from."""

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
    """Where the seed will come from, in the organiser's words."""
    at: str
    draws: int
    """How many draws had been made."""


@dataclass(frozen=True)
class SaidSeed:
    """A seed as it was announced."""

    seed: str
    at: str
    draws: int
    """How many draws had been made."""
    lists: int
    """How many lists had been frozen."""
