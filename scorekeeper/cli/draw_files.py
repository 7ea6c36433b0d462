"""Input files of a draw: players, groups to keep apart, rounds already played."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scorekeeper.cards.game_api.words import read_sentences
from scorekeeper.cards.rules import strict_json
from scorekeeper.cards.rules.names import BadText, casefold, normalise
from scorekeeper.draw.seating.record import DrawnRound, read_rounds
from scorekeeper.i18n import gettext
from scorekeeper.lists import reading as lists
from scorekeeper.lists.names import BETWEEN
from scorekeeper.lists.reading import Choices, Reading
from scorekeeper.tournaments.acts.lists import document_of

(FAULTS,) = read_sentences(__file__, "faults")

Pairs = tuple[tuple[str, str], ...]
Rows = list[tuple[int, Mapping[str, Any]]]
"""Pairs of a line number and the person's values on that line."""


class BadList(ValueError):
    """A list that cannot be read; its text is the reason, in the current language."""

    def __init__(self, fault: str, line: int, detail: str) -> None:
        """Take a key of `FAULTS`, the line (or entry, from 1; 0 for the whole file) and the invalid text."""
        super().__init__(gettext(FAULTS[fault], line=line, detail=detail))


@dataclass(frozen=True, kw_only=True)
class Roster:
    """The people of a draw, as read from a file: names, pairs, and wishes."""

    players: tuple[str, ...]
    """Tidied names, in the order of the list."""
    pairs: Pairs = ()
    apart: tuple[tuple[str, ...], ...] = ()
    stay: Mapping[str, int | None] = field(default_factory=dict)
    """People who keep a table all evening, with its number; `None` for whichever is drawn."""
    unknown: tuple[str, ...] = ()
    """Titles of columns that were not read."""


class UnsureList(ValueError):
    """A list with open questions about how to read it; `reading` is what was read so far, with the questions."""

    def __init__(self, reading: Reading) -> None:
        super().__init__(", ".join(fault.code for fault in (*reading.faults, *reading.questions)))
        self.reading = reading


def is_json(data: bytes) -> bool:
    """Return whether a file of players is JSON."""
    return data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in {b"[", b"{"}


def read_roster(data: bytes, choices: Choices, *, pairs: bool) -> Roster:
    """Read the players of a draw: JSON (a list, or an object with `players`), or a list as the desk reads it.

    Raises `BadList` when a name or a table is invalid, and `UnsureList` when there are open questions about the list.
    """
    if is_json(data):
        return _from_rows(_json_rows(data.decode("utf-8-sig", "replace")))
    reading = lists.read(data, choices, pairs=pairs)
    if not reading.sure:
        raise UnsureList(reading)
    rows = [(person.line, document_of(person)) for person in reading.people]
    roster = _from_rows([(line, row) for line, row in rows if row["present"]])
    return replace(roster, unknown=reading.unread)


def read_groups(text: str) -> tuple[tuple[str, ...], ...]:
    """Parse groups of names: one group a line, with the separators of partners. Raises `BadList` for an invalid name."""
    groups = ((number, filter(None, BETWEEN.split(line))) for number, line in _lines(text))
    return tuple(tuple(_name(part, number) for part in parts) for number, parts in groups)


def read_history(text: str) -> tuple[tuple[DrawnRound, ...], Pairs]:
    """Read the rounds and fixed pairs of a draw's JSON. Raises `BadList` or `DrawImpossible` when it is not a draw."""
    data = _json(text)
    rounds = read_rounds(data)
    teams = data.get("teams") or []
    pairs = [pair for pair in teams if isinstance(pair, list) and [*map(type, pair)] == [str, str]]
    if pairs != teams:
        raise BadList("json", 0, "teams")
    return rounds, tuple((pair[0], pair[1]) for pair in teams)


def _json(text: str) -> Any:
    try:
        return strict_json.loads(text)
    except strict_json.BadJson as bad:
        raise BadList("json", 0, str(bad)[:80]) from bad


