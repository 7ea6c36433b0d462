"""Numbers that players note each for themselves before the play. Who has is known, what they noted only once all have: then the form
of the next line has them.
"""

from dataclasses import dataclass, replace

from scorekeeper.cards.game_api.form import Sealed
from scorekeeper.cards.game_api.words import Words, read_sentences
from scorekeeper.cards.rules.contract import Fault, Seat
from scorekeeper.cards.rules.kinds import Json, Player, Unreadable, within
from scorekeeper.cards.rules.replay import FINISHED, EntryFault
from scorekeeper.errors import Conflict, PartieClosed, Refused, StaleEntry, Unknown
from scorekeeper.parties import drafts
from scorekeeper.parties.model import Partie
from scorekeeper.records.rows import SealedRow
from scorekeeper.records.store import Store

(MESSAGES,) = read_sentences(__file__, "messages")
WORDS = Words(MESSAGES)


class TooLate(Conflict):
    """A number comes after all players have noted theirs, and everybody has seen them."""

    def __init__(self) -> None:
        super().__init__([Fault("annonces-ouvertes")], WORDS)


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
    def exchanged(self) -> list[str]:
        """Whose number took the place of another one."""
        return [self.players[seat] for seat in self.replaced]

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
    return None if what is None else _sealing(partie, what, drafts.sealed(store, partie))


def _sealing(partie: Partie, what: Sealed, rows: tuple[SealedRow, ...]) -> Sealing:
    table = partie.table
    return Sealing(what, partie.next_rang, table.players, table.around, {Seat(row.seat): row for row in rows})


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


def note(
    store: Store, partie: Partie, what: Sealed, seat: Seat, number: int, *, device: str, instead: bool
) -> Sealing:
    """Note the number of one player for the next line, `instead` of another one perhaps; programs are the device `api`.

    Raises `TooLate`, `NotedBefore`, `StorageError`.
    """
    with store.write() as session:
        rows = [row for row in session.sealed(partie.id) if drafts.is_next(row, partie)]
        known = _sealing(partie, what, tuple(rows))
        if known.open:
            raise TooLate
        former = known.rows.get(seat)
        if former is not None and not instead:
            raise NotedBefore(known.players[seat], former)
        row = SealedRow(
            partie.id,
            seat,
            partie.next_rang,
            partie.table_acts,
            number,
            device,
            former.replaced + 1 if former else 0,
        )
        session.seal(row)
    drafts.tell(store, partie)
    return _sealing(partie, what, (*rows, row))
