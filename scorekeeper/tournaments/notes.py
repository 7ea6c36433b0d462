"""Notes of an evening beside its draws and results: frozen lists, announced seeds, calls, the clock of a round, credits."""

import datetime as dt
from dataclasses import dataclass
from enum import StrEnum


class SeedOrigin(StrEnum):
    """Origin of the seed of a draw."""

    ANNONCEE = "annoncee"
    """It was announced before."""
    DEMANDE = "demande"
    """It came with the request to draw."""
    PROGRAMME = "programme"
    """Nobody gave one, and the program took one by chance."""


@dataclass(frozen=True)
class FrozenList:
    """The list of a draw as it was frozen, for all to see before the seed is known."""

    players: tuple[str, ...]
    """As the lot reads them: trimmed, in Unicode NFC, sorted by code point."""
    hash: str
    """SHA-256 of the list as a text, a name a line; see `lot.list_hash`."""
    source: str
    """Announced origin of the seed, in the organiser's words."""
    at: str
    draws: int
    """Number of draws that had been made."""


@dataclass(frozen=True)
class SaidSeed:
    """A seed as it was announced."""

    seed: str
    at: str
    draws: int
    """Number of draws that had been made."""
    lists: int
    """Number of lists that had been frozen."""


@dataclass(frozen=True, kw_only=True)
class RoundClock:
    """The time that a round has left, as the organiser set it last."""

    round: int
    left: int
    """Seconds, at `at`."""
    at: str
    running: bool
    answered: bool = False
    """Whether somebody saw to the tables that were late."""

    def left_at(self, moment: dt.datetime) -> int:
        """Seconds that are left at a moment; less than 0 once the time is up."""
        gone = (moment - dt.datetime.fromisoformat(self.at)).total_seconds() if self.running else 0
        return self.left - round(gone)

    @property
    def now(self) -> int:
        """Seconds that are left now."""
        return self.left_at(dt.datetime.now(dt.UTC))


@dataclass(frozen=True)
class Veil:
    """The end of an evening that the room has not seen yet."""

    round: int
    """The latest one, when this was so."""
    since: str
    """When it was withheld; empty once the organiser has shown everything."""


@dataclass(frozen=True)
class Call:
    """A table asked for the organiser; play goes on."""

    text: str
    actor: str
    at: str


@dataclass(frozen=True)
class Credit:
    """Points that the organiser gave an entrant, or took where negative; for a pair they count once."""

    number: int
    points: int
    reason: str
    actor: str
    at: str


class Hand(StrEnum):
    """A change made to a draw by hand."""

    REPAIR = "repair"
    """The rounds to come were mended, as `rules.seating.mending.mend` does: people came or went."""
    SWAP = "swap"
    """Two people of a round exchanged their places; one of them may have had a bye."""
    PLACE = "place"
    """A person took a seat: a free one, or that of `instead`, who takes the place that the person had, if any."""
    TABLE = "table"
    """A table more was opened with people who had a bye or came late."""


@dataclass(frozen=True)
class SeatsNow:
    """A table that changed, is new, or has a person more or less."""

    table: int
    seats: tuple[int, ...]


@dataclass(frozen=True)
class RoundChange:
    """One round after a hand's act, as far as it differs from the round before it."""

    round: int
    count: int
    """Number of tables it has now; those of higher numbers are gone."""
    tables: tuple[SeatsNow, ...]
    byes: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class HandAct:
    """An act of the desk on the tables of a draw, with what it changed; people are numbers of entrants throughout.

    Seed, list and acts together give the tables: `as_drawn` of the draw follows from seed and list, and each act, in order,
    makes the tables before it into those after it. A repair follows from what it keeps here: those who `arrived` and have `gone`
    since the tables before it, the wishes of that moment, and the public seed with `label`. The others are a hand's choice.
    """

    kind: Hand
    round: int
    """The round it is about; of a repair, the first one."""
    who: tuple[int, ...]
    """The people it is about: of a repair, those whose slip changes; of a table, its seats."""
    when: str
    why: str
    by: str
    table: int | None = None
    """The number of the table, of a person placed and of a table opened."""
    instead: int | None = None
    """Of a person placed: whose seat they took."""
    arrived: tuple[int, ...] = ()
    gone: tuple[int, ...] = ()
    label: str = ""
    """Of a repair: what its search is seeded with, beside the draw's seed and the numbers of those present."""
    teams: tuple[tuple[int, ...], ...] = ()
    apart: tuple[tuple[int, ...], ...] = ()
    avoid: tuple[tuple[int, ...], ...] = ()
    stay: tuple[tuple[int, int], ...] = ()
    """Of a repair, the wishes of that moment: fixed pairs, groups that must not or had rather not meet, and who keeps which table,
    0 for any."""
    kept: int = 0
    """Of a repair: how many of those present keep table and partner in every round to come."""
    redrawn: bool = False
    """Of a repair: whether nothing less than drawing these rounds anew kept their figures."""
    rounds: tuple[RoundChange, ...] = ()
