"""A paper sheet as data: what stands on it, not yet where.

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


class PaperSize(StrEnum):
    """The paper in the printer."""

    A4 = "A4"
    A5 = "A5"

    def size(self, *, landscape: bool) -> tuple[int, int]:
        """Width and height."""
        short, long = (210, 297) if self is PaperSize.A4 else (148, 210)
        return (long, short) if landscape else (short, long)

    @property
    def margin(self) -> int:
        """Empty edge on all sides; no printer needs more."""
        return 11 if self is PaperSize.A4 else 9


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
    """Name of the thing drawn, where a drawing has several."""
    dash: str = ""
    """Lengths of its dashes and of the gaps between them."""


@dataclass(frozen=True)
class Letter:
    """A word in a drawing, centred on `x`, standing on `y`."""

    x: float
    y: float
    text: str
    size: float = 3.0
    anchor: str = "middle"
    bold: bool = False
    turned: bool = False
    """Whether it is read from the other side."""


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
    """Units of the paths in a mm."""


@dataclass(frozen=True)
class Fact:
    """Field that stands on a sheet once: its label, and its value or a line to write it on."""

    label: str
    value: str = ""
    share: float = 1.0
    key: str = ""
    line: bool = True
    """Whether a line to write on stands where there is no value."""
    strong: bool = False
    large: bool = False
    """Whether it is read from afar, where it fits on one line."""
    full_label: str = ""
    """The label in full where it is a sign."""
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
    """Whether rows for which the page has no room are left out: a blank sheet has as many as fit."""


@dataclass(frozen=True)
class Sheet:
    """Everything that stands on a sheet, its blocks `across` side by side; the subtitle is the house's settings in words."""

    title: str
    subtitle: str = ""
    facts: tuple[Facts, ...] = ()
    blocks: tuple[Block, ...] = ()
    across: int = 1
    whole: bool = False
    """Whether a block is never cut between two rows; blocks side by side never are."""
    closing: tuple[Facts, ...] = ()
    """The control and what else stands once, after the last block."""
    signatures: tuple[str, ...] = ()
    """The signatories: a name or a label each."""
    notes: tuple[str, ...] = ()
    landscape: bool = False
    back: tuple[Block, ...] = ()
    """The back of the page, where one is printed."""
    back_title: str = ""
    back_across: int = 1
    spare: Block | None = None
    """Rows to go on by hand, where the last page has room for them."""
    course: Callable[[float], LineArt] | None = None
    """Draws what was played as high as the last page has room for, or not at all."""

    @property
    def reminder(self) -> str:
        """Date, place and settings in one line, for the pages after the first; nothing is said twice."""
        values = (fact.value for line in self.facts for fact in line)
        values = (value for value in values if f" {value} " not in f" {self.subtitle} ")
        return " · ".join(filter(None, (*values, self.subtitle)))


@dataclass(frozen=True)
class SheetLine:
    """One line of a filled sheet, struck ones too."""

    rang: int
    marked: Marked | None
    """Scores; `None` when it is struck, or today's rules refuse it."""
    was: Marked | None = None
    """Scores before it was struck or amended for the `reason`; `None` when it was neither."""
    struck: bool = False
    reason: str = ""
    aside: str = ""
    """The sentence of an adjustment, which stands across all columns; empty for a donne."""
    former: str = ""
    """The sentence of the line before it became one of another kind, whose cells do not fit beside these; `was` is then `None`."""

    @property
    def shown(self) -> Marked | None:
        """Figures in its columns: what it gives, or what it gave; `None` where nothing can be shown."""
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
    """The lines of what was played, with those that do not count; a blank sheet has neither."""
    date: str = ""
    lieu: str = ""
    back: bool = False
    form: bool = False
    """Whether it is filled in on screen, cell by cell."""
    tour: int = 0
    """The round that it is for, where a tournament deals the players anew for each; 0 for a sheet of the whole evening."""
    parties: tuple[SheetRequest, ...] = ()
    """The parties of a page of several, each as it would be asked for by itself."""
    totals: tuple[int, ...] = ()
    """Facts about a partie whose lines are not known."""
    heading: str = ""
    """Heading over a partie on a page of several: its table."""
    signatures: tuple[tuple[str, str], ...] = ()
    """Initials under the result, by who has put them."""
    closed: bool = False
    """Whether its table has put it away."""
    settled: tuple[str, ...] = ()
    """The debts of a partie that was played for stakes, in words."""
    turns: tuple[tuple[int, str], ...] = ()
    """Settings that changed, in words, with the number of lines before each change."""
    moves: tuple[tuple[int, str], ...] = ()
    """Changes at the table: people who came, left, were replaced or renamed, in words, with the number of lines before it."""
    numbers: Mapping[str, int] = field(default_factory=dict)
    """The numbers of players on a list by their names, where there is one."""

    @property
    def names(self) -> tuple[str, ...]:
        """A name for each seat, empty where there is none."""
        return self.table.players or ("",) * self.seats

    def at(self, marked: Marked | None) -> SheetRequest:
        """The same with the names of the table that played a line."""
        return replace(self, table=marked.before.table) if marked else self

    @property
    def donnes(self) -> tuple[SheetLine, ...]:
        """The lines without adjustments."""
        return tuple(line for line in self.lines if not line.aside)

    @property
    def filled(self) -> bool:
        """Whether something was played."""
        return self.played is not None

    @property
    def over(self) -> bool:
        """Whether nothing follows what was played."""
        ended = self.played is not None and self.played.outcome is not None
        return ended or self.closed or bool(self.signatures)

    @property
    def trim(self) -> bool:
        """Whether there are as many rows as the page holds."""
        return not self.filled and self.rows is None
