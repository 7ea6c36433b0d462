"""JSON from untrusted clients: accepted input, codes of refusals, and the time they take."""

from __future__ import annotations

import json
import subprocess
import sys
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.cards.rules.strict_json import MAX_DEPTH, BadJson, loads


def short(value: object) -> str:
    """Return the id of a case: the first 40 characters of its input, in ASCII."""
    return ascii(value)[:40]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("{}", {}),
        ('{"a": [1, -2, 0, true, null, "é\\u00e9"]}', {"a": [1, -2, 0, True, None, "éé"]}),
        (b'\xef\xbb\xbf{"a": 1}', {"a": 1}),
        ("40.5", Decimal("40.5")),
        ("4E1", Decimal(40)),
        ("-0.0", Decimal(0)),
        ('"\\ud83d\\ude00"', "😀"),
        ('"[[[[[[[[[[[[[[[[[["', "[[[[[[[[[[[[[[[[[["),
        ('"\\"[[[[[[[[[[[[[[[["', '"[[[[[[[[[[[[[[[['),
        ("[" * 12 + "]" * 12, [[[[[[[[[[[[]]]]]]]]]]]]),
        ("[[],[],[],[],[],[],[],[],[],[],[],[],[],[]]", [[]] * 14),
        ("1" * 24, int("1" * 24)),
    ],
    ids=short,
)
def test_valid_json_is_read_without_floats(text: str | bytes, value: Any) -> None:
    parsed = loads(text)
    assert parsed == value
    assert not isinstance(parsed, float)


@pytest.mark.parametrize(
    ("text", "code", "detail"),
    [
        ("", "json-illisible", "1:1"),
        ("{", "json-illisible", "1:2"),
        ('{"a":\n1 2}', "json-illisible", "2:3"),
        ("[1] [2]", "json-illisible", "1:5"),
        ('"\\x"', "json-illisible", "1:2"),
        ("'a'", "json-illisible", "1:1"),
        ('"tab\there"', "json-illisible", "1:5"),
        ("[" * 13 + "]" * 13, "json-profond", "12"),
        ("[" * 100_000, "json-profond", "12"),
        ('{"a":' * 15_000, "json-profond", "12"),
        ('{"a": 1, "a": 2}', "json-double", "a"),
        ('[{"b": {"a": 1, "c": 2, "a": 1}}]', "json-double", "a"),
        ("NaN", "json-nombre", "NaN"),
        ("[Infinity]", "json-nombre", "Infinity"),
        ("-Infinity", "json-nombre", "-Infinity"),
        ("1" * 25, "json-nombre", "1" * 24),
        ("0." + "1" * 25, "json-nombre", "0." + "1" * 22),
        ("1E+1000000", "json-nombre", "1E+1000000"),
        ("1E-1000000", "json-nombre", "1E-1000000"),
        ("1E+99999999999999999999", "json-nombre", "1E+99999999999999999999"),
        ('"\\ud800"', "json-texte", ""),
        ('{"\\udfff": 1}', "json-texte", ""),
        ('{"a": ["b", {"c": "x\\udc00y"}]}', "json-texte", ""),
        (b"\xff\xfe", "json-texte", ""),
        ('"é"'.encode("latin-1"), "json-texte", ""),
    ],
    ids=short,
)
def test_invalid_json_is_refused_with_its_code(text: str | bytes, code: str, detail: str) -> None:
    with pytest.raises(BadJson) as caught:
        loads(text)
    assert (caught.value.code, caught.value.detail) == (code, detail)
    assert str(caught.value) == f"{code} {detail}".strip()


def test_a_long_key_is_cut_in_the_message() -> None:
    with pytest.raises(BadJson) as caught:
        loads(json.dumps({"k" * 100: 1})[:-1] + ', "' + "k" * 100 + '": 2}')
    assert caught.value.detail == "k" * 60


NONSENSE = """
import resource
from scorekeeper.cards.rules.strict_json import BadJson, loads

resource.setrlimit(resource.RLIMIT_CPU, (60, 60))
for start, again, end in (
    ('"', '\\\\"', ""),
    ('"', '\\\\"', "\\\\"),
    ('"', '""', ""),
    ("", "\\\\\\\\", ""),
    ('["', "aa", ""),
    ("", "]]", ""),
):
    try:
        loads(start + again * 1_000_000 + end)
    except BadJson:
        print("refused")
"""
"""Two megabytes each, at most a second of work. Quadratic time would reach the timeout of a minute."""


@pytest.mark.unmeasured
def test_megabytes_of_nonsense_are_refused_in_linear_time() -> None:
    done = subprocess.run([sys.executable, "-c", NONSENSE], capture_output=True, text=True, check=True)
    assert done.stdout == 6 * "refused\n"


JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-(10**20), 10**20), st.text()),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(), inner, max_size=4)),
    max_leaves=15,
)


def depth(value: Any) -> int:
    if isinstance(value, dict):
        value = list(value.values())
    return 1 + max(map(depth, value), default=0) if isinstance(value, list) else 0


@given(JSON)
def test_json_written_by_python_is_read_back(value: Any) -> None:
    text = json.dumps(value)
    if depth(value) <= MAX_DEPTH:
        assert loads(text) == value
        assert loads(json.dumps(value, ensure_ascii=False).encode()) == value


@given(st.one_of(st.text(), st.binary(), st.text(alphabet='[]{}",:\\0123456789.eE+-ntfu ')))
def test_any_text_is_read_or_refused(text: str | bytes) -> None:
    try:
        loads(text)
    except BadJson as bad:
        code = bad.code
    else:
        code = ""
    assert code in {"", "json-illisible", "json-profond", "json-double", "json-nombre", "json-texte"}
