"""Meaning of column titles in the languages of the clubs, and recognition of headings, sums and section titles."""

import re
import tomllib
import unicodedata
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROLES = (
    "name",
    "names",
    "last-first",
    "first",
    "particle",
    "last",
    "club",
    "pair",
    "apart",
    "fixed",
    "present",
    "arrived",
    "paid",
    "licence",
)
"""Roles of a column: a whole name, two names, a name with the surname first, a part of a name, or a property of the person."""
NAME_ROLES = frozenset({"name", "names", "last-first", "first", "last"})
"""Roles of columns that hold names."""
WHOLE = frozenset({"name", "names", "last-first"})
"""Roles of columns that hold whole names."""
GENERIC = frozenset({"nom", "name", "naam", "nome"})
"""Titles of a whole name; of one part of it where another column holds the other part."""
AS_WRITTEN = frozenset(
    {"nom affiche", "displayed name", "display name", "anzeigename", "weergavenaam", "nome visualizzato"}
)
"""Titles of whole names that are kept as they are written."""
PARTNERS = frozenset(
    {"partenaire", "partner", "partner name", "coequipier", "coequipiere", "compagno", "binome"}
)
"""Titles of a column of partners, who may have no line of their own."""
TABLES = frozenset({"table", "tisch", "tafel", "tavolo"})
"""Titles of fixed tables that may as well be those of an earlier draw."""
NUMBERS = frozenset({"#", "n", "no", "nr", "num", "numero", "number", "nummer"})
"""Titles of a column of numbers, which is left out without notice."""


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") else word


_WORDS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
_JOINERS = frozenset(_WORDS["joiners"].split())
_PERSONS = frozenset(_WORDS["persons"].split())
_TITLE_WORDS = frozenset(map(_singular, _WORDS["title-words"].split()))
PARTICLES = frozenset(_WORDS["particles"].split())
"""Words that belong to the surname after them."""
_SUMS = frozenset(_WORDS["sums"].split())
_COUNTED = _TITLE_WORDS | _PERSONS | {"personne", "people", "inscrit", "et", "und"}
_FOOTERS = frozenset(_WORDS["footers"].split())
_SECTIONS = frozenset(map(_singular, _WORDS["sections"].split()))


class Title(NamedTuple):
    """Meaning of a column title.

    Attributes:
        role: a key of `ROLES`; empty for a column that is left out.
        slot: number of the person in its line, from 1; 0 where the title has no number.
        plain: the title without case, accents, punctuation and number.
    """

    role: str
    slot: int
    plain: str


def plain(text: str) -> tuple[str, int]:
    """Normalize a title: no case, accents, punctuation, articles or plurals. Also returns the number in it, 0 without one."""
    text = re.sub(r"\([^)]*\)|\[[^]]*\]", " ", text).replace("ß", "ss")
    bare = re.sub(r"(\d)(?:er|re|e|eme|st|nd|rd|th|o)?\b", r"\1 ", unaccented(text).replace("№", "no "))
    words = [
        word for word in re.findall(r"[^\W\d_]+|\d+|#", bare) if word not in _JOINERS or word == bare.strip()
    ]
    slot = next((int(word) for word in words if word.isdigit() and len(word) < 3), 0)
    words = [_singular(word) for word in words if not word.isdigit()]
    if slot and len(words) > 1:
        words = [word for word in words if word not in {"n", "no", "nr", "#"}] or words
    return " ".join(words), slot


@cache
def _titles() -> dict[str, str]:
    return {
        " ".join(map(_singular, title.split())): role if role in ROLES else ""
        for role, listed in _WORDS["titles"].items()
        for title in listed.split(";")
    }


@cache
def title_of(cell: str) -> Title | None:
    """Return the meaning of a title; `None` for an unknown one."""
    if len(cell) > 60:
        return None
    text, slot = plain(cell)
    if re.search(r"\b0\d|\b\d{3}\b|\d{5}", cell):
        # A player's name such as "Joueur 001", not a title.
        return None
    known = _titles()
    if text in known:
        return Title(known[text], slot, text)
    alternatives = [title_of(part) for part in cell.split("/")] if "/" in cell else []
    if alternatives and all(alternatives) and len({title.role for title in alternatives if title}) == 1:
        return alternatives[0]
    if text[-2:] in {" a", " b"} and _PERSONS & {*text.split()}:
        text, slot = text[:-2], 1 + (text[-1] == "b")
        if text in known:
            return Title(known[text], slot, text)
    if abbreviated := _abbreviated(text) if "." in cell else None:
        return Title(abbreviated[0], slot, text)
    persons = [word for word in text.split() if word in _PERSONS]
    rest = " ".join(word for word in text.split() if word not in _PERSONS)
    if persons and known.get(rest) in {*NAME_ROLES, "club", "licence", ""}:
        return Title(known[rest], slot, rest)
    return None


def _abbreviated(text: str) -> list[str] | None:
    """Return a list of the one role whose titles a title abbreviates, as `N° Lic.` does; `None` for no role or several."""
    words = text.split()
    long = [
        role
        for title, role in _titles().items()
        if len(parts := title.split()) == len(words) and all(map(str.startswith, parts, words))
    ]
    return long[:1] if len(max(words, key=len, default="")) > 2 and len({*long}) == 1 else None


def is_heading(cells: Sequence[str]) -> int:
    """Return the number of cells of a line that are titles; 0 for a line of people."""
    filled = [cell for cell in cells if cell]
    meanings = [title for cell in filled if (title := title_of(cell))]
    named = [title for title in meanings if title.role in NAME_ROLES]
    if len(meanings) == 1 and (
        meanings[0].slot or (len(filled) == 1 and not named and meanings[0].role != "pair")
    ):
        # A player's name such as "Joueur 1", or a single word.
        return 0
    alone = len(filled) == 1 and bool(meanings)
    return len(meanings) if named or alone or (len(meanings) > 1 and 2 * len(meanings) > len(filled)) else 0


def is_sum(cells: Sequence[str]) -> bool:
    """Return whether a line is a sum below the list: a word such as `Total`, alone or with figures."""
    first = next((cell for cell in cells if cell), "")
    words = re.findall(r"[^\W\d_]+(?:-[^\W\d_]+)?", unaccented(first))
    if re.match(r"\d+\s", first) and words and {*map(_singular, words)} <= _COUNTED:
        # 24 joueurs
        return True
    return (
        bool(words)
        and words[0] in _SUMS
        and (len(words) == 1 or any(char.isdigit() for char in "".join(cells)))
    )


def is_footer(text: str) -> bool:
    """Return whether a line is a page number or a place to sign, as `Page 1/2` is."""
    words = re.findall(r"[^\W_]+", unaccented(text))
    return len(words) > 1 and words[0] in _FOOTERS and (text[-1:] == ":" or not words[1].istitle())


def is_section(text: str) -> bool:
    """Return whether a line begins another section of the list, as `Liste d'attente` or `Absents :` does."""
    words = [_singular(word) for word in re.findall(r"[^\W\d_]+", unaccented(text))]
    words = [word for word in words if word not in _JOINERS and word != "liste"]
    return text.endswith(":") or (len(words) == 1 and words[0] in _SECTIONS)


def is_title(text: str) -> bool:
    """Return whether a line has a digit, or a word of list titles, as `Concours du 12 novembre` does."""
    return bool(re.search(r"\d", text)) or any(
        _singular(word) in _TITLE_WORDS for word in unaccented(text).split()
    )


def unaccented(text: str) -> str:
    """Return a text in lower case, without accents."""
    return "".join(
        char for char in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(char)
    )
