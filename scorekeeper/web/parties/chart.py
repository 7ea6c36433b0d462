"""The running chart: one curve per column, as points for an inline SVG."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.rules.replay import Replay

WIDTH = 600
HEIGHT = 160
MARGIN = 6


@dataclass(frozen=True)
class Curve:
    """One column's running total, as SVG points."""

    name: str
    points: str


@dataclass(frozen=True)
class Chart:
    """All curves on one scale; `zero` is the height of the zero line where it is in view."""

    width: int
    height: int
    zero: int | None
    curves: tuple[Curve, ...]


def chart_of(sheet: Replay) -> Chart | None:
    """The chart of a sheet; none before two lines are written."""
    if len(sheet.marked) < 2:
        return None
    history = [sheet.opening.totals, *(marked.after.totals for marked in sheet.marked)]
    lowest = min(min(totals) for totals in history)
    highest = max(max(totals) for totals in history)
    span = max(1, highest - lowest)

    def height_of(total: int) -> int:
        return MARGIN + (highest - total) * (HEIGHT - 2 * MARGIN) // span

    step = len(history) - 1
    curves = tuple(
        Curve(
            name,
            " ".join(
                f"{place * WIDTH // step},{height_of(totals[column])}" for place, totals in enumerate(history)
            ),
        )
        for column, name in enumerate(sheet.table.columns)
    )
    return Chart(WIDTH, HEIGHT, height_of(0) if lowest <= 0 <= highest else None, curves)
