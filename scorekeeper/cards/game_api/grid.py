"""A sheet that is a grid: its lines are fixed rows, and each entry fills one cell of them, in any order.

A game describes its grid as data; the page of the sheet and the paper are drawn from it. In the record entries stay in their order.
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
    """Value of an entry's key for it."""
    name: Term
    times: int = 1
    """By how much what counts in it is multiplied."""
    reckoned: bool = False
    """Whether nothing is entered in it: it follows from others."""
    adds: tuple[str, ...] = ()
    """The rows that it is the sum of, where it is reckoned; other such rows are something that totals count besides."""


@dataclass(frozen=True)
class GridMark:
    """The cell that an entry fills."""

    row: str
    column: int
    figure: int | None
    """Figure that counts, before it is multiplied; `None` in a cell that was crossed out."""
    alone: bool = False
    """Whether nothing else stands in the cell: what the line gave besides is in rows that are reckoned."""


@dataclass(frozen=True, kw_only=True)
class GridSheet:
    """The grid of a game."""

    rows: Callable[[Any], Sequence[GridRow]]
    """Its rows, by the game's `Rules`."""
    mark: Callable[[Any, Marked], GridMark | None]
    """The cell that a line of the record fills, by the game's `Rules`; `None` for a line that fills none."""
    reckoned: Callable[[Any, State], Mapping[str, Sequence[int]]] = lambda rules, state: {}  # noqa: ARG005
    """Figures in the rows that are computed, by their keys and for each column, as the sheet is then."""
    heading: str = N_("jeu")
    """Name of a row, in French."""
