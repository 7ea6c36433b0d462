"""Rules of a declared game whose sheet is a grid: each line fills one cell, and bonuses follow from the rows of a column."""

import operator
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

from scorekeeper.cards.games.declared.rules import HouseRules, HouseState
from scorekeeper.cards.games.declared.rules.declared import Check
from scorekeeper.cards.games.declared.rules.definition import CaseSpec
from scorekeeper.cards.games.declared.rules.entry import CASE, POINTS, QUI, HouseEntry
from scorekeeper.cards.rules.contract import AnyOf, Doubt, Fault, Label, Table, expect
from scorekeeper.cards.rules.scores import Item, Row, added, remembered

NOBODY = -1
Columns = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GridState(HouseState):
    """State of a sheet with its cells, and the bonuses and items of each column."""

    cells: tuple[tuple[int | None, ...], ...] = ()
    """Points of each column by row; `None` in an open cell."""
    bonuses: tuple[Columns, ...] = ()
    """Points of each column by bonus."""
    extras: tuple[Columns, ...] = ()
    """Points of each column by item, summed over all lines."""
    last: int = NOBODY
    """Column that filled a cell last; `NOBODY` before the first line."""


@dataclass(frozen=True)
class GridRules(HouseRules):
    """Rules of one declared game whose sheet is a grid."""

    @cached_property
    def rows(self) -> dict[str, tuple[int, CaseSpec]]:
        """Index and definition of each row, by key."""
        return {case.cle: (place, case) for place, case in enumerate(self.DECLARED.spec.cases)}

    def opening(self, table: Table) -> GridState:
        plain, spec = super().opening(table), self.DECLARED.spec
        columns = len(plain.totals)
        return GridState(
            table,
            plain.totals,
            counters=plain.counters,
            cells=((None,) * columns,) * len(spec.cases),
            bonuses=((0,) * columns,) * len(spec.primes),
            extras=((0,) * columns,) * len(spec.postes),
        )

    def open_rows(self, state: HouseState, column: int) -> list[CaseSpec]:
        """Return the rows that a column has not filled."""
        cells = expect(GridState, state).cells
        return [
            case for case, row in zip(self.DECLARED.spec.cases, cells, strict=True) if row[column] is None
        ]

    def next_column(self, state: HouseState) -> int | None:
        """Return the column whose turn it is: the next with an open cell, in order of play; `None` if there is none."""
        order = [0, 1] if state.table.camps else [*map(int, state.table.around)]
        last = expect(GridState, state).last
        start = order.index(last) + 1 if last in order else 0
        turns = order[start:] + order[:start]
        return next((column for column in turns if self.open_rows(state, column)), None)

    def faults(self, state: HouseState, entry: HouseEntry) -> Sequence[Fault]:
        return [*self._cell_faults(expect(GridState, state), entry)] or super().faults(state, entry)

    def _cell_faults(self, state: GridState, entry: HouseEntry) -> Sequence[Fault]:
        column, points = entry.values[QUI], entry.values[POINTS]
        place, case = self.rows[entry.values[CASE]]
        there, faults = state.cells[place][column], []
        if there is not None:
            left = tuple(each.nom for each in self.open_rows(state, column))
            rest = Label("cases-libres", cases=left) if left else Label("aucune-case")
            qui = state.table.who(column)
            faults.append(Fault("case-remplie", CASE, qui=qui, case=case.nom, points=there, reste=rest))
        if not case.takes(points):
            faults.append(Fault("case-valeur", POINTS, case=case.nom, valeurs=worth(case)))
        return faults

    def doubts(self, state: HouseState, entry: HouseEntry) -> Sequence[Doubt]:
        case, crossed = self.rows[entry.values[CASE]][1], self.crosses(entry)
        qui = state.table.who(entry.values[QUI])
        asked = [Doubt("rayee", POINTS, case=case.nom, qui=qui)] if crossed else []
        return [*asked, *super().doubts(state, entry)]

    def _applies(self, check: Check, entry: HouseEntry) -> bool:
        return check.spec.cases is None or entry.values[CASE] in check.spec.cases

    def crosses(self, entry: HouseEntry) -> bool:
        """Return whether a line crosses out its row."""
        return entry.values[POINTS] == 0 and self.rows[entry.values[CASE]][1].may_cross

    def _reason(self, state: HouseState) -> Label | None:
        """Return the reason of the end: the grid is full, or an earlier end by the definition; `None` before."""
        there, cells = state.left, expect(GridState, state).cells
        if all(row[column] is not None for row in cells for column in there):
            return Label("fin-grille")
        return super()._reason(state)

    def _sheet_variables(self, state: HouseState) -> Sequence[Sequence[int]]:
        return self._read_cells(expect(GridState, state).cells)

    def _concerned(self, state: HouseState, entry: HouseEntry) -> Sequence[int]:
        return (entry.values[QUI],)

    @remembered
    def _read_cells(self, cells: Sequence[tuple[int | None, ...]]) -> list[Sequence[int]]:
        """Return the values of the variables of the cells: the rows, the sums of their groups, the numbers of open rows."""
        rows = [*map(counted_row, cells)]
        left = [column.count(None) for column in zip(*cells, strict=True)]
        return [*rows, *(self.group_sums(cells, group.cle) for group in self.DECLARED.spec.groupes), left]

    def group_sums(self, cells: Sequence[tuple[int | None, ...]], group: str) -> Columns:
        """Return the sum of each column over the rows of a group."""
        members = (place for place, case in self.rows.values() if case.groupe == group)
        rows = (counted_row(cells[place]) for place in members)
        return tuple(map(sum, zip((0,) * len(cells[0]), *rows, strict=True)))

    @remembered
    def _vectors(self, state: HouseState, entry: HouseEntry) -> list[Any]:
        there, column = state.left, entry.values[QUI]
        plays = [int(each == column) for each in there]
        return [*super()._vectors(state, entry), entry.values[POINTS], plays]

    @remembered
    def mark(self, state: HouseState, entry: HouseEntry) -> tuple[HouseState, Row]:
        before, vectors = expect(GridState, state), self._vectors(state, entry)
        column, points, count = entry.values[QUI], entry.values[POINTS], len(state.totals)
        place, case = self.rows[entry.values[CASE]]
        code = "case-rayee" if self.crosses(entry) else "case-notee"
        detail = [Item(Label(code, case=case.nom), alone(column, points, count))]
        there, extras = state.left, list(before.extras)
        for number, formula in enumerate(self.DECLARED.points):
            gain = formula.columns(vectors, len(there))[there.index(column)]
            if gain:
                gained = alone(column, gain, count)
                detail.append(Item(Label(f"poste-{number}"), gained))
                extras[number] = tuple(map(operator.add, extras[number], gained))
        filled = tuple(points if each == column else old for each, old in enumerate(before.cells[place]))
        # The same object for this line and the next, so that `_read_cells` is computed once.
        cells = (*before.cells[:place], filled, *before.cells[place + 1 :])
        counters = self._computed(state, self.DECLARED.counters, vectors, state.counters)
        carried = self._carried(replace(before, cells=cells, counters=counters))
        bonuses = self._computed(state, self.DECLARED.bonuses, carried, before.bonuses)
        detail += self._gained(before, bonuses, cells)
        scores = added(detail, count)
        changes = {"counters": counters, "cells": cells, "bonuses": bonuses, "extras": tuple(extras)}
        return self._after(state, entry, scores, **changes, last=column), Row(scores, tuple(detail))

    def _gained(
        self, before: GridState, bonuses: Sequence[Columns], cells: Sequence[tuple[int | None, ...]]
    ) -> Iterator[Item]:
        """Yield an item for each bonus and column that a line changed, with the values from which it was computed."""
        if bonuses == before.bonuses:
            return
        figures, spec = self._read_cells(cells), self.DECLARED.spec
        names = [(case.cle, case.nom) for case in spec.cases]
        names += [(group.cle, group.nom) for group in spec.groupes]
        for number, (formula, olds, news) in enumerate(
            zip(self.DECLARED.bonuses, before.bonuses, bonuses, strict=True)
        ):
            for column, (old, new) in enumerate(zip(olds, news, strict=True)):
                if old == new:
                    continue
                read = (
                    Label("lu", nom=nom, valeur=row[column])
                    for (key, nom), row in zip(names, figures, strict=False)
                    if key in formula.names
                )
                label = Label(f"prime-{number}", lus=tuple(read))
                yield Item(label, alone(column, new - old, len(olds)))


@lru_cache(1024)
def counted_row(row: tuple[int | None, ...]) -> Columns:
    """Return the points of each column in a row, 0 in an open cell. Cached, because most rows do not change on a line."""
    return tuple(points or 0 for points in row)


def alone(column: int, points: int, count: int) -> Columns:
    """Return `points` in one column, and 0 in the others of `count` columns."""
    return tuple(points if each == column else 0 for each in range(count))


def worth(case: CaseSpec) -> Label | AnyOf:
    """Return the values that a row can hold, for a sentence."""
    listed = case.listed
    if case.few or case.valeurs is not None:
        return AnyOf(sorted({0, *listed}))
    code = "valeurs-pas" if case.pas > 1 else "valeurs-zero" if case.may_cross else "valeurs-bornes"
    return Label(code, min=listed[0], max=listed[-1], pas=case.pas)
