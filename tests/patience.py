"""Waiting for something that takes as long as the machine lets it."""

from __future__ import annotations

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


def until(
    true: Callable[[], object],
    seconds: float = 30.0,
    what: str = "it did not happen",
    moved: Callable[[], object] = effort,
) -> None:
    """Wait for something, and fail when it does not come though nothing `moved` for so many seconds.

    What was answered by nobody, or refused by a network, is tried again.
    """
    before = moved()
    for _ in range(PERIODS):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            with contextlib.suppress(OSError, http.client.HTTPException):
                if true():
                    return
            time.sleep(0.05)
        before, last = moved(), before
        if before == last:
            break
    raise AssertionError(what)
