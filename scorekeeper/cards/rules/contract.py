"""The interface of every game: rules turn entries into faults, doubts and itemised rows.

A `Rules` object is a frozen dataclass: its fields are the settings of a club, its methods the rules of the game. A partie
is a fold of `Rules.mark` over its entries, because these games carry state from one entry to the next.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar

if TYPE_CHECKING:
    from scorekeeper.cards.rules.fields import Record
    from scorekeeper.cards.rules.scores import Control, Outcome, Row


class Seat(int):
    """Index of a player in `Table.players`, from 0. Shown as the player's name."""

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
    """Alternative values, listed with an "or" before the last: 3, 4 ou 5."""

    __slots__ = ()


class AllOf(tuple["Value", ...]):
    """Several values, listed with an "and" before the last: 1 et 156."""

    __slots__ = ()


@dataclass(frozen=True, init=False)
class Label:
    """A message: its code in the game's catalogue, and the values of its placeholders."""

    code: str
    values: Mapping[str, Value]

    def __init__(self, code: str, values: Mapping[str, Value] | None = None, **gaps: Value) -> None:
        object.__setattr__(self, "code", code)
        object.__setattr__(self, "values", gaps if values is None else values)


Value = int | str | Seat | Side | Halves | Signed | Term | Label | tuple["Value", ...]
"""Value of a placeholder: numbers and text are shown as they are, a label as its message, others by their class."""


@dataclass(frozen=True, init=False)
class Reason(Label):
    """A message about an entry or one of its keys. Its code is stable, documented and translated."""

    field: str
    """Key it concerns, dotted when nested (`poignees.0.joueur`); empty for the entry as a whole."""

    def __init__(
        self, code: str, field: str = "", values: Mapping[str, Value] | None = None, **gaps: Value
    ) -> None:
        super().__init__(code, values, **gaps)
        object.__setattr__(self, "field", field)


class Fault(Reason):
    """A reason to refuse an entry or a sheet, because it is impossible."""


class Doubt(Reason):
    """A reason to ask for confirmation, because the entry is possible but unlikely."""


SMALLEST_TABLE, LARGEST_TABLE = 3, 6
"""Fewest and most players at a table of a tournament."""


class Wins(StrEnum):
    """Which total wins."""

    HIGH = "high"
    LOW = "low"

    def best(self, totals: Sequence[int], among: Sequence[int] | None = None) -> tuple[int, ...]:
        """Return the columns with the best total, among all columns or those given."""
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
    """Seats of the players present, in order of play; empty if all are present and play in column order."""

    @property
    def columns(self) -> tuple[str, ...]:
        """Headings of the sheet: the players, or the two camps."""
        return (self.equipes or ("A", "B")) if self.camps else self.players

    @property
    def keys(self) -> tuple[str, ...]:
        """Keys of the columns in an entry: names of players, or `A` and `B`."""
        return ("A", "B") if self.camps else self.players

    def who(self, column: int) -> Seat | Side:
        """Return a column as a seat or a camp, for use in messages."""
        return Side(column) if self.camps else Seat(column)

    @property
    def around(self) -> tuple[Seat, ...]:
        """Seats of the players present, in order of play."""
        return self.order or tuple(map(Seat, range(self.seats)))

    @property
    def present(self) -> tuple[str, ...]:
        """Names of the players present, in order of play; empty if only the camps are known."""
        return tuple(self.players[seat] for seat in self.order) or self.players

    @property
    def seats(self) -> int:
        """Number of players present; 4 if only the camps are known."""
        return len(self.order) or len(self.players) or 4

    @property
    def opening_dealer(self) -> Seat | None:
        """Dealer of the first entry; `None` if only the camps are known."""
        return (self.premier_donneur or Seat(0)) if self.players else None

    def side_of(self, seat: Seat) -> Side:
        """Return the camp of a seat in a partnership game."""
        return Side(seat % 2)

    def next_seat(self, seat: Seat, out: Collection[int] = ()) -> Seat:
        """Return the next seat in order of play, skipping those in `out`; `seat` itself if all others are out."""
        around = self.around
        first = around.index(seat) + 1
        return next((turn for turn in (*around[first:], *around[:first]) if turn not in out), seat)

    def moved(self, seat: Seat, by: int) -> Seat:
        """Return the seat `by` places further in order of play."""
        return self.around[(self.around.index(seat) + by) % self.seats]


