"""The paper sheet of Belote."""

from __future__ import annotations

from scorekeeper.families.belote.rules.entry import DonneBelote
from scorekeeper.families.belote.sheet import CampLedger, Cells, ledger_sheet, trump_cell
from scorekeeper.games.belote.rules import Belote, Litige
from scorekeeper.i18n import gettext
from scorekeeper.kit.sheet import Align, Sheet, SheetCell, SheetColumn, SheetRequest
from scorekeeper.rules.contract import expect
from scorekeeper.rules.replay import Marked


def sheet(request: SheetRequest) -> Sheet:
    """The ledger of a partie."""
    rules = expect(Belote, request.rules)
    held = gettext("L : litige, points en réserve pour la donne suivante")
    ledger = CampLedger(
        heading=gettext("Belote — feuille de marque"),
        title=gettext("Feuille de belote"),
        columns=(SheetColumn(gettext("atout"), 1.0, Align.CENTRE, "atout"),),
        cells=_cells,
        notes=(held,) if rules.litige is Litige.REPORT else (),
    )
    return ledger_sheet(request, rules, ledger)


def _cells(request: SheetRequest, marked: Marked) -> Cells:
    return (SheetCell(trump_cell(request, expect(DonneBelote, marked.entry))),)
