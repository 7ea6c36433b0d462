"""The code of an address in an SVG: a path of strokes to the right alone, drawn in a twentieth of the usual time."""

import re
from functools import lru_cache

_RUNS = re.compile(r"(?:M[\d.]++ [\d.]++h[\d.]++)+")
_PATH = re.compile(rf'(?<= d="){_RUNS.pattern}(?=")')
_STROKES = re.compile(rb"(?:[\d.]+ [\d.]+ m [\d.]+ [\d.]+ l\n?)+")


def strokes(path: str) -> bytes:
    """The commands that draw the path of a code; nothing for another path."""
    return "\n".join(map(_stroke, path.split("M")[1:])).encode() if _RUNS.fullmatch(path) else b""


@lru_cache(4096)
def _stroke(run: str) -> str:
    x, y, length = re.split("[ h]", run)
    return f"{x} {y} m {float(x) + float(length):g} {y} l"


def parted(svg: str) -> tuple[str, str]:
    """A drawing without the path of the code in it, and that path; empty where it has none."""
    path = _PATH.search(svg)
    return (svg[: path.start()] + svg[path.end() :], path[0]) if path else (svg, "")


def redrawn(drawing: bytes, path: str) -> bytes:
    """The commands of a drawing of a code with another code in its place."""
    return _STROKES.sub(lambda _: strokes(path) + b"\n", drawing, count=1)
