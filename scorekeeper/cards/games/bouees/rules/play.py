"""A manche trick by trick: the levels on the table, who begins, who loses, which buoys are left.

Nothing of it is declared or stored: it helps a table to come to the entry that `Bouees` judges. Two trumps are turned for each
trick. The highest card takes the greater one and the next highest the other; a trump is the new level of the player who takes it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Self

from scorekeeper.cards.games.bouees.rules import Bouees, beginners
from scorekeeper.cards.games.bouees.rules.entry import Egalite
from scorekeeper.cards.rules.contract import Seat, Table

PAIR = 2
"""Trumps turned for a trick, and trumps of each level: 3 and 13 are both of level 3."""

Gesture = int | Seat
"""Next thing to say at the table: the level of a trump that was turned, or who takes one."""


@dataclass(frozen=True, kw_only=True)
class Play:
    """A manche as far as it was followed."""

    house: Bouees
    table: Table
    bouees: tuple[int, ...]
    """Buoys that each seat has left."""
    niveaux: tuple[int, ...]
    """Level of each seat; 0 before its first trump."""
    elimines: tuple[Seat, ...] = ()
    plis: int = 0
    """Tricks that are over."""
    used: tuple[int, ...] = ()
    """Levels of all trumps turned so far, those of the trick that is on last."""
    preneur: Seat | None = None
    """Taker of the greater trump of the current trick."""
    perdants: tuple[Seat, ...] = ()
    """Loser of the last trick; nobody where its highest level was shared."""

    @classmethod
    def begun(cls, house: Bouees, table: Table, starts: tuple[int, ...]) -> Self:
        """A manche before its first trick."""
        return cls(house=house, table=table, bouees=starts, niveaux=(0,) * len(starts))

    @property
    def tricks(self) -> int:
        """Tricks of the whole manche."""
        return self.house.tricks(len(self.bouees))

    @property
    def afloat(self) -> tuple[Seat, ...]:
        """The players who are still in."""
        seats = map(Seat, range(len(self.bouees)))
        return tuple(seat for seat in seats if seat not in self.elimines)

    @property
    def over(self) -> bool:
        """Whether no trick is left to be played."""
        stops = self.house.fin_deux_survivants and len(self.afloat) <= PAIR
        return self.plis == self.tricks or not self.afloat or stops

    @property
    def turned(self) -> tuple[int, ...]:
        """The levels of the trumps of the trick that is on, the greater one first."""
        return tuple(sorted(self.used[PAIR * self.plis :], reverse=True))

    @property
    def levels(self) -> tuple[int, ...]:
        """The levels of the trumps that can be turned now. There are as many as tricks, as two trumps have each."""
        if self.over or len(self.turned) == PAIR:
            return ()
        return tuple(level for level in range(1, self.tricks + 1) if self.used.count(level) < PAIR)

    @property
    def takers(self) -> tuple[Seat, ...]:
        """The players who can take the next trump."""
        if self.over or len(self.turned) < PAIR:
            return ()
        return tuple(seat for seat in self.afloat if seat != self.preneur)

    @property
    def begins(self) -> tuple[Seat, ...]:
        """Leaders of the trick; several, where the table chooses between them."""
        return () if self.over else beginners(self.table, self.bouees, self.elimines)

    @property
    def lowest(self) -> tuple[Seat, ...]:
        """The players afloat with the lowest level."""
        least = min((self.niveaux[seat] for seat in self.afloat), default=0)
        return tuple(seat for seat in self.afloat if self.niveaux[seat] == least)

    def after(self, gesture: Gesture) -> Self | None:
        """State after a gesture; `None` where it cannot be."""
        if isinstance(gesture, Seat):
            return self._taken(gesture) if gesture in self.takers else None
        return replace(self, used=(*self.used, gesture)) if gesture in self.levels else None

    def _taken(self, seat: Seat) -> Self:
        """A player takes the greater trump, or the other one; the last who is left in takes only the greater."""
        first = seat if self.preneur is None else self.preneur
        others = [each for each in self.afloat if each != first]
        if self.preneur is None and len(others) > 1:
            return replace(self, preneur=seat)
        levels = list(self.niveaux)
        takers = (first, *(others if self.preneur is None else (seat,)))
        for taker, level in zip(takers, self.turned, strict=False):
            levels[taker] = level
        return self._settled(tuple(levels))

    def _settled(self, levels: tuple[int, ...]) -> Self:
        """The trick is over: the highest level costs a buoy, or the player who has none left is out."""
        top = max(levels[seat] for seat in self.afloat)
        highest = tuple(seat for seat in self.afloat if levels[seat] == top)
        lost = highest if len(highest) == 1 or self.house.egalite is Egalite.TOUS else ()
        out = tuple(seat for seat in lost if not self.bouees[seat])
        left = tuple(held - (seat in lost and seat not in out) for seat, held in enumerate(self.bouees))
        after = replace(self, plis=self.plis + 1, preneur=None, perdants=lost, bouees=left, niveaux=levels)
        return replace(after, elimines=tuple(sorted((*self.elimines, *out))))


def followed(play: Play, gestures: Iterable[Gesture]) -> tuple[Play, int]:
    """A manche after as many of the gestures as can be, and how many those are."""
    count = 0
    for gesture in gestures:
        after = play.after(gesture)
        if after is None:
            break
        play, count = after, count + 1
    return play, count
