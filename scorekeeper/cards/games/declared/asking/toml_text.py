"""A definition as the TOML text that people read: in the order of the help page, a key on each line."""

import json
import re
from collections.abc import Iterator, Mapping
from itertools import takewhile
from typing import Any

from scorekeeper.cards.games.declared.rules.definition import LISTS

FIRST = (
    "nom",
    "resume",
    "joueurs",
    "gagne",
    "ligne",
    "colonnes",
    "donneur",
    "depart",
    "aide",
    "fin",
    "tournoi",
)
LAST = ("champs", "cases", "groupes", "primes", "compteurs", "postes", "verifications", "exemples")
_BARE = re.compile(r"[A-Za-z0-9_-]+")


def text_of_document(document: Mapping[str, Any], before: str = "") -> str:
    """The text of a definition, under the remarks at the head of the text that it takes the place of."""
    head = "".join(f"{line}\n" for line in takewhile(_is_remark, before.splitlines()))
    order = [*FIRST, *(key for key in document if key not in {*FIRST, *LAST}), *LAST]
    own = [key for key in order if key in document]
    plain = [f"{_key(key)} = {_value(document[key])}\n" for key in own if not _is_table(key, document[key])]
    tables = [part for key in own if _is_table(key, document[key]) for part in _tables(key, document[key])]
    return (head if "#" in head else "") + "".join(plain) + "".join(tables)


def _is_remark(line: str) -> bool:
    return line.strip()[:1] in {"", "#"}


def _is_table(key: str, value: Any) -> bool:
    tables = isinstance(value, list) and all(isinstance(item, dict) for item in value)
    return isinstance(value, dict) or (key in LISTS and tables)


def _tables(key: str, value: Any) -> Iterator[str]:
    """The headings of a table, or of a list of them, with what stands below."""
    for item in value if isinstance(value, list) else [value]:
        mark = f"[[{key}]]" if isinstance(value, list) else f"[{_key(key)}]"
        lines = "".join(f"{_key(part)} = {_value(worth)}\n" for part, worth in item.items())
        yield f"\n{mark}\n{lines}"


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _text(key)


def _text(text: str) -> str:
    # What JSON escapes, TOML reads; it leaves one sign as it is that TOML does not take.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str) and "\n" in value:
        return '"""\n' + "\n".join(_text(line)[1:-1] for line in value.split("\n")) + '"""'
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, Mapping):
        inside = ", ".join(f"{_key(str(key))} = {_value(part)}" for key, part in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    return str(value)
