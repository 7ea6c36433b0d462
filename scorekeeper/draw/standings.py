"""Ranking of a tournament by totals and tie-breaks; ranking of teams.

A total is the sum of the results and of the organiser's credits; the highest or the lowest is first. The tournament's tie-breaks,
in order, separate competitors with the same total. Those that no tie-break separates share the rank (1, 2, 2, 4). The ranking
follows from the results and credits alone: nothing is kept between calls.

Tie-breaks are named as federations name them: FIDE, *Handbook* C.07, Tie-Break Regulations (2024), for those of the Swiss system;
contests of belote and pétanque count victories first, then points or their difference (*goal-average*). Credits count in no
tie-break.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple, TypeVar

from scorekeeper.cards.rules.contract import Wins

K = TypeVar("K")
Tie = TypeVar("Tie")


class TieBreak(StrEnum):
    """A tie-break between competitors with the same total. The higher value is ahead, except of points where the lowest total wins."""

    PARTIES = "parties"
    """The best partie; if equal, the second best, and so on. Dropped parties are compared too."""
    VICTOIRES = "victoires"
    """The number of parties won outright (FIDE: games won, WON). A bye is no victory."""
    POINTS = "points"
    """The points scored on the sheets, for tournaments where a victory counts 2: second in contests of belote. A bye scores none."""
    DIFFERENCE = "difference"
    """The points scored minus those of the other camp (*goal-average*)."""
    CONFRONTATION = "confrontation"
    """The results among the tied competitors (FIDE: direct encounter, DE): 2 for each victory, 1 for each draw. It decides nothing
    unless each of them has met all the others.
    """
    BUCHHOLZ = "buchholz"
    """The sum of the totals of all opponents (FIDE: Buchholz, BH). A round without a table counts as opponents with one's own total
    (FIDE: the dummy opponent of an unplayed round).
    """
    BUCHHOLZ_MEDIAN = "buchholz-median"
    """Buchholz without the highest and the lowest of the totals (FIDE: median Buchholz, BH-M1)."""
    SONNEBORN_BERGER = "sonneborn-berger"
    """The sum of the opponents' totals, each times 2 for a victory and 1 for a draw (FIDE: Sonneborn-Berger, SB, which takes them
    once and half; here both are doubled to stay whole). A round without a table counts as opponents with one's own total, times the
    points that the round gave. It is for tournaments where a victory counts 2: totals of points may be negative, and beating
    somebody would then be worth less than losing to them.
    """
    CUMULATIF = "cumulatif"
    """The sum of the totals after each round (FIDE: sum of progressive scores, PS): early leaders met stronger opponents."""
    MATCHS = "matchs"
    """The number of matches (all tricks of a donne to one camp)."""
    CARTE = "carte"
    """The card that each competitor drew before witnesses, recorded by the organiser. It counts once all tied competitors have one."""


USUAL: tuple[TieBreak, ...] = (TieBreak.PARTIES, TieBreak.MATCHS, TieBreak.CARTE)
"""Usual tie-breaks, those of a *match au cochon*."""
OF_OPPONENTS = frozenset({TieBreak.BUCHHOLZ, TieBreak.BUCHHOLZ_MEDIAN, TieBreak.SONNEBORN_BERGER})
"""Tie-breaks that are sums over opponents, and so need the same number of opponents at every table."""


class Met(NamedTuple):
    """An opponent of one round."""

    number: int
    worth: int
    """Points won against this opponent: 2 for a victory, 1 for a draw, 0 for a defeat."""


@dataclass(frozen=True)
class Result:
    """Result of one competitor in one round (from 1). With a `bye` they sat out, and `points` were granted."""

    round: int
    points: int
    matches: int = 0
    bye: bool = False
    missed: bool = False
    """Whether the competitor was absent; `points` are then those that the tournament sets for it."""
    made: int = 0
    """Points scored on the sheet."""
    difference: int = 0
    """Points scored on the sheet minus those of the other camp."""
    won: bool = False
    """Whether the competitor won outright."""
    met: tuple[Met, ...] = ()
    """The opponents at the table."""


@dataclass(frozen=True)
class Competitor:
    """A player, or a pair that plays together all evening; the number of a pair is the lower one of its two players."""

    number: int
    results: tuple[Result, ...] = ()
    card: int = 0
    """Value of the card drawn to separate tied competitors; 0 for none."""
    credit: int = 0
    """Points added by the organiser; negative for points deducted. They count in the total and in no tie-break."""


@dataclass(frozen=True)
class Everybody:
    """All competitors of a ranking, with the values that tie-breaks are computed from."""

    competitors: Mapping[int, Competitor]
    totals: Mapping[int, int]
    """Total of each competitor by number, without credits."""
    wins: Wins = Wins.HIGH
    """Whether the highest or the lowest total is ahead."""
    sheet: Wins = Wins.HIGH
    """Whether the highest or the lowest points on a sheet are ahead."""

    def figure(self, tie: TieBreak, number: int) -> int:
        """Return the value of a numeric tie-break for a competitor, as the ranking shows it."""
        return _FIGURES[tie](self, self.competitors[number])

    def keys(self, tie: TieBreak, level: Sequence[int]) -> list[tuple[int, ...]]:
        """Return the key of a tie-break for each of `level`, who are tied by the criteria before it; a higher key is ahead."""
        people = [self.competitors[number] for number in level]
        match tie:
            case TieBreak.CARTE:
                cards = [competitor.card for competitor in people]
                return [(card,) if all(cards) else (0,) for card in cards]
            case TieBreak.CONFRONTATION:
                return _encounters(people)
            case TieBreak.PARTIES:
                parties = (_best_first(each, self.wins) for each in people)
                return [tuple(self._ahead(each.points, self.wins) for each in best) for best in parties]
        way = self.sheet if tie in _OF_SHEETS else Wins.HIGH if tie in _COUNTED else self.wins
        return [(self._ahead(self.figure(tie, number), way),) for number in level]

    @staticmethod
    def _ahead(figure: int, way: Wins) -> int:
        return -figure if way is Wins.LOW else figure

    @cached_property
    def rounds(self) -> int:
        """Number of the last round with a result; 0 without any."""
        return max((result.round for each in self.competitors.values() for result in each.results), default=0)

    @cached_property
    def usual(self) -> int:
        """Largest number of opponents in one round; 0 when there was no table."""
        results = (result for each in self.competitors.values() for result in each.results)
        return max((len(result.met) for result in results), default=0)

    def opponents(self, who: Competitor) -> list[int]:
        """Return the totals of all opponents of `who`; a round without a table counts as opponents with the total of `who`."""
        met = [self.totals[other.number] for result in who.results for other in result.met]
        unplayed = self.rounds - sum(bool(result.met) for result in who.results)
        return met + [self.totals[who.number]] * (unplayed * self.usual)

    def beaten(self, who: Competitor) -> int:
        """Return the Sonneborn-Berger score of `who`, doubled: opponents' totals times the points won against them."""
        met = sum(self.totals[other.number] * other.worth for result in who.results for other in result.met)
        given = sum(min(max(result.points, 0), 2) for result in who.results if not result.met)
        return met + given * self.usual * self.totals[who.number]

    def progressive(self, who: Competitor) -> int:
        """Return the sum of the totals of `who` after each round."""
        return sum(result.points * (self.rounds - result.round + 1) for result in who.results)


