"""Results of entries: rows of items with their scores, the control at the foot of the sheet, the end of the partie; totals that were
kept on paper; the last result of a method, for those that are asked the same again at once.
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
    """Keep the last result of a method, which judging and marking ask for in turn, for the very same arguments, never given by name."""
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
    """One line of the detail of a row: what it is for and what it gives each column. The items of a row add up to its scores."""

    label: Label
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """One entry as it is written on the sheet."""

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
    """The check at the foot of the paper sheet."""

    expected: int
    actual: int

    @property
    def ok(self) -> bool:
        """Whether the sheet adds up."""
        return self.expected == self.actual


def for_camp(side: int | None, points: int) -> tuple[int, int]:
    """Points for one camp, or for none."""
    return (points if side == 0 else 0, points if side == 1 else 0)


def plus(*pairs: tuple[int, int]) -> tuple[int, int]:
    """Pairs added camp by camp."""
    return sum(first for first, _ in pairs), sum(second for _, second in pairs)


def added(items: Sequence[Item], columns: int) -> tuple[int, ...]:
    """Sum of the items of a row, column by column."""
    sums = map(sum, zip(*(item.scores for item in items), strict=True))
    return tuple(sums) or (0,) * columns


Figures = Sequence[int | None]
"""The figures of a line kept on paper, or of its totals, by column; `None` where none is written or it cannot be read."""
PaperFaults = Sequence[tuple[int | None, Fault]]
"""Faults of a sheet that was kept on paper, each with its line from 1; `None` for the totals."""


def impossible_totals(fault: Fault, totals: Figures, least: int, most: int) -> PaperFaults:
    """The fault with its values, for each total that no whole partie gives."""
    limits = {**fault.values, "min": least, "max": most}
    return tuple(
        (None, Fault(fault.code, f"totals.{column}", {**limits, "joueur": Seat(column), "points": total}))
        for column, total in enumerate(totals)
        if total is not None and not least <= total <= most
    )
