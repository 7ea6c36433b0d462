"""A tournament as it is now: its entrants, its draws, its rounds and their tables. Built from its events by `fold`."""

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
    """Stage of a tournament."""

    INSCRIPTION = "inscription"
    EN_COURS = "en-cours"
    FINI = "fini"


class TableStage(StrEnum):
    """Address of a table in its round."""

    ATTEND = "attend"
    JOUE = "joue"
    FINIE = "finie"
    """The sheet is full and not signed."""
    SIGNEE = "signee"
    CONFIRMEE = "confirmee"
    """Both sides have signed, or the organiser has taken the sheet as it is."""
    PAPIER = "papier"
    """The result was typed at the desk."""
    LITIGE = "litige"
    """The table does not agree; the organiser is called."""

    @property
    def is_in(self) -> bool:
        """Whether the round can be closed with the table like this."""
        return self in {TableStage.FINIE, TableStage.SIGNEE, TableStage.CONFIRMEE, TableStage.PAPIER}


@dataclass(frozen=True)
class Entrant:
    """A person who registered."""

    number: int
    """Given once, kept for ever."""
    name: str
    club: str = ""
    apart: tuple[str, ...] = ()
    """Names, or words shared by a group, of whom they must not meet."""
    pair: str = ""
    """Name of the partner, or a word that both partners gave."""
    fixed: int | None = None
    """The table they keep all evening; 0 for any, `None` for those who move."""
    present: bool = True
    arrived: bool = False
    """Whether they were checked in at the door."""
    paid: int = 0
    """Sum they paid, in cents."""
    since: int = 1
    """The first round they could play."""
    partner: int | None = None
    """Number of the partner, once the pair is known."""


@dataclass(frozen=True)
class DrawnTables:
    """One round of a draw, in numbers of entrants."""

    tables: tuple[tuple[int, ...], ...]
    """Per table number, from 1, the entrants there in order of play."""
    byes: tuple[int, ...] = ()

    @property
    def people(self) -> set[int]:
        """All of them."""
        return {number for table in self.tables for number in table} | set(self.byes)


@dataclass(frozen=True)
class DrawRecord:
    """A draw as it was made; it stays on record when another one takes its place."""

    number: int
    """Counts the draws of the tournament, from 1."""
    first: int
    """The first round it is for."""
    attempt: int
    """Counts the draws that begin with that round."""
    label: str
    seed: str
    version: str
    players: tuple[str, ...]
    """The published list, as the lot read it."""
    order: tuple[str, ...]
    rounds: tuple[DrawnTables, ...]
    """From round `first` on, as they are after all `acts`."""
    report: Mapping[str, Any]
    """Its cost, acts included, and `words`: its sentences as codes with values."""
    reason: str
    """Why there was an earlier draw that did not stand."""
    at: str
    actor: str
    grid: tuple[tuple[tuple[int, ...], ...], ...]
    """Per round from `first` on, the tables in the numbers of the lot, from 1."""
    as_drawn: tuple[DrawnTables, ...] = ()
    """The rounds as seed and list gave them, before any act."""
    acts: tuple[notes.HandAct, ...] = ()
    """Changes made by hand since, in order."""
    origin: notes.SeedOrigin | None = None
    """`None` where nothing is drawn by lot."""

    def round(self, number: int) -> DrawnTables | None:
        """Its plan for a round."""
        place = number - self.first
        return self.rounds[place] if 0 <= place < len(self.rounds) else None


@dataclass(frozen=True)
class Signature:
    """One side's initials under a sheet."""

    side: int
    """Column of the sheet."""
    initials: str
    revision: int
    """Of the partie; the signature lapses when the sheet changes."""
    at: str


@dataclass(frozen=True)
class Dispute(notes.Call):
    """Subject of a dispute at a table."""

    answered: bool = False
    """Whether somebody of the desk saw it."""


@dataclass(frozen=True)
class TableResult:
    """Result of a partie, column by column of its sheet."""

    points: tuple[int, ...]
    """As the tournament counts them."""
    matches: tuple[int, ...]
    totals: tuple[int, ...]
    """As they stand on the sheet."""
    paper: bool = False
    """Whether they were typed at the desk."""


