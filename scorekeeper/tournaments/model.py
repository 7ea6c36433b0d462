"""State of a tournament: entrants, draws, rounds and tables. Built from its events by `fold`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Any, NamedTuple

from scorekeeper.cards.game_api.game import Game
from scorekeeper.cards.rules.contract import Rules, Wins
from scorekeeper.draw.seating.lot import lot_names
from scorekeeper.errors import Unknown
from scorekeeper.tournaments import notes
from scorekeeper.tournaments.options import Format, Options, wins_of


class Stage(StrEnum):
    """Stages of a tournament."""

    INSCRIPTION = "inscription"
    EN_COURS = "en-cours"
    FINI = "fini"


class TableStage(StrEnum):
    """States of a table during a round, in the order in which it passes through them; `LITIGE` interrupts any of them."""

    ATTEND = "attend"
    """The sheet has no line."""
    JOUE = "joue"
    FINIE = "finie"
    """The sheet is full and not signed."""
    SIGNEE = "signee"
    """The full sheet has a signature and is not confirmed."""
    CONFIRMEE = "confirmee"
    """Two sides signed, the organiser accepted the sheet, or the round was closed."""
    PAPIER = "papier"
    """The result was typed at the desk."""
    LITIGE = "litige"
    """The table disputes the sheet; the organiser is called."""

    @property
    def is_in(self) -> bool:
        """Whether the round can be closed while the table is in this state."""
        return self in {TableStage.FINIE, TableStage.SIGNEE, TableStage.CONFIRMEE, TableStage.PAPIER}


@dataclass(frozen=True)
class Entrant:
    """A person who registered."""

    number: int
    """From 1, in order of registration; never changes."""
    name: str
    club: str = ""
    apart: tuple[str, ...] = ()
    """People whom this person must not meet: their names, or words that a group shares."""
    pair: str = ""
    """Name of the partner, or a word that both partners gave; with teams, the name of the team."""
    fixed: int | None = None
    """The table kept all evening; 0 to stay at whichever is drawn, `None` to move."""
    present: bool = True
    """Whether the person takes part in the draws to come."""
    arrived: bool = False
    """Whether the person was checked in at the door."""
    paid: int = 0
    """Amount paid, in cents."""
    since: int = 1
    """The first round this person could play."""
    partner: int | None = None
    """Number of the partner, once the pair is known."""


@dataclass(frozen=True)
class DrawnTables:
    """One round of a draw, as entrant numbers."""

    tables: tuple[tuple[int, ...], ...]
    """The entrants at each table in order of play; the first is table 1."""
    byes: tuple[int, ...] = ()

    @property
    def people(self) -> set[int]:
        """Numbers of all entrants of the round, byes included."""
        return {number for table in self.tables for number in table} | set(self.byes)


@dataclass(frozen=True)
class DrawRecord:
    """A draw; it stays on record when a later draw replaces it."""

    number: int
    """Number of the draw in its tournament, from 1."""
    first: int
    """The first round that it draws."""
    attempt: int
    """Number among the draws with the same first round, from 1."""
    label: str
    seed: str
    version: str
    players: tuple[str, ...]
    """The published list of names, sorted as the lot reads it."""
    order: tuple[str, ...]
    """The names in the order of the lot."""
    rounds: tuple[DrawnTables, ...]
    """From round `first` on, as they are after all `acts`."""
    report: Mapping[str, Any]
    """Its cost, acts included, and `words`: its sentences as codes with values."""
    reason: str
    """Why an earlier draw was replaced; empty for a first draw."""
    at: str
    actor: str
    grid: tuple[tuple[tuple[int, ...], ...], ...]
    """For each round from `first` on, the tables as numbers of the lot, from 1."""
    as_drawn: tuple[DrawnTables, ...] = ()
    """The rounds as drawn from seed and list, before any of `acts`."""
    acts: tuple[notes.HandAct, ...] = ()
    """Repairs and changes made by hand since, in order."""
    origin: notes.SeedOrigin | None = None
    """Origin of the seed; `None` where nothing is drawn by lot."""

    def round(self, number: int) -> DrawnTables | None:
        """Return the tables of a round; `None` when the draw does not include it."""
        place = number - self.first
        return self.rounds[place] if 0 <= place < len(self.rounds) else None


@dataclass(frozen=True)
class Signature:
    """Signature of one side of a sheet."""

    side: int
    """Column of the sheet."""
    initials: str
    revision: int
    """Revision of the sheet that was signed; the signature lapses when the sheet changes."""
    at: str


@dataclass(frozen=True)
class Dispute(notes.Call):
    """A table's complaint that its result is wrong, with the reason given."""

    answered: bool = False
    """Whether the desk has answered the call."""


