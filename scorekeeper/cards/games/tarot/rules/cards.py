"""Card points of an attack: its targets, and the possible values by players, contract, bouts and tricks.

Card values are those of the regulation of the Fédération française de tarot: bouts and kings 4½, queens 3½, knights 2½,
jacks 1½, every other card ½; 91 in all. Unless stated otherwise, values here are in half points: a card of ½ is 1, the
pack 182.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache, reduce
from operator import or_

ALL, BOUTS, BOUT = 182, 3, 9
"""Half points of the pack, number of bouts, half points of a bout."""
TARGETS = (56, 51, 41, 36)
"""Card points the attack must make, by its number of bouts."""
TRUMPS = 22
"""Number of trumps with the Excuse, which may count as a trump in a poignée."""

_KING = 9
COURT = (_KING, 7, 5, 3)
_SUITS = 4
_LOW = 59
"""Number of cards worth half a point: 40 of the suits and the 19 trumps other than bouts."""
GROUPS = {
    "bouts": (BOUTS, BOUT),
    "rois": (_SUITS, _KING),
    "dames": (_SUITS, COURT[1]),
    "cavaliers": (_SUITS, COURT[2]),
    "valets": (_SUITS, COURT[3]),
    "basses": (_LOW, 1),
}
"""Groups of cards of equal value: number of cards in the pack, and half points of one card."""
PACK = sum(count for count, _ in GROUPS.values())
LONE_EXCUSE = 8
"""Half points of the Excuse in a camp without a trick: 4½ points less the half point owed in exchange."""

FOUR = 4
"""Number of players with whom card points are always whole: the attack holds an even number of cards."""
TRICKS, CHIEN = {3: 24, 4: 18, 5: 15}, {3: 6, 4: 6, 5: 3}
"""Tricks of a donne, and cards of the chien, by the number of players with cards."""


def pile(counts: Mapping[str, int]) -> tuple[int, int] | None:
    """Return the number of cards and the half points of a pile, `None` if it exceeds the pack.

    Args:
        counts: Number of cards of each group in `GROUPS`.
    """
    if any(count > GROUPS[name][0] for name, count in counts.items()):
        return None
    return sum(counts.values()), sum(count * GROUPS[name][1] for name, count in counts.items())


@dataclass(frozen=True)
class Margin:
    """Margin by which a contract was made or missed."""

    won: bool
    ecart: int
    """Distance between the attack's points and its target, in whole points; a half is rounded up, to the winners."""

    @property
    def sign(self) -> int:
        """+1 for a contract made, −1 for one missed."""
        return 1 if self.won else -1


