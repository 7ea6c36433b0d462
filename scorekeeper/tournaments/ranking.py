"""The ranking of a tournament from what its tables gave, with the names of its entrants."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.rules.standings import Competitor, Result, Standing, level, most_matches, rank
from scorekeeper.tournaments.model import Round, TableResult, Tournament


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