@dataclass(frozen=True)
class TableResult:
    """Result of a partie; each tuple has one value for each column of the sheet."""

    points: tuple[int, ...]
    """Points for the tournament, by its scale."""
    matches: tuple[int, ...]
    """Number of matches won, in games that have them."""
    totals: tuple[int, ...]
    """Totals on the sheet."""
    paper: bool = False
    """Whether the result was typed at the desk."""


class TableAt(NamedTuple):
    """Address of a table: its round and its number."""

    round: int
    number: int

    @property
    def place(self) -> str:
        """The address as events write it: `tour:2/table:4`."""
        return f"tour:{self.round}/table:{self.number}"


@dataclass(frozen=True)
class TableOf:
    """One table of one round."""

    number: int
    seats: tuple[int, ...]
    """Entrant numbers in order of play."""
    partie: int
    """Number of the sheet; 0 at a planned table, which has none yet."""
    substitutes: Mapping[int, str] = field(default_factory=dict)
    """Names of substitutes in this round, by the number of the entrant they play for."""
    signatures: tuple[Signature, ...] = ()
    confirmed: bool = False
    dispute: Dispute | None = None
    call: notes.Call | None = None
    result: TableResult | None = None
    """The settled result: confirmed, typed at the desk, or taken when the round was closed."""
    forfeit: tuple[int, ...] = ()
    """Columns of the sheet that gave up, at a knock-out table; `result` then has the totals on the sheet and no points."""
    reason: str = ""
    """Reason of the organiser's last change."""

    @property
    def signed(self) -> tuple[int, ...]:
        """The sides that signed the latest signed revision of the sheet."""
        return self.signed_at(max((signature.revision for signature in self.signatures), default=0))

    def signed_at(self, revision: int) -> tuple[int, ...]:
        """Return the sides that signed that revision of the sheet."""
        sides = {signature.side for signature in self.signatures if signature.revision == revision}
        return tuple(sorted(sides))


@dataclass(frozen=True)
class Round:
    """One opened round."""

    number: int
    draw: int
    """Number of the draw that it was opened from."""
    tables: tuple[TableOf, ...]
    byes: tuple[int, ...]
    closed: bool = False

    @property
    def people(self) -> set[int]:
        """Numbers of all entrants of the round, byes included."""
        return {number for table in self.tables for number in table.seats} | set(self.byes)

    def table(self, number: int) -> TableOf:
        """Return the table of that number. Raises `Unknown` when there is none."""
        if not 1 <= number <= len(self.tables):
            raise Unknown(f"table {number}")
        return self.tables[number - 1]