def _best_first(who: Competitor, wins: Wins) -> list[Result]:
    sign = 1 if wins is Wins.LOW else -1
    return sorted(who.results, key=lambda result: (sign * result.points, result.round))


def _encounters(people: Sequence[Competitor]) -> list[tuple[int, ...]]:
    """Return a tie-break key for each of `people`: the points won in meetings with the others of them.

    The keys are empty unless each of them met all the others.
    """
    level = {each.number for each in people}
    against = [[met for result in each.results for met in result.met] for each in people]
    against = [[met for met in every if met.number in level] for every in against]
    reached = ({met.number for met in mine} for mine in against)
    if all(met | {each.number} == level for each, met in zip(people, reached, strict=True)):
        return [(sum(met.worth for met in mine),) for mine in against]
    return [()] * len(people)


_FIGURES: Mapping[TieBreak, Callable[[Everybody, Competitor], int]] = {
    TieBreak.VICTOIRES: lambda _, who: sum(result.won for result in who.results),
    TieBreak.POINTS: lambda _, who: sum(result.made for result in who.results),
    TieBreak.DIFFERENCE: lambda _, who: sum(result.difference for result in who.results),
    TieBreak.BUCHHOLZ: lambda all_, who: sum(all_.opponents(who)),
    TieBreak.BUCHHOLZ_MEDIAN: lambda all_, who: sum(sorted(all_.opponents(who))[1:-1]),
    TieBreak.SONNEBORN_BERGER: lambda all_, who: all_.beaten(who),
    TieBreak.CUMULATIF: lambda all_, who: all_.progressive(who),
    TieBreak.MATCHS: lambda _, who: sum(result.matches for result in who.results),
}
_COUNTED = frozenset({TieBreak.VICTOIRES, TieBreak.MATCHS})
"""Tie-breaks whose highest value is always ahead."""
_OF_SHEETS = frozenset({TieBreak.POINTS, TieBreak.DIFFERENCE})
"""Tie-breaks ranked like the points of a sheet; those in neither set are ranked like the totals."""
FIGURES = tuple(tie for tie in _FIGURES if tie is not TieBreak.MATCHS)
"""Numeric tie-breaks that the ranking shows in a column of their own; matches have one already."""


