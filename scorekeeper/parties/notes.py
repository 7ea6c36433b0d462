"""Notes for the next line of a sheet, stored before the line is written.

Drafts are parts of its entry that are known early: starting buoys, a contract, annonces. They are stored for every device on
the sheet until the line is written. Sealed numbers are noted by each player before the play; who has noted is visible at once,
the numbers only when all have. Notes are not acts: rules do not read them, and they write no event.
"""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass, replace
from urllib.parse import parse_qsl, urlencode

from scorekeeper.cards.game_api.form import Sealed
from scorekeeper.cards.game_api.words import Words, read_sentences
from scorekeeper.cards.rules.contract import Fault, Seat
from scorekeeper.cards.rules.kinds import Json, Player, Unreadable, within
from scorekeeper.cards.rules.replay import FINISHED, EntryFault
from scorekeeper.errors import Conflict, PartieClosed, Refused, StaleEntry, Unknown
from scorekeeper.parties.acts import PARTIES
from scorekeeper.parties.model import Partie
from scorekeeper.records.rows import DraftRow, SealedRow
from scorekeeper.records.store import Store

(MESSAGES,) = read_sentences(__file__, "messages")
WORDS = Words(MESSAGES)
LONGEST = 8192
"""Most characters of a draft, as an encoded form. A long entry needs a quarter of it."""
MOST_AGE = 10 * 86400
"""Most seconds between typing a draft and sending it; an older one is dated this long ago."""
_KEY = "draft"


class TooLong(Exception):
    """A draft is longer than `LONGEST`."""


@dataclass(frozen=True)
class Noted:
    """Result of noting a draft: the stored row, and the versions of the sheet's news before and after it."""

    row: DraftRow | None
    taken: bool
    """Whether the stored draft is the one sent; else a newer one was stored."""
    before: float = 0
    now: float = 0


def kept(store: Store, partie: Partie) -> DraftRow | None:
    """Return the draft for the next line, if noted for the present players. Raises `StorageError`."""
    row, _ = _rows(store, partie.id)
    return row if row is not None and is_next(row, partie) else None


def fields_of(row: DraftRow) -> tuple[tuple[str, str], ...]:
    """Return names and values of the form fields of a draft."""
    return tuple(parse_qsl(row.body, keep_blank_values=True))


def note_draft(
    store: Store, partie: Partie, fields: Iterable[tuple[str, str]], device: str, age: int
) -> Noted:
    """Store the fields of the next line, typed `age` seconds ago, unless a newer draft is stored.

    No fields clear the draft.

    Raises:
        TooLong: the fields are longer than `LONGEST`.
        StorageError: the draft could not be stored.
    """
    body = urlencode(list(fields))
    if len(body) > LONGEST:
        raise TooLong
    typed = dt.datetime.now(dt.UTC) - dt.timedelta(seconds=min(max(age, 0), MOST_AGE))
    at = typed.isoformat(timespec="milliseconds")
    with store.write() as session:
        former = session.draft(partie.id)
        version = former.version + 1 if former else 1
        row = DraftRow(partie.id, partie.turn, partie.table_acts, version, body, device, at)
        known = former if former is not None and is_next(former, partie) else None
        there = known.body if known else ""
        if there == body or (known and known.at > at):
            return Noted(known, taken=there == body)
        session.keep_draft(row)
        store.access.drop((_KEY, partie.id))
    topics = [PARTIES.scope(partie.id)]
    before = store.news.version(topics)
    return Noted(row, taken=True, before=before, now=store.news.nudge(topics))


def is_next(row: DraftRow | SealedRow, partie: Partie) -> bool:
    """Return whether a note is for the next line and the present players."""
    return (row.rang, row.seating) == (partie.turn, partie.table_acts)


def _rows(store: Store, number: int) -> tuple[DraftRow | None, tuple[SealedRow, ...]]:
    """Return the notes of a sheet, from the cache or the file."""
    known: tuple[DraftRow | None, tuple[SealedRow, ...]] | None = store.access.get((_KEY, number), 0)
    if known is None:
        with store.read() as session:
            known = session.draft(number), session.sealed(number)
            store.access.put((_KEY, number), 0, known)
    return known


class NotedBefore(Conflict):
    """A player has already noted a number, and the new one was not marked as its replacement."""

    def __init__(self, player: str, row: SealedRow) -> None:
        super().__init__([Fault("annonce-deja", "player", joueur=player)], WORDS)
        self.row = row


