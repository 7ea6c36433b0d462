"""Paper sheets of Couillon: empty slates for a pencil, and a partie as its slate and its list of donnes."""

from dataclasses import replace
from functools import partial

from scorekeeper.cards.game_api import sheet_parts as parts
from scorekeeper.cards.game_api.cells import Align, Grid, SheetCell, SheetColumn
from scorekeeper.cards.game_api.sheet import Block, Letter, LineArt, PaperSize, Sheet, SheetRequest, Stroke
from scorekeeper.cards.games.couillon import slate
from scorekeeper.cards.games.couillon.rules import Couillon, CouillonDonne, CouillonState
from scorekeeper.cards.rules.contract import State, expect
from scorekeeper.cards.rules.names import short_names
from scorekeeper.cards.rules.replay import Marked, Replay
from scorekeeper.i18n import gettext

CHALK = "●"
"""Mark of the chalk in the hole."""
WIDTH = {PaperSize.A4: 92.0, PaperSize.A5: 62.5}
"""Width of an empty slate in mm; two fit side by side."""
DRAWN, LARGE = {PaperSize.A4: 116.0, PaperSize.A5: 92.0}, {PaperSize.A4: 180.0, PaperSize.A5: 110.0}
"""Width of the slate of a finished partie in mm, and of one to be continued by hand."""
HEAD_MM = 31.0
"""Height of the sheet's head in mm, with settings on two lines."""
NAMES_MM = 8.2
"""Height of a line of names above a slate, in mm."""
SHORT = 40
"""Most letters of a camp's names with which both camps share a line."""
BETWEEN_MM = 6.0
GAPS = (7.5, 12.0)
"""Least and greatest distance between two lines, in mm."""
TOP, BOTTOM = 7.0, 13.0
"""Space above the first line and below the last, in mm."""


def sheet(request: SheetRequest) -> Sheet:
    """Return a sheet of empty slates, or the slate and the list of donnes of a partie."""
    settings, facts = parts.settings_words(request), (parts.date_place(request),)
    if request.filled:
        closing = parts.control_facts(request)
        return Sheet(gettext("Couillon — l’ardoise"), settings, facts, (_log(request),), closing=closing)
    lines, paper = expect(Couillon, request.rules).lignes, request.paper
    # The same names are above each slate, so they cannot be form fields.
    names, camps = parts.camp_names(request), [replace(camp, key="") for camp in parts.camps(request)]
    long = any(len(camp.value) > SHORT for camp in camps)
    above = tuple((camp,) for camp in camps) if long else (tuple(camps),)
    # As many rows of slates as fit; then the gap between the lines is enlarged to fill the page.
    high = paper.size(landscape=False)[1] - 2 * paper.margin - HEAD_MM
    around = NAMES_MM * len(above) + 2 + TOP + BOTTOM + BETWEEN_MM
    bands = max(1, int(high / (around + GAPS[0] * (lines - 1))))
    gap = min(GAPS[1], (high / bands - around) / (lines - 1))
    block = Block(above=above, art=_empty_slate(lines, WIDTH[paper], gap, names))
    blocks = (block,) * (request.rows or 2 * bands)
    return Sheet(gettext("Couillon — ardoises"), settings, facts, blocks, across=2)


def _empty_slate(lines: int, width: float, gap: float, names: tuple[str, str]) -> LineArt:
    """Return the drawing of an empty slate: a bar with lines, room for boucles at their ends, the circle of a tie below.

    `width` and the `gap` between lines are in mm.
    """
    last = TOP + gap * (lines - 1)
    height, middle, reach, radius = last + BOTTOM, width / 2, width / 2 - 13, 3.0
    bar = f"M{middle} {TOP - 6}V{last + 4.5}"
    across = "".join(f"M{middle - reach} {TOP + gap * place:.2f}H{middle + reach}" for place in range(lines))
    hole = last + 9.2
    half = f"a{radius} {radius} 0 1 0 "
    circle = f"M{middle - radius} {hole:.2f}{half}{2 * radius:.2f} 0{half}{-2 * radius:.2f} 0"
    title = gettext("Ardoise de %(lines)s lignes", lines=lines)
    return LineArt(
        f"{title} — {names[0]} / {names[1]}" if any(names) else title,
        width,
        height,
        (
            Stroke(f"M0 0H{width}V{height}H0z", 0.6, "hair"),
            Stroke(across, 0.45),
            Stroke(bar, 0.8),
            Stroke(circle, 0.3, "hair"),
        ),
        (Letter(middle + 5, hole + 0.8, gettext("craie dans le trou"), 2.5, "start"),),
    )


def _log(request: SheetRequest) -> Block:
    columns = (
        SheetColumn(gettext("n°"), 0.6, Align.CENTRE, full_heading=gettext("donne")),
        SheetColumn(gettext("donneur"), 1.5, Align.LEFT),
        SheetColumn(gettext("accepté par"), 1.8, Align.LEFT),
        SheetColumn(gettext("points A"), 0.7, edge=True),
        SheetColumn(gettext("points B"), 0.7),
        SheetColumn(gettext("gagnant"), 1.8, Align.LEFT),
        SheetColumn(gettext("reste A"), 0.7, edge=True),
        SheetColumn(gettext("reste B"), 0.7),
        SheetColumn(gettext("trou"), 0.6, Align.CENTRE, edge=True),
    )
    running = parts.carries(request, lambda state: (*(SheetCell(),) * 3, *_left(state)))
    made = partial(_cells, request)
    rows = [parts.line_row(line, made, len(columns), running[line.rang], remark=4) for line in request.lines]
    if request.played and not request.over:
        # One donne less than the lines of both camps decides; more rows than eight would not fit below the slate.
        rows += parts.blank_rows(min(8, sum(request.played.totals) - 1), len(columns), start=len(rows) + 1)
    grid = Grid(gettext("Journal des donnes"), columns, tuple(rows))
    above = tuple(replace(camp, strong=bool(camp.value)) for camp in parts.camps(request))
    width = (DRAWN if request.over else LARGE)[request.paper]
    art = _printed(request.played, width) if request.played else None
    return Block(above=(above,), art=art, grid=grid)


def _printed(played: Replay, width: float) -> LineArt:
    """Return the slate with its traces dashed, since a copier loses grey, and without the names, which are above it."""
    art, names = slate.drawing(played, width), played.state.table.columns
    dashed = f"{1.2 * art.units:.0f} {1.6 * art.units:.0f}"
    strokes = (
        replace(each, tone="ink", width=each.width / 3, dash=dashed) if each.tone == "ghost" else each
        for each in art.strokes
    )
    letters = (each for each in art.letters if each.text not in names)
    return replace(art, strokes=tuple(strokes), letters=tuple(letters))


def _cells(request: SheetRequest, marked: Marked) -> tuple[SheetCell, ...]:
    request, donne = request.at(marked), expect(CouillonDonne, marked.entry)
    dealer = request.rules.dealer(marked.before, donne)
    points = parts.number_cells(donne.points) if donne.points else (SheetCell(), SheetCell())
    camps = [name or camp for name, camp in zip(parts.camp_names(request), "AB", strict=True)]
    winner = donne.winner
    return (
        SheetCell("" if dealer is None else short_names(request.table.players)[dealer]),
        SheetCell("—" if donne.accepte is None else camps[donne.accepte]),
        *points,
        SheetCell(gettext("égalité") if winner is None else camps[winner]),
        *_left(marked.after),
    )


def _left(state: State) -> tuple[SheetCell, ...]:
    return (*parts.number_cells(state.totals), SheetCell(CHALK if expect(CouillonState, state).trou else ""))
