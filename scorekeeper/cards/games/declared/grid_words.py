"""View of a declared grid: its rows with those that are computed, and the sentences of a cell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scorekeeper.cards.game_api.grid import GridMark, GridRow, GridSheet
from scorekeeper.cards.games.declared.rules.definition import GameSpec
from scorekeeper.cards.games.declared.rules.entry import CASE, POINTS, QUI, HouseEntry
from scorekeeper.cards.games.declared.rules.grid import GridRules, GridState, who
from scorekeeper.cards.games.declared.words import HouseWording
from scorekeeper.cards.rules.contract import Label, Seat, Signed, State, Term, expect
from scorekeeper.cards.rules.replay import Marked, Replay
from scorekeeper.i18n import N_


class GridWording(HouseWording):
    """The sentences of one declared grid."""

    def sentence(self, marked: Marked) -> Label:
        """Figure in the cell, what came with it, and the total of its column."""
        cell = expect(HouseEntry, marked.entry).values
        gain = marked.row.scores[cell[QUI]] - cell[POINTS]
        total = marked.after.totals[cell[QUI]]
        if not gain:
            return Label("dit-case", quoi=self.brief(marked), total=total)
        return Label("dit-plus", quoi=self.brief(marked), gain=Signed(gain), total=total)

    def brief(self, marked: Marked) -> Label:
        """The cell and what stands in it."""
        cell = expect(HouseEntry, marked.entry).values
        name = next(case.nom for case in self.declared.spec.cases if case.cle == cell[CASE])
        code = "bref-rayee" if _crossed(marked) else "bref-case"
        return Label(code, qui=who(marked.before.table, cell[QUI]), case=name, points=cell[POINTS])

    def tallies(self, marked: Marked, seat: Seat) -> Mapping[str, int]:
        """The cells that a player filled, and those given up."""
        column = seat % 2 if marked.before.table.camps else seat
        own = expect(HouseEntry, marked.entry).values[QUI] == column
        return {"cases": int(own), "rayees": int(own and _crossed(marked))}

    def progress(self, sheet: Replay) -> Sequence[Label]:
        """Whose turn it is, with the rows that are open, beside what every declared game says."""
        turn = turn_of(expect(GridRules, sheet.rules), sheet.state)
        return [*([turn] if turn else []), *super().progress(sheet)]


def turn_of(rules: GridRules, state: State) -> Label | None:
    """Whose turn it is, with the rows that are open; `None` at the end."""
    grid = expect(GridState, state)
    column = rules.next_column(grid)
    if column is None:
        return None
    return Label("au-tour", qui=who(grid.table, column), cases=len(rules.open_rows(grid, column)))


def _crossed(marked: Marked) -> bool:
    return marked.row.detail[0].label.code == "case-rayee"


def grid_of(spec: GameSpec) -> GridSheet:
    """The grid of a definition, as pages and paper draw it."""
    shown = tuple(_rows(spec))

    def mark(_: Any, marked: Marked) -> GridMark:
        cell = expect(HouseEntry, marked.entry).values
        return GridMark(cell[CASE], cell[QUI], None if _crossed(marked) else cell[POINTS], alone=True)

    def reckoned(rules: Any, state: State) -> Mapping[str, Sequence[int]]:
        grid, house = expect(GridState, state), expect(GridRules, rules)
        sums = {group.cle: house.group_sums(grid.cells, group.cle) for group in spec.groupes}
        bonuses = {f"prime-{place}": figures for place, figures in enumerate(grid.bonuses)}
        return {**sums, **bonuses, **{f"poste-{place}": each for place, each in enumerate(grid.extras)}}

    return GridSheet(rows=lambda _: shown, mark=mark, reckoned=reckoned, heading=N_("case"))


def _rows(spec: GameSpec) -> Iterator[GridRow]:
    """The rows of each group with their sum and their bonuses, then those of none, then what the lines gave besides."""
    for group in (*spec.groupes, None):
        key = None if group is None else group.cle
        own = [case for case in spec.cases if case.groupe == key]
        yield from (GridRow(case.cle, Term(case.nom)) for case in own)
        if group is not None:
            yield GridRow(group.cle, Term(group.nom), reckoned=True, adds=tuple(case.cle for case in own))
        for place, bonus in enumerate(spec.primes):
            if bonus.groupe == key:
                yield GridRow(f"prime-{place}", Term(bonus.nom), reckoned=True)
    for place, item in enumerate(spec.postes):
        yield GridRow(f"poste-{place}", Term(item.nom), reckoned=True)