@dataclass(frozen=True)
class Sealing:
    """Sealed numbers of the next line noted so far."""

    what: Sealed
    rang: int
    players: tuple[str, ...]
    around: tuple[Seat, ...]
    rows: dict[Seat, SealedRow]

    @property
    def open(self) -> bool:
        """Whether all players have noted their numbers, so that all numbers are visible."""
        return all(seat in self.rows for seat in self.around)

    @property
    def noted(self) -> list[str]:
        return [self.players[seat] for seat in self.around if seat in self.rows]

    @property
    def missing(self) -> list[str]:
        return [self.players[seat] for seat in self.around if seat not in self.rows]

    @property
    def replaced(self) -> dict[Seat, SealedRow]:
        """Rows of the numbers that replaced an earlier one."""
        return {seat: row for seat, row in self.rows.items() if row.replaced}

    @property
    def numbers(self) -> dict[str, int]:
        """Numbers by player's name; empty until all are noted."""
        return {self.players[seat]: self.rows[seat].number for seat in self.around} if self.open else {}

    @property
    def fields(self) -> dict[str, str]:
        """Numbers as form fields; empty until all are noted."""
        seats = self.around if self.open else ()
        return {self.what.field(seat): str(self.rows[seat].number) for seat in seats}

    @property
    def hidden(self) -> dict[str, bool]:
        """Form fields of the numbers not visible yet, and whether each is noted."""
        return {} if self.open else {self.what.field(seat): seat in self.rows for seat in self.around}


def sealing(store: Store, partie: Partie) -> Sealing | None:
    """Return the sealed numbers of the next line; `None` for a game without them. Raises `StorageError`."""
    what = partie.game.form.SEALED
    return None if what is None else _sealing(partie, what, _rows(store, partie.id)[1])


def _sealing(partie: Partie, what: Sealed, rows: Iterable[SealedRow]) -> Sealing:
    noted = {Seat(row.seat): row for row in rows if is_next(row, partie)}
    return Sealing(what, partie.next_rang, partie.table.players, partie.table.around, noted)


def noting(partie: Partie, rang: int, player: Json, typed: Json) -> tuple[Sealed, Seat, int]:
    """Check a sealed number sent by a program for the line `rang`, and return it with its field and seat.

    Raises:
        Unknown: the game has no sealed numbers.
        PartieClosed: the sheet is closed.
        StaleEntry: `rang` is not the next line.
        Refused: the player or the number is not possible, or the partie is finished.
    """
    what = partie.game.form.SEALED
    if what is None:
        raise Unknown(partie.game.key)
    if not partie.is_open:
        raise PartieClosed(partie)
    if rang != partie.next_rang:
        raise StaleEntry(partie, next((line for line in partie.lines if line.rang == rang), None))
    faults = [Fault(FINISHED, "rang")] if partie.sheet.outcome is not None else []
    seat, number = Seat(0), 0
    try:
        seat = Player().read(player, partie.table)
    except Unreadable as unreadable:
        faults += within("player", unreadable.faults)
    try:
        number = read_number(partie, what, seat, typed)
    except Unreadable as unreadable:
        faults += [replace(fault, field="number") for fault in unreadable.faults]
    if faults:
        raise Refused([EntryFault(None, fault) for fault in faults], partie.game.words, partie.table)
    return what, seat, number


def read_number(partie: Partie, what: Sealed, seat: Seat, typed: Json) -> int:
    """Parse the sealed number of a player. Raises `Unreadable`."""
    entry = partie.rules.ENTRY.read({what.key: {partie.table.players[seat]: typed}}, partie.table)
    number: int = getattr(entry, what.key)[seat]
    return number


def note_number(
    store: Store, partie: Partie, what: Sealed, seat: Seat, number: int, *, device: str, instead: bool
) -> Sealing:
    """Store the sealed number of one player for the next line; `instead` replaces an earlier one.

    `device` is `api` for programs.

    Raises:
        NotedBefore: the player has noted a number, and `instead` is not set.
        Conflict: all players have noted their numbers, which are visible by now.
        StorageError: the number could not be stored.
    """
    with store.write() as session:
        known = _sealing(partie, what, session.sealed(partie.id))
        if known.open:
            raise Conflict([Fault("annonces-ouvertes")], WORDS)
        former = known.rows.get(seat)
        if former is not None and not instead:
            raise NotedBefore(known.players[seat], former)
        again = former.replaced + 1 if former else 0
        row = SealedRow(partie.id, seat, partie.turn, partie.table_acts, number, device, again)
        session.seal(row)
    store.access.drop((_KEY, partie.id))
    store.news.nudge([PARTIES.scope(partie.id)])
    return replace(known, rows={**known.rows, seat: row})
