"""How a partie à points ends in the middle of a donne.

The first camp to reach the target wins, so a donne is counted in an order: schtöckr and annonces as they were declared, tricks
as they were taken. When both camps get there with the same thing, the one that declared itself first wins; a camp that
declared itself without the points loses the partie (*sich bedanken*, Swiss federation).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from scorekeeper.games.jass.rules.entry import Pair
from scorekeeper.rules.contract import Fault, Side


class OrdreFin(StrEnum):
    """In which order a donne is counted when the target is near."""

    ANNONCES = "schtockr-annonces-plis"
    PLIS = "schtockr-plis-annonces"
    MANUEL = "manuel"
    """All at once: when both camps reach the target, the players declare which camp was first."""


@dataclass(frozen=True)
class Fin:
    """The end of a partie: who won, and the code of the reason."""

    camps: tuple[Side, ...]
    code: str


@dataclass(frozen=True)
class Parts:
    """What a donne gives each camp, by where it comes from, multipliers included."""

    schtockr: Pair
    annonces: Pair
    plis: Pair
    """Tricks and the prime of the match."""

    @property
    def total(self) -> Pair:
        """All of it."""
        return plus(self.schtockr, plus(self.annonces, self.plis))

    def stages(self, ordre: OrdreFin) -> Iterator[tuple[str, Pair]]:
        """What is counted one after the other, each with the code of winning by it."""
        if ordre is OrdreFin.MANUEL:
            yield "fin-plis", self.total
            return
        yield "fin-schtockr", self.schtockr
        last = [("fin-annonces", self.annonces), ("fin-plis", self.plis)]
        yield from last if ordre is OrdreFin.ANNONCES else reversed(last)


def plus(first: Pair, second: Pair) -> Pair:
    """Two pairs added camp by camp."""
    return first[0] + second[0], first[1] + second[1]


def times(pair: Pair, factor: int) -> Pair:
    """A pair multiplied camp by camp."""
    return pair[0] * factor, pair[1] * factor


def ending(
    before: Pair, parts: Parts, objectif: int, ordre: OrdreFin, premier: Side | None
) -> Fin | Fault | None:
    """Whether a donne ends the partie.

    Returns:
        The end, `None` when the partie goes on, or the fault that asks who declared first.
    """
    running = before
    for code, gained in parts.stages(ordre):
        running = plus(running, gained)
        there = [Side(side) for side in (0, 1) if running[side] >= objectif]
        if len(there) == 1:
            return Fin((there[0],), code)
        if there:
            after = plus(before, parts.total)
            return Fin((premier,), "fin-premier") if premier is not None else _who(after, objectif)
    return None if premier is None else Fin((premier.other,), "fin-a-tort")


def _who(after: Pair, objectif: int) -> Fault:
    """Both are there with the same thing: ask, and name the higher total."""
    ahead = tuple(Side(side) for side in (0, 1) if after[side] == max(after))
    return Fault("premier-a-dire", "premier", objectif=objectif, camps=ahead, total=max(after))
