"""Common rules of belote and coinche: settings, faults of entries, state, and end of a partie.

Source: Fédération française de belote, *Règles officielles de la belote* (2016) and *de la belote coinchée / contrée* (2015).
"""

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar, TypeVar

from scorekeeper.cards.families.belote.rules.entry import (
    BELOTE,
    PLIS,
    SUITLESS,
    TOUT_ATOUT,
    AtoutBelote,
    DonneBelote,
    Tricks,
    fit_in_two_hands,
)
from scorekeeper.cards.families.belote.rules.rounding import ArrondiBelote
from scorekeeper.cards.families.modes import Mode, PlayedFor
from scorekeeper.cards.families.points import Pair
from scorekeeper.cards.families.unplayed import ApresPasse, not_played, unplayed_faults
from scorekeeper.cards.rules.contract import AnyOf, Doubt, Fault, Label, Rules, Side, State, Term
from scorekeeper.cards.rules.kinds import OneOf, Whole
from scorekeeper.cards.rules.scores import Item, Outcome, Row, added, for_camp, plus, remembered

MUCH = 300
"""Points of a camp's annonces in a donne above which there is a doubt."""
D = TypeVar("D", bound=DonneBelote)


@dataclass(frozen=True, slots=True)
class BeloteState(State):
    """State of a partie."""

    jouees: int = 0
    """Number of donnes played."""
    reserve: int = 0
    """Points held from level donnes, for the winner of a later one."""
    attendu: int | None = 0
    """Sum of the points shared in all donnes; `None` once the marks of a donne have no fixed sum."""
    seules: Pair = (0, 0)
    """Points of belotes of each camp that were its only marks, with no other mark since; not yet counted for the target."""
    fin: Outcome | None = None


@dataclass(frozen=True)
class DonneScores:
    """Scores of one donne."""

    items: tuple[Item, ...]
    belotes: Pair
    """Points of the belotes that each camp marks, without a multiplier."""
    reserve: int = 0
    """Points held after the donne."""
    attendu: int | None = None
    """Points shared, belotes and annonces included; `None` if marks have no fixed sum."""


