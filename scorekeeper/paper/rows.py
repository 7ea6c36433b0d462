"""The rows of a table as HTML: what a page has most of, so they are not left to a template."""

import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby

from markupsafe import Markup, escape

from scorekeeper.cards.game_api.cells import Align, Grid, Look, SheetCell, SheetColumn, SheetRow
from scorekeeper.paper.cells import RowPlace, SheetField
from scorekeeper.paper.layout import Piece
from scorekeeper.paper.measure import Written
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


def rows_html(piece: Piece, places: Sequence[RowPlace]) -> Markup:
    """The rows of a table under its headings, each as something that may be printed many times."""
    grid, heads, rows = piece.block.grid, piece.heads, (*piece.rows, *piece.feet)
    assert grid is not None and heads is not None  # noqa: S101, PT018 - of a piece with a table
    placed = zip(rows, places[len(places) - len(rows) :], strict=True)
    texts = (_row(grid, heads.code, written, place, piece.points) for written, place in placed)
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
        texts.append(
            f"<{tag[0]}{extra}>{''.join(_content(row, cell, own.field, first=not place))}</{tag[0][:2]}>"
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


def _content(row: SheetRow, cell: SheetCell, field: SheetField | None, *, first: bool) -> Iterator[str]:
    if cell.label:
        yield f'<span class="corner">{escape(cell.label)}</span>'
    if cell.was:
        yield f"<s>{escape(cell.was)}</s> "
    if cell.text:
        text = escape(isolated(cell.text))
        yield f"<del>{text}</del>" if row.look is Look.STRUCK and not first else text
    for number, line in enumerate(cell.small):
        yield f"{'<br>' if cell.text or cell.was or number else ''}<i>{escape(isolated(line))}</i>"
    if field and not cell.text:
        yield f"<input {field.html}>"
