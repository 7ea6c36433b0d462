"""TOML text of a definition: writer, in the order of the help page with one key a line, and line numbers of keys.

`tomllib` returns the values without their line numbers.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import takewhile
from typing import Any

from scorekeeper.cards.games.declared.rules.definition import LISTS

FIRST = "nom resume joueurs gagne ligne colonnes donneur depart aide fin tournoi".split()  # noqa: SIM905
LAST = "champs cases groupes primes compteurs postes verifications exemples formulaire".split()  # noqa: SIM905
_BARE = re.compile(r"[A-Za-z0-9_-]+")


def text_of_document(document: Mapping[str, Any], before: str = "") -> str:
    """Return the TOML text of a definition, after the comments at the head of the text `before` that it replaces."""
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
    """Yield the text of a table, or of each table of a list: its heading and its keys."""
    for item in value if isinstance(value, list) else [value]:
        mark = f"[[{key}]]" if isinstance(value, list) else f"[{_key(key)}]"
        lines = "".join(f"{_key(part)} = {_value(worth)}\n" for part, worth in item.items())
        yield f"\n{mark}\n{lines}"


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _text(key)


def _text(text: str) -> str:
    # TOML reads the escapes of JSON. JSON leaves DEL unescaped, which TOML refuses.
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


Path = tuple[str, ...]

_PART = r"(?:[A-Za-z0-9_-]+|\"(?:[^\"\\]|\\.)*\"|'[^']*')"
_DOTTED = rf"{_PART}(?:\s*\.\s*{_PART})*"
_HEADER = re.compile(rf"\s*(\[\[?)\s*({_DOTTED})\s*\]\]?")
_KEY = re.compile(rf"\s*({_DOTTED})\s*=")
_PARTS = re.compile(_PART)
_NEXT = {
    "": re.compile(r'.*?("""|\'\'\'|"(?:[^"\\]|\\.)*"|\'[^\']*\'|#.*|[\[\]{}])'),
    '"""': re.compile(r'.*?(?<!\\)"""'),
    "'''": re.compile(r".*?'''"),
}
"""Pattern by open quote: the next string, comment or bracket of a value, or the end of the open string."""


def line_of(key: str, known: Mapping[Path, int]) -> int:
    """Return the line of a key such as `champs.0.de`, or of its nearest parent that is present; else 1."""
    path = tuple(key.split(".")) if key else ()
    return next((known[path[:end]] for end in range(len(path), 0, -1) if path[:end] in known), 1)


def lines_of(text: str) -> Mapping[Path, int]:
    """Return the line numbers, from 1, of the tables and keys of a text, which must be valid TOML."""
    known: dict[Path, int] = {}
    times: Counter[Path] = Counter()
    table: Path = ()
    quote, brackets = "", 0
    for number, line in enumerate(text.split("\n"), 1):
        rest = line
        if not quote and not brackets:
            if header := _HEADER.match(line):
                table = _placed(_path(header[2]), header[1] == "[[", times)
                if header[1] == "[[":
                    known.setdefault(table[:-1], number)
                known.setdefault(table, number)
                continue
            if key := _KEY.match(line):
                path = (*table, *_path(key[1]))
                for end in range(len(table) + 1, len(path) + 1):
                    known.setdefault(path[:end], number)
                rest = line[key.end() :]
        quote, brackets = _after(rest, quote, brackets)
    return known


def _path(dotted: str) -> Path:
    return tuple(part.strip("\"'") for part in _PARTS.findall(dotted))


def _placed(path: Path, listed: bool, times: Counter[Path]) -> Path:  # noqa: FBT001
    """Return a table's path with the index in each list of tables on it. Counts the items of lists in `times`."""
    placed: Path = ()
    for end, part in enumerate(path, 1):
        placed = (*placed, part)
        if listed and end == len(path):
            times[placed] += 1
        if times[placed]:
            placed = (*placed, str(times[placed] - 1))
    return placed


def _after(text: str, quote: str, brackets: int) -> tuple[str, int]:
    """Return the quote of the open string (empty for none) and the number of open brackets after a line."""
    place = 0
    while token := _NEXT[quote].match(text, place):
        sign, place = "" if quote else token[1], token.end()
        quote = sign if sign in _NEXT else ""
        brackets += (sign in {"[", "{"}) - (sign in {"]", "}"})
    return quote, brackets
