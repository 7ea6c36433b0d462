"""Calls for the organiser: a table that asks or disputes, and the clock of a round that has run out."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass


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
class Call:
    """A table asked for the organiser; play goes on."""

    text: str
    actor: str
    at: str
