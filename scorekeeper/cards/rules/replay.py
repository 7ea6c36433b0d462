"""Replay of a sheet: a fold of the rules over its entries, which gives states, rows, faults and the end."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.cards.rules.adjustment import Ajustement, Unadjustable, adjust, control_of, judged
from scorekeeper.cards.rules.changes import Seating
from scorekeeper.cards.rules.contract import Doubt, Entry, Fault, Rules, State, Table
from scorekeeper.cards.rules.kinds import Unreadable
from scorekeeper.cards.rules.rulings import Rulings
from scorekeeper.cards.rules.scores import Control, Outcome, Row

FINISHED = "partie-terminee"
"""Fault code of an entry after the end of the partie."""


@dataclass(frozen=True, slots=True)
class Marked:
    """A valid entry with its row, its doubts, and the state before and after it."""

    rang: int
    entry: Entry
    before: State
    row: Row
    after: State
    doubts: tuple[Doubt, ...]
    rules: Rules[Any, Any] | None = None
    """The rules by which it was marked."""

    @property
    def aside(self) -> bool:
        """Whether the entry is an adjustment, which does not count as a donne."""
        return isinstance(self.entry, Ajustement)


@dataclass(frozen=True)
class EntryFault:
    """A fault with the number of its line, or `None` for the sheet as a whole."""

    rang: int | None
    fault: Fault


@dataclass(frozen=True)
class Replay:
    """A sheet after all its entries: marked lines, faults, final state, end, and `Control` of the totals."""

    rules: Rules[Any, Any]
    """The rules for the next line."""
    seating: Seating
    opening: State
    marked: tuple[Marked, ...]
    faults: tuple[EntryFault, ...]
    state: State
    """State after the last entry, seated with the current table."""
    outcome: Outcome | None
    control: Control | None

    @property
    def table(self) -> Table:
        """The current table, with all columns of the sheet."""
        return self.seating.now

    def state_before(self, rang: int) -> State:
        """Return the state before line `rang`, seated as for that line; the line need not exist."""
        state = next((marked.before for marked in self.marked if marked.rang >= rang), self.state)
        table = self.seating.at(rang)
        if state.table == table:
            return state
        earlier = (marked.after for marked in reversed(self.marked) if marked.rang < rang)
        return _moved(self.rules, next(earlier, self.opening), table)

    @property
    def totals(self) -> tuple[int, ...]:
        """The running totals after the last entry."""
        return self.state.totals


def judge(rules: Rules[Any, Any], state: State, entry: Entry | Unreadable) -> tuple[Fault, ...]:
    """Return every fault of the entry as the next line: a finished partie, unreadable values, and faults of the rules.

    An adjustment is allowed after the end.
    """
    if isinstance(entry, Ajustement | Unadjustable):
        return judged(rules, state, entry)
    finished = () if rules.outcome(state) is None else (Fault(FINISHED),)
    if not isinstance(entry, Unreadable):
        return (*finished, *rules.faults(state, entry))
    if entry.rest is None or not entry.lost <= rules.SPARE:
        return (*finished, *entry.faults)
    beside = rules.faults(state, entry.rest)
    if entry.lost:
        skipped = rules.WHOLE_ONLY
        beside = [f for f in beside if f.field.split(".")[0] not in entry.lost and f.code not in skipped]
    return (*finished, *entry.faults, *beside)


def replay(
    rules: Rules[Any, Any] | Rulings,
    table: Table | Seating,
    entries: Iterable[tuple[int, Entry | Unreadable]],
) -> Replay:
    """Apply the rules to entries, each with its rang. A refused entry adds its faults and leaves the state unchanged."""
    seating = table if isinstance(table, Seating) else Seating((table,))
    rulings = rules if isinstance(rules, Rulings) else Rulings((rules,))
    rules = rulings.first
    state = opening = rules.opening(seating.first)
    marked: list[Marked] = []
    faults: list[EntryFault] = []
    for rang, entry in entries:
        then = rulings.at(rang)
        state, rules = _moved(rules, state, seating.at(rang), then), then
        line = mark(rules, state, rang, entry)
        if isinstance(line, Marked):
            marked.append(line)
            state = line.after
        else:
            faults.extend(line)
    state, rules = _moved(rules, state, seating.now, rulings.now), rulings.now
    end, control = rules.outcome(state), control_of(rules, state)
    return Replay(rules, seating, opening, tuple(marked), tuple(faults), state, outcome=end, control=control)


def _moved(rules: Rules[Any, Any], state: State, table: Table, then: Rules[Any, Any] | None = None) -> State:
    """Return the state before a line, adapted to the table of that line and to its rules (`then`)."""
    after: State = state if state.table is table else rules.seated(state, table)
    # Nearly always the same object: the identity test saves comparing all settings on every line.
    return after if then is None or then is rules or then == rules else then.ruled(after)


def extend(sheet: Replay, rang: int, entry: Entry | Unreadable) -> Replay:
    """Return the sheet with one more entry, or with its faults, without playing the earlier entries again."""
    line = mark(sheet.rules, sheet.state, rang, entry)
    if not isinstance(line, Marked):
        return replace(sheet, faults=(*sheet.faults, *line))
    return with_line(sheet, line)


def with_line(sheet: Replay, line: Marked) -> Replay:
    """Return the sheet with one more line, which `mark` returned for the present state of the sheet."""
    end, control = sheet.rules.outcome(line.after), control_of(sheet.rules, line.after)
    return replace(sheet, marked=(*sheet.marked, line), state=line.after, outcome=end, control=control)


def mark(
    rules: Rules[Any, Any], state: State, rang: int, entry: Entry | Unreadable
) -> Marked | list[EntryFault]:
    """Return an entry as the next line of the sheet, or every reason to refuse it."""
    state = state if state.line == rang else replace(state, line=rang)
    faults = judge(rules, state, entry)
    if faults or isinstance(entry, Unreadable):
        return [EntryFault(rang, fault) for fault in faults]
    if isinstance(entry, Ajustement):
        after, row, doubts = adjust(rules, state, entry)
        return Marked(rang, entry, state, row, after, doubts, rules)
    doubts = tuple(rules.doubts(state, entry))
    after, row = rules.mark(state, entry)
    return Marked(rang, entry, state, row, after, doubts, rules)
