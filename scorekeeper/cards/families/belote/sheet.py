"""The paper sheet of belote and coinche: a line per donne; for each camp its tricks, what it has beside them, its mark and its total.

Names of fields: `d3.donneur`, `d3.preneur`, `d3.atout`, `d3.a.plis`, `d3.a.primes`, `d3.a.marque`, `d3.a.total`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from scorekeeper.cards.families.belote.rules import BeloteLike, BeloteState
from scorekeeper.cards.families.belote.rules.entry import SUITLESS, DonneBelote
from scorekeeper.cards.families.cards import SIGNS, Couleur
from scorekeeper.cards.game_api import sheet_parts as parts
from scorekeeper.cards.game_api.sheet import (
    Align,
    Block,
    Fact,
    Grid,
    Sheet,
    SheetCell,
    SheetColumn,
    SheetGroup,
    SheetRequest,
    SheetRow,
)
from scorekeeper.cards.game_api.words import number
from scorekeeper.cards.rules.contract import State, expect
from scorekeeper.cards.rules.replay import Marked
from scorekeeper.i18n import gettext

Cells = tuple[SheetCell, ...]
OF_CAMP = 4
"""Columns of each camp."""
ROOM = 26
"""Most letters of a camp in the column of who took: two lines."""


@dataclass(frozen=True)
class CampLedger:
    """The sheet of one of the two games."""

    heading: str
    title: str
    """Its description for screen readers."""
    columns: tuple[SheetColumn, ...]
    """Columns between the taker and the camps."""
    cells: Callable[[SheetRequest, Marked], Cells]
    """The cells of these columns."""
    notes: tuple[str, ...] = ()


def ledger_sheet(request: SheetRequest, rules: BeloteLike[Any], ledger: CampLedger) -> Sheet:
    """A partie, played or to be written."""
    lead = (
        SheetColumn(gettext("n°"), 0.6, Align.CENTRE, full_heading=gettext("donne")),
        SheetColumn(gettext("donneur"), 1.3, Align.LEFT, "donneur"),
        SheetColumn(gettext("preneur"), 1.3, Align.LEFT, "preneur"),
        *ledger.columns,
    )
    headings = {
        "plis": gettext("plis"),
        "primes": gettext("B, C") if not rules.annonces else gettext("B, C, ann."),
        "marque": gettext("marque"),
        "total": gettext("total"),
    }
    full = {"primes": gettext("belote, capot, annonces")}
    shares = {"marque": 1.1, "total": 1.15}
    camps = (
        SheetColumn(
            heading,
            shares.get(key, 0.8),
            key=f"{camp}.{key}",
            edge=key == "plis",
            full_heading=full.get(key, ""),
        )
        for camp in "ab"
        for key, heading in headings.items()
    )
    groups = (SheetGroup("", len(lead)), *parts.camp_groups(request, OF_CAMP))
    rows, sums = _rows(request, rules, len(lead), ledger)
    foot = parts.total_row(gettext("total"), sums, "total", len(lead))
    grid = Grid(ledger.title, (*lead, *camps), rows, (foot,), groups)
    return Sheet(
        ledger.heading,
        parts.settings_words(request),
        (parts.date_place(request, _length(rules)),),
        (Block(grid=grid, trim=request.trim),),
        closing=parts.control_facts(request),
        notes=(_legend(rules), *ledger.notes),
    )


def _legend(rules: BeloteLike[Any]) -> str:
    """Meaning of the small marks."""
    if rules.annonces:
        return gettext("B : belote · C : capot · annonces en points")
    return gettext("B : belote · C : capot")


def _length(rules: BeloteLike[Any]) -> Fact:
    """The target, or the number of donnes."""
    if rules.a_points:
        points = gettext("%(points)s points", points=rules.objectif_vise)
        return Fact(gettext("À atteindre"), points, 0.9, strong=True)
    return Fact(gettext("Donnes"), str(rules.nb_donnes), 0.6, strong=True)


def _rows(
    request: SheetRequest, rules: BeloteLike[Any], lead: int, ledger: CampLedger
) -> tuple[tuple[SheetRow, ...], Cells]:
    """The rows, and the cells of their totals."""
    width = lead + 2 * OF_CAMP
    if not request.filled:
        running = {lead + OF_CAMP * place - 1: [f"{camp}.marque"] for place, camp in ((1, "a"), (2, "b"))}
        blank = parts.blank_rows(request.rows or parts.MOST_ROWS, width, running=running)
        feet = [
            (SheetCell(closed=True), SheetCell(closed=True), SheetCell(closed=True), SheetCell(sums=added))
            for added in (parts.column_sum(blank, f"{camp}.marque") for camp in "ab")
        ]
        return blank, (*feet[0], *feet[1])
    held = _held(request)

    def cells(marked: Marked) -> Cells:
        lead_cells, plis = (
            _lead(request.at(marked), marked),
            rules.tricks(expect(DonneBelote, marked.entry)).plis,
        )
        if not expect(DonneBelote, marked.entry).played:
            return (*lead_cells, *(SheetCell(),) * (len(ledger.columns) + 2 * OF_CAMP))
        camps = (_camp(marked, camp, plis[camp], held=marked.rang in held) for camp in (0, 1))
        return (*lead_cells, *ledger.cells(request, marked), *(cell for cells in camps for cell in cells))

    running_totals = parts.carries(request, _totals)
    rows = tuple(parts.line_row(line, cells, width, running_totals[line.rang]) for line in request.lines)
    return rows, _totals(request.played.state) if request.played else ()


def _totals(state: State) -> Cells:
    """The totals under the columns of both camps."""
    empty = (SheetCell(closed=True),) * (OF_CAMP - 1)
    first, second = parts.number_cells(state.totals)
    return (*empty, first, *empty, second)


def _held(request: SheetRequest) -> frozenset[int]:
    """The donnes that ended level and whose points nobody has claimed yet."""
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
    """Dealer and taker."""
    donne, players = expect(DonneBelote, marked.entry), request.table.players
    dealer = request.rules.dealer(marked.before, donne)
    if donne.preneur is None:
        taken = parts.sentence(request, request.game.brief(marked))
    else:
        name, letter = parts.camp_names(request)[donne.preneur], "AB"[donne.preneur]
        camp = name if 0 < len(name) <= ROOM else letter
        taken = camp if donne.joueur is None else players[donne.joueur]
    return SheetCell("" if dealer is None else players[dealer]), SheetCell(taken)


def _camp(marked: Marked, camp: int, plis: int, *, held: bool) -> Cells:
    """The columns of a camp; at a litige what is held for it, until somebody claims it."""
    donne, mark = expect(DonneBelote, marked.entry), number(marked.row.scores[camp])
    if held and camp == donne.preneur:
        mark = gettext("L %(points)s", points=marked.row.detail[-1].label.values["points"])
    texts = (number(plis), _primes(donne, camp), mark, number(marked.after.totals[camp]))
    return tuple(map(SheetCell, texts))


def _primes(donne: DonneBelote, camp: int) -> str:
    """Small marks for what a camp has beside its tricks."""
    belotes, annonces = donne.belote_count[camp], sum(donne.annonces[camp])
    marks = [gettext("B") + (str(belotes) if belotes > 1 else "")] if belotes else []
    marks += [gettext("C")] if donne.capot == camp else []
    return " ".join([*marks, *([str(annonces)] if annonces else [])])


def trump_cell(request: SheetRequest, donne: DonneBelote) -> str:
    """The trump: its sign, or its word where it is no suit."""
    if donne.atout is None or donne.atout in SUITLESS:
        return parts.term(request, donne.atout) if donne.atout else ""
    return SIGNS[Couleur(donne.atout)]
