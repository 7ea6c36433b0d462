"""The memory of the server stays what it is, however much is asked of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from benchmarks import memory
from tests.soak import amount
from tests.web.process import served

MEGABYTES = 20
"""By how much it may grow over 100,000 requests, counted from the first tenth of them."""


def test_the_memory_of_the_server_stays_flat(tmp_path: Path, counted: Callable[[str, int], None]) -> None:
    with served(tmp_path / "data") as running:
        samples = list(memory.memory(running.port, amount(4_000, 100_000), 1000))
    assert memory.growth(samples) < MEGABYTES, samples
    counted("megabytes of memory gained", round(memory.growth(samples)))
