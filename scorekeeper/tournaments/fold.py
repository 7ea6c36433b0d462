"""A tournament from its events: each event moves it on, and nothing else does."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from scorekeeper.cards import catalogue
from scorekeeper.cards.rules.contract import Table
from scorekeeper.errors import Unknown
from scorekeeper.records import rows
from scorekeeper.tournaments.model import Entrant, TableOf, Tournament
from scorekeeper.tournaments.options import OPTIONS, rules_for

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
    def of(cls, event: rows.EventRow) -> Happening:
        """Read an event."""
        place, body = event.scope.partition("/")[2], json.loads(event.body or "{}")
        columns: dict[str, Any] = {
            key: getattr(event, key) for key in ("seq", "kind", "reason", "actor", "device")
        }
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
APART = frozenset({"signature"})
"""Kinds of events that concern nobody but the table that they are about."""
STEPS: dict[str, Step] = {"lien-revoque": lambda t, _: t}
"""The step of each kind of event; each is declared with its act."""


def step(kind: str) -> Callable[[Step], Step]:
    """A decorator: the function is the step of events of that kind."""

    def declare(function: Step) -> Step:
        STEPS[kind] = function
        return function

    return declare


def _step_of(kind: str) -> Step:
    if kind not in STEPS:
        raise ValueError(f"event of kind {kind}")
    return STEPS[kind]


def opened(number: int, event: rows.EventRow) -> Tournament:
    """The tournament that an event opens. Raises `Unknown` for a game that this program does not have, `ValueError` for a damaged definition."""
    opening = Happening.of(event)
    asked = opening.asked
    game = catalogue.game(asked["game"], asked.get("definition"))
    options = OPTIONS.read(opening.done["options"], Table())
    return Tournament(
        id=number,
        name=asked["name"],
        game=game,
        settings=asked["settings"],
        options=options,
        rules=rules_for(game, options, asked["settings"], options.size or 4),
        created_at=event.at_utc,
        revision=1,
        decided=1,
        last_seq=event.seq,
        active_at=event.at_utc,
    )


def moved(tournament: Tournament, event: rows.EventRow) -> Tournament:
    """The tournament after an event."""
    after = _step_of(event.kind)(tournament, Happening.of(event))
    revision = tournament.revision + 1
    return replace(
        after,
        revision=revision,
        decided=tournament.decided if event.kind in APART else revision,
        last_seq=event.seq,
        active_at=event.at_utc,
    )


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
