"""Events that were written with names, written again with numbers: the same events, in a chain of their own.

Only what was written before the records kept numbers is concerned, and only when the first name is to be forgotten. Everything is
read back and compared within the same transaction, and the event that follows tells where the former chain ended.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass

from scorekeeper.errors import StorageBroken
from scorekeeper.records import chain, epochs, statements
from scorekeeper.records.people import TEXTS, NameBook
from scorekeeper.records.rows import EventRow, PartieRow

Known = Callable[[str], tuple[str, ...]]
"""The names of everybody on a subject, such as `partie:7`."""
_PLAIN, _RECAST = "plain", "recast"


@dataclass(frozen=True)
class Recast:
    """End of the chain whose events were written again."""

    epoch: str
    seq: int
    hash: str


def is_due(conn: sqlite3.Connection) -> bool:
    """Whether there are events with names in their texts."""
    return epochs.get(conn, _PLAIN) is not None


def recast(conn: sqlite3.Connection, book: NameBook, known: Known) -> Recast:
    """Write all events again with numbers of people; where the former chain ended. A new life has to follow.

    Within a transaction. Raises `StorageBroken` when something would read differently afterwards: then nothing may be kept of it.
    """
    old = conn.execute(f"{chain.SELECT} ORDER BY seq").fetchall()
    seq, *_, hash_ = old[-1]
    ended = Recast(epochs.current(conn), seq, hash_)
    guards = conn.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
    for name, _ in guards:
        conn.execute(f"DROP TRIGGER {name}")
    _headings(conn, book, known)
    prev = chain.GENESIS
    for row in old:
        kept = (*book.kept(conn, row[:-2], known(row[3].partition("/")[0])), prev)
        prev = chain.digest(kept)
        written = (
            "UPDATE event SET body = ?, reason = ?, actor = ?, device = ?, prev = ?, hash = ? WHERE seq = ?"
        )
        conn.execute(written, (*kept[TEXTS], kept[-1], prev, row[0]))
    for _, sql in guards:
        conn.execute(sql)
    conn.execute("DELETE FROM meta WHERE key = ?", (_PLAIN,))
    epochs.put(conn, _RECAST, json.dumps([*map(asdict, recasts(conn)), asdict(ended)]))
    if wrong := next(_differences(conn, book, old), None):
        raise StorageBroken(f"event {wrong} would not read as before")
    return ended


def _headings(conn: sqlite3.Connection, book: NameBook, known: Known) -> None:
    """The headings of all sheets; they repeat what their first events say."""
    for row in conn.execute(f"SELECT {statements.columns_of(PartieRow)} FROM partie").fetchall():  # noqa: S608 - our own columns
        heading = PartieRow(*row)
        kept = book.kept_heading(conn, heading, known(f"partie:{heading.id}"))
        written = "UPDATE partie SET players = ?, equipes = ?, lieu = ? WHERE id = ?"
        conn.execute(written, (kept.players, kept.equipes, kept.lieu, kept.id))


def _differences(conn: sqlite3.Connection, book: NameBook, old: list[tuple[object, ...]]) -> Iterator[object]:
    """The numbers of events that do not read as they did, or do not follow from those before them."""
    if broken := chain.broken_at(conn):
        yield broken
    for before, after in zip(old, conn.execute(f"{chain.SELECT} ORDER BY seq").fetchall(), strict=True):
        if _texts(book.shown(conn, before)) != _texts(book.shown(conn, after)):
            yield before[0]


def _texts(event: EventRow) -> list[object]:
    return list(vars(event).values())[:-2]


def recasts(conn: sqlite3.Connection) -> tuple[Recast, ...]:
    """Ends of former chains, oldest first."""
    return tuple(Recast(**ended) for ended in json.loads(epochs.get(conn, _RECAST) or "[]"))
