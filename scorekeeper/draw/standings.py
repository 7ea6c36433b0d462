"""The ranking of a tournament, from what each partie gave.

The totals of the parties, with what the organiser credited, decide, the highest or the lowest one first. Competitors with the
same total are separated by the tournament's tie-breaks, in their order; those that no tie-break separates share the rank (1, 2,
2, 4). The ranking follows from the results and credits alone: nothing is carried from one call to the next.

Tie-breaks have the names that federations give them: FIDE, *Handbook* C.07, Tie-Break Regulations (2024), for those that are played
by the Swiss system; contests of belote and pétanque count victories first, then points or their difference (*goal-average*).
Points that the organiser gave or took count in none.
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
    """A tie-break between competitors with the same total. More is ahead, except of points where the lowest total wins."""

    PARTIES = "parties"
    """The best single partie; where it is the same the second best, and so on. Dropped parties are compared too."""
    VICTOIRES = "victoires"
    """The number of parties won alone in front (FIDE: games won, WON). A bye is no victory."""
    POINTS = "points"
    """The points made on the sheets, where a victory counts 2: second in contests of belote. A bye made none."""
    DIFFERENCE = "difference"
    """The points made less those of the other camp (*goal-average*)."""
    CONFRONTATION = "confrontation"
    """The parties against those who are level (FIDE: direct encounter, DE): 2 for a victory, 1 for a draw, over each of them. It
    decides nothing unless every one of them has met every other.
    """
    BUCHHOLZ = "buchholz"
    """The sum of the totals of all opponents (FIDE: Buchholz, BH). A round without a table counts as opponents with one's own total
    (FIDE: the dummy opponent of an unplayed round).
    """
    BUCHHOLZ_MEDIAN = "buchholz-median"
    """The same without the highest and the lowest of these totals (FIDE: median Buchholz, BH-M1)."""
    SONNEBORN_BERGER = "sonneborn-berger"
    """The totals of all opponents, each as often as points were won against them: twice for a victory, once for a draw (FIDE:
    Sonneborn-Berger, SB, the totals of the beaten and half of those of a draw; both doubled, so that nothing is halved). A round
    without a table counts as opponents with one's own total, by the points that it gave. It is asked for where victories count 2:
    totals of points may be below 0, and beating somebody would then be worth less than losing to them.
    """
    CUMULATIF = "cumulatif"
    """The sum of the totals after each round (FIDE: sum of progressive scores, PS): who was ahead early met the stronger ones."""
    MATCHS = "matchs"
    """The number of matches (all tricks of a donne to one camp)."""
    CARTE = "carte"
    """The card that was drawn before witnesses; the organiser records its value. It separates competitors once all who are level have
    one.
    """


USUAL: tuple[TieBreak, ...] = (TieBreak.PARTIES, TieBreak.MATCHS, TieBreak.CARTE)
"""The order of a *match au cochon*."""
OF_OPPONENTS = frozenset({TieBreak.BUCHHOLZ, TieBreak.BUCHHOLZ_MEDIAN, TieBreak.SONNEBORN_BERGER})
"""Criteria that add up over opponents, and so ask for as many of them at every table."""


class Met(NamedTuple):
    """An opponent of one round."""

    number: int
    worth: int
    """2 for a victory over them, 1 for a draw."""


@dataclass(frozen=True)
class Result:
    """Result of one round (from 1) for one competitor; after a `bye` they sat out and were credited."""

    round: int
    points: int
    matches: int = 0
    bye: bool = False
    missed: bool = False
    """Whether they were not there; the points are what the tournament makes of that."""
    made: int = 0
    """The points of the sheet."""
    difference: int = 0
    """The same, less those of the other camp."""
    won: bool = False
    """Whether they were alone in front."""
    met: tuple[Met, ...] = ()
    """The opponents."""


@dataclass(frozen=True)
class Competitor:
    """A player, or a pair that plays together all evening and has the lower of its two numbers."""

    number: int
    results: tuple[Result, ...] = ()
    card: int = 0
    """Value of the card that was drawn to separate competitors who are level; 0 for none."""
    credit: int = 0
    """Points that the organiser gave, or took where negative. They count in the total and in no tie-break."""


@dataclass(frozen=True)
class Everybody:
    """All competitors, and what their criteria are computed from."""

    competitors: Mapping[int, Competitor]
    totals: Mapping[int, int]
    """By competitor, without credits."""
    wins: Wins = Wins.HIGH
    """Which total is ahead."""
    sheet: Wins = Wins.HIGH
    """Which points of a sheet are ahead."""

    def figure(self, tie: TieBreak, number: int) -> int:
        """A criterion that is a number, as it is shown."""
        return _FIGURES[tie](self, self.competitors[number])

    def keys(self, tie: TieBreak, level: Sequence[int]) -> list[tuple[int, ...]]:
        """For each of those who are level so far what a criterion gives; more is ahead."""
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
        of_sheet = tie in {TieBreak.POINTS, TieBreak.DIFFERENCE}
        way = self.sheet if of_sheet else Wins.HIGH if tie in _COUNTED else self.wins
        return [(self._ahead(self.figure(tie, number), way),) for number in level]

    @staticmethod
    def _ahead(figure: int, way: Wins) -> int:
        return -figure if way is Wins.LOW else figure

    @cached_property
    def rounds(self) -> int:
        """Number of rounds that count."""
        return max((result.round for each in self.competitors.values() for result in each.results), default=0)

    @cached_property
    def usual(self) -> int:
        """Number of opponents at a table."""
        results = (result for each in self.competitors.values() for result in each.results)
        return max((len(result.met) for result in results), default=0)

    def opponents(self, who: Competitor) -> list[int]:
        """The totals of all opponents; those of a round without a table have one's own."""
        met = [self.totals[other.number] for result in who.results for other in result.met]
        unplayed = self.rounds - sum(bool(result.met) for result in who.results)
        return met + [self.totals[who.number]] * (unplayed * self.usual)

    def beaten(self, who: Competitor) -> int:
        """The totals of all opponents, each by the points won against them."""
        met = sum(self.totals[other.number] * other.worth for result in who.results for other in result.met)
        given = sum(min(max(result.points, 0), 2) for result in who.results if not result.met)
        return met + given * self.usual * self.totals[who.number]

    def progressive(self, who: Competitor) -> int:
        """The sum of the totals after each round."""
        return sum(result.points * (self.rounds - result.round + 1) for result in who.results)


