"""The fold of a tournament's events: the step of each kind of event, and the changes that acts by hand make to a draw."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Self, TypeVar

from scorekeeper.errors import Unknown
from scorekeeper.records import rows
from scorekeeper.tournaments.finals import is_final
from scorekeeper.tournaments.model import DrawnTables, DrawRecord, Entrant, TableOf, Tournament
from scorekeeper.tournaments.notes import Hand, HandAct, RoundChange, SeatsNow

R = TypeVar("R")


@dataclass(frozen=True, kw_only=True)
class Happening:
    """One parsed event of a tournament or season."""

    seq: int
    kind: str
    place: str
    """The part of the tournament it concerns, such as `tour:2/table:4`; empty for the whole."""
    body: Mapping[str, Any]
    """`asked`: arguments of the act; `done`: its results, computed when it was performed."""
    reason: str
    actor: str
    device: str
    at: str

    @classmethod
    def of(cls, event: rows.EventRow) -> Self:
        place, body = event.scope.partition("/")[2], json.loads(event.body or "{}")
        columns = {key: getattr(event, key) for key in ("seq", "kind", "reason", "actor", "device")}
        return cls(place=place, body=body, at=event.at_utc, **columns)

    @property
    def asked(self) -> Mapping[str, Any]:
        """Arguments of the act; empty where the event has none."""
        asked: Mapping[str, Any] = self.body.get("asked", {})
        return asked

    @property
    def done(self) -> Mapping[str, Any]:
        """Results of the act; empty where the event has none."""
        done: Mapping[str, Any] = self.body.get("done", {})
        return done

    def number(self, part: str) -> int:
        """Return the number of a part of `place`: for `tour` in `tour:2/table:4`, 2. Raises `Unknown` when the part is missing."""
        numbers = dict(item.split(":") for item in self.place.split("/") if item)
        if part not in numbers:
            raise Unknown(f"{part} of {self.place}")
        return int(numbers[part])


Step = Callable[[Tournament, Happening], Tournament]
"""A function from a tournament and its next event to the tournament after that event."""
CREATION = "creation"
"""Kind of the first event of every tournament and season, and of no other event."""
STEPS: dict[str, Step] = {}
"""The step of each kind of event but the first; registered beside its act."""
ShownAs = Callable[[Tournament, Happening], str]
"""A function that returns the content of an event in a few words; empty when there is nothing to add to its kind."""
SHOWN_AS: dict[str, ShownAs] = {}
"""Contents in words by kind of event, for kinds that have one."""


def step(kind: str, shown_as: ShownAs | None = None) -> Callable[[Step], Step]:
    """Return a decorator that registers the step of a kind of event that is not an act by itself, and its content in words."""

    def declare(function: Step) -> Step:
        STEPS[kind] = function
        if shown_as is not None:
            SHOWN_AS[kind] = shown_as
        return function

    return declare


@step("lien")
def _linked(t: Tournament, event: Happening) -> Tournament:
    return replace(t, links={**t.links, **{int(table): made for table, made in event.done["made"].items()}})


def record(cls: type[R], body: Mapping[str, Any]) -> R:
    """Return a dataclass instance from its `asdict` form as read from JSON; lists become tuples."""
    return cls(**{key: _tuples(value) for key, value in body.items()})


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


def with_entrant(t: Tournament, entrant: Entrant) -> Tournament:
    """Return the tournament with the entrant of that number replaced."""
    place = entrant.number - 1
    return replace(t, entrants=(*t.entrants[:place], entrant, *t.entrants[place + 1 :]))


def with_round(t: Tournament, event: Happening, **changes: Any) -> Tournament:
    """Return the tournament with fields of the event's round replaced."""
    round_ = t.round(event.number("tour"))
    place = round_.number - 1
    return replace(t, rounds=(*t.rounds[:place], replace(round_, **changes), *t.rounds[place + 1 :]))


def with_table(t: Tournament, event: Happening, **changes: Any) -> Tournament:
    """Return the tournament with fields of the event's table replaced."""
    tables, place = t.round(event.number("tour")).tables, event.number("table") - 1
    changed = replace(tables[place], **changes)
    return with_round(t, event, tables=(*tables[:place], changed, *tables[place + 1 :]))


def table_at(t: Tournament, event: Happening) -> TableOf:
    """Return the event's table as it is in `t`."""
    return t.round(event.number("tour")).table(event.number("table"))


HANDS = frozenset({"echange", "placement", "table-ouverte"})
"""Kinds of events by which the organiser chooses seats by hand; a repair is computed instead."""


def change_of(body: Mapping[str, Any]) -> RoundChange:
    """Return a `RoundChange` from its `asdict` form as read from JSON."""
    return record(RoundChange, {**body, "tables": tuple(record(SeatsNow, now) for now in body["tables"])})


