"""Coinche (contrée): camps bid points, and the other camp may double.

The takers must reach their bid and have more points than the defence. Source: Fédération française de belote, *Règles
officielles de la belote coinchée / contrée* (2015); settings allow what other scorers do.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, ClassVar

from scorekeeper.cards.families.belote.rules import BeloteLike, BeloteState, DonneScores
from scorekeeper.cards.families.belote.rules.entry import PLIS, TOUT_ATOUT, DonneBelote
from scorekeeper.cards.families.belote.rules.rounding import ArrondiBelote
from scorekeeper.cards.families.points import POINTS_KEYS, Pair
from scorekeeper.cards.rules.contract import AnyOf, Doubt, Fault, Label, Side, Table, Term, Value
from scorekeeper.cards.rules.fields import Record, needs, settings
from scorekeeper.cards.rules.kinds import Choice, OneOf, Whole, WholeOr
from scorekeeper.cards.rules.scores import Item, added, for_camp, plus

LEAST, MOST = 80, 650
"""Lowest bid in points, and upper limit of the setting `contrat_max`."""


class Demande(StrEnum):
    """Bids other than a number of points."""

    CAPOT = "capot"
    GENERALE = "generale"
    """All tricks, each won by the taker alone."""

    @property
    def worth(self) -> int:
        """Points of the bid."""
        return 250 if self is Demande.CAPOT else 500


class Coinchee(StrEnum):
    """Doubling of the bid: none, doubled (`coinche`) or redoubled (`surcoinche`)."""

    NON = "non"
    COINCHE = "coinche"
    SURCOINCHE = "surcoinche"


_BID = WholeOr(Whole(LEAST, MOST, judged=True), Choice(Demande))


@dataclass(frozen=True, kw_only=True)
class CoincheDonne(DonneBelote):
    """Entry of one donne, with its bid."""

    contrat: Annotated[int | Demande, _BID] | None = None
    """Bid of the takers; required if the donne was played."""
    coinche: Coinchee = Coinchee.NON
    seul: bool = False
    """Whether the taker alone won every trick."""


ALL_TRICKS = 252
"""Points of the tricks for the contract if the takers win them all."""
CAPOT, GENERALE = 250, 500
"""Points of the tricks in a capot and in a générale."""


class Marque(StrEnum):
    """Points that are marked: points made and bid, points made only, or bid only."""

    FAITS_ANNONCES = "faits-annonces"
    FAITS = "faits"
    ANNONCES = "annonces"


class Majorite(StrEnum):
    """Condition for the takers beside their bid: more points than the defence, at least as many, or none."""

    PLUS = "plus"
    EGALITE = "egalite"
    NON = "non"


class ChuteCapot(StrEnum):
    """Points of the tricks if a capot or générale fails: as for other bids, or those of the bid."""

    ORDINAIRE = "ordinaire"
    SYMETRIQUE = "symetrique"


class PorteSur(StrEnum):
    """Points that a coinche multiplies: all, or only those of the bid."""

    TOUT = "tout"
    CONTRAT = "contrat"


@dataclass(frozen=True)
class Made:
    """Result of a donne before it is marked: points of each camp, bid, multiplier, and whether the bid was made."""

    taker: Side
    plis: Pair
    """Card points on the scale of 162."""
    belotes: Pair
    annonces: Pair
    has: Pair
    """Points that count for the contract."""
    contrat: int
    fois: int
    reussi: bool


@settings
class Coinche(BeloteLike[CoincheDonne]):
    """Rules of Coinche with the settings of a house."""

    tout_atout_sur: Annotated[int, OneOf((TOUT_ATOUT, PLIS))] = PLIS
    belote_sortie: bool = False
    arrondi: ArrondiBelote = ArrondiBelote.DIZAINE
    marque: Marque = Marque.FAITS_ANNONCES
    majorite: Majorite = Majorite.PLUS
    belote_contrat: bool = True
    """Whether belotes count for the contract."""
    belote_doublee: bool = True
    """Whether the winner's belotes are multiplied with the other points."""
    contrat_max: Annotated[int, Whole(160, MOST)] = 160
    generale: bool = True
    """Whether a générale may be bid."""
    capot_non_annonce: Annotated[int, OneOf((CAPOT, PLIS))] = CAPOT
    """Points of the tricks if the takers win them all without having bid so."""
    points_chute: Annotated[int, OneOf((160, 162))] = 160
    chute_capot: ChuteCapot = ChuteCapot.ORDINAIRE
    coef_coinche: Annotated[int, Whole(2, 4)] = 2
    coef_surcoinche: Annotated[int, Whole(2, 8)] = 4
    coinche_porte_sur: PorteSur = PorteSur.TOUT

    CHANGEABLE: ClassVar[frozenset[str]] = BeloteLike.CHANGEABLE.union(
        [
            "contrat_max",
            "generale",
            "marque",
            "majorite",
            "belote_contrat",
            "belote_doublee",
            "capot_non_annonce",
            "points_chute",
            "chute_capot",
        ]
    )
    USUAL: ClassVar[int] = 2000
    ENTRY = Record(CoincheDonne, extra=needs(*POINTS_KEYS, "capot", "statut"))
    SPARE: ClassVar[frozenset[str]] = frozenset(ENTRY.kinds) - BeloteLike.BOUND - {"contrat"}

    @property
    def coefs(self) -> tuple[int, int]:
        """Multipliers of a coinche and of a surcoinche."""
        return self.coef_coinche, self.coef_surcoinche

    def setting_faults(self, table: Table) -> list[Fault]:
        faults = super().setting_faults(table)
        if self.contrat_max % 10:
            faults.append(Fault("contrat-dizaine", "contrat_max", min=160, max=MOST, aide=""))
        if self.marque is Marque.FAITS and self.coinche_porte_sur is PorteSur.CONTRAT:
            faults.append(Fault("coinche-sans-contrat", "coinche_porte_sur"))
        if self.coef_surcoinche <= self.coef_coinche:
            faults.append(Fault("surcoinche-trop-faible", "coef_surcoinche", coinche=self.coef_coinche))
        return faults

    @property
    def demandes(self) -> tuple[Demande, ...]:
        """Bids other than points that the house allows."""
        return tuple(demande for demande in Demande if self.generale or demande is not Demande.GENERALE)

    def contract_faults(self, donne: CoincheDonne) -> Iterator[Fault]:
        bids = tuple(self._bid_faults(donne))
        yield from bids
        yield from super().contract_faults(donne)
        # A bid with faults, or missing points, is the cause to report instead.
        if donne.seul and not bids and (self.tricks(donne).card_point_keys or donne.capot is not None):
            if donne.contrat != Demande.GENERALE:
                yield Fault("seul-sans-generale", "seul")
            elif donne.preneur is not None and donne.capot != donne.preneur:
                yield Fault("seul-sans-capot", "seul", camp=donne.preneur)

    def _bid_faults(self, donne: CoincheDonne) -> Iterator[Fault]:
        bid, bounds = donne.contrat, {"min": LEAST, "max": self.contrat_max}
        if bid is None:
            yield Fault("cle-manquante", "contrat")
        elif isinstance(bid, Demande):
            if bid not in self.demandes:
                points = Label("de-a-points", bounds)
                possible = AnyOf((points, *(Term(demande) for demande in self.demandes)))
                yield Fault("contrat-pas-joue", "contrat", contrat=Term(bid), possibles=possible)
        elif not LEAST <= bid <= self.contrat_max:
            yield Fault("contrat-hors-limites", "contrat", {"contrat": bid, **bounds})
        elif bid % 10:
            nearest = Label("contrat-82") if bid == LEAST + 2 else ""
            yield Fault("contrat-dizaine", "contrat", {**bounds, "aide": nearest})

    def doubts(self, state: BeloteState, entry: CoincheDonne) -> list[Doubt]:
        doubts = super().doubts(state, entry)
        helped = entry.contrat is Demande.GENERALE and entry.capot == entry.preneur and not entry.seul
        if entry.played and helped:
            doubts.append(Doubt("generale-a-plusieurs", "seul"))
        return doubts

    def made(self, donne: CoincheDonne) -> Made:
        """Return the result of a donne before it is marked."""
        taker, bid = donne.preneur or Side(0), donne.contrat or LEAST
        belotes, annonces = self.shares(donne)
        plis = self.tricks(donne).counted
        tricks = for_camp(taker, ALL_TRICKS) if donne.capot == taker else plis
        has = plus(tricks, annonces, belotes if self.belote_contrat else (0, 0))
        if isinstance(bid, Demande):
            reussi = donne.capot == taker and (bid is Demande.CAPOT or donne.seul)
        else:
            enough = has[taker] >= bid and self._ahead(has[taker], has[taker.other])
            reussi = enough and donne.capot != taker.other
        worth = bid.worth if isinstance(bid, Demande) else bid
        times = {Coinchee.NON: 1, Coinchee.COINCHE: self.coef_coinche}
        fois = times.get(donne.coinche, self.coef_surcoinche)
        return Made(taker, plis, belotes, annonces, has, contrat=worth, fois=fois, reussi=reussi)

    def _ahead(self, fait: int, contre: int) -> bool:
        if self.majorite is Majorite.PLUS:
            return fait > contre
        return self.majorite is Majorite.NON or fait >= contre

    def _pile(self, donne: CoincheDonne, made: Made) -> int:
        """Return the fixed points for all tricks, or 0 if card points are marked."""
        if not made.reussi:
            special = isinstance(donne.contrat, Demande) and self.chute_capot is ChuteCapot.SYMETRIQUE
            return made.contrat if special else self.points_chute
        if donne.contrat is Demande.GENERALE:
            return GENERALE
        if donne.capot == made.taker and (donne.contrat is Demande.CAPOT or self.capot_non_annonce == CAPOT):
            return CAPOT
        return 160 if made.fois > 1 else 0

    def donne_scores(self, state: BeloteState, donne: CoincheDonne) -> DonneScores:
        made = self.made(donne)
        winner = made.taker if made.reussi else made.taker.other
        tricks, bid = self.marque is not Marque.ANNONCES, self.marque is not Marque.FAITS
        pile = self._pile(donne, made)
        if made.reussi and made.fois == 1:
            marked = self.arrondi.marks(made.plis, made.taker)
            plis = plus(for_camp(winner, pile - marked[winner] if pile else 0), marked)
            annonces = made.annonces
        else:
            plis, annonces = for_camp(winner, pile), for_camp(winner, sum(made.annonces))
        contrat = for_camp(winner, made.contrat if bid else 0)
        items = [Item(self._verdict(donne, made, pile), plis if tricks else (0, 0))]
        items.append(Item(Label("contrat", camp=winner, contrat=bid_value(donne)), contrat))
        items += self.primes(donne, made.belotes, annonces)
        if made.fois > 1:
            doubled = added(items, 2)[winner] if self.coinche_porte_sur is PorteSur.TOUT else contrat[winner]
            if self.coinche_porte_sur is PorteSur.TOUT and not self.belote_doublee:
                doubled -= made.belotes[winner]
            label = Label("multiplie", coinche=Term(donne.coinche), fois=made.fois)
            items.append(Item(label, for_camp(winner, (made.fois - 1) * doubled)))
        return DonneScores(tuple(items), made.belotes)

    def _verdict(self, donne: CoincheDonne, made: Made, pile: int) -> Label:
        """Return the label of the result: made, or failed and why; with the points of the tricks if these are fixed."""
        values = {**self.result_values(donne, made.has), "contrat": bid_value(donne)}
        if isinstance(donne.contrat, Demande):
            return Label("demande-reussie" if made.reussi else "demande-chutee", values)
        if made.reussi:
            if self.marque is Marque.ANNONCES:
                return Label("reussi", values)
            if pile:
                return Label("reussi-plein", {**values, "plis": pile})
            return self.made_label(donne, values, made.plis)
        return Label("chute" if made.has[made.taker] < made.contrat else "chute-majorite", values)


def bid_value(donne: CoincheDonne) -> Value:
    """Return the bid as a value of a label: a number or a term."""
    return Term(donne.contrat) if isinstance(donne.contrat, Demande) else donne.contrat or LEAST
