"""Prizes in tiers: "Bouteille × 40" is forty bottles."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby

_TIER = re.compile(r"(?:\s*×|\s[x*])\s*(\d{1,4})$")


def expanded(prizes: Iterable[str], most: int) -> tuple[str, ...]:
    """Every prize by itself; one more than `most` at most, so that too many are noticed."""
    every: list[str] = []
    for prize in prizes:
        tier = _TIER.search(prize)
        times = int(tier[1]) if tier and tier.start() else 0
        every += [prize[: tier.start()]] * min(times, most + 1) if tier and times else [prize]
    return tuple(every[: most + 1])


def in_tiers(prizes: Iterable[str]) -> tuple[str, ...]:
    """The same, with equal prizes that follow one another as one tier."""
    runs = ((prize, len(tuple(run))) for prize, run in groupby(prizes))
    return tuple(f"{prize} × {times}" if times > 1 else prize for prize, times in runs)
