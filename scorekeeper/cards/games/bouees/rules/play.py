"""State of a manche trick by trick: levels, leader, losers and buoys left.

It is not stored: it helps to fill in the entry, which `Bouees` validates. Two trumps are turned for each trick. The highest
card takes the greater one and the next highest the other; a trump is the new level of its taker.
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
"""Step of a manche: the level of a turned trump, or the player who takes one."""


@dataclass(frozen=True, kw_only=True)
class Play:
    """State of a manche after the gestures so far."""

    house: Bouees
    table: Table
    bouees: tuple[int, ...]
    """Buoys left by seat."""
    niveaux: tuple[int, ...]
    """Level by seat; 0 before its first trump."""
    elimines: tuple[Seat, ...] = ()
    plis: int = 0
    """Number of finished tricks."""
    used: tuple[int, ...] = ()
    """Levels of all trumps turned so far, those of the current trick last."""
    preneur: Seat | None = None
    """Taker of the greater trump of the current trick."""
    perdants: tuple[Seat, ...] = ()
    """Losers of the last trick; none if its highest level was shared and `egalite` is `personne`."""

    @classmethod
    def begun(cls, house: Bouees, table: Table, starts: tuple[int, ...]) -> Self:
        """Return a manche before its first trick, with the starting buoys `starts`."""
        return cls(house=house, table=table, bouees=starts, niveaux=(0,) * len(starts))

    @property
    def tricks(self) -> int:
        """Number of tricks of the whole manche."""
        return self.house.tricks(len(self.bouees))

    @property
    def afloat(self) -> tuple[Seat, ...]:
        """Players not eliminated."""
        seats = map(Seat, range(len(self.bouees)))
        return tuple(seat for seat in seats if seat not in self.elimines)

    @property
    def over(self) -> bool:
        """Whether no trick is left to be played."""
        stops = self.house.fin_deux_survivants and len(self.afloat) <= PAIR
        return self.plis == self.tricks or not self.afloat or stops

    @property
    def turned(self) -> tuple[int, ...]:
        """Levels of the trumps turned for the current trick, the greater one first."""
        return tuple(sorted(self.used[PAIR * self.plis :], reverse=True))

    @property
    def levels(self) -> tuple[int, ...]:
        """Levels of the trumps that can be turned now. There are as many levels as tricks, with two trumps of each."""
        if self.over or len(self.turned) == PAIR:
            return ()
        return tuple(level for level in range(1, self.tricks + 1) if self.used.count(level) < PAIR)

    @property
    def takers(self) -> tuple[Seat, ...]:
        """Players who can take the next trump; empty before both are turned."""
        if self.over or len(self.turned) < PAIR:
            return ()
        return tuple(seat for seat in self.afloat if seat != self.preneur)

    @property
    def begins(self) -> tuple[Seat, ...]:
        """Leader of the trick; several players if the table chooses between them."""
        return () if self.over else beginners(self.table, self.bouees, self.elimines)

    @property
    def lowest(self) -> tuple[Seat, ...]:
        """Players still in with the lowest level."""
        least = min((self.niveaux[seat] for seat in self.afloat), default=0)
        return tuple(seat for seat in self.afloat if self.niveaux[seat] == least)

    def after(self, gesture: Gesture) -> Self | None:
        """Return the state after a gesture; `None` if it is impossible."""
        if isinstance(gesture, Seat):
            return self._taken(gesture) if gesture in self.takers else None
        return replace(self, used=(*self.used, gesture)) if gesture in self.levels else None

    def _taken(self, seat: Seat) -> Self:
        """Return the state after a player took the next trump.

        The trick ends when both are taken. Of two players left, the other takes the second; a sole player takes only the greater.
        """
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
        """Return the state after a trick: the player with the highest level loses a buoy, or without one left is eliminated."""
        top = max(levels[seat] for seat in self.afloat)
        highest = tuple(seat for seat in self.afloat if levels[seat] == top)
        lost = highest if len(highest) == 1 or self.house.egalite is Egalite.TOUS else ()
        out = tuple(seat for seat in lost if not self.bouees[seat])
        left = tuple(held - (seat in lost and seat not in out) for seat, held in enumerate(self.bouees))
        after = replace(self, plis=self.plis + 1, preneur=None, perdants=lost, bouees=left, niveaux=levels)
        return replace(after, elimines=tuple(sorted((*self.elimines, *out))))


def followed(play: Play, gestures: Iterable[Gesture]) -> tuple[Play, int]:
    """Return the manche after the gestures up to the first impossible one, and their number."""
    count = 0
    for gesture in gestures:
        after = play.after(gesture)
        if after is None:
            break
        play, count = after, count + 1
    return play, count