@dataclass(frozen=True, kw_only=True)
class Entry:
    """Input for one row of the sheet: a donne or a manche."""

    donneur: Seat | None = None
    """Dealer of this entry, if it was not the player whose turn it was."""
    note: str = ""
    """Free remark, up to 200 characters."""

    def dealt_by(self, seat: Seat | None) -> Self:
        """Return the entry with `seat` as its dealer, unless it names one."""
        return self if seat is None or self.donneur is not None else replace(self, donneur=seat)


@dataclass(frozen=True, slots=True)
class State:
    """State of the sheet after `rang` entries, from which the next one is judged. Games add their own fields."""

    table: Table
    totals: tuple[int, ...]
    rang: int = 0
    donneur: Seat | None = None
    """Dealer of the next entry; `None` if the players are unknown or the game has no dealer."""
    line: int = 1
    """Number of the next entry on the sheet, where struck ones keep theirs."""
    out: frozenset[int] = frozenset()
    """Eliminated columns: they no longer score or deal."""
    ajuste: tuple[int, ...] = ()
    """Sum of the adjustments by column, included in the totals; empty if there are none."""

    @property
    def playing(self) -> tuple[Seat, ...]:
        """Seats of the players present and not eliminated, in order of play."""
        return tuple(seat for seat in self.table.around if seat not in self.out)


E = TypeVar("E", bound=Entry)
S = TypeVar("S", bound=State)
T = TypeVar("T")


@dataclass(frozen=True)
class AmountTable:
    """How the form of settings shows a setting of amounts: as a table of cells with these rows, columns and defaults."""

    columns: tuple[str, ...]
    """Terms of the columns."""
    rows: tuple[tuple[str | None, ...], ...]
    """Keys of each row, one per column or `None`; the first one is also the term of the row."""
    usual: str
    """Term of the default that applies to an empty cell."""
    amounts: Mapping[str, int]
    """Default amount of each key."""