def by_hand(t: Tournament, event: Happening) -> Tournament:
    """Apply a repair or an act by hand to a draw and its opened round.

    The event's `done` has the fields of `HandAct`, the number of the `draw`, its new `report`, and the `partie` of an added table.
    People are entrant numbers throughout, also in the report.
    """
    done = event.done
    fields = {key: value for key, value in done.items() if key not in {"draw", "report", "partie", "rounds"}}
    changes = tuple(map(change_of, done["rounds"]))
    fields |= {"kind": Hand(done["kind"]), "when": event.at, "why": event.reason, "by": event.actor}
    act = record(HandAct, {**fields, "rounds": changes})
    for change in changes:
        t = with_change(t, done["draw"], change, done.get("partie"))
    mates = {number: mate for pair in act.teams for number, mate in (pair, pair[::-1])}
    if mates:
        entrants = (replace(e, partner=mates.get(e.number, e.partner)) for e in t.entrants)
        t = replace(t, entrants=tuple(entrants))
    place = done["draw"] - 1
    report = spelled(done["report"], {str(entrant.number): entrant.name for entrant in t.entrants})
    draw = replace(t.draws[place], acts=(*t.draws[place].acts, act), report=report)
    return replace(t, draws=(*t.draws[:place], draw, *t.draws[place + 1 :]))


def with_change(t: Tournament, number: int, change: RoundChange, partie: int | None) -> Tournament:
    """Return the tournament with one round of a draw changed, and the opened round that it became, if any.

    `number` is that of the draw; `partie` is the sheet of an added table.
    """
    draw = t.draws[number - 1]
    at = change.round - draw.first
    draw = replace(draw, rounds=(*draw.rounds[:at], changed(draw.rounds[at], change), *draw.rounds[at + 1 :]))
    t = replace(t, draws=(*t.draws[: number - 1], draw, *t.draws[number:]))
    if change.round > len(t.rounds) or t.round(change.round).draw != number:
        return t
    opened = t.round(change.round)
    seats = changed(DrawnTables(tuple(table.seats for table in opened.tables)), change).tables
    tables = [
        _reseated(opened.tables[n - 1], there) if n <= len(opened.tables) else TableOf(n, there, partie or 0)
        for n, there in enumerate(seats, 1)
    ]
    fresh = replace(opened, tables=tuple(tables), byes=change.byes)
    return replace(t, rounds=(*t.rounds[: change.round - 1], fresh, *t.rounds[change.round :]))


def _reseated(table: TableOf, seats: tuple[int, ...]) -> TableOf:
    if seats == table.seats:
        return table
    substitutes = {number: name for number, name in table.substitutes.items() if number in seats}
    return replace(table, seats=seats, substitutes=substitutes)


def spelled(report: Any, names_of: Mapping[str, str]) -> Any:
    """Return a report with people's numbers replaced by names. Only strings are replaced: people are strings, counts are not."""
    if isinstance(report, Mapping):
        return {
            names_of.get(key, key): value if key == "code" else spelled(value, names_of)
            for key, value in report.items()
        }
    if isinstance(report, list):
        return [spelled(item, names_of) for item in report]
    return names_of.get(report, report) if isinstance(report, str) else report


def new_slips(draw: DrawRecord, act: int, *, camps: bool) -> frozenset[int]:
    """Return the entrants whose slip differs now from before an act: another table, seat or company in any round.

    Args:
        draw: the draw with all its acts.
        act: number of the act, from 1.
        camps: whether only partners count as company, as slips of a game with camps name no others.
    """
    rounds = dict(enumerate(draw.as_drawn, draw.first))
    for earlier in draw.acts[: act - 1]:
        for change in earlier.rounds:
            rounds[change.round] = changed(rounds[change.round], change)
    now = dict(enumerate(draw.rounds, draw.first))
    people = now[max(now)].people
    before, after = ([_slip_texts(side[n], camps=camps) for n in sorted(now)] for side in (rounds, now))
    return frozenset(
        p for p in people if any(a.get(p) != b.get(p) for a, b in zip(before, after, strict=True))
    )


def changed_slips(t: Tournament, number: int) -> frozenset[int] | None:
    """Return the entrants whose slip changed since the round before; `None` for everybody, after a new draw.

    `number` is the round. In the knock-out these are all who play in it.
    """
    opened = number <= len(t.rounds)
    if opened and is_final(t, number):
        # Only those who play a knock-out round need a slip for it.
        return frozenset(t.round(number).people)
    draw = t.draws[t.rounds[number - 1].draw - 1] if opened else t.draws[-1]
    first = next((place for place, act in enumerate(draw.acts, 1) if act.round >= number), 0)
    if draw.first == number:
        return None
    return new_slips(draw, first, camps=t.game.rules.CAMPS) if first else frozenset()


def _slip_texts(round_: DrawnTables, *, camps: bool) -> dict[int, tuple[int, ...]]:
    """Return the content of the slips for a round, by entrant: table, seat, company; `(0,)` for a bye."""
    texts: dict[int, tuple[int, ...]] = dict.fromkeys(round_.byes, (0,))
    for number, seats in enumerate(round_.tables, 1):
        for seat, person in enumerate(seats):
            mates = (p for at, p in enumerate(seats) if p != person and (not camps or (at - seat) % 2 == 0))
            texts[person] = (number, seat, *mates)
    return texts


def changed(round_: DrawnTables, change: RoundChange) -> DrawnTables:
    """Return a round of a draw after a change."""
    new = {now.table: now.seats for now in change.tables}
    tables = (new[n] if n in new else round_.tables[n - 1] for n in range(1, change.count + 1))
    return DrawnTables(tuple(tables), change.byes)
