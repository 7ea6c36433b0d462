"""Differenzler: everybody predicts the card points that they will make, and the difference is written against them.

Jass cards, every player alone, 157 points in each donne whatever is played; the lowest total wins. After the JassWiki of
the Jassverband Schweiz; what other houses do otherwise stands behind a setting.
"""

import operator
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated, Any, ClassVar

from scorekeeper.cards.families.unplayed import unplayed_faults
from scorekeeper.cards.rules.contract import Doubt, Entry, Fault, Label, Rules, Seat, State, Table, Wins
from scorekeeper.cards.rules.fields import BySeat, Record, Seats, settings
from scorekeeper.cards.rules.kinds import Whole
from scorekeeper.cards.rules.scores import Control, Item, Outcome, Row, added

TOTAL = 157
"""Card points of a donne, the last trick included; a match counts no more."""
MOST_SEATS = 5


class Jouee(StrEnum):
    """The status of a donne; nobody passes."""

    JOUEE = "jouee"
    ANNULEE = "annulee"
    """Void, and the deal passes. A misdeal is not noted, the same player deals again."""


class BonusZero(StrEnum):
    """When somebody who predicted nothing and made nothing has the bonus: never, only with a worthless trick, always."""

    JAMAIS = "jamais"
    AVEC_PLI = "avec-pli"
    TOUJOURS = "toujours"


class Departage(StrEnum):
    """Rule for level totals at the end: they share the win, or one donne after the other is played."""

    PARTAGE = "partage"
    DONNE_SUPPLEMENTAIRE = "donne-supplementaire"


PointsBySeat = Annotated[tuple[int | None, ...], BySeat(Whole(0, TOTAL))]


@dataclass(frozen=True, kw_only=True)
class DifferenzlerDonne(Entry):
    """One donne: what each player predicted, and what each made."""

    statut: Jouee = Jouee.JOUEE
    annonces: PointsBySeat | None = None
    """The card points that each seat predicted."""
    points: PointsBySeat | None = None
    """The card points that each seat made; those of one seat may be left out, and are what is left of 157."""
    zero_avec_pli: Annotated[tuple[Seat, ...], Seats(most=MOST_SEATS)] = ()
    """Players who made the 0 points that they predicted with a worthless trick, where the house asks for one."""

    def __post_init__(self) -> None:
        # Nobody named is the same as no key.
        for key in ("annonces", "points"):
            value = getattr(self, key)
            if value is not None and value == (None,) * len(value):
                object.__setattr__(self, key, None)

    @property
    def played(self) -> bool:
        """Whether the donne counts."""
        return self.statut is Jouee.JOUEE

    def deduced(self) -> Seat | None:
        """The only seat whose points are not told; `None` where all are, or those of several are missing."""
        missing = [seat for seat, count in enumerate(self.points or ()) if count is None]
        return Seat(missing[0]) if len(missing) == 1 else None

    def made(self) -> tuple[int, ...]:
        """The points of each seat, told or deduced; only of a donne without faults."""
        counts = self.points or ()
        rest = TOTAL - sum(count or 0 for count in counts)
        return tuple(rest if count is None else count for count in counts)

    def predicted(self) -> tuple[int, ...]:
        """The prediction of each seat; only of a donne without faults."""
        return tuple(count or 0 for count in self.annonces or ())

    def ecarts(self) -> tuple[int, ...]:
        """By how much each seat was off; only of a donne without faults."""
        return tuple(abs(annonce - made) for annonce, made in zip(self.predicted(), self.made(), strict=True))


IMPOSSIBLE = (1, TOTAL - 1)
"""Card points that no player can make, be they three, four or five: no cards leave the others as many."""
WIDE = 80
"""A larger difference is rare."""


@dataclass(frozen=True, slots=True)
class DifferenzlerState(State):
    """The sheet so far, with the donnes that count."""

    jouees: int = 0
    points: int = 0
    """Card points of all players in them."""
    atteint: bool = False
    """Whether a total has reached the limit; level players play on, also where a bonus takes it below again."""


