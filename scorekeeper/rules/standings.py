"""The ranking of a tournament, from what each partie gave.

The totals of the parties decide, the highest or the lowest one first. Competitors with the same total are separated by the
tournament's tie-breaks, in their order; those that no tie-break separates share the rank (1, 2, 2, 4). The ranking follows
from the results alone: nothing is carried from one call to the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from scorekeeper.rules.contract import Wins


class TieBreak(StrEnum):
    """What separates competitors with the same total. More matches and the higher card are ahead."""

    PARTIES = "parties"
    """The best single partie; where it is the same the second best, and so on. Dropped parties are compared too."""
    MATCHS = "matchs"
    """The number of matches (all tricks of a donne to one camp)."""
    CARTE = "carte"
    """The card that was drawn before witnesses; the organiser records its value. It tells once all who are level have one."""


USUAL: tuple[TieBreak, ...] = (TieBreak.PARTIES, TieBreak.MATCHS, TieBreak.CARTE)
"""The order of a *match au cochon*."""


@dataclass(frozen=True)
class Result:
    """What one round gave one competitor."""

    round: int
    """Number of the round, from 1."""
    points: int
    matches: int = 0
    bye: bool = False
    """Whether they sat out and were credited."""


@dataclass(frozen=True)
class Competitor:
    """Who is ranked: a player, or a pair that plays together all evening."""

    number: int
    """The number that was given at registration; of a pair, the lower of the two."""
    results: tuple[Result, ...] = ()
    card: int = 0
    """Value of the card that was drawn to tell those level apart; 0 for none."""


@dataclass(frozen=True)
class Standing:
    """One line of the ranking."""

    rank: int
    """From 1; shared by all who are level."""
    number: int
    total: int
    """Sum of the results that count."""
    counted: tuple[Result, ...]
    """The results that make the total, in the order of the rounds."""
    dropped: tuple[Result, ...]
    """The worst ones, which the tournament leaves out."""
    byes: int
    matches: int
    shared: bool
    """Whether somebody else has the same rank."""
    behind_by: TieBreak | None
    """The tie-break that puts this line behind the one above it, with the same total; `None` where the total does."""
    prizes: tuple[str, ...] = ()
    """The prizes of this rank; those who share it share the prizes of all its places."""


def rank(
    competitors: Iterable[Competitor],
    *,
    counting: int | None = None,
    ties: Sequence[TieBreak] = USUAL,
    prizes: Sequence[str] = (),
    wins: Wins = Wins.HIGH,
) -> tuple[Standing, ...]:
    """Rank the competitors, the best first; level ones in the order of their numbers.

    Args:
        competitors: everybody with their results.
        counting: how many results count, the best ones ("three of four"); all of them if `None`.
        ties: the tie-breaks, in order.
        prizes: what the first, the second and so on get.
        wins: which total is ahead.
    """
    lines = _all_drawn([_line(one, counting, ties, wins) for one in competitors], ties)
    lines.sort(key=lambda line: (line[0], -line[1].number), reverse=True)
    standings: list[Standing] = []
    place = 0
    while place < len(lines):
        key, size = lines[place][0], 0
        while place + size < len(lines) and lines[place + size][0] == key:
            size += 1
        behind = _behind(lines[place - 1][0], key, ties) if place else None
        won = tuple(prizes[place : place + size])
        standings.extend(
            _standing(found, place + 1, shared=size > 1, behind_by=behind, prizes=won)
            for _, found in lines[place : place + size]
        )
        place += size
    return tuple(standings)


def most_matches(competitors: Iterable[Competitor]) -> tuple[tuple[int, ...], int]:
    """Who made the most matches (several when they made as many), and how many; nobody when there was none."""
    counts = {one.number: sum(result.matches for result in one.results) for one in competitors}
    best = max(counts.values(), default=0)
    if best == 0:
        return (), 0
    return tuple(sorted(number for number, count in counts.items() if count == best)), best


def level(standings: Sequence[Standing]) -> tuple[tuple[int, ...], ...]:
    """The groups that share a rank, for whom a card would have to be drawn."""
    groups: dict[int, list[int]] = {}
    for line in standings:
        if line.shared:
            groups.setdefault(line.rank, []).append(line.number)
    return tuple(tuple(group) for group in groups.values())


def told_by_card(standings: Sequence[Standing]) -> tuple[tuple[int, ...], ...]:
    """The groups that nothing but a card tells apart, whether their cards are drawn or not."""
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


@dataclass(frozen=True)
class _Sums:
    number: int
    total: int
    counted: tuple[Result, ...]
    dropped: tuple[Result, ...]
    byes: int
    matches: int


def _line(one: Competitor, counting: int | None, ties: Sequence[TieBreak], wins: Wins) -> tuple[Key, _Sums]:
    sign = -1 if wins is Wins.LOW else 1
    best = sorted(one.results, key=lambda result: (-sign * result.points, result.round))
    cut = len(best) if counting is None else max(counting, 0)
    counted, dropped = best[:cut], best[cut:]
    sums = _Sums(
        one.number,
        sum(result.points for result in counted),
        tuple(sorted(counted, key=lambda result: result.round)),
        tuple(sorted(dropped, key=lambda result: result.round)),
        sum(result.bye for result in one.results),
        sum(result.matches for result in one.results),
    )
    figures: Mapping[TieBreak, tuple[int, ...]] = {
        TieBreak.PARTIES: tuple(sign * result.points for result in best),
        TieBreak.MATCHS: (sums.matches,),
        TieBreak.CARTE: (one.card,),
    }
    return (sign * sums.total, tuple(figures[tie] for tie in ties)), sums


def _all_drawn(lines: list[tuple[Key, _Sums]], ties: Sequence[TieBreak]) -> list[tuple[Key, _Sums]]:
    """The lines with the cards set aside of those who wait for somebody level with them to draw."""
    if TieBreak.CARTE not in ties:
        return lines
    at = ties.index(TieBreak.CARTE)
    waiting = {(key[0], key[1][:at]) for key, _ in lines if key[1][at] == (0,)}
    return [
        ((key[0], (*key[1][:at], (0,), *key[1][at + 1 :])), sums)
        if (key[0], key[1][:at]) in waiting
        else (key, sums)
        for key, sums in lines
    ]


def _behind(above: Key, key: Key, ties: Sequence[TieBreak]) -> TieBreak | None:
    if above[0] != key[0]:
        return None
    return next((tie for tie, one, two in zip(ties, above[1], key[1], strict=True) if one != two), None)


def _standing(
    sums: _Sums, rank_: int, *, shared: bool, behind_by: TieBreak | None, prizes: tuple[str, ...]
) -> Standing:
    return Standing(
        rank_,
        sums.number,
        sums.total,
        sums.counted,
        sums.dropped,
        sums.byes,
        sums.matches,
        shared,
        behind_by,
        prizes,
    )
