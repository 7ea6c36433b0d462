"""What the app asks of SQLite within one transaction: one question or one change per method, plain SQL."""

from __future__ import annotations

import datetime as dt
import functools
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields
from typing import Any, TypeVar

from scorekeeper.errors import Unknown
from scorekeeper.records import chain
from scorekeeper.records.rows import (
    DerivedRow,
    EntrantRow,
    EventRow,
    HeadRow,
    LinkRow,
    NewEvent,
    PartieRow,
    Person,
    RoundRow,
    SeatRow,
    TableRow,
    TournamentRow,
)

KEYS: dict[type[DerivedRow], tuple[str, tuple[str, ...]]] = {
    HeadRow: ("partie_head", ("partie",)),
    TournamentRow: ("tournament", ("id",)),
    EntrantRow: ("entrant", ("tournament", "number")),
    RoundRow: ("tournament_round", ("tournament", "number", "draw")),
    TableRow: ("tournament_table", ("tournament", "round", "draw", "number")),
    SeatRow: ("tournament_seat", ("tournament", "round", "draw", "number", "seat")),
}
"""The table and the key of each kind of derived row; a table that others refer to comes before them."""

_MAX = 2**63 - 1
_MOST_SESSIONS = 200
"""Organiser's sessions kept; the oldest end first."""

RowT = TypeVar("RowT")
Listed = tuple[PartieRow, HeadRow]


def now() -> str:
    """The clock, in UTC to the millisecond. For information: the order of things is that of their numbers."""
    return dt.datetime.now(dt.UTC).isoformat(timespec="milliseconds")


