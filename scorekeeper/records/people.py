"""The people behind the events: an event keeps a person's number, and the name stands in one table of its own.

So a name can be forgotten everywhere at once while no event changes, and the chain of events is made of numbers alone. Within a
text the number is one character or a few of Unicode's private planes, which no text that people type may hold
(`rules.names.tidy`): it is never longer than the name, and nothing else can be taken for it.
"""

import contextlib
import functools
import json
import re
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

from scorekeeper.cards.rules import names
from scorekeeper.records.rows import EventRow, PartieRow

_TEXTS: Mapping[type[EventRow | PartieRow], Mapping[str, bool]] = {
    EventRow: {"body": True, "reason": False, "actor": False, "device": False},
    PartieRow: {"players": True, "equipes": True, "lieu": False},
}
"""The texts of a row that may hold numbers of people, and whether each is JSON."""
Told = TypeVar("Told", EventRow, PartieRow)

_ONES, _MORE, _BASE = 0xF0000, 0x100000, 0xFFFE
"""The first character of the last digit, that of the others, and how many characters each plane has for them."""
_NUMBER = re.compile("[\U00100000-\U0010fffd]*[\U000f0000-\U000ffffd]")
FORGOTTEN = "Personne "
"""A forgotten name begins so, and goes on with a number."""
_LETTERS = 2
"""Letters that a name must have to be kept apart: a shorter one is no person's, and stands in every text."""


class NameKept(NamedTuple):
    """Text that a number in an event stands for."""

    name: str
    forgotten: bool
    """Whether it is not the name that was written."""


def texts_of(event: EventRow) -> tuple[str, ...]:
    """The texts of an event that may hold numbers of people."""
    return tuple(getattr(event, name) or "" for name in _TEXTS[EventRow])


def numbers_in(text: str) -> list[str]:
    """The numbers of people in a text, as they stand there."""
    return [] if text.isascii() else _NUMBER.findall(text)


def named(event: EventRow, people: Mapping[str, str]) -> EventRow:
    """An event as it is kept with these names for its numbers."""
    return _retold(event, functools.partial(_with_names, name_of=people.get))


def _retold(row: Told, change: Callable[..., str]) -> Told:
    """A row with its texts changed."""
    texts: dict[str, Any] = {
        name: change(text, is_json=is_json)
        for name, is_json in _TEXTS[type(row)].items()
        if (text := getattr(row, name))
    }
    return replace(row, **texts)


def _with_names(text: str, name_of: Callable[[str], str | None], *, is_json: bool) -> str:
    """A text with names for its numbers; a number that nobody has stays as it is."""

    def name(match: re.Match[str]) -> str:
        today = name_of(match[0])
        return match[0] if today is None else _in_json(today) if is_json else today

    return text if text.isascii() else _NUMBER.sub(name, text)


class NameBook:
    """The names of one database file by number, as far as they were asked for. Used within a transaction only."""

    def __init__(self) -> None:
        self._names: dict[int, str] = {}
        self._numbers: dict[str, int] = {}

    def kept(self, conn: sqlite3.Connection, row: Told, known: tuple[str, ...]) -> Told:
        """An event or a heading with numbers for these names; those that have none yet get one."""
        return _retold(row, functools.partial(self._conceal, conn, known=known))

    def shown(self, conn: sqlite3.Connection, row: Told) -> Told:
        """An event or a heading as it is kept, with the names of today."""
        name_of = functools.partial(self._name, conn)
        return _retold(row, functools.partial(_with_names, name_of=name_of))

    @contextlib.contextmanager
    def within(self) -> Iterator[None]:
        """During a transaction: when it fails, the numbers that it gave are forgotten with it."""
        try:
            yield
        except BaseException:
            self.clear()
            raise

    def clear(self) -> None:
        """Ask for everything again."""
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
        """Text that a number stands for, as it is written in an event; `None` for a number that nobody has."""
        statement = "SELECT name, forgotten FROM person_name WHERE id = ?"
        row = conn.execute(statement, (_value(written),)).fetchone()
        return None if row is None else NameKept(row[0], forgotten=bool(row[1]))

    def _number(self, conn: sqlite3.Connection, name: str) -> int:
        number = self._numbers.get(name)
        if number is None:
            same = "SELECT id FROM person_name WHERE name = ? ORDER BY forgotten, id LIMIT 1"
            row = conn.execute(same, (name,)).fetchone()
            added = "INSERT INTO person_name (name, key, forgotten) VALUES (?, ?, 0)"
            number = row[0] if row else conn.execute(added, (name, names.key(name))).lastrowid or 0
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
    """A number as it stands in a text."""
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
    """Whether a name of that key stands in a text as a whole word, in whatever writing."""
    return re.search(rf"(?<![\w-]){re.escape(key)}(?![\w-])", names.key(text)) is not None


def is_kept_apart(name: str) -> bool:
    """Whether a name is taken out of the events; one of a single letter or of figures is no person's."""
    return sum(char.isalpha() for char in name) >= _LETTERS


@functools.lru_cache(maxsize=512)
def _pattern(known: tuple[str, ...], is_json: bool) -> re.Pattern[str] | None:  # noqa: FBT001 - cached
    """Finds these names as whole words, the longest first; in JSON as JSON writes them."""
    forms = {_in_json(name) if is_json else name for name in known if is_kept_apart(name)}
    if not forms:
        return None
    # By first letters: a list of 400 names is then as quick as one of a few.
    by_letter: dict[str, list[str]] = {}
    for form in sorted(forms, key=lambda form: (-len(form), form)):
        by_letter.setdefault(form[0], []).append(re.escape(form[1:]))
    either = "|".join(f"{re.escape(first)}(?:{'|'.join(rest)})" for first, rest in by_letter.items())
    return re.compile(rf"(?<![\w-])(?:{either})(?![\w-])")


@functools.lru_cache(4096)
def _in_json(name: str) -> str:
    return json.dumps(name, ensure_ascii=False)[1:-1]
