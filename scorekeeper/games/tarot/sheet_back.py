"""The back of the Tarot sheet: what everything is worth, as this house plays it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, cast

from scorekeeper.games.tarot.rules.entry import TARGETS, Chelem, Contrat, Poignee
from scorekeeper.i18n import gettext
from scorekeeper.kit.sheet import Align, Block, Fact, Grid, SheetCell, SheetColumn, SheetRequest, SheetRow
from scorekeeper.kit.sheet_parts import term
from scorekeeper.kit.words import signed
from scorekeeper.rules.contract import Table

if TYPE_CHECKING:
    from scorekeeper.games.tarot.rules import Tarot

COLUMN = 21
"""Lines of each half of the table of results."""


def score_table(request: SheetRequest) -> tuple[Block, ...]:
    """The blocks of the back; every figure is asked of the rules."""
    rules = cast("Tarot", request.rules)
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


def _two(said: str, first: str, second: str, rows: Iterator[tuple[str, str]]) -> Grid:
    columns = (SheetColumn(first, 2.2, Align.LEFT), SheetColumn(second, 1.0))
    return Grid(said, columns, tuple(SheetRow((SheetCell(name), SheetCell(figure))) for name, figure in rows))


def _targets() -> Grid:
    rows = ((str(bouts), str(points)) for bouts, points in enumerate(TARGETS))
    return _two(gettext("Points à faire"), gettext("bouts de l’attaque"), gettext("points"), rows)


def _contracts(request: SheetRequest, rules: Tarot) -> Grid:
    rows = ((term(request, contract), f"× {rules.coefs[contract]}") for contract in Contrat)
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
    contracts = [term(request, contract) for contract in Contrat]
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
