"""Random evenings on which people come and go: most slips stand, and hardly anybody meets again."""

from __future__ import annotations

import statistics

from tests import soak
from tests.draw.evenings import evening

EVENINGS = soak.amount(10, 1000)


def test_most_slips_stand_and_the_figures_of_a_redraw_are_kept() -> None:
    shares = []
    for seed in range(5000, 5000 + EVENINGS):
        mended = list(evening(seed))
        for plan in mended:
            assert plan.repeats <= plan.redraw + 1, (seed, plan)
        if mended:
            shares.append(sum(plan.kept for plan in mended) / sum(plan.had for plan in mended))
    shares.sort()
    assert statistics.median(shares) >= 0.80
    assert shares[len(shares) // 10] >= 0.50
