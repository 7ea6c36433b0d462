"""Results of entries: rows of items with their scores, the control at the foot of the sheet, the end of the partie."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.cards.rules.contract import Label


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
