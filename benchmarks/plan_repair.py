"""Share of slips that stay valid when a plan is repaired before each later round of random evenings.

    python -m benchmarks.plan_repair [--evenings 1000] [--first 0]

16 to 120 people, four rounds, up to three people coming or leaving between two rounds. The share is of those present who had a slip:
table and partner must be the same in every coming round, over all repairs of an evening. Times are CPU seconds of this process.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Sequence

from tests.draw.evenings import RepairFigures, evening

MEDIAN, TENTH = 0.80, 0.50


def share(repaired: Sequence[RepairFigures]) -> float:
    """Return the share of slips, from 0 to 1, that stay valid over all repairs of an evening, which has one repair or more."""
    return sum(each.kept for each in repaired) / sum(each.had for each in repaired)


def report(name: str, value: str, *, met: bool) -> bool:
    """Print `met` or `MISS` with a figure's name and value, and return `met`."""
    print(f"{'met ' if met else 'MISS'}  {name}: {value}")
    return met


def main() -> int:
    """Play `--evenings` random evenings with repairs, of seeds from `--first` on. Print slips kept, repeats and times. Return 1 if
    a requirement is missed, else 0.
    """
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--evenings", type=int, default=1000)
    arguments.add_argument("--first", type=int, default=0)
    asked = arguments.parse_args()
    times: list[float] = []
    evenings: list[list[RepairFigures]] = []
    for seed in range(asked.first, asked.first + asked.evenings):
        start = time.process_time()
        if repaired := list(evening(seed)):
            evenings.append(repaired)
            times.append(time.process_time() - start)
    shares = sorted(map(share, evenings))
    plans = [each for repaired in evenings for each in repaired]
    worst = shares[len(shares) // 10]
    above = [each for each in plans if each.repeats > each.redraw + 1]
    without = sum(each.repeats == 0 for each in plans)
    print(f"{len(evenings)} evenings with changes, {len(plans)} repaired plans")
    results = [
        report(
            "slips kept, median",
            f"{statistics.median(shares):.1%} (>= {MEDIAN:.0%})",
            met=statistics.median(shares) >= MEDIAN,
        ),
        report(
            "slips kept, worst tenth",
            f"{worst:.1%} (>= {TENTH:.0%}), worst {shares[0]:.1%}",
            met=worst >= TENTH,
        ),
        report("repeats above a full redraw plus one", str(len(above)), met=not above),
        report("no repeated meeting at all", f"{without} of {len(plans)} plans", met=True),
        report("plans with a repeated partner", str(sum(each.partners > 0 for each in plans)), met=True),
        report("byes differ by more than one", str(sum(each.bye_gap > 1 for each in plans)), met=True),
    ]
    print(f"CPU of an evening: median {statistics.median(times):.2f} s, longest {max(times):.2f} s")
    return 0 if all(results) else 1


if __name__ == "__main__":
    raise SystemExit(main())
