"""The ranking of a tournament from its closed rounds, and the record of each player.

Both are cached, as hundreds of phones poll them every few seconds. Results of an open round count once it is closed.
"""

import threading
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any
from weakref import WeakKeyDictionary

from scorekeeper.draw import standings as order
from scorekeeper.draw.knockout import placed
from scorekeeper.draw.standings import Competitor, Met, Result, Standing, TieBreak
from scorekeeper.i18n import gettext, ngettext
from scorekeeper.parties import read_partie
from scorekeeper.records.cache import Cache
from scorekeeper.records.rows import HeadRow
from scorekeeper.records.store import Store
from scorekeeper.tournaments import finals
from scorekeeper.tournaments.ledger import read
from scorekeeper.tournaments.model import Entrant, Round, Stage, TableResult, Tournament
from scorekeeper.tournaments.notes import Credit
from scorekeeper.tournaments.options import Scoring, wins_of
from scorekeeper.tournaments.pairing import TeamLine, ranked_teams
from scorekeeper.tournaments.round_progress import made_on, missing, sheet_result, worth_missed

MOST_RESULTS = 4096
MOST_RANKINGS = 64


@dataclass(frozen=True, kw_only=True)
class RankingLine:
    """One line of the ranking, with its entrants."""

    standing: Standing
    numbers: tuple[int, ...]
    """Entrant numbers of the player, or of both partners."""
    names: tuple[str, ...]
    clubs: tuple[str, ...]
    rounds: tuple[Result | None, ...]
    """Points of each round up to the latest that counts; `None` where they did not play or the round is open."""
    present: bool
    missed: tuple[int, ...] = ()
    """Closed rounds that they missed, also when a missed round is worth nothing."""
    reached: int | None = None
    """Stage of their last knock-out round: 1 the final, 2 the semi-finals and so on, 0 for the winner; `None` for all others."""

    def announced(self) -> dict[str, Any]:
        """Return the line as JSON data, as the final ranking stores it."""
        return {
            "rank": self.standing.rank,
            "numbers": list(self.numbers),
            "names": list(self.names),
            "total": self.standing.total,
            "prizes": list(self.standing.prizes),
            **({"credit": self.standing.credit} if self.standing.credit else {}),
            **({} if self.reached is None else {"reached": self.reached}),
            **({"criteria": dict(self.standing.figures)} if self.standing.figures else {}),
        }


@dataclass(frozen=True, kw_only=True)
class Ranking:
    """The ranking of a tournament, with the rounds that it counts."""

    lines: tuple[RankingLine, ...]
    through: int
    """The latest round before the knock-out that counts; 0 for none."""
    closed: int
    """Number of closed rounds, the knock-out included."""
    planned: int
    """Number of rounds of the tournament, the knock-out included."""
    provisional: bool
    """Whether rounds are open or still to come, or an earlier round was asked for; then no prizes are assigned."""
    level: tuple[tuple[int, ...], ...]
    """Groups that share a rank, for whom a card could be drawn; a pair by its lower number."""
    matches: tuple[tuple[int, ...], int]
    """The entrants with the most matches, and their number of matches."""
    mark: str
    """Version of the ranking: two different rankings of the same tournament have different marks."""
    teams: tuple[TeamLine, ...] = ()
    """The ranking of teams; empty without teams."""
    finals: bool = False
    """Whether a round of the knock-out was opened."""
    criteria: tuple[TieBreak, ...] = ()
    """The numeric tie-breaks in their order; each line has their values."""
    named: tuple[RankingLine, ...] = ()
    """Lines of which only rank, names and prizes are public yet; see `prizes.public_standings`."""
    withheld: bool = False
    """Whether lines or values are left out, because results are withheld from the public."""

    @property
    def state(self) -> str:
        """Number of closed and planned rounds, marked if provisional, in the current language."""
        counted = ngettext(
            "%(num)s tour sur %(tours)s", "%(num)s tours sur %(tours)s", self.closed, tours=self.planned
        )
        return gettext("PROVISOIRE, %(counted)s", counted=counted) if self.provisional else counted


