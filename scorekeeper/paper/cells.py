"""The map of a table: where each of its cells stands, and which field it is on a sheet to fill in on screen.

The printed lines, the fields and the order in which they are read aloud all follow from it, row by row from the headings down.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate

from markupsafe import Markup

from scorekeeper.cards.game_api.cells import Grid, Look, SheetRow
from scorekeeper.cards.game_api.sheet import Fact
from scorekeeper.paper.layout import Piece
from scorekeeper.paper.measure import CellView


@dataclass(frozen=True)
class SheetField:
    """A field by its name, with its description for reading aloud, and the names of those that it adds up."""

    name: str
    title: str
    sums: tuple[str, ...] = ()

    @property
    def html(self) -> Markup:
        """Its attributes as HTML."""
        text = Markup('type="text" name="{}" title="{}"').format(self.name, self.title)
        return text + (Markup(' data-sum="{}"').format(" ".join(self.sums)) if self.sums else "")


@dataclass(frozen=True)
class CellPlace:
    """A cell with its place, in mm from the start of its table."""

    left: float
    top: float
    right: float
    bottom: float
    edge: bool
    """Whether a group of columns begins with it."""
    text: str
    field: SheetField | None
    """The field that it is while it is empty; `None` where nobody writes."""


@dataclass(frozen=True)
class RowPlace:
    """A row of cells; one of headings has no `look`."""

    look: Look | None
    cells: tuple[CellPlace, ...]


def cells_of(piece: Piece, *, form: bool) -> tuple[RowPlace, ...]:
    """All cells of a table, row by row; their fields where it is a `form`."""
    grid, heads = piece.block.grid, piece.heads
    if grid is None or heads is None:
        return ()
    across = (0.0, *accumulate(heads.widths))
    top, made = 0.0, []
    for height, look, cells in _rows(grid, piece, form=form):
        # As high as the document says, to the hundredth: a line stands at its row after fifty of them too.
        places, column, bottom = [], 0, top + round(height, 2)
        for span, text, field in cells:
            edge, end = column > 0 and grid.columns[column].edge, column + span
            places.append(CellPlace(across[column], top, across[end], bottom, edge, text, field))
            column = end
        made.append(RowPlace(look, tuple(places)))
        top = bottom
    return tuple(made)


_Cells = list[tuple[int, str, SheetField | None]]
"""The columns that each cell of a row stands over, its text and its field."""


def _rows(grid: Grid, piece: Piece, *, form: bool) -> Iterator[tuple[float, Look | None, _Cells]]:
    """Height, look and cells of each row."""
    heads = piece.heads
    assert heads is not None  # noqa: S101 - of a piece with a table
    if heads.groups:
        named: _Cells = [
            (group.span, group.text, SheetField(group.key, group.label) if form and group.key else None)
            for group in grid.groups
        ]
        yield heads.group_mm, None, named
    yield heads.column_mm, None, [(1, column.heading, None) for column in grid.columns]
    for written in (*piece.rows, *piece.feet):
        row = written.row
        cells = [(v.cell.span, v.cell.text, _field(grid, row, v) if form else None) for v in written.cells]
        yield written.height, row.look, cells


def fact_field(fact: Fact, over: str) -> SheetField | None:
    """The field of a fact that belongs to what is named `over` it."""
    title = ", ".join(filter(None, (over, fact.full_label or fact.label)))
    return SheetField(fact.key, title, fact.sums) if fact.key else None


def _field(grid: Grid, row: SheetRow, view: CellView) -> SheetField | None:
    """The field of a cell: `p1.d3.a`; one over all columns of a player is named after the player."""
    cell, key = view.cell, grid.columns[view.column].key
    if cell.span > 1:
        key = key.rpartition(".")[0] or key
    own = cell.key or (f"{row.key}.{key}" if row.key and key else "")
    if not own or cell.closed:
        return None
    name = ".".join(filter(None, (grid.key, own)))
    return SheetField(name, _title(grid, row, view), cell.sums)


def _title(grid: Grid, row: SheetRow, view: CellView) -> str:
    """Description of a cell's field for reading aloud: its row, its group and its column."""
    cell, column = view.cell, grid.columns[view.column]
    overs = [group.text or group.label for group in grid.groups for _ in range(group.span)]
    over = overs[view.column] if overs else ""
    heading = "" if cell.span > 1 else column.full_heading or column.heading
    first, text = grid.columns[0], " × ".join(each.text for each in row.cells[: row.heads] if each.text)
    counted = row.heads == 1 and text[-1:].isdigit()
    line = f"{first.full_heading or first.heading} {text}" if counted else text
    parts = (cell.label,) if cell.label else (line, over, heading)
    # The title says which of several grids it is.
    return ", ".join(part for part in (grid.title if grid.key else "", *parts) if part)
