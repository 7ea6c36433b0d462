"""Building every tournament again from its events, to see that what is stored for lists is what they give."""

from __future__ import annotations

import sqlite3

from scorekeeper.errors import Unknown
from scorekeeper.records.session import KEYS, Session
from scorekeeper.tournaments import fold
from scorekeeper.tournaments.acts.desk import TOURNAMENTS


def differences(conn: sqlite3.Connection) -> list[str]:
    """What differs, one line for each tournament, in English for the log; empty when everything agrees."""
    session = Session(conn, "")
    numbers = [number for (number,) in conn.execute("SELECT id FROM tournament ORDER BY id").fetchall()]
    differing = {number: _difference(session, number) for number in numbers}
    return [f"tournament {number}: {what}" for number, what in differing.items() if what]


def _difference(session: Session, number: int) -> str:
    try:
        tournament = TOURNAMENTS.builder(session, number)()
    except (Unknown, KeyError, ValueError) as error:
        return f"{type(error).__name__}: {error}"
    rows = list(fold.rows_of(tournament))
    for kind, (table, key) in KEYS.items():
        if key[0] == "partie":
            continue
        expected = [row for row in rows if isinstance(row, kind)]
        if sorted(expected, key=repr) != sorted(session.derived(kind, number), key=repr):
            return f"{table} is not what its events give"
    return ""
