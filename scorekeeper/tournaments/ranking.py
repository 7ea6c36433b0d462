"""The ranking of a tournament from what its tables gave, with who is who."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.rules.standings import Competitor, Result, Standing, level, most_matches, rank
from scorekeeper.tournaments.model import Round, TableResult, Tournament


@dataclass(frozen=True)
class Line:
    """One line of the ranking, with who it is."""

    standing: Standing
    numbers: tuple[int, ...]
    """The player, or both of a pair."""
    names: tuple[str, ...]
    clubs: tuple[str, ...]
    rounds: tuple[Result | None, ...]
    """What each round gave; `None` where they did not play or nothing is known yet."""
    present: bool


@dataclass(frozen=True)
class Ranking:
    """The ranking, and what it depends on."""

    lines: tuple[Line, ...]
    through: int
    """The latest round that it takes in."""
    provisional: bool
    """Whether a round that it takes in is not closed yet."""
    level: tuple[tuple[int, ...], ...]
    """Those who share a rank, for whom a card could be drawn; a pair by its lower number."""
    matches: tuple[tuple[int, ...], int]
    """Who made the most matches, and how many."""
    mark: str = ""
    """Differs from that of another ranking of the same tournament when the ranking does."""


def ranking(
    t: Tournament, results: Mapping[int, TableResult], through: int | None = None, mark: str = ""
) -> Ranking:
    """The ranking of a tournament.

    Args:
        t: the tournament.
        results: what its tables gave, by partie.
        through: the latest round to take in; all of them unless told.
        mark: the ranking's.
    """
    rounds = t.rounds if through is None else t.rounds[:through]
    by_number = results_by_number(t, results, rounds)
    units = [(one, *_mates(t, one)) for one in _heads_of_units(t)]
    competitors = [
        Competitor(unit[0], tuple(by_number[unit[0]]), max(t.cards.get(number, 0) for number in unit))
        for unit in units
        if by_number[unit[0]] or any(t.entrant(number).present for number in unit)
    ]
    counting = t.options.rounds - t.options.drop if t.options.drop else None
    lines = rank(competitors, counting=counting, ties=t.options.ties, prizes=t.options.prizes, wins=t.wins)
    members = {unit[0]: unit for unit in units}
    return Ranking(
        tuple(_line(t, line, members[line.number], by_number[line.number], len(rounds)) for line in lines),
        len(rounds),
        any(not one.closed for one in rounds),
        level(lines) if any(line.counted for line in lines) else (),
        most_matches(competitors),
        mark,
    )


def _heads_of_units(t: Tournament) -> list[int]:
    """The players, or of each pair the one with the lower number."""
    if not t.in_pairs:
        return [one.number for one in t.entrants]
    return [
        one.number for one in t.entrants if one.partner is None or one.number < _latest_mate(t, one.number)
    ]


def _latest_mate(t: Tournament, number: int) -> int:
    """The partner, if they are each other's; a pair that was parted counts for both by themselves."""
    mate = t.entrant(number).partner
    return mate if mate is not None and t.entrant(mate).partner == number else 10**9


def _mates(t: Tournament, number: int) -> tuple[int, ...]:
    mate = _latest_mate(t, number) if t.in_pairs else 10**9
    return (mate,) if mate < 10**9 else ()


def results_by_number(
    t: Tournament, results: Mapping[int, TableResult], rounds: tuple[Round, ...]
) -> dict[int, list[Result]]:
    """What each entrant got in these rounds, as far as it is known."""
    found: dict[int, list[Result]] = {one.number: [] for one in t.entrants}
    for one in rounds:
        for number in one.byes:
            found[number].append(Result(one.number, t.options.bye or 0, bye=True))
        for table in one.tables:
            result = results.get(table.partie)
            if result is None:
                continue
            for column, numbers in enumerate(t.columns_of(table)):
                for number in numbers:
                    found[number].append(Result(one.number, result.points[column], result.matches[column]))
    return found


def _line(t: Tournament, line: Standing, unit: tuple[int, ...], results: list[Result], rounds: int) -> Line:
    by_round = {one.round: one for one in results}
    people = [t.entrant(number) for number in unit]
    return Line(
        line,
        unit,
        tuple(one.name for one in people),
        tuple(dict.fromkeys(one.club for one in people if one.club)),
        tuple(by_round.get(number) for number in range(1, rounds + 1)),
        any(one.present for one in people),
    )


def ranked_numbers(t: Tournament) -> list[int]:
    """The entrants, the best first, by the rounds that are closed."""
    closed = tuple(one for one in t.rounds if one.closed)
    found = ranking(t, t.results, len(closed))
    return [number for line in found.lines for number in line.numbers]
