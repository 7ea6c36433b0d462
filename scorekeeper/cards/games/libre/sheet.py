"""Paper sheet of Marque libre: for each column the points of a manche and the running total.

The cells of an eliminated column are closed from then on.

Names of fields: `jeu`, `j1.nom`, `d3.j1.points`, `d3.j1.total`, `total.j1`.
"""

from dataclasses import replace

from scorekeeper.cards.game_api import sheet_parts as parts
from scorekeeper.cards.game_api.cells import Align, SheetCell, SheetColumn
from scorekeeper.cards.game_api.line_table import CLOSED, LineTable
from scorekeeper.cards.game_api.sheet import Fact, PaperSize, Sheet, SheetRequest
from scorekeeper.cards.game_api.words import number, signed
from scorekeeper.cards.games.libre.rules import Libre
from scorekeeper.cards.games.libre.words import is_played
from scorekeeper.cards.rules.contract import expect
from scorekeeper.cards.rules.replay import Marked
from scorekeeper.i18n import N_, gettext

MANY = 7
"""Number of columns from which headings are abbreviated."""


def sheet(request: SheetRequest) -> Sheet:
    """Return the sheet of one table."""
    rules = expect(Libre, request.rules)
    remarks = any(
        parts.remark_of(line) or (line.shown and not is_played(line.shown)) for line in request.donnes
    )
    # Wide enough for the text of a total carried over from another page.
    first = max(0.7, (0.18 if request.paper is PaperSize.A5 else 0.12) * request.seats)
    points = gettext("points")

    def cells(marked: Marked) -> tuple[SheetCell, ...]:
        figures: list[SheetCell] = []
        for seat, (score, total) in enumerate(zip(marked.row.scores, marked.after.totals, strict=True)):
            pair = [SheetCell(signed(score)), SheetCell(number(total))]
            figures += pair if seat in marked.before.playing else [CLOSED, CLOSED]
        left = "" if is_played(marked) else gettext("manche annulée")
        return (*figures, *((SheetCell(left),) if remarks else ()))

    ledger = LineTable(
        request=request,
        title=request.game.title(rules),
        lead=(SheetColumn(gettext("n°"), first, Align.CENTRE, full_heading=gettext("manche")),),
        each=(
            SheetColumn(
                gettext("pts") if request.seats >= MANY else points,
                1.2,
                key="points",
                edge=True,
                full_heading=points,
            ),
            SheetColumn(gettext("total"), 1.2, key="total", strong=True),
        ),
        adds="points",
        wide=True,
        unnamed=N_("camp %(number)s") if rules.camps else "",
        cells=cells,
        tail=(SheetColumn(gettext("remarque"), 2.0, Align.LEFT, edge=True),) if remarks else (),
        remark=2 * request.seats if remarks else 2 * request.seats - 1,
    )
    sheet = ledger.sheet(ledger.title)
    if request.filled:
        return sheet
    game = (Fact(gettext("Jeu"), key="jeu"),) if not rules.nom else ()
    settings = sheet.subtitle if rules != type(rules)() else ""
    return replace(sheet, subtitle=settings, facts=((*game, *sheet.facts[0]),))