@dataclass(frozen=True)
class Tournament:
    """A tournament with all its draws and rounds, also those that were replaced."""

    id: int
    name: str
    game: Game
    settings: Mapping[str, Any]
    """Settings of the game as they were given."""
    options: Options
    """All options, with the game's defaults where none was chosen."""
    rules: Rules[Any, Any]
    """The game's rules with these settings at a table of the regular size."""
    created_at: str
    stage: Stage = Stage.INSCRIPTION
    seed: str = ""
    """The public seed announced for the draws to come; empty for none."""
    seeds: tuple[notes.SaidSeed, ...] = ()
    """All announced seeds, in order."""
    lists: tuple[notes.FrozenList, ...] = ()
    """All frozen lists, in order."""
    entrants: tuple[Entrant, ...] = ()
    draws: tuple[DrawRecord, ...] = ()
    rounds: tuple[Round, ...] = ()
    voided: tuple[Round, ...] = ()
    """Rounds that were opened and then drawn again before anything was played."""
    cards: Mapping[int, int] = field(default_factory=dict)
    """Cards drawn to break ties, by entrant number; the higher card ranks first."""
    credits: tuple[notes.Credit, ...] = ()
    """Points given or taken by the organiser, in order; they add up."""
    links: Mapping[int, int] = field(default_factory=dict)
    """Number of times a link was made, by table number."""
    clock: notes.RoundClock | None = None
    reveal: int | None = None
    """Number of prizes already shown, while they are shown one by one; else `None`."""
    veil: notes.Veil | None = None
    """`None` as long as nothing was withheld."""
    final: Mapping[str, Any] | None = None
    """The announced final ranking; `None` before the tournament is finished."""
    away: bool = False
    """Whether the tournament is archived: lists leave it out until it is taken out again."""
    revision: int = 0
    """Number of events."""
    decided: int = 0
    """Revision of the latest event other than a signature, which never changes the ranking."""
    last_seq: int = 0
    """Sequence number of the latest event."""
    active_at: str = ""
    """Time of the latest event, UTC, ISO 8601."""

    @property
    def weight(self) -> int:
        """Weight in the cache, in lines of a sheet: three entrants or tables take about as much memory as one line."""
        tables = sum(len(round_.tables) for round_ in (*self.rounds, *self.voided))
        return (len(self.entrants) + tables) // 3 + 2

    def entrant(self, number: int) -> Entrant:
        """Return the entrant of that number. Raises `Unknown` when there is none."""
        if not 1 <= number <= len(self.entrants):
            raise Unknown(f"entrant {number}")
        return self.entrants[number - 1]

    def round(self, number: int) -> Round:
        """Return the round of that number. Raises `Unknown` when it was not opened."""
        if not 1 <= number <= len(self.rounds):
            raise Unknown(f"round {number}")
        return self.rounds[number - 1]

    @cached_property
    def names(self) -> tuple[str, ...]:
        tables = (table for round_ in (*self.rounds, *self.voided) for table in round_.tables)
        substitutes = (name for table in tables for name in table.substitutes.values())
        return tuple(dict.fromkeys([*(entrant.name for entrant in self.entrants), *substitutes]))

    @property
    def listed(self) -> tuple[str, ...]:
        """Names for the next draw, sorted as the lot reads them: entrants present, and those who played and left."""
        # The latest round does not count while it is open, as it may be drawn again.
        before = self.rounds[:-1] if self.current else self.rounds
        played = {number for round_ in before for number in round_.people}
        here = {entrant.number for entrant in self.present}
        people = (entrant for entrant in self.entrants if entrant.number in here | played)
        return lot_names(entrant.name for entrant in people)

    @property
    def frozen(self) -> notes.FrozenList | None:
        """The latest frozen list; `None` when there is none, or when `listed` has changed since."""
        return self.lists[-1] if self.lists and self.lists[-1].players == self.listed else None

    @property
    def present(self) -> tuple[Entrant, ...]:
        """Entrants who take part in the next draw; with the option `door`, only those who were checked in."""
        door = self.options.door
        return tuple(entrant for entrant in self.entrants if entrant.present and entrant.arrived >= door)

    @property
    def awaited(self) -> tuple[Entrant, ...]:
        """Entrants not checked in yet; empty without the option `door`."""
        door = self.options.door
        return tuple(entrant for entrant in self.entrants if entrant.present and entrant.arrived < door)

    @property
    def open_rounds(self) -> tuple[Round, ...]:
        """Rounds that are not closed; usually one at most."""
        return tuple(round_ for round_ in self.rounds if not round_.closed)

    @property
    def current(self) -> Round | None:
        """The latest round while it is open, else `None`."""
        return self.rounds[-1] if self.rounds and not self.rounds[-1].closed else None

    @property
    def parties(self) -> tuple[int, ...]:
        """Numbers of all sheets ever opened for it, those of replaced rounds included."""
        return tuple(table.partie for round_ in (*self.rounds, *self.voided) for table in round_.tables)

    @property
    def results(self) -> dict[int, TableResult]:
        """Settled results by partie number."""
        tables = (table for round_ in self.rounds for table in round_.tables)
        return {table.partie: table.result for table in tables if table.result is not None}

    @property
    def wins(self) -> Wins:
        """Whether the highest or the lowest sum of results ranks first."""
        return wins_of(self.game, self.rules, self.options.scale)

    @property
    def in_pairs(self) -> bool:
        """Whether partners stay together all evening."""
        return self.options.format is not Format.INDIVIDUEL

    @property
    def planned(self) -> tuple[DrawnTables, ...]:
        """The rounds drawn and not yet opened; empty when the people present are no longer those drawn, as a new draw is then due."""
        here, rounds = {entrant.number for entrant in self.present}, self.foreseen
        return rounds if rounds and rounds[0].people == here else ()

    @property
    def foreseen(self) -> tuple[DrawnTables, ...]:
        """The rounds drawn and not yet opened, even if people came or left since."""
        if not self.draws or self.stage is Stage.FINI:
            return ()
        draw, following = self.draws[-1], len(self.rounds) + 1
        return draw.rounds[following - draw.first : self.options.rounds + 1 - draw.first]

    @property
    def drawn(self) -> tuple[Round, ...]:
        """All opened rounds and the `planned` ones, which have no sheets yet and may be drawn again."""
        later = []
        for number, planned in enumerate(self.planned, len(self.rounds) + 1):
            tables = tuple(TableOf(table, seats, 0) for table, seats in enumerate(planned.tables, 1))
            later.append(Round(number, self.draws[-1].number, tables, planned.byes))
        return (*self.rounds, *later)

    def columns_of(self, table: TableOf) -> tuple[tuple[int, ...], ...]:
        """Return the entrant numbers behind each column of a table's sheet: a camp, or one player."""
        if self.game.rules.CAMPS:
            return table.seats[0::2], table.seats[1::2]
        return tuple((seat,) for seat in table.seats)
