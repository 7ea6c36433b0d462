"""The deep tests, which `make soak` runs: sampled as a rule, with full numbers when `SOAK=full`."""

from __future__ import annotations

import os

FULL = os.environ.get("SOAK") == "full"
"""Whether the full numbers are wanted, which take hours; a sample takes a quarter of an hour."""


def amount(sampled: int, full: int) -> int:
    """Return how often something is done: the sample's number, or the full one."""
    return full if FULL else sampled
