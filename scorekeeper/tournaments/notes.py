"""Notes of an evening beside its draws and results: frozen lists, announced seeds, calls, the clock of a round, credits."""

from __future__ import annotations

import datetime as dt
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


@dataclass(frozen=True, kw_only=True)
class RoundClock:
    """The time that a round has left, as the organiser set it last."""

    round: int
    left: int
    """Seconds, at `at`."""
    at: str
    running: bool
    answered: bool = False
    """Whether somebody saw to the tables that were late."""

    def left_at(self, moment: dt.datetime) -> int:
        """Seconds that are left at a moment; less than 0 once the time is up."""
        gone = (moment - dt.datetime.fromisoformat(self.at)).total_seconds() if self.running else 0
        return self.left - round(gone)

    @property
    def now(self) -> int:
        """Seconds that are left now."""
        return self.left_at(dt.datetime.now(dt.UTC))


@dataclass(frozen=True)
class Veil:
    """The end of an evening that the room has not seen yet."""

    round: int
    """The latest one, when this was so."""
    since: str
    """When it was withheld; empty once the organiser has shown everything."""


@dataclass(frozen=True)
class Call:
    """A table asked for the organiser; play goes on."""

    text: str
    actor: str
    at: str


@dataclass(frozen=True)
class Credit:
    """Points that the organiser gave an entrant, or took where negative; for a pair they count once."""

    number: int
    points: int
    reason: str
    actor: str
    at: str
