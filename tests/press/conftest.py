from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scorekeeper.press.pdf import Printer

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="session")
def printer() -> Iterator[Printer]:
    """One printer shared by all tests that only print."""
    with Printer() as shared:
        yield shared
