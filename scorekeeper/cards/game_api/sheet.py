"""A paper sheet as data: its content, without the layout.

A game describes its sheet with these records; the layout cuts it into pages, one template draws them. A sheet is made of
blocks: one as wide as the page may be a ledger that runs over several pages, those standing side by side are kept whole.
Lengths are millimetres, a `share` is a width relative to its neighbours. In a fillable sheet the `key` of a fact or group names
its field. Without a key nothing is filled in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from scorekeeper.cards.game_api.cells import Grid

if TYPE_CHECKING:
    from scorekeeper.cards.game_api.game import Game
    from scorekeeper.cards.rules.contract import Rules, Table
    from scorekeeper.cards.rules.replay import Marked, Replay


class PaperFormat(StrEnum):
    """Paper sizes by name, in mm."""

    def size(self, *, landscape: bool) -> tuple[int, int]:
        short, long = {"A3": (297, 420), "A4": (210, 297), "A5": (148, 210)}[self]
        return (long, short) if landscape else (short, long)

    @property
    def margin(self) -> int:
        """Margin on all sides, enough for any printer."""
        return 9 if self == "A5" else 11


class PaperSize(PaperFormat):
    """Paper sizes of sheets."""

    A4 = "A4"
    A5 = "A5"


@dataclass(frozen=True)
class Stroke:
    """A line of a drawing."""

    path: str
    """SVG path data."""
    width: float = 0.2
    """0 fills the path instead."""
    tone: str = "ink"
    """`ink`, `fresh` ink, `hair`, `pale` or `ghost`; `tint` and `shade` are the grounds of cells; others are not printed."""
    kind: str = ""
    """Name of the object drawn, if a drawing has several."""
    dash: str = ""
    """Lengths of its dashes and of the gaps between them."""


@dataclass(frozen=True)
class Letter:
    """A word in a drawing, at `x` by its `anchor`, with its baseline at `y`; lengths are in the units of the drawing."""

    x: float
    y: float
    text: str
    size: float = 3.0
    anchor: str = "middle"
    bold: bool = False
    turned: bool = False
    """Whether it is upside down, for a reader on the opposite side."""


@dataclass(frozen=True)
class LineArt:
    """A picture in lines, `width` by `height`, its origin at the top left."""

    title: str
    """Its description for screen readers; empty for decoration."""
    width: float
    height: float
    strokes: tuple[Stroke, ...] = ()
    letters: tuple[Letter, ...] = ()
    units: float = 1.0
    """Units of the paths per mm."""


@dataclass(frozen=True)
class Fact:
    """A single field of a sheet: its label, and its value or a line to write on."""

    label: str
    value: str = ""
    share: float = 1.0
    key: str = ""
    line: bool = True
    """Whether a missing value is drawn as a line to write on."""
    strong: bool = False
    large: bool = False
    """Whether it is large, to be read from a distance, if it fits on one line."""
    full_label: str = ""
    """The full label, if the label is a symbol."""
    sums: tuple[str, ...] = ()
    """Sum of other fields, as in a cell."""


Facts = tuple[Fact, ...]
"""One line of facts."""


@dataclass(frozen=True)
class Block:
    """A part of the sheet: a heading, a drawing, a grid, and lines of facts over and under it. Each may be missing."""

    heading: str = ""
    above: tuple[Facts, ...] = ()
    art: LineArt | None = None
    grid: Grid | None = None
    below: tuple[Facts, ...] = ()
    trim: bool = False
    """Whether rows that do not fit on the page are left out, as on a blank sheet."""


@dataclass(frozen=True)
class Sheet:
    """The content of a sheet, with `across` blocks side by side; the subtitle is the settings in words."""

    title: str
    subtitle: str = ""
    facts: tuple[Facts, ...] = ()
    blocks: tuple[Block, ...] = ()
    across: int = 1
    unsplit: bool = False
    """Whether blocks are never split between pages; blocks side by side never are."""
    closing: tuple[Facts, ...] = ()
    """Facts after the last block, such as the control."""
    signatures: tuple[str, ...] = ()
    """The signatories: a name or a label each."""
    notes: tuple[str, ...] = ()
    back: tuple[Block, ...] = ()
    """Blocks on the back of the page, if it is printed."""
    back_title: str = ""
    back_across: int = 1
    spare: Block | None = None
    """Blank rows to continue by hand, if they fit on the last page."""
    again: bool = False
    """Whether a short blank table is repeated to fill its page, for one partie each."""
    course: Callable[[float, float], LineArt] | None = None
    """Draws what was played, in a width and a height in mm; as high as the last page has room for, or not at all."""

    @property
    def reminder(self) -> str:
        """Date, place and settings in one line without repetition, for the pages after the first."""
        values = (fact.value for line in self.facts for fact in line)
        values = (value for value in values if f" {value} " not in f" {self.subtitle} ")
        return " · ".join(filter(None, (*values, self.subtitle)))


@dataclass(frozen=True)
class SheetLine:
    """One line of a filled sheet, struck ones too."""

    rang: int
    marked: Marked | None
    """The line as marked; `None` if it is struck, or the current rules refuse it."""
    was: Marked | None = None
    """The line before it was struck or amended for `reason`; `None` if it was neither."""
    struck: bool = False
    reason: str = ""
    aside: str = ""
    """The sentence of an adjustment, across all columns; empty for a donne."""
    former: str = ""
    """The former sentence of a line changed from donne to adjustment or back; `was` is then `None`."""

    @property
    def shown(self) -> Marked | None:
        """The line whose numbers are shown: the current one, else the former one, else `None`."""
        return self.marked or self.was


@dataclass(frozen=True, kw_only=True)
class SheetRequest:
    """Request for a paper sheet; a date is in words."""

    game: Game
    rules: Rules[Any, Any]
    table: Table
    seats: int
    """Number of players; a blank sheet may not name them."""
    paper: PaperSize = PaperSize.A4
    rows: int | None = None
    """Rows of a blank sheet; `None` for as many as the page holds."""
    played: Replay | None = None
    lines: tuple[SheetLine, ...] = ()
    """The lines played, including those not counted; empty on a blank sheet."""
    date: str = ""
    lieu: str = ""
    back: bool = False
    form: bool = False
    """Whether it is filled in on screen, cell by cell."""
    tour: int = 0
    """Number of the round, if a tournament reseats players each round; 0 for a sheet of the whole evening."""
    parties: tuple[SheetRequest, ...] = ()
    """Requests of the single parties on a page of several."""
    totals: tuple[int, ...] = ()
    """Totals of a result that was entered without its lines."""
    heading: str = ""
    """Heading of a partie on a page of several: its table."""
    signatures: tuple[tuple[str, str], ...] = ()
    """Initials under the result, by who has put them."""
    closed: bool = False
    """Whether the players have closed the partie."""
    settled: tuple[str, ...] = ()
    """Payments of a partie played for stakes, in words."""
    turns: tuple[tuple[int, str], ...] = ()
    """Settings that changed, in words, with the number of lines before each change."""
    moves: tuple[tuple[int, str], ...] = ()
    """Changes at the table: people who came, left, were replaced or renamed, in words, with the number of lines before it."""
    numbers: Mapping[str, int] = field(default_factory=dict)
    """Numbers of the players on a list, by name; empty without a list."""

    @property
    def names(self) -> tuple[str, ...]:
        """A name for each seat; empty strings if unknown."""
        return self.table.players or ("",) * self.seats

    def at(self, marked: Marked | None) -> SheetRequest:
        """Return a copy with the table at which a line was played; the request itself for `None`."""
        return replace(self, table=marked.before.table) if marked else self

    @property
    def donnes(self) -> tuple[SheetLine, ...]:
        """The lines without adjustments."""
        return tuple(line for line in self.lines if not line.aside)

    @property
    def filled(self) -> bool:
        """Whether the sheet is of a played partie, not blank."""
        return self.played is not None

    @property
    def over(self) -> bool:
        """Whether the partie is over: ended by the rules, closed or signed."""
        ended = self.played is not None and self.played.outcome is not None
        return ended or self.closed or bool(self.signatures)

    @property
    def trim(self) -> bool:
        """Whether it is a blank sheet with as many rows as fit."""
        return not self.filled and self.rows is None