_COUNTED = frozenset({TieBreak.VICTOIRES, TieBreak.MATCHS})


def _best_first(who: Competitor, wins: Wins) -> list[Result]:
    sign = 1 if wins is Wins.LOW else -1
    return sorted(who.results, key=lambda result: (sign * result.points, result.round))


def _encounters(people: Sequence[Competitor]) -> list[tuple[int, ...]]:
    """Points of each against the others; nothing for all unless everybody met everybody."""
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
FIGURES = tuple(tie for tie in _FIGURES if tie is not TieBreak.MATCHS)
"""Criteria that are a number of their own, which the ranking shows in a column."""


@dataclass(frozen=True, kw_only=True)
class Standing:
    """One line of the ranking."""

    rank: int = 0
    """From 1; all competitors who are level share it."""
    number: int
    total: int
    counted: tuple[Result, ...]
    """The results that make the total, with the credit, in the order of the rounds; the tournament drops the worst ones."""
    dropped: tuple[Result, ...]
    byes: int
    matches: int
    credit: int = 0
    shared: bool = False
    """Whether another competitor has the same rank."""
    figures: Mapping[TieBreak, int] = field(default_factory=dict)
    """Values of the tie-breaks that are a number, in their order."""
    behind_by: TieBreak | None = None
    """The tie-break that puts this line behind the one above it, with the same total; `None` where the total does."""
    prizes: tuple[str, ...] = ()
    """The prizes of this rank; where it is shared, the prizes of all its places."""
    winners: int = 1
    """Number of competitors of this rank who share its prizes."""


