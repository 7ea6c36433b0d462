"""Layout of a setting of several amounts as a table in a form."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class AmountTable:
    """The layout of a setting of amounts, with the default amounts of its cells."""

    columns: tuple[str, ...]
    """Terms of the columns."""
    rows: tuple[tuple[str | None, ...], ...]
    """Keys of each row, one per column or `None`; the first one is also the term of the row."""
    usual: str
    """Term of the default that applies to an empty cell."""
    amounts: Mapping[str, int]
    """Default amount of each key."""
