"""Connections that end in the middle of a body: half a form must not be taken for a complete one."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.server import bridge
from tests.web.test_server import Head, Sound, Stuck, in_its_own_loop

FORM = {"content-type": "application/x-www-form-urlencoded"}


class Cut(Stuck):
    """A connection that ends after a part of the body."""

    def __init__(self, part: bytes) -> None:
        super().__init__()
        self._parts = [part]

    async def __anext__(self) -> bytes:
        if not self._parts:
            raise StopAsyncIteration
        return self._parts.pop()


@pytest.mark.parametrize(
    ("headers", "part", "status"),
    [
        ({"content-length": "5"}, b"", 400),
        ({"content-length": "5"}, b"a=56", 400),
        # A chunked body without a length may be incomplete, so it is refused.
        (FORM, b"a=56", 411),
    ],
)
def test_half_a_body_is_not_taken_for_a_whole_one(headers: dict[str, str], part: bytes, status: int) -> None:
    asked: list[str] = []

    def app(environ: Any, _start: Any) -> list[bytes]:
        asked.append(environ["PATH_INFO"])
        return []

    cut = Cut(part)
    in_its_own_loop(bridge.Bridge(app, Sound()).__rsgi__(Head(headers=headers), cut))  # type: ignore[arg-type]
    assert cut.answer == (status, [("connection", "close")], b"")
    assert asked == []
