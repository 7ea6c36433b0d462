"""Parts of a tournament's state: frozen lists, announced seeds, calls, the round clock, credits and acts by hand on a draw."""

import datetime as dt
from dataclasses import dataclass
from enum import StrEnum


class SeedOrigin(StrEnum):
    """Origins of the seed of a draw."""

    ANNONCEE = "annoncee"
    """Announced before the draw."""
    DEMANDE = "demande"
    """Given with the request to draw."""
    PROGRAMME = "programme"
    """Generated at random by the program, because none was given."""


@dataclass(frozen=True)
class FrozenList:
    """The published list of a draw, frozen before the seed is known."""

    players: tuple[str, ...]
    """Names as the lot reads them: trimmed, in Unicode NFC, sorted by code point."""
    hash: str
    """SHA-256 of the list as text, one name a line; see `lot.list_hash`."""
    source: str
    """Announced origin of the seed, in the organiser's words."""
    at: str
    draws: int
    """Number of draws made before it."""


@dataclass(frozen=True)
class SaidSeed:
    """An announced seed."""

    seed: str
    at: str
    draws: int
    """Number of draws made before it."""
    lists: int
    """Number of lists frozen before it."""


@dataclass(frozen=True, kw_only=True)
class RoundClock:
    """The clock of a round, as the organiser set it last."""

    round: int
    left: int
    """Seconds left at the time `at`."""
    at: str
    running: bool
    answered: bool = False
    """Whether the desk has answered for the tables that were late."""

    def left_at(self, moment: dt.datetime) -> int:
        """Return the seconds left at a moment; negative once the time is up."""
        elapsed = (moment - dt.datetime.fromisoformat(self.at)).total_seconds() if self.running else 0
        return self.left - round(elapsed)

    @property
    def now(self) -> int:
        return self.left_at(dt.datetime.now(dt.UTC))


@dataclass(frozen=True)
class Veil:
    """The results of the last round while they are withheld from the public."""

    round: int
    """The latest round when they were withheld."""
    since: str
    """When they were withheld, UTC, ISO 8601; empty once the organiser has shown everything."""


@dataclass(frozen=True)
class Call:
    """A table's call for the organiser; play continues."""

    text: str
    actor: str
    at: str


@dataclass(frozen=True)
class Credit:
    """Points given to an entrant by the organiser, or taken if negative; for a pair they count once."""

    number: int
    points: int
    reason: str
    actor: str
    at: str


class Hand(StrEnum):
    """Kinds of changes to a draw."""

    REPAIR = "repair"
    """Repair of the rounds to come, computed by `draw.seating.plan_repair.repair_plan` because people came or left."""
    SWAP = "swap"
    """Two people of a round exchanged places; one of them may have had a bye."""
    PLACE = "place"
    """A person took a free seat, or that of `instead`, who got the person's former place, if any."""
    TABLE = "table"
    """A table was added for people who had a bye or came late."""


@dataclass(frozen=True)
class SeatsNow:
    """A table that was added, or whose seats changed, with its new seats."""

    table: int
    seats: tuple[int, ...]


@dataclass(frozen=True)
class RoundChange:
    """The differences that a change makes in one round."""

    round: int
    count: int
    """Number of tables after the change; tables with higher numbers are removed."""
    tables: tuple[SeatsNow, ...]
    byes: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class HandAct:
    """A change that the desk made to the tables of a draw; people are entrant numbers throughout.

    The tables can be computed from seed, list and acts: the draw's `as_drawn` follows from seed and list, and each act, in order,
    changes the tables. A repair can be computed again from its fields: who `arrived` and who is `gone` since the tables before it,
    the wishes at that time, and the public seed with `label`. The other kinds are the organiser's choice.
    """

    kind: Hand
    round: int
    """The round concerned; for a repair, the first of them."""
    who: tuple[int, ...]
    """The people concerned: for a repair, those whose slip changes; for an added table, its seats."""
    when: str
    why: str
    by: str
    table: int | None = None
    """Number of the table where a person was placed, or that was added."""
    instead: int | None = None
    """The entrant whose seat was taken by the person placed."""
    arrived: tuple[int, ...] = ()
    gone: tuple[int, ...] = ()
    label: str = ""
    """For a repair: seeds its search, together with the draw's seed and the numbers of those present."""
    teams: tuple[tuple[int, ...], ...] = ()
    apart: tuple[tuple[int, ...], ...] = ()
    avoid: tuple[tuple[int, ...], ...] = ()
    stay: tuple[tuple[int, int], ...] = ()
    """For a repair, the wishes at that time: `teams` are fixed pairs, `apart` groups that must not meet, `avoid` groups that should
    rather not, `stay` pairs of an entrant and the table kept, 0 for whichever is drawn."""
    kept: int = 0
    """For a repair: how many of those present keep table and partner in every round to come."""
    redrawn: bool = False
    """For a repair: whether the rounds had to be drawn anew to keep the quality of the draw."""
    rounds: tuple[RoundChange, ...] = ()
