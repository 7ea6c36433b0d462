"""The paper sheet of Tarot, after the form of the Fédération française de tarot.

A line for each donne with its contract and, for each player, a column of gains and one of losses; under them the two sums, the
bilan, and the check that the bilans add up to nothing.

Names of fields: `d3.contrat`, `d3.j1.plus`, `d3.j1.moins`, `total.j1.plus`, `bilan.j1`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from scorekeeper.games.tarot.rules import Tarot
from scorekeeper.games.tarot.rules.entry import ALONE, TARGETS, Chelem, Contrat, Played, Poignee, TarotDonne
from scorekeeper.games.tarot.words import contract_and_margin, formula
from scorekeeper.i18n import gettext, ngettext
from scorekeeper.kit import sheet_parts as parts
from scorekeeper.kit.sheet import (
    Align,
    Block,
    Fact,
    Facts,
    Grid,
    Sheet,
    SheetCell,
    SheetColumn,
    SheetGroup,
    SheetRequest,
    SheetRow,
)
from scorekeeper.kit.words import halves, signed
from scorekeeper.rules.contract import Table, expect
from scorekeeper.rules.replay import Marked

COLUMN = 21
"""Lines of each half of the table of results."""

Sums = tuple[tuple[int, int], ...]
"""For each player the gains and the losses so far, both without a sign."""


def sheet(request: SheetRequest) -> Sheet:
    """The sheet of one table."""
    columns = [
        parts.number_column(gettext("donne"), 1.0),
        SheetColumn(gettext("contrat"), 4.6 if request.filled else 2.3, Align.LEFT, "contrat"),
    ]
    for seat in range(1, request.seats + 1):
        columns.append(SheetColumn("+", 0.95, key=f"j{seat}.plus", edge=True, full_heading=gettext("gains")))
        columns.append(SheetColumn("−", 0.95, key=f"j{seat}.moins", full_heading=gettext("pertes")))
    rows, sums = _rows(request)
    grid = Grid(
        gettext("Feuille de tarot"),
        tuple(columns),
        rows,
        tuple(_feet(request, sums)),
        (SheetGroup("", 2), *parts.seat_groups(request, 2)),
    )
    places = (
        Fact(gettext("Table"), key="table", share=0.6),
        Fact(gettext("Position"), key="position", share=0.7),
    )
    signers = (
        name or gettext("joueur %(number)s", number=seat) for seat, name in enumerate(request.names, 1)
    )
    return Sheet(
        gettext("Tarot — feuille de marque"),
        parts.settings_words(request),
        (parts.date_place(request, *(() if request.filled else places)),),
        (Block(grid=grid, trim=request.trim),),
        closing=parts.control_facts(request) or (_check(request),),
        signatures=tuple(signers),
        back=score_table(request) if request.back else (),
        back_title=gettext("Tarot — barème"),
        back_across=2,
    )


def _check(request: SheetRequest) -> Facts:
    """The check to write out by hand: bilan + bilan + … = 0."""
    facts = [
        Fact(gettext("Bilans") if seat == 1 else "+", key=f"controle.j{seat}", share=1.4 if seat == 1 else 1)
        for seat in range(1, request.seats + 1)
    ]
    return (*facts, Fact("=", "0", 0.4, strong=True))


def _rows(request: SheetRequest) -> tuple[tuple[SheetRow, ...], Sums]:
    sums: Sums = ((0, 0),) * request.seats
    if not request.filled:
        return parts.blank_rows(request.rows or parts.MOST_ROWS, 2 + 2 * request.seats), sums
    rows = []
    for line in request.lines:
        if line.marked is not None:
            scores = line.marked.row.scores
            sums = tuple(
                (won + max(score, 0), lost + max(-score, 0))
                for (won, lost), score in zip(sums, scores, strict=True)
            )
        width = 2 + 2 * request.seats
        rows.append(parts.line_row(line, lambda marked: _cells(request, marked), width, _sum_cells(sums)))
    return tuple(rows), sums


def _cells(request: SheetRequest, marked: Marked) -> tuple[SheetCell, ...]:
    figures = chain.from_iterable(
        (SheetCell(str(score) if score > 0 else ""), SheetCell(str(-score) if score < 0 else ""))
        for score in marked.row.scores
    )
    brief = parts.sentence(request, contract_and_margin(marked))
    return (SheetCell(brief, small=tuple(_reckoning(request, marked))), *figures)


def _reckoning(request: SheetRequest, marked: Marked) -> Iterator[str]:
    """How the score was computed, in small print: the taker and the contract, then what each defender gives for it."""
    rules, donne = expect(Tarot, request.rules), expect(TarotDonne, marked.entry)
    facts = donne.played
    if facts is None:
        return
    facts_in_words = [ngettext("%(num)s bout", "%(num)s bouts", facts.bouts)]
    facts_in_words.append(
        gettext("%(points)s pour %(target)s", points=halves(facts.points), target=TARGETS[facts.bouts])
    )
    # Names may be long: they are broken like any text.
    yield f"{_taker(request, donne, facts)} · {_listed(facts_in_words)}"
    attack = {facts.preneur, donne.appele, rules.sits_out(marked.before, donne)}
    defender = next(seat for seat in range(len(marked.row.scores)) if seat not in attack)
    worth = [
        parts.sentence(request, reckoned) for reckoned in (formula(rules, marked),) if reckoned is not None
    ]
    for item in marked.row.detail[1:]:
        personal = item.label.code.startswith("misere-")
        amount = max(item.scores) if personal else -item.scores[defender]
        worth.append(f"{parts.sentence(request, item.label)} {signed(amount)}")
    yield _listed(worth)


def _listed(pieces: Sequence[str]) -> str:
    """Some facts in a line that is only broken between them."""
    return " · ".join(piece.replace(" ", "\u00a0") for piece in pieces).replace(" ·", "\u00a0·")


def _taker(request: SheetRequest, donne: TarotDonne, facts: Played) -> str:
    name = request.table.players[facts.preneur]
    if donne.appele is None or donne.appele == ALONE:
        return name
    return gettext("%(taker)s avec %(partner)s", taker=name, partner=request.table.players[donne.appele])


def _sum_cells(sums: Sums) -> tuple[SheetCell, ...]:
    return tuple(SheetCell(str(amount)) for pair in sums for amount in pair)


def _feet(request: SheetRequest, sums: Sums) -> Iterator[SheetRow]:
    label = gettext("total + et total −")
    if not request.filled:
        yield parts.total_row(label, (SheetCell(),) * (2 * request.seats), "total", 2)
        yield parts.total_row(gettext("bilan"), (SheetCell(span=2),) * request.seats, "bilan", 2)
        return
    yield parts.total_row(label, _sum_cells(sums), "total", 2)
    balances: Sequence[int] = [won - lost for won, lost in sums]
    cells = (SheetCell(signed(balance), span=2) for balance in balances)
    yield parts.total_row(gettext("bilan"), cells, "bilan", 2)


def score_table(request: SheetRequest) -> tuple[Block, ...]:
    """The blocks of the back; every figure is asked of the rules."""
    rules = expect(Tarot, request.rules)
    return (
        Block(gettext("À faire selon les bouts"), grid=_targets()),
        Block(gettext("Contrats"), grid=_contracts(request, rules), below=_formula(rules)),
        Block(gettext("Poignées"), grid=_poignees(rules)),
        Block(gettext("Chelem et autres primes"), grid=_primes(rules)),
        *(
            Block(heading, grid=_worth(request, rules, margins))
            for heading, margins in (
                (gettext("Ce que donne chaque défenseur"), range(COLUMN)),
                (gettext("… et selon l’écart"), range(COLUMN, 2 * COLUMN)),
            )
        ),
    )


def _two(title: str, first: str, second: str, rows: Iterator[tuple[str, str]]) -> Grid:
    columns = (SheetColumn(first, 2.2, Align.LEFT), SheetColumn(second, 1.0))
    return Grid(
        title, columns, tuple(SheetRow((SheetCell(name), SheetCell(figure))) for name, figure in rows)
    )


def _targets() -> Grid:
    rows = ((str(bouts), str(points)) for bouts, points in enumerate(TARGETS))
    return _two(gettext("Points à faire"), gettext("bouts de l’attaque"), gettext("points"), rows)


def _contracts(request: SheetRequest, rules: Tarot) -> Grid:
    rows = ((parts.term(request, contract), f"× {rules.coefs[contract]}") for contract in Contrat)
    return _two(gettext("Coefficients"), gettext("contrat"), gettext("coefficient"), rows)


def _formula(rules: Tarot) -> tuple[tuple[Fact, ...], ...]:
    text = gettext("(%(base)s + écart) × coefficient, à chaque défenseur", base=rules.base)
    return ((Fact("", text, strong=True),),)


def _poignees(rules: Tarot) -> Grid:
    """Trumps to show for each number of players, and the prime."""
    seats = (4,) if rules.mort else rules.SEATS
    shown = [rules.trumps_shown(Table(tuple(map(str, range(count))))) for count in seats]
    columns = (
        SheetColumn(gettext("atouts montrés"), 1.5, Align.LEFT),
        *(SheetColumn(gettext("à %(players)s", players=count), 0.8) for count in seats),
        SheetColumn(gettext("prime"), 1.0, edge=True),
    )
    names = {
        Poignee.SIMPLE: gettext("simple"),
        Poignee.DOUBLE: gettext("double"),
        Poignee.TRIPLE: gettext("triple"),
    }
    rows = tuple(
        SheetRow(
            (
                SheetCell(names[kind]),
                *(SheetCell(str(trumps[kind])) for trumps in shown),
                SheetCell(signed(rules.primes_poignee[kind])),
            )
        )
        for kind in Poignee
    )
    return Grid(gettext("Poignées"), columns, rows)


def _primes(rules: Tarot) -> Grid:
    def rows() -> Iterator[tuple[str, str]]:
        yield gettext("chelem annoncé et réussi"), signed(rules.primes_chelem[Chelem.ANNONCE_REUSSI])
        yield gettext("chelem réussi sans annonce"), signed(rules.primes_chelem[Chelem.REUSSI])
        yield gettext("chelem annoncé, manqué"), signed(rules.primes_chelem[Chelem.ANNONCE_MANQUE])
        yield gettext("chelem de la défense, à chaque défenseur"), signed(rules.prime_chelem_defense)
        yield gettext("Petit au bout, × coefficient"), signed(rules.prime_petit)
        if rules.misere:
            yield gettext("misère, de chaque autre joueur"), signed(rules.misere)

    return _two(gettext("Primes"), gettext("prime"), gettext("points"), rows())


def _worth(request: SheetRequest, rules: Tarot, margins: range) -> Grid:
    """What a contract is worth by its écart, won or lost, without primes."""
    contracts = [parts.term(request, contract) for contract in Contrat]
    columns = (
        SheetColumn(gettext("écart"), 0.7, Align.CENTRE),
        *(SheetColumn(name, 1.0, edge=place == 0) for place, name in enumerate(contracts)),
    )
    rows = tuple(
        SheetRow(
            (
                SheetCell(str(margin)),
                *(
                    SheetCell(str((rules.base + rules.counted(margin)) * rules.coefs[name]))
                    for name in Contrat
                ),
            )
        )
        for margin in margins
    )
    return Grid(gettext("Valeur d’un contrat selon l’écart"), columns, rows)