class TableAt(NamedTuple):
    """Which table of a tournament is meant."""

    round: int
    number: int

    @property
    def place(self) -> str:
        """The part of the tournament, as events name it."""
        return f"tour:{self.round}/table:{self.number}"


@dataclass(frozen=True)
class TableOf:
    """One table of one round."""

    number: int
    seats: tuple[int, ...]
    """Numbers of the entrants in order of play."""
    partie: int
    substitutes: Mapping[int, str] = field(default_factory=dict)
    """The substitutes of this round, by the number of the entrant they play for."""
    signatures: tuple[Signature, ...] = ()
    confirmed: bool = False
    dispute: Dispute | None = None
    call: notes.Call | None = None
    result: TableResult | None = None
    """Settled: confirmed, typed at the desk, or taken when the round was closed."""
    forfeit: tuple[int, ...] = ()
    """The columns of its sheet that gave up, at a table of the knock-out; the result is then what stood on the sheet."""
    reason: str = ""
    """Why the organiser last changed it."""

    @property
    def signed(self) -> tuple[int, ...]:
        """The sides that signed the sheet as it last was signed."""
        return self.signed_at(max((signature.revision for signature in self.signatures), default=0))

    def signed_at(self, revision: int) -> tuple[int, ...]:
        """The sides that signed that revision of the sheet."""
        sides = {signature.side for signature in self.signatures if signature.revision == revision}
        return tuple(sorted(sides))


@dataclass(frozen=True)
class Round:
    """One round that was opened."""

    number: int
    draw: int
    tables: tuple[TableOf, ...]
    byes: tuple[int, ...]
    closed: bool = False

    @property
    def people(self) -> set[int]:
        """All of them, those with a bye too."""
        return {number for table in self.tables for number in table.seats} | set(self.byes)

    def table(self, number: int) -> TableOf:
        """The table of that number. Raises `Unknown` when there is none."""
        if not 1 <= number <= len(self.tables):
            raise Unknown(f"table {number}")
        return self.tables[number - 1]


