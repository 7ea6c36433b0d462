"""Card points told once: those of both camps, or of one of them, or none where a camp took every trick."""

from abc import ABC, abstractmethod
from functools import cached_property
from typing import ClassVar

from scorekeeper.cards.rules.contract import AllOf, Fault, Label, Side, Term, Value

Pair = tuple[int, int]
"""A number for each camp."""
TOLD = ("points", "points_a", "points_b")
"""Keys that tell card points; `points` has those of both camps."""


class CardPoints(ABC):
    """The part of an entry that tells card points, in the keys `TOLD`; the game says what there is to share, and what cannot be."""

    points: Pair | None
    points_a: int | None
    points_b: int | None
    last_trick: ClassVar[int]
    """Points that the last trick adds to its cards; they are forgotten most."""

    @property
    @abstractmethod
    def total(self) -> int:
        """Card points of the donne."""

    @property
    @abstractmethod
    def never(self) -> frozenset[int]:
        """Points that no camp can have taken in whole tricks."""

    @property
    @abstractmethod
    def swept(self) -> Side | None:
        """The camp that took every trick."""

    @cached_property
    def plis(self) -> Pair:
        """Card points of each camp; where the entry has only one camp's, or only who took every trick, the rest follows."""
        if self.points is not None:
            return self.points
        if self.points_a is not None:
            return self.points_a, self.total - self.points_a
        if self.points_b is not None:
            return self.total - self.points_b, self.points_b
        if self.swept is None:
            return 0, 0
        return (self.total, 0) if self.swept == 0 else (0, self.total)

    @property
    def telling(self) -> list[str]:
        """The keys that tell points here; more than one is a fault."""
        return [key for key in TOLD if getattr(self, key) is not None]

    def points_faults(
        self, sweep: str, aside: Label, against: Fault | None, *, short: bool = False
    ) -> list[Fault]:
        """Every reason why the points cannot be.

        `sweep` is the key of the camp that took every trick, `aside` tells what is no card point, `against` is the fault where
        such a camp left points to the other; `short` says that not all tricks were counted.
        """
        keys = self.telling
        if len(keys) > 1:
            return [Fault("points-en-double", key) for key in keys[1:]]
        if not keys and self.swept is None:
            return [Fault("points-manquants", "points", aide="")]
        key = keys[0] if keys else sweep
        beyond = self._beyond(key, aside)
        if beyond is not None:
            return [beyond]
        faults = self._sum_faults(key, short=short)
        if not faults and not self.never.isdisjoint(self.plis):
            faults.append(Fault("points-impossibles", key, impossibles=AllOf(sorted(self.never))))
        if against is not None and self.swept is not None and self.plis[self.swept.other] != 0:
            faults.append(against)
        return faults

    def _beyond(self, key: str, aside: Label) -> Fault | None:
        """The points that no camp can have, whatever the other has."""
        beyond = [side for side in (0, 1) if not 0 <= self.plis[side] <= self.total]
        if not beyond:
            return None
        shown = beyond[0] if key == "points" else int(key == "points_b")
        return Fault("points-hors-limites", key, points=self.plis[shown], total=self.total, prime=aside)

    def _sum_faults(self, key: str, *, short: bool) -> list[Fault]:
        total = sum(self.plis)
        if total == self.total or (short and total < self.total):
            return []
        gap = self.total - total
        values: dict[str, Value] = {"somme": total, "total": self.total, "ecart": abs(gap)}
        values["aide"] = Term(f"le-dernier-{gap}" if gap == self.last_trick else "")
        return [Fault("points-trop" if total > self.total else "points-pas-assez", key, values)]
