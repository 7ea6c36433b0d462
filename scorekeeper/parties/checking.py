"""Playing every sheet again, to see that what is stored for lists is what the events give."""

from __future__ import annotations

import json
import sqlite3

from scorekeeper.errors import Unknown
from scorekeeper.parties.acts import PARTIES
from scorekeeper.parties.model import head_of, header
from scorekeeper.records.session import Session


def differences(conn: sqlite3.Connection) -> list[str]:
    """What differs, one line for each partie, in English for the log; empty when everything agrees."""
    session = Session(conn, "")
    numbers = [number for (number,) in conn.execute("SELECT id FROM partie ORDER BY id").fetchall()]
    differing = ((number, _difference(session, number)) for number in numbers)
    return [f"partie {number}: {what}" for number, what in differing if what]


def _difference(session: Session, number: int) -> str:
    row, events = session.partie(number), session.events(number)
    if not events or events[0].body is None:
        return "there is no event that opened it"
    try:
        partie, head = PARTIES.builder(session, number)(), session.head(number)
    except Unknown as error:
        return str(error)
    opened = json.loads(events[0].body)
    if opened != header(row, opened["entries"]):
        return "the heading is not the one it was opened with"
    return "" if head_of(partie) == head else "what lists show is not what its lines give"
