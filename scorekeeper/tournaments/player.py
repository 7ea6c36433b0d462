"""One player's evening: where they sat, with whom, against whom, and what it gave."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.records.store import Store
from scorekeeper.rules.standings import Result
from scorekeeper.tournaments.model import Round, Tournament
from scorekeeper.tournaments.ranking import Line, results_by_number
from scorekeeper.tournaments.spectators import evening, standings


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
