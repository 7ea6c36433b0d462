"""People's names: events store a person's number, and the table `person_name` has the name of each number.

So a name can be forgotten everywhere at once without changing an event, and the hash chain covers numbers only. In a text, a number
is written as one or more characters of Unicode's private planes 15 and 16, which typed text may not contain
(`rules.names.normalise`). It is never longer than the name, and unambiguous.
"""

import functools
import json
import re
import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

from scorekeeper.cards.rules import names
from scorekeeper.records.rows import EventRow, PartieRow

_TEXTS: Mapping[type[EventRow | PartieRow], Mapping[str, bool]] = {
    EventRow: {"body": True, "reason": False, "actor": False, "device": False},
    PartieRow: {"players": True, "equipes": True, "lieu": False},
}
"""Columns that may contain numbers of people, by kind of row, and whether each is JSON."""
TextRow = TypeVar("TextRow", EventRow, PartieRow)

_ONES, _MORE, _BASE = 0xF0000, 0x100000, 0xFFFE
"""First character of the last digit, first character of the other digits, and the base: the characters used per plane."""
_NUMBER = re.compile("[\U00100000-\U0010fffd]*[\U000f0000-\U000ffffd]")
FORGOTTEN = "Personne "
"""Start of the replacement of a forgotten name, followed by a number."""
_LETTERS = 2
"""Least number of letters of a name that is replaced by a number: shorter ones occur in every text, and are no person's name."""


class NameKept(NamedTuple):
    """Name of a person's number in an event."""

    name: str
    forgotten: bool
    """Whether `name` is the replacement of a forgotten name."""


def texts_of(event: EventRow) -> tuple[str, ...]:
    """Return the texts of an event that may contain numbers of people; empty for missing ones."""
    return tuple(getattr(event, name) or "" for name in _TEXTS[EventRow])


def numbers_in(text: str) -> list[str]:
    """Return the numbers of people in a text, as encoded there."""
    return [] if text.isascii() else _NUMBER.findall(text)


def named(event: EventRow, people: Mapping[str, str]) -> EventRow:
    """Return a stored event with its encoded numbers replaced by these names."""
    return _rewritten(event, functools.partial(_with_names, name_of=people.get))


def _rewritten(row: TextRow, change: Callable[..., str]) -> TextRow:
    """Return a row with `change` applied to its non-empty texts."""
    texts: dict[str, Any] = {
        name: change(text, is_json=is_json)
        for name, is_json in _TEXTS[type(row)].items()
        if (text := getattr(row, name))
    }
    return replace(row, **texts)


def _with_names(text: str, name_of: Callable[[str], str | None], *, is_json: bool) -> str:
    def name(match: re.Match[str]) -> str:
        today = name_of(match[0])
        return match[0] if today is None else _in_json(today) if is_json else today

    return text if text.isascii() else _NUMBER.sub(name, text)


class NameBook:
    """Cache of the names and numbers of people in one database. Must be used within a transaction."""

    def __init__(self) -> None:
        self._names: dict[int, str] = {}
        self._numbers: dict[str, int] = {}

    def kept(self, conn: sqlite3.Connection, row: TextRow, known: tuple[str, ...]) -> TextRow:
        """Return an event or a heading with these names replaced by numbers; new names get a number."""
        return _rewritten(row, functools.partial(self._conceal, conn, known=known))

    def with_names(self, conn: sqlite3.Connection, row: TextRow) -> TextRow:
        """Return a stored event or heading with the current names."""
        name_of = functools.partial(self._name, conn)
        return _rewritten(row, functools.partial(_with_names, name_of=name_of))

    def clear(self) -> None:
        """Clear the cache, also after a rollback, which takes new numbers back."""
        self._names.clear()
        self._numbers.clear()

    def _conceal(self, conn: sqlite3.Connection, text: str, known: tuple[str, ...], *, is_json: bool) -> str:
        pattern = _pattern(known, is_json) if text else None
        if pattern is None:
            return text

        def number(match: re.Match[str]) -> str:
            return token(self._number(conn, json.loads(f'"{match[0]}"') if is_json else match[0]))

        return pattern.sub(number, text)

    def person(self, conn: sqlite3.Connection, written: str) -> NameKept | None:
        """Return the name of a number as encoded in an event, or `None`."""
        statement = "SELECT name, forgotten FROM person_name WHERE id = ?"
        row = conn.execute(statement, (_value(written),)).fetchone()
        return None if row is None else NameKept(row[0], forgotten=bool(row[1]))

    def _number(self, conn: sqlite3.Connection, name: str) -> int:
        number = self._numbers.get(name)
        if number is None:
            same = "SELECT id FROM person_name WHERE name = ? ORDER BY forgotten, id LIMIT 1"
            row = conn.execute(same, (name,)).fetchone()
            added = "INSERT INTO person_name (name, key, forgotten) VALUES (?, ?, 0)"
            number = row[0] if row else conn.execute(added, (name, names.casefold(name))).lastrowid or 0
            self._numbers[name] = number
        return number

    def _name(self, conn: sqlite3.Connection, written: str) -> str | None:
        number = _value(written)
        name = self._names.get(number)
        if name is None:
            row = conn.execute("SELECT name FROM person_name WHERE id = ?", (number,)).fetchone()
            if row is None:
                return None
            name = self._names[number] = row[0]
        return name


def token(number: int) -> str:
    """Return a person's number as encoded in texts."""
    more, last = divmod(number, _BASE)
    text = chr(_ONES + last)
    while more:
        more, digit = divmod(more, _BASE)
        text = chr(_MORE + digit) + text
    return text


def _value(written: str) -> int:
    *more, last = map(ord, written)
    number = functools.reduce(lambda value, digit: value * _BASE + digit - _MORE, more, 0)
    return number * _BASE + last - _ONES


def holds(text: str, key: str) -> bool:
    """Return whether a text contains, as whole words, a name with that key, in any spelling."""
    return re.search(rf"(?<![\w-]){re.escape(key)}(?![\w-])", names.casefold(text)) is not None


def is_pseudonymised(name: str) -> bool:
    """Return whether a name is replaced by a number in events; one with fewer than two letters is not."""
    return sum(char.isalpha() for char in name) >= _LETTERS


@functools.lru_cache(maxsize=512)
def _pattern(known: tuple[str, ...], is_json: bool) -> re.Pattern[str] | None:  # noqa: FBT001 - cached
    """Return a pattern that finds these names as whole words, the longest first, escaped as in JSON if `is_json`."""
    forms = {_in_json(name) if is_json else name for name in known if is_pseudonymised(name)}
    if not forms:
        return None
    # Grouped by first letter, so that a list of 400 names is matched as fast as a short one.
    by_letter: dict[str, list[str]] = {}
    for form in sorted(forms, key=lambda form: (-len(form), form)):
        by_letter.setdefault(form[0], []).append(re.escape(form[1:]))
    either = "|".join(f"{re.escape(first)}(?:{'|'.join(rest)})" for first, rest in by_letter.items())
    return re.compile(rf"(?<![\w-])(?:{either})(?![\w-])")


@functools.lru_cache(4096)
def _in_json(name: str) -> str:
    return json.dumps(name, ensure_ascii=False)[1:-1]
