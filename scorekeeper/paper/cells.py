"""Cells of a table on paper: positions, form fields, HTML rows and ruling.

The order of fields for screen readers is row by row from the headings down. The HTML of the rows is made here, since a page has too
many of them for a template. The lines are one drawing per table, since CSS borders of all cells would take half of a page's time.
"""

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, groupby, pairwise

from markupsafe import Markup, escape

from scorekeeper.cards.game_api.cells import Align, Grid, Look, SheetCell, SheetColumn, SheetRow
from scorekeeper.cards.game_api.sheet import Fact
from scorekeeper.paper.layout import Piece
from scorekeeper.paper.measure import CellView, Written
from scorekeeper.press.messages import COPY, END


@dataclass(frozen=True)
class SheetField:
    """A form field: its name, its description for screen readers, and the names of the fields that it adds up."""

    name: str
    title: str
    sums: tuple[str, ...] = ()

    @property
    def html(self) -> Markup:
        text = Markup('type="text" name="{}" title="{}"').format(self.name, self.title)
        return text + (Markup(' data-sum="{}"').format(" ".join(self.sums)) if self.sums else "")


@dataclass(frozen=True)
class CellPlace:
    """A cell with its position, in mm from the left and the top of the table."""

    left: float
    top: float
    right: float
    bottom: float
    edge: bool
    """Whether it begins a group of columns."""
    text: str
    field: SheetField | None
    """Form field of an empty cell; `None` when nothing is to be written there."""


@dataclass(frozen=True)
class RowPlace:
    """A row of cells; a row of headings has no `look`."""

    look: Look | None
    cells: tuple[CellPlace, ...]


def cells_of(piece: Piece, *, form: bool) -> tuple[RowPlace, ...]:
    """Return all cells of a table, row by row, with their fields if it is a `form`; empty without a table."""
    grid, heads = piece.block.grid, piece.heads
    if grid is None or heads is None:
        return ()
    across = (0.0, *accumulate(heads.widths))
    made: list[RowPlace] = []

    def add(height: float, look: Look | None, cells: Iterable[tuple[int, str, SheetField | None]]) -> None:
        """Add a row of cells, each with its column span, text and field."""
        places, column, top = [], 0, made[-1].cells[0].bottom if made else 0.0
        # Rounded to hundredths as in the document, so that the lines match the rows even after fifty of them.
        bottom = top + round(height, 2)
        for span, text, field in cells:
            edge, end = column > 0 and grid.columns[column].edge, column + span
            places.append(CellPlace(across[column], top, across[end], bottom, edge, text, field))
            column = end
        made.append(RowPlace(look, tuple(places)))

    if grid.groups:
        fields = (SheetField(group.key, group.label) if form and group.key else None for group in grid.groups)
        named = zip(grid.groups, fields, strict=True)
        add(heads.group_mm, None, ((group.span, group.text, own) for group, own in named))
    add(heads.column_mm, None, ((1, column.heading, None) for column in grid.columns))
    for written in (*piece.rows, *piece.feet):
        row = written.row
        cells = ((v.cell.span, v.cell.text, _field(grid, row, v) if form else None) for v in written.cells)
        add(written.height, row.look, cells)
    return tuple(made)


def fact_field(fact: Fact, over: str) -> SheetField | None:
    """Return the form field of a fact, or `None`; its description begins with `over`, the heading that the fact belongs to."""
    title = ", ".join(filter(None, (over, fact.full_label or fact.label)))
    return SheetField(fact.key, title, fact.sums) if fact.key else None


def _field(grid: Grid, row: SheetRow, view: CellView) -> SheetField | None:
    """Return the field of a cell, or `None`. Its name has the keys of grid, row and column: `p1.d3.a`.

    A cell over several columns of a player has the key of the player instead of a column's.
    """
    cell, key = view.cell, grid.columns[view.column].key
    if cell.span > 1:
        key = key.rpartition(".")[0] or key
    own = cell.key or (f"{row.key}.{key}" if row.key and key else "")
    if not own or cell.closed:
        return None
    name = ".".join(filter(None, (grid.key, own)))
    return SheetField(name, _title(grid, row, view), cell.sums)


def _title(grid: Grid, row: SheetRow, view: CellView) -> str:
    """Return the description of a cell's field for screen readers: row, group and column."""
    cell, column = view.cell, grid.columns[view.column]
    overs = [group.text or group.label for group in grid.groups for _ in range(group.span)]
    over = overs[view.column] if overs else ""
    heading = "" if cell.span > 1 else column.full_heading or column.heading
    first, text = grid.columns[0], " × ".join(each.text for each in row.cells[: row.heads] if each.text)
    counted = row.heads == 1 and text[-1:].isdigit()
    line = f"{first.full_heading or first.heading} {text}" if counted else text
    parts = (cell.label,) if cell.label else (line, over, heading)
    # With several grids, the title distinguishes them.
    return ", ".join(part for part in (grid.title if grid.key else "", *parts) if part)


_TURNING = frozenset({"R", "AL", "AN"})


