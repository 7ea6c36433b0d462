"""Text metrics: width of a text on paper, line counts, and the font size in which a text fits.

Widths are read from the fonts of the sheets; full-width letters of a third font count one em. A character that they all lack is
assumed to be wide, so that a text found to fit does fit.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import Any

from scorekeeper.press import fonts

_PLAIN = frozenset(" .,-–·'’()+−×=/&\u00a0")
"""Characters of ordinary names and sums, whose line breaks are known."""
_WIDE = "\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6\U00020000-\U0003fffd"
_WIDE_EDGE = re.compile(rf" |(?<=[{_WIDE}])(?=[^\s{_WIDE}])|(?<=[^\s{_WIDE}])(?=[{_WIDE}])")
"""Break opportunities at spaces, and between a Chinese, Japanese or Korean letter and another character."""
POINT = 25.4 / 72
LEADING = 1.18
"""Line height as a multiple of the font size."""
ONE_LINE = 0.8
"""Least factor by which a text may be reduced to fit on one line."""
_SPARE = 1.007
"""Safety factor of widths, because WeasyPrint and font sizes round."""


@dataclass(frozen=True, eq=False)
class _Face:
    """Metrics of a font in em; empty without its file."""

    advances: Mapping[int, float] = field(default_factory=dict)
    """Advance width by code point."""
    kerning: Mapping[tuple[str, str], float] = field(default_factory=dict)
    """Extra space between two characters. Negative kerning is left out, since text in SVG drawings is not kerned."""
    wide: float = 1.25
    """Width of a Chinese, Japanese or Korean letter."""

    def width(self, character: str) -> float:
        """Return an upper bound of the width of one character, in em."""
        if unicodedata.combining(character):
            return 0.0
        base = unicodedata.normalize("NFD", character)[0]
        advance = self.advances.get(ord(character)) or self.advances.get(ord(base))
        category = unicodedata.category(base)
        if advance is not None and unicodedata.bidirectional(character) != "AL":
            return advance
        if unicodedata.east_asian_width(base) in "WF" or category.startswith("S"):
            return self.wide if category.startswith("L") else 1.25
        # The form of an Arabic letter, and so its width, depends on its neighbours.
        return max(1.11 if category == "Lu" else 0.85, advance or 0.0)


_DEJAVU = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "DejaVuSerif-Bold.ttf")
_SPARES = dict(zip(fonts.FACES, _DEJAVU, strict=True))
"""Fallback font of each face."""


class _Faces(dict[str, _Face]):
    """Metrics of the faces read so far. A face with its fallback font missing or damaged is empty, and read again."""

    def __missing__(self, name: str) -> _Face:
        """Read the metrics of a face, with missing characters from its fallback font."""
        path = fonts.path_of(_SPARES[name])
        if path is None:
            return _Face()
        from fontTools.ttLib import TTFont, TTLibError  # noqa: PLC0415 - a tenth of a second, spent by the first sheet only

        with (
            suppress(TTLibError, OSError),
            path.open("rb") as file,
            TTFont(file, lazy=True) as spare,
            TTFont(fonts.FACES[name], lazy=True) as face,
        ):
            em, own = spare["head"].unitsPerEm, _advances(face)
            characters = {glyph: chr(code) for code, glyph in spare.getBestCmap().items()}
            pairs = spare["kern"].kernTables[0].kernTable if "kern" in spare else {}
            # The face itself has no positive kerning.
            kerning = {
                (characters[left], characters[right]): space / em
                for (left, right), space in pairs.items()
                if space > 0
                and {left, right} <= characters.keys()
                and ord(characters[left]) not in own
                and ord(characters[right]) not in own
            }
            wide = 1.0 if fonts.path_of(fonts.WIDE) else _Face.wide
            self[name] = _Face({**_advances(spare), **own}, kerning, wide)
        return self.get(name, _Face())


_faces = _Faces()


def _advances(font: Any) -> dict[int, float]:
    """Return the width in em of each character of a font, by code point."""
    em, metrics = font["head"].unitsPerEm, font["hmtx"].metrics
    return {code: metrics[glyph][0] / em for code, glyph in font.getBestCmap().items()}


def ems(text: str, *, bold: bool = True) -> float:
    """Return the width of a text in em, never less than its real width."""
    return _ems(_faces["sans-bold" if bold else "sans-regular"], text)


@lru_cache(maxsize=4096)
def _ems(face: _Face, text: str) -> float:
    kerning = sum(face.kerning.get(pair, 0.0) for pair in pairwise(text)) if face.kerning else 0.0
    return _SPARE * (sum(map(face.width, text)) + kerning)


def longest(text: str) -> float:
    """Return the width in em of the longest part of a bold text between spaces and after hyphens."""
    return _longest(_faces["sans-bold"], text, r" |(?<=-)")


@lru_cache(maxsize=4096)
def _longest(face: _Face, text: str, between: str) -> float:
    return max(_ems(face, part) for part in re.split(between, text))


def cut(text: str, most: float, *, bold: bool = True) -> str:
    """Return a text cut to at most `most` em, with an ellipsis if it was cut."""
    while ems(text, bold=bold) > most and len(text) > 1:
        text = f"{text[:-2].rstrip()}…"
    return text


def width(text: str, points: float) -> float:
    """Return the width of a bold text in mm."""
    return ems(text) * points * POINT


def title_points(title: str, room: float, most: float) -> float:
    """Return the font size in points, at most `most`, in which a title fits on one line of `room` mm."""
    return round(min(most, room / (POINT * max(1.0, _ems(_faces["serif-bold"], title))) - 0.05), 1)


def lines(text: str, points: float, room: float) -> int:
    """Return the largest number of lines that a text may take in a column of `room` mm.

    A text may be broken at spaces and, if a word is too long, within it. Whether it also breaks after other characters depends on
    WeasyPrint: lines are counted with and without such breaks, and the largest count is returned.
    """
    return _most_lines(_faces["sans-bold"], text, points, room)


@lru_cache(maxsize=4096)
def _most_lines(face: _Face, text: str, points: float, room: float) -> int:
    edges = " ", r" |(?<=[-–—/|])(?=\S)", r" |(?<=[^\w\s])(?=\S)", _WIDE_EDGE
    most = max(_lines(face, re.split(edge, text), points, room) for edge in edges)
    odd = any(not character.isalnum() and character not in _PLAIN for character in text)
    return most + 1 if odd and most > 1 else most


def _lines(face: _Face, words: Sequence[str], points: float, room: float) -> int:
    count, used, space = 1, 0.0, _ems(face, " ") * points * POINT
    widest = min(room / 2, 1.25 * points * POINT)
    for word in words:
        piece = _ems(face, word) * points * POINT
        if used and used + space + piece > room:
            count, used = count + 1, 0.0
        used += piece + (space if used else 0.0)
        while used > room:
            # A character that does not fit goes to the next line, so a line may end up to one character early.
            count, used = count + 1, used - (room - widest)
    return count


@dataclass(frozen=True)
class Fit:
    """Font size in points in which a text fits, and its number of lines."""

    points: float
    lines: int

    @property
    def height(self) -> float:
        return self.lines * self.points * POINT * LEADING


def fit(text: str, room: float, sizes: tuple[float, ...], most: int) -> Fit:
    """Return the largest of `sizes` in which a text takes at most `most` lines of `room` mm, without breaking a word.

    One line in a slightly smaller size is preferred to several. If nothing fits, words are broken at hyphens, then anywhere.
    """
    return _fit(_faces["sans-bold"], text, room, sizes, most)


def fit_people(text: str, room: float, sizes: tuple[float, ...], most: int = 2) -> tuple[str, Fit]:
    """Return a text and its `fit`; names joined by `&` that do not fit on one line get a line each, if no name must be broken."""
    size, people = fit(text, room, sizes, most), text.replace(" & ", " &\n").split("\n")
    own = [fit(name, room, sizes, 1) for name in people if size.lines > 1 < len(people)]
    if own and all(each.lines == 1 for each in own):
        return "\n".join(people), Fit(min(each.points for each in own), len(people))
    return text, size


@lru_cache(maxsize=4096)
def _fit(face: _Face, text: str, room: float, sizes: tuple[float, ...], most: int) -> Fit:
    """Return the result of `fit`. The metrics are part of the cache key because they are empty while their font is missing."""
    for points in sizes:
        if points >= ONE_LINE * sizes[0] and _ems(face, text) * points * POINT <= room:
            return Fit(points, 1)
    longest, part = (_longest(face, text, between) for between in (" ", r" |(?<=-)(?=\S)"))
    for unbroken in (longest * POINT, part * POINT, 0.0):
        for points in sizes:
            if unbroken * points <= room and (count := _most_lines(face, text, points, room)) <= most:
                return Fit(points, count)
    return Fit(sizes[-1], _most_lines(face, text, sizes[-1], room))
