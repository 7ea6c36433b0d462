"""Memory of the server under a mixed load of requests: it grows by less than `MEBIBYTES`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from benchmarks import memory
from tests.soak import amount
from tests.web.process import served

MEBIBYTES = 20
"""MiB below which the growth over 100,000 requests must stay, counted from the first tenth of them."""


def test_the_memory_of_the_server_stays_flat(tmp_path: Path, counted: Callable[[str, int], None]) -> None:
    with served(tmp_path / "data") as running:
        samples = list(memory.memory(running.port, amount(4_000, 100_000), 1000))
    assert memory.growth(samples) < MEBIBYTES, samples
    counted("megabytes of memory gained", round(memory.growth(samples)))
