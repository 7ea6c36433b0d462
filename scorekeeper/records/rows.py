"""The rows of the database: frozen, their JSON still as text; and the parts of statements that follow from their shapes."""

import functools
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import Any

APART = {"apart": True}
"""Marks what is kept in a table of its own."""


@dataclass(frozen=True)
class Person:
    """A person who has played."""

    id: int
    name: str
    """The name as it was first written."""
    key: str
    """Common form of all writings of the name."""
    created: str
    parties: int
    last_partie: int


@dataclass(frozen=True)
class PartieRow:
    """The heading of a sheet: never changes."""

    id: int
    game: str
    settings: str
    """JSON object: every setting, defaults too."""
    players: str
    """JSON list of names in order of play; empty when only the camps are known."""
    equipes: str | None
    """JSON list of two names."""
    date: str | None
    lieu: str
    premier_donneur: int | None
    """Seat that deals first; `None` where it is not known."""
    revanche_de: int | None
    created_at: str
    definition: str = field(default="", metadata=APART)
    """Definition of its game, packed; empty for a game of the catalogue."""


@dataclass(frozen=True)
class HeadRow:
    """State of a sheet: derived from its events, kept so that lists need not play the sheets again."""

    partie: int
    game: str
    revision: int
    """Number of events of the partie."""
    last_seq: int
    """Its last event; also the place where the next page of a list begins."""
    active_at: str
    closed: int
    lines: int
    """Entries that count."""
    next_rang: int
    totals: str
    """JSON list."""
    finished: int
    winners: str
    """JSON list of names."""


@dataclass(frozen=True)
class ColumnsRow:
    """The headings of a sheet whose players changed; kept so that lists need not play the sheets again."""

    partie: int
    columns: str
    """JSON list of names."""


@dataclass(frozen=True)
class EventRow:
    """One thing that happened. Events are only ever added; each carries the hash of the one before."""

    seq: int
    uuid: str
    epoch: str
    """Changes when a backup is put back."""
    scope: str
    """Subject, such as `partie:7/rang:3`."""
    version: int
    """Counts the events of that scope, from 1."""
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
    """State of a tournament, for lists: derived from its events."""

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
    active_at: str
    away: int = 0
    """Whether no list has it: 1 or 0."""


@dataclass(frozen=True)
class EntrantRow:
    """A person who registered."""

    tournament: int
    number: int
    name: str
    key: str
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
    """The players by seat."""

    tournament: int
    round: int
    draw: int
    number: int
    seat: int
    entrant: int
    substitute: str


@dataclass(frozen=True)
class SeasonRow:
    """A season, for lists: derived from its events."""

    id: int
    name: str
    evenings: int
    revision: int
    """Number of events of the season."""
    last_seq: int
    active_at: str


@dataclass(frozen=True)
class DraftRow:
    """The fields of a form as they were left."""

    partie: int
    rang: int
    """The line that they are for."""
    seating: int
    """Number of times the players of the sheet had changed."""
    version: int
    body: str
    """The fields as a form sends them; empty once they were emptied."""
    device: str
    at: str


@dataclass(frozen=True)
class SealedRow:
    """The number that one player noted for the next line."""

    partie: int
    seat: int
    rang: int
    """The line that it is for."""
    seating: int
    """Number of times the players of the sheet had changed."""
    number: int
    device: str = ""
    """Device it was typed on; `api` for a program."""
    replaced: int = 0
    """Number of notes that this one replaced, one after the other."""


@dataclass(frozen=True)
class MemberRow:
    """A person in the file of players."""

    id: int
    first: str
    last: str
    """The whole name, where no first name is known apart from it."""
    name: str
    """As lists have it."""
    key: str
    club: str
    licence: str
    apart: str
    """JSON list of names or words."""
    changed: str = ""
    """UTC, ISO 8601; set when it is written."""


@dataclass(frozen=True)
class HouseGameRow:
    """A game that this house declared."""

    key: str
    source: str
    """The definition as it was written."""
    definition: str
    """The same, packed."""
    changed: str = ""
    """UTC, ISO 8601; set when it is written."""


@dataclass(frozen=True)
class SavedRow:
    """Settings that a house keeps under a name."""

    id: int
    game: str
    name: str
    key: str
    settings: str
    """JSON object: every setting, defaults too."""
    changed: str


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


@dataclass(frozen=True)
class LoginRow:
    """A session of the organiser."""

    number: int
    hash: str
    """SHA-256 of its token, in hex."""
    device: str
    since: str
    """UTC, ISO 8601."""


DerivedRow = HeadRow | ColumnsRow | TournamentRow | EntrantRow | RoundRow | TableRow | SeatRow | SeasonRow
"""A row that follows from the events."""

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
"""The table and the key of each kind of derived row; a table that others refer to comes before them."""


def values(row: object) -> tuple[Any, ...]:
    """The values of a row in the order of its columns."""
    return tuple(vars(row).values())


def marks(values: Sequence[object]) -> str:
    """The places of these values in a statement."""
    return ", ".join("?" * len(values))


@functools.cache
def columns_of(kind: Any, table: str = "") -> str:
    """The names of a row's columns, of one table among several perhaps; without those that are kept apart."""
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
"""The statement that writes a derived row over its former self, by kind."""
