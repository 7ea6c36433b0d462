"""SQL of the event log within one transaction, of the rows derived from it, and helpers that read rows.

The events form a hash chain: each has its own hash and that of the one before, so that edits are detected.
"""

import datetime as dt
import hashlib
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields, replace
from json import JSONEncoder
from typing import Any, TypeVar
from uuid import uuid4

from scorekeeper.errors import Unknown
from scorekeeper.records import rows
from scorekeeper.records.people import NameBook, NameKept, TextRow, holds, numbers_in, texts_of

MOST = 2**63 - 1
"""Highest row number of SQLite."""
RowT = TypeVar("RowT")
GENESIS = "0" * 64
"""Previous hash of the first event."""

_encode = JSONEncoder(ensure_ascii=True, separators=(",", ":")).encode
canonical = JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False).encode
"""Encoder of canonical JSON: keys sorted, no spaces, characters not escaped."""
_SELECT = f"SELECT {rows.columns_of(rows.EventRow)} FROM event"  # noqa: S608 - our own column names
_CHUNK = 2000
_APPEND = f"INSERT INTO event VALUES ({rows.marks(fields(rows.EventRow))})"  # noqa: S608 - only placeholders


def now() -> str:
    """Return the current time in UTC, ISO 8601 to the millisecond. For information only: events are ordered by their numbers."""
    return dt.datetime.now(dt.UTC).isoformat(timespec="milliseconds")


def number_of_row(number: int) -> int:
    """Return `number` if it can be a row number, else 0, which no row has."""
    return number if 0 < number <= MOST else 0


def digest(values: Sequence[Any]) -> str:
    """Return the SHA-256, in hex, of the compact ASCII JSON list of an event's columns, in order, without `hash`."""
    return hashlib.sha256(_encode(values).encode("ascii")).hexdigest()


def head_of(hashes: Iterable[str]) -> str:
    """Return one hash for the events of one subject, given by their hashes in order; events of other subjects do not matter.

    Starting with `GENESIS`, it is repeatedly the SHA-256, in hex, of the hash so far and of the next event's, both in hex.
    """
    head = GENESIS
    for hash_ in hashes:
        head = hashlib.sha256(f"{head}{hash_}".encode("ascii")).hexdigest()
    return head


def tail(conn: sqlite3.Connection) -> tuple[int, str]:
    """Return number and hash of the last event; 0 and `GENESIS` when there are none."""
    row = conn.execute("SELECT seq, hash FROM event ORDER BY seq DESC LIMIT 1").fetchone()
    return row or (0, GENESIS)


def broken_at(conn: sqlite3.Connection) -> int | None:
    """Return the number of the first event that breaks the chain, or `None` when it is intact.

    Detects missing last events too: SQLite keeps the highest number ever assigned in `sqlite_sequence`.
    """
    expected, prev = 1, GENESIS
    # Read in small chunks, so that other threads do not wait long.
    step = f"{_SELECT} WHERE seq >= ? ORDER BY seq LIMIT {_CHUNK}"
    while chunk := conn.execute(step, (expected,)).fetchall():
        for *values, hash_ in chunk:
            if values[0] != expected or values[-1] != prev or digest(values) != hash_:
                return expected
            expected, prev = expected + 1, hash_
    highest = conn.execute("SELECT seq FROM sqlite_sequence WHERE name = 'event'").fetchone()
    return None if (highest[0] if highest else 0) == expected - 1 else expected


@dataclass(frozen=True, kw_only=True)
class Change:
    """Content of an event to be written."""

    kind: str
    place: str = ""
    """Part of the subject, such as `rang:3` or `tour:2/table:4`; empty for the whole subject."""
    rang: int | None = None
    body: str | None = None
    """Canonical JSON."""
    reason: str = ""
    people: tuple[str, ...] = ()
    """Names that the event introduces, besides those of the subject."""
    aside: bool = False
    """Whether the event is only in the history of the subject, without changing its state or revision."""


