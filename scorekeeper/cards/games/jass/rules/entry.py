"""Entry of one donne of Jass, and the end of the partie.

The first camp to reach the target wins, so the parts of a donne are counted in order. If both camps reach it with the same
part, the one that declared itself out first wins. A camp that declared itself out without the points loses the partie
(*sich bedanken*, Swiss federation).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Annotated

from scorekeeper.cards.families.matches import PLIS, PLIS_TOUT_ATOUT, MatchPoints, Points
from scorekeeper.cards.families.points import POINTS_KEYS, Pair
from scorekeeper.cards.games.jass.rules.annonces import Camps
from scorekeeper.cards.games.jass.rules.cards import Annonce, AnnonceKind, Atout
from scorekeeper.cards.rules.contract import Entry, Fault, Seat, Side, Value
from scorekeeper.cards.rules.fields import ByCamp, Many
from scorekeeper.cards.rules.kinds import Camp
from scorekeeper.cards.rules.scores import plus

NO_CAMP_KEY, NO_CAMP = "personne", Side(2)
"""Value of `premier` if no camp declared itself out, in entries and in code."""


@dataclass(frozen=True, kw_only=True)
class JassDonne(MatchPoints, Entry):
    """Entry of one donne. Points are card points with the last trick, before any prime or multiplier."""

    atout: Atout | None = None
    points: tuple[Points, Points] | None = None
    points_a: Points | None = None
    points_b: Points | None = None
    match: Side | None = None
    """Camp that took every trick."""
    annonces: Annotated[Camps, ByCamp[tuple[Annonce, ...]](Many(AnnonceKind(), 12), ())] = ((), ())
    schtockr: Side | None = None
    """Camp of the player who held king and queen of trump and declared them."""
    entame: Seat | None = None
    """Player who led to the first trick, if neither the player after the dealer nor the one with the choice of trump."""
    premier: Annotated[Side, Camp(("A", "B", NO_CAMP_KEY))] | None = None
    """Camp that declared itself out first, or `personne`."""
    interrompue: bool = False
    """Whether the donne stopped when a camp declared itself out."""
    fait_atout: Seat | None = None
    chibre: bool = False
    """Whether the choice of trump was passed to the partner."""

    @cached_property
    def total(self) -> int:
        return PLIS_TOUT_ATOUT if self.atout is Atout.TOUT_ATOUT else PLIS

    @property
    def uncounted(self) -> bool:
        """Whether the donne was stopped and has neither card points nor a match."""
        return self.interrompue and all(getattr(self, key) is None for key in (*POINTS_KEYS, "match"))

    @property
    def first_chooser(self) -> Seat | None:
        """Player with the first choice of trump: the one who made it, or a partner who passed it on; `None` if unknown."""
        if self.fait_atout is None:
            return None
        return Seat((self.fait_atout + 2) % 4) if self.chibre else self.fait_atout

    def point_faults(self, prime: int) -> list[Fault]:
        """Return every fault of the card points and the match; `prime` is the bonus of a match, not part of card points."""
        if self.uncounted:
            return []
        if self.interrompue and len(self.card_point_keys) < 2:
            if self.match is not None:
                return [Fault("match-interrompue", "match")]
            if self.points is None:
                return [Fault("points-des-deux", self.card_point_keys[0])]
        faults = self.match_faults(worth=bool(prime), short=self.interrompue)
        rest = self.total - sum(self.plis)
        if not faults and rest in self.impossible:
            faults.append(Fault("reste-impossible", "points", reste=rest))
        return faults


class Sortie(StrEnum):
    """Winner if both camps reach the target with the same part of a donne: the first to declare, or the higher total."""

    ANNONCE = "annonce"
    PLUS_HAUT = "plus-haut-total"


class OrdreFin(StrEnum):
    """Order in which the parts of a donne count towards the target."""

    ANNONCES = "schtockr-annonces-plis"
    PLIS = "schtockr-plis-annonces"
    MANUEL = "manuel"
    """All at once; if both camps reach the target, the players enter which camp declared itself out first."""


@dataclass(frozen=True)
class Fin:
    """End of a partie: the winners, and the code of the reason."""

    camps: tuple[Side, ...]
    code: str


@dataclass(frozen=True)
class Parts:
    """Points of a donne for each camp by source, multipliers included; `plis` includes the prime of a match."""

    schtockr: Pair
    annonces: Pair
    plis: Pair

    @property
    def total(self) -> Pair:
        """Sum of all parts."""
        return plus(self.schtockr, self.annonces, self.plis)

    def stages(self, ordre: OrdreFin) -> Iterator[tuple[str, Pair]]:
        """Yield the points in the order in which they count, each with the code of a win by them."""
        if ordre is OrdreFin.MANUEL:
            yield "fin-objectif", self.total
        else:
            yield "fin-schtockr", self.schtockr
            last = [("fin-annonces", self.annonces), ("fin-plis", self.plis)]
            yield from last if ordre is OrdreFin.ANNONCES else reversed(last)


def highest(totals: Pair) -> tuple[Side, ...]:
    """Return the camp with the higher total, or both if equal."""
    return tuple(Side(side) for side in (0, 1) if totals[side] == max(totals))


def times(pair: Pair, factor: int) -> Pair:
    """Return both values multiplied by `factor`."""
    return pair[0] * factor, pair[1] * factor


def ending(
    before: Pair, parts: Parts, objectif: int, ordre: OrdreFin, premier: Side | None, *, higher: bool
) -> Fin | Fault | None:
    """Return the end of the partie by a donne, `None` if it continues, or a fault that asks for `premier`.

    Args:
        before: Totals before the donne.
        parts: Points of the donne.
        objectif: Target of the partie.
        ordre: Order in which the parts count.
        premier: Camp that declared itself out first, `NO_CAMP`, or `None` if unknown.
        higher: Whether the higher total wins if both camps reach the target with the same part.
    """
    after, running = plus(before, parts.total), before
    # A shortcut for most donnes; it is safe because no part is negative.
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
    return None if premier in {None, NO_CAMP} else Fin((premier.other,), "fin-a-tort")