@dataclass(frozen=True, kw_only=True)
class Standing:
    """One line of the ranking of a tournament."""

    rank: int = 0
    """Rank from 1; tied competitors share it."""
    number: int
    total: int
    counted: tuple[Result, ...]
    """Results that make up the total together with the credit, in order of rounds; the worst ones may be dropped."""
    dropped: tuple[Result, ...]
    byes: int
    matches: int
    credit: int = 0
    shared: bool = False
    """Whether another competitor has the same rank."""
    figures: Mapping[TieBreak, int] = field(default_factory=dict)
    """Values of the numeric tie-breaks of the tournament, in their order."""
    behind_by: TieBreak | None = None
    """The tie-break that puts this rank behind the one above; `None` when the total does, or nothing is above."""
    prizes: tuple[str, ...] = ()
    """Prizes of this rank; those of all its places when it is shared."""
    winners: int = 1
    """Number of competitors who share the prizes of this rank."""


def rank(
    competitors: Iterable[Competitor],
    *,
    counting: int | None = None,
    ties: Sequence[TieBreak] = USUAL,
    wins: Wins = Wins.HIGH,
    sheet: Wins = Wins.HIGH,
) -> tuple[Standing, ...]:
    """Rank the competitors, the best first; tied ones are in the order of their numbers.

    `counting` is the number of best results that count ("three of four"), `None` for all. `wins` and `sheet` are whether the
    highest or the lowest total, and points on a sheet, are ahead.
    """
    people = {competitor.number: competitor for competitor in competitors}
    lines = {number: _line(competitor, counting, wins) for number, competitor in people.items()}
    totals = {number: line.total - line.credit for number, line in lines.items()}
    everybody = Everybody(people, totals, wins, sheet)
    keys = _keys(lines, everybody, ties)
    shown = [tie for tie in ties if tie in FIGURES]
    order = sorted(lines.values(), key=lambda line: (keys[line.number], -line.number), reverse=True)
    figures = {number: {tie: everybody.figure(tie, number) for tie in shown} for number in lines}
    return tuple(
        replace(line, behind_by=behind(over, key, ties), figures=figures[line.number])
        for over, key, line in ranked((keys[line.number], line) for line in order)
    )


def ranked(lines: Iterable[tuple[K, Any]]) -> Iterator[tuple[K | None, K, Any]]:
    """Yield each line, best first, with `rank` and `shared` set: (key of the next better rank or `None`, own key, line)."""
    over, place = None, 1
    for key, group in groupby(lines, key=itemgetter(0)):
        level = [line for _, line in group]
        yield from ((over, key, replace(line, rank=place, shared=len(level) > 1)) for line in level)
        over, place = key, place + len(level)


def with_prizes(
    standings: Iterable[Standing], prizes: Sequence[str], without: Collection[int] = ()
) -> tuple[Standing, ...]:
    """Return the ranking with `prizes`, the first place's first, shared out by rank. Competitors in `without` get none."""
    lines: list[Standing] = []
    given = 0
    for _, group in groupby(standings, key=lambda line: line.rank):
        of_rank = list(group)
        winners = sum(line.number not in without for line in of_rank)
        won = tuple(prizes[given : given + winners])
        given += winners
        lines += [
            replace(line, prizes=() if line.number in without else won, winners=winners) for line in of_rank
        ]
    return tuple(lines)


def most_matches(competitors: Iterable[Competitor]) -> tuple[tuple[int, ...], int]:
    """Return the competitors with the most matches, and that number; `((), 0)` when nobody has made one."""
    counts = {each.number: sum(result.matches for result in each.results) for each in competitors}
    best = max(counts.values(), default=0)
    return tuple(sorted(number for number, count in counts.items() if count == best > 0)), best


