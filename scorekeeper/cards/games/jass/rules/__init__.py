"""Jass (chibre): 157 points a donne, annonces, schtöckr and match, to a target or for a number of donnes.

Sources: *Offizielles Schweizer Jassreglement*; rules of French-speaking clubs; rules of Swiss tournaments whose sheet has
the control 12 × 157 = 1884.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import Annotated, Any, ClassVar

from scorekeeper.cards.families.modes import Mode, PlayedFor
from scorekeeper.cards.families.points import POINTS_KEYS, Pair
from scorekeeper.cards.games.jass.rules import entry as rules_donne
from scorekeeper.cards.games.jass.rules.annonces import ASKED, Verdict, annonce_doubts, annonce_faults, settle
from scorekeeper.cards.games.jass.rules.cards import CONTRATS, Atout, Bareme, EgaliteAnnonces, SuitesLongues
from scorekeeper.cards.games.jass.rules.entry import Fin, JassDonne, OrdreFin, Parts, ending, highest, times
from scorekeeper.cards.rules.contract import AnyOf, Doubt, Fault, Label, Rules, Seat, Side, State, Table, Term
from scorekeeper.cards.rules.fields import Amounts, AmountsOf, Record, needs, settings
from scorekeeper.cards.rules.kinds import OneOf, Whole
from scorekeeper.cards.rules.scores import Control, Item, Outcome, Row, added, for_camp, plus, remembered

SCHTOCKR, SANS_CONTRAT = 20, Amounts(())
"""Points of king and queen of trump in one hand; default of `contrats`: no multipliers and only the four suits."""
COULEURS = tuple(str(atout) for atout in Atout if atout not in CONTRATS)
_APART = tuple((couleur, Whole(1, 7)) for couleur in COULEURS)
FOIS = AmountsOf(SANS_CONTRAT, Whole(1, 12), tuple(map(str, Atout)), partial=True, apart=_APART)


class DoublePorteSur(StrEnum):
    """Points to which the multiplier of a donne applies: all, or only tricks and match."""

    TOUT = "tout"
    PLIS_MATCH = "plis-match"


@dataclass(frozen=True, slots=True)
class JassState(State):
    """State of a partie: `attendu` is the required sum of both totals, `fin` its end, `None` while it continues."""

    attendu: int = 0
    fin: Fin | None = None


@dataclass(frozen=True)
class Compte:
    """Scores of one donne; `attendu` is their required sum over both camps."""

    parts: Parts
    items: tuple[Item, ...]
    attendu: int
    fin: Fin | Fault | None
    """End of the partie by the donne; `None` if it continues, a fault if data is missing to decide."""


@settings
class Jass(PlayedFor, Rules[JassDonne, JassState]):
    """Rules of Jass with the settings of a house. The default of a setting that is `None` depends on the mode or doubled spades."""

    mode: Mode = Mode.POINTS
    objectif: Annotated[int, Whole(50, 10_000)] | None = None
    """Points to reach; by default 1000, or 1500 if spades count double."""
    nb_donnes: Annotated[int, Whole(1, 60)] = 12
    annonces: bool | None = None
    schtockr: bool | None = None
    prime_match: Annotated[int, OneOf((0, 50, 100))] | None = None
    pique_double: bool = False
    double_porte_sur: DoublePorteSur = DoublePorteSur.TOUT
    contrats: Annotated[Amounts, FOIS] = SANS_CONTRAT
    """Multipliers of suits, and of the further contracts that the house plays."""
    suites_longues: SuitesLongues = SuitesLongues.PETITES
    carre_678: Annotated[int, OneOf((0, 100))] = 0
    carte_double_emploi: bool = False
    egalite_annonces: EgaliteAnnonces = EgaliteAnnonces.ENTAME
    ordre_fin: OrdreFin = OrdreFin.ANNONCES
    sortie: rules_donne.Sortie = rules_donne.Sortie.ANNONCE
    double_perte: bool = False
    """Whether a camp that ends below half the target loses twice."""

    CHANGEABLE: ClassVar[frozenset[str]] = frozenset(
        ["objectif", "nb_donnes", "annonces", "schtockr", "sortie", "double_perte"]
    )
    STATE: ClassVar[type[State]] = JassState
    SEATS: ClassVar[tuple[int, ...]] = (4,)
    CAMPS: ClassVar[bool] = True
    NAMELESS: ClassVar[bool] = True
    ENTRY = Record(JassDonne, extra=needs(*POINTS_KEYS, "match", "interrompue"))
    # The check of card points depends on these keys, or they replace card points.
    SPARE: ClassVar[frozenset[str]] = frozenset(ENTRY.kinds) - {"atout", "match", "interrompue"}
    WHOLE_ONLY: ClassVar[frozenset[str]] = ASKED | {"points-manquants", "premier-a-dire"}

    @property
    def objectif_vise(self) -> int:
        usual = 1500 if self.pique_double else 1000
        return usual if self.objectif is None else self.objectif

    @property
    def avec_annonces(self) -> bool:
        """Whether annonces are played."""
        return self.a_points if self.annonces is None else self.annonces

    @property
    def avec_schtockr(self) -> bool:
        """Whether the schtöckr is played."""
        return self.a_points if self.schtockr is None else self.schtockr

    @property
    def match_vaut(self) -> int:
        """Prime of a match, in points."""
        usual = 100 if self.a_points else 0
        return usual if self.prime_match is None else self.prime_match

    @cached_property
    def bareme(self) -> Bareme:
        """Values of annonces in this house."""
        return Bareme(
            grandes=self.suites_longues is SuitesLongues.GRANDES,
            carre_678=self.carre_678,
            double_emploi=self.carte_double_emploi,
            a_deux=self.egalite_annonces is EgaliteAnnonces.DEUX,
        )

    @cached_property
    def atouts(self) -> tuple[Atout, ...]:
        """Contracts that the settings allow."""
        return tuple(atout for atout in Atout if atout not in CONTRATS or atout in self.contrats)

    @cached_property
    def atout_compte(self) -> bool:
        """Whether the points of a donne depend on its contract, so that it must be entered."""
        unequal = any(name == Atout.TOUT_ATOUT or times != 1 for name, times in self.contrats.items)
        return self.pique_double or unequal

    def fois(self, donne: JassDonne) -> int:
        """Return the multiplier of a donne."""
        if donne.atout is not None and donne.atout in self.contrats:
            return self.contrats[donne.atout]
        return 2 if self.pique_double and donne.atout is Atout.PIQUE else 1

    def setting_faults(self, table: Table) -> list[Fault]:
        """Return the faults: a target or a double loss with a fixed number of donnes, spades doubled and suits multiplied."""
        faults = super().setting_faults(table)
        if self.double_perte and not self.a_points:
            faults.append(Fault("double-perte-en-tournoi", "double_perte"))
        if self.pique_double and any(couleur in self.contrats for couleur in COULEURS):
            faults.append(Fault("pique-double-et-couleurs", "pique_double"))
        return faults

    def faults(self, state: JassState, entry: JassDonne) -> list[Fault]:
        points, annonces = self.point_faults(entry), self._annonce_faults(state, entry)
        faults = [*self._contract_faults(entry), *points, *self._schtockr_faults(entry)]
        if entry.uncounted and not (self.a_points and (annonces or self._out_early(state, entry))):
            aside = Label("hors-plis", objectif=self.objectif_vise) if self.a_points else ""
            faults.append(Fault("points-manquants", "points", aide=aside))
        faults += annonces
        if not self.a_points:
            given = {"premier": entry.premier is not None, "interrompue": entry.interrompue}
            faults += [Fault("sans-objectif", key) for key, there in given.items() if there]
        if not faults and state.fin is None and isinstance(end := self.compte(state, entry).fin, Fault):
            faults.append(end)
        return faults

    def point_faults(self, donne: JassDonne) -> list[Fault]:
        """Return every fault of the card points; none while the contract is unknown, if their sum may depend on it."""
        if donne.atout is None and Atout.TOUT_ATOUT in self.atouts and donne.card_point_keys:
            return []
        return donne.point_faults(self.match_vaut)

    def _contract_faults(self, donne: JassDonne) -> Iterator[Fault]:
        if donne.atout is not None and donne.atout not in self.atouts:
            possible = AnyOf(Term(atout) for atout in self.atouts)
            yield Fault("contrat-pas-joue", "atout", atout=Term(donne.atout), possibles=possible)
        if donne.atout is None and self.atout_compte:
            yield Fault("atout-a-dire", "atout")

    def _schtockr_faults(self, donne: JassDonne) -> Iterator[Fault]:
        if donne.schtockr is None:
            return
        if not self.avec_schtockr:
            yield Fault("schtockr-pas-joue", "schtockr")
        if donne.atout in CONTRATS:
            yield Fault("schtockr-sans-atout", "schtockr", atout=Term(donne.atout))

    def _annonce_faults(self, state: JassState, donne: JassDonne) -> list[Fault]:
        if not any(donne.annonces):
            return []
        if not self.avec_annonces:
            return [Fault("annonces-pas-jouees", "annonces")]
        couleur = donne.atout.couleur if donne.atout else None
        royal = (donne.schtockr, couleur) if donne.schtockr is not None and couleur else None
        faults = annonce_faults(donne.annonces, self.bareme, royal)
        if not faults and isinstance(verdict := self._verdict(state, donne), Fault):
            faults.append(verdict)
        return faults

    @remembered
    def _verdict(self, state: JassState, donne: JassDonne) -> Verdict | Fault | None:
        if not any(donne.annonces):
            return None
        turns = state.table.around if state.table.players else ()
        return settle(donne.annonces, self.bareme, donne.atout, self.entame(state, donne), turns)

    def entame(self, state: JassState, donne: JassDonne) -> Seat | None:
        """Return who led to the first trick: as entered, else with the first choice of trump, else in turn; `None` if unknown."""
        named = donne.first_chooser if donne.entame is None else donne.entame
        return self._turn(state, donne) if named is None else named

    def _turn(self, state: JassState, donne: JassDonne) -> Seat | None:
        """Return the player after the dealer, whose turn it is to choose trump.

        `None` if the dealer is unknown, and in the first donne, where the holder of the 7 of diamonds chooses.
        """
        dealt = self.dealer(state, donne)
        # The second line is not the first donne even after the first was struck: it keeps its dealer.
        first = not state.rang and (state.line == 1 or dealt == state.table.opening_dealer)
        return None if dealt is None or first else state.table.next_seat(dealt)

    def _out_early(self, state: JassState, donne: JassDonne) -> bool:
        """Return whether a camp reaches the target with annonces and schtöckr alone."""
        early = self._early(donne, self._annonces(self._verdict(state, donne), donne)).total
        return any(state.totals[side] + early[side] >= self.objectif_vise for side in (0, 1))

    def doubts(self, state: JassState, entry: JassDonne) -> list[Doubt]:
        doubts = list(annonce_doubts(entry.annonces, self.bareme))
        doubts += entry.sweep_doubts("sans-match")
        chooser = entry.first_chooser
        if chooser is not None and (turn := self._turn(state, entry)) not in {None, chooser}:
            doubts.append(Doubt("choix-pas-son-tour", "fait_atout", joueur=turn))
        end = self.compte(state, entry).fin
        if isinstance(end, Fin) and end.code == "fin-a-tort":
            values = {"camp": end.camps[0].other, "autre": end.camps[0], "objectif": self.objectif_vise}
            doubts.append(Doubt("annonce-a-tort", "premier", values))
        if end is None and entry.interrompue:
            doubts.append(Doubt("interrompue-sans-sortie", "premier", objectif=self.objectif_vise))
        return doubts

    @remembered
    def compte(self, state: JassState, donne: JassDonne) -> Compte:
        """Compute the scores of a donne without faults."""
        fois, verdict = self.fois(donne), self._verdict(state, donne)
        annonces, schtockr = self._annonces(verdict, donne), for_camp(donne.schtockr, SCHTOCKR)
        early = self._early(donne, annonces)
        late = self._too_late(state, donne, early)
        match = for_camp(None if late else donne.match, self.match_vaut)
        parts = Parts(early.schtockr, early.annonces, times(plus(donne.plis, match), fois))
        items = [Item(Label("plis", points=donne.plis), donne.plis)]
        if donne.match is not None:
            code = "match-trop-tard" if late else "match" if self.match_vaut else "match-sans-prime"
            items.append(Item(Label(code, camp=donne.match, autre=donne.match.other), match))
        if isinstance(verdict, Verdict):
            items.append(Item(verdict.label, annonces))
        if donne.schtockr is not None:
            items.append(Item(Label("schtockr", camp=donne.schtockr), schtockr))
        if fois > 1:
            items.append(self._multiplied(donne, fois, items, parts))
        tricks = sum(donne.plis) if donne.interrompue else donne.total
        attendu = fois * (tricks + sum(match)) + sum(early.total)
        return Compte(parts, tuple(items), attendu, self._end(state, donne, parts))

    def _early(self, donne: JassDonne, annonces: Pair) -> Parts:
        """Return the points of schtöckr and annonces, with the multiplier if it applies to them, and 0 for tricks."""
        primes = self.fois(donne) if self.double_porte_sur is DoublePorteSur.TOUT else 1
        return Parts(times(for_camp(donne.schtockr, SCHTOCKR), primes), times(annonces, primes), (0, 0))

    def _annonces(self, verdict: Verdict | Fault | None, donne: JassDonne) -> Pair:
        """Return the points of the annonces of each camp; 0 for a camp whose annonces do not score."""
        camps = verdict.camps if isinstance(verdict, Verdict) else ()
        first, second = map(self.bareme.somme, donne.annonces)
        return first * (0 in camps), second * (1 in camps)

    def _multiplied(self, donne: JassDonne, fois: int, items: list[Item], parts: Parts) -> Item:
        """Return the item of the multiplier `fois`: the total of `parts` less the sum of `items`, by camp."""
        code = "pique-double" if self.pique_double and donne.atout is Atout.PIQUE else "contrat-multiplie"
        label = Label(code, fois=fois, atout=Term(donne.atout or ""))
        before = added(items, 2)
        return Item(label, (parts.total[0] - before[0], parts.total[1] - before[1]))

    def _too_late(self, state: JassState, donne: JassDonne, early: Parts) -> bool:
        """Return whether the other camp had declared itself out with enough points before the match, so that its prime is void."""
        if donne.match is None or donne.premier != donne.match.other or not self.a_points:
            return False
        other = donne.match.other
        return state.totals[other] + early.total[other] >= self.objectif_vise

    def _end(self, state: JassState, donne: JassDonne, parts: Parts) -> Fin | Fault | None:
        before = (state.totals[0], state.totals[1])
        if self.a_points:
            higher = donne.premier == rules_donne.NO_CAMP or self.sortie is rules_donne.Sortie.PLUS_HAUT
            return ending(before, parts, self.objectif_vise, self.ordre_fin, donne.premier, higher=higher)
        return self._end_of_tournament(plus(before, parts.total), state.rang + 1)

    def _end_of_tournament(self, totals: Pair, donnes: int) -> Fin | None:
        if donnes < self.nb_donnes:
            return None
        winners = highest(totals)
        return Fin(winners, "fin-tournoi" if len(winners) == 1 else "fin-tournoi-egalite")

    def adjusted(self, state: JassState, entry: Any) -> tuple[JassState, Mapping[str, Any]]:
        """Return the state after an adjustment.

        A camp that won by reaching the target first remains the winner while it has the points. Otherwise the higher total
        at or above the target wins.
        """
        totals = (state.totals[0], state.totals[1])
        if not self.a_points:
            return replace(state, fin=self._end_of_tournament(totals, state.rang)), {}
        there = tuple(Side(side) for side in (0, 1) if totals[side] >= self.objectif_vise)
        fin = state.fin
        by_turn = fin is not None and fin.code not in {"fin-plus-haut", "fin-egalite"}
        if fin is not None and by_turn and (fin.code == "fin-a-tort" or fin.camps[0] in there):
            return state, {}
        best = tuple(side for side in there if totals[side] == max(totals))
        code = "fin-objectif" if len(there) == 1 else "fin-plus-haut"
        return replace(state, fin=Fin(best, code) if len(best) == 1 else None), {}

    def ruled(self, state: JassState) -> JassState:
        return self.adjusted(state, None)[0]

    def mark(self, state: JassState, entry: JassDonne) -> tuple[JassState, Row]:
        compte = self.compte(state, entry)
        fin = compte.fin if isinstance(compte.fin, Fin) else None
        passed = {} if entry.first_chooser is None else {"donneur": entry.first_chooser}
        scores = compte.parts.total
        after = self.written(state, entry, scores, attendu=state.attendu + compte.attendu, fin=fin, **passed)
        return after, Row(scores, compte.items)

    def outcome(self, state: JassState) -> Outcome | None:
        if state.fin is None:
            return None
        winners, code = state.fin.camps, state.fin.code
        if not self.a_points:
            return Outcome(winners, Label(code, camp=winners[0], donnes=self.nb_donnes))
        loser = winners[0].other
        twice = self.double_perte and 2 * state.totals[loser] < self.objectif_vise
        values = {"camp": winners[0], "autre": loser, "objectif": self.objectif_vise}
        return Outcome(winners, Label(f"{code}-double" if twice else code, values))

    def control(self, state: JassState) -> Control:
        return Control(state.attendu, sum(state.totals))

    def filed(self, state: JassState, entry: JassDonne) -> dict[str, str]:
        """Return the leader of the first trick as an entry key, if equal annonces of the first line depended on it."""
        verdict = self._verdict(state, entry)
        depends = isinstance(verdict, Verdict) and verdict.label.code == "annonces-premier" and not state.rang
        if not depends or {entry.entame, entry.first_chooser} != {None}:
            return {}
        turn = self._turn(state, entry)
        return {} if turn is None else {"entame": state.table.players[turn]}

    def leaders(self, state: JassState) -> tuple[int, ...]:
        """Return the winners after the end, even with the lower total; before it the camps with the higher total."""
        return state.fin.camps if state.fin else super().leaders(state)
