"""The ranking of a tournament, from what each partie gave.

The totals of the parties, with what the organiser credited, decide, the highest or the lowest one first. Competitors with the
same total are separated by the tournament's tie-breaks, in their order; those that no tie-break separates share the rank (1, 2,
2, 4). The ranking follows from the results and credits alone: nothing is carried from one call to the next.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any, TypeVar

from scorekeeper.cards.rules.contract import Wins
from scorekeeper.draw.criteria import FIGURES, USUAL, Competitor, Everybody, Result, TieBreak


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
    placed_lines = sorted(lines.values(), key=lambda line: (keys[line.number], -line.number), reverse=True)
    standings: list[Standing] = []
    above: Key | None = None
    for key, group in groupby(placed_lines, key=lambda line: keys[line.number]):
        level_lines = [
            replace(line, figures={tie: everybody.figure(tie, line.number) for tie in shown})
            for line in group
        ]
        place, size = len(standings), len(level_lines)
        placed: dict[str, Any] = {
            "rank": place + 1,
            "shared": size > 1,
            "behind_by": behind(above, key, ties) if above else None,
        }
        standings += [replace(line, **placed) for line in level_lines]
        above = key
    return tuple(standings)


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
    counts = {
        competitor.number: sum(result.matches for result in competitor.results) for competitor in competitors
    }
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


Tie = TypeVar("Tie")
Key = tuple[int, tuple[tuple[int, ...], ...]]
"""The total, then a figure (or several) for each tie-break; a higher key is ahead, so low totals are negated."""


def _line(competitor: Competitor, counting: int | None, wins: Wins) -> Standing:
    """A competitor's figures without their place."""
    sign = -1 if wins is Wins.LOW else 1
    best = sorted(competitor.results, key=lambda result: (-sign * result.points, result.round))
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


def behind(above: Key, key: Key, ties: Sequence[Tie]) -> Tie | None:
    """Which tie-break puts a key behind the one above it, which is another key; `None` where the total does."""
    if above[0] != key[0]:
        return None
    return next(tie for tie, upper, lower in zip(ties, above[1], key[1], strict=True) if upper != lower)
