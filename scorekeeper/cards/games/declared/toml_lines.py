"""On which line of a TOML text each key stands: the standard library reads the values, and forgets where they were."""

import re
from collections import Counter
from dataclasses import dataclass

Path = tuple[str, ...]

_PART = r"(?:[A-Za-z0-9_-]+|\"(?:[^\"\\]|\\.)*\"|'[^']*')"
_DOTTED = rf"{_PART}(?:\s*\.\s*{_PART})*"
_HEADER = re.compile(rf"\s*(\[\[?)\s*({_DOTTED})\s*\]\]?")
_KEY = re.compile(rf"\s*({_DOTTED})\s*=")
_PARTS = re.compile(_PART)
_VALUE = re.compile(r'"""|\'\'\'|"(?:[^"\\]|\\.)*"|\'[^\']*\'|#.*|[\[\]{}]')
"""Tokens that matter in a value: texts, which may have brackets in them, comments, and brackets."""


@dataclass(frozen=True)
class TomlLines:
    """The lines of a text that TOML could read."""

    known: dict[Path, int]

    def line(self, key: str) -> int:
        """The line of a key such as `champs.0.de`, or of the nearest that is there; else the first."""
        path = tuple(key.split(".")) if key else ()
        return next(
            (self.known[path[:end]] for end in range(len(path), 0, -1) if path[:end] in self.known), 1
        )


def lines_of(text: str) -> TomlLines:
    """Positions of the tables and keys of a text. It is only asked of texts that are TOML."""
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
    return TomlLines(known)


def _path(dotted: str) -> Path:
    return tuple(part.strip("\"'") for part in _PARTS.findall(dotted))


def _placed(path: Path, listed: bool, times: Counter[Path]) -> Path:  # noqa: FBT001
    """A table's path, with the number of each list of tables on its way."""
    placed: Path = ()
    for end, part in enumerate(path, 1):
        placed = (*placed, part)
        if listed and end == len(path):
            times[placed] += 1
        if times[placed]:
            placed = (*placed, str(times[placed] - 1))
    return placed


def _after(text: str, quote: str, brackets: int) -> tuple[str, int]:
    """The text that is open, and how many brackets are, behind a line."""
    place = 0
    while place < len(text):
        if quote:
            end = text.find(quote, place)
            while quote == '"""' and end > 0 and text[end - 1] == "\\":
                end = text.find(quote, end + 1)
            if end < 0:
                return quote, brackets
            place, quote = end + 3, ""
            continue
        match = _VALUE.search(text, place)
        if match is None:
            break
        if match[0] in {'"""', "'''"}:
            quote = match[0]
        elif match[0] in "[{":
            brackets += 1
        elif match[0] in "]}":
            brackets -= 1
        place = match.end()
    return quote, brackets
