"""Rules of a sheet by line: the settings chosen at the opening, and the changes between two lines.

Lines above a change keep their rules. Only settings in `Rules.CHANGEABLE` may change.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any

from scorekeeper.cards.rules.changes import ByLine
from scorekeeper.cards.rules.contract import Fault, Rules, Table
from scorekeeper.cards.rules.fields import Record
from scorekeeper.cards.rules.kinds import HUGE, Json, Kind, Unreadable, Whole, refused, within


class Plain(Kind[Mapping[str, Json]]):
    """Settings as plain JSON; `Rules.SETTINGS` of the game reads them later."""

    def read(self, raw: Json, table: Table) -> Mapping[str, Json]:
        if not isinstance(raw, Mapping):
            raise refused("objet-attendu")
        return dict(raw)

    def write(self, value: Mapping[str, Json], table: Table) -> Json:
        return dict(value)

    def schema(self, table: Table | None = None) -> dict[str, Json]:
        return {"type": "object", "minProperties": 1}


@dataclass(frozen=True)
class RuleChange:
    """Settings that change after a given line."""

    after: Annotated[int, Whole(0, HUGE)]
    """Number of lines before the change."""
    settings: Annotated[Mapping[str, Json], Plain()]
    """Settings that change, with their new values as in the settings of a sheet."""


RULE_CHANGE = Record(RuleChange)


class Rulings(ByLine[Rules[Any, Any], RuleChange]):
    """The rules at the opening and after each change."""

    @property
    def moments(self) -> Iterator[tuple[RuleChange, Rules[Any, Any], Rules[Any, Any]]]:
        """Each change with the rules before and after it."""
        yield from zip(self.changes, self.stages, self.stages[1:], strict=False)

    def with_change(self, change: RuleChange, table: Table) -> "Rulings":
        """Return a copy with one more change, which must have no faults."""
        return Rulings((*self.stages, changed(self.now, change, table)), (*self.changes, change))

    @property
    def former(self) -> "Rulings":
        return Rulings(self.stages[:-1], self.changes[:-1])

    def moved(self, counting: Iterable[int]) -> tuple[RuleChange, ...]:
        """Return the changes for a sheet that keeps only the lines in `counting`, renumbered from 1: `after` counts those lines."""
        kept = tuple(counting)
        return tuple(replace(each, after=sum(rang <= each.after for rang in kept)) for each in self.changes)


def ruled(rules: Rules[Any, Any], table: Table, changes: Iterable[RuleChange] = ()) -> Rulings:
    """Return the rules with valid changes applied in order."""
    rulings = Rulings((rules,))
    for change in changes:
        rulings = rulings.with_change(change, table)
    return rulings


def changed(rules: Rules[Any, Any], change: RuleChange, table: Table) -> Rules[Any, Any]:
    """Return the rules after a change. Raises `Unreadable` if a setting is unknown or invalid."""
    after: Rules[Any, Any] = rules.SETTINGS.read(
        {**rules.SETTINGS.write_all(rules, table), **change.settings}, table
    )
    return after


def faults(rules: Rules[Any, Any], table: Table, change: RuleChange) -> list[Fault]:
    """Return the faults of a change of rules: of fixed settings, else of unreadable ones, else the others; fields are keys of the
    change.
    """
    fixed = [key for key in change.settings if key in rules.SETTINGS.kinds and key not in rules.CHANGEABLE]
    if fixed:
        return [Fault("reglage-fixe", f"settings.{key}") for key in fixed]
    if not change.settings:
        return [Fault("reglage-deja", "settings")]
    try:
        after = changed(rules, change, table)
    except Unreadable as unreadable:
        return within("settings", unreadable.faults)
    part = rules.SETTINGS.part
    same = [key for key in change.settings if part(after, key) == part(rules, key)]
    if same:
        return [Fault("reglage-deja", f"settings.{key}") for key in same]
    return within("settings", after.setting_faults(table))
