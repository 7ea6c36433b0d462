"""How wide a text is on paper, and in which size it fits: enough to lay a page out before it is drawn.

Widths are those of DejaVu Sans Bold, the widest face of the sheets; where a sign is not known a wide one is assumed, so that
what is said to fit does fit.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

_PLAIN = frozenset(" .,-–·'’()+−×=/&\u00a0")
"""Signs of ordinary names and reckonings, of which it is known how they are broken."""
POINT = 25.4 / 72
"""A typographic point in millimetres."""
LEADING = 1.18
"""Height of a line for each point of its size."""

_WIDTHS: dict[int, str] = {
    31: "'’‘",
    35: " ijl\u00a0\u202f",
    38: "/\\|,.IJ",
    40: ":;·",
    48: "-ft!()[]",
    53: '_`r"*',
    60: "?zcs",
    65: "xL«»",
    70: "vykaeEFTo$0123456789",
    73: "bdghnpquSYZ{}",
    78: "CPBRAKVX",
    85: "UDG#+<=>HN^~OQ−×",
    93: "&w",
    105: "@Mm%½…",
    111: "W",
}
_THIN: dict[int, str] = {
    30: "'IJijl",
    32: " ,.\u00a0·’",
    37: "-f",
    42: "()rt",
    53: "sz",
    58: "FLc",
    61: "Pkvxy",
    64: "0123456789ESTYabdeghnopqu",
    66: "K",
    70: "ABCRVXZ",
    76: "HNU",
    79: "&DGOQ",
    82: "w",
    87: "M",
    100: "@Wm",
}
_KNOWN = {sign: width / 100 for width, signs in _WIDTHS.items() for sign in signs}
_KNOWN_THIN = {sign: width / 100 for width, signs in _THIN.items() for sign in signs}


@cache
def _sign(sign: str) -> float:
    """Width of one sign for a size of 1."""
    base = unicodedata.normalize("NFD", sign)[0]
    if base in _KNOWN:
        return _KNOWN[base]
    if unicodedata.combining(sign):
        return 0.0
    category = unicodedata.category(sign)
    if unicodedata.east_asian_width(sign) in "WF" or category.startswith("S"):
        return 1.25
    return 1.1 if category == "Lu" else 0.85


def width(text: str, points: float) -> float:
    """Width of a text in mm, never less than it really is."""
    return sum(map(_sign, text)) * points * POINT


@cache
def _thin(sign: str) -> float:
    return _KNOWN_THIN.get(unicodedata.normalize("NFD", sign)[0]) or _sign(sign)


def thin_width(text: str, points: float) -> float:
    """The same in the upright face that is not bold."""
    return sum(map(_thin, text)) * points * POINT


def lines(text: str, points: float, room: float) -> int:
    """Lines that a text takes at most in a column of `room` mm.

    A text may be broken at spaces and, where a word is too long, within it. Whether it is also broken after other signs is the
    engine's business, so each way is counted with such signs as breaks, or not, and the worst is told.
    """
    ways = (
        text.split(" "),
        re.split(r" |(?<=[-–—/|])(?=\S)", text),
        re.split(r" |(?<=[^\w\s])(?=\S)", text),
    )
    most = max(_lines(words, points, room) for words in ways)
    odd = any(not sign.isalnum() and sign not in _PLAIN for sign in text)
    return most + 1 if odd and most > 1 else most


def _lines(words: Sequence[str], points: float, room: float) -> int:
    count, used, space = 1, 0.0, width(" ", points)
    widest = min(room / 2, 1.25 * points * POINT)
    for word in words:
        piece = width(word, points)
        if used and used + space + piece > room:
            count, used = count + 1, 0.0
        used += piece + (space if used else 0.0)
        while used > room:
            # A sign that does not fit goes to the next line whole, so a line may end up to one sign early.
            count, used = count + 1, used - (room - widest)
    return count


@dataclass(frozen=True)
class Fit:
    """A size in which a text fits."""

    points: float
    lines: int

    @property
    def height(self) -> float:
        """Height of its lines in mm."""
        return self.lines * self.points * POINT * LEADING


def fit(text: str, room: float, sizes: tuple[float, ...], most: int) -> Fit:
    """The largest of some sizes in which a text takes at most `most` lines and no word is broken.

    One line in a size not much smaller is preferred to several; where nothing fits, words are broken in the smallest size.
    """
    for points in sizes:
        if points >= 0.8 * sizes[0] and width(text, points) <= room:
            return Fit(points, 1)
    longest = max(text.split(" "), key=lambda word: width(word, 1))
    for points in sizes:
        if width(longest, points) <= room and lines(text, points, room) <= most:
            return Fit(points, lines(text, points, room))
    for points in sizes:
        if lines(text, points, room) <= most:
            return Fit(points, lines(text, points, room))
    return Fit(sizes[-1], lines(text, sizes[-1], room))
