"""What the tests draw is the same in each run."""

from __future__ import annotations

import importlib.util
import os
import secrets
import sys
import uuid
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import chance

pytestmark = [
    pytest.mark.unmeasured,
    pytest.mark.skipif(chance.EXPLORING, reason="this run draws other values each time"),
]


def drawn() -> list[int]:
    """Return the whole numbers that Hypothesis draws here."""
    found: list[int] = []

    @settings(max_examples=200)
    @given(st.integers())
    def draw(number: int) -> None:
        found.append(number)

    draw()
    return found


def test_examples_do_not_depend_on_imported_modules(tmp_path: Path) -> None:
    before = drawn()
    path = tmp_path / "numbers_of_the_tests.py"
    path.write_text(f"NUMBERS = {[*range(70001, 70400)]}\n", encoding="utf-8")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, path.stem, importlib.util.module_from_spec(spec))
        assert drawn() == before


def test_renamed_test_draws_the_same_examples() -> None:
    @settings(max_examples=200)
    @given(st.integers())
    def renamed(number: int) -> None:
        """Edited as well."""
        found.append(number)

    found: list[int] = []
    renamed()
    assert found == drawn()


def test_keys_are_the_same_in_each_run() -> None:
    assert secrets.token_hex(8) == "74f2de8cbfe48d94"
    assert str(uuid.uuid4()) == "8cdc59c7-609f-4aa3-b6de-579d2bd2d67f"
    assert os.urandom(4).hex() == "40c9ee2a"


def test_keys_differ_within_a_run(tmp_path: Path) -> None:
    assert len({secrets.token_hex(8) for _ in range(1000)}) == 1000
