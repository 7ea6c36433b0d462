"""Queries of an open database for `check`, the start-up check and the demo; sheets and tournaments are read with `Session`."""

import sqlite3


def event_count(conn: sqlite3.Connection) -> int:
    """Return the number of events."""
    count: int = conn.execute("SELECT count(*) FROM event").fetchone()[0]
    return count


def event_kinds(conn: sqlite3.Connection) -> set[str]:
    """Return every kind of event in the log."""
    return {kind for (kind,) in conn.execute("SELECT DISTINCT kind FROM event")}


def numbers(conn: sqlite3.Connection, table: str) -> list[int]:
    """Return the numbers of the subjects in `partie`, `tournament` or `season`, the latest first."""
    return [number for (number,) in conn.execute(f"SELECT id FROM {table} ORDER BY id DESC")]  # noqa: S608 - not typed


def players(conn: sqlite3.Connection) -> list[tuple[int, str, str, bool]]:
    """Return number, name and key of each player, and whether the stored count and last partie agree with the sheets."""
    statement = (
        "SELECT p.id, p.name, p.key, p.parties = count(s.partie) AND p.last_partie = coalesce(max(s.partie), 0)"
        " FROM player p LEFT JOIN partie_player s ON s.player = p.id GROUP BY p.id"
    )
    return conn.execute(statement).fetchall()


def person_names(conn: sqlite3.Connection) -> list[tuple[int, str, str, bool]]:
    """Return number, name and key of each person, and whether the name was forgotten."""
    return conn.execute("SELECT id, name, key, forgotten FROM person_name").fetchall()


def number_sheets_from(conn: sqlite3.Connection, first: int) -> None:
    """Give the first sheet of an empty database this number."""
    conn.execute("INSERT INTO sqlite_sequence (name, seq) VALUES ('partie', ?)", (first - 1,))
