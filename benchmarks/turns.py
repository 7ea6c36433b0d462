"""Measurement of the same job by several contenders in turn, so that load on the machine affects all of them."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping
from typing import TypeVar

T = TypeVar("T")

PATIENCE = 15.0
"""Seconds after which no further round of a job is started."""


def measure(rounds: int, job: T, printers: Mapping[str, Callable[[T], bytes]]) -> None:
    """Run a job with each of the `printers` in turn, `rounds` times or until `PATIENCE` seconds are over, and once in any case.

    Prints the median ms, its ratio to that of `Printer, tagged`, which must be one of them, and the size of the last result in
    kB.
    """
    times: dict[str, list[float]] = {name: [] for name in printers}
    sizes = {}
    until = time.perf_counter() + PATIENCE
    for done in range(rounds):
        if done and time.perf_counter() > until:
            break
        for name, printer in printers.items():
            begun = time.perf_counter()
            sizes[name] = len(printer(job))
            times[name].append(time.perf_counter() - begun)
    reference = statistics.median(times["Printer, tagged"])
    for name, taken in times.items():
        median = statistics.median(taken)
        print(
            f"  {name:24}{median * 1000:9.1f} ms  × {median / reference:6.2f}  {sizes[name] / 1000:8.1f} kB"
        )
