"""Tests depend neither on chance nor on the speed of the machine."""

from __future__ import annotations

import ast
import importlib.util
import os
import secrets
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import chance
from tests.messages import ROOT

pytestmark = pytest.mark.unmeasured


FIXED = pytest.mark.skipif(chance.EXPLORING, reason="this run draws other values each time")


def drawn() -> list[int]:
    """Return the integers that Hypothesis draws here."""
    numbers: list[int] = []

    @settings(max_examples=200)
    @given(st.integers())
    def draw(number: int) -> None:
        numbers.append(number)

    draw()
    return numbers


@FIXED
def test_examples_do_not_depend_on_imported_modules(tmp_path: Path) -> None:
    before = drawn()
    path = tmp_path / "numbers_of_the_tests.py"
    path.write_text(f"NUMBERS = {[*range(70001, 70400)]}\n", encoding="utf-8")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, path.stem, importlib.util.module_from_spec(spec))
        assert drawn() == before


@FIXED
def test_renamed_test_draws_the_same_examples() -> None:
    @settings(max_examples=200)
    @given(st.integers())
    def renamed(number: int) -> None:
        """Its body differs too: it draws the same examples."""
        numbers.append(number)

    numbers: list[int] = []
    renamed()
    assert numbers == drawn()


@FIXED
def test_keys_are_the_same_in_each_run() -> None:
    assert secrets.token_hex(8) == "74f2de8cbfe48d94"
    assert str(uuid.uuid4()) == "8cdc59c7-609f-4aa3-b6de-579d2bd2d67f"
    assert os.urandom(4).hex() == "40c9ee2a"


def test_keys_differ_within_a_run(tmp_path: Path) -> None:
    assert len({secrets.token_hex(8) for _ in range(1000)}) == 1000


WAITING = {
    "tests/browser/table.py": "the poll of a page",
    "tests/conftest.py": "how long a run took, for `make figures`",
    "tests/patience.py": "the poll loops",
    "tests/soak/bad_network.py": "a slow network",
    "tests/soak/hall.py": "how often a tablet looks for the name of the house",
    "tests/soak/moving.py": "how long two laptops wrote, which is printed",
    "tests/soak/room_tables.py": "how often a tablet tries again",
    "tests/soak/test_bad_network.py": "how often a tablet tries again",
    "tests/soak/test_drafts.py": "time for a page to overwrite what it must not",
    "tests/soak/test_takeovers.py": "how often a table enters a line",
    "tests/web/kills.py": "the moment of a kill",
}
"""Files that may wait a fixed time or measure time, with the reason."""
CLOCKS = frozenset(
    {"sleep", "wait_for_timeout", "monotonic", "perf_counter", "process_time", "thread_time", "timeit"}
)
"""Functions that wait or measure time, in any module."""
SEEDED = frozenset({"Random", "seed"})


def lucky(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield line and name of each fixed wait, measured time and unseeded random number."""
    yielding = set[ast.AST]()
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(attr="sleep"), args=[ast.Constant(value=0)]):
                yielding.add(node.func)
            case ast.Attribute(attr=name) if name in CLOCKS and node not in yielding:
                yield node.lineno, name
            case ast.Attribute(value=ast.Name(id="random"), attr=name) if name not in SEEDED:
                yield node.lineno, f"random.{name}"
            case (
                ast.Name(id="SystemRandom")
                | ast.Call(func=ast.Name(id="Random") | ast.Attribute(attr="Random"), args=[], keywords=[])
            ):
                yield node.lineno, "unseeded random numbers"
            case ast.Call(func=ast.Attribute(attr="randoms"), keywords=[]):
                yield node.lineno, "st.randoms without use_true_random=False"
            case _:
                pass


@pytest.mark.parametrize(
    ("code", "faults"),
    [
        ("time.sleep(1)", [(1, "sleep")]),
        ("page.wait_for_timeout(300)", [(1, "wait_for_timeout")]),
        ("began = time.perf_counter()", [(1, "perf_counter")]),
        ("from random import Random\nRandom()", [(2, "unseeded random numbers")]),
        ("Random(7)\nrandom.Random('a')", []),
        ("random.choice([1, 2])", [(1, "random.choice")]),
        ("st.randoms()", [(1, "st.randoms without use_true_random=False")]),
        ("await asyncio.sleep(0)", []),
    ],
)
def test_fixed_waits_and_unseeded_chance_are_found(code: str, faults: list[tuple[int, str]]) -> None:
    assert [*lucky(ast.parse(code))] == faults


def test_no_test_waits_a_fixed_time_or_draws_without_a_seed() -> None:
    faults = {
        f"{path.relative_to(ROOT)}:{line} {name}"
        for path in sorted((ROOT / "tests").rglob("*.py"))
        if path != Path(chance.__file__)
        for line, name in lucky(ast.parse(path.read_text(encoding="utf-8")))
    }
    assert sorted(each for each in faults if each.partition(":")[0] not in WAITING) == []
