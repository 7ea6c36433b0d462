"""Lines of declared games: possible values on one of the first lines, mostly with the required sums."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from hypothesis import strategies as st

from scorekeeper.cards.games.declared.game import entry_for
from scorekeeper.cards.games.declared.rules import HouseRules
from scorekeeper.cards.games.declared.rules.checks import NamedCheck
from scorekeeper.cards.games.declared.rules.declared import Declared
from scorekeeper.cards.games.declared.rules.definition import FieldScope, FieldSpec, Genre
from scorekeeper.cards.games.declared.rules.entry import CASE, POINTS, QUI
from scorekeeper.cards.games.declared.rules.texts import LINE
from scorekeeper.cards.rules.contract import Rules, Table, expect

FIRST_LINES = (1, 1, 1, 1, 1, 2)
"""Numbers of the generated lines, which determine bounds and sums; a sheet begins with the first."""


def payloads(rules: Rules[Any, Any], table: Table) -> st.SearchStrategy[dict[str, Any]]:
    declared = expect(HouseRules, rules).DECLARED
    invented = st.sampled_from(FIRST_LINES).flatmap(lambda line: lines(declared, table, line))
    known = [
        entry_for(declared, example, example.saisie, table.players)
        for example in declared.spec.exemples
        if example.marque is not None and len(example.joueurs) == len(table.players)
    ]
    return st.one_of(invented, st.sampled_from(known)) if known else invented


def lines(declared: Declared, table: Table, line: int) -> st.SearchStrategy[dict[str, Any]]:
    """Draw entries of the line of this number."""
    needed: dict[str, st.SearchStrategy[Any]] = {}
    others: dict[str, st.SearchStrategy[Any]] = {}
    game = declared.spec
    if game.grid:
        needed[QUI] = st.sampled_from(table.keys)
        needed[CASE] = st.sampled_from([case.cle for case in game.cases])
        needed[POINTS] = st.sampled_from(sorted({points for case in game.cases for points in case.listed}))
    sums = sums_of(declared, line)
    for spec in game.champs:
        made = noted(spec, table, line)
        if spec.cle in sums:
            made = split(sums[spec.cle], table)
        elif one_has_none(declared, spec):
            made = st.builds(without_one, made, st.sampled_from(table.keys))
        (needed if spec.needed else others)[spec.cle] = made
    return st.fixed_dictionaries(needed, optional=others)


def sums_of(declared: Declared, line: int) -> dict[str, int]:
    """Return the sum required of each field on a line, where the number of the line determines it."""
    return {
        check.field: check.wanted.number((0, line))
        for check in declared.checks
        if check.spec.regle is NamedCheck.SOMME and not check.spec.quoi and check.wanted.names <= {LINE}
    }


def one_has_none(declared: Declared, spec: FieldSpec) -> bool:
    """Return whether exactly one column has 0 of a field."""
    return any(
        check.spec.regle is NamedCheck.UN_SEUL and check.spec.quoi == f"{spec.cle} = 0"
        for check in declared.checks
    )


def without_one(noted: dict[str, int], column: str) -> dict[str, int]:
    """Return numbers of the columns with 0 for `column`."""
    return {**noted, column: 0}


def split(total: int, table: Table) -> st.SearchStrategy[dict[str, int]]:
    """Draw a number for each column, with a given sum."""
    count = len(table.keys)
    cuts = st.lists(st.integers(0, total), min_size=count - 1, max_size=count - 1).map(sorted)
    return cuts.map(
        lambda ends: dict(zip(table.keys, (b - a for a, b in pairwise([0, *ends, total])), strict=True))
    )


def noted(spec: FieldSpec, table: Table, line: int) -> st.SearchStrategy[Any]:
    """Draw the value of a field in each column."""
    if spec.sur is FieldScope.TABLE:
        return value(spec, table, line)
    every = dict.fromkeys(table.keys, value(spec, table, line))
    return st.fixed_dictionaries(every) if spec.needed else st.fixed_dictionaries({}, optional=every)


def value(spec: FieldSpec, table: Table, line: int) -> st.SearchStrategy[Any]:
    """Draw one value of a field, mostly a small number."""
    if spec.genre is Genre.OUI_NON:
        return st.booleans()
    if spec.names_one:
        return st.sampled_from(table.present if spec.genre is Genre.JOUEUR else table.keys)
    if spec.genre is Genre.CHOIX:
        return st.sampled_from([*(spec.choix or {})])
    least, most = (end // spec.pas for end in spec.span(line, len(table.columns)))
    steps = st.one_of(st.integers(least, min(most, least + 12)), st.integers(least, most))
    return steps.map(lambda count: count * spec.pas)