class EventLog:
    """Event log during one transaction, and base class of all queries."""

    def __init__(self, conn: sqlite3.Connection, epoch: str, people: NameBook | None = None) -> None:
        self.connection = conn
        self.epoch = epoch
        self._people = people or NameBook()

    def _run(self, statement: str, *values: object) -> sqlite3.Cursor:
        return self.connection.execute(statement, values)

    def _rows(self, kind: Callable[..., RowT], rest: str, *values: object, table: str = "") -> list[RowT]:
        """Return rows as objects of `kind`. `rest` is the statement from FROM on; `table` qualifies the column names."""
        statement = f"SELECT {rows.columns_of(kind, table)} {rest}"
        return [kind(*row) for row in self._run(statement, *values).fetchall()]

    def _row(self, kind: Callable[..., RowT], rest: str, *values: object, table: str = "") -> RowT | None:
        return next(iter(self._rows(kind, rest, *values, table=table)), None)

    def _numbered(self, kind: Callable[..., RowT], table: str, number: int, key: str = "id") -> RowT:
        """Return the row of a number. Raises `Unknown` with the table and the number when there is none."""
        row = self._row(kind, f"FROM {table} WHERE {key} = ?", number_of_row(number))
        if row is None:
            raise Unknown(f"{table.removesuffix('_head')} {number}")
        return row

    def revision(self, table: str, key: str, number: int) -> int:
        """Return the revision of a subject in the table of its kind. Raises `Unknown` when it does not exist."""
        statement = f"SELECT revision FROM {table} WHERE {key} = ?"  # noqa: S608 - our own names
        revision: int | None = self._value(statement, number_of_row(number))
        if revision is None:
            raise Unknown(f"{table.removesuffix('_head')} {number}")
        return revision

    def _column(self, statement: str, *values: object) -> list[Any]:
        return [row[0] for row in self._run(statement, *values).fetchall()]

    def _value(self, statement: str, *values: object) -> Any:
        row = self._run(statement, *values).fetchone()
        return row[0] if row else None

    def _by_first(self, statement: str, *values: object) -> dict[Any, Any]:
        return dict(self._run(statement, *values).fetchall())

    def event(self, uuid: str) -> rows.EventRow | None:
        return next(iter(self._events("FROM event WHERE uuid = ?", uuid)), None)

    def events(self, partie: int) -> list[rows.EventRow]:
        return self._events("FROM event WHERE partie = ? ORDER BY seq", partie)

    def opened_at(self, partie: int) -> int:
        """Return the number of the first event of a sheet; 0 when there is no such sheet."""
        return self._value("SELECT min(seq) FROM event WHERE partie = ?", number_of_row(partie)) or 0

    def events_of(self, scope: str) -> list[rows.EventRow]:
        """Return all events of a scope and its parts, in order. Those of a tournament do not include the events of its sheets."""
        # "0" is the character after "/": the range holds every scope that begins with `scope/`.
        rest = "FROM event WHERE scope = ? OR (scope > ? AND scope < ?) ORDER BY seq"
        return self._events(rest, scope, f"{scope}/", f"{scope}0")

    def every_event(self) -> list[rows.EventRow]:
        return self._events("FROM event ORDER BY seq")

    def mentions(self, key: str) -> int:
        """Return the number of events that contain a name with that key in plain text, not replaced by a person's number."""
        texts = self._column("SELECT coalesce(body, '') || ' ' || reason FROM event")
        return sum(holds(text, key) for text in texts)

    def forgotten(self) -> frozenset[str]:
        """Return the keys of the replacement names of forgotten people."""
        return frozenset(self._column("SELECT key FROM person_name WHERE forgotten = 1"))

    def _events(self, rest: str, *values: object) -> list[rows.EventRow]:
        return [
            self._people.with_names(self.connection, row) for row in self._rows(rows.EventRow, rest, *values)
        ]

    def concealed(self, row: TextRow, people: tuple[str, ...]) -> TextRow:
        """Return a row with numbers in place of these names, as the database stores it."""
        return self._people.kept(self.connection, row, people)

    def named(self, row: TextRow) -> TextRow:
        """Return a row that was `concealed`, with the people's current names."""
        return self._people.with_names(self.connection, row)

    def kept_events(self, scope: str, parties: Sequence[int]) -> list[rows.EventRow]:
        """Return the events of a scope and of these sheets as stored, with numbers in place of names, in order."""
        about = f"scope = ? OR (scope > ? AND scope < ?) OR partie IN ({rows.marks(parties)})"
        rest = f"FROM event WHERE {about} ORDER BY seq"
        return self._rows(rows.EventRow, rest, scope, f"{scope}/", f"{scope}0", *parties)

    def names_in(self, events: Iterable[rows.EventRow]) -> dict[str, NameKept]:
        """Return the people in stored events by their numbers, as written there."""
        numbers = {number for event in events for text in texts_of(event) for number in numbers_in(text)}
        names = ((number, self._people.person(self.connection, number)) for number in sorted(numbers))
        return {number: name for number, name in names if name}

    def last_kinds(self, parties: Sequence[int], kinds: Sequence[str]) -> dict[int, str]:
        """Return the kind of the last event of these kinds for each of these parties, events of single lines excluded."""
        scopes = [f"partie:{number}" for number in parties]
        rest = f"scope IN ({rows.marks(scopes)}) AND kind IN ({rows.marks(kinds)}) ORDER BY seq"
        return self._by_first(f"SELECT partie, kind FROM event WHERE {rest}", *scopes, *kinds)  # noqa: S608

    def tail(self) -> tuple[int, str]:
        """Return number and hash of the last event; 0 and the genesis hash when there are none."""
        return tail(self.connection)

    def append(
        self,
        scope: str,
        change: Change,
        by: tuple[str, str],
        partie: int | None = None,
        uuid: str | None = None,
    ) -> rows.EventRow:
        """Append an event, stored with numbers in place of the names in `change.people`, and return it. `by` is actor and device."""
        last, prev = tail(self.connection)
        before = self._value("SELECT max(version) FROM event WHERE scope = ?", scope) or 0
        content = (scope, before + 1, change.kind, partie, change.rang, change.body, change.reason)
        event = rows.EventRow(last + 1, uuid or str(uuid4()), self.epoch, *content, *by, now(), prev, hash="")
        *kept, _ = vars(self._people.kept(self.connection, event, change.people)).values()
        hash_ = digest(kept)
        self._run(_APPEND, *kept, hash_)
        return replace(event, hash=hash_)

    def put(self, derived: Iterable[rows.DerivedRow]) -> None:
        derived = list(derived)
        for kind, statement in rows.UPSERT.items():
            if values := [tuple(vars(row).values()) for row in derived if type(row) is kind]:
                self.connection.executemany(statement, values)

    def derived(self, kind: type[rows.DerivedRow], tournament: int) -> list[rows.DerivedRow]:
        """Return the rows of a kind that are derived from the events of a tournament."""
        table, key = rows.KEYS[kind]
        return self._rows(kind, f"FROM {table} WHERE {key[0]} = ?", tournament)
