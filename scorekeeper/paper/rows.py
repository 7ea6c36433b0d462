"""The rows of a table as HTML: what a page has most of, so they are not left to a template."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby

from markupsafe import Markup, escape

from scorekeeper.cards.game_api.sheet import Align, Grid, Look, SheetColumn, SheetRow
from scorekeeper.paper.measure import CellView, HeadView, Written
from scorekeeper.press.messages import COPY, END

_TURNING = frozenset({"R", "AL", "AN"})


def isolated(text: str) -> Markup | str:
    """A text whose parts that run from right to left cannot turn the words around them; any other text as it is."""
    # No letter before that is written from right to left.
    if max(text, default="") < "\u0590":
        return text

    def turning(part: str) -> bool:
        return any(unicodedata.bidirectional(character) in _TURNING for character in part)

    if not turning(text):
        return text
    runs = ((turns, " ".join(run)) for turns, run in groupby(text.split(" "), turning))
    return Markup(" ").join(Markup("<bdi>{}</bdi>").format(run) if turns else run for turns, run in runs)


def field_name(grid: Grid, row: SheetRow, view: CellView) -> str:
    """Name of a cell's field: `p1.d3.a`; a cell over all columns of a player is named after the player; empty for no field."""
    key = grid.columns[view.column].key
    if view.cell.span > 1:
        key = key.rpartition(".")[0] or key
    own = view.cell.key or (f"{row.key}.{key}" if row.key and key else "")
    return ".".join(filter(None, (grid.key, own))) if own and not view.cell.closed else ""


def field_title(grid: Grid, row: SheetRow, view: CellView) -> str:
    """Description of a cell's field for reading aloud: its row, its group and its column."""
    column = grid.columns[view.column]
    overs = [group.text or group.label for group in grid.groups for _ in range(group.span)]
    over = overs[view.column] if overs else ""
    heading = "" if view.cell.span > 1 else column.full_heading or column.heading
    first, text = grid.columns[0], " × ".join(cell.text for cell in row.cells[: row.heads] if cell.text)
    counted = row.heads == 1 and text[-1:].isdigit()
    line = f"{first.full_heading or first.heading} {text}" if counted else text
    place = (view.cell.label,) if view.cell.label else (line, over, heading)
    # The title says which of several grids it is.
    return ", ".join(part for part in (grid.title if grid.key else "", *place) if part)


def rows_html(grid: Grid, heads: HeadView, rows: Iterable[Written], points: float, *, form: bool) -> Markup:
    """The rows of a table whose words are usually so large, each as something that may be printed many times."""
    texts = (_row(grid, heads.code, written, points, form=form) for written in rows)
    return Markup("".join(f"{COPY}{text}{END}\n" for text in texts))  # noqa: S704 - its words are escaped one by one


def _row(grid: Grid, code: str, written: Written, points: float, *, form: bool) -> str:
    row, texts = written.row, []
    for place, view in enumerate(written.cells):
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
        texts.append(
            f"<{tag[0]}{extra}>{''.join(_content(grid, row, view, first=not place, form=form))}</{tag[0][:2]}>"
        )
    look = "" if row.look is Look.PLAIN else f' class="{row.look}"'
    return f'<tr{look} data-grid="{code}">{"".join(texts)}</tr>'


@lru_cache(maxsize=1024)
def _tag(column: SheetColumn, look: Look, *, prose: bool, heading: bool) -> tuple[str, str]:
    """The tag of a cell, and what it needs beyond the look of its row and its column."""
    usual = Align.LEFT if heading else Align.RIGHT
    if heading and look in {Look.PLAIN, Look.STRUCK}:
        usual = Align.CENTRE
    align = Align.LEFT if prose else column.align
    words = ("" if align is usual else str(align), "sum" if column.strong else "")
    return 'th scope="row"' if heading else "td", " ".join(filter(None, words))


def _content(grid: Grid, row: SheetRow, view: CellView, *, first: bool, form: bool) -> Iterator[str]:
    cell = view.cell
    if cell.label:
        yield f'<span class="corner">{escape(cell.label)}</span>'
    if cell.was:
        yield f"<s>{escape(cell.was)}</s> "
    if cell.text:
        text = escape(isolated(cell.text))
        yield f"<del>{text}</del>" if row.look is Look.STRUCK and not first else text
    for number, line in enumerate(cell.small):
        yield f"{'<br>' if cell.text or cell.was or number else ''}<i>{escape(isolated(line))}</i>"
    if form and not cell.text and (name := field_name(grid, row, view)):
        sums = f' data-sum="{escape(" ".join(cell.sums))}"' if cell.sums else ""
        yield f'<input type="text" name="{escape(name)}" title="{escape(field_title(grid, row, view))}"{sums}>'
