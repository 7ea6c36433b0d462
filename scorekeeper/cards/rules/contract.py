"""The contract of every game: entries in, faults, doubts and itemised rows out.

A `Rules` object *is* the settings of a house: a frozen dataclass whose fields are the house's choices and whose methods are
the rules. A partie is a fold of `Rules.mark` over its entries, because these games carry things from one entry to the next.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar

if TYPE_CHECKING:
    from scorekeeper.cards.rules.amount_table import AmountTable
    from scorekeeper.cards.rules.fields import Record
    from scorekeeper.cards.rules.scores import Control, Outcome, Row


class Seat(int):
    """A place at the table, from 0, in order of play. Shown as the player's name."""

    __slots__ = ()


class Side(int):
    """A partnership for the whole partie: 0 is camp A (seats 0 and 2), 1 is camp B. Shown as the camp's name."""

    __slots__ = ()

    @property
    def other(self) -> Side:
        """The opposing camp."""
        return Side(1 - self)


class Halves(int):
    """Card points counted in half points: `Halves(81)` is 40½. Shown as a number with its half."""

    __slots__ = ()


class Signed(int):
    """A score, shown with its sign: +318, −106, 0."""

    __slots__ = ()


class Term(str):
    """A word of the game (a contract, a suit), shown in the reader's language."""

    __slots__ = ()


class AnyOf(tuple["Value", ...]):
    """The values that are possible, listed with an "or" before the last: 3, 4 ou 5."""

    __slots__ = ()


class AllOf(tuple["Value", ...]):
    """Values that are all meant, listed with an "and" before the last: 1 et 156."""

    __slots__ = ()


@dataclass(frozen=True, init=False)
class Label:
    """A sentence by its code, with what fills its gaps; the words stand in the game's catalogue."""

    code: str
    values: Mapping[str, Value]

    def __init__(self, code: str, values: Mapping[str, Value] | None = None, **gaps: Value) -> None:
        object.__setattr__(self, "code", code)
        object.__setattr__(self, "values", gaps if values is None else values)


Value = int | str | Seat | Side | Halves | Signed | Term | Label | tuple["Value", ...]
"""Value that fills a gap in a sentence: plain numbers and text as they are, a label as its sentence, others as their class describes."""


@dataclass(frozen=True, init=False)
class Reason(Label):
    """Something about an entry, or about a key of it; its code is stable, documented and translated."""

    field: str
    """Key it concerns, dotted when nested (`poignees.0.joueur`); empty for the entry as a whole."""

    def __init__(
        self, code: str, field: str = "", values: Mapping[str, Value] | None = None, **gaps: Value
    ) -> None:
        super().__init__(code, values, **gaps)
        object.__setattr__(self, "field", field)


class Fault(Reason):
    """A reason to refuse an entry or a sheet: what is impossible."""


class Doubt(Reason):
    """A reason to ask "sure?": what is possible and odd."""


SMALLEST_TABLE, LARGEST_TABLE = 3, 6
"""Number of people at a table of a tournament, lowest and highest."""


class Wins(StrEnum):
    """Which total wins."""

    HIGH = "high"
    LOW = "low"

    def best(self, totals: Sequence[int], among: Sequence[int] | None = None) -> tuple[int, ...]:
        """Columns with the best total, of all or among some."""
        columns = range(len(totals)) if among is None else among
        best = (min if self is Wins.LOW else max)(totals[column] for column in columns)
        return tuple(column for column in columns if totals[column] == best)


