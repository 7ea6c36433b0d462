"""Grid sheets: the rows are fixed, and each entry fills one cell, in any order.

A game describes its grid as data, from which page and paper are drawn. Entries are stored in order of input.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.cards.rules.contract import State, Term
from scorekeeper.cards.rules.replay import Marked
from scorekeeper.i18n import N_


@dataclass(frozen=True)
class GridRow:
    """A row of a grid."""

    key: str
    """Value of the entry key that selects this row."""
    name: Term
    times: int = 1
    """Factor of the row's numbers."""
    computed: bool = False
    """Whether the row is computed, so that nothing is entered in it."""
    adds: tuple[str, ...] = ()
    """Keys of the rows that a computed row sums; a computed row without any adds its numbers to the totals."""


@dataclass(frozen=True)
class GridMark:
    """The cell that an entry fills."""

    row: str
    column: int
    figure: int | None
    """Number before multiplication; `None` for a cell that is crossed out."""
    alone: bool = False
    """Whether the cell shows only `figure`; other points of the line are in computed rows."""


@dataclass(frozen=True, kw_only=True)
class GridSheet:
    """How a game shows a partie as a grid: its rows, and the cell that each line fills."""

    rows: Callable[[Any], Sequence[GridRow]]
    """Returns the rows for given `Rules`."""
    mark: Callable[[Any, Marked], GridMark | None]
    """Returns the cell that a line fills under given `Rules`; `None` if it fills none."""
    computed: Callable[[Any, State], Mapping[str, Sequence[int]]] = lambda rules, state: {}  # noqa: ARG005
    """Returns the numbers of the computed rows for a state, one per column, by key of the row."""
    heading: str = N_("jeu")
    """Heading of the column of row names, in French."""
