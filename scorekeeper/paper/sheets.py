"""Printed score sheets of all games, blank or filled, as HTML documents.

The HTML is the same for the preview and for print. `Game.sheet` describes a game's sheet; a game without one gets that of its grid,
or the plain sheet of names and running totals.

Names of form fields are stable, so that other programs can read filled forms. A name is the grid (if there are several), the row and
the column, separated by dots: `p1.d3.a` is partie 1, donne 3, camp A. Heads have `date`, `lieu`, `j1.nom` (a player) or `a.nom`
(a camp). Each game's `sheet.py` lists its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from scorekeeper import i18n
from scorekeeper.cards.game_api import sheet_parts as parts
from scorekeeper.cards.game_api.cells import Grid, Look, SheetCell, SheetRow
from scorekeeper.cards.game_api.grid_paper import grid_sheet
from scorekeeper.cards.game_api.line_table import plain_sheet
from scorekeeper.cards.game_api.sheet import Block, Fact, PaperSize, Sheet, SheetRequest
from scorekeeper.cards.rules.contract import Fault, expect
from scorekeeper.cards.sheet_file import bad_request
from scorekeeper.config import resources
from scorekeeper.i18n import N_, gettext
from scorekeeper.paper import letters, line_art, measure
from scorekeeper.paper.cells import cells_of, fact_field, isolated, rows_html, ruling
from scorekeeper.paper.facts import SUBTITLE_PT, fact_views, signers_of
from scorekeeper.paper.layout import SheetPage, pages_of
from scorekeeper.paper.text import POINT, cut, title_points
from scorekeeper.parties.sheet_requests import blank_request
from scorekeeper.press.messages import COPY, END

if TYPE_CHECKING:
    from scorekeeper.cards.game_api.game import Game
    from scorekeeper.paper.posters.pages import PosterSize

TEMPLATES = resources("templates")
CODE_MM = 15.0
MAX_COPIES = 200
MAX_LENGTH = 10_000_000
"""Limit of the characters of a document with all copies: enough for 200 copies of a page, fewer of a long sheet."""
MARK = "\ue000"
"""Placeholder for the number of a copy; no name can contain this character."""


def sheet_of(request: SheetRequest) -> Sheet:
    """Return the sheet of a request as data, with numbers in place of names that no font can print."""
    known = _respellings(request)
    made = _sheet_of(request)
    if not known:
        return made
    course, numbers = made.course, ", ".join(known.values())
    note = gettext(
        "À la place de noms dont aucune police n’a les lettres : %(numbers)s, leur numéro sur la liste.",
        numbers=numbers,
    )
    # Longest first, since a name may be part of another.
    known = dict(sorted(known.items(), key=lambda each: -len(each[0])))
    made = expect(Sheet, letters.respelled(replace(made, course=None, notes=(note, *made.notes)), known))
    return replace(made, course=(lambda *size: letters.respelled(course(*size), known)) if course else None)


def _respellings(request: SheetRequest) -> dict[str, str]:
    """Map the names on a sheet that no font can print to their printed form."""
    requests = (request, *request.parties)
    earlier = (marked.before.table for each in requests if each.played for marked in each.played.marked)
    tables = (*(each.table for each in requests), *earlier)
    people = dict.fromkeys((*(name for table in tables for name in table.players), request.heading))
    numbers = {name: request.numbers.get(name, number) for number, name in enumerate(people, 1)}
    spelled = letters.spellings(numbers)
    sides = gettext("équipe A"), gettext("équipe B")
    for team, side in (each for table in tables for each in zip(table.equipes or (), sides, strict=False)):
        # A camp named after its players gets their numbers.
        if letters.lacking(team) and not any(name in team for name in people if name):
            spelled[team] = letters.legible(team, side)
    return spelled


def _sheet_of(request: SheetRequest) -> Sheet:
    """Return the sheet of a request as data: the game's own, else that of its grid, else the plain one."""
    game = request.game
    gridded = partial(grid_sheet, grid=game.grid) if game.grid else None
    sheet = (game.sheet or gridded or plain_sheet)(request)
    if request.signatures:
        initials = " · ".join(f"{name} {text}" for name, text in request.signatures)
        sheet = replace(sheet, closing=(*sheet.closing, (Fact(gettext("Initiales"), initials),)))
    elif request.played and request.played.outcome and 0 < len(request.table.players) <= 6:
        sheet = replace(sheet, signatures=parts.signers(request))
    sheet, request = _turned(sheet, request)
    notes = (*_moves(request), *request.settled, *sheet.notes)
    again = not (request.filled or request.form or request.tour or request.rows)
    sheet = replace(sheet, notes=notes, course=line_art.course(request), again=again)
    grid = _only_grid(sheet)
    if not (grid and grid.carries and request.played) or request.over or any(row.blank for row in grid.rows):
        return sheet
    # The closing check goes directly below the played lines, above the empty rows, which it does not cover.
    texts = (" · ".join(f"{fact.label} {fact.value}".strip() for fact in line) for line in sheet.closing)
    cells = (SheetCell(text, span=len(grid.columns), prose=True) for text in texts)
    checks = (SheetRow((cell,), look=Look.TOTAL) for cell in cells)
    sheet = _with_grid(sheet, replace(grid, feet=(*grid.feet, *checks)))
    return replace(sheet, closing=(), spare=_continuation(grid, len(request.lines)))


