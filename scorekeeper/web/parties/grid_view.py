"""The sheet of a game that fills a grid, as the pages show it: its rows with their cells, open or filled."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.cards.game_api.grid import GridRow, GridSheet
from scorekeeper.cards.game_api.grid_form import cell_value
from scorekeeper.cards.game_api.words import number, spoken
from scorekeeper.i18n import gettext
from scorekeeper.parties import Line, Partie


@dataclass(frozen=True, kw_only=True)
class GridCell:
    """One cell; one without a line is open."""

    value: str
    """Value that the form sends where it is chosen."""
    aria: str
    line: Line | None = None
    score: str = ""
    figure: str = ""
    """Figure that was multiplied."""
    newest: bool = False
    selected: bool = False
    reckoned: bool = False
    """Whether nothing is entered in it; its line is then the one that changed it last."""


def grid_view(partie: Partie, selected: int | None = None) -> dict[str, Any] | None:
    """The grid of a partie, with the cell of one line selected perhaps; `None` for a game without one.

    Its `heading` is the name of a row, in French; the lines `aside` stand in none of its cells.
    """
    grid = partie.game.grid
    if grid is None:
        return None
    filled = _filled(partie, grid)
    rows = tuple(grid.rows(partie.rules))
    reckoned = grid.reckoned(partie.rules, partie.sheet.state)
    shown = {line.rang for line in filled.values()}
    return {
        "rows": [
            _reckoned_row(partie, grid, row, reckoned[row.key])
            if row.reckoned
            else _row(partie, grid, row, filled, selected)
            for row in rows
        ],
        "heading": grid.heading,
        "multiplies": any(row.times != 1 for row in rows),
        "aside": [line for line in partie.lines if line.rang not in shown],
    }


def _filled(partie: Partie, grid: GridSheet) -> dict[tuple[str, int], Line]:
    """The line of each cell that is filled."""
    filled = {}
    for line in partie.lines:
        mark = grid.mark(partie.rules, line.marked) if line.marked and not line.marked.aside else None
        if mark is not None:
            filled[mark.row, mark.column] = line
    return filled


def _reckoned_row(partie: Partie, grid: GridSheet, row: GridRow, figures: Sequence[int]) -> dict[str, Any]:
    """A row in which nothing is entered; what is no plain sum leads to the line that changed it last."""
    name, cells = spoken(row.name, partie.game.words, partie.table), []
    for column, camp in enumerate(partie.table.columns):
        line = None if row.adds else _changed_by(partie, grid, row.key, column)
        score = number(figures[column])
        values = {"nom": camp, "ligne": name, "marque": score}
        aria = gettext("%(nom)s, %(ligne)s : %(marque)s. Pourquoi", **values) if line else ""
        cells.append(GridCell(value="", aria=aria, line=line, score=score, reckoned=True))
    return {"name": name, "times": row.times, "cells": cells, "reckoned": True}


def _changed_by(partie: Partie, grid: GridSheet, key: str, column: int) -> Line | None:
    """The last line that changed what stands in a cell that is reckoned."""
    for line in reversed(partie.lines):
        if line.marked is not None and not line.marked.aside:
            states = (line.marked.before, line.marked.after)
            before, after = (grid.reckoned(partie.rules, state)[key][column] for state in states)
            if before != after:
                return line
    return None


def _row(
    partie: Partie, grid: GridSheet, row: GridRow, filled: dict[tuple[str, int], Line], selected: int | None
) -> dict[str, Any]:
    name = spoken(row.name, partie.game.words, partie.table)
    cells = []
    for column, camp in enumerate(partie.table.columns):
        line, value = filled.get((row.key, column)), cell_value(column, row.key)
        mark = grid.mark(partie.rules, line.marked) if line and line.marked else None
        if line is None or line.marked is None or mark is None:
            cells.append(GridCell(value=value, aria=f"{camp}, {name}"))
            continue
        crossed = mark.figure is None
        written = mark.figure if mark.alone else line.marked.row.scores[column]
        score = "" if written is None or crossed else number(written)
        what = gettext("case rayée") if crossed else score
        cells.append(
            GridCell(
                value=value,
                aria=gettext(
                    "%(nom)s, %(ligne)s : %(marque)s. Pourquoi, modifier, rayer",
                    nom=camp,
                    ligne=name,
                    marque=what,
                ),
                line=line,
                score=score,
                figure="" if mark.figure is None else number(mark.figure),
                newest=line.rang == partie.last_rang,
                selected=line.rang == selected,
            )
        )
    return {"name": name, "times": row.times, "cells": cells, "reckoned": False}
