"""Playing every sheet again, to see that what is kept for lists is what the events say."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import astuple

from scorekeeper.errors import Unknown
from scorekeeper.parties.model import built, head_of, header
from scorekeeper.records.session import Session


def differences(conn: sqlite3.Connection) -> list[str]:
    """What differs, one line for each partie, in English for the log; empty when everything agrees."""
    session = Session(conn, "")
    found = []
    last = 0
    while numbers := conn.execute(
        "SELECT id FROM partie WHERE id > ? ORDER BY id LIMIT 500", (last,)
    ).fetchall():
        for (number,) in numbers:
            said = _difference(session, number)
            if said:
                found.append(f"partie {number}: {said}")
            last = number
    return found


def _difference(session: Session, number: int) -> str:
    row, events = session.partie(number), session.events(number)
    if not events or events[0].body is None:
        return "there is no event that opened it"
    try:
        partie = built(row, events)
        head = session.head(number)
    except Unknown as error:
        return str(error)
    said = json.loads(events[0].body)
    if said != header(row, said["entries"]):
        return "the heading is not the one it was opened with"
    if astuple(head_of(partie)) != astuple(head):
        return "what lists show is not what its lines give"
    return ""
