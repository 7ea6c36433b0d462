"""Paper sheet of Differenzler: for each player the prediction, the points made, the difference and the running total.

At the end of each line is the sum of the points, as a check: 157.

Names of fields: `d3.j1.annonce`, `d3.j1.points`, `d3.j1.ecart`, `d3.j1.total`, `d3.somme`, `total.j1.total`.
"""

from collections.abc import Sequence

from scorekeeper.cards.game_api import sheet_parts as parts
from scorekeeper.cards.game_api.cells import Align, SheetCell, SheetColumn
from scorekeeper.cards.game_api.line_table import LineTable
from scorekeeper.cards.game_api.sheet import PaperSize, Sheet, SheetRequest
from scorekeeper.cards.game_api.words import signed
from scorekeeper.cards.games.differenzler.rules import TOTAL, Differenzler, DifferenzlerDonne
from scorekeeper.cards.games.differenzler.words import brief, line_check
from scorekeeper.cards.rules.contract import expect
from scorekeeper.cards.rules.replay import Marked
from scorekeeper.i18n import gettext


def sheet(request: SheetRequest) -> Sheet:
    """Return the sheet of one table."""
    rules = expect(Differenzler, request.rules)
    remarks = any(parts.remark_of(line) for line in request.donnes)
    small = request.paper is PaperSize.A5
    annonce, ecart = (gettext("ann"), gettext("éc.")) if small else (gettext("ann."), gettext("écart"))
    each = (
        SheetColumn(annonce, 0.75, key="annonce", edge=True, full_heading=gettext("points annoncés")),
        SheetColumn(gettext("pts"), 0.75, key="points", full_heading=gettext("points faits")),
        SheetColumn(ecart, 0.75, key="ecart", full_heading=gettext("écart")),
        SheetColumn(gettext("total"), 0.95, key="total", strong=True),
    )
    somme = SheetColumn(str(TOTAL), 0.75, key="somme", edge=True, full_heading=gettext("points de la donne"))

    def cells(marked: Marked) -> Sequence[SheetCell]:
        entry, check = expect(DifferenzlerDonne, marked.entry), line_check(marked)
        if check is None:
            totals = ledger.totals(marked.after)
            words = parts.sentence(request.at(marked), brief(marked))
            # Without a column for remarks, the text replaces the numbers of the first player.
            numbers = len(each) - 1
            brief_first = (SheetCell(words, span=numbers), *totals[numbers:])
            return (*totals[:-1], SheetCell(words)) if remarks else brief_first
        rows = zip(entry.predicted(), entry.made(), marked.row.scores, marked.after.totals, strict=True)
        figures = parts.number_cells((*(figure for row in rows for figure in row), check))
        return (*figures, *(SheetCell(),) * remarks)

    ledger = LineTable(
        request=request,
        title=gettext("Feuille de Differenzler"),
        lead=(SheetColumn(gettext("donne"), 1.1, Align.CENTRE),),
        each=each,
        adds="ecart",
        cells=cells,
        tail=(somme, *((SheetColumn(gettext("remarque"), 2.6, Align.LEFT),) if remarks else ())),
        remark=1 + len(each) * request.seats,
        rows=rules.nb_donnes,
        check="points",
    )
    return ledger.sheet(
        gettext("Differenzler — feuille de marque"),
        signatures=parts.signers(request),
        notes=_notes(rules),
    )


def _notes(rules: Differenzler) -> tuple[str, ...]:
    """Return notes about the rules of scoring."""
    sums = gettext(
        "Points d’une ligne : 157 en tout, personne n’en fait 1 ni 156. L’écart se marque, le plus petit total gagne."
    )
    if not rules.bonus_exact:
        return (sums,)
    return (sums, gettext("Annonce juste : %(bonus)s.", bonus=signed(-rules.bonus_exact)))