class Session:
    """The database during one transaction. Made by `Store.read` and `Store.write`, and only valid within."""

    def __init__(self, conn: sqlite3.Connection, epoch: str) -> None:
        self._conn = conn
        self.epoch = epoch

    @property
    def connection(self) -> sqlite3.Connection:
        """The connection, for checks of the whole file."""
        return self._conn

    def _rows(
        self, kind: Callable[..., RowT], rest: str, values: Sequence[object] = (), table: str = ""
    ) -> list[RowT]:
        """The rows of a kind; `rest` is the statement from FROM on, `table` the name its columns are qualified with."""
        rows = self._conn.execute(f"SELECT {_columns(kind, table)} {rest}", values)
        return [kind(*row) for row in rows.fetchall()]

    def _row(
        self, kind: Callable[..., RowT], rest: str, values: Sequence[object] = (), table: str = ""
    ) -> RowT | None:
        return next(iter(self._rows(kind, rest, values, table)), None)

    # The log of events.

    def event(self, uuid: str) -> EventRow | None:
        """The event with that uuid, if it was written."""
        return self._row(EventRow, "FROM event WHERE uuid = ?", (uuid,))

    def events(self, partie: int) -> list[EventRow]:
        """Everything that happened to a partie, in order."""
        return self._rows(EventRow, "FROM event WHERE partie = ? ORDER BY seq", (partie,))

    def tournament_events(self, scope: str) -> list[EventRow]:
        """Everything that happened to the tournament of that scope, in order; not what was written on its sheets."""
        # "0" is the character after "/": the range holds every scope that begins with `scope/`.
        where = "scope = ? OR (scope > ? AND scope < ?)"
        return self._rows(
            EventRow, f"FROM event WHERE {where} ORDER BY seq", (scope, f"{scope}/", f"{scope}0")
        )

    def next_version(self, scope: str) -> int:
        """The version of the next event of a scope."""
        row = self._conn.execute("SELECT max(version) FROM event WHERE scope = ?", (scope,)).fetchone()
        return (row[0] or 0) + 1

    def tail(self) -> tuple[int, str]:
        """Number and hash of the last event; 0 and the genesis hash when nothing has happened."""
        row = self._conn.execute("SELECT seq, hash FROM event ORDER BY seq DESC LIMIT 1").fetchone()
        return (row[0], row[1]) if row else (0, chain.GENESIS)

    def append(self, event: NewEvent) -> EventRow:
        """Add an event to the log."""
        last, prev = self.tail()
        uuid, *content = _values(event)
        values = (last + 1, uuid, self.epoch, *content, now(), prev)
        row = (*values, chain.digest(values))
        self._conn.execute(f"INSERT INTO event VALUES ({', '.join('?' * len(row))})", row)  # noqa: S608
        return EventRow(*row)

    # Derived rows: they follow from the events.

    def put(self, rows: Iterable[DerivedRow]) -> None:
        """Write derived rows, over those with the same key."""
        by_kind: dict[type[DerivedRow], list[tuple[Any, ...]]] = {kind: [] for kind in KEYS}
        for row in rows:
            by_kind[type(row)].append(_values(row))
        for kind, values in by_kind.items():
            if values:
                self._conn.executemany(_UPSERT[kind], values)

    def derived(self, kind: type[DerivedRow], tournament: int) -> list[DerivedRow]:
        """The derived rows of a tournament as they are stored."""
        table, key = KEYS[kind]
        return self._rows(kind, f"FROM {table} WHERE {key[0]} = ?", (tournament,))

    # Parties and players.

    def head(self, partie: int) -> HeadRow:
        """The current state of a sheet.

        Raises:
            Unknown: when there is no such partie.
        """
        row = self._row(HeadRow, "FROM partie_head WHERE partie = ?", (_number(partie),))
        return _known(row, f"partie {partie}")

    def heads(self, parties: Sequence[int]) -> dict[int, HeadRow]:
        """The current state of several sheets."""
        marks = ", ".join("?" * len(parties))
        rows = self._rows(HeadRow, f"FROM partie_head WHERE partie IN ({marks})", parties)
        return {row.partie: row for row in rows}

    def partie(self, partie: int) -> PartieRow:
        """The heading of a sheet.

        Raises:
            Unknown: when there is no such partie.
        """
        return _known(self._row(PartieRow, "FROM partie WHERE id = ?", (partie,)), f"partie {partie}")

    def add_partie(self, partie: PartieRow) -> int:
        """Write the heading of a new sheet; its number is given here, `partie.id` is ignored."""
        values = _values(partie)[1:]
        columns = _columns(PartieRow).partition(", ")[2]
        marks = ", ".join("?" * len(values))
        cursor = self._conn.execute(f"INSERT INTO partie ({columns}) VALUES ({marks})", values)  # noqa: S608
        return cursor.lastrowid or 0

    def seat(self, partie: int, players: Sequence[tuple[str, str]]) -> None:
        """Note who sits where, as (name, key) in seat order; new players are added."""
        for seat, (name, key) in enumerate(players):
            self._conn.execute(
                "INSERT INTO player (name, key, created, parties, last_partie) VALUES (?, ?, ?, 1, ?)"
                " ON CONFLICT (key) DO UPDATE SET parties = parties + 1, last_partie = excluded.last_partie",
                (name, key, now(), partie),
            )
            self._conn.execute(
                "INSERT INTO partie_seat SELECT id, ?, ? FROM player WHERE key = ?", (partie, seat, key)
            )

    def recent(
        self,
        *,
        closed: bool | None,
        game: str | None = None,
        player: int | None = None,
        limit: int,
        before: int | None,
    ) -> list[Listed]:
        """Parties by their last event, newest first; only those whose last event is older than `before`.

        With `player`, the parties of that player. Otherwise without the sheets of tournaments: they are listed by round and
        table, and there are so many that they would hide the others here.
        """
        where = ["h.last_seq < ?"]
        values: list[object] = [_MAX if before is None else before]
        source = "partie_head h JOIN partie p ON p.id = h.partie"
        if player is None:
            where += ["NOT EXISTS (SELECT 1 FROM tournament_table t WHERE t.partie = h.partie)"]
        else:
            source = (
                "partie_seat s JOIN partie_head h ON h.partie = s.partie JOIN partie p ON p.id = s.partie"
            )
            where, values = [*where, "s.player = ?"], [*values, player]
        if closed is not None:
            where, values = [*where, "h.closed = ?"], [*values, int(closed)]
        if game is not None:
            where, values = [*where, "h.game = ?"], [*values, game]
        rows = self._conn.execute(
            f"SELECT {_columns(PartieRow, 'p')}, {_columns(HeadRow, 'h')} FROM {source}"  # noqa: S608
            f" WHERE {' AND '.join(where)} ORDER BY h.last_seq DESC LIMIT ?",
            (*values, limit),
        ).fetchall()
        cut = len(fields(PartieRow))
        return [(PartieRow(*row[:cut]), HeadRow(*row[cut:])) for row in rows]

    def people(self, limit: int) -> list[Person]:
        """The players by their latest partie, the latest first."""
        return self._rows(Person, "FROM player ORDER BY last_partie DESC, id LIMIT ?", (limit,))

    def person(self, *, number: int = 0, key: str = "") -> Person:
        """The player with that number, or with that key.

        Raises:
            Unknown: when there is none.
        """
        where = "key = ?" if key else "id = ?"
        row = self._row(Person, f"FROM player WHERE {where}", (key or min(number, _MAX),))
        return _known(row, f"player {key or number}")

    # Tournaments.

    def tournament(self, number: int) -> TournamentRow:
        """The current state of a tournament.

        Raises:
            Unknown: when there is none of that number.
        """
        row = self._row(TournamentRow, "FROM tournament WHERE id = ?", (_number(number),))
        return _known(row, f"tournament {number}")

    def recent_tournaments(self, limit: int, before: int | None) -> list[TournamentRow]:
        """Tournaments by their last event, newest first; only those whose last event is older than `before`."""
        values = (_MAX if before is None else before, limit)
        return self._rows(
            TournamentRow, "FROM tournament WHERE last_seq < ? ORDER BY last_seq DESC LIMIT ?", values
        )

    def next_tournament(self) -> int:
        """The number of the next tournament."""
        row = self._conn.execute("SELECT seq FROM sqlite_sequence WHERE name = 'tournament'").fetchone()
        return (row[0] if row else 0) + 1

    def table_of(self, partie: int) -> tuple[TableRow, str] | None:
        """The tournament table whose sheet a partie is, with the state of its round; `None` for a partie of its own."""
        row = self._conn.execute(
            f"SELECT {_columns(TableRow, 't')}, r.state FROM tournament_table t JOIN tournament_round r"  # noqa: S608
            " ON r.tournament = t.tournament AND r.number = t.round AND r.draw = t.draw WHERE t.partie = ?",
            (min(partie, _MAX),),
        ).fetchone()
        return (TableRow(*row[:-1]), row[-1]) if row else None

    # Access to tables and to the desk: kept here alone, no event repeats it.

    def links(self, tournament: int) -> list[LinkRow]:
        """Every link of a tournament that is valid."""
        rest = "FROM table_link WHERE tournament = ? AND revoked = 0 ORDER BY number"
        return self._rows(LinkRow, rest, (tournament,))

    def link(self, hash_: str) -> LinkRow | None:
        """The link of that hash, unless it was revoked."""
        return self._row(LinkRow, "FROM table_link WHERE hash = ? AND revoked = 0", (hash_,))

    def add_link(self, link: LinkRow) -> None:
        """Add a link to a table."""
        self._conn.execute("INSERT INTO table_link VALUES (?, ?, ?, ?, ?)", _values(link))

    def revoke(self, tournament: int, table: int) -> int:
        """End the links of a table and every device that used them; the number of links there were."""
        live = "tournament = ? AND number = ? AND revoked = 0"
        self._conn.execute(
            f"DELETE FROM table_device WHERE link IN (SELECT hash FROM table_link WHERE {live})",  # noqa: S608
            (tournament, table),
        )
        return self._conn.execute(
            f"UPDATE table_link SET revoked = 1 WHERE {live}",  # noqa: S608
            (tournament, table),
        ).rowcount

    def bind(self, hash_: str, link: str, device: str) -> None:
        """Give access to a device that followed a link."""
        self._conn.execute("INSERT INTO table_device VALUES (?, ?, ?)", (hash_, link, device))

    def bound(self, hash_: str) -> LinkRow | None:
        """The link that a device followed, unless it was revoked."""
        rest = "FROM table_device d JOIN table_link l ON l.hash = d.link WHERE d.hash = ? AND l.revoked = 0"
        return self._row(LinkRow, rest, (hash_,), "l")

    def devices(self, tournament: int) -> dict[int, int]:
        """The number of devices that followed the link of each table."""
        rows = self._conn.execute(
            "SELECT l.number, count(*) FROM table_device d JOIN table_link l ON l.hash = d.link"
            " WHERE l.tournament = ? AND l.revoked = 0 GROUP BY l.number",
            (tournament,),
        ).fetchall()
        return dict(rows)

    def passphrase(self) -> str:
        """The hash of the organiser's passphrase; empty before there is one."""
        row = self._conn.execute("SELECT hash FROM organiser").fetchone()
        return row[0] if row else ""

    def set_passphrase(self, hash_: str) -> None:
        """Store the hash of a new passphrase."""
        self._conn.execute(
            "INSERT INTO organiser VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET hash = excluded.hash",
            (hash_,),
        )

    def open_organiser(self, hash_: str, device: str) -> None:
        """Open an organiser's session; when there are too many, the oldest end."""
        self._conn.execute("INSERT INTO organiser_session (hash, device) VALUES (?, ?)", (hash_, device))
        self._conn.execute(
            "DELETE FROM organiser_session WHERE number <= (SELECT max(number) FROM organiser_session) - ?",
            (_MOST_SESSIONS,),
        )

    def is_organiser(self, hash_: str) -> bool:
        """Whether a session of that hash is open."""
        row = self._conn.execute("SELECT 1 FROM organiser_session WHERE hash = ?", (hash_,)).fetchone()
        return row is not None

    def close_organiser(self, hash_: str | None) -> None:
        """End one session, or all of them."""
        if hash_ is None:
            self._conn.execute("DELETE FROM organiser_session")
        else:
            self._conn.execute("DELETE FROM organiser_session WHERE hash = ?", (hash_,))


def _number(number: int) -> int:
    """A row number that SQLite can hold; 0, which no row has, for any other."""
    return number if 0 < number <= _MAX else 0


def _known(row: RowT | None, what: str) -> RowT:
    if row is None:
        raise Unknown(what)
    return row


def _values(row: object) -> tuple[Any, ...]:
    """The values of a row in the order of its columns."""
    return tuple(vars(row).values())


@functools.cache
def _columns(kind: Any, table: str = "") -> str:
    return ", ".join(f"{table}.{column.name}" if table else column.name for column in fields(kind))


def _upsert(kind: type[DerivedRow]) -> str:
    table, key = KEYS[kind]
    columns = [column.name for column in fields(kind)]
    changes = ", ".join(f"{name} = excluded.{name}" for name in columns if name not in key)
    marks = ", ".join("?" * len(columns))
    return (
        f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})"  # noqa: S608
        f" ON CONFLICT ({', '.join(key)}) DO UPDATE SET {changes}"
    )


_UPSERT = {kind: _upsert(kind) for kind in KEYS}
