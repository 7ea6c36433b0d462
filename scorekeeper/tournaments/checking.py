"""Building every tournament again from its events, to see that what is kept for lists is what they say."""

from __future__ import annotations

import sqlite3
from dataclasses import astuple
from typing import Any

from scorekeeper.errors import Unknown
from scorekeeper.records.session import Session
from scorekeeper.records.tournament_rows import Row
from scorekeeper.records.tournament_session import KEPT, TournamentSession
from scorekeeper.tournaments import fold


def differences(conn: sqlite3.Connection) -> list[str]:
    """What differs, one line for each tournament, in English for the log; empty when everything agrees."""
    rows = TournamentSession(Session(conn, ""))
    found = []
    for (number,) in conn.execute("SELECT id FROM tournament ORDER BY id").fetchall():
        said = _difference(rows, number)
        if said:
            found.append(f"tournament {number}: {said}")
    return found


def _difference(rows: TournamentSession, number: int) -> str:
    try:
        tournament = fold.built(number, rows.events(number))
    except (Unknown, KeyError, ValueError) as error:
        return f"{type(error).__name__}: {error}"
    expected: dict[type[Row], list[tuple[Any, ...]]] = {kind: [] for kind in KEPT}
    for row in fold.rows_of(tournament):
        expected[type(row)].append(astuple(row))
    for kind, (table, _key) in KEPT.items():
        if sorted(expected[kind], key=repr) != sorted(rows.rows(kind, number), key=repr):
            return f"{table} is not what its events give"
    return ""