def _lines(text: str) -> list[tuple[int, str]]:
    numbered = enumerate((line.strip() for line in text.removeprefix("\ufeff").splitlines()), 1)
    return [(number, line) for number, line in numbered if line and not line.startswith("#")]


def _name(text: object, line: int) -> str:
    if not isinstance(text, str):
        raise BadList("name", line, json.dumps(text, ensure_ascii=False, default=str)[:40])
    try:
        return normalise(text)
    except BadText as bad:
        raise BadList("name", line, text.strip()[:40]) from bad


def _json_rows(text: str) -> Rows:
    data = _json(text)
    people = data.get("players") if isinstance(data, dict) else data
    if not isinstance(people, list):
        raise BadList("json", 0, "players")
    teams = data.get("teams") if isinstance(data, dict) else None
    partner = {
        pair[0]: pair[1]
        for pair in (teams if isinstance(teams, list) else [])
        if isinstance(pair, list) and len(pair) == 2 and isinstance(pair[0], str)
    }
    rows: Rows = []
    for number, person in enumerate(people, 1):
        row = person if isinstance(person, dict) else {"name": person}
        mate = partner.get(row["name"]) if isinstance(row.get("name"), str) else None
        rows.append((number, {"pair": mate, **row}))
    return rows


def _from_rows(rows: Rows) -> Roster:
    players: list[str] = []
    partner: dict[str, str] = {}
    wishes: list[tuple[str, str]] = []
    stay: dict[str, int | None] = {}
    for number, row in rows:
        name = _name(row.get("name"), number)
        players.append(name)
        if row.get("pair"):
            partner[name] = _name(row["pair"], number)
        others = row.get("apart") or []
        if isinstance(others, str):
            others = [part for part in BETWEEN.split(others) if part]
        if not isinstance(others, list):
            raise BadList("name", number, json.dumps(others, ensure_ascii=False, default=str)[:40])
        wishes.extend((name, _name(other, number)) for other in others)
        fixed = row.get("fixed")
        if not (fixed is None or fixed is False or fixed == ""):
            stay[name] = _table(fixed, number)
    pairs, apart = _pairs(players, partner), _groups(players, wishes)
    return Roster(players=tuple(players), pairs=pairs, apart=apart, stay=stay)


def _groups(players: Sequence[str], wishes: Sequence[tuple[str, str]]) -> tuple[tuple[str, ...], ...]:
    """Return groups who must not meet: a person with one whom this person names, and all who gave the same other word."""
    known, words = {casefold(name): name for name in players}, dict[str, list[str]]()
    pairs = [(name, known[casefold(other)]) for name, other in wishes if casefold(other) in known]
    for name, word in wishes:
        if casefold(word) not in known:
            words.setdefault(casefold(word), []).append(name)
    return (*pairs, *(tuple(group) for group in words.values() if len(group) > 1))


def _table(value: object, line: int) -> int | None:
    if value is True:
        return None
    text = str(value).strip()
    if not (text.isascii() and text.isdigit() and len(text) < 5 and int(text)):
        raise BadList("table", line, text[:40])
    return int(text)


def _pairs(players: Sequence[str], partner: Mapping[str, str]) -> Pairs:
    """Return the pairs: by the partner's name, or by a word that both gave. Raises `BadList` for a word not given by two."""
    known = {casefold(name): name for name in players}
    teams: dict[str, list[str]] = {}
    pairs: list[tuple[str, str]] = []
    for name, other in partner.items():
        mate = known.get(casefold(other))
        if mate is None:
            teams.setdefault(casefold(other), []).append(name)
        elif (mate, name) not in pairs:
            pairs.append((name, mate))
    for members in teams.values():
        if len(members) != 2:
            raise BadList("partner", 0, partner[members[0]])
        pairs.append((members[0], members[1]))
    return tuple(pairs)
