"""Names with letters that no font of this machine has, which would be printed as boxes."""

import unicodedata
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path

from scorekeeper.i18n import all_of, gettext
from scorekeeper.press import fonts
from scorekeeper.press.messages import PrintFailed

_COMMON = 0x250
"""Before it are the Latin letters, all of which the fonts of the sheets have."""


@cache
def _characters(path: Path) -> frozenset[int]:
    """The characters of a font; none of a damaged one."""
    from fontTools.ttLib import TTFont, TTLibError  # noqa: PLC0415 - only for a name that is not in Latin letters

    with (
        suppress(TTLibError, OSError),
        path.open("rb") as file,
        TTFont(file, fontNumber=0, lazy=True) as font,
    ):
        return frozenset(font.getBestCmap())
    return frozenset()


def _drawn(character: str, paths: Iterable[Path]) -> bool:
    """Whether a font has the character or what it is put together from; marks and joiners are drawn with their letters."""
    if ord(character) < _COMMON or unicodedata.category(character)[0] in "MC":
        return True
    parts = set(map(ord, unicodedata.normalize("NFD", character)))
    return any(ord(character) in _characters(path) or parts <= _characters(path) for path in paths)


def _font_of(character: str) -> str:
    """The font beside those of the sheets that should have the character; empty where none does."""
    category, wide = unicodedata.category(character)[0], unicodedata.east_asian_width(character) in "WF"
    return fonts.SIGNS if category == "S" else fonts.WIDE if wide and category == "L" else ""


def unprinted(names: Iterable[str]) -> tuple[str, ...]:
    """Which of the names would be printed with boxes, and what helps. Nothing is said where nothing can be printed at all."""
    paths: tuple[Path, ...] = ()
    with suppress(PrintFailed):
        paths = fonts.here().paths
    boxes: dict[str, set[str]] = {}
    for name in dict.fromkeys(names) if paths else ():
        if lacking := {_font_of(character) for character in name if not _drawn(character, paths)}:
            boxes[name] = lacking
    if not boxes:
        return ()
    advice = gettext("En carrés sur le papier : %(names)s. Écrivez en lettres latines.", names=all_of(boxes))
    absent = set().union(*boxes.values()) - {"", *(path.name for path in paths)}
    more = gettext(
        "Ou installez %(packages)s sur la machine qui sert ces pages et relancez l’application : elle imprimera plus de lettres.",
        packages=", ".join(sorted(fonts.SPARES[font] for font in absent)),
    )
    return (advice, more) if absent else (advice,)
