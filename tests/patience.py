"""Waiting for conditions, with a timeout that depends on the progress of the processes."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import os
import time
from collections.abc import Callable
from pathlib import Path

PERIODS = 10
"""Most periods of waiting, however much progress there is."""


def effort() -> int:
    """Return the processor time that the running descendants of this process have used, in tenths of seconds.

    An idle server uses one in two minutes; a working one uses more, also on a busy machine.
    """
    family: dict[int, list[int]] = {}
    took: dict[int, int] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        # A process may end while the others are being read.
        with contextlib.suppress(OSError):
            fields = stat.read_text().rpartition(")")[2].split()
            number = int(stat.parent.name)
            family.setdefault(int(fields[1]), []).append(number)
            took[number] = int(fields[11]) + int(fields[12])
    ours, heirs = 0, list(family.get(os.getpid(), ()))
    while heirs:
        number = heirs.pop()
        ours += took[number]
        heirs += family.get(number, ())
    return 10 * ours // os.sysconf("SC_CLK_TCK")


async def until_in_loop(true: Callable[[], object]) -> None:
    """Poll until `true()` holds, while other tasks of the event loop run."""
    async with asyncio.timeout(120):
        while not true():  # noqa: ASYNC110 - most conditions have no event
            await asyncio.sleep(0.01)


def until(
    true: Callable[[], object],
    seconds: float = 30.0,
    what: str = "it did not happen",
    moved: Callable[[], object] = effort,
    pause: Callable[[float], object] = time.sleep,
) -> None:
    """Poll until `true()` holds.

    Args:
        true: The condition. A refused or unanswered request in it is retried.
        seconds: Length of a period.
        what: Message of the failure.
        moved: Measures progress; waiting ends with a failure after a period without any, which means a hang.
        pause: Waits for the given seconds between two polls.
    """
    before: object = None
    between = 0.001
    for _ in range(PERIODS):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            with contextlib.suppress(OSError, http.client.HTTPException):
                if true():
                    return
            pause(between)
            between = min(0.05, 1.5 * between)
        before, last = moved(), before
        if before == last:
            break
    raise AssertionError(what)
