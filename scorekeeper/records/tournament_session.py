"""What the app says to SQLite about tournaments, within one transaction."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import astuple, fields
from typing import Any

from scorekeeper.errors import Unknown
from scorekeeper.records import chain
from scorekeeper.records.rows import EventRow, HeadRow
from scorekeeper.records.session import Session
from scorekeeper.records.tournament_rows import (
    EntrantRow,
    LinkRow,
    RoundRow,
    Row,
    SeatRow,
    TableRow,
    TournamentRow,
)

KEPT: dict[type[Row], tuple[str, tuple[str, ...]]] = {
    TournamentRow: ("tournament", ("id",)),
    EntrantRow: ("entrant", ("tournament", "number")),
    RoundRow: ("tournament_round", ("tournament", "number", "draw")),
    TableRow: ("tournament_table", ("tournament", "round", "draw", "number")),
    SeatRow: ("tournament_seat", ("tournament", "round", "draw", "number", "seat")),
}
"""The table and the key of each kind of row, those first that others refer to."""

_MAX = 2**63 - 1
_MOST_SESSIONS = 200
"""Organiser's sessions kept; the oldest end first."""


def scope_of(tournament: int, place: str = "") -> str:
    """The scope of an event: the tournament, or a part of it such as `tour:2/table:4`."""
    return f"tournoi:{tournament}/{place}" if place else f"tournoi:{tournament}"


