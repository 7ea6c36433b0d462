"""Marker `soak` for every test of this folder, so that only `make soak` runs them; and the numbers that they note."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.browser.conftest import browser_type_launch_args  # noqa: F401 - a fixture


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Add the marker `soak` to each test of this folder."""
    here = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(here):
            item.add_marker(pytest.mark.soak)


@pytest.fixture
def counted(record_property: Callable[[str, object], None]) -> Callable[[str, int], None]:
    """Return a function that notes a number of the test by name; the sums by name are printed when the run ends."""
    return record_property
