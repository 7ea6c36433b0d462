"""Possible deals: hearts and diamonds in play, cards in a hand, and whether given starting buoys can be dealt."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from scorekeeper.cards.games.bouees.rules.entry import Rois


@dataclass(frozen=True)
class Pack:
    """Cards of one deal that determine the starting buoys."""

    coeurs: int
    carreaux: int
    """Hearts and diamonds in play, all of them dealt."""
    main: int
    """Cards in a hand, equal to the number of tricks of a manche."""


FOUR = (Pack(10, 10, 10),)
"""Four players: 1 to 10 of each suit."""
FIVE = (Pack(12, 12, 10),)
"""Five players: the jacks, the knights and the two black queens are added."""
SIX = {
    Rois.NOIRS: (Pack(13, 13, 9),),
    Rois.ROUGES: (Pack(14, 14, 9),),
    Rois.UN_DE_CHAQUE: (Pack(14, 13, 9), Pack(13, 14, 9)),
}
"""Six players: all jacks, knights and queens, and two kings; a single red king is of hearts or of diamonds."""


def can_be_dealt(bouees: Sequence[int], packs: tuple[Pack, ...], *, up: bool) -> bool:
    """Return whether hands with exactly these starting buoys can be dealt from one of the packs.

    Adds the hands one by one, with the set of all their possible sums (hearts, diamonds). A hand has at most as many red
    cards as the hand size of the pack, and at least one: a hand without red cards is dealt anew. `up` as `Bouees.up`.
    """
    return any(_dealt(tuple(sorted(bouees)), pack, up=up) for pack in packs)


@cache
def _dealt(bouees: tuple[int, ...], pack: Pack, *, up: bool) -> bool:
    reached = {(0, 0)}
    for wanted in bouees:
        hands = [
            (coeurs, carreaux)
            for coeurs in range(min(wanted, pack.main) + 1)
            for carreaux in range(pack.main - coeurs + 1)
            if coeurs + carreaux and coeurs + (carreaux + up) // 2 == wanted
        ]
        sums = {(held[0] + hand[0], held[1] + hand[1]) for held in reached for hand in hands}
        reached = {held for held in sums if held[0] <= pack.coeurs and held[1] <= pack.carreaux}
    return (pack.coeurs, pack.carreaux) in reached
