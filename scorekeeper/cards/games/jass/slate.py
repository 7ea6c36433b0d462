"""Slate of the Schieber: a Z for each camp, with strokes of 100 on the upper bar, 50 on the diagonal, 20 on the lower bar.

Each donne adds as few strokes as its points and the previous rest allow: hundreds, then a fifty, then twenties. Earlier
strokes are not exchanged. Every fifth stroke on a bar crosses four, every second one on the diagonal crosses the first. The
rest below 20 is written at the right with its sign. The halves face each other.
Source: *Schreiben auf Tafel*, Jasslehrgang of jassonkel.ch.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Self

from scorekeeper.cards.families.chalk import Point, fitting, path, straight
from scorekeeper.cards.game_api.sheet import Letter, LineArt, Stroke
from scorekeeper.cards.game_api.words import number, signed
from scorekeeper.cards.rules.replay import Replay
from scorekeeper.i18n import gettext

VALUES = (100, 50, 20)
WIDTH, HEIGHT = 1000, 800
"""Size of the drawing on screen, in its own units; a paper drawing has as many units across."""
LEFT, RIGHT, WRITTEN, NAME = 60, 700, 850, 34
"""Left and right end of the bars, centre of the figures beside them, and largest font size of a name."""


@dataclass(frozen=True)
class Half:
    """Strokes and rest of a camp on its half of the slate."""

    strokes: tuple[int, ...] = (0, 0, 0)
    """Number of strokes of each of the `VALUES`."""
    rest: int = 0
    """Points not covered by strokes: 0 to 19, or the whole total if it is below 0."""

    def with_points(self, points: int) -> Self:
        """Return the half after a donne or an adjustment. A loss beyond the rest erases strokes, smallest values first."""
        counts, left = list(self.strokes), self.rest + points
        for place, value in reversed(tuple(enumerate(VALUES))):
            rubbed = min(counts[place], max(0, -(left // value)))
            counts[place] -= rubbed
            left += rubbed * value
        for place, value in enumerate(VALUES):
            more = max(0, left) // value
            counts[place] += more
            left -= more * value
        return replace(self, strokes=tuple(counts), rest=left)


def halves(sheet: Replay | None) -> Iterator[tuple[Half, Half]]:
    """Yield for each camp its half before and after the last line."""
    for camp in (0, 1):
        before = half = Half()
        for marked in sheet.marked if sheet else ():
            before, half = half, half.with_points(marked.row.scores[camp])
        yield before, half


def drawing(
    sheet: Replay | None, names: Sequence[str] = (), width: float = WIDTH, height: float = HEIGHT
) -> LineArt:
    """Return the slate of a partie, or an empty one; strokes of the last line have the tone `fresh`.

    Args:
        sheet: The partie, or `None` for an empty slate.
        names: Names of the camps; by default those of the partie.
        width: Width of the drawing, in mm on paper.
        height: Height of the drawing, in the same unit.
    """
    units, totals = WIDTH / width, sheet.totals if sheet else ()
    names, high = names or (sheet.table.columns if sheet else ("", "")), round(height * units)
    strokes, letters = [Stroke(f"M0 {high // 2}H{WIDTH}", 3, "hair")], list[Letter]()
    for camp, (before, half) in enumerate(halves(sheet)):
        strokes += _half(camp, before, half, high)
        figures = (signed(half.rest) if half.rest else "", number(totals[camp])) if totals else ("", "")
        letters += _letters(camp, names[camp], figures, high)
    camps = (f"{name} {number(total)}" for name, total in zip(names, totals, strict=False))
    title = " — ".join(filter(None, (gettext("Ardoise"), ", ".join(camps))))
    return LineArt(title, width, height, tuple(strokes), tuple(letters), units)


def _half(camp: int, before: Half, half: Half, high: int) -> Iterator[Stroke]:
    """Yield the Z of a camp and its strokes."""
    top, bottom = high * 58 // 100, high * 88 // 100

    def stroke(name: str, start: Point, end: Point, width: float, tone: str) -> Stroke:
        # The half of the second camp is turned by 180 degrees.
        (x1, y1), (x2, y2) = start, end
        if camp:
            x1, y1, x2, y2 = WIDTH - x1, high - y1, WIDTH - x2, high - y2
        course = straight(f"{name}/{camp}", (x1, y1), (x2, y2), 2)
        return Stroke(path(course), width, tone, name.partition("/")[0])

    yield stroke("top", (LEFT, top), (RIGHT, top), 3, "hair")
    yield stroke("diagonal", (RIGHT, top), (LEFT, bottom), 3, "hair")
    yield stroke("bottom", (LEFT, bottom), (RIGHT, bottom), 3, "hair")
    hundreds, fifties, twenties = half.strokes
    places = _on_bar(hundreds, top), _on_diagonal(fifties, top, bottom), _on_bar(twenties, bottom)
    for value, known, ends in zip(VALUES, before.strokes, places, strict=True):
        for count, (start, end) in enumerate(ends):
            yield stroke(f"{value}/{count}", start, end, 7, "fresh" if count >= known else "ink")


def _on_bar(count: int, y: int) -> Iterator[tuple[Point, Point]]:
    """Yield the ends of upright strokes on a bar; every fifth one crosses the four before it."""
    pitch = min(30, (RIGHT - LEFT - 20) // max(1, count + 1))
    for place in range(count):
        x = LEFT + 20 + pitch * place
        four = place % 5 == 4
        yield ((x - 9 * pitch // 2, y + 30), (x - pitch // 2, y - 30)) if four else ((x, y - 44), (x, y + 44))


def _on_diagonal(count: int, top: int, bottom: int) -> Iterator[tuple[Point, Point]]:
    """Yield the ends of slanting strokes along the middle of the diagonal; every second one crosses the one before it."""
    for place in range(count):
        share = 30 + 44 * (place // 2) // max(6, count // 2)
        x, y = LEFT + (RIGHT - LEFT) * share // 100, bottom - (bottom - top) * share // 100
        aside = 15 if place % 2 else -15
        yield (x + aside, y - 28), (x - aside, y + 28)


def _letters(camp: int, name: str, figures: Sequence[str], high: int) -> Iterator[Letter]:
    """Yield the name of a camp along its edge, and its rest and total at the right."""
    written = (
        (WIDTH // 2, high - 20, name, fitting(name, NAME, 900)),
        (WRITTEN, high * 88 // 100, figures[0], 64),
        (WRITTEN, high * 68 // 100, figures[1], 96),
    )
    for x, y, text, size in written:
        if text:
            place = (WIDTH - x, high - y) if camp else (x, y)
            yield Letter(*place, text, size, bold=size > NAME, turned=camp == 1)
