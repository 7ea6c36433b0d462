"""The tables of a paper sheet as data: columns and their headings, rows and their cells.

In a fillable sheet the name of a cell's field is made of the keys of its grid, row and column: `p1.d3.a`.
"""

from dataclasses import dataclass
from enum import StrEnum


class Align(StrEnum):
    """Alignment of a column's text."""

    LEFT = "left"
    CENTRE = "centre"
    RIGHT = "right"


class Look(StrEnum):
    """The kind of a row."""

    PLAIN = "plain"
    TOTAL = "total"
    BOX = "box"
    """A tall row of framed cells, to write a figure of four digits in or to read one from afar."""
    CARRY = "carry"
    """The running totals at the foot of a page and at the head of the next."""
    STRUCK = "struck"
    """A row that was struck out: still legible, not counted."""


@dataclass(frozen=True)
class SheetCell:
    """One cell of a grid, over `span` columns."""

    text: str = ""
    small: tuple[str, ...] = ()
    """Lines of small print under the text."""
    was: str = ""
    """Text before an amendment; shown struck through."""
    label: str = ""
    """A small word in the corner, beside which one writes."""
    span: int = 1
    prose: bool = False
    """Whether it is a sentence, which begins at the left also where its columns have figures."""
    closed: bool = False
    """Whether nothing is written there: shaded where it is empty, and no form field."""
    key: str = ""
    """Name of its field in the grid, where row and column do not give it."""
    sums: tuple[str, ...] = ()
    """Names of the fields that it adds up when filled in on screen, the worth of words that begin with a letter, `R=13`, and what
    it must come to, `=0`.

    Before a name, in this order: `-` takes it off, `#` counts 1 for anything written there, `!` leaves the sum empty while nothing
    is written there (or at another name with `!`), `~` takes no notice of its sign.
    """


@dataclass(frozen=True)
class SheetColumn:
    """One column of a grid."""

    heading: str
    share: float
    align: Align = Align.RIGHT
    key: str = ""
    edge: bool = False
    """Whether a group of columns begins here."""
    full_heading: str = ""
    """The heading in full where it is a symbol or an abbreviation."""
    strong: bool = False
    """Whether it is what the others come to: a running total among small figures."""


@dataclass(frozen=True)
class SheetGroup:
    """A heading over several columns: a player or a camp."""

    text: str
    """Name; empty where one is to be written in."""
    span: int
    label: str = ""
    """Small word over the name: "joueur 1"."""
    key: str = ""


@dataclass(frozen=True)
class SheetRow:
    """One row of a grid. Its first cells are its heading."""

    cells: tuple[SheetCell, ...]
    key: str = ""
    look: Look = Look.PLAIN
    carry: tuple[SheetCell, ...] = ()
    """The running totals after it, for a page that ends here."""
    heads: int = 1
    """Number of cells that are its heading."""

    @property
    def blank(self) -> bool:
        """Whether it is to be written in: it is empty but for its heading."""
        return self.look is Look.PLAIN and not any(
            cell.text or cell.small or cell.was or cell.label or cell.closed or cell.span > 1
            for cell in self.cells[self.heads :]
        )


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
