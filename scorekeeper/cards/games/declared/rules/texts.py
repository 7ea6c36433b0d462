"""Kinds that read the texts, keys, formulas and bounds of a definition.

A bound of a field may depend on the line: it is a number, or a formula of `ligne` and `joueurs`.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from scorekeeper.cards.rules.contract import LARGEST_TABLE, Table
from scorekeeper.cards.rules.formula import LONGEST, MOST_COLUMNS, BadFormula, Formula, Symbol, read_formula
from scorekeeper.cards.rules.kinds import HUGE, Json, Kind, Text, Whole, refused

MOST_LABEL, MOST_SENTENCE = 40, 160
MOST_WORDS = 12
DEEPEST_ENTRY, LONGEST_ENTRY = 3, 2000
"""Deepest nesting and most characters of an entry of an example."""
MOST_VALUE = 1_000_000
"""Largest absolute value of a number of a definition."""
REFUSED_SIGNS = frozenset('<>&"%{}\\')
"""Characters refused in texts of a definition: those of markup, and of sentences with gaps."""
KEY = re.compile(r"[a-z][a-z0-9_]{0,19}")


@dataclass(frozen=True)
class HouseText(Text):
    """A text of a definition, without markup; `least` is 1 if it must not be empty."""

    least: int = 1

    def read(self, raw: Json, table: Table) -> str:
        text = super().read(raw, table)
        if len(text) < self.least:
            raise refused("texte-manquant")
        if REFUSED_SIGNS & set(text):
            raise refused("texte-signes")
        return text

    def schema(self, table: Table | None = None) -> dict[str, Json]:
        return {**super().schema(table), "minLength": self.least}


@dataclass(frozen=True)
class HouseLines(Kind[str]):
    """A text of several lines, each read as `HouseText`; empty lines are dropped."""

    most: int

    def read(self, raw: Json, table: Table) -> str:
        if not isinstance(raw, str):
            raise refused("texte-attendu")
        if len(raw) > self.most:
            raise refused("texte-trop-long", limite=self.most)
        line = HouseText(self.most, least=0)
        return "\n".join(filter(None, (line.read(part, table) for part in raw.splitlines())))

    def schema(self, table: Table | None = None) -> dict[str, Json]:
        return {"type": "string", "maxLength": self.most}


class NameOfKey(Kind[str]):
    """Key of a field, used in formulas and files."""

    def read(self, raw: Json, table: Table) -> str:
        if not isinstance(raw, str) or not KEY.fullmatch(raw):
            raise refused("cle-forme")
        return raw

    def schema(self, table: Table | None = None) -> dict[str, Json]:
        return {"type": "string", "pattern": f"^{KEY.pattern}$"}


class FormulaText(Kind[str]):
    """Text of a formula; parsed later, when the variables are known."""

    def read(self, raw: Json, table: Table) -> str:
        if type(raw) is int and -HUGE < raw < HUGE:
            return str(raw)
        if not isinstance(raw, str):
            raise refused("formule-texte")
        if len(raw) > LONGEST:
            raise refused("formule-longue", limite=LONGEST)
        return raw

    def schema(self, table: Table | None = None) -> dict[str, Json]:
        return {"type": "string", "minLength": 1, "maxLength": LONGEST}


class Worths(Kind[Mapping[str, int]]):
    """Reads the choices of a field: an object with the value in formulas of each word, sorted by value."""

    def read(self, raw: Json, table: Table) -> Mapping[str, int]:
        if not isinstance(raw, dict):
            raise refused("objet-attendu")
        if not 1 <= len(raw) <= MOST_WORDS:
            raise refused("choix-nombre", min=1, max=MOST_WORDS)
        worths: dict[str, int] = {}
        for word, worth in raw.items():
            text = HouseText(MOST_LABEL).read(word, table)
            if text in worths:
                raise refused("choix-double", mot=text)
            worths[text] = Whole(-MOST_VALUE, MOST_VALUE).read(worth, table)
        # A JSON object has no order: the form shows the lowest value first.
        return dict(sorted(worths.items(), key=lambda item: (item[1], item[0])))

    def schema(self, table: Table | None = None) -> dict[str, Json]:
        worth = Whole(-MOST_VALUE, MOST_VALUE).schema()
        return {
            "type": "object",
            "additionalProperties": worth,
            "minProperties": 1,
            "maxProperties": MOST_WORDS,
        }


@dataclass(frozen=True)
class Free(Kind[Mapping[str, Any]]):
    """A small plain object that is read later, such as an entry of an example."""

    most: int = LONGEST_ENTRY

    def read(self, raw: Json, table: Table) -> Mapping[str, Any]:
        if not isinstance(raw, dict):
            raise refused("objet-attendu")
        if not _is_plain(raw, DEEPEST_ENTRY) or len(str(raw)) > self.most:
            raise refused("objet-simple")
        return raw

    def schema(self, table: Table | None = None) -> dict[str, Json]:
        return {"type": "object"}


def _is_plain(raw: Json, deep: int) -> bool:
    """Return whether a value has only texts, integers and booleans, nested at most `deep` levels."""
    if isinstance(raw, dict | list):
        parts = raw.values() if isinstance(raw, dict) else raw
        return deep > 0 and all(_is_plain(part, deep - 1) for part in parts)
    return isinstance(raw, str | bool) or (type(raw) is int and -HUGE < raw < HUGE)


NUMBER = Whole(-MOST_VALUE, MOST_VALUE)
LABEL = HouseText(MOST_LABEL)

LINE, SEATS = "ligne", "joueurs"
MOST_LINES = 10_000
BOUND_NAMES: Mapping[str, Symbol] = {
    LINE: Symbol(0, 1, MOST_LINES, wide=False),
    SEATS: Symbol(1, 2, max(MOST_COLUMNS, LARGEST_TABLE), wide=False),
}
"""Variables of a bound: the number of the line from 1, and the number of players or camps not eliminated."""
Bound = int | str


class BoundText(Kind[Bound]):
    """A number, or a formula, which is parsed with the definition."""

    def read(self, raw: Json, table: Table) -> Bound:
        return FormulaText().read(raw, table) if isinstance(raw, str) else NUMBER.read(raw, table)

    def schema(self, table: Table | None = None) -> dict[str, Json]:
        return {"anyOf": [NUMBER.schema(), FormulaText().schema()]}


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
