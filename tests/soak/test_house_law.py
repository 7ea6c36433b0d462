"""Many random games of the form, by the law that a few of them keep in every run."""

from __future__ import annotations

import pytest

from tests.cards.games.test_house_law import judge
from tests.soak import FULL


@pytest.mark.parametrize("seed", range(24, 2000 if FULL else 150))
def test_a_random_game_ends_rightly(seed: int) -> None:
    judge(seed)
