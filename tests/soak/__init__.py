"""Long-running tests, run by `make soak`: a sample by default, full numbers with `SOAK=full`."""

from __future__ import annotations

import os

FULL = os.environ.get("SOAK") == "full"
"""Whether the environment has `SOAK=full`: the full numbers take hours, a sample a quarter of an hour."""


def amount(sampled: int, full: int) -> int:
    """Return a number of repetitions: `full` if `FULL`, else `sampled`."""
    return full if FULL else sampled
