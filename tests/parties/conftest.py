"""Fixture of a new store for each test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from scorekeeper.records.store import Store
from tests.pages import tables_copied


@pytest.fixture(autouse=True)
def new_files_begin_with_tables() -> Iterator[None]:
    with tables_copied():
        yield


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "scorekeeper.sqlite3") as opened:
        yield opened