def isolated(text: str) -> Markup | str:
    """Return a text with its right-to-left parts in `<bdi>`, so that they do not reorder other words; any other text unchanged."""
    # No letter before U+0590 is written from right to left.
    if max(text, default="") < "\u0590":
        return text

    def turning(part: str) -> bool:
        return any(unicodedata.bidirectional(character) in _TURNING for character in part)

    if not turning(text):
        return text
    runs = ((turns, " ".join(run)) for turns, run in groupby(text.split(" "), turning))
    return Markup(" ").join(Markup("<bdi>{}</bdi>").format(run) if turns else run for turns, run in runs)


def rows_html(piece: Piece, places: Sequence[RowPlace]) -> Markup:
    """Return the HTML of a table's rows below its headings, each marked as a copy (see `press.messages.COPY`)."""
    grid, heads, rows = piece.block.grid, piece.heads, (*piece.rows, *piece.feet)
    assert grid is not None and heads is not None  # noqa: S101, PT018 - of a piece with a table
    placed = zip(rows, places[len(places) - len(rows) :], strict=True)
    code = heads.code
    texts = (_row(grid, code, written, place, piece.points) for written, place in placed)
    return Markup("".join(f"{COPY}{text}{END}\n" for text in texts))  # noqa: S704 - its words are escaped one by one


def _row(grid: Grid, code: str, written: Written, placed: RowPlace, points: float) -> str:
    row, texts = written.row, []
    for place, (view, own) in enumerate(zip(written.cells, placed.cells, strict=True)):
        tag = _tag(grid.columns[view.column], row.look, prose=view.cell.prose, heading=place < row.heads)
        cell = view.cell
        words = tag[1] + " closed" * (cell.closed and not cell.text) + " deep" * bool(cell.small)
        extra = f' class="{words.strip()}"' if words else ""
        if cell.span > 1:
            extra += f' colspan="{cell.span}"'
        style = "" if place else f"height:{written.height:.2f}mm"
        if cell.text and view.points != points:
            style += f"{';' if style else ''}font-size:{view.points}pt"
        if style:
            extra += f' style="{style}"'
        # Most cells of a blank sheet are empty.
        written_on = cell.text or cell.small or cell.was or cell.label or own.field
        content = "".join(_content(row, cell, own.field, first=not place)) if written_on else ""
        texts.append(f"<{tag[0]}{extra}>{content}</{tag[0][:2]}>")
    look = "" if row.look is Look.PLAIN else f' class="{row.look}"'
    return f'<tr{look} data-grid="{code}">{"".join(texts)}</tr>'


@lru_cache(maxsize=1024)
def _tag(column: SheetColumn, look: Look, *, prose: bool, heading: bool) -> tuple[str, str]:
    """Return the tag of a cell, and its CSS classes beyond those of its row and column."""
    usual = Align.LEFT if heading else Align.RIGHT
    if heading and look in {Look.PLAIN, Look.STRUCK}:
        usual = Align.CENTRE
    align = Align.LEFT if prose else column.align
    words = ("" if align is usual else str(align), "sum" if column.strong else "")
    return 'th scope="row"' if heading else "td", " ".join(filter(None, words))


def _content(row: SheetRow, cell: SheetCell, field: SheetField | None, *, first: bool) -> Iterator[str]:
    if cell.label:
        yield f'<span class="corner">{escape(cell.label)}</span>'
    if cell.was:
        yield f"<s>{escape(cell.was)}</s> "
    if cell.text:
        text = cell.mark + escape(isolated(cell.text))
        yield f"<del>{text}</del>" if row.look is Look.STRUCK and not first else text
    for number, line in enumerate(cell.small):
        yield f"{'<br>' if cell.text or cell.was or number else ''}<i>{escape(isolated(line))}</i>"
    if field and not cell.text:
        yield f"<input {field.html}>"


HAIR, FIRM, HEAVY = 0.25, 0.4, 0.5
"""Line widths in mm: the thinnest that survives copying, between groups, and around a figure to be read from afar."""


def ruling(rows: Sequence[RowPlace]) -> Mapping[float, str]:
    """Return the lines between rows and cells of a table as SVG path data in mm, by line width."""
    paths: dict[float, list[str]] = defaultdict(list)
    begun: dict[tuple[float, float], float] = {}
    for row in rows:
        own, top = HEAVY if row.look is Look.BOX else 0.0, row.cells[0].top
        edges = {(cell.left, own or (FIRM if cell.edge else HAIR)) for cell in row.cells}
        edges.add((row.cells[-1].right, own or HAIR))
        for edge in begun.keys() - edges:
            paths[edge[1]].append(f"M{edge[0]:.2f} {begun.pop(edge):.2f}V{top:.2f}")
        begun |= {edge: begun.get(edge, top) for edge in edges}
    end = rows[-1].cells[-1]
    for (x, width), top in begun.items():
        paths[width].append(f"M{x:.2f} {top:.2f}V{end.bottom:.2f}")
    tops = [*(row.cells[0].top for row in rows), end.bottom]
    first = sum(row.look is None for row in rows)
    looks = [Look.CARRY, *(row.look for row in rows), None]
    for place, (y, (above, below)) in enumerate(zip(tops, pairwise(looks), strict=True)):
        firm = place in {0, first} or (above is Look.TOTAL) != (below is Look.TOTAL)
        width = HEAVY if Look.BOX in {above, below} else FIRM if firm else HAIR
        paths[width].append(f"M0 {y:.2f}H{end.right:.2f}")
    return {width: "".join(sorted(lines)) for width, lines in sorted(paths.items())}
