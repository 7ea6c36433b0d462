"""Notes of the next line of a sheet before the line itself.

Parts of its entry that are known first: starting buoys, a contract, annonces. They are kept, whatever device comes back to the
sheet, until that line is written. And numbers that players note each for themselves before the play: who has is known, what they
noted only once all have; then the form of the line has them. No note is an act: rules never see it, and no event repeats it.
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


def fields_of(row: DraftRow) -> Fields:
    """The fields of the form."""
    return tuple(parse_qsl(row.body, keep_blank_values=True))


def note_draft(
    store: Store, partie: Partie, fields: Iterable[tuple[str, str]], device: str, age: int
) -> Noted:
    """Note the fields for the next line, as they were typed `age` seconds ago, unless others were typed since; none empty it.

    Raises `TooLong`, `StorageError`.
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
    """Whether it is for the next line, and for those who sit there now."""
    return (row.rang, row.seating) == (partie.turn, partie.table_acts)


def _rows(store: Store, number: int) -> tuple[DraftRow | None, tuple[SealedRow, ...]]:
    """Notes of a sheet, from memory once they were read."""
    known: tuple[DraftRow | None, tuple[SealedRow, ...]] | None = store.access.get((_KEY, number), 0)
    if known is None:
        with store.read() as session:
            known = session.draft(number), session.sealed(number)
            store.access.put((_KEY, number), 0, known)
    return known


class NotedBefore(Conflict):
    """A player has noted a number already, and it was not said that this one takes its place."""

    def __init__(self, player: str, row: SealedRow) -> None:
        super().__init__([Fault("annonce-deja", "player", joueur=player)], WORDS)
        self.row = row


@dataclass(frozen=True)
class Sealing:
    """Progress of the players with the numbers of the next line."""

    what: Sealed
    rang: int
    players: tuple[str, ...]
    around: tuple[Seat, ...]
    rows: dict[Seat, SealedRow]

    @property
    def open(self) -> bool:
        """Whether all have noted theirs, and may see those of the others."""
        return all(seat in self.rows for seat in self.around)

    @property
    def noted(self) -> list[str]:
        """Players who have noted a number."""
        return [self.players[seat] for seat in self.around if seat in self.rows]

    @property
    def missing(self) -> list[str]:
        """Players who have not."""
        return [self.players[seat] for seat in self.around if seat not in self.rows]

    @property
    def replaced(self) -> dict[Seat, SealedRow]:
        """The numbers that took the place of another one."""
        return {seat: row for seat, row in self.rows.items() if row.replaced}

    @property
    def numbers(self) -> dict[str, int]:
        """The numbers by name; none before all are noted."""
        return {self.players[seat]: self.rows[seat].number for seat in self.around} if self.open else {}

    @property
    def fields(self) -> dict[str, str]:
        """The same as fields of the form."""
        seats = self.around if self.open else ()
        return {self.what.field(seat): str(self.rows[seat].number) for seat in seats}

    @property
    def hidden(self) -> dict[str, bool]:
        """The fields of numbers that are not to be seen yet, and whether each is noted."""
        return {} if self.open else {self.what.field(seat): seat in self.rows for seat in self.around}


def sealing(store: Store, partie: Partie) -> Sealing | None:
    """Numbers noted for the next line; `None` where the game has nothing to hide. Raises `StorageError`."""
    what = partie.game.form.SEALED
    return None if what is None else _sealing(partie, what, _rows(store, partie.id)[1])


def _sealing(partie: Partie, what: Sealed, rows: Iterable[SealedRow]) -> Sealing:
    noted = {Seat(row.seat): row for row in rows if is_next(row, partie)}
    return Sealing(what, partie.next_rang, partie.table.players, partie.table.around, noted)


def noting(partie: Partie, rang: int, player: Json, typed: Json) -> tuple[Sealed, Seat, int]:
    """Note by a program for the line of that number. Raises `Unknown`, `PartieClosed`, `StaleEntry`, `Refused`."""
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
        faults += within("player", unreadable)
    try:
        number = read_number(partie, what, seat, typed)
    except Unreadable as unreadable:
        faults += [replace(fault, field="number") for fault in unreadable.faults]
    if faults:
        raise Refused([EntryFault(None, fault) for fault in faults], partie.game.words, partie.table)
    return what, seat, number


def read_number(partie: Partie, what: Sealed, seat: Seat, typed: Json) -> int:
    """The number that a player may note. Raises `Unreadable`."""
    entry = partie.rules.ENTRY.read({what.key: {partie.table.players[seat]: typed}}, partie.table)
    number: int = getattr(entry, what.key)[seat]
    return number


def note_number(
    store: Store, partie: Partie, what: Sealed, seat: Seat, number: int, *, device: str, instead: bool
) -> Sealing:
    """Note the number of one player for the next line, `instead` of another one perhaps; programs are the device `api`.

    Raises `NotedBefore`, `StorageError`, and `Conflict` after all players have noted theirs, and everybody has seen them.
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
