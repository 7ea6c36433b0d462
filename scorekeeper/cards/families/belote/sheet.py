"""Paper sheet of belote and coinche: a line per donne with card points, bonuses, mark and total of each camp.

Names of fields: `d3.donneur`, `d3.preneur`, `d3.atout`, `d3.a.plis`, `d3.a.primes`, `d3.a.marque`, `d3.a.total`.
"""

from collections.abc import Callable, Sequence
from typing import Any

from scorekeeper.cards.families.belote.rules import BeloteLike, BeloteState
from scorekeeper.cards.families.belote.rules.entry import SUITLESS, DonneBelote
from scorekeeper.cards.families.cards import SIGNS, Couleur
from scorekeeper.cards.game_api import sheet_parts as parts
from scorekeeper.cards.game_api.cells import Align, SheetCell, SheetColumn
from scorekeeper.cards.game_api.line_table import Cells, LineTable
from scorekeeper.cards.game_api.sheet import Fact, Sheet, SheetRequest
from scorekeeper.cards.game_api.words import number
from scorekeeper.cards.rules.contract import expect
from scorekeeper.cards.rules.names import short_names
from scorekeeper.cards.rules.replay import Marked
from scorekeeper.i18n import gettext

ROOM = 26
"""Maximum number of characters of a camp's name in the taker column (two lines); its letter replaces a longer one."""


def ledger_sheet(
    request: SheetRequest,
    rules: BeloteLike[Any],
    headings: tuple[str, str],
    columns: Sequence[SheetColumn],
    between: Callable[[SheetRequest, Marked], Cells],
    *notes: str,
) -> Sheet:
    """Return the sheet of a partie, played or blank.

    Args:
        request: Request for the sheet.
        rules: Rules of the partie.
        headings: Title of the sheet, and title of its table for screen readers.
        columns: Columns between the taker and the camps.
        between: Returns the cells of these columns for a donne.
        notes: Further sentences under the table.
    """
    held = _held(request)

    def cells(marked: Marked) -> Cells:
        donne, lead = expect(DonneBelote, marked.entry), _lead(request.at(marked), marked)
        if not donne.played:
            return (*lead, *(SheetCell(),) * (len(columns) + 2 * len(ledger.each)))
        plis = rules.tricks(donne).plis
        camps = (_camp(marked, camp, plis[camp], held=marked.rang in held) for camp in (0, 1))
        return (*lead, *between(request, marked), *(cell for cells in camps for cell in cells))

    primes, legend = gettext("B, C"), gettext("B : belote · C : capot")
    if rules.annonces:
        primes, legend = gettext("B, C, ann."), gettext("B : belote · C : capot · annonces en points")
    ledger = LineTable(
        request=request,
        title=headings[1],
        lead=(
            SheetColumn(gettext("n°"), 0.6, Align.CENTRE, full_heading=gettext("donne")),
            SheetColumn(gettext("donneur"), 1.3, Align.LEFT, "donneur"),
            SheetColumn(gettext("preneur"), 1.3, Align.LEFT, "preneur"),
            *columns,
        ),
        each=(
            SheetColumn(gettext("plis"), 0.8, key="plis", edge=True),
            SheetColumn(primes, 0.8, key="primes", full_heading=gettext("belote, capot, annonces")),
            SheetColumn(gettext("marque"), 1.1, key="marque"),
            SheetColumn(gettext("total"), 1.15, key="total"),
        ),
        adds="marque",
        cells=cells,
    )
    return ledger.sheet(headings[0], _length(rules), notes=(legend, *notes))


def _length(rules: BeloteLike[Any]) -> Fact:
    if rules.a_points:
        points = gettext("%(points)s points", points=rules.objectif_vise)
        return Fact(gettext("À atteindre"), points, 0.9, strong=True)
    return Fact(gettext("Donnes"), str(rules.nb_donnes), 0.6, strong=True)


def _held(request: SheetRequest) -> frozenset[int]:
    """Return the lines of level donnes whose points are still held."""
    held: set[int] = set()
    for line in request.lines:
        if line.marked is None:
            continue
        before, after = (expect(BeloteState, state) for state in (line.marked.before, line.marked.after))
        if after.reserve > before.reserve:
            held.add(line.rang)
        elif not after.reserve:
            held.clear()
    return frozenset(held)


def _lead(request: SheetRequest, marked: Marked) -> Cells:
    """Return the cells of dealer and taker; of an unplayed donne, its status instead of the taker."""
    donne, players = expect(DonneBelote, marked.entry), short_names(request.table.players)
    dealer = request.rules.dealer(marked.before, donne)
    if donne.preneur is None:
        taken = parts.sentence(request, request.game.brief(marked))
    else:
        name, letter = parts.camp_names(request)[donne.preneur], "AB"[donne.preneur]
        camp = name if 0 < len(name) <= ROOM else letter
        taken = camp if donne.joueur is None else players[donne.joueur]
    return SheetCell("" if dealer is None else players[dealer]), SheetCell(taken)


def _camp(marked: Marked, camp: int, plis: int, *, held: bool) -> Cells:
    """Return the cells of a camp: card points (`plis`), bonuses, score, total. If `held`, the takers' score is "L" with the
    points held.
    """
    donne, mark = expect(DonneBelote, marked.entry), number(marked.row.scores[camp])
    if held and camp == donne.preneur:
        mark = gettext("L %(points)s", points=marked.row.detail[-1].label.values["points"])
    texts = (number(plis), _primes(donne, camp), mark, number(marked.after.totals[camp]))
    return tuple(map(SheetCell, texts))


def _primes(donne: DonneBelote, camp: int) -> str:
    """Return a camp's bonuses in short: `B` and the number of belotes from two on, `C` for a capot, the points of annonces."""
    belotes, annonces = donne.belote_count[camp], sum(donne.annonces[camp])
    marks = [gettext("B") + (str(belotes) if belotes > 1 else "")] if belotes else []
    marks += [gettext("C")] if donne.capot == camp else []
    return " ".join([*marks, *([str(annonces)] if annonces else [])])


def trump_cell(request: SheetRequest, donne: DonneBelote) -> str:
    """Return the trump: the sign of a suit, else its word; empty if unknown."""
    if donne.atout is None or donne.atout in SUITLESS:
        return parts.term(request, donne.atout) if donne.atout else ""
    return SIGNS[Couleur(donne.atout)]
