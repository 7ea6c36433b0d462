"""The ranking of teams, in literal numbers."""

from __future__ import annotations

from scorekeeper.cards.rules.contract import Wins
from scorekeeper.draw.standings import rank_teams


def test_the_totals_of_the_members_are_added() -> None:
    teams = {"bleus": {1: 300, 2: -50, 3: 10, 4: 0}, "rouges": {5: 100, 6: 100, 7: 100, 8: -30}}
    assert [(line.rank, line.team, line.total) for line in rank_teams(teams, 4)] == [
        (1, "rouges", 270),
        (2, "bleus", 260),
    ]


def test_of_a_larger_team_the_best_count() -> None:
    (line,) = rank_teams({"bleus": {1: 5, 2: 30, 3: 20, 4: 20, 5: -4}}, 3)
    assert (line.total, line.counted, line.others) == (70, (2, 3, 4), (1, 5))
    (line,) = rank_teams({"bleus": {1: 5, 2: 30, 3: 20, 4: 20}}, 2, Wins.LOW)
    assert (line.total, line.counted) == (25, (1, 3))


def test_team_lacking_a_member_is_behind_complete_teams() -> None:
    teams = {"bleus": {1: 1000}, "rouges": {5: 10, 6: 10}, "verts": {7: -90, 8: -80}}
    assert [line.team for line in rank_teams(teams, 2)] == ["rouges", "verts", "bleus"]
    # When the lowest total wins, fewer totals would always be best.
    assert [line.team for line in rank_teams(teams, 2, Wins.LOW)] == ["verts", "rouges", "bleus"]


def test_level_teams_rank_by_best_member_or_share_the_rank() -> None:
    teams = {
        "bleus": {1: 60, 2: 40},
        "rouges": {3: 70, 4: 30},
        "verts": {5: 40, 6: 60},
        "jaunes": {7: 10, 8: 10},
    }
    assert [(line.rank, line.team, line.shared) for line in rank_teams(teams, 2)] == [
        (1, "rouges", False),
        (2, "bleus", True),
        (2, "verts", True),
        (4, "jaunes", False),
    ]
    low = {"bleus": {1: 60, 2: 40}, "rouges": {3: 70, 4: 30}}
    assert [line.team for line in rank_teams(low, 2, Wins.LOW)] == ["rouges", "bleus"]