@settings
class Differenzler(Rules[DifferenzlerDonne, DifferenzlerState]):
    """The rules with the house's settings."""

    STATE: ClassVar[type[State]] = DifferenzlerState
    SEATS: ClassVar[tuple[int, ...]] = (3, 4, 5)
    WINS: ClassVar[Wins] = Wins.LOW

    nb_donnes: Annotated[int, Whole(1, 60)] | None = 12
    """Donnes of a partie, annulled ones not counted; `None` has no such end."""
    objectif: Annotated[int, Whole(50, 10000)] | None = None
    """The partie ends too when a total reaches it."""
    bonus_exact: Annotated[int, Whole(0, 50)] = 10
    """Taken off for an exact prediction."""
    bonus_zero: BonusZero = BonusZero.JAMAIS
    egalite: Departage = Departage.PARTAGE

    CHANGEABLE: ClassVar[frozenset[str]] = frozenset(
        ["nb_donnes", "objectif", "bonus_exact", "bonus_zero", "egalite"]
    )
    ENTRY = Record(DifferenzlerDonne)
    SPARE: ClassVar[frozenset[str]] = frozenset(ENTRY.kinds) - {"statut"}

    def setting_faults(self, table: Table) -> Sequence[Fault]:
        """A partie ends somehow."""
        return [Fault("fin-a-dire", "nb_donnes")] if self.nb_donnes is None and self.objectif is None else []

    def faults(self, state: DifferenzlerState, entry: DifferenzlerDonne) -> Sequence[Fault]:
        if not entry.played:
            return tuple(unplayed_faults(entry, self.ENTRY))
        missing = _missing("annonces", entry.annonces, state.table)
        return [*missing, *_points(entry, state.table), *self._zeros(entry)]

    def _zeros(self, entry: DifferenzlerDonne) -> Iterator[Fault]:
        """Players named as having made 0 with a trick who predicted 0 and made it, where the house asks for that at all."""
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
        """Players who predicted exactly what they made, nothing at all too."""
        return tuple(Seat(seat) for seat, ecart in enumerate(entry.ecarts()) if not ecart)

    def rewarded(self, entry: DifferenzlerDonne) -> tuple[Seat, ...]:
        """Players with the bonus of an exact prediction."""
        annonces = entry.predicted()
        return tuple(seat for seat in self.exact(entry) if annonces[seat] or self._zero_counts(entry, seat))

    def _zero_counts(self, entry: DifferenzlerDonne, seat: Seat) -> bool:
        always = self.bonus_zero is BonusZero.TOUJOURS
        return always or (self.bonus_zero is BonusZero.AVEC_PLI and seat in entry.zero_avec_pli)

    def mark(self, state: DifferenzlerState, entry: DifferenzlerDonne) -> tuple[DifferenzlerState, Row]:
        seats = len(state.totals)
        if not entry.played:
            nothing = (0,) * seats
            return self.written(state, entry, nothing), Row(nothing, (Item(Label(entry.statut), nothing),))
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
        """A limit that a bonus has taken away again stays reached; one that points were adjusted below does not."""
        before = map(operator.sub, state.totals, entry.scores(state))
        kept = state.atteint and not self._reached((*before,))
        return replace(state, atteint=kept or self._reached(state.totals)), {}

    def ruled(self, state: DifferenzlerState) -> DifferenzlerState:
        return replace(state, atteint=self._reached(state.totals))

    def is_over(self, state: DifferenzlerState) -> bool:
        """Whether the partie is at its end, unless those who are level play on."""
        return state.atteint or (self.nb_donnes is not None and state.jouees >= self.nb_donnes)

    def outcome(self, state: DifferenzlerState) -> Outcome | None:
        """The partie ends with its last donne, or with a total that is too high."""
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
        """All card points of a donne are somebody's."""
        return Control(TOTAL * state.jouees, state.points)


def _missing(key: str, counts: tuple[int | None, ...] | None, table: Table) -> list[Fault]:
    each = counts or (None,) * len(table.players)
    named = zip(table.players, each, strict=True)
    return [Fault("cle-manquante", f"{key}.{name}") for name, count in named if count is None]


def _points(entry: DifferenzlerDonne, table: Table) -> Iterator[Fault]:
    """Points that are missing, that nobody can make, and that do not add up."""
    missing, points = _missing("points", entry.points, table), entry.points or ()
    if len(missing) > 1:
        yield from missing
    each = (point_fault(name, count) for name, count in zip(table.players, points, strict=False))
    yield from filter(None, each)
    somme = sum(count or 0 for count in points)
    if somme > TOTAL:
        yield Fault("points-trop", "points", trouve=somme, trop=somme - TOTAL)
    elif somme < TOTAL and not missing:
        yield Fault("points-pas-assez", "points", trouve=somme, manque=TOTAL - somme)
    elif len(missing) == 1 and TOTAL - somme in IMPOSSIBLE:
        yield Fault("points-impossibles", missing[0].field, points=TOTAL - somme)


def point_fault(name: str, points: int | None) -> Fault | None:
    """Why a player cannot have made so many points, whatever the others made."""
    return Fault("points-impossibles", f"points.{name}", points=points) if points in IMPOSSIBLE else None
