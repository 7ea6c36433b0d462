"""What can be dealt: hearts and diamonds in play, cards in a hand, and the starting buoys that can come of them.

Every heart is a buoy and every two diamonds are one; an odd diamond counts as one more buoy, or as none where the house
rounds down.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from scorekeeper.games.bouees.rules.entry import Rois


@dataclass(frozen=True)
class Pack:
    """The cards of one deal as far as buoys go."""

    coeurs: int
    """Hearts in play, all of them dealt."""
    carreaux: int
    """Diamonds in play, all of them dealt."""
    main: int
    """Cards in a hand, which is also the number of tricks of a manche."""


FOUR = (Pack(10, 10, 10),)
"""Four players: 1 to 10 of each suit."""
FIVE = (Pack(12, 12, 10),)
"""Five players: the jacks, the knights and the two black queens come in."""
SIX_BLACK_KINGS = (Pack(13, 13, 9),)
"""Six players: all jacks, knights and queens, and the two black kings."""
SIX_RED_KINGS = (Pack(14, 14, 9),)
"""Six players with the two red kings instead."""
SIX_MIXED_KINGS = (Pack(14, 13, 9), Pack(13, 14, 9))
"""Six players with one black king and one red one, of hearts or of diamonds."""
SIX = {Rois.NOIRS: SIX_BLACK_KINGS, Rois.ROUGES: SIX_RED_KINGS, Rois.UN_DE_CHAQUE: SIX_MIXED_KINGS}


def buoys(coeurs: int, carreaux: int, *, up: bool) -> int:
    """Starting buoys of a hand: hearts and half the diamonds, rounded up or down."""
    return coeurs + (carreaux + up) // 2


@cache
def sums(packs: tuple[Pack, ...], players: int, *, up: bool) -> tuple[int, ...]:
    """Every sum that the starting buoys of all players can have, in order.

    Each hand with an odd number of diamonds adds half a buoy to (or takes it from) ♥ + ♦/2, and the number of such
    hands is odd exactly when the diamonds are.
    """
    possible = {
        pack.coeurs + (pack.carreaux + (odd if up else -odd)) // 2
        for pack in packs
        for odd in range(pack.carreaux % 2, players + 1, 2)
    }
    return tuple(sorted(possible))


def can_be_dealt(bouees: Sequence[int], packs: tuple[Pack, ...], *, up: bool) -> bool:
    """Whether hands with just these starting buoys can be dealt from one of the packs.

    Adds the hands one by one and keeps every pair (hearts, diamonds) that they can have between them. No hand may be
    longer than the pack allows or be without any red card, since that one is dealt anew.
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
            if coeurs + carreaux and buoys(coeurs, carreaux, up=up) == wanted
        ]
        reached = {
            (coeurs + more_coeurs, carreaux + more_carreaux)
            for coeurs, carreaux in reached
            for more_coeurs, more_carreaux in hands
            if coeurs + more_coeurs <= pack.coeurs and carreaux + more_carreaux <= pack.carreaux
        }
    return (pack.coeurs, pack.carreaux) in reached
