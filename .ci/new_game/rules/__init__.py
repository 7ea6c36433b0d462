"""The rules of __Name__. Name their source here, and on each rule that only one source knows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar

from scorekeeper.cards.rules.contract import Doubt, Entry, Fault, Label, Rules, Seat, State, Wins
from scorekeeper.cards.rules.fields import BySeat, Record, settings
from scorekeeper.cards.rules.kinds import Whole
from scorekeeper.cards.rules.scores import Control, Item, Outcome, Row

TOTAL = 26
"""Points of a donne, all players together."""


@dataclass(frozen=True, kw_only=True)
class __Key__Donne(Entry):
    """One donne: the points of each player."""

    points: Annotated[tuple[int | None, ...], BySeat(Whole(0, TOTAL))]
    """Points of each seat; `None` for a player who is not named."""


@settings
class __Key__(Rules[__Key__Donne, State]):
    """The rules with the house's settings."""

    nb_donnes: Annotated[int, Whole(1, 60)] = 8
    """Donnes of a partie."""

    SEATS: ClassVar[tuple[int, ...]] = (4,)
    WINS: ClassVar[Wins] = Wins.HIGH
    ENTRY = Record(__Key__Donne)

    def faults(self, state: State, entry: __Key__Donne) -> Sequence[Fault]:
        missing = tuple(Seat(seat) for seat, points in enumerate(entry.points) if points is None)
        if missing:
            return [Fault("points-manquants", "points", joueurs=missing)]
        written = sum(points or 0 for points in entry.points)
        if written != TOTAL:
            return [Fault("points-somme", "points", somme=written, total=TOTAL)]
        return ()

    def doubts(self, state: State, entry: __Key__Donne) -> Sequence[Doubt]:
        if TOTAL in entry.points:
            return [Doubt("points-seul", "points", joueur=Seat(entry.points.index(TOTAL)))]
        return ()

    def mark(self, state: State, entry: __Key__Donne) -> tuple[State, Row]:
        scores = tuple(points or 0 for points in entry.points)
        return self.written(state, entry, scores), Row(scores, (Item(Label("points"), scores),))

    def outcome(self, state: State) -> Outcome | None:
        if state.rang < self.nb_donnes:
            return None
        return Outcome(self.leaders(state), Label("fin", donnes=self.nb_donnes))

    def control(self, state: State) -> Control:
        return Control(TOTAL * state.rang, sum(state.totals))
