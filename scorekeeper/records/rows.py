"""Rows of the database as frozen dataclasses, with JSON columns as text, and SQL fragments derived from them."""

import functools
from collections.abc import Collection
from dataclasses import dataclass, field, fields
from typing import Any

APART = {"apart": True}
"""Metadata of a field that is stored in a table of its own."""


@dataclass(frozen=True)
class Person:
    """A person who has played."""

    id: int
    name: str
    """The name as it was first written."""
    key: str
    """Normalised form, the same for all spellings of the name."""
    created: str
    parties: int
    last_partie: int


@dataclass(frozen=True)
class PartieRow:
    """Heading of a sheet, which never changes."""

    id: int
    game: str
    settings: str
    """JSON object: every setting, defaults too."""
    players: str
    """JSON list of names in order of play; an empty list when only the camps are known."""
    equipes: str | None
    """JSON list of two names."""
    date: str | None
    lieu: str
    premier_donneur: int | None
    """Seat that deals first; `None` where it is not known."""
    revanche_de: int | None
    created_at: str
    definition: str = field(default="", metadata=APART)
    """Packed definition of a declared game; empty for a game of the catalogue."""


@dataclass(frozen=True)
class HeadRow:
    """State of a sheet, derived from its events, stored so that lists need not replay the sheets."""

    partie: int
    game: str
    revision: int
    """Number of events of the partie."""
    last_seq: int
    """Number of its last event; also the cursor of paginated lists."""
    active_at: str
    closed: int
    lines: int
    """Number of lines that count."""
    next_rang: int
    totals: str
    """JSON list."""
    finished: int
    winners: str
    """JSON list of names."""


@dataclass(frozen=True)
class ColumnsRow:
    """Column headings of a sheet whose players changed, stored so that lists need not replay the sheets."""

    partie: int
    columns: str
    """JSON list of names."""


@dataclass(frozen=True)
class EventRow:
    """Event of the append-only log. Each one has the hash of the event before it."""

    seq: int
    uuid: str
    epoch: str
    """Epoch in which it was written; a restore or takeover starts a new one."""
    scope: str
    """Subject and part, such as `partie:7/rang:3`."""
    version: int
    """Number of the event within its scope, from 1."""
    kind: str
    partie: int | None
    rang: int | None
    body: str | None
    """Canonical JSON."""
    reason: str
    actor: str
    device: str
    at_utc: str
    prev: str
    hash: str


@dataclass(frozen=True)
class TournamentRow:
    """State of a tournament for lists, derived from its events."""

    id: int
    game: str
    name: str
    date: str | None
    place: str
    created_at: str
    stage: str
    entrants: int
    round: int
    """Number of the latest round opened; 0 before the first."""
    rounds: int
    revision: int
    """Number of events of the tournament."""
    last_seq: int
    active_at: str
    away: int = 0
    """1 when it is hidden from lists, else 0."""


@dataclass(frozen=True)
class EntrantRow:
    """A player registered for a tournament."""

    tournament: int
    number: int
    name: str
    key: str
    club: str
    present: int
    partner: int | None


@dataclass(frozen=True)
class RoundRow:
    """A round as drawn by one draw."""

    tournament: int
    number: int
    draw: int
    label: str
    seed: str
    state: str
    """`ouvert`, `clos`, or `annule` when another draw replaced it."""


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
    """JSON, once the result is settled."""


@dataclass(frozen=True)
class SeatRow:
    """A seat of a table, with its player."""

    tournament: int
    round: int
    draw: int
    number: int
    seat: int
    entrant: int
    substitute: str


@dataclass(frozen=True)
class SeasonRow:
    """State of a season for lists, derived from its events."""

    id: int
    name: str
    evenings: int
    revision: int
    """Number of events of the season."""
    last_seq: int
    active_at: str


