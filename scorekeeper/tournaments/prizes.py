"""The showing of the prizes, from the last to the first: a name stands beside a prize when it is that prize's turn."""

from __future__ import annotations

from dataclasses import replace

from scorekeeper.tournaments.finals import unprized
from scorekeeper.tournaments.model import Stage, Tournament
from scorekeeper.tournaments.rankings import Ranking, RankingLine

PrizeGroup = tuple[RankingLine, ...]
"""Those who are named at one tap: the people of a rank, and neighbours who get the same."""


def groups(ranking: Ranking) -> tuple[PrizeGroup, ...]:
    """Those who get prizes, the first ones first; nobody as long as the ranking is provisional."""
    won: list[list[RankingLine]] = []
    for line in ranking.lines if not ranking.provisional else ():
        if not line.standing.prizes:
            continue
        above = won[-1][-1].standing if won else None
        same = above is not None and (
            above.rank == line.standing.rank or set(above.prizes) == set(line.standing.prizes)
        )
        if same:
            won[-1].append(line)
        else:
            won.append([line])
    return tuple(map(tuple, won))


def hidden(t: Tournament, ranking: Ranking) -> tuple[PrizeGroup, ...]:
    """The groups whose turn has not come yet, where prizes are shown one by one."""
    every = groups(ranking)
    return every[: max(0, len(every) - t.reveal)] if t.reveal is not None else ()


def veiled(t: Tournament, ranking: Ranking) -> Ranking:
    """The ranking for the room: without those whose turn has not come, and without teams, which would tell of them."""
    waiting = {line.standing.number for group in hidden(t, ranking) for line in group}
    if not waiting:
        return ranking
    lines = tuple(line for line in ranking.lines if line.standing.number not in waiting)
    return replace(ranking, lines=lines, teams=(), matches=((), 0), mark=f"{ranking.mark}-{len(waiting)}")


def of_those_gone(t: Tournament, ranking: Ranking) -> tuple[tuple[RankingLine, bool], ...]:
    """Those who left and would have won a prize, and whether they get it all the same; nobody before the last round is closed,
    or once it is announced.
    """
    if ranking.provisional or t.stage is Stage.FINI:
        return ()
    without, lines, above = unprized(t), [], 0
    for line in ranking.lines:
        prized = line.standing.number not in without
        if not line.present and above < len(t.options.prizes):
            lines.append((line, prized))
        above += prized
    return tuple(lines)
