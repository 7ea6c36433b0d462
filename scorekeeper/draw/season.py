"""Ranking of a season: season points of each evening, totals of the best evenings, and tie-breaks.

The season points of an evening follow from the ranking of that evening alone, so that no other evening changes them. Evenings
are in the order of their dates; only `SeasonTie.DERNIERE` depends on it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated

from scorekeeper.cards.rules.fields import Many, Record
from scorekeeper.cards.rules.kinds import Choice, Whole
from scorekeeper.draw.standings import Key, behind, ranked

MAX_EVENINGS = 60
MAX_WORTH = 100_000
MAX_TABLE = 200


class Worth(StrEnum):
    """Scale by which the ranking of an evening gives season points."""

    RANGS = "rangs"
    """Points by rank, from the table of the season; everybody with a shared rank gets the points of that rank."""
    BATTUS = "battus"
    """One point for each person ranked lower."""
    POINTS = "points"
    """The points scored that evening. All evenings must be of one game, and its highest total must win."""


class SeasonTie(StrEnum):
    """A tie-break between people with the same total; the higher value is ahead."""

    SOIREES = "soirees"
    """The best evening; if equal, the second best, and so on. Dropped evenings are compared too."""
    VICTOIRES = "victoires"
    """The number of evenings won."""
    MATCHS = "matchs"
    """The number of matches (all tricks of a donne to one camp), over all evenings."""
    PRESENCES = "presences"
    """The number of evenings attended."""
    DERNIERE = "derniere"
    """The season points of the last evening that was played; absent people are behind."""


USUAL_TABLE = (25, 18, 15, 12, 10, 8, 6, 4, 2, 1)
USUAL_TIES = (SeasonTie.SOIREES, SeasonTie.PRESENCES)
POINTS = Whole(0, MAX_WORTH)


@dataclass(frozen=True, kw_only=True)
class Terms:
    """Scoring rules of a season. The fields are also the keys of its JSON document."""

    worth: Worth = Worth.RANGS
    table: Annotated[tuple[int, ...], Many(POINTS, MAX_TABLE)] = USUAL_TABLE
    """Points of the first rank, of the second, and so on."""
    others: Annotated[int, POINTS] = 0
    """Points of each rank below those in the table."""
    attendance: Annotated[int, POINTS] = 0
    """Points for each evening attended, dropped evenings included."""
    best: Annotated[int, Whole(0, MAX_EVENINGS)] = 0
    """Number of best evenings that count; 0 for all."""
    planned: Annotated[int, Whole(0, MAX_EVENINGS)] = 0
    """Number of evenings planned; 0 when not decided."""
    ties: Annotated[tuple[SeasonTie, ...], Many(Choice(SeasonTie), len(SeasonTie))] = USUAL_TIES


TERMS: Record[Terms] = Record(Terms)


@dataclass(frozen=True, kw_only=True)
class Placing:
    """One person in the ranking of one evening."""

    person: str
    """Identifier of the person, the same in all evenings."""
    rank: int
    """Rank from 1; tied people share it."""
    points: int
    matches: int = 0


@dataclass(frozen=True, kw_only=True)
class SeasonStanding:
    """One line of the ranking of a season."""

    rank: int = 0
    """Rank from 1; tied people share it."""
    person: str
    total: int
    worths: tuple[int | None, ...]
    """Season points of each evening, without attendance points; `None` for an evening not attended."""
    dropped: frozenset[int]
    """Indexes, from 0, of the attended evenings that do not count."""
    came: int
    """Number of evenings attended."""
    wins: int
    matches: int
    shared: bool = False
    """Whether another person has the same rank."""
    behind_by: SeasonTie | None = None
    """The tie-break that puts this rank behind the one above; `None` when the total does, or nothing is above."""


def worths(evening: Sequence[Placing], terms: Terms) -> dict[str, int]:
    """Return the season points of an evening for each person who came, without attendance points."""
    if terms.worth is Worth.POINTS:
        return {placing.person: placing.points for placing in evening}
    if terms.worth is Worth.BATTUS:
        ranks = [placing.rank for placing in evening]
        return {placing.person: sum(rank > placing.rank for rank in ranks) for placing in evening}
    table = dict(enumerate(terms.table, 1))
    return {placing.person: table.get(placing.rank, terms.others) for placing in evening}


def rank_season(evenings: Sequence[Sequence[Placing]], terms: Terms) -> tuple[SeasonStanding, ...]:
    """Rank everybody who came to one of the evenings, given in the order of their dates. Tied people are in order of `person`."""
    gave = [worths(evening, terms) for evening in evenings]
    by_person: dict[str, list[Placing]] = {}
    for evening in evenings:
        for placing in evening:
            by_person.setdefault(placing.person, []).append(placing)
    last = next((worth for worth in reversed(gave) if worth), {})
    lines = []
    for person, placings in sorted(by_person.items()):
        worths_ = tuple(worth.get(person) for worth in gave)
        lines.append(_line(worths_, placings, last.get(person), terms))
    lines.sort(key=lambda line: line[0], reverse=True)
    return tuple(replace(line, behind_by=behind(over, key, terms.ties)) for over, key, line in ranked(lines))


def _line(
    gave: tuple[int | None, ...], placings: Sequence[Placing], last: int | None, terms: Terms
) -> tuple[Key, SeasonStanding]:
    """Return a person's sort key and standing, the latter without rank."""
    came = ((worth, place) for place, worth in enumerate(gave) if worth is not None)
    best = sorted(came, key=lambda evening: (-evening[0], evening[1]))
    cut = terms.best or len(best)
    line = SeasonStanding(
        person=placings[0].person,
        total=sum(worth for worth, _ in best[:cut]) + terms.attendance * len(best),
        worths=gave,
        dropped=frozenset(place for _, place in best[cut:]),
        came=len(best),
        wins=sum(placing.rank == 1 for placing in placings),
        matches=sum(placing.matches for placing in placings),
    )
    figures: Mapping[SeasonTie, tuple[int, ...]] = {
        SeasonTie.SOIREES: tuple(worth for worth, _ in best),
        SeasonTie.VICTOIRES: (line.wins,),
        SeasonTie.MATCHS: (line.matches,),
        SeasonTie.PRESENCES: (line.came,),
        SeasonTie.DERNIERE: () if last is None else (last,),
    }
    return Key(line.total, tuple(figures[tie] for tie in terms.ties)), line
