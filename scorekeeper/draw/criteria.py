"""Tie-breaks between competitors with the same total: each criterion, and how it is computed from what was played.

Criteria have the names that federations give them: FIDE, *Handbook* C.07, Tie-Break Regulations (2024), for those that are played
by the Swiss system; contests of belote and pétanque count victories first, then points or their difference (*goal-average*).
Points that the organiser gave or took count in no criterion.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from scorekeeper.cards.rules.contract import Wins


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
                return [
                    tuple(self._ahead(result.points, self.wins) for result in _best_first(each, self.wins))
                    for each in people
                ]
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
    against = [
        [met for result in each.results for met in result.met if met.number in level] for each in people
    ]
    if not all(
        {met.number for met in mine} | {each.number} == level
        for each, mine in zip(people, against, strict=True)
    ):
        return [()] * len(people)
    return [(sum(met.worth for met in mine),) for mine in against]


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
