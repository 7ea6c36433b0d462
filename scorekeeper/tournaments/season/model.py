"""A season as it is now, built from its events: its name, its terms, its evenings, and who is the same person."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import ClassVar, NamedTuple

from scorekeeper.cards.rules import names
from scorekeeper.cards.rules.contract import Table
from scorekeeper.draw.season import TERMS, Terms
from scorekeeper.records import rows
from scorekeeper.tournaments.fold import Happening


class SeasonAct(StrEnum):
    """The kinds of acts on a season."""

    CREATION = "creation"
    REGLAGES = "reglages"
    SOIREE = "soiree"
    SOIREE_RETIREE = "soiree-retiree"
    IDENTITE = "identite"


class SamePerson(NamedTuple):
    """Two writings of one person's name."""

    name: str
    """As it stands on the list of an evening."""
    other: str
    """The one under which the season has them."""


@dataclass(frozen=True, kw_only=True)
class Season:
    """A season with its evenings; what these gave is read from their tournaments."""

    id: int
    name: str
    terms: Terms
    tournaments: tuple[int, ...] = ()
    """In the order in which they were added."""
    same: Mapping[str, SamePerson] = field(default_factory=dict)
    """By the key of the name."""
    created_at: str
    revision: int = 1
    last_seq: int
    active_at: str
    weight: ClassVar[int] = 2

    def person(self, name: str) -> str:
        """The key of the person of that name in this season."""
        known = self.same.get(names.key(name))
        return names.key(known.other if known else name)


Step = Callable[[Season, Happening], Season]


def identified(season: Season, pair: SamePerson) -> Season:
    """The season after two names were taken for one person, or no longer where the other one is empty."""
    key = names.key(pair.name)
    others = {each: known for each, known in season.same.items() if each != key}
    if not pair.other:
        return replace(season, same=others)
    if known := others.get(names.key(pair.other)):
        pair = pair._replace(other=known.other)
    # Who was that person until now is the other one too.
    moved = {
        each: known._replace(other=pair.other) if names.key(known.other) == key else known
        for each, known in others.items()
    }
    return replace(season, same={**moved, key: pair})


STEPS: Mapping[SeasonAct, Step] = {
    SeasonAct.REGLAGES: lambda season, event: replace(
        season, name=event.done["name"], terms=TERMS.read(event.done["terms"], Table())
    ),
    SeasonAct.SOIREE: lambda season, event: replace(
        season, tournaments=(*season.tournaments, event.asked["tournament"])
    ),
    SeasonAct.SOIREE_RETIREE: lambda season, event: replace(
        season, tournaments=tuple(each for each in season.tournaments if each != event.asked["tournament"])
    ),
    SeasonAct.IDENTITE: lambda season, event: identified(season, SamePerson(**event.asked)),
}
"""Steps of the events; `CREATION` is the first and only that."""


def opened(number: int, event: rows.EventRow) -> Season:
    """The season that an event opens."""
    happening = Happening.of(event)
    return Season(
        id=number,
        name=happening.asked["name"],
        terms=TERMS.read(happening.done["terms"], Table()),
        created_at=event.at_utc,
        last_seq=event.seq,
        active_at=event.at_utc,
    )


def moved(season: Season, event: rows.EventRow) -> Season:
    """The season after an event."""
    after = STEPS[SeasonAct(event.kind)](season, Happening.of(event))
    return replace(after, revision=season.revision + 1, last_seq=event.seq, active_at=event.at_utc)


def row_of(season: Season) -> rows.SeasonRow:
    """Fields of a season in lists."""
    return rows.SeasonRow(
        id=season.id,
        name=season.name,
        evenings=len(season.tournaments),
        revision=season.revision,
        last_seq=season.last_seq,
        active_at=season.active_at,
    )
