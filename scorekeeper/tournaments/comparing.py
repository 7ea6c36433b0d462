"""Comparing what a file says with what follows: the first difference, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

LONGEST = 60
"""Characters of a value that a sentence quotes."""
_NOTHING = object()


class Mismatch(Exception):
    """Something that does not follow: the code of a sentence of `verifying.toml`, and its values."""

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(code)
        self.code = code
        self.values: Mapping[str, object] = values


def compare(due: Any, given: Any, code: str, **values: object) -> None:
    """Raise `Mismatch` with the first spot where a value is not what it has to be."""
    spot = difference(due, given)
    if spot is not None:
        path, expected, read = spot
        raise Mismatch(code, **values, chemin=path, attendu=quoted(expected), lu=quoted(read))


def difference(due: Any, given: Any, path: str = "") -> tuple[str, Any, Any] | None:
    """First difference of two values of JSON; `None` where they are the same. 1, 1.0 and true are not the same."""
    if type(due) is not type(given):
        return path, due, given
    if isinstance(due, dict):
        for key in [*due, *(key for key in given if key not in due)]:
            spot = difference(
                due.get(key, _NOTHING), given.get(key, _NOTHING), f"{path}.{key}" if path else key
            )
            if spot is not None:
                return spot
        return None
    if isinstance(due, list):
        for place in range(max(len(due), len(given))):
            ours = due[place] if place < len(due) else _NOTHING
            theirs = given[place] if place < len(given) else _NOTHING
            spot = difference(ours, theirs, f"{path}[{place}]")
            if spot is not None:
                return spot
        return None
    return None if due == given else (path, due, given)


def quoted(value: Any) -> str:
    """A value as a sentence quotes it."""
    text = "–" if value is _NOTHING else str(value)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
