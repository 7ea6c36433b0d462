"""Properties of declared games used by tournaments."""

from __future__ import annotations

import pytest

from scorekeeper.cards.rules.contract import Fault
from scorekeeper.tournaments.options import Options, resolved
from tests.cards.games.test_maison import made, text


@pytest.mark.parametrize(
    ("name", "changes", "settings", "bye"),
    [
        # The declared figures, for the declared number of manches.
        ("skyjo", {}, {}, 100),
        ("skyjo", {}, {"lignes": 10}, 200),
        ("skyjo", {"lignes = 5\n": ""}, {}, 100),
        # Half the total that ends it.
        ("skyjo", {"lignes = 5\nexempt = 100\n": ""}, {}, 50),
        # The examples' mean line, 327 points in 15 figures, for each manche.
        ("skyjo", {"exempt = 100\n": ""}, {}, 105),
        # The examples' mean total at an end: 70, 50 and 540.
        ("phase-10", {}, {}, 220),
        ("molkky", {}, {}, 25),
        # Half of 105, 30, 30, 25, 30, 40, 50 and 30.
        ("yams", {}, {}, 170),
    ],
)
def test_bye_is_worth_this_by_the_definition(
    name: str, changes: dict[str, str], settings: dict[str, int], bye: int
) -> None:
    toml = text(name)
    for before, after in changes.items():
        assert before in toml
        toml = toml.replace(before, after)
    faults: list[Fault] = []
    assert resolved(made(toml), Options(), settings, faults).bye == bye
    assert faults == []
