"""Fixed randomness: the same tests draw the same values in each run, in any order and on any worker.

Only `make soak FULL=1` explores. Elsewhere:

- Hypothesis starts from the seed in `pyproject.toml` (`--hypothesis-seed`). Its own `derandomize` derives the seed from the
  source of each test, so that a renamed or edited test would draw new examples.
- Hypothesis draws no constants of the imported modules: which modules those are depends on the tests that ran before.
- `os.urandom`, and with it `secrets` and `uuid4`, restarts for each fixture and each test.

The Makefile fixes the order of sets with `PYTHONHASHSEED`.
"""

from __future__ import annotations

import os
import random

from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants

PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "ci")
EXPLORING = PROFILE == "deep" or os.environ.get("SOAK") == "full"
"""Whether each run draws other values, as the full soak does."""

SHEETS = 10_000 if PROFILE == "deep" else 50
"""Random sheets of each game in a law of changed sheets: 10,000 in the full soak."""


class _Source:
    """A replacement of `os.urandom` that repeats its bytes after each `restart`."""

    def __init__(self) -> None:
        self._key = ""
        self._random: random.Random | None = None

    def restart(self, key: str) -> None:
        self._key, self._random = key, None

    def read(self, size: int, /) -> bytes:
        if self._random is None:
            self._random = random.Random(self._key)  # noqa: S311 - the same bytes in each run
        return self._random.randbytes(size)


_SOURCE = _Source()


def fix() -> None:
    """Replace the sources of randomness, unless this run explores."""
    if not EXPLORING:
        # `random` has its own reference, which `secrets` uses.
        os.urandom = random._urandom = _SOURCE.read  # type: ignore[attr-defined]
        providers._get_local_constants = Constants


def restart(key: str) -> None:
    """Restart the random bytes and numbers from a seed derived from `key`, the name of a test or fixture, unless this run
    explores.
    """
    if not EXPLORING:
        _SOURCE.restart(key)
        random.seed(key)
