"""A setting of several amounts as a table on the screen."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class AmountTable:
    """The layout of a setting of amounts, with the numbers that hold where a cell is empty."""

    columns: tuple[str, ...]
    """Terms of the columns."""
    rows: tuple[tuple[str | None, ...], ...]
    """The keys of each row, one for each column that it has; the first one is its term."""
    usual: str
    """Term of what holds where a cell is empty."""
    amounts: Mapping[str, int]
    """Its number for each key."""
