"""Bounds of a field, which may depend on the line: a number, or a formula of `ligne` and `joueurs`."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from scorekeeper.cards.games.declared.rules.texts import MOST_VALUE, FormulaText
from scorekeeper.cards.rules.contract import LARGEST_TABLE, Table
from scorekeeper.cards.rules.formula import LONGEST, MOST_COLUMNS, BadFormula, Formula, Symbol, read_formula
from scorekeeper.cards.rules.kinds import Json, Kind, Whole

LINE, SEATS = "ligne", "joueurs"
MOST_LINES = 10_000
BOUND_NAMES: Mapping[str, Symbol] = {
    LINE: Symbol(0, 1, MOST_LINES, wide=False),
    SEATS: Symbol(1, 2, max(MOST_COLUMNS, LARGEST_TABLE), wide=False),
}
"""Variables of a bound: the number of the line from 1, and the number of players or camps not eliminated."""
Bound = int | str


@dataclass(frozen=True)
class BoundText(Kind[Bound]):
    """A number, or a formula, which is parsed with the definition."""

    least: int = -MOST_VALUE

    def read(self, raw: Json, table: Table) -> Bound:
        if isinstance(raw, str):
            return FormulaText().read(raw, table)
        return Whole(self.least, MOST_VALUE).read(raw, table)

    def schema(self, table: Table | None = None) -> dict[str, Json]:
        number = Whole(self.least, MOST_VALUE).schema()
        return {"anyOf": [number, {"type": "string", "minLength": 1, "maxLength": LONGEST}]}


@lru_cache(512)
def compiled(bound: Bound) -> Formula:
    """Return a bound as a formula; the formula 0 for one that cannot be parsed, which the definition refuses at its key."""
    try:
        return read_formula(str(bound), BOUND_NAMES)
    except BadFormula:
        return read_formula("0", {})


def value_of(bound: Bound, line: int, seats: int) -> int:
    """Return the value of a bound on line number `line` with `seats` players or camps."""
    return bound if isinstance(bound, int) else compiled(bound).number((line, seats))
