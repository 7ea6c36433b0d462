"""Card points of an entry: of both camps, of one of them, or of none if a camp took every trick."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import ClassVar

from scorekeeper.cards.rules.contract import AllOf, Doubt, Fault, Label, Side, Term, Value

Pair = tuple[int, int]
"""A number for each camp."""
POINTS_KEYS = ("points", "points_a", "points_b")
"""Entry keys of card points; `points` has those of both camps."""


class CardPoints(ABC):
    """Mixin of an entry with card points in the keys `POINTS_KEYS`; the game defines their sum and impossible values."""

    points: Pair | None
    points_a: int | None
    points_b: int | None
    LAST_TRICK: ClassVar[int]
    """Points for the last trick, named in the fault if exactly these are missing."""
    IMPOSSIBLE: ClassVar[Mapping[int, frozenset[int]]]
    """Impossible points of a camp, by the card points of a donne."""
    SWEEP: ClassVar[str]
    """Entry key of the camp that took every trick."""

    @property
    @abstractmethod
    def total(self) -> int:
        """Card points of the donne."""

    @property
    def impossible(self) -> frozenset[int]:
        return self.IMPOSSIBLE[self.total]

    @property
    def swept(self) -> Side | None:
        """The camp that took every trick, or `None`."""
        camp: Side | None = getattr(self, self.SWEEP)
        return camp

    @cached_property
    def plis(self) -> Pair:
        """Card points of each camp: as entered, or of one camp and the rest for the other, or all for the camp that took every
        trick.
        """
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
    def card_point_keys(self) -> list[str]:
        """Those of `POINTS_KEYS` that this entry fills; more than one is a fault."""
        return [key for key in POINTS_KEYS if getattr(self, key) is not None]

    def points_faults(self, against: str, aside: Label, *, short: bool = False) -> list[Fault]:
        """Return every fault of the points.

        Args:
            against: Code of the fault if the camp that took every trick left points to the other.
            aside: Label of what does not belong to card points, for the message on points out of bounds.
            short: Whether the sum may be too low, because not all tricks were counted.
        """
        keys = self.card_point_keys
        if len(keys) > 1:
            return [Fault("points-en-double", key) for key in keys[1:]]
        if not keys and self.swept is None:
            return [Fault("points-manquants", "points", aide="")]
        key = keys[0] if keys else self.SWEEP
        beyond = self._beyond(key, aside)
        if beyond is not None:
            return [beyond]
        faults = self._sum_faults(key, short=short)
        if not faults and not self.impossible.isdisjoint(self.plis):
            faults.append(Fault("points-impossibles", key, impossibles=AllOf(sorted(self.impossible))))
        if self.swept is not None and self.plis[self.swept.other] != 0:
            values = {"camp": self.swept, "total": self.total, "autre": self.swept.other}
            faults.append(Fault(against, self.SWEEP, values))
        return faults

    def sweep_doubts(self, code: str) -> Iterator[Doubt]:
        """Yield the doubt `code` if a camp has all the points, but the entry says of no camp that it took every trick."""
        if self.swept is None and max(self.plis) == self.total:
            side = Side(int(self.plis[1] == self.total))
            yield Doubt(code, self.SWEEP, camp=side, total=self.total)

    def _beyond(self, key: str, aside: Label) -> Fault | None:
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
        values["aide"] = Term(f"le-dernier-{gap}" if gap == self.LAST_TRICK else "")
        return [Fault("points-trop" if total > self.total else "points-pas-assez", key, values)]
