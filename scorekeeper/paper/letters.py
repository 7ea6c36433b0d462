"""Characters that no font of the printing child has: detection before printing, and replacement on paper.

A name is replaced by a number, any other such character by an empty square.
"""

import unicodedata
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import fields, is_dataclass, replace
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

from scorekeeper.i18n import all_of, gettext
from scorekeeper.press import fonts
from scorekeeper.press.messages import PrintFailed

_COMMON = 0x250
"""First character after the Latin letters, which all fonts of the sheets have."""
_SELECTORS = range(0xFE00, 0xFE10)
"""Variation selectors, which are not drawn themselves."""
SQUARE = "□"


@cache
def _characters(path: Path) -> frozenset[int]:
    """Return the code points of a font; empty for a damaged file."""
    from fontTools.ttLib import TTFont, TTLibError  # noqa: PLC0415 - only for a text that is not in Latin letters

    with (
        suppress(TTLibError, OSError),
        path.open("rb") as file,
        TTFont(file, fontNumber=0, lazy=True) as font,
    ):
        return frozenset(font.getBestCmap())
    return frozenset()


def _paths() -> tuple[Path, ...]:
    """Return the fonts that the printing child sees; empty when printing is impossible."""
    with suppress(PrintFailed):
        return fonts.here().paths
    return ()


def lacking(text: str) -> set[str]:
    """Return the characters of a text that no font has; none when printing is impossible."""
    # Most documents have Latin letters only.
    rare = {character for character in set(text) if ord(character) >= _COMMON}
    paths = _paths() if rare else ()
    return {character for character in rare if not _drawn(character, paths)} if paths else set()


def _drawn(character: str, paths: Iterable[Path]) -> bool:
    """Return whether a font has the character or its parts, or the character has no shape of its own."""
    if ord(character) in _SELECTORS or unicodedata.category(character)[0] == "C":
        return True
    parts = set(map(ord, unicodedata.normalize("NFD", character)))
    return any(ord(character) in _characters(path) or parts <= _characters(path) for path in paths)


def printable(text: str) -> str:
    """Return a text with a square in place of every character that no font has."""
    return text.translate(dict.fromkeys(map(ord, lacking(text)), SQUARE))


def legible(name: str, instead: str) -> str:
    """Return a name with `instead` in place of words with characters that no font has; other words stay."""
    if not lacking(name):
        return name
    runs = groupby(name.split(" "), lambda word: bool(lacking(word)))
    words = (instead if unknown else " ".join(run) for unknown, run in runs)
    return " ".join(dict.fromkeys(words))


def spellings(numbers: Mapping[str, int]) -> dict[str, str]:
    """Map the names that no font can print to their printed form, with their numbers on the list for what is missing."""
    known = ((name, gettext("n° %(number)s", number=number)) for name, number in numbers.items())
    printed = {name: legible(name, instead) for name, instead in known}
    return {name: text for name, text in printed.items() if name != text}


def respelled(part: Any, known: Mapping[str, str]) -> Any:
    """Return data (text, mapping, sequence or dataclass) with the texts of `known` replaced at all depths."""
    if not known:
        return part
    if isinstance(part, str):
        for text, other in known.items():
            part = part.replace(text, other)
        return part
    if isinstance(part, Mapping):
        return {respelled(key, known): respelled(value, known) for key, value in part.items()}
    if isinstance(part, (tuple, list)):
        items = [respelled(item, known) for item in part]
        return items if isinstance(part, list) else tuple(items)
    if not is_dataclass(part) or isinstance(part, type):
        return part
    own = {field.name: getattr(part, field.name) for field in fields(part)}
    changed = {name: respelled(value, known) for name, value in own.items()}
    return replace(part, **{name: value for name, value in changed.items() if value != own[name]})


def _font_of(character: str) -> str:
    """Return the optional font file that should have a character; empty if none does."""
    category, wide = unicodedata.category(character)[0], unicodedata.east_asian_width(character) in "WF"
    return fonts.SIGNS if category == "S" else fonts.WIDE if wide and category == "L" else ""


def unprinted(texts: Iterable[str]) -> tuple[str, ...]:
    """Return sentences on the names and titles with characters that no font has: what is printed, and a remedy.

    Empty if there are none, or printing is impossible.
    """
    boxes = {text: unknown for text in dict.fromkeys(texts) if (unknown := lacking(text))}
    if not boxes:
        return ()
    advice = gettext(
        "Aucune police de cette machine n’a toutes les lettres de %(names)s : sur le papier, un numéro ou □ les remplace. Écrivez en lettres latines.",
        names=all_of(boxes),
    )
    wanted = {_font_of(character) for unknown in boxes.values() for character in unknown}
    absent = wanted - {"", *(path.name for path in _paths())}
    more = gettext(
        "Ou installez %(packages)s sur la machine qui sert ces pages et relancez l’application : elle imprimera plus de lettres.",
        packages=", ".join(sorted(fonts.SPARES[font] for font in absent)),
    )
    return (advice, more) if absent else (advice,)
