"""The SQL of the log of events within one transaction, and how rows are read."""

import datetime as dt
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar
from uuid import uuid4

from scorekeeper.errors import Unknown
from scorekeeper.records import chain, rows
from scorekeeper.records.people import NameBook, NameKept, Told, holds, numbers_in, texts_of

MOST = 2**63 - 1
"""The highest number of a row."""
RowT = TypeVar("RowT")


def now() -> str:
    """The clock, in UTC to the millisecond. For information: the order of things is that of their numbers."""
    return dt.datetime.now(dt.UTC).isoformat(timespec="milliseconds")


def number_of_row(number: int) -> int:
    """A row number that SQLite can hold; 0, which no row has, for any other."""
    return number if 0 < number <= MOST else 0


@dataclass(frozen=True, kw_only=True)
class Change:
    """Content of the one event that an act writes."""

    kind: str
    place: str = ""
    """The part of the subject it is about, such as `rang:3` or `tour:2/table:4`; empty for all of it."""
    rang: int | None = None
    body: str | None = None
    """Canonical JSON."""
    reason: str = ""
    people: tuple[str, ...] = ()
    """Names that it brings, beside those of the subject."""
    aside: bool = False
    """Stands in the history of the subject, but makes nothing of it: its revision stays."""


class EventLog:
    """The log of events during one transaction, and what every query has in common."""

    def __init__(self, conn: sqlite3.Connection, epoch: str, people: NameBook | None = None) -> None:
        self.connection = conn
        self.epoch = epoch
        self._people = people or NameBook()

    def _run(self, statement: str, *values: object) -> sqlite3.Cursor:
        return self.connection.execute(statement, values)

    def _rows(self, kind: Callable[..., RowT], rest: str, *values: object, table: str = "") -> list[RowT]:
        """The rows of a kind; `rest` is the statement from FROM on, `table` the name its columns are qualified with."""
        statement = f"SELECT {rows.columns_of(kind, table)} {rest}"
        return [kind(*row) for row in self._run(statement, *values).fetchall()]

    def _row(self, kind: Callable[..., RowT], rest: str, *values: object, table: str = "") -> RowT | None:
        return next(iter(self._rows(kind, rest, *values, table=table)), None)

    def _numbered(self, kind: Callable[..., RowT], table: str, number: int, key: str = "id") -> RowT:
        """The row of that number. Raises `Unknown`, naming what there is none of."""
        row = self._row(kind, f"FROM {table} WHERE {key} = ?", number_of_row(number))
        if row is None:
            raise Unknown(f"{table.removesuffix('_head')} {number}")
        return row

    def _column(self, statement: str, *values: object) -> list[Any]:
        """The first column of all rows."""
        return [row[0] for row in self._run(statement, *values).fetchall()]

    def _value(self, statement: str, *values: object) -> Any:
        """The first column of the first row; `None` when there is none."""
        return next(iter(self._column(statement, *values)), None)

    def _by_first(self, statement: str, *values: object) -> dict[Any, Any]:
        """The second column of all rows by the first."""
        return dict(self._run(statement, *values).fetchall())

    def event(self, uuid: str) -> rows.EventRow | None:
        """The event with that uuid, if it was written."""
        return next(iter(self._events("FROM event WHERE uuid = ?", uuid)), None)

    def events(self, partie: int) -> list[rows.EventRow]:
        """Everything that happened to a partie, in order."""
        return self._events("FROM event WHERE partie = ? ORDER BY seq", partie)

    def opened_at(self, partie: int) -> int:
        """The number of the first event of a sheet; 0 when there is no such sheet."""
        return self._value("SELECT min(seq) FROM event WHERE partie = ?", number_of_row(partie)) or 0

    def events_of(self, scope: str) -> list[rows.EventRow]:
        """Everything that happened in a scope and its parts, in order; of a tournament, not what was written on its sheets."""
        # "0" is the character after "/": the range holds every scope that begins with `scope/`.
        rest = "FROM event WHERE scope = ? OR (scope > ? AND scope < ?) ORDER BY seq"
        return self._events(rest, scope, f"{scope}/", f"{scope}0")

    def every_event(self) -> list[rows.EventRow]:
        """Everything that ever happened, in order."""
        return self._events("FROM event ORDER BY seq")

    def mentions(self, key: str) -> int:
        """Number of events that hold a name of that key where no number stands for it: in a writing that no list has."""
        texts = self._column("SELECT coalesce(body, '') || ' ' || reason FROM event")
        return sum(holds(text, key) for text in texts)

    def forgotten(self) -> frozenset[str]:
        """The keys of what stands in place of names that were forgotten."""
        return frozenset(self._column("SELECT key FROM person_name WHERE forgotten = 1"))

    def _events(self, rest: str, *values: object) -> list[rows.EventRow]:
        """Events with the names of today."""
        return [self._people.shown(self.connection, row) for row in self._rows(rows.EventRow, rest, *values)]

    def concealed(self, row: Told, people: tuple[str, ...]) -> Told:
        """Return a row with numbers for these names, as the records keep it."""
        return self._people.kept(self.connection, row, people)

    def named(self, row: Told) -> Told:
        """Return a row that was `concealed`, with the names of today."""
        return self._people.shown(self.connection, row)

    def kept_events(self, scope: str, parties: Sequence[int]) -> list[rows.EventRow]:
        """The events of the tournament of that scope and of these sheets as they are kept: with numbers for names, in order."""
        about = f"scope = ? OR (scope > ? AND scope < ?) OR partie IN ({rows.marks(parties)})"
        rest = f"FROM event WHERE {about} ORDER BY seq"
        return self._rows(rows.EventRow, rest, scope, f"{scope}/", f"{scope}0", *parties)

    def names_in(self, events: Iterable[rows.EventRow]) -> dict[str, NameKept]:
        """The people in events as they are kept, by their numbers as these stand there."""
        numbers = {number for event in events for text in texts_of(event) for number in numbers_in(text)}
        names = ((number, self._people.person(self.connection, number)) for number in sorted(numbers))
        return {number: name for number, name in names if name}

    def last_kinds(self, parties: Sequence[int], kinds: Sequence[str]) -> dict[int, str]:
        """The last event of these kinds about each of these parties as a whole, not about a line."""
        scopes = [f"partie:{number}" for number in parties]
        rest = f"scope IN ({rows.marks(scopes)}) AND kind IN ({rows.marks(kinds)}) ORDER BY seq"
        return self._by_first(f"SELECT partie, kind FROM event WHERE {rest}", *scopes, *kinds)  # noqa: S608

    def tail(self) -> tuple[int, str]:
        """Number and hash of the last event; 0 and the genesis hash when nothing has happened."""
        return chain.tail(self.connection)

    def append(
        self,
        scope: str,
        change: Change,
        by: tuple[str, str],
        partie: int | None = None,
        uuid: str | None = None,
    ) -> rows.EventRow:
        """Add an event to the log, with numbers for the people of the `change`; `by` are its actor and device. See `EventRow`."""
        last, prev = self.tail()
        before = self._value("SELECT max(version) FROM event WHERE scope = ?", scope) or 0
        content = (scope, before + 1, change.kind, partie, change.rang, change.body, change.reason)
        event = rows.EventRow(last + 1, uuid or str(uuid4()), self.epoch, *content, *by, now(), prev, hash="")
        kept = rows.values(self._people.kept(self.connection, event, change.people))[:-1]
        hash_ = chain.digest(kept)
        self._run(f"INSERT INTO event VALUES ({rows.marks(kept)}, ?)", *kept, hash_)  # noqa: S608
        return replace(event, hash=hash_)
