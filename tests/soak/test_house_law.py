"""Many random declared games, checked as every normal test run checks a few: each ends, with a winner who is still in."""

from __future__ import annotations

import pytest

from tests.cards.games.test_house_law import judge
from tests.soak import FULL


@pytest.mark.parametrize("seed", range(24, 2000 if FULL else 150))
def test_random_game_ends_with_a_winner_still_in(seed: int) -> None:
    judge(seed)