def margin(points: int, bouts: int) -> Margin:
    """Return the margin between the attack's half points and the target for its bouts: 40½ for 41 is missed by 1."""
    difference = points - 2 * TARGETS[bouts]
    return Margin(difference >= 0, (abs(difference) + 1) // 2)


class ChienUse(Enum):
    """Uses of the chien, by contract."""

    DISCARDED = "ecart"
    """Prise, pousse and garde: the taker takes it into the hand and discards as many cards, neither kings nor bouts."""
    ATTACK = "sans"
    """Garde sans: it stays hidden, and counts for the attack."""
    DEFENCE = "contre"
    """Garde contre: it counts for the defence."""


@dataclass(frozen=True)
class PossiblePoints:
    """Possible half points of an attack, by the number of tricks that it took.

    Attributes:
        some: At least one trick, but not all.
        every: All tricks: a slam.
        none: No trick.
        but_one: All tricks but one; included in `some`.
    """

    some: frozenset[int]
    every: frozenset[int]
    none: frozenset[int]
    but_one: frozenset[int]

    @property
    def ordinary(self) -> frozenset[int]:
        """Values possible without a slam of the attack."""
        return self.some | self.none

    @property
    def all(self) -> frozenset[int]:
        """All possible values."""
        return self.some | self.every | self.none


@cache
def reach(players: int, chien_use: ChienUse, bouts: int) -> PossiblePoints:
    """Return the possible half points of an attack with `bouts` bouts (0 to 3) when 3, 4 or 5 `players` have cards.

    The tricks of a camp may hold any cards, as low cards decide who wins them. An Excuse played to a trick of the
    other camp is exchanged for a card of that camp, so a camp with at least one trick always holds whole tricks.
    """
    chien = CHIEN[players]
    own = 0 if chien_use is ChienUse.DEFENCE else chien
    masks = [_pile(players * tricks + own, bouts) for tricks in range(1, TRICKS[players])]
    return PossiblePoints(
        some=_members(reduce(or_, masks)),
        every=frozenset(
            ALL - points for points in _without_tricks(chien, _OPPOSITE[chien_use], BOUTS - bouts)
        ),
        none=_without_tricks(chien, chien_use, bouts),
        but_one=_members(masks[-1]),
    )


@dataclass(frozen=True)
class Span:
    """Range of the possible half points of an attack, with its exceptions."""

    least: int
    most: int
    apart: int | None
    """Points of a slam beyond `most`, or `None`: 87 points when the defence kept the Excuse."""
    hole: int | None
    """Lowest impossible value inside the range, or `None`; computed only at four, where points are always whole."""

    def near(self, points: int) -> bool:
        """Return whether the points equal `apart` or are in the range, allowing half a point of rounding at both ends.

        Points below 0 or above those of the pack are never accepted.
        """
        return max(0, self.least - 1) <= points <= min(ALL, self.most + 1) or points == self.apart


@cache
def span(players: int, chien_use: ChienUse, bouts: int) -> Span:
    """Return the limits of `reach`, for messages and for points that may have been rounded."""
    values = reach(players, chien_use, bouts)
    most, apart = max(values.all), None
    if values.every and chien_use is not ChienUse.DEFENCE and most != ALL:
        most, apart = max(values.ordinary), most
    inside = range(min(values.all), most, 2) if players == FOUR else ()
    hole = next((points for points in inside if points not in values.all), None)
    return Span(min(values.all), most, apart, hole)


def matches_rounded(points: int, values: frozenset[int], players: int) -> bool:
    """Return whether the points are one of `values`; except at four, whole points may be half a point off (rounded)."""
    rounded = players != FOUR and points % 2 == 0
    return points in values or (rounded and not values.isdisjoint({points - 1, points + 1}))


_OPPOSITE: dict[ChienUse, ChienUse | None] = {
    ChienUse.DISCARDED: None,
    ChienUse.ATTACK: None,
    ChienUse.DEFENCE: ChienUse.ATTACK,
}
"""Use of the chien for the defence, as if it were the attack; `None` if the defence does not get the chien."""


def _without_tricks(chien: int, chien_use: ChienUse | None, bouts: int) -> frozenset[int]:
    """Return the possible half points of a camp without a trick: its chien or écart, and the Excuse if it was dealt it.

    Args:
        chien: Number of cards of the chien.
        chien_use: Use of the chien for this camp; `None` if the other camp gets it.
        bouts: Number of bouts of this camp.
    """
    if chien_use is ChienUse.ATTACK:
        own, lone = _pile(chien, bouts), _pile(chien, bouts - 1)
    else:
        discard = _pile(chien, 0, kings=False) if chien_use is ChienUse.DISCARDED else _pile(0, 0)
        own, lone = (discard if bouts == 0 else 0), (discard if bouts == 1 else 0)
    return _members(own | lone << LONE_EXCUSE)


def _pile(size: int, bouts: int, *, kings: bool = True) -> int:
    """Return the possible values of `size` cards with `bouts` bouts, as a bit set: bit v stands for v half points."""
    if bouts < 0:
        return 0
    values = 0
    for count, sums in enumerate(_court_sums(kings)):
        low = size - bouts - count
        if 0 <= low <= _LOW:
            values |= sums << (BOUT * bouts + low)
    return values


@cache
def _court_sums(kings: bool) -> tuple[int, ...]:  # noqa: FBT001 - a cache key
    """Return a bit set of the possible half points for each number of court cards, from 0; the kings are among them if `kings`."""
    sums = [1]
    for value in COURT[0 if kings else 1 :] * _SUITS:
        sums = [
            (sums[count] if count < len(sums) else 0) | (sums[count - 1] << value if count else 0)
            for count in range(len(sums) + 1)
        ]
    return tuple(sums)


def _members(values: int) -> frozenset[int]:
    return frozenset(value for value in range(values.bit_length()) if values >> value & 1)
