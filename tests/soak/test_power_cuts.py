"""Disk states that a power cut can leave, hundreds, or thousands in full: each has all lines that were acknowledged."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.records.test_power_cut import survived_power_cuts
from tests.soak import amount


def test_no_power_cut_loses_an_acknowledged_line(tmp_path: Path, counted: Callable[[str, int], None]) -> None:
    survived = survived_power_cuts(tmp_path, amount(3, 60), rounds=amount(2, 8))
    assert survived >= amount(300, 20_000)
    counted("disks after a power cut", survived)
