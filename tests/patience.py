"""Waiting for something that takes as long as the machine lets it."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import os
import time
from collections.abc import Callable
from pathlib import Path

PERIODS = 10
"""How many times the patience one waits at most, however much moves."""


def effort() -> int:
    """Tenths of seconds of the processor that the processes begun by this one took so far, without those that ended.

    A server that idles takes one in two minutes; one that is at work takes more, also on a machine that is busy otherwise.
    """
    family: dict[int, list[int]] = {}
    took: dict[int, int] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        # A process may end while the others are read.
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
    """Poll until `true()`, while the other tasks of the event loop go on."""
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
    """Poll until `true()`; fail when it stays false though nothing `moved` for so many seconds, which only a hang does.

    An unanswered or refused request is tried again. `pause` waits for the given seconds between two tries.
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