class TournamentSession:
    """The tournaments during one transaction."""

    def __init__(self, session: Session) -> None:
        """Work within a transaction of the store."""
        self.session = session
        self._conn = session.connection

    # Rows that follow from the events.

    def head(self, tournament: int) -> TournamentRow:
        """Where a tournament stands.

        Raises:
            Unknown: when there is none of that number.
        """
        if 0 < tournament <= _MAX:
            row = self._conn.execute(
                f"SELECT {_names(TournamentRow)} FROM tournament WHERE id = ?",  # noqa: S608 - our own column names
                (tournament,),
            ).fetchone()
            if row:
                return TournamentRow(*row)
        raise Unknown(f"tournament {tournament}")

    def recent(self, limit: int, before: int | None) -> list[TournamentRow]:
        """Tournaments, the one in which something last happened first."""
        rows = self._conn.execute(
            f"SELECT {_names(TournamentRow)} FROM tournament WHERE last_seq < ? ORDER BY last_seq DESC LIMIT ?",  # noqa: S608
            (_MAX if before is None else before, limit),
        ).fetchall()
        return [TournamentRow(*row) for row in rows]

    def next_id(self) -> int:
        """The number of the next tournament."""
        row = self._conn.execute("SELECT seq FROM sqlite_sequence WHERE name = 'tournament'").fetchone()
        return (row[0] if row else 0) + 1

    def events(self, tournament: int) -> list[EventRow]:
        """All that happened to a tournament, in order; not what was written on its sheets."""
        scope = scope_of(tournament)
        rows = self._conn.execute(
            f"{chain.SELECT} WHERE scope = ? OR (scope > ? AND scope < ?) ORDER BY seq",
            # The sign that follows "/" ends all that begins with it.
            (scope, f"{scope}/", f"{scope}0"),
        ).fetchall()
        return [EventRow(*row) for row in rows]

    def next_version(self, scope: str) -> int:
        """The version of the next event of a scope."""
        row = self._conn.execute("SELECT max(version) FROM event WHERE scope = ?", (scope,)).fetchone()
        return (row[0] or 0) + 1

    def put(self, rows: Iterable[Row]) -> None:
        """Write rows, over what stood there."""
        by_kind: dict[type[Row], list[tuple[Any, ...]]] = {kind: [] for kind in KEPT}
        for row in rows:
            by_kind[type(row)].append(astuple(row))
        for kind, values in by_kind.items():
            if values:
                self._conn.executemany(_upsert(kind), values)

    def rows(self, kind: type[Row], tournament: int) -> list[tuple[Any, ...]]:
        """The rows of a tournament as they are kept."""
        table, key = KEPT[kind]
        return self._conn.execute(
            f"SELECT {_names(kind)} FROM {table} WHERE {key[0]} = ?",  # noqa: S608
            (tournament,),
        ).fetchall()

    def table_of(self, partie: int) -> tuple[TableRow, str] | None:
        """The tournament table whose sheet a partie is, with the state of its round; `None` for a partie of its own."""
        row = self._conn.execute(
            f"SELECT {_names(TableRow, 't')}, r.state FROM tournament_table t JOIN tournament_round r"  # noqa: S608
            " ON r.tournament = t.tournament AND r.number = t.round AND r.draw = t.draw WHERE t.partie = ?",
            (min(partie, _MAX),),
        ).fetchone()
        return (TableRow(*row[:-1]), row[-1]) if row else None

    def heads(self, parties: Sequence[int]) -> dict[int, HeadRow]:
        """Where some sheets stand."""
        marks = ", ".join("?" * len(parties))
        rows = self._conn.execute(
            f"SELECT {_names(HeadRow)} FROM partie_head WHERE partie IN ({marks})",  # noqa: S608
            tuple(parties),
        ).fetchall()
        return {row[0]: HeadRow(*row) for row in rows}

    # Who may come in: kept here alone.

    def links(self, tournament: int) -> list[LinkRow]:
        """Every link of a tournament that lets somebody in."""
        rows = self._conn.execute(
            f"SELECT {_names(LinkRow)} FROM table_link WHERE tournament = ? AND revoked = 0 ORDER BY number",  # noqa: S608
            (tournament,),
        ).fetchall()
        return [LinkRow(*row) for row in rows]

    def add_link(self, link: LinkRow) -> None:
        """Let in whoever has the token of that hash."""
        self._conn.execute("INSERT INTO table_link VALUES (?, ?, ?, ?, ?)", astuple(link))

    def revoke(self, tournament: int, table: int) -> int:
        """End the links of a table and every device that came in by them; how many links there were."""
        self._conn.execute(
            "DELETE FROM table_device WHERE link IN"
            " (SELECT hash FROM table_link WHERE tournament = ? AND number = ? AND revoked = 0)",
            (tournament, table),
        )
        return self._conn.execute(
            "UPDATE table_link SET revoked = 1 WHERE tournament = ? AND number = ? AND revoked = 0",
            (tournament, table),
        ).rowcount

    def link(self, hash_: str) -> LinkRow | None:
        """The link of that hash, unless it was revoked."""
        row = self._conn.execute(
            f"SELECT {_names(LinkRow)} FROM table_link WHERE hash = ? AND revoked = 0",  # noqa: S608
            (hash_,),
        ).fetchone()
        return LinkRow(*row) if row else None

    def bind(self, hash_: str, link: str, device: str) -> None:
        """Let in a device that has come by a link."""
        self._conn.execute("INSERT INTO table_device VALUES (?, ?, ?)", (hash_, link, device))

    def bound(self, hash_: str) -> LinkRow | None:
        """The link by which a device came in, unless it was revoked."""
        row = self._conn.execute(
            f"SELECT {_names(LinkRow, 'l')} FROM table_device d JOIN table_link l ON l.hash = d.link"  # noqa: S608
            " WHERE d.hash = ? AND l.revoked = 0",
            (hash_,),
        ).fetchone()
        return LinkRow(*row) if row else None

    def devices(self, tournament: int) -> dict[int, int]:
        """How many devices have come in by the link of each table."""
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
        """Keep a new one."""
        self._conn.execute(
            "INSERT INTO organiser VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET hash = excluded.hash",
            (hash_,),
        )

    def open_organiser(self, hash_: str, device: str) -> None:
        """Let in the organiser; the oldest of too many sessions end."""
        self._conn.execute("INSERT INTO organiser_session (hash, device) VALUES (?, ?)", (hash_, device))
        self._conn.execute(
            "DELETE FROM organiser_session WHERE number <= (SELECT max(number) FROM organiser_session) - ?",
            (_MOST_SESSIONS,),
        )

    def is_organiser(self, hash_: str) -> bool:
        """Whether a session of that hash is open."""
        found = self._conn.execute("SELECT 1 FROM organiser_session WHERE hash = ?", (hash_,)).fetchone()
        return found is not None

    def close_organiser(self, hash_: str | None) -> None:
        """End one session, or all of them."""
        if hash_ is None:
            self._conn.execute("DELETE FROM organiser_session")
        else:
            self._conn.execute("DELETE FROM organiser_session WHERE hash = ?", (hash_,))


def _names(kind: type[Any], table: str = "") -> str:
    return ", ".join(f"{table}.{one.name}" if table else one.name for one in fields(kind))


def _upsert(kind: type[Row]) -> str:
    table, key = KEPT[kind]
    columns = [one.name for one in fields(kind)]
    changes = ", ".join(f"{name} = excluded.{name}" for name in columns if name not in key)
    marks = ", ".join("?" * len(columns))
    return (
        f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})"  # noqa: S608
        f" ON CONFLICT ({', '.join(key)}) DO UPDATE SET {changes}"
    )
