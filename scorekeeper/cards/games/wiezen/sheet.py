"""Paper sheet of Wiezen: dealer, contract, declarers, tricks, and for each player the signed score and the running total.

The scores of a line add up to 0.

Names of fields: `d3.donneur`, `d3.contrat`, `d3.joueurs`, `d3.plis`, `d3.j1.marque`, `d3.j1.total`, `total.j1.total`, `controle.j1`,
`controle.somme`.
"""

from functools import partial

from scorekeeper.cards.families.cards import SIGNS
from scorekeeper.cards.game_api import sheet_parts as parts
from scorekeeper.cards.game_api.cells import Align, SheetCell, SheetColumn
from scorekeeper.cards.game_api.line_table import LineTable
from scorekeeper.cards.game_api.sheet import Sheet, SheetRequest
from scorekeeper.cards.game_api.words import number, signed
from scorekeeper.cards.games.wiezen.rules import called
from scorekeeper.cards.games.wiezen.rules.entry import WiezenDonne
from scorekeeper.cards.games.wiezen.words import brief
from scorekeeper.cards.rules.contract import Rules, expect
from scorekeeper.cards.rules.names import short_names
from scorekeeper.cards.rules.replay import Marked
from scorekeeper.i18n import gettext


def sheet(request: SheetRequest) -> Sheet:
    """Return the sheet of one table."""
    wide = 1.5 if request.filled else 1.0
    ledger = LineTable(
        request=request,
        title=gettext("Feuille de Wiezen"),
        lead=(
            SheetColumn(gettext("donne"), 0.9, Align.CENTRE),
            SheetColumn(gettext("donneur"), 1.3, Align.LEFT, "donneur"),
            SheetColumn(gettext("contrat"), 1.7 * wide, Align.LEFT, "contrat"),
            SheetColumn(gettext("qui"), 1.3 * wide, Align.LEFT, "joueurs"),
            SheetColumn(gettext("plis"), 0.7, Align.CENTRE, "plis"),
        ),
        each=(
            SheetColumn("+ −", 0.95, key="marque", edge=True, full_heading=gettext("marque")),
            SheetColumn(gettext("total"), 0.95, key="total", strong=True),
        ),
        adds="marque",
        cells=partial(_cells, request),
        remark=1,
    )
    nothing = parts.zero_sum_check(request, gettext("Totaux"), "total.j%d.total")
    return ledger.sheet(
        gettext("Wiezen — feuille de marque"),
        closing=parts.control_facts(request) or (nothing,),
        signatures=parts.signers(request),
    )


def _cells(request: SheetRequest, marked: Marked) -> tuple[SheetCell, ...]:
    entry, players = expect(WiezenDonne, marked.entry), short_names(marked.before.table.players)
    dealer = Rules.dealer(marked.before, marked.entry)
    what = brief(marked) if entry.contrat is None else called(entry)
    trump = "" if entry.atout is None else f" {SIGNS[entry.atout]}"
    fois = marked.row.extra.get("fois")
    figures = (
        text
        for score, total in zip(marked.row.scores, marked.after.totals, strict=True)
        for text in (signed(score) if entry.contrat else "", number(total))
    )
    return (
        SheetCell("" if dealer is None else players[dealer]),
        SheetCell(parts.sentence(request.at(marked), what) + trump, small=(f"×{fois}",) if fois else ()),
        SheetCell(" & ".join(players[seat] for seat in entry.joueurs)),
        SheetCell(_tricks(entry)),
        *map(SheetCell, figures),
    )


def _tricks(entry: WiezenDonne) -> str:
    """Return the tricks of the declarers; in a misère or piccolo, a mark of success or failure for each declarer."""
    if entry.rates is None:
        return "" if entry.plis is None else number(entry.plis)
    return " ".join(parts.CROSS if seat in entry.rates else parts.TICK for seat in entry.joueurs)
