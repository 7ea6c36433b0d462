"""Paper sheet of Belote."""

from scorekeeper.cards.families.belote.rules.entry import DonneBelote
from scorekeeper.cards.families.belote.sheet import ledger_sheet, trump_cell
from scorekeeper.cards.game_api.cells import Align, SheetCell, SheetColumn
from scorekeeper.cards.game_api.line_table import Cells
from scorekeeper.cards.game_api.sheet import Sheet, SheetRequest
from scorekeeper.cards.games.belote.rules import Belote, Litige
from scorekeeper.cards.rules.contract import expect
from scorekeeper.cards.rules.replay import Marked
from scorekeeper.i18n import gettext


def sheet(request: SheetRequest) -> Sheet:
    """Return the ledger of a partie."""
    rules = expect(Belote, request.rules)
    held = gettext("L : litige, points en réserve pour la donne suivante")
    return ledger_sheet(
        request,
        rules,
        (gettext("Belote — feuille de marque"), gettext("Feuille de belote")),
        (SheetColumn(gettext("atout"), 1.0, Align.CENTRE, "atout"),),
        _cells,
        *((held,) if rules.litige is Litige.REPORT else ()),
    )


def _cells(request: SheetRequest, marked: Marked) -> Cells:
    return (SheetCell(trump_cell(request, expect(DonneBelote, marked.entry))),)
