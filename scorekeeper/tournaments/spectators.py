"""What a room that looks on sees of a tournament: hundreds of phones ask for it every few seconds, and the tables write on.

Nothing is reckoned twice for the same state. Where many play, the ranking may be a moment behind the tables, so that its
price does not rise with every sheet that is full; what the organiser does shows at once.
"""

from __future__ import annotations

import threading
import time
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from weakref import WeakKeyDictionary

from scorekeeper.parties import read_partie
from scorekeeper.records.cache import Cache
from scorekeeper.records.rows import HeadRow
from scorekeeper.records.store import Store
from scorekeeper.rules.standings import Result
from scorekeeper.tournaments.acts.desk import read
from scorekeeper.tournaments.model import Round, TableResult, Tournament
from scorekeeper.tournaments.ranking import Line, Ranking, ranking, results_by_number
from scorekeeper.tournaments.round_progress import sheet_result

MOST_RESULTS = 4096
MOST_RANKINGS = 64
CROWD = 200
"""Lines from which on a ranking may be behind the tables."""
BEHIND = 2.0
"""Seconds that it may be behind."""


@dataclass(frozen=True)
class Evening:
    """A tournament with its sheets that are still open."""

    tournament: Tournament
    heads: Mapping[int, HeadRow]
    results: Mapping[int, TableResult]
    """By partie: settled, or full and not settled yet."""

    @cached_property
    def fingerprint(self) -> str:
        """Changes when anything that is shown of its tables changes."""
        moving = sum(head.last_seq for head in self.heads.values())
        return f"{self.tournament.revision}-{moving}"

    @cached_property
    def ranked(self) -> str:
        """Changes when the ranking does: not with a donne or a signature, but with each sheet that is full."""
        full = sorted(
            (partie, found.points, found.matches)
            for partie in self.heads
            if (found := self.results.get(partie)) is not None
        )
        return f"{self.tournament.decided}-{zlib.crc32(repr(full).encode()):08x}"


def evening(store: Store, number: int) -> Evening:
    """A tournament with where its open tables are.

    Raises:
        Unknown: when there is none of that number.
        StorageError: when it cannot be read.
    """
    t = read(store, number)
    parties = [table.partie for one in t.open_rounds for table in one.tables]
    with store.read() as session:
        heads = session.heads(parties) if parties else {}
    results = dict(t.results)
    kept = _kept(store)
    for partie, head in heads.items():
        if partie in results or not head.finished:
            continue
        found = kept.results.get(partie, head.revision)
        if found is None:
            sheet = read_partie(store, partie)
            found = sheet_result(t, sheet)
            if found is None:
                continue
            kept.results.put(partie, sheet.revision, found)
        results[partie] = found
    return Evening(t, heads, results)


@dataclass(frozen=True)
class _Shown:
    """A ranking as it was last reckoned."""

    ranking: Ranking
    decided: int
    at: float

    def will_do(self, t: Tournament, *, busy: bool) -> bool:
        """Whether it may be shown without a look at the tables; `busy` while a newer one is being reckoned."""
        large = len(self.ranking.lines) >= CROWD
        return large and self.decided == t.decided and (busy or time.monotonic() - self.at < BEHIND)


class _Kept:
    """What was derived from the records of one store."""

    def __init__(self) -> None:
        self.results: Cache[TableResult] = Cache(MOST_RESULTS)
        """Full sheets by partie and revision."""
        self.rankings: dict[tuple[int, int | None], _Shown] = {}
        """The last ranking of each tournament."""
        self.reckoning = threading.Lock()


_KEPT: WeakKeyDictionary[Store, _Kept] = WeakKeyDictionary()


def _kept(store: Store) -> _Kept:
    return _KEPT.setdefault(store, _Kept())


def standings(store: Store, number: int, through: int | None = None) -> Ranking:
    """The ranking for those who look on, of all rounds or only of those up to one.

    With `CROWD` lines or more it may be up to `BEHIND` seconds behind what the tables write; never behind what the
    organiser did, a closed round among it.

    Raises:
        Unknown: when there is no such tournament.
        StorageError: when it cannot be read.
    """
    kept = _kept(store)
    t = read(store, number)
    known = kept.rankings.get((number, through))
    if known is not None and known.will_do(t, busy=kept.reckoning.locked()):
        return known.ranking
    with kept.reckoning:
        # Who waited here need not reckon again what was reckoned meanwhile.
        known = kept.rankings.get((number, through))
        if known is not None and known.will_do(t, busy=False):
            return known.ranking
        return ranking_now(store, evening(store, number), through)


def ranking_now(store: Store, now: Evening, through: int | None = None) -> Ranking:
    """The ranking of an evening, from memory when nothing has changed it."""
    rankings, place = _kept(store).rankings, (now.tournament.id, through)
    known = rankings.get(place)
    found = known.ranking if known is not None and known.ranking.mark == now.ranked else None
    if found is None:
        found = ranking(now.tournament, now.results, through, now.ranked)
    if len(rankings) >= MOST_RANKINGS:
        rankings.clear()
    rankings[place] = _Shown(found, now.tournament.decided, time.monotonic())
    return found


@dataclass(frozen=True)
class PlayerRound:
    """What a round was for one player."""

    round: int
    table: int | None
    """`None` for a bye."""
    seat: int | None
    partners: tuple[str, ...]
    opponents: tuple[str, ...]
    result: Result | None
    substitute: str
    partie: int | None


@dataclass(frozen=True)
class PlayerRecord:
    """One player's evening."""

    number: int
    name: str
    club: str
    line: Line | None
    """Their line of the ranking."""
    rounds: tuple[PlayerRound, ...]
    """The rounds they were drawn in; those that are planned have no result and no sheet."""


def player(store: Store, number: int, entrant: int) -> PlayerRecord:
    """Everything about one player of a tournament.

    Raises:
        Unknown: when there is no such tournament or number.
        StorageError: when it cannot be read.
    """
    now = evening(store, number)
    t = now.tournament
    one = t.entrant(entrant)
    line = next((line for line in standings(store, number).lines if entrant in line.numbers), None)
    results = {result.round: result for result in results_by_number(t, now.results, t.rounds)[entrant]}
    rounds = [_played(t, one_round, entrant, results.get(one_round.number)) for one_round in t.drawn]
    found = tuple(each for each in rounds if each is not None)
    return PlayerRecord(one.number, one.name, one.club, line, found)


def _played(t: Tournament, one: Round, entrant: int, result: Result | None) -> PlayerRound | None:
    if entrant in one.byes:
        return PlayerRound(one.number, None, None, (), (), result, "", None)
    table = next((table for table in one.tables if entrant in table.seats), None)
    if table is None:
        return None
    own = next(column for column in t.columns_of(table) if entrant in column)
    return PlayerRound(
        one.number,
        table.number,
        table.seats.index(entrant),
        tuple(t.entrant(number).name for number in own if number != entrant),
        tuple(t.entrant(number).name for number in table.seats if number not in own),
        result,
        table.substitutes.get(entrant, ""),
        table.partie or None,
    )
