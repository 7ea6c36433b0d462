"""Results of entries: rows and their items, the control at the foot of the sheet, and the end of the partie.

Also limits for totals kept on paper, and a cache for the last result of a method.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import wraps
from operator import is_
from typing import Any, ParamSpec, TypeVar, cast

from scorekeeper.cards.rules.contract import Fault, Label, Seat

P = ParamSpec("P")
T = TypeVar("T")


def remembered(method: Callable[P, T]) -> Callable[P, T]:
    """Cache the last result of a method: judging and marking call it with the same arguments.

    Positional arguments are compared by identity; keyword arguments are not compared, so pass none.
    """
    last: tuple[tuple[object, ...], T | None] = ((), None)

    @wraps(method)
    def result(*given: P.args, **named: P.kwargs) -> T:
        nonlocal last
        before, known = last
        if not before or not all(map(is_, before, given)):
            known = method(*given, **named)
            last = given, known
        return cast("T", known)

    return result


@dataclass(frozen=True, slots=True)
class Item:
    """One line of the detail of a row: its label and its points per column. The items of a row add up to its scores."""

    label: Label
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """Scores of one entry, shown as one row of the sheet."""

    scores: tuple[int, ...]
    detail: tuple[Item, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)
    """Further keys of the row in the score document, such as Couillon's `slate`; plain JSON values."""


@dataclass(frozen=True)
class Outcome:
    """End of a partie."""

    winners: tuple[int, ...]
    """Columns that won, several when they share the win."""
    reason: Label


@dataclass(frozen=True)
class Control:
    """The sum that the totals should have, and the sum that they have; shown at the foot of the sheet."""

    expected: int
    actual: int

    @property
    def ok(self) -> bool:
        """Whether the sheet adds up."""
        return self.expected == self.actual


def for_camp(side: int | None, points: int) -> tuple[int, int]:
    """Return `points` for camp `side` (0 or 1) and 0 for the other; 0 for both if `None`."""
    return (points if side == 0 else 0, points if side == 1 else 0)


def plus(*pairs: tuple[int, int]) -> tuple[int, int]:
    """Return the sum of pairs, camp by camp."""
    return sum(first for first, _ in pairs), sum(second for _, second in pairs)


def added(items: Sequence[Item], columns: int) -> tuple[int, ...]:
    """Return the sum of the items of a row, column by column; zeros if there are no items."""
    sums = map(sum, zip(*(item.scores for item in items), strict=True))
    return tuple(sums) or (0,) * columns


Figures = Sequence[int | None]
"""Numbers of a paper line or of the paper totals, by column; `None` for an empty or unreadable cell."""
PaperFaults = Sequence[tuple[int | None, Fault]]
"""Faults of a paper sheet, each with its line number from 1, or `None` for the totals."""


def impossible_totals(fault: Fault, totals: Figures, least: int, most: int) -> PaperFaults:
    """Return the fault for each total outside `least` to `most`, with the column, the total and both limits."""
    limits = {**fault.values, "min": least, "max": most}
    return tuple(
        (None, Fault(fault.code, f"totals.{column}", {**limits, "joueur": Seat(column), "points": total}))
        for column, total in enumerate(totals)
        if total is not None and not least <= total <= most
    )