@dataclass(frozen=True)
class DraftRow:
    """Draft of a line: the fields of a form that was left without sending it."""

    partie: int
    rang: int
    """Number of the line."""
    seating: int
    """Number of times the players of the sheet had changed."""
    version: int
    body: str
    """Fields in the encoding of a form; empty once they were cleared."""
    device: str
    at: str


@dataclass(frozen=True)
class SealedRow:
    """Number that one player noted secretly for the next line."""

    partie: int
    seat: int
    rang: int
    """Number of the line."""
    seating: int
    """Number of times the players of the sheet had changed."""
    number: int
    device: str = ""
    """Device on which it was typed; `api` for a program."""
    replaced: int = 0
    """Number of earlier notes that it replaced."""


@dataclass(frozen=True)
class MemberRow:
    """A person in the club's file of players."""

    id: int
    first: str
    last: str
    """Last name; the whole name when the first name is not known separately."""
    name: str
    """Name as written in lists."""
    key: str
    club: str
    licence: str
    apart: str
    """JSON list of names or group words of people whom the person must not meet."""
    changed: str = ""
    """UTC, ISO 8601; set when it is written."""


@dataclass(frozen=True)
class HouseGameRow:
    """A game declared by the house."""

    key: str
    source: str
    """Definition as written by the user."""
    definition: str
    """Packed definition."""
    changed: str = ""
    """UTC, ISO 8601; set when it is written."""


@dataclass(frozen=True)
class SavedRow:
    """Settings of a game that the house saved under a name."""

    id: int
    game: str
    name: str
    key: str
    settings: str
    """JSON object: every setting, defaults too."""
    changed: str


@dataclass(frozen=True)
class LinkRow:
    """Access link of one table. The token itself is not stored."""

    hash: str
    """SHA-256 of the token, in hex."""
    tournament: int
    number: int
    """Number of the table."""
    made: int
    """Number of the link among those of its table."""
    revoked: int


@dataclass(frozen=True)
class LoginRow:
    """Login session of the organiser."""

    number: int
    hash: str
    """SHA-256 of the session token, in hex."""
    device: str
    since: str
    """UTC, ISO 8601."""


DerivedRow = HeadRow | ColumnsRow | TournamentRow | EntrantRow | RoundRow | TableRow | SeatRow | SeasonRow
"""Row derived from the events."""

KEYS: dict[type[DerivedRow], tuple[str, tuple[str, ...]]] = {
    HeadRow: ("partie_head", ("partie",)),
    ColumnsRow: ("partie_columns", ("partie",)),
    TournamentRow: ("tournament", ("id",)),
    EntrantRow: ("entrant", ("tournament", "number")),
    RoundRow: ("tournament_round", ("tournament", "number", "draw")),
    TableRow: ("tournament_table", ("tournament", "round", "draw", "number")),
    SeatRow: ("tournament_seat", ("tournament", "round", "draw", "number", "seat")),
    SeasonRow: ("season", ("id",)),
}
"""Table and key columns of each kind of derived row; a referenced table comes before those that refer to it."""


def marks(values: Collection[object]) -> str:
    """Return the SQL placeholders for these values, such as `?, ?`."""
    return ", ".join("?" * len(values))


@functools.cache
def columns_of(kind: Any, table: str = "") -> str:
    """Return the column names of a kind of row, qualified with `table` if given, without fields in a table of their own."""
    names = [column.name for column in fields(kind) if "apart" not in column.metadata]
    return ", ".join(f"{table}.{name}" if table else name for name in names)


def _upsert(kind: type[DerivedRow]) -> str:
    table, key = KEYS[kind]
    columns = [column.name for column in fields(kind)]
    changes = ", ".join(f"{name} = excluded.{name}" for name in columns if name not in key)
    return (
        f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks(columns)})"  # noqa: S608
        f" ON CONFLICT ({', '.join(key)}) DO UPDATE SET {changes}"
    )


UPSERT = {kind: _upsert(kind) for kind in KEYS}
"""Upsert statement of each kind of derived row."""
