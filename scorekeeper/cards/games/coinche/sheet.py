"""Paper sheet of Coinche."""

from scorekeeper.cards.families.belote.sheet import ledger_sheet, trump_cell
from scorekeeper.cards.families.belote.words import made
from scorekeeper.cards.game_api import sheet_parts as parts
from scorekeeper.cards.game_api.cells import Align, SheetCell, SheetColumn
from scorekeeper.cards.game_api.line_table import Cells
from scorekeeper.cards.game_api.sheet import Sheet, SheetRequest
from scorekeeper.cards.game_api.words import format_value
from scorekeeper.cards.games.coinche.rules import Coinche, CoincheDonne, Coinchee, bid_value
from scorekeeper.cards.rules.contract import expect
from scorekeeper.cards.rules.replay import Marked
from scorekeeper.i18n import gettext


def sheet(request: SheetRequest) -> Sheet:
    """Return the ledger of a partie."""
    columns = (
        SheetColumn(gettext("contrat"), 1.3, Align.LEFT, "contrat"),
        SheetColumn(gettext("fait"), 0.75, Align.CENTRE, "fait", full_heading=gettext("fait ou chuté")),
    )
    headings = gettext("Coinche — feuille de marque"), gettext("Feuille de coinche")
    return ledger_sheet(request, expect(Coinche, request.rules), headings, columns, _cells)


def _cells(request: SheetRequest, marked: Marked) -> Cells:
    donne, rules = expect(CoincheDonne, marked.entry), expect(Coinche, request.rules)
    bid = format_value(bid_value(donne), request.game.words, request.table)
    times = {Coinchee.COINCHE: rules.coef_coinche, Coinchee.SURCOINCHE: rules.coef_surcoinche}.get(
        donne.coinche
    )
    contract = " ".join(filter(None, (bid, trump_cell(request, donne), f"×{times}" if times else "")))
    return SheetCell(contract), SheetCell(parts.TICK if made(marked) else parts.CROSS)
