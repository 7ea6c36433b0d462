"""Lines of declared games: any values that the fields of the definition can have, mostly with nothing left out."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from scorekeeper.cards.games.declared.rules import HouseRules
from scorekeeper.cards.games.declared.rules.definition import FieldSpec, Genre, StandsOn
from scorekeeper.cards.games.declared.rules.entry import CASE, POINTS, QUI
from scorekeeper.cards.rules.contract import Rules, Table, expect


def payloads(rules: Rules[Any, Any], table: Table) -> st.SearchStrategy[dict[str, Any]]:
    needed: dict[str, st.SearchStrategy[Any]] = {}
    others: dict[str, st.SearchStrategy[Any]] = {}
    game = expect(HouseRules, rules).DECLARED.spec
    if game.grid:
        needed[QUI] = st.sampled_from(("A", "B") if table.camps else table.players)
        needed[CASE] = st.sampled_from([case.cle for case in game.cases])
        needed[POINTS] = st.sampled_from(sorted({points for case in game.cases for points in case.listed}))
    for spec in game.champs:
        (needed if spec.needed else others)[spec.cle] = noted(spec, table)
    return st.fixed_dictionaries(needed, optional=others)


def noted(spec: FieldSpec, table: Table) -> st.SearchStrategy[Any]:
    """What may stand in a field."""
    if spec.sur is StandsOn.TABLE:
        return value(spec, table)
    columns = ("A", "B") if table.camps else table.players
    every = dict.fromkeys(columns, value(spec, table))
    return st.fixed_dictionaries(every) if spec.needed else st.fixed_dictionaries({}, optional=every)


def value(spec: FieldSpec, table: Table) -> st.SearchStrategy[Any]:
    """One value of a field; small numbers are the likely ones, and who has none may decide."""
    if spec.genre is Genre.OUI_NON:
        return st.booleans()
    if spec.genre is Genre.JOUEUR:
        return st.sampled_from(table.present)
    if spec.genre is Genre.CHOIX:
        return st.sampled_from([*(spec.choix or {})])
    least, most = spec.bounds
    return st.one_of(st.integers(least, min(most, least + 12)), st.integers(least, most))
