"""A server killed eight times, or a thousand in full: no acknowledged line is lost or doubled."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.soak import amount
from tests.web import kills

CYCLES = amount(8, 50)
"""Number of times that one server is killed; its folder is then as full as a club's after some evenings."""


@pytest.mark.parametrize("part", range(amount(1, 20)))
def test_a_server_killed_again_and_again_loses_nothing(
    tmp_path: Path, part: int, counted: Callable[[str, int], None]
) -> None:
    acknowledged = kills.acknowledged_through_kills(tmp_path / f"data{part}", CYCLES)
    assert acknowledged >= 100 * CYCLES
    counted("kills", CYCLES)
    counted("acknowledged lines", acknowledged)