@dataclass(frozen=True)
class BeloteLike(PlayedFor, Rules[D, BeloteState]):
    """Common rules and settings of both games."""

    mode: Mode = Mode.POINTS
    objectif: Annotated[int, Whole(100, 20_000)] | None = None
    nb_donnes: Annotated[int, Whole(1, 60)] = 12
    arrondi: ArrondiBelote = ArrondiBelote.AUCUN
    donneur_apres_passe: ApresPasse = ApresPasse.SUIVANT
    annonces: bool = False
    sa_ta: bool = False
    """Whether sans atout and tout atout are played."""
    tout_atout_sur: Annotated[int, OneOf((TOUT_ATOUT, PLIS))] = TOUT_ATOUT
    """Card points at tout atout: 258 by trump values, scaled to 162, or values that make 162 at once."""
    belotes_tout_atout: Annotated[int, OneOf((0, 1, 4))] = 4
    """Maximum number of belotes that count at tout atout."""
    belote_sortie: bool = True
    """Whether a camp may reach the target with a belote as its only mark."""

    CHANGEABLE: ClassVar[frozenset[str]] = frozenset(
        ["objectif", "nb_donnes", "donneur_apres_passe", "annonces", "arrondi"]
    )
    STATE: ClassVar[type[State]] = BeloteState
    SEATS: ClassVar[tuple[int, ...]] = (4,)
    CAMPS: ClassVar[bool] = True
    NAMELESS: ClassVar[bool] = True
    USUAL: ClassVar[int]
    # The faults of the other keys depend on these.
    BOUND: ClassVar[frozenset[str]] = frozenset({"statut", "atout", "capot"})
    WHOLE_ONLY: ClassVar[frozenset[str]] = frozenset({"points-manquants"})

    @property
    def objectif_vise(self) -> int:
        return self.USUAL if self.objectif is None else self.objectif

    @property
    def atouts(self) -> tuple[AtoutBelote, ...]:
        """Trumps that the house plays."""
        return tuple(atout for atout in AtoutBelote if self.sa_ta or atout not in SUITLESS)

    def sharing(self, atout: AtoutBelote | None) -> int:
        """Return the sum of both camps' card points with this trump: a setting at tout atout, else 162, also for `None`."""
        return self.tout_atout_sur if atout is AtoutBelote.TOUT_ATOUT else PLIS

    @remembered
    def tricks(self, donne: DonneBelote) -> Tricks:
        return Tricks(donne.points, donne.points_a, donne.points_b, donne.capot, self.sharing(donne.atout))

    def point_faults(self, donne: DonneBelote) -> list[Fault]:
        """Return every fault of the card points; none while the trump is unknown, if their sum depends on it."""
        tricks = self.tricks(donne)
        if self._trump_missing(donne) and self.tout_atout_sur != PLIS and tricks.card_point_keys:
            return []
        return tricks.points_faults("capot-points", Label("capot-a-part"))

    def faults(self, state: BeloteState, entry: D) -> Sequence[Fault]:
        if not entry.played:
            return tuple(unplayed_faults(entry, self.ENTRY))
        return (
            *self._taker_faults(entry),
            *self.contract_faults(entry),
            *self.point_faults(entry),
            *self._belote_faults(entry),
            *self._annonce_faults(entry),
        )

    @staticmethod
    def _taker_faults(donne: D) -> Iterator[Fault]:
        if donne.preneur is None:
            yield Fault("cle-manquante", "preneur")
        elif donne.joueur is not None and donne.joueur % 2 != donne.preneur:
            yield Fault("joueur-autre-camp", "joueur", joueur=donne.joueur, camp=donne.preneur)

    def contract_faults(self, donne: D) -> Iterator[Fault]:
        if donne.atout is not None and donne.atout not in self.atouts:
            possible = AnyOf(Term(atout) for atout in self.atouts)
            yield Fault("contrat-pas-joue", "atout", contrat=Term(donne.atout), possibles=possible)
        if self._trump_missing(donne):
            yield Fault("atout-a-dire", "atout")

    def _trump_missing(self, donne: DonneBelote) -> bool:
        return donne.atout is None and self.sa_ta

    def _belote_faults(self, donne: D) -> Iterator[Fault]:
        if donne.belote is not None and donne.belotes is not None:
            yield Fault("belote-en-double", "belotes")
            return
        if self._trump_missing(donne):
            return
        if donne.belotes is not None and donne.atout is not AtoutBelote.TOUT_ATOUT:
            yield Fault("belotes-atout", "belotes")
        elif donne.atout is AtoutBelote.TOUT_ATOUT and sum(donne.belote_count) > self.belotes_tout_atout:
            key = "belotes" if donne.belote is None else "belote"
            yield Fault("belotes-trop", key, nombre=sum(donne.belote_count), max=self.belotes_tout_atout)
        if donne.belote is not None and donne.atout is AtoutBelote.SANS_ATOUT:
            yield Fault("belote-sans-atout", "belote")

    def _annonce_faults(self, donne: D) -> Iterator[Fault]:
        if not any(donne.annonces):
            return
        if not self.annonces:
            yield Fault("annonces-pas-jouees", "annonces")
            return
        if all(donne.annonces):
            yield Fault("annonces-deux-camps", "annonces")
        for side, values in enumerate(donne.annonces):
            if not fit_in_two_hands(values):
                yield Fault("annonces-mains", f"annonces.{'AB'[side]}", camp=Side(side))

    def doubts(self, state: BeloteState, entry: D) -> list[Doubt]:
        if not entry.played:
            return []
        doubts = [*self.tricks(entry).sweep_doubts("capot-oublie")]
        if entry.capot is not None and entry.belote_count[entry.capot.other]:
            key = "belote" if entry.belotes is None else "belotes"
            doubts.append(Doubt("belote-sans-pli", key, camp=entry.capot.other))
        for camp, values in zip((Side(0), Side(1)), entry.annonces, strict=True):
            if sum(values) > MUCH:
                much = {"camp": camp, "total": sum(values), "max": MUCH}
                doubts.append(Doubt("annonces-beaucoup", f"annonces.{'AB'[camp]}", much))
        return doubts

    def result_values(self, donne: DonneBelote, has: Pair) -> dict[str, Any]:
        """Return the values of a result's label: both camps, their points for the contract (`has`), and the card points."""
        camp, plis = donne.preneur or Side(0), self.tricks(donne).plis
        values = {"camp": camp, "autre": camp.other, "fait": has[camp], "contre": has[camp.other]}
        return {**values, "points_a": plis[0], "points_b": plis[1]}

    def made_label(self, donne: DonneBelote, values: dict[str, Any], plis: Pair) -> Label:
        """Return the label of a made contract, with its card points if they are rounded or scaled for the marks."""
        with_tricks = {**values, "plis_a": plis[0], "plis_b": plis[1], "total": self.sharing(donne.atout)}
        exact = self.arrondi.marks(plis, donne.preneur or Side(0)) == plis
        rest = "" if exact or not self.arrondi.to_160 else "-a-160"
        if self.sharing(donne.atout) != PLIS:
            return Label(f"reussi-ramene{rest}", with_tricks)
        return Label("reussi", values) if exact else Label(f"reussi{rest or '-arrondi'}", with_tricks)

    def shares(self, donne: D) -> tuple[Pair, Pair]:
        """Return the points of belotes and those of annonces, each by camp; the camp with a capot gets all annonces."""
        belotes = donne.belote_count[0] * BELOTE, donne.belote_count[1] * BELOTE
        first, second = map(sum, donne.annonces)
        if donne.capot is not None:
            first, second = (first + second) * (donne.capot == 0), (first + second) * (donne.capot == 1)
        return belotes, (first, second)

    @staticmethod
    def primes(donne: DonneBelote, belotes: Pair, annonces: Pair) -> Iterator[Item]:
        """Yield the items of belotes and annonces, from the points of each camp."""
        for camp in (Side(0), Side(1)):
            if belotes[camp]:
                count = donne.belote_count[camp]
                label = Label("belote" if count == 1 else "belotes-de", camp=camp, nombre=count)
                yield Item(label, for_camp(camp, belotes[camp]))
        if any(annonces):
            yield Item(Label("annonces", camp=Side(int(bool(donne.annonces[1])))), annonces)

    @abstractmethod
    def donne_scores(self, state: BeloteState, donne: D) -> DonneScores:
        """Compute the scores of a played donne without faults."""

    def mark(self, state: BeloteState, entry: D) -> tuple[BeloteState, Row]:
        if not entry.played:
            label = Label(f"donne-{entry.statut}")
            after, row = not_played(state, entry, label, self.donneur_apres_passe)
            return after, replace(row, extra=self.held(state.reserve))
        counted = self.donne_scores(state, entry)
        first, second = scores = added(counted.items, 2)
        seules = tuple(map(self._alone, state.seules, scores, counted.belotes))
        changes = {"jouees": state.jouees + 1, "reserve": counted.reserve, "seules": seules}
        totals = plus((state.totals[0], state.totals[1]), (first, second))
        fin = self._end(totals, (seules[0], seules[1]), state.jouees + 1)
        due = None
        if state.attendu is not None and counted.attendu is not None:
            due = state.attendu + counted.attendu
        after = self.written(state, entry, scores, **changes, attendu=due, fin=fin)
        return after, Row(scores, counted.items, self.held(counted.reserve))

    def held(self, reserve: int) -> dict[str, int]:
        """Return the further keys of a row for `reserve` points held from level donnes; none by default."""
        return {}

    def _alone(self, before: int, score: int, belotes: int) -> int:
        """Return a camp's new value of `BeloteState.seules`, from its previous value, the camp's score and its points of belotes."""
        if not score or self.belote_sortie:
            return before
        return before + score if score == belotes else 0

    def _end(self, totals: Pair, alone: Pair, donnes: int) -> Outcome | None:
        """Return the outcome after `donnes` donnes, or `None`.

        `alone` has each camp's points of belotes that do not count for the target (see `BeloteState.seules`).
        """
        best = tuple(Side(side) for side in (0, 1) if totals[side] == max(totals))
        if not self.a_points:
            if donnes < self.nb_donnes:
                return None
            code = "fin-tournoi" if len(best) == 1 else "fin-tournoi-egalite"
            return Outcome(best, Label(code, camp=best[0], donnes=self.nb_donnes))
        aim = self.objectif_vise
        there = tuple(Side(side) for side in (0, 1) if totals[side] - alone[side] >= aim)
        if len(there) == 1:
            return Outcome(there, Label("fin-objectif", camp=there[0], objectif=aim))
        if not there or len(best) == 2:
            return None
        return Outcome(best, Label("fin-plus-haut", camp=best[0], objectif=aim))

    def adjusted(self, state: BeloteState, entry: Any) -> tuple[BeloteState, Mapping[str, Any]]:
        totals = (state.totals[0], state.totals[1])
        return replace(state, fin=self._end(totals, state.seules, state.jouees)), self.held(state.reserve)

    def ruled(self, state: BeloteState) -> BeloteState:
        return self.adjusted(state, None)[0]

    def outcome(self, state: BeloteState) -> Outcome | None:
        return state.fin

    def leaders(self, state: BeloteState) -> tuple[int, ...]:
        """Return the camps that won; before the end, those with the best total.

        A winner may have the lower total, since some points of belotes do not count for the target (see `BeloteState.seules`).
        """
        return state.fin.winners if state.fin else super().leaders(state)
