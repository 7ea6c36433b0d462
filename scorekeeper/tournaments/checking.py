"""Computing every sheet and tournament again from its events, to see that what is stored for lists is what they give."""

from __future__ import annotations

import json
import sqlite3

from scorekeeper.errors import Unknown
from scorekeeper.parties.acts import PARTIES
from scorekeeper.parties.model import head_of, opening_body
from scorekeeper.records.session import KEYS, Session
from scorekeeper.tournaments import fold
from scorekeeper.tournaments.acts.common import TOURNAMENTS


def differences(conn: sqlite3.Connection) -> tuple[list[str], list[str]]:
    """What differs, one line for each partie and each tournament, in English for the log."""
    session, checks = Session(conn, ""), {"partie": _partie_difference, "tournament": _tournament_difference}
    lines: dict[str, list[str]] = {table: [] for table in checks}
    for table, difference in checks.items():
        for (number,) in conn.execute(f"SELECT id FROM {table} ORDER BY id").fetchall():  # noqa: S608
            if what := difference(session, number):
                lines[table].append(f"{table} {number}: {what}")
    return lines["partie"], lines["tournament"]


def _partie_difference(session: Session, number: int) -> str:
    row, events = session.partie(number), session.events(number)
    if not events or events[0].body is None:
        return "there is no event that opened it"
    try:
        partie, head = PARTIES.builder(session, number)(), session.head(number)
    except Unknown as error:
        return str(error)
    opened = json.loads(events[0].body)
    if opened != json.loads(opening_body(row, opened["entries"])):
        return "the heading is not the one it was opened with"
    return "" if head_of(partie) == head else "what lists show is not what its lines give"


def _tournament_difference(session: Session, number: int) -> str:
    try:
        tournament = TOURNAMENTS.builder(session, number)()
    except (Unknown, KeyError, TypeError, ValueError) as error:
        return f"{type(error).__name__}: {error}"
    rows = list(fold.rows_of(tournament))
    for kind, (table, key) in KEYS.items():
        if key[0] == "partie":
            continue
        expected = [row for row in rows if isinstance(row, kind)]
        if sorted(expected, key=repr) != sorted(session.derived(kind, number), key=repr):
            return f"{table} is not what its events give"
    return ""
