"""A tournament from its events: each event moves it on, and nothing else does; what a change by hand makes of a draw."""

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
    """One event of a tournament, read."""

    seq: int
    kind: str
    place: str
    """The part of the tournament it is about, such as `tour:2/table:4`; empty for all of it."""
    body: Mapping[str, Any]
    """`asked`: the content of the act; `done`: what followed from it."""
    reason: str
    actor: str
    device: str
    at: str

    @classmethod
    def of(cls, event: rows.EventRow) -> Self:
        """Read an event."""
        place, body = event.scope.partition("/")[2], json.loads(event.body or "{}")
        columns = {key: getattr(event, key) for key in ("seq", "kind", "reason", "actor", "device")}
        return cls(place=place, body=body, at=event.at_utc, **columns)

    @property
    def asked(self) -> Mapping[str, Any]:
        """The content of the act."""
        asked: Mapping[str, Any] = self.body.get("asked", {})
        return asked

    @property
    def done(self) -> Mapping[str, Any]:
        """Consequences of the act."""
        done: Mapping[str, Any] = self.body.get("done", {})
        return done

    def number(self, part: str) -> int:
        """The number of a part of its place: of `tour:2/table:4` that of `tour` or `table`."""
        numbers = dict(item.split(":") for item in self.place.split("/") if item)
        if part not in numbers:
            raise Unknown(f"{part} of {self.place}")
        return int(numbers[part])


Step = Callable[[Tournament, Happening], Tournament]
"""From a tournament and one event of it to the tournament after it."""
CREATION = "creation"
"""The kind of the first event, which makes the tournament, and of no other."""
STEPS: dict[str, Step] = {"lien-revoque": lambda t, _: t}
"""The step of each kind of event; each is declared with its act."""


def step(kind: str) -> Callable[[Step], Step]:
    """A decorator: the function is the step of events of that kind."""

    def declare(function: Step) -> Step:
        STEPS[kind] = function
        return function

    return declare


@step("lien")
def _linked(t: Tournament, event: Happening) -> Tournament:
    return replace(t, links={**t.links, **{int(table): made for table, made in event.done["made"].items()}})


def record(cls: type[R], body: Mapping[str, Any]) -> R:
    """A record from what `asdict` made of it, after JSON: with tuples in place of lists."""
    return cls(**{key: _tuples(value) for key, value in body.items()})


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


def with_entrant(t: Tournament, entrant: Entrant) -> Tournament:
    """The tournament with one entrant changed."""
    place = entrant.number - 1
    return replace(t, entrants=(*t.entrants[:place], entrant, *t.entrants[place + 1 :]))


def with_round(t: Tournament, event: Happening, **changes: Any) -> Tournament:
    """The tournament with the round of the event changed."""
    round_ = t.round(event.number("tour"))
    place = round_.number - 1
    return replace(t, rounds=(*t.rounds[:place], replace(round_, **changes), *t.rounds[place + 1 :]))


def with_table(t: Tournament, event: Happening, **changes: Any) -> Tournament:
    """The tournament with the table of the event changed."""
    tables, place = t.round(event.number("tour")).tables, event.number("table") - 1
    changed = replace(tables[place], **changes)
    return with_round(t, event, tables=(*tables[:place], changed, *tables[place + 1 :]))


def table_at(t: Tournament, event: Happening) -> TableOf:
    """The table of an event, before it."""
    return t.round(event.number("tour")).table(event.number("table"))


HANDS = frozenset({"echange", "placement", "table-ouverte"})
"""The kinds of events by which hands choose seats; a repair is drawn."""


def change_of(body: Mapping[str, Any]) -> RoundChange:
    """A round, read back from what `asdict` made of it."""
    return record(RoundChange, {**body, "tables": tuple(record(SeatsNow, now) for now in body["tables"])})


@step("reparation")
def by_hand(t: Tournament, event: Happening) -> Tournament:
    """A hand changed tables of a draw; `done` is the `HandAct`, with the `draw`, its `report`, and the `partie` of a new table.

    People are numbers in all of it, in the report too.
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
    """The tournament with one round of a draw changed, and the round that was opened from it."""
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
    """A report whose people are numbers, as text, with their names; counts are no text."""
    if isinstance(report, Mapping):
        return {
            names_of.get(key, key): value if key == "code" else spelled(value, names_of)
            for key, value in report.items()
        }
    if isinstance(report, list):
        return [spelled(item, names_of) for item in report]
    return names_of.get(report, report) if isinstance(report, str) else report


def new_slips(draw: DrawRecord, act: int, *, camps: bool) -> frozenset[int]:
    """Those whose slip is another one now than before an act, from 1: other table, seat or company in a round."""
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
    """Those whose slip is another one since the round before: all (`None`) with a new draw, else those whom hands moved."""
    opened = number <= len(t.rounds)
    if opened and is_final(t, number):
        # Nobody else has to know where they sit.
        return frozenset(t.round(number).people)
    draw = t.draws[t.rounds[number - 1].draw - 1] if opened else t.draws[-1]
    first = next((place for place, act in enumerate(draw.acts, 1) if act.round >= number), 0)
    if draw.first == number:
        return None
    return new_slips(draw, first, camps=t.game.rules.CAMPS) if first else frozenset()


def _slip_texts(round_: DrawnTables, *, camps: bool) -> dict[int, tuple[int, ...]]:
    """Entries of the slips for a round, by person: table, seat, company."""
    texts: dict[int, tuple[int, ...]] = dict.fromkeys(round_.byes, (0,))
    for number, seats in enumerate(round_.tables, 1):
        for seat, person in enumerate(seats):
            mates = (p for at, p in enumerate(seats) if p != person and (not camps or (at - seat) % 2 == 0))
            texts[person] = (number, seat, *mates)
    return texts


def changed(round_: DrawnTables, change: RoundChange) -> DrawnTables:
    """A round of a draw after a change."""
    new = {now.table: now.seats for now in change.tables}
    tables = (new[n] if n in new else round_.tables[n - 1] for n in range(1, change.count + 1))
    return DrawnTables(tuple(tables), change.byes)
