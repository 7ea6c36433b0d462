"""Parsing of a single name: surname first, in capitals, before a comma, after a number, or two names in one cell."""

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from scorekeeper.lists.headings import PARTICLES, unaccented

JOINED = re.compile(
    r"\s*[/&+;\t|]\s*|\s+(?:et|ET|und|UND|en|EN|and|AND|e|y|avec|AVEC|mit|MIT|met|with|con)\s+"
)
"""Separator between the two people in a cell."""
BETWEEN = re.compile(r"\s*[/&+,;|\t]\s*")
"""Separator between the names of a group in one cell."""
NUMBERED = re.compile(
    r"^(?:(?:[ée]quipe|paire|doublette|team|paar|mannschaft|ploeg|koppel|squadra|coppia|n[o°]|nr)\b\.?\s*)?"
    r"\(?(\d{1,4})(?:er|re|[eè]me|e|st|nd|rd|th|°)?(?:\s*[.)\-:\t]+\s*|\s+)(?=[^\W\d_])",
    re.IGNORECASE,
)
"""Number before a name, or before the names of a team."""
TAILED = re.compile(r"(?=[^()]*[^\W\d_])([^()]+)\(([^()]+)\)")
"""A name with brackets behind it, as `DUPONT Jean (Lyon)`."""
BESIDE = re.compile(r"\s[-–—]\s|\s:\s")
"""A dash or a colon between a name and other words."""
LONG_NUMBER = re.compile(r"@|(?:\d[\s./-]?){5,}")
"""A licence, a telephone number, a date or a mail address, which is not part of a name."""
_BULLET = re.compile(r"^\s*(?:[-–—•·*]\s+)?|\s+<\S+@\S+>\s*$|[\s;,|]+$")
_COUPLE = re.compile(r"^(?:m|mr|mme|herr|frau|monsieur|madame|mrs|ms|mevr|dhr|sig)\b\.?", re.IGNORECASE)


class SplitName(NamedTuple):
    """A person's name. Where first name and surname are not known apart, `last` has the whole name."""

    first: str
    last: str

    def __str__(self) -> str:
        return f"{self.first} {self.last}".strip()


def without_marks(text: str) -> str:
    """Return a name without a bullet before it, and without a separator or mail address after it."""
    return _BULLET.sub("", text)


def running(cells: Sequence[str]) -> bool:
    """Return whether the names are numbered consecutively, from 0 or 1."""
    matches = [NUMBERED.match(cell) for cell in cells]
    figures = [int(match[1]) for match in matches if match]
    return (
        len(figures) == len(cells)
        and all(number == place for place, number in enumerate(figures, figures[0] if figures else 1))
        and figures[:1] < [2]
    )


def is_caps(word: str) -> bool:
    """Return whether a word is in capitals; `McDONALD` is."""
    letters = [char for char in word if char.isalpha()]
    return len(letters) > 1 and 10 * sum(char.isupper() for char in letters) > 7 * len(letters)


def capitals(text: str) -> SplitName | None:
    """Split a name whose surname is in capitals, before or after the first name; `None` for any other."""
    words = text.split()
    marks = "".join(
        "p" if word.casefold().strip("'’.") in PARTICLES else "C" if is_caps(word) else "x" for word in words
    )
    if before := re.fullmatch(r"(p*[Cp]*C)(x[xp]*)", marks):
        at = before.end(1)
        return SplitName(" ".join(words[at:]), " ".join(words[:at]))
    if behind := re.fullmatch(r"(x+)(p*C[Cp]*)", marks):
        at = behind.end(1)
        return SplitName(" ".join(words[:at]), " ".join(words[at:]))
    return None


def comma(text: str) -> SplitName | None:
    """Split `Dupont, Jean`; `None` when the part before the comma is not one surname, or the part after it has over two words."""
    parts = [part.strip() for part in text.split(",")]
    if len(parts) != 2 or not all(parts):
        return None
    before, behind = parts[0].split(), parts[1].split()
    lone = [word for word in before if word.casefold() not in PARTICLES]
    surname = len(lone) == 1 or all(map(is_caps, lone))
    return SplitName(parts[1], parts[0]) if surname and len(behind) < 3 else None


def surname_first(text: str) -> SplitName | None:
    """Split a name whose surname comes first; `None` when its end is ambiguous."""
    if split := capitals(text) or comma(text.replace(" - ", ", ")):
        return split
    words = text.split()
    at = 0
    while at < len(words) - 2 and words[at].casefold().strip("'’.") in PARTICLES:
        at += 1
    if len(words) < 2:
        return SplitName("", text)
    return SplitName(" ".join(words[at + 1 :]), " ".join(words[: at + 1])) if len(words) - at == 2 else None


def last_word(text: str) -> SplitName:
    """Split a name at its last word, which is taken for the first name."""
    *surname, first = text.split()
    return SplitName(first, " ".join(surname)) if surname else SplitName("", first)


def two(text: str) -> list[str]:
    """Return the people in a cell, with a shared surname written for both; an empty list when they are ambiguous."""
    parts = [part.strip() for part in JOINED.split(text) if part.strip()]
    if len(parts) != 2:
        return parts if len(parts) < 2 else []
    if any(_COUPLE.match(part) for part in parts):
        return []
    word = bool(re.search(r"&|\s[^\W\d_]{1,3}\s", text[len(parts[0]) : len(text) - len(parts[1])]))
    mine, theirs = (part.split() for part in parts)
    if len(mine) == 1 < len(theirs) and word:
        # Jean et Marie Dupont
        return [f"{mine[0]} {theirs[-1]}", parts[1]] if len(theirs) == 2 else []
    if len(theirs) == 1 < len(mine) and word:
        # DUPONT Jean et Marie
        split = capitals(parts[0])
        at_front = split is not None and parts[0].startswith(split.last)
        return [parts[0], f"{split.last} {parts[1]}"] if split and at_front else []
    return [] if (len(mine) == 1) != (len(theirs) == 1) else parts


def share(values: Iterable[bool]) -> float:
    """Return the share of true values; 0 for no values."""
    listed = [*values]
    return sum(listed) / len(listed) if listed else 0.0


@cache
def _first_names() -> frozenset[str]:
    # Imported only for a list without titles. zxcvbn, which rates passphrases, has lists of first names.
    from zxcvbn.frequency_lists import FREQUENCY_LISTS  # noqa: PLC0415

    return frozenset(FREQUENCY_LISTS["male_names"]) | frozenset(FREQUENCY_LISTS["female_names"])


def known_first(cells: Iterable[str]) -> float:
    """Return the share of filled cells that begin with a common first name."""
    known = _first_names()
    return share(unaccented(re.split(r"[\s-]", cell)[0]) in known for cell in cells if cell)
