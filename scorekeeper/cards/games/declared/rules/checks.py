"""Named checks of a line, such as "exactly one", "all different" or "26 in all", with the wrong numbers in their sentences."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from scorekeeper.cards.games.declared.rules.texts import (
    MOST_SENTENCE,
    NUMBER,
    FormulaText,
    HouseText,
    NameOfKey,
)
from scorekeeper.cards.rules.contract import Fault, Label, Value
from scorekeeper.cards.rules.fields import Many
from scorekeeper.cards.rules.kinds import Maybe

MOST_LIMITED = 24
"""Most rows of a grid in a check."""


class NamedCheck(StrEnum):
    """Named checks, which need no formula."""

    SOMME = "somme"
    """The sum over the columns equals the value."""
    SOMME_AU_PLUS = "somme-au-plus"
    """The sum over the columns is the value or less."""
    SOMME_AU_MOINS = "somme-au-moins"
    """The sum over the columns is the value or more."""
    UN_SEUL = "un-seul"
    """Exactly one column is not 0."""
    UN_AU_PLUS = "un-au-plus"
    """At most one column is not 0."""
    UN_PAR_CAMP = "un-par-camp"
    """Each camp has exactly 1."""
    DIFFERENTS = "differents"
    """No two columns have the same number."""
    MULTIPLE = "multiple"
    """Each column has a multiple of the value."""
    AU_PLUS = "au-plus"
    """Each column has the value or less."""
    AU_MOINS = "au-moins"
    """Each column has the value or more."""


SUMS = frozenset({NamedCheck.SOMME, NamedCheck.SOMME_AU_PLUS, NamedCheck.SOMME_AU_MOINS})
"""Checks of a sum."""
VALUED = SUMS | {NamedCheck.MULTIPLE, NamedCheck.AU_PLUS, NamedCheck.AU_MOINS}
"""Checks that compare with a value."""


@dataclass(frozen=True)
class CheckSpec:
    """A check that refuses a line or asks about it: `[[verifications]]`."""

    si: Annotated[str | None, Maybe(FormulaText())] = None
    """Formula that is true where the line is wrong."""
    regle: NamedCheck | None = None
    """Named check, instead of `si`."""
    quoi: Annotated[str | None, Maybe(FormulaText())] = None
    """Formula of the value of each column that a named check checks; if left out, the value of the field."""
    valeur: Annotated[str | None, Maybe(FormulaText())] = None
    """Formula of the value that a named check compares with."""
    refuse: Annotated[str | None, Maybe(HouseText(MOST_SENTENCE))] = None
    demande: Annotated[str | None, Maybe(HouseText(MOST_SENTENCE))] = None
    champ: Annotated[str | None, Maybe(NameOfKey())] = None
    cases: Annotated[tuple[str, ...] | None, Maybe(Many(NameOfKey(), MOST_LIMITED, 1))] = None
    """Rows of a grid that it applies to; all if left out."""

    def faults(self) -> Iterable[Fault]:
        """Yield a fault for each conflict between its keys, and for each missing key."""
        if (self.si is None) == (self.regle is None):
            yield Fault("si-ou-regle", "")
        elif self.regle is None:
            yield from (
                Fault("cle-sans-regle", key) for key in ("quoi", "valeur") if getattr(self, key) is not None
            )
        else:
            if self.quoi is None and self.champ is None:
                yield Fault("cle-manquante", "champ")
            if (self.valeur is None) == (self.regle in VALUED):
                yield Fault("cle-manquante" if self.valeur is None else "cle-sans-regle", "valeur")
        sentences = [text for text in (self.refuse, self.demande) if text is not None]
        # A named check that refuses has a default sentence.
        if len(sentences) > 1 or (self.si is not None and not sentences):
            yield Fault("refuse-ou-demande", "")


@dataclass(frozen=True)
class EliminationSpec:
    """Condition of elimination from the partie: `[elimination]`."""

    total: Annotated[int, NUMBER] | None = None
    """Total at which a column is eliminated: this or less; this or more if the lowest total wins."""
    quand: Annotated[str | None, Maybe(FormulaText())] = None
    """Formula that is true after a line for each column to eliminate."""

    def faults(self) -> Iterable[Fault]:
        if self.total is not None and self.quand is not None:
            yield Fault("total-ou-quand", "quand")


NO_ELIMINATION = EliminationSpec()


@dataclass(frozen=True)
class Failing:
    """Failure of a check on a line."""

    columns: tuple[int, ...]
    """Indices of the columns concerned, among those left; exactly one for a check by column."""
    label: Label
    """Label with the wrong numbers."""
    alone: bool = False
    """Whether it concerns its column alone, and is shown beside it; else it is shown beside the row of the field."""


def failings(
    rule: NamedCheck, values: Sequence[int], columns: Sequence[Value], wanted: Sequence[int]
) -> Iterator[Failing]:
    """Yield the failures of a check on a line.

    Args:
        rule: The check.
        values: A value for each column not eliminated.
        columns: The names of these columns in sentences.
        wanted: The value to compare with for each column; for a sum, the same for all.
    """
    everybody = tuple(range(len(values)))
    if not everybody:
        return
    if rule in SUMS:
        total = sum(values)
        gap = total - wanted[0]
        if (gap > 0 and rule is not NamedCheck.SOMME_AU_MOINS) or (
            gap < 0 and rule is not NamedCheck.SOMME_AU_PLUS
        ):
            more = Label("de-trop" if gap > 0 else "en-moins", ecart=abs(gap))
            yield Failing(everybody, Label(f"constat-{rule}", trouve=total, somme=wanted[0], ecart=more))
    elif rule in {NamedCheck.UN_SEUL, NamedCheck.UN_AU_PLUS}:
        have = tuple(place for place, value in enumerate(values) if value)
        if len(have) > 1:
            who = tuple(columns[place] for place in have)
            yield Failing(have, Label("constat-plusieurs", nombre=len(have), colonnes=who))
        elif not have and rule is NamedCheck.UN_SEUL:
            yield Failing(everybody, Label("constat-aucun"))
    elif rule is NamedCheck.DIFFERENTS:
        twice = tuple(place for place, value in enumerate(values) if values.count(value) > 1)
        if twice:
            yield Failing(twice, Label("constat-pareils", colonnes=tuple(columns[place] for place in twice)))
    else:
        yield from _column_findings(rule, values, wanted)


def _column_findings(rule: NamedCheck, values: Sequence[int], wanted: Sequence[int]) -> Iterator[Failing]:
    for place, (value, bound) in enumerate(zip(values, wanted, strict=True)):
        if rule is NamedCheck.MULTIPLE and bound and value % bound:
            label = Label("constat-multiple", trouve=value, valeur=bound)
        elif rule is NamedCheck.AU_PLUS and value > bound:
            label = Label("constat-au-plus", trouve=value, valeur=bound)
        elif rule is NamedCheck.AU_MOINS and value < bound:
            label = Label("constat-au-moins", trouve=value, valeur=bound)
        elif rule is NamedCheck.UN_PAR_CAMP and value != 1:
            label = Label("constat-par-camp", trouve=value)
        else:
            continue
        yield Failing((place,), label, alone=True)
