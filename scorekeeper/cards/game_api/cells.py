"""Tables of a paper sheet as data: columns with headings, rows with cells.

In a fillable sheet a cell's field is named by the keys of its grid, row and column: `p1.d3.a`.
"""

from dataclasses import dataclass
from enum import StrEnum


class Align(StrEnum):
    """Alignment of a column's text."""

    LEFT = "left"
    CENTRE = "centre"
    RIGHT = "right"


class Look(StrEnum):
    """Kinds of rows, which are drawn differently."""

    PLAIN = "plain"
    TOTAL = "total"
    BOX = "box"
    """A tall row of framed cells for numbers of up to four digits, readable from a distance."""
    CARRY = "carry"
    """Running totals at the foot of a page and at the head of the next."""
    STRUCK = "struck"
    """A struck row: legible, but not counted."""


@dataclass(frozen=True)
class SheetCell:
    """One cell of a grid, over `span` columns."""

    text: str = ""
    small: tuple[str, ...] = ()
    """Lines of small print under the text."""
    was: str = ""
    """Text before an amendment; shown struck through."""
    label: str = ""
    """Small label in the corner of a cell to write in."""
    span: int = 1
    prose: bool = False
    """Whether it is a sentence, left-aligned even in columns of numbers."""
    closed: bool = False
    """Whether nothing may be written in it: no form field, and shaded if empty."""
    key: str = ""
    """Name of its field in the grid, if not derived from row and column."""
    sums: tuple[str, ...] = ()
    """Names of the fields that it sums on screen; also values of words by first letter, `R=13`, of whole texts, `2=41`, and the
    expected sum, `=0`. `^=25` rounds the sum so far away from 0 and takes it 25 further from there.

    Prefixes of a name: `-`, the first, subtracts it, `*` multiplies the sum so far by it, `#` counts 1 for any text, `!` leaves the
    sum empty while all fields with `!` are empty, `+` while this one is, `~` ignores its sign.
    """
    mark: str = ""
    """SVG before the text."""


@dataclass(frozen=True)
class SheetColumn:
    """One column of a grid."""

    heading: str
    share: float
    align: Align = Align.RIGHT
    key: str = ""
    edge: bool = False
    """Whether it is the first column of a group."""
    full_heading: str = ""
    """The full heading, if the heading is a symbol or an abbreviation."""
    strong: bool = False
    """Whether it is emphasised, as a running total is."""


@dataclass(frozen=True)
class SheetGroup:
    """A heading over several columns: a player or a camp."""

    text: str
    """Name; empty if it is to be written in."""
    span: int
    label: str = ""
    """Small label over the name: "joueur 1"."""
    key: str = ""


@dataclass(frozen=True)
class SheetRow:
    """One row of a grid. Its first `heads` cells are its heading."""

    cells: tuple[SheetCell, ...]
    key: str = ""
    look: Look = Look.PLAIN
    carry: tuple[SheetCell, ...] = ()
    """Cells of the running totals after this row, used if a page ends here."""
    heads: int = 1
    """Number of cells in its heading."""

    @property
    def blank(self) -> bool:
        """Whether it is a row to write in: plain, and empty except for its heading."""
        for cell in self.cells[self.heads :]:
            if cell.text or cell.small or cell.was or cell.label or cell.closed or cell.span > 1:
                return False
        return self.look is Look.PLAIN


@dataclass(frozen=True)
class Grid:
    """A table: headings, rows, and rows of totals at its foot."""

    title: str
    """Its description for screen readers."""
    columns: tuple[SheetColumn, ...]
    rows: tuple[SheetRow, ...]
    feet: tuple[SheetRow, ...] = ()
    groups: tuple[SheetGroup, ...] = ()
    key: str = ""
    carries: bool = True
    """Whether running totals are carried from a page to the next; a ranking has none."""
