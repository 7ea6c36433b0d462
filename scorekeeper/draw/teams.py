"""The ranking of teams whose members play for themselves: the totals of the best of them, added.

So the Fédération française de tarot ranks teams of two and four in tournaments of free deals; members of a team never meet.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.cards.rules.contract import Wins
from scorekeeper.draw.standings import ranked


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
