"""What the app says to SQLite within one transaction: one sentence per method, plain SQL."""

from __future__ import annotations

import datetime as dt
import sqlite3
from collections.abc import Sequence
from dataclasses import astuple, fields

from scorekeeper.errors import Unknown
from scorekeeper.records import chain
from scorekeeper.records.rows import EventRow, HeadRow, NewEvent, PartieRow, Person

_HEAD_NAMES = tuple(field.name for field in fields(HeadRow))
_HEAD = ", ".join(f"h.{name}" for name in _HEAD_NAMES)
_PUT_HEAD = (
    f"INSERT INTO partie_head VALUES ({', '.join('?' * len(_HEAD_NAMES))}) ON CONFLICT (partie) DO UPDATE SET "  # noqa: S608
    + ", ".join(f"{name} = excluded.{name}" for name in _HEAD_NAMES[2:])
)
_PARTIE = ", ".join(f"p.{field.name}" for field in fields(PartieRow))
_PERSON = ", ".join(field.name for field in fields(Person))
_MAX = 2**63 - 1

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
        """The connection, for the other views of the same transaction."""
        return self._conn

    def head(self, partie: int) -> HeadRow:
        """Where a sheet stands.

        Raises:
            Unknown: when there is no such partie.
        """
        if 0 < partie <= _MAX:
            row = self._conn.execute(
                f"SELECT {_HEAD} FROM partie_head h WHERE partie = ?",  # noqa: S608 - our own column names
                (partie,),
            ).fetchone()
            if row:
                return HeadRow(*row)
        raise Unknown(f"partie {partie}")

    def partie(self, partie: int) -> PartieRow:
        """The heading of a sheet.

        Raises:
            Unknown: when there is no such partie.
        """
        row = self._conn.execute(
            f"SELECT {_PARTIE} FROM partie p WHERE id = ?",  # noqa: S608
            (partie,),
        ).fetchone()
        if row is None:
            raise Unknown(f"partie {partie}")
        return PartieRow(*row)

    def events(self, partie: int) -> list[EventRow]:
        """All that happened to a partie, in order."""
        rows = self._conn.execute(f"{chain.SELECT} WHERE partie = ? ORDER BY seq", (partie,)).fetchall()
        return [EventRow(*row) for row in rows]

    def event(self, uuid: str) -> EventRow | None:
        """The event with that uuid, if it was written."""
        row = self._conn.execute(f"{chain.SELECT} WHERE uuid = ?", (uuid,)).fetchone()
        return EventRow(*row) if row else None

    def append(self, event: NewEvent) -> EventRow:
        """Add an event to the log."""
        last = self._conn.execute("SELECT seq, hash FROM event ORDER BY seq DESC LIMIT 1").fetchone()
        seq, prev = (last[0] + 1, last[1]) if last else (1, chain.GENESIS)
        values = (
            seq,
            event.uuid,
            self.epoch,
            event.scope,
            event.version,
            event.kind,
            event.partie,
            event.rang,
            event.body,
            event.reason,
            event.actor,
            event.device,
            now(),
            prev,
        )
        row = (*values, chain.digest(values))
        self._conn.execute(f"INSERT INTO event VALUES ({', '.join('?' * len(row))})", row)  # noqa: S608
        return EventRow(*row)

    def add_partie(self, partie: PartieRow) -> int:
        """Write the heading of a new sheet; its number is given here, `partie.id` is not looked at."""
        cursor = self._conn.execute(
            "INSERT INTO partie (game, settings, players, equipes, date, lieu, premier_donneur, revanche_de, created_at)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            astuple(partie)[1:],
        )
        number: int = cursor.lastrowid or 0
        return number

    def seat(self, partie: int, players: Sequence[tuple[str, str]]) -> None:
        """Note who sits where, as (name, key) in seat order; who is new becomes known."""
        for seat, (name, key) in enumerate(players):
            self._conn.execute(
                "INSERT INTO player (name, key, created, parties, last_partie) VALUES (?, ?, ?, 1, ?)"
                " ON CONFLICT (key) DO UPDATE SET parties = parties + 1, last_partie = excluded.last_partie",
                (name, key, now(), partie),
            )
            self._conn.execute(
                "INSERT INTO partie_seat SELECT id, ?, ? FROM player WHERE key = ?", (partie, seat, key)
            )

    def put_head(self, head: HeadRow) -> None:
        """Write where a sheet stands now."""
        self._conn.execute(_PUT_HEAD, tuple(getattr(head, name) for name in _HEAD_NAMES))

    def recent(self, *, closed: bool, game: str | None, limit: int, before: int | None) -> list[Listed]:
        """Parties by their last event, newest first; only those whose last event is older than `before`."""
        # The sheets of a tournament are listed by round and table, and would push the others out here.
        where = (
            "h.closed = ? AND h.last_seq < ?"
            " AND NOT EXISTS (SELECT 1 FROM tournament_table t WHERE t.partie = h.partie)"
        )
        values: list[str | int] = [int(closed), _MAX if before is None else before]
        if game is not None:
            values = [*values, game]
            where = f"{where} AND h.game = ?"
        return self._listed("FROM partie_head h JOIN partie p ON p.id = h.partie", where, values, limit)

    def recent_of(
        self, player: int, *, closed: bool | None, game: str | None, limit: int, before: int | None
    ) -> list[Listed]:
        """A player's parties, newest first."""
        where = "s.player = ? AND h.last_seq < ?"
        values: list[str | int] = [player, _MAX if before is None else before]
        if closed is not None:
            where, values = f"{where} AND h.closed = ?", [*values, int(closed)]
        if game is not None:
            where, values = f"{where} AND h.game = ?", [*values, game]
        source = (
            "FROM partie_seat s JOIN partie_head h ON h.partie = s.partie JOIN partie p ON p.id = s.partie"
        )
        return self._listed(source, where, values, limit)

    def _listed(self, source: str, where: str, values: Sequence[object], limit: int) -> list[Listed]:
        rows = self._conn.execute(
            f"SELECT {_PARTIE}, {_HEAD} {source} WHERE {where} ORDER BY h.last_seq DESC LIMIT ?",
            (*values, limit),
        ).fetchall()
        cut = len(fields(PartieRow))
        return [(PartieRow(*row[:cut]), HeadRow(*row[cut:])) for row in rows]

    def people(self, limit: int) -> list[Person]:
        """Those who sat down to a partie last, the latest first."""
        rows = self._conn.execute(
            f"SELECT {_PERSON} FROM player ORDER BY last_partie DESC, id LIMIT ?",  # noqa: S608
            (limit,),
        ).fetchall()
        return [Person(*row) for row in rows]

    def person(self, *, number: int = 0, key: str = "") -> Person:
        """The player with that number, or with that key.

        Raises:
            Unknown: when there is none.
        """
        row = self._conn.execute(
            f"SELECT {_PERSON} FROM player WHERE {'key = ?' if key else 'id = ?'}",  # noqa: S608
            (key or min(number, _MAX),),
        ).fetchone()
        if row is None:
            raise Unknown(f"player {key or number}")
        return Person(*row)

    def tail(self) -> tuple[int, str]:
        """Number and hash of the last event; 0 and the genesis hash when nothing has happened."""
        row = self._conn.execute("SELECT seq, hash FROM event ORDER BY seq DESC LIMIT 1").fetchone()
        return (row[0], row[1]) if row else (0, chain.GENESIS)
