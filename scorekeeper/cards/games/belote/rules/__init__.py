"""Belote: the takers must have more points than the others, or mark only their belote.

Source: Fédération française de belote, *Règles officielles de la belote* (27-01-2016).
"""

from dataclasses import replace
from enum import StrEnum
from typing import Annotated, ClassVar

from scorekeeper.cards.families.belote.rules import BeloteLike, BeloteState, DonneScores
from scorekeeper.cards.families.belote.rules.entry import PLIS, DonneBelote
from scorekeeper.cards.families.points import POINTS_KEYS, Pair
from scorekeeper.cards.rules.contract import Label, Side, Table
from scorekeeper.cards.rules.fields import Record, needs, settings
from scorekeeper.cards.rules.kinds import OneOf
from scorekeeper.cards.rules.scores import Control, Item, added, for_camp, plus


class Litige(StrEnum):
    """Rules for a donne in which both camps have equal points."""

    REPORT = "report"
    """The defence marks its points; those of the takers are held for the winner of the next donne."""
    CONTRAT = "report-contrat"
    """The same, for the next camp that makes its contract; after a lost donne the points remain held."""
    DEDANS = "dedans"
    REUSSI = "reussi"


@settings
class Belote(BeloteLike[DonneBelote]):
    """Rules of Belote with the settings of a house."""

    litige: Litige = Litige.REPORT
    total_capot: Annotated[int, OneOf((250, 252))] = 252

    CHANGEABLE: ClassVar[frozenset[str]] = BeloteLike.CHANGEABLE | {"litige", "total_capot"}
    USUAL: ClassVar[int] = 1000
    ENTRY = Record(DonneBelote, extra=needs(*POINTS_KEYS, "capot", "statut"))
    SPARE: ClassVar[frozenset[str]] = frozenset(ENTRY.kinds) - BeloteLike.BOUND

    def opening(self, table: Table) -> BeloteState:
        opening = super().opening(table)
        return opening if self.arrondi.shares else replace(opening, attendu=None)

    def donne_scores(self, state: BeloteState, donne: DonneBelote) -> DonneScores:
        taker, capot = donne.preneur or Side(0), donne.capot
        plis = self.tricks(donne).counted if capot is None else for_camp(capot, self.total_capot)
        belotes, annonces = self.shares(donne)
        has = plus(plis, belotes, annonces)
        fait, contre = has[taker], has[taker.other]
        values = self.result_values(donne, has)
        if fait == contre and self.litige in {Litige.REPORT, Litige.CONTRAT}:
            own = plus(self.arrondi.marks(plis, taker), belotes, annonces)
            marks = {"marque": own[taker.other], "attend": own[taker]}
            return self._held(state, donne, own, Label("litige", {**values, **marks}))
        made = fait > contre or (fait == contre and self.litige is Litige.REUSSI)
        winner = taker if made else taker.other
        shared = plis if made and capot is None else for_camp(winner, PLIS)
        verdict = self.made_label(donne, values, shared) if made else Label("dedans", values)
        items = [Item(verdict, self.arrondi.marks(shared, taker))]
        if capot is not None:
            bonus = self.arrondi.of(self.total_capot) - self.arrondi.of(PLIS)
            items.append(Item(Label("capot", camp=capot), for_camp(capot, bonus)))
        items += self.primes(donne, belotes, annonces if made else for_camp(winner, sum(annonces)))
        waits = self.litige is Litige.CONTRAT and not made
        if state.reserve and not waits:
            items.append(Item(Label("reserve", camp=winner), for_camp(winner, state.reserve)))
        due = self.arrondi.of(sum(plis)) + sum(belotes) + sum(annonces)
        reserve = state.reserve if waits else 0
        return DonneScores(
            tuple(items), belotes, reserve=reserve, attendu=due if self.arrondi.shares else None
        )

    def _held(self, state: BeloteState, donne: DonneBelote, own: Pair, label: Label) -> DonneScores:
        """Return the scores of a level donne: the defence marks its points (`own`), those of the takers are held."""
        taker = donne.preneur or Side(0)
        belotes, annonces = self.shares(donne)
        kept = for_camp(taker.other, belotes[taker.other]), for_camp(taker.other, annonces[taker.other])
        primes = tuple(self.primes(donne, *kept))
        rest = own[taker.other] - sum(added(primes, 2))
        held = Item(Label("mis-en-reserve", points=own[taker]), (0, 0))
        items = (Item(label, for_camp(taker.other, rest)), *primes, held)
        reserve = state.reserve + own[taker]
        due = sum(own) if self.arrondi.shares else None
        return DonneScores(items, kept[0], reserve=reserve, attendu=due)

    def held(self, reserve: int) -> dict[str, int]:
        return {"litige": reserve}

    def control(self, state: BeloteState) -> Control | None:
        """Return the control: points shared less those held. `None` if each camp is rounded: 85 to 77 make 170."""
        if state.attendu is None:
            return None
        return Control(state.attendu - state.reserve, sum(state.totals))
