"""The paper sheets of Couillon: slates to strike lines off with a pencil, and a match as its slate and its log."""

from dataclasses import replace
from functools import partial

from scorekeeper.cards.game_api import sheet_parts as parts
from scorekeeper.cards.game_api.cells import Align, Grid, SheetCell, SheetColumn
from scorekeeper.cards.game_api.sheet import Block, Letter, LineArt, PaperSize, Sheet, SheetRequest, Stroke
from scorekeeper.cards.games.couillon import slate
from scorekeeper.cards.games.couillon.rules import Couillon, CouillonDonne, CouillonState
from scorekeeper.cards.rules.contract import State, expect
from scorekeeper.cards.rules.names import short_names
from scorekeeper.cards.rules.replay import Marked
from scorekeeper.i18n import gettext

CHALK = "●"
"""The chalk is in the hole."""
WIDTH = {PaperSize.A4: 92.0, PaperSize.A5: 62.5}
"""Width of an empty slate in mm: two side by side."""
DRAWN = {PaperSize.A4: 116.0, PaperSize.A5: 92.0}
"""Width of the slate of a match."""
HEAD_MM = 31.0
"""Height of the sheet's head, its settings on two lines."""
NAMES_MM = 8.2
"""Height of a line of names over a slate."""
SHORT = 40
"""Letters of a camp that stands on one line with the other."""
BETWEEN_MM = 6.0
GAPS = (7.5, 12.0)
"""From one line to the next in mm: at least, and at most where the page has room."""
TOP, BOTTOM = 7.0, 13.0
"""Over the first line and under the last, in mm."""


def sheet(request: SheetRequest) -> Sheet:
    """Empty slates, or the slate and log of a match."""
    settings, facts = parts.settings_words(request), (parts.date_place(request),)
    if request.filled:
        closing = parts.control_facts(request)
        return Sheet(gettext("Couillon — l’ardoise"), settings, facts, (_log(request),), closing=closing)
    lines, paper = expect(Couillon, request.rules).lignes, request.paper
    # The same names stand over every slate: they are no fields.
    names, camps = parts.camp_names(request), [replace(camp, key="") for camp in parts.camps(request)]
    long = any(len(camp.value) > SHORT for camp in camps)
    above = tuple((camp,) for camp in camps) if long else (tuple(camps),)
    # As many slates one above the other as the page holds; the gap between their lines then fills it.
    high = paper.size(landscape=False)[1] - 2 * paper.margin - HEAD_MM
    around = NAMES_MM * len(above) + 2 + TOP + BOTTOM + BETWEEN_MM
    bands = max(1, int(high / (around + GAPS[0] * (lines - 1))))
    gap = min(GAPS[1], (high / bands - around) / (lines - 1))
    block = Block(above=above, art=_empty_slate(lines, WIDTH[paper], gap, names))
    blocks = (block,) * (request.rows or 2 * bands)
    return Sheet(gettext("Couillon — ardoises"), settings, facts, blocks, across=2)


def _empty_slate(lines: int, width: float, gap: float, names: tuple[str, str]) -> LineArt:
    """A bar with its lines, room for boucles at their ends, the circle of a tie under it."""
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
        (Letter(middle + 5, hole + 0.8, gettext("craie dans le trou"), 2.2, "start"),),
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
    rows = (parts.line_row(line, made, len(columns), running[line.rang], remark=4) for line in request.lines)
    grid = Grid(gettext("Journal des donnes"), columns, tuple(rows))
    above = tuple(replace(camp, strong=bool(camp.value)) for camp in parts.camps(request))
    art = slate.drawing(request.played, DRAWN[request.paper]) if request.played else None
    return Block(above=(above,), art=art, grid=grid)


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
    """Wins left, and the chalk in the hole."""
    return (*parts.number_cells(state.totals), SheetCell(CHALK if expect(CouillonState, state).trou else ""))
