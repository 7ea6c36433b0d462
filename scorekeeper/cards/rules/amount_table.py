"""Layout of a setting of several amounts as a table in a form."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class AmountTable:
    """How the form of settings shows a setting of amounts: as a table of cells with these rows, columns and defaults."""

    columns: tuple[str, ...]
    """Terms of the columns."""
    rows: tuple[tuple[str | None, ...], ...]
    """Keys of each row, one per column or `None`; the first one is also the term of the row."""
    usual: str
    """Term of the default that applies to an empty cell."""
    amounts: Mapping[str, int]
    """Default amount of each key."""
