"""Random evenings with arrivals and departures: most slips stay valid, with one repeated meeting more than a redraw at most."""

from __future__ import annotations

import statistics

from tests import soak
from tests.draw.evenings import evening

EVENINGS = soak.amount(10, 1000)


def test_most_slips_stay_valid_and_repeats_match_a_redraw() -> None:
    shares = []
    for seed in range(5000, 5000 + EVENINGS):
        repaired = list(evening(seed))
        for plan in repaired:
            assert plan.repeats <= plan.redraw + 1, (seed, plan)
        if repaired:
            shares.append(sum(plan.kept for plan in repaired) / sum(plan.had for plan in repaired))
    shares.sort()
    assert statistics.median(shares) >= 0.80
    assert shares[len(shares) // 10] >= 0.50
