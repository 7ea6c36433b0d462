"""The paper sheets of the Jass: four parties of a tournament on a page, and the ledger of a partie à points.

The tournament page is the one that Swiss clubs hand out: twelve lines that share 157 each, and the check that both totals
together make 12 × 157 = 1884.

Names of fields: `d3.atout`, `d3.a.annonces`, `d3.a.schtockr`, `d3.a.plis`, `d3.a.total`; in a tournament `p1.initiales.a`,
`p1.d3.donne`, `p1.total.a`, `p1.somme.a`, `p1.addition`, `p1.controle`.
"""

from __future__ import annotations

from scorekeeper.games.jass.rules import Jass, JassState
from scorekeeper.games.jass.rules.entry import PLIS, JassDonne
from scorekeeper.i18n import gettext
from scorekeeper.kit import sheet_parts as parts
from scorekeeper.kit.sheet import (
    Align,
    Block,
    Fact,
    Facts,
    Grid,
    Look,
    PaperSize,
    Sheet,
    SheetCell,
    SheetColumn,
    SheetGroup,
    SheetRequest,
    SheetRow,
)
from scorekeeper.kit.words import number
from scorekeeper.rules.contract import expect
from scorekeeper.rules.replay import Marked

PARTIES = 4
"""Parties of a tournament evening."""


def sheet(request: SheetRequest) -> Sheet:
    """The tournament page, or the ledger of a partie à points; of a partie that was played, that partie."""
    rules = expect(Jass, request.rules)
    if rules.a_points:
        return _ledger(request, rules)
    if request.filled:
        return _partie(request, rules)
    return _evening(request, rules)


def _evening(request: SheetRequest, rules: Jass) -> Sheet:
    """Four empty parties: side by side on A4, two to a page on A5; of one round, that partie alone.

    Partners change from a round to the next, so names never stand over the parties of other rounds.
    """
    small = request.paper is PaperSize.A5
    places = (request.tour,) if request.tour else range(1, PARTIES + 1)
    # Of one round the place names the table, and the names stand where the lot would.
    lot = (
        ()
        if request.tour
        else (Fact(gettext("Table"), key="table", share=0.6), Fact(gettext("Lot n°"), key="lot", share=0.6))
    )
    return Sheet(
        gettext("Jass — match au cochon"),
        facts=(parts.date_place(request, *lot),),
        blocks=tuple(_empty_partie(request, rules, place) for place in places),
        across=1 if request.tour else 2 if small else PARTIES,
        landscape=not small and not request.tour,
    )


def _empty_partie(request: SheetRequest, rules: Jass, place: int) -> Block:
    key = f"p{place}"
    rows = parts.blank_rows(request.rows or rules.nb_donnes, 4)
    initials = SheetRow(
        (SheetCell(gettext("initiales")), SheetCell(), SheetCell(), SheetCell(closed=True)),
        "initiales",
        Look.SUB,
    )
    grid = Grid(
        gettext("Partie n° %(number)s", number=place),
        _columns(),
        (initials, *rows),
        (parts.total_row(gettext("total"), (SheetCell(),) * 3, "total"),),
        (SheetGroup("", 1), *parts.camp_groups(request, 1, key), SheetGroup("", 1)),
        key,
    )
    sums: Facts = (
        Fact(gettext("total équipe A"), key=f"{key}.somme.a"),
        Fact(gettext("+ total équipe B"), key=f"{key}.somme.b", share=1.12),
    )
    check: Facts = (
        Fact(gettext("= addition"), key=f"{key}.addition"),
        Fact(gettext("contrôle"), key=f"{key}.controle"),
    )
    return Block(
        gettext("Partie n° %(number)s", number=place),
        grid=grid,
        below=(sums, check, _target(rules, len(rows))),
    )


def _columns(detail: float = 0.0) -> tuple[SheetColumn, ...]:
    brief = (SheetColumn(gettext("détail"), detail, Align.LEFT),) if detail else ()
    return (
        parts.number_column(gettext("donne"), 1.0),
        *brief,
        SheetColumn(gettext("points"), 1.25, key="a", edge=True),
        SheetColumn(gettext("points"), 1.25, key="b", edge=True),
        SheetColumn(gettext("total donne %(points)s", points=PLIS), 1.15, key="donne", edge=True),
    )


def _target(rules: Jass, donnes: int) -> Facts:
    """The value that both totals together must reach."""
    text = f"{donnes} × {PLIS} = {donnes * PLIS}"
    if rules.match_vaut or rules.avec_annonces or rules.avec_schtockr:
        text = gettext("%(sum)s + primes", sum=text)
    return (Fact(gettext("valeur à atteindre"), text, strong=True),)


