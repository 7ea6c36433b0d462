"""Checks of a line by name: what people mean by "exactly one", "all different" or "26 in all", with the numbers that are wrong."""

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
"""Most rows of a grid that a check names."""


class CheckRule(StrEnum):
    """A check that needs no formula of its own."""

    SOMME = "somme"
    """The sum over the columns is the value."""
    SOMME_AU_PLUS = "somme-au-plus"
    """The sum over the columns is the value or less."""
    SOMME_AU_MOINS = "somme-au-moins"
    """The sum over the columns is the value or more."""
    UN_SEUL = "un-seul"
    """Exactly one column has it."""
    UN_AU_PLUS = "un-au-plus"
    """One column at most has it."""
    UN_PAR_CAMP = "un-par-camp"
    """Each camp has it exactly once."""
    DIFFERENTS = "differents"
    """No two columns have the same number."""
    MULTIPLE = "multiple"
    """Each column has a multiple of the value."""
    AU_PLUS = "au-plus"
    """Each column has the value or less."""
    AU_MOINS = "au-moins"
    """Each column has the value or more."""


SUMS = frozenset({CheckRule.SOMME, CheckRule.SOMME_AU_PLUS, CheckRule.SOMME_AU_MOINS})
"""The checks of a sum."""
VALUED = SUMS | {CheckRule.MULTIPLE, CheckRule.AU_PLUS, CheckRule.AU_MOINS}
"""The checks that compare with a value."""


@dataclass(frozen=True)
class CheckSpec:
    """Check that refuses or asks: `[[verifications]]`."""

    si: Annotated[str | None, Maybe(FormulaText())] = None
    """Formula that is true where something is wrong."""
    regle: CheckRule | None = None
    """A check by name, in its place."""
    quoi: Annotated[str | None, Maybe(FormulaText())] = None
    """The value of each column that the check by name is about; that of the field where it is left out."""
    valeur: Annotated[str | None, Maybe(FormulaText())] = None
    """The value that a check by name compares with."""
    refuse: Annotated[str | None, Maybe(HouseText(MOST_SENTENCE))] = None
    demande: Annotated[str | None, Maybe(HouseText(MOST_SENTENCE))] = None
    champ: Annotated[str | None, Maybe(NameOfKey())] = None
    cases: Annotated[tuple[str, ...] | None, Maybe(Many(NameOfKey(), MOST_LIMITED, 1))] = None
    """The rows of a grid that it is about; all where they are left out."""

    def faults(self) -> Iterable[Fault]:
        """Every reason why its keys do not go together."""
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
        # A check by name has a sentence of its own, with which it refuses.
        if len(sentences) > 1 or (self.si is not None and not sentences):
            yield Fault("refuse-ou-demande", "")


@dataclass(frozen=True)
class EliminationSpec:
    """Who goes out for good: `[elimination]`."""

    total: Annotated[int, NUMBER] | None = None
    """Total at which a column is out: this or less, and this or more where the lowest total wins."""
    quand: Annotated[str | None, Maybe(FormulaText())] = None
    """Formula that is true, after a line, for each column that goes out."""

    def faults(self) -> Iterable[Fault]:
        """Why it does not say one limit."""
        if self.total is not None and self.quand is not None:
            yield Fault("total-ou-quand", "quand")


NO_ELIMINATION = EliminationSpec()


@dataclass(frozen=True)
class Failing:
    """A line that does not pass a check."""

    columns: tuple[int, ...]
    """The columns concerned; of a check of single columns exactly one."""
    says: Label
    """The numbers in words."""
    alone: bool = False
    """Whether it stands beside its column; else beside the row of the field."""


def failings(
    rule: CheckRule, values: Sequence[int], columns: Sequence[Value], wanted: Sequence[int]
) -> Iterator[Failing]:
    """Yield what is wrong on a line.

    Args:
        rule: The check.
        values: A value for each column that is in.
        columns: These columns, as sentences name them.
        wanted: The value that each is compared with; of a sum the same for all.
    """
    everybody = tuple(range(len(values)))
    if rule in SUMS:
        total = sum(values)
        gap = total - wanted[0]
        if (gap > 0 and rule is not CheckRule.SOMME_AU_MOINS) or (
            gap < 0 and rule is not CheckRule.SOMME_AU_PLUS
        ):
            more = Label("de-trop" if gap > 0 else "en-moins", ecart=abs(gap))
            yield Failing(everybody, Label(f"constat-{rule}", trouve=total, somme=wanted[0], ecart=more))
    elif rule in {CheckRule.UN_SEUL, CheckRule.UN_AU_PLUS}:
        have = tuple(place for place, value in enumerate(values) if value)
        if len(have) > 1:
            who = tuple(columns[place] for place in have)
            yield Failing(have, Label("constat-plusieurs", nombre=len(have), colonnes=who))
        elif not have and rule is CheckRule.UN_SEUL:
            yield Failing(everybody, Label("constat-aucun"))
    elif rule is CheckRule.DIFFERENTS:
        twice = tuple(place for place, value in enumerate(values) if values.count(value) > 1)
        if twice:
            yield Failing(twice, Label("constat-pareils", colonnes=tuple(columns[place] for place in twice)))
    else:
        yield from _column_findings(rule, values, wanted)


def _column_findings(rule: CheckRule, values: Sequence[int], wanted: Sequence[int]) -> Iterator[Failing]:
    for place, (value, bound) in enumerate(zip(values, wanted, strict=True)):
        if rule is CheckRule.MULTIPLE and bound and value % bound:
            label = Label("constat-multiple", trouve=value, valeur=bound)
        elif rule is CheckRule.AU_PLUS and value > bound:
            label = Label("constat-au-plus", trouve=value, valeur=bound)
        elif rule is CheckRule.AU_MOINS and value < bound:
            label = Label("constat-au-moins", trouve=value, valeur=bound)
        elif rule is CheckRule.UN_PAR_CAMP and value != 1:
            label = Label("constat-par-camp", trouve=value)
        else:
            continue
        yield Failing((place,), label, alone=True)