@dataclass(frozen=True)
class Table:
    """The seats of a table; with `camps` the columns of its sheet are two partnerships."""

    players: tuple[str, ...] = ()
    """Names in order of play; empty when a partnership game knows only its camps."""
    camps: bool = False
    equipes: tuple[str, str] | None = None
    """Names that the two camps chose."""
    premier_donneur: Seat | None = None
    """Dealer of the first entry; seat 0 if `None`."""
    order: tuple[Seat, ...] = ()
    """The seats of those who are there, in order of play; empty where that is all of them, in the order of their columns."""

    @property
    def columns(self) -> tuple[str, ...]:
        """Headings of the sheet: the players, or the two camps."""
        return (self.equipes or ("A", "B")) if self.camps else self.players

    @property
    def keys(self) -> tuple[str, ...]:
        """The columns as an entry calls them."""
        return ("A", "B") if self.camps else self.players

    def who(self, column: int) -> Seat | Side:
        """A column as sentences call it."""
        return Side(column) if self.camps else Seat(column)

    @property
    def around(self) -> tuple[Seat, ...]:
        """The seats of those at the table, in order of play."""
        return self.order or tuple(map(Seat, range(self.seats)))

    @property
    def present(self) -> tuple[str, ...]:
        """The names of those at the table, in order of play; nobody where only the camps are known."""
        return tuple(self.players[seat] for seat in self.order) or self.players

    @property
    def seats(self) -> int:
        """Number of people at the table."""
        return len(self.order) or len(self.players) or 4

    @property
    def opening_dealer(self) -> Seat | None:
        """Dealer of the first entry; `None` where only the camps are known."""
        return (self.premier_donneur or Seat(0)) if self.players else None

    def side_of(self, seat: Seat) -> Side:
        """Camp of a seat in a partnership game."""
        return Side(seat % 2)

    def next_seat(self, seat: Seat, out: Collection[int] = ()) -> Seat:
        """The neighbour who plays next, those who are out passed over; the seat itself where all others are."""
        turns = (self.moved(seat, by) for by in range(1, self.seats))
        return next((turn for turn in turns if turn not in out), seat)

    def moved(self, seat: Seat, by: int) -> Seat:
        """The player so many places further on in order of play."""
        return self.around[(self.around.index(seat) + by) % self.seats]


@dataclass(frozen=True, kw_only=True)
class Entry:
    """Declaration of the table that the sheet shows as one row: a donne or a manche."""

    donneur: Seat | None = None
    """Dealer of this entry, where it was not the player whose turn it was."""
    note: str = ""
    """Free remark, up to 200 characters."""

    def dealt_by(self, seat: Seat | None) -> Self:
        """The entry with this dealer, where it names none."""
        return self if seat is None or self.donneur is not None else replace(self, donneur=seat)


@dataclass(frozen=True, slots=True)
class State:
    """The sheet after `rang` entries: all that the next one needs to know. Games add their own fields."""

    table: Table
    totals: tuple[int, ...]
    rang: int = 0
    donneur: Seat | None = None
    """Dealer of the next entry; `None` where the players are not known or the game has no dealer."""
    line: int = 1
    """Number of the next entry on the sheet, where struck ones keep theirs."""
    out: frozenset[int] = frozenset()
    """Columns that are out for good: they score nothing any more, and do not deal."""
    ajuste: tuple[int, ...] = ()
    """Sums of the adjustments by column, which the totals contain; empty where there is none."""

    @property
    def playing(self) -> tuple[Seat, ...]:
        """The seats of those at the table who are not out, in order of play."""
        return tuple(seat for seat in self.table.around if seat not in self.out)


E = TypeVar("E", bound=Entry)
S = TypeVar("S", bound=State)
T = TypeVar("T")


