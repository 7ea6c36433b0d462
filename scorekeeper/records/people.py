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
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from scorekeeper.cards.rules import names
from scorekeeper.records.rows import EventRow, PartieRow

_TEXTS = slice(8, 12)
"""The texts among the columns of an event: its body, which is JSON, then reason, actor and device."""

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
    return (event.body or "", event.reason, event.actor, event.device)


def numbers_in(text: str) -> list[str]:
    """The numbers of people in a text, as they stand there."""
    return [] if text.isascii() else _NUMBER.findall(text)


def named(event: EventRow, people: Mapping[str, str]) -> EventRow:
    """An event as it is kept with these names for its numbers."""
    body, *texts = texts_of(event)
    reason, actor, device = (_with_names(text, people.get, is_json=False) for text in texts)
    shown = event.body and _with_names(body, people.get, is_json=True)
    return replace(event, body=shown, reason=reason, actor=actor, device=device)


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

    def kept(self, conn: sqlite3.Connection, event: Sequence[Any], known: tuple[str, ...]) -> tuple[Any, ...]:
        """The columns of an event with numbers for these names; those that have none yet get one."""
        body, *texts = event[_TEXTS]
        body = body and self._conceal(conn, body, known, is_json=True)
        hidden = (self._conceal(conn, text, known, is_json=False) for text in texts)
        return (*event[: _TEXTS.start], body, *hidden, *event[_TEXTS.stop :])

    def shown(self, conn: sqlite3.Connection, event: Sequence[Any]) -> EventRow:
        """An event as it is kept, with the names of today."""
        body, *texts = event[_TEXTS]
        body = body and self._reveal(conn, body, is_json=True)
        shown = (self._reveal(conn, text, is_json=False) for text in texts)
        columns: tuple[Any, ...] = (*event[: _TEXTS.start], body, *shown, *event[_TEXTS.stop :])
        return EventRow(*columns)

    def kept_heading(self, conn: sqlite3.Connection, row: PartieRow, known: tuple[str, ...]) -> PartieRow:
        """The heading of a sheet with numbers for these names."""
        equipes = row.equipes and self._conceal(conn, row.equipes, known, is_json=True)
        players = self._conceal(conn, row.players, known, is_json=True)
        lieu = self._conceal(conn, row.lieu, known, is_json=False)
        return replace(row, players=players, equipes=equipes, lieu=lieu)

    def shown_heading(self, conn: sqlite3.Connection, row: PartieRow) -> PartieRow:
        """The heading of a sheet as it is kept, with the names of today."""
        equipes = row.equipes and self._reveal(conn, row.equipes, is_json=True)
        lieu = self._reveal(conn, row.lieu, is_json=False)
        return replace(row, players=self._reveal(conn, row.players, is_json=True), equipes=equipes, lieu=lieu)

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

    def _reveal(self, conn: sqlite3.Connection, text: str, *, is_json: bool) -> str:
        return _with_names(text, lambda written: self._name(conn, _value(written)), is_json=is_json)

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

    def _name(self, conn: sqlite3.Connection, number: int) -> str | None:
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


_in_json: Callable[[str], str] = functools.lru_cache(4096)(
    lambda name: json.dumps(name, ensure_ascii=False)[1:-1]
)