def ranking(t: Tournament, through: int | None = None) -> Ranking:
    """Compute the ranking from the closed rounds, at most up to round `through`."""
    shown = t.rounds[:through]
    closed = [round_ for round_ in shown if round_.closed]
    rounds = [round_ for round_ in closed if not finals.is_final(t, round_.number)]
    absent = {round_.number: missing(t, round_) for round_ in rounds}
    planned = finals.total_rounds(t)
    over = t.stage is Stage.FINI or len(t.rounds) >= planned
    provisional = bool(t.open_rounds) or not over or len(closed) < len(t.rounds)
    by_number = results_by_number(t, t.results, rounds)
    # Entrants who are present and have not played yet are listed, except in the final ranking.
    listed = provisional or not rounds
    teams = {team[0]: team for team in finals.teams_of(t)}
    competitors = _competitors(t, teams, by_number, t.present if listed else ())
    counting = t.options.rounds - t.options.drop if t.options.drop else None
    ties, sheet = t.options.ties or (), wins_of(t.game, t.rules, Scoring.POINTS)
    standings = order.rank(competitors, counting=counting, ties=ties, wins=t.wins, sheet=sheet)
    final = replace(t, rounds=shown)
    if finals.has_begun(final):
        standings = placed(standings, finals.reached(final))
    if not provisional:
        standings = order.with_prizes(standings, t.options.prizes, finals.unprized(t))
    stages_ = finals.stages(final)
    return Ranking(
        lines=tuple(
            replace(_line(t, line, teams[line.number], by_number, absent), reached=stages_.get(line.number))
            for line in standings
        ),
        through=max(absent, default=0),
        closed=len(closed),
        planned=planned,
        provisional=provisional,
        level=order.level(standings) if any(line.counted for line in standings) else (),
        matches=order.most_matches(competitors),
        mark=str(t.decided),
        teams=ranked_teams(t, standings),
        finals=finals.has_begun(final),
        criteria=tuple(tie for tie in ties if tie in order.FIGURES),
    )


def _competitors(
    t: Tournament,
    teams: Mapping[int, tuple[int, ...]],
    results: Mapping[int, list[Result]],
    waiting: Iterable[Entrant],
) -> list[Competitor]:
    """Return the competitors to rank: those with a result that is not a missed round, and those `waiting` to play."""
    listed = {entrant.number for entrant in waiting}
    return [
        Competitor(
            first,
            tuple(results[first]),
            max(t.cards.get(number, 0) for number in team),
            sum(credit.points for credit in credits_of(t, team)),
        )
        for first, team in teams.items()
        if any(not result.missed for result in results[first]) or not listed.isdisjoint(team)
    ]


def credits_of(t: Tournament, team: Sequence[int]) -> tuple[Credit, ...]:
    """Return the credits of a player, or of both partners."""
    return tuple(credit for credit in t.credits if credit.number in team)


def results_by_number(
    t: Tournament, results: Mapping[int, TableResult], rounds: Sequence[Round]
) -> dict[int, list[Result]]:
    """Return the known results of each entrant in these rounds, by entrant number; byes count once the round is closed."""
    by_number: dict[int, list[Result]] = {entrant.number: [] for entrant in t.entrants}
    leaders = {number: team[0] for team in finals.teams_of(t) for number in team}
    for round_ in rounds:
        for number in round_.byes if round_.closed and not finals.is_final(t, round_.number) else ():
            by_number[number].append(Result(round_.number, t.options.bye or 0, bye=True))
        for table in round_.tables:
            result = results.get(table.partie)
            if result is None:
                continue
            columns = t.columns_of(table)
            sides = [{leaders[number] for number in numbers} for numbers in columns]
            for gave, numbers in zip(_column_results(t, round_.number, result, sides), columns, strict=True):
                for number in numbers:
                    by_number[number].append(gave)
        worth = worth_missed(t, results, round_)
        if worth is not None:
            for number in missing(t, round_):
                by_number[number].append(Result(round_.number, worth, missed=True))
    return by_number


def _column_results(
    t: Tournament, tour: int, result: TableResult, sides: Sequence[Collection[int]]
) -> Iterator[Result]:
    """Yield the result of each column of a table's sheet; `sides` are the competitors of each column."""
    made = made_on(t, result.totals)
    wins = wins_of(t.game, t.rules, Scoring.POINTS)
    best = wins.best(made)
    for own, points in enumerate(made):
        met = tuple(
            Met(number, 1 if other == points else 2 * (wins.best((points, other)) == (0,)))
            for column, other in enumerate(made)
            if column != own
            for number in sorted(sides[column])
        )
        yield Result(
            tour,
            result.points[own],
            result.matches[own],
            made=points,
            difference=sum(points - other for column, other in enumerate(made) if column != own),
            won=best == (own,),
            met=met,
        )


def _line(
    t: Tournament,
    standing: Standing,
    team: tuple[int, ...],
    results: Mapping[int, list[Result]],
    absent: Mapping[int, set[int]],
) -> RankingLine:
    """Return a ranking line with its entrants; `absent` has, for each round that counts, the entrants who missed it."""
    by_round = {result.round: result for result in results[standing.number]}
    people = [t.entrant(number) for number in team]
    return RankingLine(
        standing=standing,
        numbers=team,
        names=tuple(entrant.name for entrant in people),
        clubs=tuple(dict.fromkeys(entrant.club for entrant in people if entrant.club)),
        rounds=tuple(by_round.get(number) for number in range(1, max(absent, default=0) + 1)),
        present=any(entrant.present for entrant in people),
        missed=tuple(number for number, absentees in absent.items() if standing.number in absentees),
    )


