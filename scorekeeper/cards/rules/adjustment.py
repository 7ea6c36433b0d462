"""An *ajustement*: points added or removed outside the donnes, as a penalty or totals carried over from paper.

It is not a donne: the deal does not pass on, the number of donnes stays, and points carried over to the next donne stay.
Every game accepts it as a line of its sheet.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from scorekeeper.cards.rules import names
from scorekeeper.cards.rules.contract import Doubt, Entry, Fault, Label, Rules, Seat, State, Table
from scorekeeper.cards.rules.fields import ByCamp, BySeat, Record
from scorekeeper.cards.rules.kinds import Json, Kind, Needed, Text, Unreadable, Whole, refused
from scorekeeper.cards.rules.scores import Control, Item, Row

KEY, WHY = "ajustement", "motif"
"""Keys of an adjustment, reserved in declared games; the first one distinguishes it from a donne."""
MOST = 1_000_000
"""Most points of one adjustment for one column."""
MOTIFS = {"renonce": "motif-renonce", "report du papier": "motif-report", "litige": "motif-litige"}
"""Usual reasons as written in a file, each with the code of its label."""


@dataclass(frozen=True, kw_only=True)
class Ajustement(Entry):
    """One adjustment. It has no dealer."""

    ajustement: Any
    """Points of each column; a game may use a record of its own instead."""
    motif: str
    """Reason, in the players' words."""

    def dealt_by(self, seat: Seat | None) -> Self:
        return self

    def scores(self, state: State) -> tuple[int, ...]:
        """Return the points of each column; 0 for columns added after the adjustment."""
        amounts: tuple[int, ...] = self.ajustement
        return (*amounts, *(0,) * (len(state.totals) - len(amounts)))

    def faults(self, rules: Rules[Any, Any], state: State) -> Sequence[Fault]:
        return ()

    @property
    def label(self) -> Label:
        """Reason, translated if it is one of `MOTIFS`."""
        return Label(KEY, motif=Label(MOTIFS[self.motif]) if self.motif in MOTIFS else self.motif)


class Points(Kind[tuple[int, ...]]):
    """Whole numbers other than 0 for some of the columns, by name or by camp."""

    def read(self, raw: Json, table: Table) -> tuple[int, ...]:
        _check_camps(raw, table)
        read = _kind(table).read(raw, table)
        if not raw:
            raise refused("ajustement-vide")
        zeros = [Fault("ajustement-nul", key) for key, value in raw.items() if value == 0]
        if zeros:
            raise Unreadable(*zeros)
        return tuple(amount or 0 for amount in read)

    def write(self, value: tuple[int, ...], table: Table) -> Json:
        given = value if table.camps else tuple(amount or None for amount in value)
        return _kind(table).write(given, table)

    def schema(self, table: Table | None = None) -> dict[str, Json]:
        return {**_kind(table or Table()).schema(table), "minProperties": 1}


def _check_camps(raw: Json, table: Table) -> None:
    """Raise `Unreadable` for player names if points go to camps."""
    if table.camps and isinstance(raw, Mapping):
        seats = {names.casefold(name) for name in table.players}
        players = [key for key in raw if key not in {"A", "B"} and names.casefold(key) in seats]
        if players:
            raise Unreadable(*(Fault("ajustement-par-camp", key) for key in players))


class Amount(Whole):
    """Points added or removed, other than 0."""

    def schema(self, table: Table | None = None) -> dict[str, Json]:
        return {**super().schema(table), "not": {"const": 0}}


AMOUNT = Amount(-MOST, MOST)


def _kind(table: Table) -> Kind[Any]:
    return ByCamp(AMOUNT, 0) if table.camps else BySeat(AMOUNT)


def record(cls: type[Ajustement], amounts: Kind[Any]) -> Record[Any]:
    """Return the record that reads and writes adjustments of class `cls` with `amounts`."""
    return Record(
        cls, {KEY: amounts, WHY: Needed(names.MOTIF_MAX, "motif-attendu"), "note": Text(names.NOTE_MAX)}
    )