def level(standings: Sequence[Standing]) -> tuple[tuple[int, ...], ...]:
    """Return the groups of competitors who share a rank, and would have to draw cards."""
    shared = [line for line in standings if line.shared]
    groups = groupby(shared, key=lambda line: line.rank)
    return tuple(tuple(line.number for line in group) for _, group in groups)


def separated_by_card(standings: Sequence[Standing]) -> tuple[tuple[int, ...], ...]:
    """Return the groups that only a card separates, or would separate."""
    groups: list[list[int]] = []
    rank_ = 0
    for line in standings:
        if not groups or (line.rank != rank_ and line.behind_by is not TieBreak.CARTE):
            groups.append([])
        groups[-1].append(line.number)
        rank_ = line.rank
    return tuple(tuple(group) for group in groups if len(group) > 1)


class Key(NamedTuple):
    """Sort key. A higher key is ahead, so totals are negated where the lowest wins."""

    total: int
    ties: tuple[tuple[int, ...], ...] = ()
    """Values of each tie-break."""


def _line(competitor: Competitor, counting: int | None, wins: Wins) -> Standing:
    """Return a competitor's standing without rank."""
    best = _best_first(competitor, wins)
    cut = len(best) if counting is None else max(counting, 0)
    return Standing(
        number=competitor.number,
        total=sum(result.points for result in best[:cut]) + competitor.credit,
        counted=tuple(sorted(best[:cut], key=lambda result: result.round)),
        dropped=tuple(sorted(best[cut:], key=lambda result: result.round)),
        byes=sum(result.bye for result in best),
        matches=sum(result.matches for result in best),
        credit=competitor.credit,
    )


def _keys(lines: Mapping[int, Standing], everybody: Everybody, ties: Sequence[TieBreak]) -> dict[int, Key]:
    """Return the sort key of each competitor. A tie-break is computed among those still tied before it."""
    sign = -1 if everybody.wins is Wins.LOW else 1
    keys: dict[int, Key] = {number: Key(sign * line.total) for number, line in lines.items()}
    for tie in ties:
        groups: dict[Key, list[int]] = {}
        for number, key in keys.items():
            groups.setdefault(key, []).append(number)
        for (total, before), group in groups.items():
            for number, figures in zip(group, everybody.keys(tie, group), strict=True):
                keys[number] = Key(total, (*before, figures))
    return keys


def behind(above: Key | None, key: Key, ties: Sequence[Tie]) -> Tie | None:
    """Return the tie-break that puts `key` behind `above`, a different key; `None` if the totals differ or `above` is `None`."""
    if above is None or above.total != key.total:
        return None
    return next(tie for tie, upper, lower in zip(ties, above.ties, key.ties, strict=True) if upper != lower)


@dataclass(frozen=True, kw_only=True)
class TeamStanding:
    """One line of the ranking of teams."""

    rank: int = 0
    """Rank from 1; tied teams share it."""
    team: str
    total: int
    counted: tuple[int, ...]
    """Numbers of the members whose totals count, the best first."""
    others: tuple[int, ...]
    shared: bool = False


def rank_teams(
    teams: Mapping[str, Mapping[int, int]], size: int, wins: Wins = Wins.HIGH
) -> tuple[TeamStanding, ...]:
    """Rank teams by the sum of the totals of their best `size` members, the best first.

    `teams` has the total of each member by entrant number. The Fédération française de tarot ranks teams of two and four in this
    way; members play for themselves, and never meet. Teams with fewer than `size` members are behind those with more, since
    their sum is incomplete. Ties are broken by the best member, then the second, and so on. Teams that are still tied share the
    rank, in the order of their names.
    """
    sign = -1 if wins is Wins.LOW else 1
    lines = []
    for team, members in sorted(teams.items()):
        best = sorted(members, key=lambda number: (-sign * members[number], number))
        made = [sign * members[number] for number in best[:size]]
        total, counted, others = sign * sum(made), tuple(best[:size]), tuple(best[size:])
        line = TeamStanding(team=team, total=total, counted=counted, others=others)
        lines.append(((len(made), sum(made), made), line))
    lines.sort(key=lambda line: line[0], reverse=True)
    return tuple(line for _, _, line in ranked(lines))
