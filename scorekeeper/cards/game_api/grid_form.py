"""Entry form of a grid sheet: an entry fills one cell."""

from typing import ClassVar

from scorekeeper.cards.game_api.form import EntryForm
from scorekeeper.cards.game_api.form_fields import OneChoice
from scorekeeper.cards.game_api.grid import GridRow, GridSheet
from scorekeeper.cards.game_api.words import format_value
from scorekeeper.i18n import N_, gettext

CELL = "case"
"""Name of the form field of the chosen cell."""


def cell_value(column: int, row: str) -> str:
    """Return the form value of a cell: `2.coeur` for the row `coeur` of column 2."""
    return f"{column}.{row}"


class GridForm(EntryForm):
    """A form whose entry fills a cell. The cells of the sheet beside it are its radio buttons."""

    GRID: ClassVar[GridSheet]

    case = OneChoice(N_("Case"))

    @property
    def cell(self) -> tuple[int, GridRow] | None:
        """Column and row of the chosen cell; `None` if no cell of the grid is chosen."""
        for row in self.GRID.rows(self.rules):
            for column in () if row.computed else range(len(self.table.columns)):
                if self.case.data == cell_value(column, row.key):
                    return column, row
        return None

    def hints(self) -> dict[str, str]:
        """Return the chosen cell in words, or how to choose one."""
        if self.cell is None:
            return {CELL: gettext("Touchez une case de la grille.")}
        column, row = self.cell
        name = self.short[self.table.columns[column]]
        values = {"nom": name, "ligne": format_value(row.name, self.WORDS, self.table)}
        if row.times == 1:
            return {CELL: gettext("%(nom)s : %(ligne)s", **values)}
        return {CELL: gettext("%(nom)s : %(ligne)s, × %(fois)s", fois=row.times, **values)}