def _only_grid(sheet: Sheet) -> Grid | None:
    """Return the grid of a sheet that has one only."""
    first, *others = (*(block.grid for block in sheet.blocks if block.grid), None)
    return None if others[:-1] else first


def _with_grid(sheet: Sheet, grid: Grid) -> Sheet:
    blocks = (replace(block, grid=grid) if block.grid else block for block in sheet.blocks)
    return replace(sheet, blocks=tuple(blocks))


def _turned(sheet: Sheet, request: SheetRequest) -> tuple[Sheet, SheetRequest]:
    """Return the sheet with changes of settings as rows of its only table; without such a table, they stay in the request."""
    grid = _only_grid(sheet)
    rows = list(grid.rows) if grid else []
    lines = [f"d{line.rang}" for line in request.lines]
    if not (grid and request.turns and request.played) or [row.key for row in rows[: len(lines)]] != lines:
        return sheet, request
    for after, text in reversed(request.turns):
        cells = (SheetCell(), SheetCell(text, span=len(grid.columns) - 1, prose=True))
        rows.insert(after, SheetRow(cells, carry=rows[after - 1].carry if after else ()))
    return _with_grid(sheet, replace(grid, rows=tuple(rows))), replace(request, turns=())


def _moves(request: SheetRequest) -> Iterator[str]:
    """Yield notes on changes of settings and players, with the line and, on a page of several parties, the partie."""
    yield from (text for _, text in request.turns)
    for after, text in request.moves:
        when = N_("Après la ligne %(rang)s :") if after else N_("Avant la première ligne :")
        yield f"{gettext(when, rang=after)} {text}"
    for place, partie in enumerate(request.parties, 1):
        yield from (f"{gettext('Partie n° %(number)s', number=place)} — {note}" for note in _moves(partie))


def _continuation(grid: Grid, count: int) -> Block | None:
    """Return a block to continue by hand after `count` lines: the totals so far, empty rows, and empty totals."""
    if not grid.rows:
        return None
    empty = ((row, (SheetCell(span=cell.span) for cell in row.cells[1:])) for row in grid.feet)
    feet = (replace(row, cells=(row.cells[0], *cells)) for row, cells in empty)
    blank = parts.blank_rows(parts.MOST_ROWS, len(grid.columns), start=count + 1)
    rows = (measure.carry_rows(grid, grid.rows[-1])[1], *blank)
    return Block(gettext("Suite, à la main"), grid=replace(grid, rows=rows, feet=tuple(feet)), trim=True)


def has_back(game: Game) -> bool:
    """Return whether a game's sheet has a back."""
    return bool(game.sheet and sheet_of(blank_request(game, back=True)).back)


def has_cells(sheet: Sheet) -> bool:
    """Return whether a sheet has cells to fill in on screen, unlike a slate."""
    return any(block.grid for block in sheet.blocks)


@dataclass(frozen=True)
class PrintOptions:
    """Print options of a sheet."""

    copies: int = 1
    """Number of copies, 1 to `MAX_COPIES`; more than one are numbered."""
    first: int = 1
    address: str = ""
    """URL of the sheet in the app, for a QR code; empty for none."""

    @property
    def numbered(self) -> bool:
        return self.copies > 1 or self.first > 1