RECORD = record(Ajustement, Points())


class Unadjustable(Unreadable):
    """An adjustment that cannot be read."""


@dataclass(frozen=True)
class LineOf(Kind[Entry]):
    """One line of a game's sheet: what its players declare, or an adjustment."""

    rules: Rules[Any, Any] | type[Rules[Any, Any]]

    @property
    def own(self) -> Record[Any]:
        """Record that reads adjustments of this game."""
        return self.rules.AJUSTEMENT or RECORD

    def read(self, raw: Json, table: Table) -> Entry:
        if not isinstance(raw, Mapping) or KEY not in raw:
            entry: Entry = self.rules.ENTRY.read(raw, table)
            return entry
        try:
            adjustment: Ajustement = self.own.read(raw, table)
        except Unreadable as unreadable:
            raise Unadjustable(*unreadable.faults, rest=unreadable.rest, lost=unreadable.lost) from unreadable
        return adjustment

    def write(self, value: Entry, table: Table) -> dict[str, Json]:
        kind = self.own if isinstance(value, Ajustement) else self.rules.ENTRY
        return kind.write(value, table)

    def schema(self, table: Table | None = None) -> dict[str, Json]:
        seen = table or Table(camps=self.rules.CAMPS)
        return {"oneOf": [self.rules.ENTRY.schema(table), self.own.schema(seen)]}


def read_line(rules: Rules[Any, Any], raw: Json, table: Table) -> Entry | Unreadable:
    """Read a line of a game's sheet; return the `Unreadable` instead of raising it."""
    try:
        return LineOf(rules).read(raw, table)
    except Unreadable as unreadable:
        return unreadable


def judged(rules: Rules[Any, Any], state: State, entry: Ajustement | Unadjustable) -> tuple[Fault, ...]:
    """Return every fault of an adjustment as the next line; it is allowed after the end of the partie."""
    if isinstance(entry, Ajustement):
        return tuple(entry.faults(rules, state))
    known = entry.rest is not None and KEY not in entry.lost
    return (*entry.faults, *(entry.rest.faults(rules, state) if known else ()))


def adjust(rules: Rules[Any, Any], state: State, entry: Ajustement) -> tuple[State, Row, tuple[Doubt, ...]]:
    """Apply a valid adjustment: return the next state, the row, and a doubt if it ends or reopens the partie."""
    scores = entry.scores(state)
    totals = tuple(map(sum, zip(state.totals, scores, strict=True)))
    before = state.ajuste or (0,) * len(totals)
    changed = replace(
        state, totals=totals, line=state.line + 1, ajuste=tuple(map(sum, zip(before, scores, strict=True)))
    )
    after, extra = rules.adjusted(changed, entry)
    if after.donneur in after.out:
        # A player eliminated by the adjustment does not deal.
        after = replace(after, donneur=state.table.next_seat(after.donneur, after.out))
    return after, Row(scores, (Item(entry.label, scores),), extra), tuple(_turns(rules, state, after))


def _turns(rules: Rules[Any, Any], before: State, after: State) -> Sequence[Doubt]:
    was, now = rules.outcome(before), rules.outcome(after)
    if (was is None) == (now is None):
        return ()
    values = {"avant": tuple(before.totals), "apres": tuple(after.totals)}
    if now is not None:
        return (Doubt("ajustement-finit", KEY, {**values, "fin": now.reason}),)
    return (Doubt("ajustement-rouvre", KEY, values),)


def control_of(rules: Rules[Any, Any], state: State) -> Control | None:
    """Return the control at the foot of the sheet, computed without the adjustments."""
    if not state.ajuste:
        return rules.control(state)
    totals = tuple(total - part for total, part in zip(state.totals, state.ajuste, strict=True))
    return rules.control(replace(state, totals=totals))
