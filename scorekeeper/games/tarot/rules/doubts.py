"""What is possible in a donne and rare enough to ask "sure?"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from scorekeeper.games.tarot.rules.cards import BOUTS, FOUR, Dog, close, reach
from scorekeeper.games.tarot.rules.entry import Played, TarotDonne
from scorekeeper.rules.contract import Doubt, Halves, State, Term

if TYPE_CHECKING:
    from scorekeeper.games.tarot.rules import Tarot

FEW_WITH_BOUTS = Halves(40)
"""With 3 bouts, fewer points than these 20 look like those of the other camp."""
MANY_WITHOUT = Halves(140)
"""Without a bout, more points than these 70 look like those of the other camp."""
WIDE = 40
"""An écart beyond this is rare."""
FEW_MISERES = 2
"""More misères than these in one donne are rare."""


def doubts(rules: Tarot, state: State, donne: TarotDonne) -> tuple[Doubt, ...]:
    """All of them, in the order of the entry's keys."""
    facts = donne.played
    if facts is None:
        return ()
    players = rules.playing(state.table)
    all_doubts = [*_points(players, facts, donne.points_key), *_slams(players, facts, donne)]
    if len(donne.miseres) > FEW_MISERES:
        all_doubts.append(Doubt("miseres-nombreuses", "miseres", nombre=len(donne.miseres)))
    return tuple(all_doubts)


def _points(players: int, facts: Played, key: str) -> Iterator[Doubt]:
    swapped_low = facts.bouts == BOUTS and facts.points < FEW_WITH_BOUTS
    swapped_high = facts.bouts == 0 and facts.points > MANY_WITHOUT
    if swapped_low or swapped_high:
        yield Doubt("camps-echanges", key, points=facts.points, bouts=Term(f"nombre-bouts-{facts.bouts}"))
    if facts.margin.ecart > WIDE:
        yield Doubt("ecart-grand", key, ecart=facts.margin.ecart)
    if players != FOUR and not close(
        facts.points, reach(players, facts.contrat.dog, facts.bouts).all, players
    ):
        yield Doubt("points-improbables", key, points=facts.points)


def _slams(players: int, facts: Played, donne: TarotDonne) -> Iterator[Doubt]:
    """Points that only a slam explains, where none was declared; and a slam of the defence with too rich an écart.

    A king is never discarded, so that six discarded cards make 19 points at most; some houses allow it all the same.
    """
    dog = facts.contrat.dog
    values = reach(players, dog, facts.bouts)
    if donne.chelem_defense:
        if dog is not Dog.DEFENCE and not close(facts.points, values.none, players):
            yield Doubt("ecart-riche", "chelem_defense", max=Halves(max(values.none)))
    elif facts.points in values.none and not close(facts.points, values.some, players):
        yield Doubt("chelem-defense-oublie", "chelem_defense")
    untold = dog is Dog.DEFENCE and not donne.slam and facts.points in values.every
    if untold and not close(facts.points, values.ordinary, players):
        yield Doubt("chelem-oublie", "chelem")
