"""Variables of the formulas of a declared game, with their indices in the vectors and their bounds."""

from dataclasses import replace

from scorekeeper.cards.games.declared.rules.definition import GameSpec
from scorekeeper.cards.games.declared.rules.entry import POINTS
from scorekeeper.cards.games.declared.rules.texts import BOUND_NAMES, LINE, MOST_LINES, SEATS
from scorekeeper.cards.rules.formula import Symbol
from scorekeeper.cards.rules.kinds import HUGE

TOTAL = "total"
"""Variable of every formula besides the number of the line, the fields and the counters: the column's total before the line."""
UNNAMED = ""
"""Name of the number of players where a definition has a key of its usual name; no formula can contain it."""
OPEN, PLAYS = "vides", "joue"
"""Further variables of a grid: the number of open rows of the column, and whether it fills one on this line."""
KEYED = ("champs", "compteurs", "cases", "groupes")
"""Sections whose keys are variables of formulas."""


def known_names(spec: GameSpec) -> dict[str, Symbol]:
    """Return the variables of formulas about a line, with their bounds."""
    known = carried_names(spec)
    for field in spec.champs:
        known[field.cle] = Symbol(len(known), *field.bounds, wide=field.wide)
    if spec.grid:
        ends = [end for case in spec.cases for end in case.bounds]
        known[POINTS] = Symbol(len(known), min(ends), max(ends), wide=False)
        known[PLAYS] = Symbol(len(known), 0, 1)
    return known


def carried_names(spec: GameSpec) -> dict[str, Symbol]:
    """Return the variables of formulas about the sheet between two lines, with their bounds."""
    far = HUGE - 1
    own = {item.cle for section in KEYED for item in getattr(spec, section)}
    known = {
        TOTAL: Symbol(0, -far, far),
        LINE: Symbol(1, 1, MOST_LINES, wide=False),
        UNNAMED if SEATS in own else SEATS: replace(BOUND_NAMES[SEATS], place=2),
    }
    for counter in spec.compteurs:
        known[counter.cle] = Symbol(len(known), -far, far)
    if not spec.grid:
        return known
    for case in spec.cases:
        known[case.cle] = Symbol(len(known), *case.bounds)
    for group in spec.groupes:
        ends = [case.bounds for case in spec.cases if case.groupe == group.cle]
        known[group.cle] = Symbol(len(known), sum(least for least, _ in ends), sum(most for _, most in ends))
    known[OPEN] = Symbol(len(known), 0, len(spec.cases))
    return known