def _partie(request: SheetRequest, rules: Jass) -> Sheet:
    """One partie of a tournament as it was played, with the lines that are left."""

    def cells(marked: Marked) -> tuple[SheetCell, ...]:
        shared = request.game.line_check(marked)
        scores = (SheetCell(number(score)) for score in marked.row.scores)
        brief = parts.sentence(request, request.game.wording.brief(marked))
        return (SheetCell(brief), *scores, SheetCell("" if shared is None else number(shared)))

    running = parts.carries(
        request, lambda totals: (*parts.total_cells(totals), SheetCell(number(sum(totals))))
    )
    rows = [parts.line_row(line, cells, 5, running[line.rang]) for line in request.lines]
    played = sum(not line.struck for line in request.lines)
    start = len(rows) + 1
    rows += parts.blank_rows(max(0, rules.nb_donnes - played), 5, start=start)
    totals = request.played.totals if request.played else ()
    total = (SheetCell(), *parts.total_cells(totals), SheetCell(number(sum(totals))))
    grid = Grid(
        gettext("Partie de tournoi"),
        _columns(3.4),
        tuple(rows),
        (parts.total_row(gettext("total"), total, "total"),),
        (SheetGroup("", 2), *parts.camp_groups(request, 1), SheetGroup("", 1)),
    )
    return Sheet(
        gettext("Jass — match au cochon"),
        parts.settings_words(request),
        (parts.date_place(request),),
        (
            Block(
                grid=grid,
                below=(_addition(request), (*_target(rules, rules.nb_donnes), *parts.control(request))),
            ),
        ),
        closing=parts.result(request),
    )


def _addition(request: SheetRequest) -> Facts:
    a, b = request.played.totals if request.played else (0, 0)
    return (
        Fact(gettext("total équipe A"), number(a)),
        Fact(gettext("+ total équipe B"), number(b)),
        Fact(gettext("= addition"), number(a + b), strong=True),
    )


def _ledger(request: SheetRequest, rules: Jass) -> Sheet:
    """A partie à points: for each camp its annonces, schtöckr and tricks, and the running total."""
    names = [gettext("annonces")] * rules.avec_annonces + [gettext("schtöckr")] * rules.avec_schtockr
    keys = ["annonces"] * rules.avec_annonces + ["schtockr"] * rules.avec_schtockr
    names += [gettext("plis"), gettext("total")]
    keys += ["plis", "total"]
    columns = [
        parts.number_column(gettext("donne"), 0.9),
        SheetColumn(gettext("atout"), 1.3, Align.LEFT, "atout"),
    ]
    columns += [
        SheetColumn(name, 1.0, key=f"{camp}.{key}", edge=not place)
        for camp in "ab"
        for place, (name, key) in enumerate(zip(names, keys, strict=True))
    ]
    rows, sums = _ledger_rows(request, rules, keys)
    grid = Grid(
        gettext("Feuille de jass"),
        tuple(columns),
        rows,
        (parts.total_row(gettext("total"), sums, "total", 2),),
        (SheetGroup("", 2), *parts.camp_groups(request, len(keys))),
    )
    target = Fact(
        gettext("À atteindre"), gettext("%(points)s points", points=rules.objectif_vise), 0.9, strong=True
    )
    return Sheet(
        gettext("Jass — feuille de marque"),
        parts.settings_words(request),
        (parts.date_place(request, target),),
        (Block(grid=grid, trim=request.trim),),
        closing=parts.control_facts(request),
    )


def _ledger_rows(
    request: SheetRequest, rules: Jass, keys: list[str]
) -> tuple[tuple[SheetRow, ...], list[SheetCell]]:
    width = 2 + 2 * len(keys)
    if not request.filled:
        return parts.blank_rows(request.rows or parts.MOST_ROWS, width), [SheetCell()] * (width - 2)

    def cells(marked: Marked) -> tuple[SheetCell, ...]:
        shown = _parts(rules, marked, keys)
        figures = (
            SheetCell(number(amount) if amount or key == "total" else "")
            for camp in shown
            for key, amount in zip(keys, camp, strict=True)
        )
        return (SheetCell(_trump(request, marked)), *figures)

    def summed(camp: tuple[int, ...], more: tuple[int, ...]) -> tuple[int, ...]:
        return (*(a + b for a, b in zip(camp[:-1], more[:-1], strict=True)), more[-1])

    nothing = (0,) * (len(keys) * 2)
    rows, sums = [], (nothing[: len(keys)], nothing[: len(keys)])
    for line in request.lines:
        if line.marked is not None:
            given = _parts(rules, line.marked, keys)
            sums = (summed(sums[0], given[0]), summed(sums[1], given[1]))
        carry = [SheetCell(number(amount)) for camp in sums for amount in camp]
        rows.append(parts.line_row(line, cells, width, carry))
    return tuple(rows), [SheetCell(number(amount)) for camp in sums for amount in camp]


def _parts(rules: Jass, marked: Marked, keys: list[str]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """What each camp wrote in its columns for a donne, the total last."""
    given = rules.compte(expect(JassState, marked.before), expect(JassDonne, marked.entry)).parts
    columns = {
        "annonces": given.annonces,
        "schtockr": given.schtockr,
        "plis": given.plis,
        "total": marked.after.totals,
    }
    return tuple(columns[key][0] for key in keys), tuple(columns[key][1] for key in keys)


def _trump(request: SheetRequest, marked: Marked) -> str:
    donne = expect(JassDonne, marked.entry)
    return "" if donne.atout is None else parts.term(request, donne.atout)