@dataclass(frozen=True)
class Evening:
    """A tournament with the state of its open rounds' sheets."""

    tournament: Tournament
    heads: Mapping[int, HeadRow]
    results: Mapping[int, TableResult]
    """Results by partie number: settled ones, and those of full sheets not settled yet."""

    @cached_property
    def fingerprint(self) -> str:
        """Version of everything shown about its tables."""
        moving = sum(head.last_seq for head in self.heads.values())
        return f"{self.tournament.revision}-{moving}"


def evening(store: Store, number: int) -> Evening:
    """Return a tournament with the sheet heads of its open rounds and all known results."""
    t = read(store, number)
    parties = [table.partie for round_ in t.open_rounds for table in round_.tables]
    with store.read() as session:
        heads = session.heads(parties) if parties else {}
    results = dict(t.results)
    kept = _RESULTS.setdefault(store, Cache(MOST_RESULTS))
    for partie, head in heads.items():
        if partie in results or not head.finished:
            continue
        result = kept.get(partie, head.revision)
        if result is None:
            sheet = read_partie(store, partie)
            result = sheet_result(t, sheet)
            if result is None:
                continue
            kept.put(partie, sheet.revision, result)
        results[partie] = result
    return Evening(t, heads, results)


_RESULTS: WeakKeyDictionary[Store, Cache[TableResult]] = WeakKeyDictionary()
"""Results of full sheets by partie and revision."""
_RANKINGS: WeakKeyDictionary[Store, Cache[Ranking]] = WeakKeyDictionary()
"""Rankings by tournament, round and cache era; a new era begins when all caches are dropped, as after forgetting a person."""
_COMPUTING = threading.Lock()


def standings(store: Store, number: int, through: int | None = None) -> Ranking:
    """Return the cached ranking as it stands now, or after round `through`; concurrent callers wait for one computation."""
    kept, era = _RANKINGS.setdefault(store, Cache(MOST_RANKINGS)), store.cache.era
    t = read(store, number)
    through = len(t.rounds) if through is None else min(through, len(t.rounds))
    with _COMPUTING:
        shown = kept.get((number, through, era), t.decided)
        if shown is None:
            shown = ranking(t, through)
            kept.put((number, through, era), t.decided, shown)
    return shown


@dataclass(frozen=True, kw_only=True)
class PlayerRound:
    """A round of one player."""

    round: int
    table: int | None = None
    """`None` for a bye, and for a missed round."""
    seat: int | None = None
    partners: tuple[str, ...] = ()
    opponents: tuple[str, ...] = ()
    result: Result | None = None
    substitute: str = ""
    partie: int | None = None
    missed: bool = False
    forfeit: bool = False
    """Whether any side of the table gave up."""


@dataclass(frozen=True, kw_only=True)
class PlayerRecord:
    """A player's rounds: seats, partners, opponents and results."""

    entrant: Entrant
    line: RankingLine | None
    rounds: tuple[PlayerRound, ...]
    """Rounds in which the player was drawn, or which they missed; planned ones have no result and no sheet."""
    credits: tuple[Credit, ...] = ()
    """Credits of the player, or of both partners."""


def player(store: Store, number: int, entrant: int) -> PlayerRecord:
    """Return the record of one player of a tournament."""
    now = evening(store, number)
    t, person = now.tournament, now.tournament.entrant(entrant)
    results = {result.round: result for result in results_by_number(t, now.results, t.rounds)[entrant]}
    rounds = [_played(t, round_, entrant, results.get(round_.number)) for round_ in t.drawn]
    line = next((line for line in standings(store, number).lines if entrant in line.numbers), None)
    return PlayerRecord(
        entrant=person,
        line=line,
        rounds=tuple(played for played in rounds if played is not None),
        credits=credits_of(t, line.numbers if line else (entrant,)),
    )


def _played(t: Tournament, round_: Round, entrant: int, result: Result | None) -> PlayerRound | None:
    if entrant in round_.byes:
        return PlayerRound(round=round_.number, result=result)
    table = next((table for table in round_.tables if entrant in table.seats), None)
    if table is None:
        missed = entrant in missing(t, round_)
        return PlayerRound(round=round_.number, result=result, missed=True) if missed else None
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
        forfeit=bool(table.forfeit),
    )