@dataclass(frozen=True)
class Rules(ABC, Generic[E, S]):
    """The rules of one game with a house's settings fixed. Subclasses are frozen dataclasses; nothing here has state."""

    SEATS: ClassVar[tuple[int, ...]]
    """Numbers of players the game can be played by."""
    CAMPS: ClassVar[bool] = False
    """Whether it is played by two partnerships."""
    NAMELESS: ClassVar[bool] = False
    """Whether a sheet may leave the players out and know only the camps."""
    VARIES: ClassVar[bool] = False
    """Whether people may join and leave between two entries; those who are not there score nothing."""
    NAMED_BY: ClassVar[str] = ""
    """The setting in which a house names a game of its own; its settings are saved under that name."""
    DEALS_ONCE: ClassVar[bool] = False
    """Whether nobody deals again after the first entry."""
    SETTINGS: ClassVar[Record[Any]]
    ENTRY: ClassVar[Record[Any]]
    STATE: ClassVar[type[Any]] = State
    """The game's own state, which begins at nothing for everybody."""
    CHANGEABLE: ClassVar[frozenset[str]] = frozenset()
    """Settings that may change between two lines: lines above are worth the same, and the sheet has the same columns and rows."""
    AJUSTEMENT: ClassVar[Record[Any] | None] = None
    """Records that read and write the settings, an entry and, where it is more than points for the columns, an adjustment."""
    WINS: ClassVar[Wins] = Wins.HIGH
    """Which total wins; `wins` says so where a setting decides."""
    SPARE: ClassVar[frozenset[str]] = frozenset({"note"})
    """Keys of an entry without which the rest of it is judged as it would be with them, where they cannot be read."""
    WHOLE_ONLY: ClassVar[frozenset[str]] = frozenset()
    """Codes of the faults that are reported only for an entry that was read as a whole."""

    @property
    def wins(self) -> Wins:
        """Which total wins by these settings."""
        return self.WINS

    def setting_faults(self, table: Table) -> Sequence[Fault]:
        """Every reason why these settings do not go together, or not with this table. Fields are setting keys."""
        return ()

    def amount_table(self, key: str) -> AmountTable | None:
        """The table as which a setting of amounts is asked for, or `None`."""
        return None

    def opening(self, table: Table) -> S:
        """The sheet before its first entry."""
        state: S = self.STATE(table, (0,) * len(table.columns), donneur=table.opening_dealer)
        return state

    def seated(self, state: S, table: Table) -> S:
        """The sheet with others at its table. The turn to deal stays with the same player, or passes to the next who is still
        there and not out.
        """
        if state.donneur is None:
            return replace(state, table=table)
        turns = (state.table.moved(state.donneur, by) for by in range(state.table.seats))
        stay = [seat for seat in table.around if seat not in state.out] or table.around
        dealer = next((seat for seat in turns if seat in stay), stay[0])
        return replace(state, table=table, donneur=dealer)

    def ruled(self, state: S) -> S:
        """The sheet once these rules hold from the next line on: an end that the state keeps is derived again from its totals."""
        return state

    @abstractmethod
    def faults(self, state: S, entry: E) -> Sequence[Fault]:
        """Every reason to refuse the entry as the next one, not only the first."""

    @abstractmethod
    def doubts(self, state: S, entry: E) -> Sequence[Doubt]:
        """Every reason to ask before taking the entry. Only asked of an entry without faults."""

    @abstractmethod
    def mark(self, state: S, entry: E) -> tuple[S, Row]:
        """Write the entry down: the sheet after it, and its row. Only called on an entry without faults."""

    def adjusted(self, state: S, entry: Any) -> tuple[S, Mapping[str, Any]]:
        """The sheet after an adjustment, which its totals already have, and further keys of the row; what ended the partie may change."""
        return state, {}

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """End of the partie, or `None` before it."""

    def control(self, state: S) -> Control | None:
        """The check at the sheet's foot, or `None` where the game has none."""
        return None

    def filed(self, state: S, entry: E) -> dict[str, str]:
        """Further keys of an entry in a file, which does not have the struck lines above it."""
        return {}

    def leaders(self, state: S) -> tuple[int, ...]:
        """Columns that are ahead, whether or not the partie is over."""
        return self.wins.best(state.totals)

    def deals_next(self, state: State) -> Seat | None:
        """The player who deals for the next entry; `None` where nobody does or the players are not known."""
        return None if self.DEALS_ONCE and state.rang else state.donneur

    @staticmethod
    def dealer(state: State, entry: Entry) -> Seat | None:
        """Dealer of this entry: the player named in it, else the player whose turn it was."""
        return entry.donneur if entry.donneur is not None else state.donneur

    @staticmethod
    def written(state: S, entry: Entry, scores: tuple[int, ...], **changes: Any) -> S:
        """The sheet after an entry worth `scores`: totals run on, and the deal passes to the next in order of play who is not out.
        Pass `out=` with those who are out from now on, `donneur=` when the game hands the deal on otherwise, and the game's own.
        """
        dealt, out = Rules.dealer(state, entry), changes.get("out", state.out)
        passes_to = None if dealt is None else state.table.next_seat(dealt, out)
        totals = tuple(map(sum, zip(state.totals, scores, strict=True)))
        counted = {"totals": totals, "rang": state.rang + 1, "line": state.line + 1, "donneur": passes_to}
        return replace(state, **{**counted, **changes})


def expect(cls: type[T], value: object) -> T:
    """The rules, state or entry as that of its own game; a `TypeError` for those of another game."""
    if not isinstance(value, cls):
        raise TypeError(f"not a {cls.__name__}: {type(value).__name__}")
    return value
