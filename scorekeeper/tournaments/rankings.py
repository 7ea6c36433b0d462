"""The ranking of a tournament from what its tables gave, and a player's evening; hundreds of phones ask for them every few seconds.

Nothing is computed twice for the same state. Where many play, the ranking may be a moment behind the tables, so that it is not
computed anew with every sheet that is full; what the organiser does shows at once.
"""

from __future__ import annotations

import threading
import time
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from weakref import WeakKeyDictionary

from scorekeeper.parties import read_partie
from scorekeeper.records.rows import HeadRow
from scorekeeper.records.store import Cache, Store
from scorekeeper.rules.standings import Competitor, Result, Standing, level, most_matches, rank
from scorekeeper.tournaments.acts.common import read
from scorekeeper.tournaments.model import Round, TableResult, Tournament
from scorekeeper.tournaments.round_progress import sheet_result

MOST_RESULTS = 4096
MOST_RANKINGS = 64
CROWD = 200
"""Lines from which on a ranking may be behind the tables."""
BEHIND = 2.0
"""Seconds that it may be behind."""


@dataclass(frozen=True, kw_only=True)
class RankingLine:
    """One line of the ranking, with its entrants."""

    standing: Standing
    numbers: tuple[int, ...]
    """The player, or both of a pair."""
    names: tuple[str, ...]
    clubs: tuple[str, ...]
    rounds: tuple[Result | None, ...]
    """What each round gave; `None` where they did not play or nothing is known yet."""
    present: bool

    def announced(self) -> dict[str, Any]:
        """As plain data, as it is announced."""
        return {
            "rank": self.standing.rank,
            "numbers": list(self.numbers),
            "names": list(self.names),
            "total": self.standing.total,
            "prizes": list(self.standing.prizes),
        }


@dataclass(frozen=True, kw_only=True)
class Ranking:
    """The ranking, and what it depends on."""

    lines: tuple[RankingLine, ...]
    through: int
    """The latest round that it takes in."""
    provisional: bool
    """Whether a round that it takes in is not closed yet."""
    level: tuple[tuple[int, ...], ...]
    """Those who share a rank, for whom a card could be drawn; a pair by its lower number."""
    matches: tuple[tuple[int, ...], int]
    """The entrants with the most matches, and how many."""
    mark: str = ""
    """Differs from that of another ranking of the same tournament when the ranking does."""


def ranking(
    t: Tournament, results: Mapping[int, TableResult], through: int | None = None, mark: str = ""
) -> Ranking:
    """The ranking of a tournament from what its tables gave, by partie; `through` is the latest round to take in, by default all."""
    rounds = t.rounds[:through]
    by_number = results_by_number(t, results, rounds)
    teams = {team[0]: team for team in _teams(t)}
    competitors = [
        Competitor(first, tuple(by_number[first]), max(t.cards.get(number, 0) for number in team))
        for first, team in teams.items()
        if by_number[first] or any(t.entrant(number).present for number in team)
    ]
    counting = t.options.rounds - t.options.drop if t.options.drop else None
    ties, prizes = t.options.ties, t.options.prizes
    standings = rank(competitors, counting=counting, ties=ties, prizes=prizes, wins=t.wins)
    return Ranking(
        lines=tuple(_line(t, line, teams[line.number], by_number, len(rounds)) for line in standings),
        through=len(rounds),
        provisional=any(not round_.closed for round_ in rounds),
        level=level(standings) if any(line.counted for line in standings) else (),
        matches=most_matches(competitors),
        mark=mark,
    )


def _teams(t: Tournament) -> list[tuple[int, ...]]:
    """The numbers of each player or pair, the lower one first; a pair that was parted counts as two players."""
    teams: list[tuple[int, ...]] = []
    for entrant in t.entrants:
        mate = t.entrant(entrant.partner) if t.in_pairs and entrant.partner is not None else None
        if mate is None or mate.partner != entrant.number:
            teams.append((entrant.number,))
        elif entrant.number < mate.number:
            teams.append((entrant.number, mate.number))
    return teams


def results_by_number(
    t: Tournament, results: Mapping[int, TableResult], rounds: tuple[Round, ...]
) -> dict[int, list[Result]]:
    """What each entrant got in these rounds, as far as it is known."""
    by_number: dict[int, list[Result]] = {entrant.number: [] for entrant in t.entrants}
    for round_ in rounds:
        for number in round_.byes:
            by_number[number].append(Result(round_.number, t.options.bye or 0, bye=True))
        for table in round_.tables:
            result = results.get(table.partie)
            if result is None:
                continue
            for column, numbers in enumerate(t.columns_of(table)):
                gave = Result(round_.number, result.points[column], result.matches[column])
                for number in numbers:
                    by_number[number].append(gave)
    return by_number


def _line(
    t: Tournament, standing: Standing, team: tuple[int, ...], results: Mapping[int, list[Result]], rounds: int
) -> RankingLine:
    by_round = {result.round: result for result in results[standing.number]}
    people = [t.entrant(number) for number in team]
    return RankingLine(
        standing=standing,
        numbers=team,
        names=tuple(entrant.name for entrant in people),
        clubs=tuple(dict.fromkeys(entrant.club for entrant in people if entrant.club)),
        rounds=tuple(by_round.get(number) for number in range(1, rounds + 1)),
        present=any(entrant.present for entrant in people),
    )


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
            (partie, result.points, result.matches)
            for partie in self.heads
            if (result := self.results.get(partie)) is not None
        )
        return f"{self.tournament.decided}-{zlib.crc32(repr(full).encode()):08x}"


