"""What the records hand out about tournaments: frozen rows."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class TournamentRow:
    """Where a tournament stands, for lists: derived from its events."""

    id: int
    game: str
    name: str
    date: str | None
    place: str
    created_at: str
    stage: str
    entrants: int
    round: int
    """The latest round that was opened; 0 before the first."""
    rounds: int
    revision: int
    """Number of events of the tournament."""
    last_seq: int
    """Its last event; also where a list goes on."""
    active_at: str


@dataclass(frozen=True)
class EntrantRow:
    """Somebody who registered."""

    tournament: int
    number: int
    name: str
    key: str
    """What all writings of the name share."""
    club: str
    present: int
    partner: int | None


@dataclass(frozen=True)
class RoundRow:
    """A round as one draw made it."""

    tournament: int
    number: int
    draw: int
    label: str
    seed: str
    state: str
    """`ouvert`, `clos`, or `annule` when another draw took its place."""


@dataclass(frozen=True)
class TableRow:
    """A table of a round."""

    tournament: int
    round: int
    draw: int
    number: int
    partie: int
    confirmed: int
    disputed: int
    result: str | None
    """JSON, once it is settled."""


@dataclass(frozen=True)
class SeatRow:
    """Who sits where."""

    tournament: int
    round: int
    draw: int
    number: int
    seat: int
    entrant: int
    substitute: str


@dataclass(frozen=True)
class LinkRow:
    """A link that lets in one table; the token itself is nowhere."""

    hash: str
    """SHA-256 of the token, in hex."""
    tournament: int
    number: int
    """The table."""
    made: int
    """Counts the links of that table."""
    revoked: int


Row = TournamentRow | EntrantRow | RoundRow | TableRow | SeatRow
"""A row that follows from the events."""
