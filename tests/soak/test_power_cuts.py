"""Thousands of disks that a power cut can leave behind: what was acknowledged is on each."""

from __future__ import annotations

from pathlib import Path

from tests.records.test_power_cut import survived_power_cuts
from tests.soak import amount


def test_no_power_cut_loses_an_acknowledged_line(tmp_path: Path) -> None:
    wanted = amount(2_000, 20_000)
    lines, rounds = amount(12, 60), amount(3, 8)
    assert survived_power_cuts(tmp_path, lines, rounds=rounds, most=wanted) == wanted