def evening(store: Store, number: int) -> Evening:
    """A tournament with the state of its open tables."""
    t = read(store, number)
    parties = [table.partie for round_ in t.open_rounds for table in round_.tables]
    with store.read() as session:
        heads = session.heads(parties) if parties else {}
    results = dict(t.results)
    derived = _derived(store)
    for partie, head in heads.items():
        if partie in results or not head.finished:
            continue
        result = derived.results.get(partie, head.revision)
        if result is None:
            sheet = read_partie(store, partie)
            result = sheet_result(t, sheet)
            if result is None:
                continue
            derived.results.put(partie, sheet.revision, result)
        results[partie] = result
    return Evening(t, heads, results)


@dataclass(frozen=True)
class _Shown:
    """A ranking as it was last computed."""

    ranking: Ranking
    decided: int
    at: float

    def will_do(self, t: Tournament, *, busy: bool) -> bool:
        """Whether it may be shown without a look at the tables; `busy` while a newer one is computed."""
        large = len(self.ranking.lines) >= CROWD
        return large and self.decided == t.decided and (busy or time.monotonic() - self.at < BEHIND)


class _Derived:
    """What was derived from the records of one store."""

    def __init__(self) -> None:
        self.results: Cache[TableResult] = Cache(MOST_RESULTS)
        """Full sheets by partie and revision."""
        self.rankings: dict[tuple[int, int | None], _Shown] = {}
        """The last ranking of each tournament."""
        self.computing = threading.Lock()


_DERIVED: WeakKeyDictionary[Store, _Derived] = WeakKeyDictionary()


def _derived(store: Store) -> _Derived:
    return _DERIVED.setdefault(store, _Derived())


def standings(store: Store, number: int, through: int | None = None) -> Ranking:
    """The ranking for spectators, by default of all rounds.

    With `CROWD` lines or more it may be `BEHIND` seconds behind the tables; never behind the organiser, who closes a round.
    """
    derived = _derived(store)
    t = read(store, number)
    shown = derived.rankings.get((number, through))
    if shown is not None and shown.will_do(t, busy=derived.computing.locked()):
        return shown.ranking
    with derived.computing:
        # Another thread may have computed it while this one waited.
        shown = derived.rankings.get((number, through))
        if shown is not None and shown.will_do(t, busy=False):
            return shown.ranking
        return ranking_now(store, evening(store, number), through)


def ranking_now(store: Store, now: Evening, through: int | None = None) -> Ranking:
    """The ranking of an evening, the cached one when nothing has changed it."""
    rankings, key = _derived(store).rankings, (now.tournament.id, through)
    shown = rankings.get(key)
    if shown is not None and shown.ranking.mark == now.ranked:
        current = shown.ranking
    else:
        current = ranking(now.tournament, now.results, through, now.ranked)
    if len(rankings) >= MOST_RANKINGS:
        rankings.clear()
    rankings[key] = _Shown(current, now.tournament.decided, time.monotonic())
    return current


@dataclass(frozen=True, kw_only=True)
class PlayerRound:
    """What a round was for one player."""

    round: int
    table: int | None = None
    """`None` for a bye."""
    seat: int | None = None
    partners: tuple[str, ...] = ()
    opponents: tuple[str, ...] = ()
    result: Result | None = None
    substitute: str = ""
    partie: int | None = None


@dataclass(frozen=True, kw_only=True)
class PlayerRecord:
    """One player's evening: where they sat, with whom, against whom, and what it gave."""

    number: int
    name: str
    club: str
    line: RankingLine | None
    rounds: tuple[PlayerRound, ...]
    """The rounds they were drawn in; those that are planned have no result and no sheet."""


def player(store: Store, number: int, entrant: int) -> PlayerRecord:
    """Everything about one player of a tournament."""
    now = evening(store, number)
    t = now.tournament
    person = t.entrant(entrant)
    results = {result.round: result for result in results_by_number(t, now.results, t.rounds)[entrant]}
    rounds = [_played(t, round_, entrant, results.get(round_.number)) for round_ in t.drawn]
    return PlayerRecord(
        number=person.number,
        name=person.name,
        club=person.club,
        line=next((line for line in standings(store, number).lines if entrant in line.numbers), None),
        rounds=tuple(played for played in rounds if played is not None),
    )


def _played(t: Tournament, round_: Round, entrant: int, result: Result | None) -> PlayerRound | None:
    if entrant in round_.byes:
        return PlayerRound(round=round_.number, result=result)
    table = next((table for table in round_.tables if entrant in table.seats), None)
    if table is None:
        return None
    own = next(column for column in t.columns_of(table) if entrant in column)
    return PlayerRound(
        round=round_.number,
        table=table.number,
        seat=table.seats.index(entrant),
        partners=tuple(t.entrant(number).name for number in own if number != entrant),
        opponents=tuple(t.entrant(number).name for number in table.seats if number not in own),
        result=result,
        substitute=table.substitutes.get(entrant, ""),
        partie=table.partie or None,
    )