def html_of(request: SheetRequest, options: PrintOptions = PrintOptions()) -> str:
    """Return the sheet of a request as an HTML document; see `html_of_sheet`."""
    sheet, folder = sheet_of(request), request.game.folder
    return html_of_sheet(sheet, request.paper, options, form=request.form and has_cells(sheet), folder=folder)


def html_of_sheet(
    sheet: Sheet,
    paper: PaperSize = PaperSize.A4,
    options: PrintOptions = PrintOptions(),
    *,
    form: bool = False,
    folder: Path | None = None,
    pages: Sequence[SheetPage] = (),
) -> str:
    """Return a sheet as an HTML document in the current language, for preview and print.

    With `form`, empty cells are form fields. `folder` is that of the game whose emblem is printed, `pages` are the pages if
    they are laid out already. Raises `ValueError` for a number of copies out of range, `BadSheet` when they exceed `MAX_LENGTH`.
    """
    if not 1 <= options.copies <= MAX_COPIES or options.first < 1:
        raise ValueError(options)
    pages = pages or pages_of(sheet, paper, CODE_MM if options.address else 0.0)
    landscape = pages[0].landscape
    width = paper.size(landscape=landscape)[0] - 2 * paper.margin
    signer_mm, signers = signers_of(sheet, width)
    code_title = gettext("Code de l’adresse de cette feuille")
    page = rendered(
        "sheet",
        paper,
        landscape=landscape,
        title=sheet.title,
        sheet=sheet,
        pages=pages,
        mark=MARK if options.numbered else "",
        reminder=cut(sheet.reminder, width / (SUBTITLE_PT * POINT), bold=False),
        address=options.address,
        code=line_art.code(options.address, code_title, CODE_MM) if options.address else None,
        width=width,
        gap=measure.GAP_MM,
        signature_mm=signer_mm,
        signers=[(name, size.points) for name, size in zip(sheet.signatures, signers, strict=True)],
        emblem=emblem(folder) if folder else "",
        form=form,
    )
    return _copied(page, options) if options.numbered else page


def body_of(page: str) -> tuple[str, str, str]:
    """Split a print document into the parts before, with and after its pages."""
    head, rest = page.split("<body", 1)
    opening, rest = rest.split(">", 1)
    pages, end = rest.rsplit("</body>", 1)
    return f"{head}<body{opening}>", pages, f"</body>{end}"


def _copied(page: str, options: PrintOptions) -> str:
    """Return the document with its pages repeated for each copy, which differ only in their numbers. Raises `BadSheet`."""
    begin, pages, end = body_of(page)
    if len(pages) * options.copies > MAX_LENGTH:
        raise bad_request([Fault("copies-trop", "copies", {"max": MAX_LENGTH // len(pages)})])
    numbers = range(options.first, options.first + options.copies)
    marks = (gettext("feuille n° %(number)s", number=number) for number in numbers)
    sheet = pages.replace("<section", f"{COPY}<section").replace("</section>", f"</section>{END}")
    return f"{begin}{''.join(sheet.replace(MARK, str(escape(mark))) for mark in marks)}{end}"


def linked(text: str, address: str) -> Markup | str:
    """Return a text as HTML in which an address is a link."""
    link = Markup('<a href="{0}">{0}</a>').format(address)
    return escape(text).replace(escape(address), link) if address else text


@cache
def emblem(folder: Path) -> Markup:
    """Return the SVG emblem of a game's folder, empty if there is none. It is a file of the package, so it needs no escaping."""
    path = folder / "templates" / "emblem.svg"
    return Markup(path.read_text(encoding="utf-8") if path.is_file() else "")  # noqa: S704


def rendered(template: str, paper: PaperSize | PosterSize, *, landscape: bool = False, **context: Any) -> str:
    """Render a print template, with unprintable characters replaced."""
    page = templates().get_template(f"print/{template}.html")
    return letters.printable(
        page.render(paper=str(paper), landscape=landscape, margin=paper.margin, **context)
    )


@cache
def templates() -> Environment:
    """Return the Jinja environment of the print templates."""
    env = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
    )
    env.install_gettext_callables(i18n.gettext, i18n.ngettext, newstyle=True)  # type: ignore[attr-defined]
    env.filters |= {"isolated": isolated, "linked": linked}
    functions = (i18n.tag, fact_views, fact_field, cells_of, rows_html, title_points, ruling)
    env.globals.update({function.__name__: function for function in functions} | {"TEXT_PT": measure.TEXT_PT})
    return env