def rank(
    competitors: Iterable[Competitor],
    *,
    counting: int | None = None,
    ties: Sequence[TieBreak] = USUAL,
    wins: Wins = Wins.HIGH,
    sheet: Wins = Wins.HIGH,
) -> tuple[Standing, ...]:
    """Rank the competitors, the best first; level ones in the order of their numbers.

    `counting` is how many results count, the best ones ("three of four"); all of them if `None`. `wins` is which total
    is ahead, `sheet` which points of a sheet.
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
    """Lines of a ranking by their keys, the best first: the key of those above, its own, and the line with its rank."""
    over, place = None, 1
    for key, group in groupby(lines, key=itemgetter(0)):
        level = [line for _, line in group]
        yield from ((over, key, replace(line, rank=place, shared=len(level) > 1)) for line in level)
        over, place = key, place + len(level)


def with_prizes(
    standings: Iterable[Standing], prizes: Sequence[str], without: Collection[int] = ()
) -> tuple[Standing, ...]:
    """The ranking with its prizes: what the first, the second and so on get of those who are not in `without`."""
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
    """The competitors with the most matches, and that number; no competitors where no match was made."""
    counts = {each.number: sum(result.matches for result in each.results) for each in competitors}
    best = max(counts.values(), default=0)
    return tuple(sorted(number for number, count in counts.items() if count == best > 0)), best


def level(standings: Sequence[Standing]) -> tuple[tuple[int, ...], ...]:
    """The groups that share a rank and would have to draw cards."""
    shared = [line for line in standings if line.shared]
    groups = groupby(shared, key=lambda line: line.rank)
    return tuple(tuple(line.number for line in group) for _, group in groups)


def separated_by_card(standings: Sequence[Standing]) -> tuple[tuple[int, ...], ...]:
    """The groups that only a card separates, whether their cards are drawn or not."""
    groups: list[list[int]] = []
    rank_ = 0
    for line in standings:
        if not groups or (line.rank != rank_ and line.behind_by is not TieBreak.CARTE):
            groups.append([])
        groups[-1].append(line.number)
        rank_ = line.rank
    return tuple(tuple(group) for group in groups if len(group) > 1)


Key = tuple[int, tuple[tuple[int, ...], ...]]
"""The total, then a figure (or several) for each tie-break; a higher key is ahead, so low totals are negated."""


def _line(competitor: Competitor, counting: int | None, wins: Wins) -> Standing:
    """A competitor's figures without their place."""
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
    """The key of each competitor. A tie-break is asked of those whom the total and the ones before it left level."""
    sign = -1 if everybody.wins is Wins.LOW else 1
    keys: dict[int, Key] = {number: (sign * line.total, ()) for number, line in lines.items()}
    for tie in ties:
        groups: dict[Key, list[int]] = {}
        for number, key in keys.items():
            groups.setdefault(key, []).append(number)
        for (total, before), group in groups.items():
            for number, figures in zip(group, everybody.keys(tie, group), strict=True):
                keys[number] = (total, (*before, figures))
    return keys


def behind(above: Key | None, key: Key, ties: Sequence[Tie]) -> Tie | None:
    """Which tie-break puts a key behind the one above it, which is another key; `None` where the total does, or nothing is above."""
    if above is None or above[0] != key[0]:
        return None
    return next(tie for tie, upper, lower in zip(ties, above[1], key[1], strict=True) if upper != lower)


@dataclass(frozen=True, kw_only=True)
class TeamStanding:
    """One line of the ranking of teams."""

    rank: int = 0
    """From 1; all teams that are level share it."""
    team: str
    total: int
    counted: tuple[int, ...]
    """The members whose totals are added, the best first."""
    others: tuple[int, ...]
    shared: bool = False


def rank_teams(
    teams: Mapping[str, Mapping[int, int]], size: int, wins: Wins = Wins.HIGH
) -> tuple[TeamStanding, ...]:
    """Rank teams by what their members made, the best first; the totals of the best `size` members count.

    So the Fédération française de tarot ranks teams of two and four whose members play for themselves, and never meet.
    Teams with more members that count are ahead of those with fewer: theirs is no whole total. Level ones are separated by
    their best member, then by the second and so on; those that this leaves level share the rank, in the order of their names.
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
