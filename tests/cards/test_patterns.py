"""No pattern has a nested repetition, which takes exponential time (https://owasp.org, ReDoS)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from re import _constants, _parser  # type: ignore[attr-defined]
from typing import Any

import pytest

import scorekeeper

ROOT = Path(scorekeeper.__file__).parent
CALLS = {"compile", "fullmatch", "match", "search", "sub", "split", "findall", "finditer", "subn"}
MANY = 8
"""Number of repetitions above which a bounded repetition counts as unbounded."""
REPEATS = {_constants.MAX_REPEAT, _constants.MIN_REPEAT}


def patterns() -> Iterator[tuple[str, str]]:
    """Yield every literal pattern in the program, with its place."""
    for path in sorted(ROOT.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
            if is_call and isinstance(node.func.value, ast.Name) and node.func.value.id == "re":  # type: ignore[attr-defined]
                first = node.args[0] if node.func.attr in CALLS and node.args else None  # type: ignore[attr-defined]
                if isinstance(first, ast.Constant) and isinstance(first.value, str):
                    yield f"{path.relative_to(ROOT)}:{node.lineno}", first.value  # type: ignore[attr-defined]


def nests(parsed: Any, *, inside: bool = False) -> bool:
    """Return whether an unbounded repetition contains another one."""
    for kind, argument in parsed:
        again = kind in REPEATS and argument[1] > MANY
        if again and inside:
            return True
        parts = argument if isinstance(argument, (tuple, list)) else (argument,)
        for part in parts:
            below = part if isinstance(part, list) else [part]
            for item in below:
                if isinstance(item, _parser.SubPattern) and nests(item, inside=inside or again):
                    return True
    return False


def test_patterns_are_found_in_the_program() -> None:
    assert len(list(patterns())) > 5


@pytest.mark.parametrize("pattern", [r"(\w+\s?)*", r"(a*)+", r"(x{2,}|y)*z", r"(?:(a|b+))*"])
def test_the_method_sees_a_repeated_repetition(pattern: str) -> None:
    assert nests(_parser.parse(pattern))


@pytest.mark.parametrize(("where", "pattern"), [pytest.param(*pair, id=pair[0]) for pair in patterns()])
def test_no_repetition_is_repeated(where: str, pattern: str) -> None:
    assert not nests(_parser.parse(pattern))
    for sign in (" ", "a", "0", "-", "é", "(", "%(x)", "\n"):
        re.fullmatch(pattern, sign * 50_000)
