"""Drawing of the slate in hand-drawn chalk strokes, as SVG path data, identical on screen and on paper.

Lines cross a vertical bar: their left halves are those of camp A, their right halves those of camp B. Boucles are at the ends
of the lines. Below the bar is a circle, with strokes for ties.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import cos, pi, sin

from scorekeeper.cards.families.chalk import Point, fitting, path, straight, wobble
from scorekeeper.cards.game_api.sheet import Letter, LineArt, Stroke
from scorekeeper.cards.games.couillon.rules import Couillon, CouillonState
from scorekeeper.cards.rules.contract import expect
from scorekeeper.cards.rules.replay import Replay
from scorekeeper.i18n import gettext, ngettext

WIDTH, HEIGHT = 1000, 540
"""Size of the drawing, in its own units."""
MIDDLE, REACH = WIDTH // 2, 318
"""Horizontal position of the bar, and length of half a line."""
TOP, BOTTOM = 96, 404
"""Vertical bounds of the lines."""
HOLE = (MIDDLE, 480, 30)
"""Circle of a tie: x and y of its centre, and radius."""
LOOPS_DRAWN = 4
"""Most boucles drawn side by side at a line; more are drawn as one boucle with their number."""
NAME, COUNT = 40, 34
"""Font sizes of names and of numbers."""
STROKES_DRAWN = 3
"""Most strokes drawn through the circle; more are drawn as one stroke with their number."""

_TURN = tuple((round(-1000 * sin(step * pi / 6)), round(1000 * cos(step * pi / 6))) for step in range(12))
"""Points of a circle in twelve steps, in thousandths of the radius."""


def title(state: CouillonState) -> str:
    """Return a description of the slate in words."""
    camps = []
    for name, lines, loops in zip(state.table.columns, state.lignes, state.boucles, strict=True):
        words = [ngettext("craie|%(num)s ligne", "craie|%(num)s lignes", lines)]
        words += [ngettext("%(num)s boucle", "%(num)s boucles", loops)] if loops else []
        camps.append(gettext("%(camp)s : %(points)s.", camp=name, points=", ".join(words)))
    return " ".join([*camps, *([gettext("Craie dans le trou.")] if state.trou else [])])


def drawing(sheet: Replay, width: float = WIDTH) -> LineArt:
    """Return the drawing of the slate after the last donne, with its changes marked; `width` in mm."""
    lines, after = expect(Couillon, sheet.rules).lignes, expect(CouillonState, sheet.state)
    before = expect(CouillonState, sheet.marked[-1].before) if sheet.marked else after
    gap = min(72, (BOTTOM - TOP) // (lines - 1))
    first = (TOP + BOTTOM - gap * (lines - 1)) // 2
    rows = range(first, first + gap * lines, gap)
    marks = [*_mark("bar", "ink", straight("bar", (MIDDLE, 70), (MIDDLE, 426), 4))]
    texts: list[Letter] = []
    for side in range(2):
        marks += _lines(side, rows, before.lignes[side], after.lignes[side])
        marks += _loops(side, rows, before, after)
        texts += _counts(side, rows, after)
    marks += _hole(before.egalites, after.egalites)
    if after.egalites > STROKES_DRAWN:
        texts.append(Letter(HOLE[0] + HOLE[2] + 24, HOLE[1] + 12, f"×{after.egalites}", COUNT))
    for side, name in enumerate(after.table.columns):
        texts.append(Letter(MIDDLE + _from_bar(side, 250), 50, name, fitting(name, NAME, 440)))
    chalk, units = max(5, min(9, gap // 4)), WIDTH / width
    strokes = (replace(mark, width=chalk * mark.width) for mark in marks)
    return LineArt(title(after), width, HEIGHT / units, tuple(strokes), tuple(texts), units)


def _lines(side: int, rows: range, before: int, after: int) -> Iterator[Stroke]:
    """Yield the half lines of a camp, from their numbers before and after. The lowest goes first, so that boucles do not move."""
    uneven = 2 + rows.step // 14
    for place, y in enumerate(rows):
        colour = "ink" if place < after else "rubbed" if place < before else "ghost"
        name = f"line/{side}/{place}"
        inner = (MIDDLE + _from_bar(side, -8), y + wobble(f"line/{place}", 0, uneven))
        outer = (MIDDLE + _from_bar(side, REACH), y + wobble(name, 1, uneven))
        if colour != "ink":
            yield Stroke(_smear(name, inner, outer, uneven), 3, "smear")
        yield from _mark("line", colour, straight(name, inner, outer, uneven))


def _loops(side: int, rows: range, before: CouillonState, after: CouillonState) -> Iterator[Stroke]:
    """Yield the boucles of a camp: one for each line from the top, then further ones outside the first."""
    lines = before.lignes[side] if after.boucles[side] < before.boucles[side] else after.lignes[side]
    shown = max(before.boucles[side], after.boucles[side])
    if not shown:
        return
    levels = -(-shown // lines)
    crowded = levels > LOOPS_DRAWN
    tall = min(26, rows.step * 9 // 20)
    wide = min(tall + 8, (MIDDLE - REACH - 16) // (2 * (1 if crowded else levels)))
    for number in range(min(shown, lines) if crowded else shown):
        level, place = divmod(number, lines)
        fresh = "fresh" if number >= before.boucles[side] else "ink"
        colour = "rubbed" if number >= after.boucles[side] else fresh
        name = f"loop/{side}/{place}/{level}"
        y = rows[place] + wobble(f"line/{side}/{place}", 1, 2 + rows.step // 14)
        centre = (MIDDLE + _from_bar(side, REACH + wide * (2 * level + 1)), y)
        yield from _mark("loop", colour, _round(name, centre, (_from_bar(side, wide), tall)))


def _counts(side: int, rows: range, after: CouillonState) -> Iterator[Letter]:
    """Yield the number of boucles at each line if they are too many to draw."""
    lines, loops = after.lignes[side], after.boucles[side]
    if not lines or -(-loops // lines) <= LOOPS_DRAWN:
        return
    for place in range(lines):
        count = (loops - place - 1) // lines + 1
        yield Letter(MIDDLE + _from_bar(side, REACH + 124), rows[place] + 12, f"×{count}", COUNT)


def _hole(before: int, after: int) -> Iterator[Stroke]:
    """Yield the circle of a tie and the strokes through it; `before` and `after` are the numbers of strokes before and after the
    line.
    """
    if not before and not after:
        return
    x, y, radius = HOLE
    colour = "rubbed" if not after else "ink" if before else "fresh"
    yield from _mark("hole", colour, _round("hole", (x, y), (radius, radius)))
    count = max(before, after)
    strokes = 1 if count > STROKES_DRAWN else count
    for number in range(strokes):
        middle = x + 15 * (2 * number - strokes + 1)
        ends = (middle + 22, y - radius - 12), (middle - 22, y + radius + 12)
        fresh = colour == "ink" and number == after - 1 >= before
        yield from _mark("stroke", "fresh" if fresh else colour, straight(f"stroke/{number}", *ends, 3))


def _from_bar(side: int, distance: int) -> int:
    """Return a signed distance from the bar: to the left for camp A, to the right for camp B."""
    return distance if side else -distance


def _mark(kind: str, colour: str, course: Sequence[Point]) -> Iterator[Stroke]:
    """Yield a mark of a kind (`bar`, `line`, `loop`, `hole` or `stroke`), above its trace if it was just rubbed out."""
    if colour == "rubbed":
        yield Stroke(path(course), 1, "ghost")
    yield Stroke(path(course), 1, colour, kind)


def _round(name: str, centre: Point, radii: tuple[int, int]) -> list[Point]:
    """Return the points of a hand-drawn ellipse, whose end overlaps its beginning."""
    course: list[Point] = []
    for step in range(len(_TURN) + 2):
        across, along = _TURN[step % len(_TURN)]
        slack = 1000 + 8 * wobble(name, step, 6) + 4 * step
        x = centre[0] + radii[0] * along * -slack // 1_000_000
        course.append((x, centre[1] + radii[1] * across * slack // 1_000_000))
    return course


def _smear(name: str, start: Point, end: Point, uneven: int) -> str:
    """Return the path of a wiped line: a zigzag along it."""
    across, third = 3 * uneven, (end[0] - start[0]) // 3
    course = [
        start,
        (start[0] + 2 * third, start[1] - across),
        (start[0] + third, start[1] + across + wobble(name, 50, uneven)),
        (end[0], end[1] + wobble(name, 51, uneven)),
    ]
    return "M" + " L".join(f"{x} {y}" for x, y in course)
