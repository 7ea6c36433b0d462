"""Rules of Differenzler: each player predicts the own card points, and scores the difference.

Jass cards, no partners, 157 points in each donne in all modes; the lowest total wins. Source: the JassWiki of the Jassverband
Schweiz; variants are settings.
"""

import operator
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated, Any, ClassVar

from scorekeeper.cards.families.unplayed import not_played, unplayed_faults
from scorekeeper.cards.rules.contract import Doubt, Entry, Fault, Label, Rules, Seat, State, Table, Wins
from scorekeeper.cards.rules.fields import BySeat, Record, Seats, settings
from scorekeeper.cards.rules.kinds import Whole
from scorekeeper.cards.rules.scores import Control, Item, Outcome, Row, added

TOTAL = 157
"""Card points of a donne, including the last trick; a match scores nothing more."""
MOST_SEATS = 5


class Jouee(StrEnum):
    """The status of a donne; passing is not possible."""

    JOUEE = "jouee"
    ANNULEE = "annulee"
    """Void, and the deal passes. A misdeal is not entered: the same player deals again."""


class BonusZero(StrEnum):
    """Whether 0 points predicted and made earn the bonus: never, only with a trick without points, or always."""

    JAMAIS = "jamais"
    AVEC_PLI = "avec-pli"
    TOUJOURS = "toujours"


class Departage(StrEnum):
    """Rules for equal best totals at the end: they share the win, or further donnes are played."""

    PARTAGE = "partage"
    DONNE_SUPPLEMENTAIRE = "donne-supplementaire"


PointsBySeat = Annotated[tuple[int | None, ...], BySeat(Whole(0, TOTAL))]


@dataclass(frozen=True, kw_only=True)
class DifferenzlerDonne(Entry):
    """One donne: the prediction and the card points of each player."""

    statut: Jouee = Jouee.JOUEE
    annonces: PointsBySeat | None = None
    """Card points predicted by each seat."""
    points: PointsBySeat | None = None
    """Card points made by each seat; those of one seat may be left out, and are the rest of 157."""
    zero_avec_pli: Annotated[tuple[Seat, ...], Seats(most=MOST_SEATS)] = ()
    """Players who predicted and made 0 points with a trick without points, if the bonus requires one."""

    def __post_init__(self) -> None:
        # An empty table and a missing key are the same entry.
        for key in ("annonces", "points"):
            value = getattr(self, key)
            if value is not None and value == (None,) * len(value):
                object.__setattr__(self, key, None)

    @property
    def played(self) -> bool:
        """Whether the donne was played."""
        return self.statut is Jouee.JOUEE

    def deduced(self) -> Seat | None:
        """Return the only seat without points; `None` if none or several are missing."""
        missing = [seat for seat, count in enumerate(self.points or ()) if count is None]
        return Seat(missing[0]) if len(missing) == 1 else None

    def made(self) -> tuple[int, ...]:
        """Return the points of each seat, entered or deduced; only for a donne without faults."""
        counts = self.points or ()
        rest = TOTAL - sum(count or 0 for count in counts)
        return tuple(rest if count is None else count for count in counts)

    def predicted(self) -> tuple[int, ...]:
        """Return the prediction of each seat; only for a donne without faults."""
        return tuple(count or 0 for count in self.annonces or ())

    def ecarts(self) -> tuple[int, ...]:
        """Return the absolute difference between prediction and points of each seat; only for a donne without faults."""
        return tuple(abs(annonce - made) for annonce, made in zip(self.predicted(), self.made(), strict=True))


IMPOSSIBLE = (1, TOTAL - 1)
"""Card points that no player can make, with three, four or five players: no set of cards has 1, or leaves 1."""
WIDE = 80
"""Difference above which the entry is asked about."""


