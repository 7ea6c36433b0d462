"""Strict parser for untrusted JSON.

Duplicate keys, NaN and Infinity, lone surrogates, very long numbers and deep nesting are refused. Numbers with a
fraction are parsed as `Decimal`, never as floats.
"""

import json
import re
from decimal import Decimal, InvalidOperation
from typing import Any

MAX_DEPTH = 12
MAX_NUMBER = 24
"""Longest number accepted, in characters."""

# Possessive, and matches a string that never ends: each character is read once, whatever is sent.
_STRINGS = re.compile(r'"(?:[^"\\]|\\.)*+"?', re.DOTALL)


class BadJson(ValueError):
    """A refused JSON document.

    `code` is `json-illisible`, `json-profond`, `json-double`, `json-nombre` or `json-texte`. `detail` is the
    position, key, number or limit concerned.
    """

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(f"{code} {detail}".strip())
        self.code = code
        self.detail = detail


def loads(text: str | bytes) -> Any:
    """Parse one JSON document. Raises `BadJson`."""
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise BadJson("json-texte") from error
    _check_depth(text)
    try:
        hooks: dict[str, Any] = {"parse_float": _number, "parse_int": _integer, "parse_constant": _constant}
        value = json.loads(text, object_pairs_hook=_distinct, **hooks)
    except BadJson:
        raise
    except (ValueError, RecursionError) as error:
        where = f"{error.lineno}:{error.colno}" if isinstance(error, json.JSONDecodeError) else ""
        raise BadJson("json-illisible", where) from error
    _check_text(value)
    return value


def _check_depth(text: str) -> None:
    depth = 0
    for char in _STRINGS.sub("", text):
        if char in "[{":
            depth += 1
            if depth > MAX_DEPTH:
                raise BadJson("json-profond", str(MAX_DEPTH))
        elif char in "]}":
            depth -= 1


def _number(text: str) -> Decimal:
    if len(text) > MAX_NUMBER:
        raise BadJson("json-nombre", text[:MAX_NUMBER])
    try:
        value = Decimal(text)
    except InvalidOperation as error:
        raise BadJson("json-nombre", text) from error
    # No score has an exponent, and arithmetic on an enormous one overflows.
    if abs(value.adjusted()) > MAX_NUMBER:
        raise BadJson("json-nombre", text)
    return value


def _integer(text: str) -> int:
    if len(text) > MAX_NUMBER:
        raise BadJson("json-nombre", text[:MAX_NUMBER])
    return int(text)


def _constant(text: str) -> None:
    raise BadJson("json-nombre", text)


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    seen: dict[str, Any] = {}
    for key, value in pairs:
        if key in seen:
            raise BadJson("json-double", key[:60])
        seen[key] = value
    return seen


def _check_text(value: Any) -> None:
    """Refuse lone surrogates, which no file or database can hold."""
    if isinstance(value, str) and not value.isascii() and any("\ud800" <= char <= "\udfff" for char in value):
        raise BadJson("json-texte")
    if isinstance(value, dict):
        value = [*value, *value.values()]
    if isinstance(value, list):
        for item in value:
            _check_text(item)
