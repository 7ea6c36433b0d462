"""Card points of an attack: what it must make, and what is possible, by players, contract, bouts and tricks.

Card values are those of the regulation of the Fédération française de tarot: bouts and kings 4½, queens 3½, knights 2½,
jacks 1½, every other card ½; 91 in all. Everything here is counted in half points, so a card of ½ counts 1 and all 182.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache, reduce
from operator import or_

ALL, BOUTS, BOUT = 182, 3, 9
"""Half points of the whole pack, number of bouts, and half points of a bout."""
TARGETS = (56, 51, 41, 36)
"""Card points the attack must make, by its number of bouts."""
TRUMPS = 22
"""The 21 trumps and the Excuse, which may stand for one in a poignée."""

_KING = 9
COURT = (_KING, 7, 5, 3)
_SUITS = 4
_LOW = 59
"""Cards worth a half point: 40 of the suits and the 19 trumps that are no bouts."""
GROUPS = {
    "bouts": (BOUTS, BOUT),
    "rois": (_SUITS, _KING),
    "dames": (_SUITS, COURT[1]),
    "cavaliers": (_SUITS, COURT[2]),
    "valets": (_SUITS, COURT[3]),
    "basses": (_LOW, 1),
}
"""Number of cards of each worth, and the half points of one."""
PACK = sum(count for count, _ in GROUPS.values())
LONE_EXCUSE = 8
"""The Excuse of a camp without a card to give in exchange: 4½ less the half point it owes."""

FOUR = 4
"""Players among whom card points are always whole: the attack holds an even number of cards."""
TRICKS, CHIEN = {3: 24, 4: 18, 5: 15}, {3: 6, 4: 6, 5: 3}
"""Tricks of a donne and cards of the chien, by the number of players who play."""


def pile(counts: Mapping[str, int]) -> tuple[int, int] | None:
    """Cards and half points of a pile, by how many it has of each group; `None` where it has more than there are."""
    if any(count > GROUPS[name][0] for name, count in counts.items()):
        return None
    return sum(counts.values()), sum(count * GROUPS[name][1] for name, count in counts.items())


@dataclass(frozen=True)
class Margin:
    """By how much a contract was made or missed."""

    won: bool
    ecart: int
    """Difference between the attack's points and its target, in whole points: a half goes to the winners."""

    @property
    def sign(self) -> int:
        """+1 for a contract made, −1 for one missed."""
        return 1 if self.won else -1


def margin(points: int, bouts: int) -> Margin:
    """Compare the attack's card points (in halves) with the target for its bouts: 40½ for 41 is missed by 1."""
    difference = points - 2 * TARGETS[bouts]
    return Margin(difference >= 0, (abs(difference) + 1) // 2)


class Dog(Enum):
    """The use of the chien."""

    DISCARDED = "ecart"
    """Prise and garde: the taker takes it up and discards as many cards, neither kings nor bouts."""
    ATTACK = "sans"
    """Garde sans: it stays hidden, and counts for the attack."""
    DEFENCE = "contre"
    """Garde contre: it counts for the defence."""


@dataclass(frozen=True)
class Reach:
    """The half points an attack can hold with so many bouts, by what it took of the tricks (`every` one is a slam)."""

    some: frozenset[int]
    every: frozenset[int]
    none: frozenset[int]
    but_one: frozenset[int]

    @property
    def ordinary(self) -> frozenset[int]:
        """Everything short of a slam of the attack."""
        return self.some | self.none

    @property
    def all(self) -> frozenset[int]:
        """Everything there is."""
        return self.some | self.every | self.none


@cache
def reach(players: int, dog: Dog, bouts: int) -> Reach:
    """Possible points of an attack with `bouts` bouts when `players` (3, 4 or 5) play.

    A trick may hold any cards: who wins it depends on cards that are worth nothing. An Excuse played to a trick of the
    other camp is exchanged for a card of that camp, so a camp with at least one trick always holds whole tricks.
    """
    chien = CHIEN[players]
    own = 0 if dog is Dog.DEFENCE else chien
    masks = [_pile(players * tricks + own, bouts) for tricks in range(1, TRICKS[players])]
    return Reach(
        some=_members(reduce(or_, masks)),
        every=frozenset(ALL - points for points in _without_tricks(chien, _OPPOSITE[dog], BOUTS - bouts)),
        none=_without_tricks(chien, dog, bouts),
        but_one=_members(masks[-1]),
    )


@dataclass(frozen=True)
class Span:
    """The half points of an attack as a range: from, to, and what stands apart."""

    least: int
    most: int
    apart: int | None
    """A slam that stands alone beyond `most`: 87 points when the defence kept the Excuse."""
    hole: int | None
    """The one value inside that no cards give; known at four, where points are always whole."""

    def near(self, points: int) -> bool:
        """Whether the points are inside, or beyond an end by the half that rounding adds; never more than all there are."""
        return max(0, self.least - 1) <= points <= min(ALL, self.most + 1) or points == self.apart


@cache
def span(players: int, dog: Dog, bouts: int) -> Span:
    """The limits of `reach`, for sentences and for points that may have been rounded."""
    values = reach(players, dog, bouts)
    most, apart = max(values.all), None
    if values.every and dog is not Dog.DEFENCE and most != ALL:
        most, apart = max(values.ordinary), most
    inside = range(min(values.all), most, 2) if players == FOUR else ()
    hole = next((points for points in inside if points not in values.all), None)
    return Span(min(values.all), most, apart, hole)


def close(points: int, values: frozenset[int], players: int) -> bool:
    """Whether the points are among the values, or are whole and half a point away at a table that rounds them."""
    rounded = players != FOUR and points % 2 == 0
    return points in values or (rounded and not values.isdisjoint({points - 1, points + 1}))


_OPPOSITE: dict[Dog, Dog | None] = {Dog.DISCARDED: None, Dog.ATTACK: None, Dog.DEFENCE: Dog.ATTACK}
"""Worth of the chien to the defence, seen as if it were the attack; `None` when it never gets it."""


def _without_tricks(chien: int, dog: Dog | None, bouts: int) -> frozenset[int]:
    """Half points of a camp without a trick: its chien or écart, and the Excuse if one of its players held it."""
    if dog is Dog.ATTACK:
        own, lone = _pile(chien, bouts), _pile(chien, bouts - 1)
    else:
        discard = _pile(chien, 0, kings=False) if dog is Dog.DISCARDED else _pile(0, 0)
        own, lone = (discard if bouts == 0 else 0), (discard if bouts == 1 else 0)
    return _members(own | lone << LONE_EXCUSE)


def _pile(size: int, bouts: int, *, kings: bool = True) -> int:
    """The values a set of `size` cards with `bouts` bouts can have: bit v is set when v half points are possible."""
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
    """For each number of court cards, the values they can have together, as a bit set."""
    sums = [1]
    for value in COURT[0 if kings else 1 :] * _SUITS:
        sums = [
            (sums[count] if count < len(sums) else 0) | (sums[count - 1] << value if count else 0)
            for count in range(len(sums) + 1)
        ]
    return tuple(sums)


def _members(values: int) -> frozenset[int]:
    return frozenset(value for value in range(values.bit_length()) if values >> value & 1)
