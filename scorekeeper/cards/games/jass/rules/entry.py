"""One donne of Jass as the table declares it, and whether it ends the partie.

The first camp to reach the target wins, so a donne is counted in an order. When both camps get there with the same thing, the one
that declared itself first wins; a camp that declared itself without the points loses the partie (*sich bedanken*, Swiss federation).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Annotated

from scorekeeper.cards.families.matches import PLIS, PLIS_TOUT_ATOUT, MatchPoints, Points
from scorekeeper.cards.families.points import TOLD, Pair
from scorekeeper.cards.games.jass.rules.annonces import Camps
from scorekeeper.cards.games.jass.rules.cards import Annonce, AnnonceKind, Atout
from scorekeeper.cards.rules.contract import Entry, Fault, Seat, Side, Value
from scorekeeper.cards.rules.fields import ByCamp, Many
from scorekeeper.cards.rules.kinds import Camp
from scorekeeper.cards.rules.scores import plus

PERSONNE, NOBODY = "personne", Side(2)
"""The answer that no camp declared itself out."""


@dataclass(frozen=True, kw_only=True)
class JassDonne(MatchPoints, Entry):
    """One donne. Points are card points as counted in the tricks, last trick included, before any prime or doubling."""

    atout: Atout | None = None
    points: tuple[Points, Points] | None = None
    points_a: Points | None = None
    points_b: Points | None = None
    match: Side | None = None
    """The camp that took every trick."""
    annonces: Annotated[Camps, ByCamp[tuple[Annonce, ...]](Many(AnnonceKind(), 12), ())] = ((), ())
    schtockr: Side | None = None
    """The camp of the player who held king and queen of trump and declared it."""
    entame: Seat | None = None
    """The player who led to the first trick, where it was neither the dealer's neighbour nor the player with the choice of trump."""
    premier: Annotated[Side, Camp(("A", "B", PERSONNE))] | None = None
    """The camp that declared itself out first, or `personne`."""
    interrompue: bool = False
    """A camp declared itself out and the donne stopped there."""
    fait_atout: Seat | None = None
    chibre: bool = False
    """Whether the choice of trump was passed on to the partner."""

    @cached_property
    def total(self) -> int:
        return PLIS_TOUT_ATOUT if self.atout is Atout.TOUT_ATOUT else PLIS

    @property
    def uncounted(self) -> bool:
        """Whether the donne stopped before any trick was counted."""
        return self.interrompue and all(getattr(self, key) is None for key in (*TOLD, "match"))

    @property
    def choix(self) -> Seat | None:
        """The player with the first choice of trump: the one who made it, or the partner who passed it on."""
        if self.fait_atout is None:
            return None
        return Seat((self.fait_atout + 2) % 4) if self.chibre else self.fait_atout

    def point_faults(self, prime: int) -> list[Fault]:
        """Every reason why these tricks cannot be; `prime` is that of a match, which is never among them."""
        if self.uncounted:
            return []
        if self.interrompue and len(self.telling) < 2:
            if self.match is not None:
                return [Fault("match-interrompue", "match")]
            if self.points is None:
                return [Fault("points-des-deux", self.telling[0])]
        faults = self.match_faults(worth=bool(prime), short=self.interrompue)
        rest = self.total - sum(self.plis)
        if not faults and rest in self.never:
            faults.append(Fault("reste-impossible", "points", reste=rest))
        return faults


class Sortie(StrEnum):
    """Which camp wins when both reach the target with the same thing."""

    ANNONCE = "annonce"
    PLUS_HAUT = "plus-haut-total"


class OrdreFin(StrEnum):
    """In which order a donne is counted when the target is near."""

    ANNONCES = "schtockr-annonces-plis"
    PLIS = "schtockr-plis-annonces"
    MANUEL = "manuel"
    """All at once: when both camps reach the target, the players declare which camp was first."""


@dataclass(frozen=True)
class Fin:
    """The end of a partie: the winner, and the code of the reason."""

    camps: tuple[Side, ...]
    code: str


@dataclass(frozen=True)
class Parts:
    """Points of a donne for each camp, by where they come from, multipliers included; `plis` with the prime of the match."""

    schtockr: Pair
    annonces: Pair
    plis: Pair

    @property
    def total(self) -> Pair:
        """All of it."""
        return plus(self.schtockr, self.annonces, self.plis)

    def stages(self, ordre: OrdreFin) -> Iterator[tuple[str, Pair]]:
        """Points that are counted one after the other, each with the code of winning by it."""
        if ordre is OrdreFin.MANUEL:
            yield "fin-objectif", self.total
        else:
            yield "fin-schtockr", self.schtockr
            last = [("fin-annonces", self.annonces), ("fin-plis", self.plis)]
            yield from last if ordre is OrdreFin.ANNONCES else reversed(last)


def highest(totals: Pair) -> tuple[Side, ...]:
    """The camps with the higher total: one, or both."""
    return tuple(Side(side) for side in (0, 1) if totals[side] == max(totals))


def times(pair: Pair, factor: int) -> Pair:
    """A pair multiplied camp by camp."""
    return pair[0] * factor, pair[1] * factor


def ending(
    before: Pair, parts: Parts, objectif: int, ordre: OrdreFin, premier: Side | None, *, higher: bool
) -> Fin | Fault | None:
    """Effect of a donne on the end of the partie, `None` when it goes on, or the fault that asks who declared first (else the `higher` total wins)."""
    after, running = plus(before, parts.total), before
    # Most donnes end nothing, and nothing that is counted takes points away.
    for code, gained in parts.stages(ordre) if max(after) >= objectif else ():
        running = plus(running, gained)
        there = [Side(side) for side in (0, 1) if running[side] >= objectif]
        if len(there) == 1:
            return Fin((there[0],), code)
        if there:
            best = highest(after)
            if higher:
                return Fin(best, "fin-plus-haut" if len(best) == 1 else "fin-egalite")
            if premier is not None:
                return Fin((premier,), "fin-premier")
            values: dict[str, Value] = {"objectif": objectif, "camps": best, "total": max(after)}
            return Fault("premier-a-dire", "premier", values)
    return None if premier in {None, NOBODY} else Fin((premier.other,), "fin-a-tort")