@dataclass(frozen=True, slots=True)
class DifferenzlerState(State):
    """State of the sheet, with the number of donnes played."""

    jouees: int = 0
    points: int = 0
    """Card points of all players in the donnes played."""
    atteint: bool = False
    """Whether a total has reached `objectif`; it stays so if a bonus takes the total below it again."""


@settings
class Differenzler(Rules[DifferenzlerDonne, DifferenzlerState]):
    """Rules of Differenzler with the settings of a house."""

    STATE: ClassVar[type[State]] = DifferenzlerState
    SEATS: ClassVar[tuple[int, ...]] = (3, 4, 5)
    WINS: ClassVar[Wins] = Wins.LOW

    nb_donnes: Annotated[int, Whole(1, 60)] | None = 12
    """Number of donnes of a partie, without void ones; `None` if it is not fixed."""
    objectif: Annotated[int, Whole(50, 10000)] | None = None
    """Total at which the partie ends too; `None` without one."""
    bonus_exact: Annotated[int, Whole(0, 50)] = 10
    """Points taken off for an exact prediction."""
    bonus_zero: BonusZero = BonusZero.JAMAIS
    egalite: Departage = Departage.PARTAGE

    CHANGEABLE: ClassVar[frozenset[str]] = frozenset(
        ["nb_donnes", "objectif", "bonus_exact", "bonus_zero", "egalite"]
    )
    ENTRY = Record(DifferenzlerDonne)
    SPARE: ClassVar[frozenset[str]] = frozenset(ENTRY.kinds) - {"statut"}

    def setting_faults(self, table: Table) -> Sequence[Fault]:
        """Return a fault if no setting ends the partie."""
        return [Fault("fin-a-dire", "nb_donnes")] if self.nb_donnes is None and self.objectif is None else []

    def faults(self, state: DifferenzlerState, entry: DifferenzlerDonne) -> Sequence[Fault]:
        if not entry.played:
            return tuple(unplayed_faults(entry, self.ENTRY))
        missing = _missing("annonces", entry.annonces, state.table)
        return [*missing, *_points(entry, state.table), *self._zeros(entry)]

    def _zeros(self, entry: DifferenzlerDonne) -> Iterator[Fault]:
        """Yield a fault for each player in `zero_avec_pli` who did not predict and make 0, or one if the key is not used."""
        if entry.zero_avec_pli and self.bonus_zero is not BonusZero.AVEC_PLI:
            yield Fault("zero-pas-joue", "zero_avec_pli")
            return
        made = entry.made() if entry.deduced() is not None else entry.points
        for place, seat in enumerate(entry.zero_avec_pli):
            if any(counts[seat] for counts in (entry.annonces, made) if counts is not None):
                yield Fault("zero-contredit", f"zero_avec_pli.{place}", joueur=seat)

    def doubts(self, state: DifferenzlerState, entry: DifferenzlerDonne) -> Sequence[Doubt]:
        if not entry.played:
            return ()
        return [
            Doubt("ecart-grand", f"points.{name}", joueur=Seat(seat), ecart=ecart)
            for seat, (name, ecart) in enumerate(zip(state.table.players, entry.ecarts(), strict=True))
            if ecart > WIDE
        ]

    def exact(self, entry: DifferenzlerDonne) -> tuple[Seat, ...]:
        """Return the players with an exact prediction, including one of 0."""
        return tuple(Seat(seat) for seat, ecart in enumerate(entry.ecarts()) if not ecart)

    def rewarded(self, entry: DifferenzlerDonne) -> tuple[Seat, ...]:
        """Return the players with an exact prediction that earns the bonus: one of 0 only if `bonus_zero` allows it."""
        annonces = entry.predicted()
        return tuple(seat for seat in self.exact(entry) if annonces[seat] or self._zero_counts(entry, seat))

    def _zero_counts(self, entry: DifferenzlerDonne, seat: Seat) -> bool:
        always = self.bonus_zero is BonusZero.TOUJOURS
        return always or (self.bonus_zero is BonusZero.AVEC_PLI and seat in entry.zero_avec_pli)

    def mark(self, state: DifferenzlerState, entry: DifferenzlerDonne) -> tuple[DifferenzlerState, Row]:
        if not entry.played:
            return not_played(state, entry, Label(entry.statut))
        seats = len(state.totals)
        items = [Item(Label("ecarts"), entry.ecarts())]
        if self.bonus_exact and (rewarded := self.rewarded(entry)):
            taken = tuple(-self.bonus_exact * (seat in rewarded) for seat in range(seats))
            items.append(Item(Label("exact", joueurs=rewarded), taken))
        scores = added(items, seats)
        made = state.points + sum(entry.made())
        after = self.written(state, entry, scores, jouees=state.jouees + 1, points=made)
        return replace(after, atteint=state.atteint or self._reached(after.totals)), Row(scores, tuple(items))

    def _reached(self, totals: Sequence[int]) -> bool:
        return self.objectif is not None and max(totals) >= self.objectif

    def adjusted(self, state: DifferenzlerState, entry: Any) -> tuple[DifferenzlerState, Mapping[str, Any]]:
        """Return the state after an adjustment. `atteint` is reset if the adjustment, not a bonus, takes all totals below `objectif`."""
        before = map(operator.sub, state.totals, entry.scores(state))
        kept = state.atteint and not self._reached((*before,))
        return replace(state, atteint=kept or self._reached(state.totals)), {}

    def ruled(self, state: DifferenzlerState) -> DifferenzlerState:
        return replace(state, atteint=self._reached(state.totals))

    def is_over(self, state: DifferenzlerState) -> bool:
        """Return whether all donnes are played or a player has reached the target, even if `outcome` is `None` because of a tie."""
        return state.atteint or (self.nb_donnes is not None and state.jouees >= self.nb_donnes)

    def outcome(self, state: DifferenzlerState) -> Outcome | None:
        """Return the result once a total or the number of donnes ends the partie; `None` while it lasts or a tie is played off."""
        if not self.is_over(state):
            return None
        winners = tuple(map(Seat, self.leaders(state)))
        alone = len(winners) == 1
        if not alone and self.egalite is Departage.DONNE_SUPPLEMENTAIRE:
            return None
        how = Label("fin-objectif", objectif=self.objectif or 0)
        if not state.atteint:
            how = Label("fin-donnes", nombre=state.jouees)
        code = "gagne" if alone else "gagne-ex-aequo"
        return Outcome(winners, Label(code, gagnants=winners, total=min(state.totals), fin=how))

    def control(self, state: DifferenzlerState) -> Control:
        """Return the expected sum of all card points, 157 for each donne, and the actual one."""
        return Control(TOTAL * state.jouees, state.points)


def _missing(key: str, counts: tuple[int | None, ...] | None, table: Table) -> list[Fault]:
    each = counts or (None,) * len(table.players)
    named = zip(table.players, each, strict=True)
    return [Fault("cle-manquante", f"{key}.{name}") for name, count in named if count is None]


def _points(entry: DifferenzlerDonne, table: Table) -> Iterator[Fault]:
    """Yield the faults of points: missing ones, impossible ones, and a wrong sum."""
    missing, points = _missing("points", entry.points, table), entry.points or ()
    if len(missing) > 1:
        yield from missing
    for name, count in zip(table.players, points, strict=False):
        if count in IMPOSSIBLE:
            yield Fault("points-impossibles", f"points.{name}", points=count)
    somme = sum(count or 0 for count in points)
    if somme > TOTAL:
        yield Fault("points-trop", "points", trouve=somme, trop=somme - TOTAL)
    elif somme < TOTAL and not missing:
        yield Fault("points-pas-assez", "points", trouve=somme, manque=TOTAL - somme)
    elif len(missing) == 1 and TOTAL - somme in IMPOSSIBLE:
        yield Fault("points-impossibles", missing[0].field, points=TOTAL - somme)
