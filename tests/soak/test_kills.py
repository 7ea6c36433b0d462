"""The server is killed a hundred times, or a thousand: no acknowledged line is lost or doubled."""

from __future__ import annotations

from pathlib import Path

from tests.soak import amount
from tests.web import kills

CYCLES = 20
"""Kills before the tablets begin new sheets in the same folder; a sheet takes 1,200 lines at most."""


def test_a_server_killed_again_and_again_loses_nothing(tmp_path: Path) -> None:
    for _ in range(amount(100, 1000) // CYCLES):
        assert kills.acknowledged_through_kills(tmp_path / "data", CYCLES) >= CYCLES * kills.TABLETS
