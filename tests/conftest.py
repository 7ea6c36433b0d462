"""What all tests share: Hypothesis profiles, the cast, every game of the catalogue."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

from scorekeeper.catalogue import GAMES
from scorekeeper.kit.unit import Game

CAST = ("Alice", "Bruno", "Chloé", "David", "Émile", "Fanny")
"""Who sits at the tables of the tests, in order of play."""

# The same examples each time, so that a red run can be run again; `deep` looks elsewhere, for a night.
settings.register_profile(
    "ci",
    max_examples=50,
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
)
settings.register_profile("deep", settings.get_profile("ci"), max_examples=2000, derandomize=False)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


@pytest.fixture
def cast() -> tuple[str, ...]:
    return CAST


@pytest.fixture(params=GAMES, ids=lambda game: game.key)
def game(request: pytest.FixtureRequest) -> Game:
    """Every game of the catalogue, one after the other."""
    found: Game = request.param
    return found
