"""Parts of an entry that are noted before the rest of it is known: starting buoys, a contract, annonces. Kept for the next line of
a sheet, whatever device comes back to it, until that line is written. It is no act: rules never see it, and no event repeats it.
"""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlencode

from scorekeeper.parties.acts import PARTIES
from scorekeeper.parties.model import Partie
from scorekeeper.records.rows import DraftRow, SealedRow
from scorekeeper.records.store import Store

LONGEST = 8192
"""Characters of what is kept, as a form sends it; that of a long entry takes a quarter."""
MOST_AGE = 10 * 86400
"""Seconds that a device may have kept what it sends now."""
_KEY = "draft"

Fields = tuple[tuple[str, str], ...]
"""Names and values of the fields of a form."""


class TooLong(Exception):
    """More was typed than any entry needs."""


@dataclass(frozen=True)
class Noted:
    """Result of a note: what is kept now, and between which two versions of the sheet's news it lies."""

    row: DraftRow | None
    taken: bool
    """Whether it is what was sent; else a newer one was there."""
    before: float = 0
    now: float = 0


def kept(store: Store, partie: Partie) -> DraftRow | None:
    """Values noted for the next line of a sheet, by those who sit there now. Raises `StorageError`."""
    row, _ = _rows(store, partie.id)
    return row if row is not None and is_next(row, partie) else None


def sealed(store: Store, partie: Partie) -> tuple[SealedRow, ...]:
    """Numbers that players noted each for themselves for the next line. Raises `StorageError`."""
    _, rows = _rows(store, partie.id)
    return tuple(row for row in rows if is_next(row, partie))


def fields_of(row: DraftRow) -> Fields:
    """The fields of the form."""
    return tuple(parse_qsl(row.body, keep_blank_values=True))


def note(store: Store, partie: Partie, fields: Iterable[tuple[str, str]], device: str, age: int) -> Noted:
    """Note the fields for the next line, as they were typed `age` seconds ago, unless others were typed since; none empty it.

    Raises `TooLong`, `StorageError`.
    """
    body = urlencode(list(fields))
    if len(body) > LONGEST:
        raise TooLong
    typed = dt.datetime.now(dt.UTC) - dt.timedelta(seconds=min(max(age, 0), MOST_AGE))
    at = typed.isoformat(timespec="milliseconds")
    with store.write() as session:
        known = session.draft(partie.id)
        version = known.version + 1 if known else 1
        row = DraftRow(partie.id, partie.next_rang, partie.table_acts, version, body, device, at)
        ours = known is not None and (known.rang, known.seating) == (row.rang, row.seating)
        there = known.body if known is not None and ours else ""
        if there == body or (known is not None and ours and known.at > at):
            return Noted(known if ours else None, taken=there == body)
        session.keep_draft(row)
        store.access.drop((_KEY, partie.id))
    topics = [PARTIES.scope(partie.id)]
    before = store.news.version(topics)
    return Noted(row, taken=True, before=before, now=store.news.nudge(topics))


def is_next(row: DraftRow | SealedRow, partie: Partie) -> bool:
    """Whether it is for the next line, and for those who sit there now."""
    return (row.rang, row.seating) == (partie.next_rang, partie.table_acts)


def tell(store: Store, partie: Partie) -> None:
    """A note has changed: drop it from memory and notify the pages."""
    store.access.drop((_KEY, partie.id))
    store.news.nudge([PARTIES.scope(partie.id)])


def _rows(store: Store, number: int) -> tuple[DraftRow | None, tuple[SealedRow, ...]]:
    """Notes of a sheet, from memory once they were read."""
    known: tuple[DraftRow | None, tuple[SealedRow, ...]] | None = store.access.get((_KEY, number), 0)
    if known is None:
        with store.read() as session:
            known = session.draft(number), session.sealed(number)
            store.access.put((_KEY, number), 0, known)
    return known
