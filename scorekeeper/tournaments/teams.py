"""Teams whose members play for themselves: who is in which, and the ranking of their totals. The word that `pair` has names them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from scorekeeper.cards.rules import names
from scorekeeper.draw.standings import Standing
from scorekeeper.draw.teams import TeamStanding, rank_teams
from scorekeeper.tournaments.model import Tournament


@dataclass(frozen=True, kw_only=True)
class TeamLine:
    """One line of the ranking of teams."""

    standing: TeamStanding
    name: str
    """As its first member wrote it."""
    members: tuple[tuple[int, str, int], ...]
    """Number, name and total of each, those first whose totals count."""

    def document(self) -> dict[str, Any]:
        """As plain data."""
        line = self.standing
        return {
            "rank": line.rank,
            "shared": line.shared,
            "name": self.name,
            "total": line.total,
            "counted": list(line.counted),
            "others": list(line.others),
        }


def team_members(t: Tournament) -> dict[str, tuple[int, ...]]:
    """The numbers of the members of each team, by the key of its name; none where nobody plays in teams."""
    teams: dict[str, tuple[int, ...]] = {}
    for entrant in t.entrants if t.options.team else ():
        if entrant.pair:
            key = names.key(entrant.pair)
            teams[key] = (*teams.get(key, ()), entrant.number)
    return teams


def odd_teams(t: Tournament) -> tuple[tuple[str, int], ...]:
    """The teams that have more or fewer members here than count, and how many."""
    here = {entrant.number for entrant in t.present}
    counts = [(members[0], len(here.intersection(members))) for members in team_members(t).values()]
    return tuple(
        (t.entrant(first).pair, count) for first, count in counts if count not in {0, t.options.team}
    )


def ranked_teams(t: Tournament, standings: Iterable[Standing]) -> tuple[TeamLine, ...]:
    """The ranking of teams, from that of their members."""
    totals = {line.number: line.total for line in standings}
    everybody = team_members(t)
    teams = {
        key: {number: totals[number] for number in members if number in totals}
        for key, members in everybody.items()
    }
    playing = {key: made for key, made in teams.items() if made}
    return tuple(
        TeamLine(
            standing=line,
            name=t.entrant(everybody[line.team][0]).pair,
            members=tuple(
                (number, t.entrant(number).name, totals[number]) for number in (*line.counted, *line.others)
            ),
        )
        for line in rank_teams(playing, t.options.team, t.wins)
    )
