"""The server is killed a hundred times, or a thousand: no acknowledged line is lost or doubled."""

from __future__ import annotations

from pathlib import Path

from tests.soak import amount
from tests.web import kills


def test_a_server_killed_again_and_again_loses_nothing(tmp_path: Path) -> None:
    cycles = amount(100, 1000)
    assert kills.acknowledged_through_kills(tmp_path / "data", cycles) >= cycles * kills.TABLETS
