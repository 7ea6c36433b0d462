"""Evenings with faults, `room` with real browsers and `moving` with programs, in a network without a default route."""

from __future__ import annotations

from pathlib import Path

from tests.soak import amount
from tests.soak.alone import MACHINES, run_alone

WIFI = ("hotspot", "router")
"""Where the Wi-Fi comes from: the first laptop itself, which takes it down when it dies, or a router, which stays."""


def test_an_evening_of_faults_loses_no_line_and_no_device(tmp_path: Path) -> None:
    for turn in range(amount(1, 4)):
        folder = tmp_path / str(turn)
        folder.mkdir()
        run_alone(MACHINES, "tests.soak.room", folder, WIFI[turn % 2], seconds=900)


def test_laptop_that_moves_dies_and_wakes_loses_no_line(tmp_path: Path) -> None:
    output = run_alone(MACHINES, "tests.soak.moving", tmp_path, str(amount(2, 40)), seconds=900)
    assert "done" in output
