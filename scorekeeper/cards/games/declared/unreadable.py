"""Why a text is no TOML, told by what its line looks like: the standard library says it to programmers only."""

from __future__ import annotations

import re

from scorekeeper.cards.games.declared.plainer import LISTS
from scorekeeper.cards.rules.contract import Fault

_LINE = re.compile(r"\(at line ([0-9]+), column [0-9]+\)")
_LOOKS = (
    ("toml-deux-points", re.compile(r"\s*+[^\W\d][\w’-]*+\s*+:")),
    ("toml-cle-accent", re.compile(r"\s*+(?![A-Za-z0-9_.-]++[ \t]*+=)\w[\w\s’-]*+=")),
    ("toml-droits", re.compile(r"[^\"#=]*+=[^\"#“”„«»’‘]*+[“”„«»’‘]")),
    ("toml-entier", re.compile(r"[^\"#=]*+=\s*+[+-]?[0-9]++,[0-9]")),
    ("toml-sans-guillemets", re.compile(r"(?:[^\"#]|\"[^\"]*+\")*?=\s*+(?!(?:true|false)\b)[^\W\d]")),
    ("toml-sans-egal", re.compile(r"\s*+(?:[^\W\d][^=]*+$|//|\\)")),
    ("toml-guillemet", re.compile(r"[^\"#]*+(?:\"[^\"]*+\"[^\"]*+)*+\"[^\"]*+$")),
    ("toml-guillemet", re.compile(r"[^\"#=]*+=\s*+\"[^\"]*+\"\s*+[^\s,#]")),
    ("toml-accolades", re.compile(r"[^{]*+\{(?:[^}]*+$|\s*+\w++\s*+:)")),
    ("toml-virgule", re.compile(r"[^\[]*+\[[^\]]*?[\w\"]\s++[\w\"-]")),
)
"""Looks of a line, the surest first, with the sentence that says what to do."""
_SINGLE = re.compile(rf"^[ \t]*\[[ \t]*({'|'.join(LISTS)})[ \t]*\]", re.MULTILINE)
"""A heading in one bracket of what has two."""
_OF_AN_OFFICE = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"{\\rtf", b"%PDF")
"""Beginnings of files of word processors."""


def not_text(raw: bytes) -> str:
    """The code of why bytes are no plain text; empty where they may be."""
    return "toml-bureau" if raw.startswith(_OF_AN_OFFICE) else ""


def why_unreadable(text: str, error: str) -> tuple[int, Fault]:
    """The line, and the fault, of what the standard library says of a text."""
    place = _LINE.search(error)
    number = int(place[1]) if place else text.rstrip().count("\n") + 1
    if "Cannot overwrite" in error or "Cannot declare" in error or "Duplicate" in error:
        single = _SINGLE.search(text)
        if single:
            return text.count("\n", 0, single.start(1)) + 1, Fault("titre-double", titre=single[1])
        return number, Fault("toml-deux-fois")
    line = text.split("\n")[number - 1].rstrip()[:400]
    return number, Fault(next((code for code, looks in _LOOKS if looks.match(line)), "toml-illisible"))