@dataclass(frozen=True)
class Tournament:
    """A tournament with its whole past."""

    id: int
    name: str
    game: Game
    settings: Mapping[str, Any]
    """House settings of the game as they were given."""
    options: Options
    """Every choice made, by the organiser or by the game."""
    rules: Rules[Any, Any]
    """The game by these settings at a table of the regular size."""
    created_at: str
    stage: Stage = Stage.INSCRIPTION
    seed: str = ""
    """The public seed that was announced for the draws to come."""
    seeds: tuple[notes.SaidSeed, ...] = ()
    """All that were announced, in order."""
    lists: tuple[notes.FrozenList, ...] = ()
    """All lists that were frozen, in order."""
    entrants: tuple[Entrant, ...] = ()
    draws: tuple[DrawRecord, ...] = ()
    rounds: tuple[Round, ...] = ()
    voided: tuple[Round, ...] = ()
    """Rounds that were opened and drawn again before anything was played."""
    cards: Mapping[int, int] = field(default_factory=dict)
    """Cards drawn to separate entrants who are level, by number."""
    credits: tuple[notes.Credit, ...] = ()
    """Points that no partie gave, in order; they add up."""
    links: Mapping[int, int] = field(default_factory=dict)
    """Number of times a link was made for a table number."""
    clock: notes.RoundClock | None = None
    reveal: int | None = None
    """Number of prizes the room has seen, where they are shown one by one; `None` where they are not."""
    veil: notes.Veil | None = None
    """`None` as long as nothing was withheld."""
    final: Mapping[str, Any] | None = None
    """The ranking as it was announced."""
    away: bool = False
    """Whether it was put away: no list has it until it is taken out again."""
    revision: int = 0
    decided: int = 0
    """The revision at which anything but a signature last happened; no signature changes the ranking."""
    last_seq: int = 0
    active_at: str = ""

    @property
    def weight(self) -> int:
        """About as many lines of a sheet take as much memory: three entrants or tables as much as one."""
        tables = sum(len(round_.tables) for round_ in (*self.rounds, *self.voided))
        return (len(self.entrants) + tables) // 3 + 2

    def entrant(self, number: int) -> Entrant:
        """The entrant of that number. Raises `Unknown` when there is none."""
        if not 1 <= number <= len(self.entrants):
            raise Unknown(f"entrant {number}")
        return self.entrants[number - 1]

    def round(self, number: int) -> Round:
        """The round of that number. Raises `Unknown` when it was not opened."""
        if not 1 <= number <= len(self.rounds):
            raise Unknown(f"round {number}")
        return self.rounds[number - 1]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of everybody who is or was on the list, and of those who play for others."""
        tables = (table for round_ in (*self.rounds, *self.voided) for table in round_.tables)
        substitutes = (name for table in tables for name in table.substitutes.values())
        return tuple(dict.fromkeys([*(entrant.name for entrant in self.entrants), *substitutes]))

    @property
    def listed(self) -> tuple[str, ...]:
        """The list of the next draw, as the lot reads it: those present, and those who played and left."""
        # The latest round, while it is open, may be drawn again.
        before = self.rounds[:-1] if self.current else self.rounds
        played = {number for round_ in before for number in round_.people}
        here = {entrant.number for entrant in self.present}
        people = (entrant for entrant in self.entrants if entrant.number in here | played)
        return lot_names(entrant.name for entrant in people)

    @property
    def frozen(self) -> notes.FrozenList | None:
        """The list that was frozen last, as long as nobody came, left or changed name since."""
        return self.lists[-1] if self.lists and self.lists[-1].players == self.listed else None

    @property
    def present(self) -> tuple[Entrant, ...]:
        """Those who take part in the next draw."""
        door = self.options.door
        return tuple(entrant for entrant in self.entrants if entrant.present and entrant.arrived >= door)

    @property
    def awaited(self) -> tuple[Entrant, ...]:
        """Those on the list who were not checked in yet, where people are."""
        door = self.options.door
        return tuple(entrant for entrant in self.entrants if entrant.present and entrant.arrived < door)

    @property
    def open_rounds(self) -> tuple[Round, ...]:
        """The rounds that take results; usually one."""
        return tuple(round_ for round_ in self.rounds if not round_.closed)

    @property
    def current(self) -> Round | None:
        """The latest round, if it is still played."""
        return self.rounds[-1] if self.rounds and not self.rounds[-1].closed else None

    @property
    def parties(self) -> tuple[int, ...]:
        """All sheets that were ever opened for it."""
        return tuple(table.partie for round_ in (*self.rounds, *self.voided) for table in round_.tables)

    @property
    def results(self) -> dict[int, TableResult]:
        """Settled results, by partie."""
        tables = (table for round_ in self.rounds for table in round_.tables)
        return {table.partie: table.result for table in tables if table.result is not None}

    @property
    def wins(self) -> Wins:
        """Which sum of its results is ahead."""
        return wins_of(self.game, self.rules, self.options.scale)

    @property
    def in_pairs(self) -> bool:
        """Whether the same two play together all evening."""
        return self.options.format is not Format.INDIVIDUEL

    @property
    def planned(self) -> tuple[DrawnTables, ...]:
        """The rounds to come, as long as those present are still those who were drawn; else they are drawn again."""
        here, rounds = {entrant.number for entrant in self.present}, self.foreseen
        return rounds if rounds and rounds[0].people == here else ()

    @property
    def foreseen(self) -> tuple[DrawnTables, ...]:
        """The rounds that are drawn already and not opened yet, whoever came or left since."""
        if not self.draws or self.stage is Stage.FINI:
            return ()
        draw, following = self.draws[-1], len(self.rounds) + 1
        return draw.rounds[following - draw.first : self.options.rounds + 1 - draw.first]

    @property
    def drawn(self) -> tuple[Round, ...]:
        """All rounds that are drawn, those that are planned too; these have no sheets yet, and may be drawn again."""
        later = []
        for number, planned in enumerate(self.planned, len(self.rounds) + 1):
            tables = tuple(TableOf(table, seats, 0) for table, seats in enumerate(planned.tables, 1))
            later.append(Round(number, self.draws[-1].number, tables, planned.byes))
        return (*self.rounds, *later)

    def columns_of(self, table: TableOf) -> tuple[tuple[int, ...], ...]:
        """The entrants behind each column of a table's sheet."""
        if self.game.rules.CAMPS:
            return table.seats[0::2], table.seats[1::2]
        return tuple((seat,) for seat in table.seats)
