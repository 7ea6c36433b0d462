"""Letters that no font of the printing child has: found before printing, and replaced on paper.

A number stands in place of a name, an empty square in place of any other letter.
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
"""Before it are the Latin letters, all of which the fonts of the sheets have."""
_SELECTORS = range(0xFE00, 0xFE10)
"""Choose the form of a character and are not drawn themselves."""
SQUARE = "□"


@cache
def _characters(path: Path) -> frozenset[int]:
    """The characters of a font; none of a damaged one."""
    from fontTools.ttLib import TTFont, TTLibError  # noqa: PLC0415 - only for a text that is not in Latin letters

    with (
        suppress(TTLibError, OSError),
        path.open("rb") as file,
        TTFont(file, fontNumber=0, lazy=True) as font,
    ):
        return frozenset(font.getBestCmap())
    return frozenset()


def _paths() -> tuple[Path, ...]:
    """The fonts that the printing child sees; none where nothing can be printed."""
    with suppress(PrintFailed):
        return fonts.here().paths
    return ()


def lacking(text: str) -> set[str]:
    """The characters of a text that no font has. Joiners are drawn with their letters."""
    # Most documents have no other letters than Latin ones.
    rare = {character for character in set(text) if ord(character) >= _COMMON}
    paths = _paths() if rare else ()
    return {character for character in rare if not _drawn(character, paths)} if paths else set()


def _drawn(character: str, paths: Iterable[Path]) -> bool:
    """Whether a font has the character or what it is put together from."""
    if ord(character) in _SELECTORS or unicodedata.category(character)[0] == "C":
        return True
    parts = set(map(ord, unicodedata.normalize("NFD", character)))
    return any(ord(character) in _characters(path) or parts <= _characters(path) for path in paths)


def printable(text: str) -> str:
    """A text with a square in place of every character that no font has."""
    return text.translate(dict.fromkeys(map(ord, lacking(text)), SQUARE))


def legible(name: str, instead: str) -> str:
    """A name with `instead` in place of its words that no font has all letters of; the other words stay."""
    if not lacking(name):
        return name
    runs = groupby(name.split(" "), lambda word: bool(lacking(word)))
    words = (instead if unknown else " ".join(run) for unknown, run in runs)
    return " ".join(dict.fromkeys(words))


def by_number(name: str, number: int) -> str:
    """A name as it is printed, with its number on the list where its letters are lacking."""
    return legible(name, gettext("n° %(number)s", number=number))


def respelled(part: Any, known: Mapping[str, str]) -> Any:
    """The data of a paper with the texts of `known` replaced in all its texts."""
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
    """The font beside those of the sheets that should have the character; empty where none does."""
    category, wide = unicodedata.category(character)[0], unicodedata.east_asian_width(character) in "WF"
    return fonts.SIGNS if category == "S" else fonts.WIDE if wide and category == "L" else ""


def unprinted(texts: Iterable[str]) -> tuple[str, ...]:
    """Which of the names and titles have letters that no font has, what is printed, and what helps.

    Nothing is returned where nothing can be printed at all.
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
