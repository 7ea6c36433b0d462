"""The ranking of a tournament, from what each partie gave.

The totals of the parties, with what the organiser credited, decide, the highest or the lowest one first. Competitors with the
same total are separated by the tournament's tie-breaks, in their order; those that no tie-break separates share the rank (1, 2,
2, 4). The ranking follows from the results and credits alone: nothing is carried from one call to the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import groupby
from typing import Any

from scorekeeper.rules.contract import Wins


class TieBreak(StrEnum):
    """What separates competitors with the same total. More matches and the higher card are ahead."""

    PARTIES = "parties"
    """The best single partie; where it is the same the second best, and so on. Dropped parties are compared too."""
    MATCHS = "matchs"
    """The number of matches (all tricks of a donne to one camp)."""
    CARTE = "carte"
    """The card that was drawn before witnesses; the organiser records its value. It separates competitors once all who are level have one."""


USUAL: tuple[TieBreak, ...] = (TieBreak.PARTIES, TieBreak.MATCHS, TieBreak.CARTE)
"""The order of a *match au cochon*."""


@dataclass(frozen=True)
class Result:
    """What one round (from 1) gave one competitor; after a `bye` they sat out and were credited."""

    round: int
    points: int
    matches: int = 0
    bye: bool = False
    missed: bool = False
    """Whether they were not there; the points are what the tournament makes of that."""


@dataclass(frozen=True)
class Competitor:
    """A player, or a pair that plays together all evening and has the lower of its two numbers."""

    number: int
    results: tuple[Result, ...] = ()
    card: int = 0
    """Value of the card that was drawn to separate competitors who are level; 0 for none."""
    credit: int = 0
    """Points that the organiser gave, or took where negative. They count in the total and in no tie-break."""


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
    behind_by: TieBreak | None = None
    """The tie-break that puts this line behind the one above it, with the same total; `None` where the total does."""
    prizes: tuple[str, ...] = ()
    """The prizes of this rank; where it is shared, the prizes of all its places."""


def rank(
    competitors: Iterable[Competitor],
    *,
    counting: int | None = None,
    ties: Sequence[TieBreak] = USUAL,
    prizes: Sequence[str] = (),
    wins: Wins = Wins.HIGH,
) -> tuple[Standing, ...]:
    """Rank the competitors, the best first; level ones in the order of their numbers.

    `counting` is how many results count, the best ones ("three of four"); all of them if `None`. `prizes` are what the first,
    the second and so on get; `wins` is which total is ahead.
    """
    lines = _all_drawn([_line(competitor, counting, ties, wins) for competitor in competitors], ties)
    lines.sort(key=lambda line: (line[0], -line[1].number), reverse=True)
    standings: list[Standing] = []
    above: Key | None = None
    for key, group in groupby(lines, key=lambda line: line[0]):
        level_lines = [line for _, line in group]
        place, size = len(standings), len(level_lines)
        placed: dict[str, Any] = {
            "rank": place + 1,
            "shared": size > 1,
            "behind_by": _behind(above, key, ties) if above else None,
            "prizes": tuple(prizes[place : place + size]),
        }
        standings += [replace(line, **placed) for line in level_lines]
        above = key
    return tuple(standings)


def most_matches(competitors: Iterable[Competitor]) -> tuple[tuple[int, ...], int]:
    """The competitors with the most matches, and that number; no competitors where no match was made."""
    counts = {
        competitor.number: sum(result.matches for result in competitor.results) for competitor in competitors
    }
    best = max(counts.values(), default=0)
    return tuple(sorted(number for number, count in counts.items() if count == best > 0)), best


def level(standings: Sequence[Standing]) -> tuple[tuple[int, ...], ...]:
    """The groups that share a rank and would have to draw cards."""
    groups: dict[int, list[int]] = {}
    for line in standings:
        if line.shared:
            groups.setdefault(line.rank, []).append(line.number)
    return tuple(tuple(group) for group in groups.values())


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


def _line(
    competitor: Competitor, counting: int | None, ties: Sequence[TieBreak], wins: Wins
) -> tuple[Key, Standing]:
    """A competitor's figures, and their line without its place."""
    sign = -1 if wins is Wins.LOW else 1
    best = sorted(competitor.results, key=lambda result: (-sign * result.points, result.round))
    cut = len(best) if counting is None else max(counting, 0)
    line = Standing(
        number=competitor.number,
        total=sum(result.points for result in best[:cut]) + competitor.credit,
        counted=tuple(sorted(best[:cut], key=lambda result: result.round)),
        dropped=tuple(sorted(best[cut:], key=lambda result: result.round)),
        byes=sum(result.bye for result in best),
        matches=sum(result.matches for result in best),
        credit=competitor.credit,
    )
    figures: Mapping[TieBreak, tuple[int, ...]] = {
        TieBreak.PARTIES: tuple(sign * result.points for result in best),
        TieBreak.MATCHS: (line.matches,),
        TieBreak.CARTE: (competitor.card,),
    }
    return (sign * line.total, tuple(figures[tie] for tie in ties)), line


def _all_drawn(lines: list[tuple[Key, Standing]], ties: Sequence[TieBreak]) -> list[tuple[Key, Standing]]:
    """The lines, without the card of a competitor while somebody level with them has none yet."""
    if TieBreak.CARTE not in ties:
        return lines
    at = ties.index(TieBreak.CARTE)
    waiting = {(key[0], key[1][:at]) for key, _ in lines if key[1][at] == (0,)}
    return [
        ((key[0], (*key[1][:at], (0,), *key[1][at + 1 :])), line)
        if (key[0], key[1][:at]) in waiting
        else (key, line)
        for key, line in lines
    ]


def _behind(above: Key, key: Key, ties: Sequence[TieBreak]) -> TieBreak | None:
    """Which tie-break puts a key behind the one above it, which is another key; `None` where the total does."""
    if above[0] != key[0]:
        return None
    return next(tie for tie, upper, lower in zip(ties, above[1], key[1], strict=True) if upper != lower)