@dataclass(frozen=True)
class Rules(ABC, Generic[E, S]):
    """The rules of one game with the settings of a club. Subclasses are frozen dataclasses."""

    SEATS: ClassVar[tuple[int, ...]]
    """Accepted numbers of players."""
    CAMPS: ClassVar[bool] = False
    """Whether the columns are two partnerships."""
    NAMELESS: ClassVar[bool] = False
    """Whether a sheet may name only the camps, not the players."""
    VARIES: ClassVar[bool] = False
    """Whether players may join and leave between two entries; absent players score nothing."""
    NAMED_BY: ClassVar[str] = ""
    """Key of the setting that names a game declared by a club; its settings are saved under that name."""
    DEALS_ONCE: ClassVar[bool] = False
    """Whether nobody deals again after the first entry."""
    SETTINGS: ClassVar[Record[Any]]
    ENTRY: ClassVar[Record[Any]]
    STATE: ClassVar[type[Any]] = State
    """State class of the game; its own fields have defaults for the opening."""
    CHANGEABLE: ClassVar[frozenset[str]] = frozenset()
    """Settings that may change between two lines, because they affect neither earlier scores nor columns and rows."""
    AJUSTEMENT: ClassVar[Record[Any] | None] = None
    """Record of an adjustment, if it is more than points per column; `SETTINGS` and `ENTRY` read settings and entries."""
    WINS: ClassVar[Wins] = Wins.HIGH
    """Which total wins, unless a setting decides: use `wins`."""
    SPARE: ClassVar[frozenset[str]] = frozenset({"note"})
    """Keys that do not affect the faults of the others: if only these are unreadable, the rest is still judged."""
    WHOLE_ONLY: ClassVar[frozenset[str]] = frozenset()
    """Codes of faults that are reported only if the whole entry could be read."""

    @property
    def wins(self) -> Wins:
        """Which total wins by these settings."""
        return self.WINS

    def setting_faults(self, table: Table) -> Sequence[Fault]:
        """Return every fault of these settings, by themselves or with this table. Fields are setting keys."""
        return ()

    def amount_table(self, key: str) -> AmountTable | None:
        """Return the form layout of a setting of amounts, or `None` if it has none."""
        return None

    def opening(self, table: Table) -> S:
        """Return the state before the first entry."""
        state: S = self.STATE(table, (0,) * len(table.columns), donneur=table.opening_dealer)
        return state

    def seated(self, state: S, table: Table) -> S:
        """Return the state with another table.

        The deal stays with the same player, or passes to the next one who is present and not eliminated.
        """
        if state.donneur is None:
            return replace(state, table=table)
        turns = (state.table.moved(state.donneur, by) for by in range(state.table.seats))
        stay = [seat for seat in table.around if seat not in state.out] or table.around
        dealer = next((seat for seat in turns if seat in stay), stay[0])
        return replace(state, table=table, donneur=dealer)

    def ruled(self, state: S) -> S:
        """Return a state that was reached by other rules, adapted to these, which apply from the next line.

        Games that store the end of the partie derive it again from the totals.
        """
        return state

    @abstractmethod
    def faults(self, state: S, entry: E) -> Sequence[Fault]:
        """Return every fault of the entry as the next one, not only the first."""

    @abstractmethod
    def doubts(self, state: S, entry: E) -> Sequence[Doubt]:
        """Return every doubt about the entry. Called only for an entry without faults."""

    @abstractmethod
    def mark(self, state: S, entry: E) -> tuple[S, Row]:
        """Apply an entry: return the next state and the row. Called only for an entry without faults."""

    def adjusted(self, state: S, entry: Any) -> tuple[S, Mapping[str, Any]]:
        """Return the state after an adjustment already added to its totals, and extra keys of the row.

        Games that store the end of the partie derive it again here.
        """
        return state, {}

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Return the end of the partie, or `None` before it."""

    def control(self, state: S) -> Control | None:
        """Return the control at the foot of the sheet, or `None` if the game has none."""
        return None

    def filed(self, state: S, entry: E) -> dict[str, str]:
        """Return keys that an entry needs in a file, where the struck lines above it are missing; none by default."""
        return {}

    def leaders(self, state: S) -> tuple[int, ...]:
        """Return the columns that lead, whether or not the partie is over."""
        return self.wins.best(state.totals)

    def deals_next(self, state: State) -> Seat | None:
        """Return the dealer of the next entry; `None` if nobody deals or the players are unknown."""
        return None if self.DEALS_ONCE and state.rang else state.donneur

    @staticmethod
    def dealer(state: State, entry: Entry) -> Seat | None:
        """Return the dealer of this entry: the player named in it, else the one whose turn it is."""
        return entry.donneur if entry.donneur is not None else state.donneur

    @staticmethod
    def written(state: S, entry: Entry, scores: tuple[int, ...], **changes: Any) -> S:
        """Return the state after an entry worth `scores`; the deal passes to the next seat that is not eliminated.

        `changes` are further fields of the state: `out` for the eliminated columns, `donneur` for another rule of the
        deal, and fields of the game.
        """
        dealt, out = Rules.dealer(state, entry), changes.get("out", state.out)
        passes_to = None if dealt is None else state.table.next_seat(dealt, out)
        totals = tuple(map(sum, zip(state.totals, scores, strict=True)))
        counted = {"totals": totals, "rang": state.rang + 1, "line": state.line + 1, "donneur": passes_to}
        return replace(state, **{**counted, **changes})


def expect(cls: type[T], value: object) -> T:
    """Return `value` typed as `cls`. Raises `TypeError` if it is of another class."""
    if not isinstance(value, cls):
        raise TypeError(f"not a {cls.__name__}: {type(value).__name__}")
    return value
