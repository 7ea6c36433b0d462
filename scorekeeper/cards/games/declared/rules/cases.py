"""A grid in a definition: its rows with what may be noted in them, groups with their subtotals, and what they earn besides."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from scorekeeper.cards.games.declared.rules.texts import LABEL, MOST_VALUE, NUMBER, FormulaText, NameOfKey
from scorekeeper.cards.rules.contract import Fault
from scorekeeper.cards.rules.fields import Many
from scorekeeper.cards.rules.kinds import Maybe, Whole

if TYPE_CHECKING:
    from scorekeeper.cards.games.declared.rules.definition import GameSpec

MOST_CASES, MOST_GROUPS, MOST_BONUSES, MOST_VALUES = 24, 6, 6, 24
FEW = 8
"""Most values of a row that are each a key of the form."""


@dataclass(frozen=True)
class CaseSpec:
    """A row of the grid: `[[cases]]`. It has either a list of values, or bounds with a step."""

    cle: Annotated[str, NameOfKey()]
    nom: Annotated[str, LABEL]
    groupe: Annotated[str | None, Maybe(NameOfKey())] = None
    valeurs: Annotated[tuple[int, ...] | None, Maybe(Many(NUMBER, MOST_VALUES, 1))] = None
    de: Annotated[int, NUMBER] | None = None
    a: Annotated[int, NUMBER] | None = None
    pas: Annotated[int, Whole(1, MOST_VALUE)] = 1

    @property
    def listed(self) -> Sequence[int]:
        """Values where it is made, the lowest first."""
        if self.valeurs is not None:
            return sorted(self.valeurs)
        return range(self.de or 0, (self.a or 0) + 1, self.pas)

    @property
    def may_cross(self) -> bool:
        """Whether 0 means that it was given up."""
        return 0 not in self.listed

    def takes(self, points: int) -> bool:
        """Whether it can hold these points; 0 it always can."""
        return points == 0 or points in self.listed

    @property
    def keys(self) -> Sequence[int]:
        """All that it can hold, where that is few; else only 0, where that means to give it up."""
        if len(self.listed) <= FEW:
            return [*self.listed, *([0] if self.may_cross else [])]
        return [0] if self.may_cross else []

    @property
    def few(self) -> bool:
        """Whether all that it can hold is a key of its own."""
        return len(self.listed) <= FEW

    @property
    def bounds(self) -> tuple[int, int]:
        """The least and the most that formulas read; an open row counts 0."""
        ends = (0, *self.listed[:1], *self.listed[-1:])
        return min(ends), max(ends)


@dataclass(frozen=True)
class GroupSpec:
    """Rows whose sum stands below them: `[[groupes]]`. Its name is that of the sum."""

    cle: Annotated[str, NameOfKey()]
    nom: Annotated[str, LABEL]


@dataclass(frozen=True)
class BonusSpec:
    """Bonus of a column, by what stands in its rows: `[[primes]]`."""

    nom: Annotated[str, LABEL]
    points: Annotated[str, FormulaText()]
    groupe: Annotated[str | None, Maybe(NameOfKey())] = None
    """The group below which it stands."""


def case_faults(case: CaseSpec) -> Iterable[Fault]:
    """Every reason why the keys of a row do not go together."""
    if case.valeurs is not None:
        for key in ("de", "a"):
            if getattr(case, key) is not None:
                yield Fault("valeurs-ou-bornes", key)
        if len({*case.valeurs}) < len(case.valeurs):
            yield Fault("valeur-double", "valeurs")
    elif case.de is None and case.a is None:
        yield Fault("case-sans-valeurs", "")
    elif case.de is None or case.a is None:
        yield Fault("cle-manquante", "de" if case.de is None else "a")
    elif case.de > case.a:
        yield Fault("bornes-inverses", "de", min=case.de, max=case.a)
    elif (case.a - case.de) % case.pas:
        yield Fault("pas-faux", "pas", min=case.de, max=case.a, pas=case.pas)


def grid_faults(spec: GameSpec) -> Iterable[Fault]:
    """Every reason why the grid of a definition cannot be, beside its keys and formulas."""
    if not spec.cases:
        for key in ("groupes", "primes"):
            if getattr(spec, key):
                yield Fault("grille-sans-cases", key)
        return
    for number, case in enumerate(spec.cases):
        for fault in case_faults(case):
            field = f"cases.{number}.{fault.field}".rstrip(".")
            yield Fault(fault.code, field, fault.values)
    groups = {group.cle for group in spec.groupes}
    named = {f"cases.{place}": case.groupe for place, case in enumerate(spec.cases)}
    named |= {f"primes.{place}": bonus.groupe for place, bonus in enumerate(spec.primes)}
    for place, group in named.items():
        if group is not None and group not in groups:
            yield Fault("groupe-inconnu", f"{place}.groupe", cle=group)
