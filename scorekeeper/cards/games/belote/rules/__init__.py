"""Belote: the takers must make more than the others, or mark nothing but their belote.

Source: Fédération française de belote, *Règles officielles de la belote* (27-01-2016).
"""

from enum import StrEnum
from typing import Annotated, ClassVar

from scorekeeper.cards.families.belote.rules import BeloteLike, BeloteState, Decompte
from scorekeeper.cards.families.belote.rules.entry import PLIS, DonneBelote
from scorekeeper.cards.families.points import TOLD, Pair
from scorekeeper.cards.rules.contract import Label, Side
from scorekeeper.cards.rules.fields import Record, needs, settings
from scorekeeper.cards.rules.kinds import OneOf
from scorekeeper.cards.rules.scores import Control, Item, added, for_camp, plus


class Litige(StrEnum):
    """Rule for a donne in which both camps have the same."""

    REPORT = "report"
    """The defence marks its points, those of the takers are held for the winner of the next donne."""
    DEDANS = "dedans"
    REUSSI = "reussi"


class ArrondiBelote(StrEnum):
    """Rounding of card points when they are marked."""

    AUCUN = "aucun"
    DIZAINE = "dizaine"
    """To the nearest ten, 5 upwards."""


@settings
class Belote(BeloteLike[DonneBelote]):
    """The rules with the house's settings."""

    litige: Litige = Litige.REPORT
    total_capot: Annotated[int, OneOf((250, 252))] = 252
    arrondi: ArrondiBelote = ArrondiBelote.AUCUN

    CHANGEABLE: ClassVar[frozenset[str]] = frozenset(
        ["objectif", "nb_donnes", "donneur_apres_passe", "annonces", "litige", "total_capot"]
    )
    USUAL: ClassVar[int] = 1000
    ENTRY = Record(DonneBelote, extra=needs(*TOLD, "capot", "statut"))
    SPARE: ClassVar[frozenset[str]] = frozenset(ENTRY.kinds) - BeloteLike.BOUND

    def rounded(self, points: int) -> int:
        return points if self.arrondi is ArrondiBelote.AUCUN else (points + 5) // 10 * 10

    def _rounded(self, plis: Pair) -> Pair:
        return self.rounded(plis[0]), self.rounded(plis[1])

    def decompte(self, state: BeloteState, donne: DonneBelote) -> Decompte:
        taker, capot = donne.preneur or Side(0), donne.capot
        plis = self.tricks(donne).counted if capot is None else for_camp(capot, self.total_capot)
        belotes, annonces = self.shares(donne)
        has = plus(plis, belotes, annonces)
        fait, contre = has[taker], has[taker.other]
        values = self.issue(donne, has)
        if fait == contre and self.litige is Litige.REPORT:
            own = plus(self._rounded(plis), belotes, annonces)
            marks = {"marque": own[taker.other], "attend": own[taker]}
            return self._held(state, donne, own, Label("litige", {**values, **marks}))
        made = fait > contre or (fait == contre and self.litige is Litige.REUSSI)
        winner = taker if made else taker.other
        shared = plis if made and capot is None else for_camp(winner, PLIS)
        verdict = self.made_label(donne, values, shared) if made else Label("dedans", values)
        items = [Item(verdict, self._rounded(shared))]
        if capot is not None:
            bonus = self.rounded(self.total_capot) - self.rounded(PLIS)
            items.append(Item(Label("capot", camp=capot), for_camp(capot, bonus)))
        items += self.primes(donne, belotes, annonces if made else for_camp(winner, sum(annonces)))
        if state.reserve:
            items.append(Item(Label("reserve", camp=winner), for_camp(winner, state.reserve)))
        return Decompte(tuple(items), belotes, attendu=sum(has))

    def _held(self, state: BeloteState, donne: DonneBelote, own: Pair, label: Label) -> Decompte:
        """A donne in which both camps have the same: the defence marks, what the takers made is held."""
        taker = donne.preneur or Side(0)
        belotes, annonces = self.shares(donne)
        kept = for_camp(taker.other, belotes[taker.other]), for_camp(taker.other, annonces[taker.other])
        primes = tuple(self.primes(donne, *kept))
        rest = own[taker.other] - sum(added(primes, 2))
        held = Item(Label("mis-en-reserve", points=own[taker]), (0, 0))
        items = (Item(label, for_camp(taker.other, rest)), *primes, held)
        reserve = state.reserve + own[taker]
        return Decompte(items, kept[0], reserve=reserve, attendu=sum(own))

    def held(self, reserve: int) -> dict[str, int]:
        return {"litige": reserve}

    def control(self, state: BeloteState) -> Control | None:
        """Points that were shared, less what is held; not where points are rounded: 85 to 77 make 170."""
        if self.arrondi is not ArrondiBelote.AUCUN:
            return None
        return Control(state.attendu - state.reserve, sum(state.totals))
