"""The table `meta`: values of the records by key, beside the event log."""

import sqlite3


def get(conn: sqlite3.Connection, key: str) -> str | None:
    """Return a value, or `None`."""
    row = conn.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
    return row[0] if row else None


def starting(conn: sqlite3.Connection, start: str) -> dict[str, str]:
    """Return the values whose keys begin with `start`, by key."""
    statement = "SELECT key, value FROM meta WHERE substr(key, 1, ?) = ? ORDER BY key"
    return dict(conn.execute(statement, (len(start), start)).fetchall())


def put(conn: sqlite3.Connection, key: str, value: str) -> None:
    """Write a value, replacing the old one."""
    conn.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))


def delete(conn: sqlite3.Connection, key: str) -> None:
    """Delete a value, if there is one."""
    conn.execute("DELETE FROM meta WHERE key = ?", (key,))
