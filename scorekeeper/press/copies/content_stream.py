"""Content streams of pages, split into pieces of marked content and the rest.

The path of a QR code consists of horizontal strokes only, and is drawn here in a twentieth of the usual time.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from typing import Any, NamedTuple, Self

_RUNS = re.compile(r"(?:M[\d.]++ [\d.]++h[\d.]++)+")
_PATH = re.compile(rf'(?<= d="){_RUNS.pattern}(?=")')
_STROKES = re.compile(rb"(?:[\d.]+ [\d.]+ m [\d.]+ [\d.]+ l\n?)+")


def strokes(path: str) -> bytes:
    """Return the PDF commands that draw a QR code's path; empty for any other path."""
    return "\n".join(map(_stroke, path.split("M")[1:])).encode() if _RUNS.fullmatch(path) else b""


@lru_cache(4096)
def _stroke(run: str) -> str:
    x, y, length = re.split("[ h]", run)
    return f"{x} {y} m {float(x) + float(length):g} {y} l"


def parted(svg: str) -> tuple[str, str]:
    """Return an SVG without the path of its QR code, and that path; the path is empty if there is none."""
    path = _PATH.search(svg)
    return (svg[: path.start()] + svg[path.end() :], path[0]) if path else (svg, "")


def redrawn(drawing: bytes, path: str) -> bytes:
    """Return the commands of a drawing with its QR code replaced by another one."""
    return _STROKES.sub(lambda _: strokes(path) + b"\n", drawing, count=1)


Numbers = Mapping[int, int]
_STATES = (b" rg", b" RG", b" gs")
"""Operators whose state a piece may inherit from earlier ones: colours and opacity."""
POINTS = 0.75
"""Number of points in a CSS pixel."""
_RUNNING = b"/Artifact\n<</Type /Pagination>>\nBDC"


def data_of(item: Any) -> bytes:
    """Return an operation in its written form."""
    if isinstance(item, bytes):
        return item
    return item.encode() if isinstance(item, str) else bytes(item.data)


@dataclass(frozen=True)
class ContentPiece:
    """A piece of marked content, with the colours and opacity that it inherits."""

    before: bytes
    after: bytes

    def numbered(self, number: int) -> bytes:
        return b"%s\n<</MCID %d>>\n%s" % (self.before, number, self.after)

    def coded(self, code: str) -> Self:
        """Return the piece with its QR code replaced by that of another path."""
        return replace(self, after=redrawn(self.after, code))

    @property
    def unnumbered(self) -> bytes:
        """The piece as an artifact of a running head, which screen readers skip."""
        states = self.before.rpartition(b"\n")[0]
        return b"%s\n%s\n%s" % (states, _RUNNING, self.after.partition(b"\n")[2])


def _number(items: Sequence[Any], at: int) -> int | None:
    """Return the number (MCID) of the marked content that begins at index `at`, or `None`."""
    known = items[at + 1] if at + 2 < len(items) else None
    return known["MCID"] if isinstance(known, dict) and "MCID" in known and items[at + 2] == b"BDC" else None


def _end(items: Sequence[Any], at: int) -> int:
    """Return the index after the marked content that begins at `at`: after the `EMC` that closes it. Else raises `ValueError`."""
    depth = 0
    for place in range(at, len(items)):
        depth += (items[place] in (b"BDC", b"BMC")) - (items[place] == b"EMC")
        if items[place] == b"EMC" and not depth:
            return place + 1
    raise ValueError(at)


def pieces(items: Sequence[Any]) -> dict[int, ContentPiece]:
    """Return the pieces of marked content of a page by number (MCID)."""
    taken = {}
    states: list[dict[bytes, bytes]] = [{}]
    for at, item in enumerate(items):
        if item == b"q":
            states.append(dict(states[-1]))
        elif item == b"Q":
            states.pop()
        elif isinstance(item, bytes) and item.endswith(_STATES):
            # The second letter of an opacity state's name is that of stroke or fill opacity.
            states[-1][item[:2] + item[-3:] if item.endswith(b"gs") else item[-3:]] = item
        elif (number := _number(items, at)) is not None:
            tag, content = data_of(item), items[at + 2 : _end(items, at)]
            before = b"\n".join([*states[-1].values(), tag])
            taken[number] = ContentPiece(before, b"\n".join(map(data_of, content)))
    return taken


def gaps(items: Sequence[Any], numbers: Collection[int]) -> list[bytes | int]:
    """Return the content of a page as a list, with the pieces in `numbers` replaced by their numbers (MCID)."""
    made: list[bytes | int] = []
    at = begun = 0
    while at < len(items):
        number = _number(items, at)
        if number is not None and number in numbers:
            made += [b"\n".join(map(data_of, items[begun:at])), number]
            at = begun = _end(items, at)
        else:
            at += 1
    return [*made, b"\n".join(map(data_of, items[begun:]))]


class _Numbered(NamedTuple):
    """Placeholder of a piece's number."""

    number: int


class TemplateContent:
    """Content stream of a template, which can be placed anywhere with new numbers and has gaps for the slots."""

    def __init__(self, items: Sequence[Any], numbers: Numbers, slots: Numbers, running: set[int]) -> None:
        """Parse a page's content. Pieces in neither `numbers` (new numbers), `slots` nor `running` (heads) are left out."""
        self._numbers, self._slots, self._running = numbers, dict(slots), running
        self._parts: list[bytes | _Numbered | int] = []
        # The first operations flip and scale the page; the page of the copy does so too.
        for kind, run in groupby(self._read(items[3:-1]), type):
            parts = list(run)
            self._parts += [b"\n".join(map(data_of, parts))] if kind is bytes else parts

    def _read(self, items: Sequence[Any]) -> Iterator[bytes | _Numbered | int]:
        at, filled = 0, set()
        while at < len(items):
            number = _number(items, at)
            if number is None:
                yield data_of(items[at])
                at += 1
            elif number in self._numbers:
                yield data_of(items[at])
                yield _Numbered(self._numbers[number])
                at += 2
            elif number in self._running:
                yield _RUNNING
                at += 3
            else:
                slot, end = self._slots.get(number), _end(items, at)
                if slot is not None and slot not in filled:
                    filled.add(slot)
                    yield slot
                # The following commands may inherit the colours of the piece left out.
                yield from _colours(items[at:end])
                at = end

    def at(self, across: float, down: float, base: int) -> list[bytes | int]:
        """Return the content moved by these pixels, as bytes with slot numbers between, its marked content numbered from `base`."""
        made: list[bytes | int] = []
        text = [b"q\n1 0 0 1 %f %f cm" % (across, down)]
        for part in self._parts:
            if isinstance(part, int):
                made += [b"\n".join(text), part]
                text = []
            else:
                text.append(part if isinstance(part, bytes) else b"<</MCID %d>>" % (base + part.number))
        return [*made, b"\n".join([*text, b"Q"])]


def _colours(items: Sequence[Any]) -> Iterator[bytes]:
    depth = 0
    for item in items:
        depth += (item == b"q") - (item == b"Q")
        if not depth and isinstance(item, bytes) and item.endswith(_STATES):
            yield item
