"""Coiffeur: both camps play every row of a grid once, in any order, and score their card points times the row's multiplier.

Sources: Jassverband Schweiz, *JassWiki*; Swisslos; jassverzeichnis.ch; pagat.com; the scorer jasstafel.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Annotated, ClassVar

from scorekeeper.cards.families.matches import PLIS, PLIS_TOUT_ATOUT, MatchPoints, Points
from scorekeeper.cards.families.unplayed import unplayed_faults
from scorekeeper.cards.rules.contract import Doubt, Entry, Fault, Label, Rules, Seat, Side, State, Table, Term
from scorekeeper.cards.rules.fields import Amounts, AmountsOf, Record, settings
from scorekeeper.cards.rules.kinds import OneOf, Whole
from scorekeeper.cards.rules.scores import Item, Outcome, Row, added, for_camp


class Jeu(StrEnum):
    """Games of the cards: a trump suit, or another way to play."""

    PIQUE = "pique"
    TREFLE = "trefle"
    CARREAU = "carreau"
    COEUR = "coeur"
    HAUT_BAS = "haut-bas"
    BAS_HAUT = "bas-haut"
    TOUT_ATOUT = "tout-atout"
    SLALOM = "slalom"
    GUSTI = "gusti"
    MISERE = "misere"
    """The camp that announces it scores the card points of the other camp."""


class Ligne(StrEnum):
    """Rows of a grid: a game, or a wish, for which the camp chooses a game."""

    PIQUE = "pique"
    TREFLE = "trefle"
    CARREAU = "carreau"
    COEUR = "coeur"
    HAUT_BAS = "haut-bas"
    BAS_HAUT = "bas-haut"
    TOUT_ATOUT = "tout-atout"
    SLALOM = "slalom"
    GUSTI = "gusti"
    MISERE = "misere"
    SOUHAIT_1 = "souhait-1"
    SOUHAIT_2 = "souhait-2"
    SOUHAIT_3 = "souhait-3"
    SOUHAIT_4 = "souhait-4"

    @property
    def jeu(self) -> Jeu | None:
        """Game of the row; `None` for a wish."""
        return None if self in SOUHAITS else Jeu(self)


SOUHAITS = frozenset({Ligne.SOUHAIT_1, Ligne.SOUHAIT_2, Ligne.SOUHAIT_3, Ligne.SOUHAIT_4})
SIX = (Ligne.PIQUE, Ligne.TREFLE, Ligne.CARREAU, Ligne.COEUR, Ligne.HAUT_BAS, Ligne.BAS_HAUT)
DEUX = (Ligne.SLALOM, Ligne.GUSTI)
ORDRES: Mapping[int, tuple[Ligne, ...]] = {
    8: (*SIX, Ligne.SOUHAIT_1, Ligne.SOUHAIT_2),
    10: (*SIX, *DEUX, Ligne.SOUHAIT_1, Ligne.SOUHAIT_2),
    11: (*SIX, *DEUX, Ligne.SOUHAIT_1, Ligne.SOUHAIT_2, Ligne.SOUHAIT_3),
    12: (*SIX, *DEUX, Ligne.MISERE, Ligne.SOUHAIT_1, Ligne.SOUHAIT_2, Ligne.SOUHAIT_3),
}
"""Usual grids by number of rows. The multiplier of a row is its place, from 1."""


class Issue(StrEnum):
    """Status of a donne."""

    JOUEE = "jouee"
    RAYEE = "rayee"
    """The camp gave up the row, for 0 points."""
    ANNULEE = "annulee"
    """Void, and the deal passes. A misdeal is not entered: the same player deals again."""


@dataclass(frozen=True, kw_only=True)
class CoiffeurDonne(MatchPoints, Entry):
    """Entry of one donne. Points are card points with the last trick, before any prime or multiplier."""

    statut: Issue = Issue.JOUEE
    preneur: Side | None = None
    """Camp that announced; only this camp scores."""
    joueur: Seat | None = None
    """Player of that camp who announced."""
    contrat: Ligne | None = None
    jeu: Jeu | None = None
    """Game played in the row of a wish."""
    points: tuple[Points, Points] | None = None
    points_a: Points | None = None
    points_b: Points | None = None
    match: Side | None = None
    """Camp that took every trick."""

    @property
    def played(self) -> Jeu | None:
        """Game that was played, or `None` if unknown."""
        return (self.contrat.jeu if self.contrat else None) or self.jeu

    @property
    def counting(self) -> Side:
        """Camp whose card points count: the one that announced, or at misère the other one."""
        camp = self.preneur or Side(0)
        return camp.other if self.played is Jeu.MISERE else camp

    @property
    def total(self) -> int:
        return PLIS_TOUT_ATOUT if self.played is Jeu.TOUT_ATOUT else PLIS


CELL = ("statut", "preneur", "joueur", "contrat", "donneur", "note")
"""Keys allowed in the entry of a row that was given up."""


USUAL = Amounts(())
"""Default of `contrats`: a usual grid."""


class EnDizaines(StrEnum):
    """Scale of the marks: points, or tens rounded from 5 upwards (157 is 16)."""

    AUCUN = "aucun"
    DIXIEME = "dixieme"


@dataclass(frozen=True, slots=True)
class GrilleState(State):
    """State of a partie, with the rows that each camp has filled."""

    faites: tuple[frozenset[Ligne], frozenset[Ligne]] = (frozenset(), frozenset())


@settings
class Coiffeur(Rules[CoiffeurDonne, GrilleState]):
    """Rules of Coiffeur with the settings of a house."""

    grille: Annotated[int, OneOf((8, 10, 11, 12))] = 10
    contrats: Annotated[Amounts, AmountsOf(USUAL, Whole(1, 20), tuple(map(str, Ligne)), partial=True)] = USUAL
    """Rows of the house with their multipliers, in place of a usual grid."""
    prime_match: Annotated[int, OneOf((0, 50, 100))] = 100
    """Points that a match adds before the multiplier."""
    bonus_match: Annotated[int, Whole(0, 2000)] = 0
    """Points that a match adds after the multiplier."""
    contre_match: Annotated[int, Whole(0, 500)] = 0
    """Loss of the camp that announced if the other one takes every trick; multiplied unless `bonus_match` is set."""
    arrondi: EnDizaines = EnDizaines.AUCUN

    CHANGEABLE: ClassVar[frozenset[str]] = frozenset({"bonus_match", "contre_match"})
    STATE: ClassVar[type[State]] = GrilleState
    SEATS: ClassVar[tuple[int, ...]] = (4,)
    CAMPS: ClassVar[bool] = True
    NAMELESS: ClassVar[bool] = True
    ENTRY = Record(CoiffeurDonne)
    # The faults of the points depend on the other keys.
    SPARE: ClassVar[frozenset[str]] = frozenset(
        {"joueur", "points", "points_a", "points_b", "donneur", "note"}
    )
    WHOLE_ONLY: ClassVar[frozenset[str]] = frozenset({"points-manquants"})

    @cached_property
    def fois(self) -> dict[Ligne, int]:
        """Multiplier of each row, lowest first."""
        if not self.contrats.items:
            return {ligne: place for place, ligne in enumerate(ORDRES[self.grille], 1)}
        return {Ligne(name): times for name, times in sorted(self.contrats.items, key=lambda row: row[1])}

    @property
    def lignes(self) -> int:
        """Number of rows of the grid."""
        return len(self.fois)

    def setting_faults(self, table: Table) -> list[Fault]:
        """Return a fault if the grid of the house has only one row."""
        return [Fault("contrats-trop-peu", "contrats")] if len(self.contrats.items) == 1 else []

    def ouvertes(self, state: GrilleState, camp: int) -> list[Ligne]:
        """Return the rows that a camp has not filled."""
        return [ligne for ligne in self.fois if ligne not in state.faites[camp]]

    def faults(self, state: GrilleState, entry: CoiffeurDonne) -> list[Fault]:
        if entry.statut is Issue.ANNULEE:
            return list(unplayed_faults(entry, self.ENTRY))
        faults = [*self._cell_faults(state, entry), *self._people_faults(state, entry)]
        if entry.statut is Issue.RAYEE:
            return [*faults, *unplayed_faults(entry, self.ENTRY, CELL)]
        if entry.jeu is not None and entry.contrat is not None and entry.contrat not in SOUHAITS:
            faults.append(Fault("jeu-sans-souhait", "jeu", contrat=Term(entry.contrat)))
        return [*faults, *self.point_faults(entry)]

    def _cell_faults(self, state: GrilleState, donne: CoiffeurDonne) -> Iterator[Fault]:
        for key in ("preneur", "contrat"):
            if getattr(donne, key) is None:
                yield Fault("cle-manquante", key)
        if donne.contrat is None:
            return
        if donne.contrat not in self.fois:
            rows = tuple(map(Term, self.fois))
            yield Fault("contrat-pas-joue", "contrat", contrat=Term(donne.contrat), possibles=rows)
        elif donne.preneur is not None and donne.contrat in state.faites[donne.preneur]:
            camp, left = donne.preneur, tuple(map(Term, self.ouvertes(state, donne.preneur)))
            rest = Label("lignes-libres", lignes=left) if left else Label("aucune-libre")
            yield Fault("contrat-deja-joue", "contrat", camp=camp, contrat=Term(donne.contrat), reste=rest)

    def _people_faults(self, state: GrilleState, donne: CoiffeurDonne) -> Iterator[Fault]:
        if donne.joueur is None or donne.preneur is None:
            return
        if state.table.side_of(donne.joueur) != donne.preneur:
            yield Fault("joueur-autre-camp", "joueur", joueur=donne.joueur, camp=donne.preneur)

    def point_faults(self, donne: CoiffeurDonne) -> list[Fault]:
        """Return every fault of the points and the match; none while the row is unknown, if their sum may depend on it."""
        if donne.contrat is None and Ligne.TOUT_ATOUT in self.fois and donne.card_point_keys:
            return []
        return donne.match_faults(worth=bool(self.prime_match or self.bonus_match))

    def doubts(self, state: GrilleState, entry: CoiffeurDonne) -> list[Doubt]:
        if entry.preneur is None or entry.contrat is None:
            return []
        if entry.statut is Issue.RAYEE:
            return [Doubt("rayee", "statut", camp=entry.preneur, contrat=Term(entry.contrat))]
        doubts = [*entry.sweep_doubts("sans-match")]
        if entry.played is None:
            doubts.append(Doubt("souhait-sans-jeu", "jeu", total=PLIS, tout=PLIS_TOUT_ATOUT))
        return doubts

    def compte(self, points: int) -> int:
        """Return points as they are scored: in tens if the house does so, 5 upwards."""
        return (points + 5) // 10 if self.arrondi is EnDizaines.DIXIEME else points

    def prime(self, donne: CoiffeurDonne) -> int:
        """Return the prime of a match made by the counting camp, else 0."""
        return self.prime_match if donne.match == donne.counting else 0

    def written_points(self, donne: CoiffeurDonne) -> int:
        """Return the points of a donne with its prime, before the multiplier."""
        return self.compte(donne.plis[donne.counting] + self.prime(donne))

    def au_plus(self, lignes: Iterable[Ligne]) -> int:
        """Return the most that a camp can score in these rows: a match in each, at tout atout if the row allows it."""
        rich = {*SOUHAITS, Ligne.TOUT_ATOUT}
        return sum(
            self.fois[ligne] * self.compte((PLIS_TOUT_ATOUT if ligne in rich else PLIS) + self.prime_match)
            + self.compte(self.bonus_match)
            for ligne in lignes
        )

    def au_moins(self) -> int:
        """Return the least that a camp can score: a match of the other camp in each row."""
        return -sum(self.peine(fois) for fois in self.fois.values())

    def peine(self, fois: int) -> int:
        """Return the loss of the camp that announced if the other one takes every trick; `fois` is the row's multiplier."""
        return self.compte(self.contre_match) * (1 if self.bonus_match else fois)

    def mark(self, state: GrilleState, entry: CoiffeurDonne) -> tuple[GrilleState, Row]:
        items = tuple(self._items(entry))
        scores = added(items, 2)
        first, second = state.faites
        if entry.contrat is not None:
            filled = frozenset({entry.contrat})
            first, second = (first | filled, second) if entry.preneur == 0 else (first, second | filled)
        return self.written(state, entry, scores, faites=(first, second)), Row(scores, items)

    def _items(self, donne: CoiffeurDonne) -> Iterator[Item]:
        """Yield the items of a donne; all points go to the camp that announced."""
        if donne.statut is Issue.ANNULEE or donne.contrat is None or donne.preneur is None:
            yield Item(Label("donne-annulee"), (0, 0))
            return
        camp = donne.preneur
        if donne.statut is Issue.RAYEE:
            yield Item(Label("ligne-rayee", contrat=Term(donne.contrat)), (0, 0))
            return
        side, fois, written = donne.counting, self.fois[donne.contrat], self.written_points(donne)
        points, prime = donne.plis[side], self.prime(donne)
        yield Item(Label("plis" if side == camp else "plis-misere", camp=side), for_camp(camp, points))
        if donne.match == side:
            yield Item(Label("match" if prime else "match-sans-prime", camp=side), for_camp(camp, prime))
        if self.arrondi is EnDizaines.DIXIEME:
            yield Item(Label("en-dizaines", compte=written), for_camp(camp, written - points - prime))
        if fois > 1:
            label = Label("multiplie", fois=fois, contrat=Term(donne.contrat))
            yield Item(label, for_camp(camp, (fois - 1) * written))
        if donne.match == side and self.bonus_match:
            yield Item(Label("bonus"), for_camp(camp, self.compte(self.bonus_match)))
        if donne.match == side.other and self.contre_match:
            yield Item(Label("contre-match", camp=side.other), for_camp(camp, -self.peine(fois)))

    def outcome(self, state: GrilleState) -> Outcome | None:
        """Return the outcome once both camps have filled every cell, else `None`; equal totals share the win."""
        if any(self.ouvertes(state, camp) for camp in (0, 1)):
            return None
        winners = self.leaders(state)
        if len(winners) > 1:
            return Outcome(winners, Label("fin-egalite"))
        return Outcome(winners, Label("fin", camp=Side(winners[0])))
