"""Calls of the package's functions during an act."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from types import CodeType, FrameType
from typing import Any

from tests import house


def calls_of(act: Callable[[], Any]) -> Counter[CodeType]:
    """Return how often an act calls each function of the package, without lambdas and comprehensions."""
    run: Counter[CodeType] = Counter()

    def note(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(str(house.PACKAGE)) and code.co_name[0] != "<":
            run[code] += 1

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        act()
    finally:
        sys.setprofile(before)
    return run
