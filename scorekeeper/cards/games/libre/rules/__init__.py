"""Rules of Marque libre, the sheet for any other game: two to twelve columns, points per manche, no cards.

Settings: who wins, the end of the partie, elimination, and the bounds and sum of the points of a manche.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated, Any, ClassVar

from scorekeeper.cards.families import elimination
from scorekeeper.cards.families.elimination import EliminationState
from scorekeeper.cards.families.unplayed import not_played, unplayed_faults
from scorekeeper.cards.rules.contract import Doubt, Entry, Fault, Label, Rules, Seat, Table, Wins
from scorekeeper.cards.rules.fields import BySeat, Record, settings
from scorekeeper.cards.rules.kinds import Text, Whole
from scorekeeper.cards.rules.names import NAME_MAX
from scorekeeper.cards.rules.scores import Control, Item, Outcome, Row, remembered

MOST_CAMPS, MOST_TOTAL = 4, 99_999
MOST_POINTS = 9999
"""Largest absolute value of the points of a column in one manche."""
POINTS = Whole(-MOST_POINTS, MOST_POINTS)
NOTED = BySeat(Whole(-MOST_POINTS, MOST_POINTS, judged=True, bounds_shown=False))
TOTAL = Whole(-MOST_TOTAL, MOST_TOTAL)


class MancheStatut(StrEnum):
    """The status of a manche."""

    JOUEE = "jouee"
    ANNULEE = "annulee"


@dataclass(frozen=True, kw_only=True)
class LibreManche(Entry):
    """Entry of one manche: its status and the points of each column."""

    statut: MancheStatut = MancheStatut.JOUEE
    points: Annotated[tuple[int | None, ...], NOTED] | None = None
    """Points by seat; with a fixed sum, one of them may be left out."""

    def noted(self, seat: Seat) -> int | None:
        """Return the points entered for a column; `None` without any, as for a player who joined later."""
        return self.points[seat] if self.points and seat < len(self.points) else None


class Colonnes(StrEnum):
    """Kinds of columns."""

    JOUEURS = "joueurs"
    CAMPS = "camps"


class TotalGagnant(StrEnum):
    """Which total wins."""

    HAUT = "haut"
    BAS = "bas"


class FinEgalite(StrEnum):
    """Rules for equal best totals at the end."""

    PARTAGE = "partage"
    MANCHE_SUPPLEMENTAIRE = "manche-supplementaire"


@dataclass(frozen=True, slots=True)
class LibreState(EliminationState):
    """State of the sheet, with the manches played and the columns at the goal."""

    jouees: int = 0
    """Number of manches played, without annulled ones."""
    arrives: frozenset[int] = frozenset()
    """Columns that have reached the goal; they stay in this set if later points take the total back."""


@settings
class Libre(Rules[LibreManche, LibreState]):
    """Rules of the free score sheet, with its settings."""

    nom: Annotated[str, Text(NAME_MAX)] = ""
    """Name of the game; may be empty."""
    colonnes: Colonnes = Colonnes.JOUEURS
    gagne: TotalGagnant = TotalGagnant.HAUT
    somme: Annotated[int, TOTAL] | None = None
    """Sum of the points of each manche over the columns still in; `None` if it is not fixed."""
    minimum: Annotated[int, POINTS] = -MOST_POINTS
    maximum: Annotated[int, POINTS] = MOST_POINTS
    """Greatest number of points of a column in a manche; `minimum` is the least."""
    pas: Annotated[int, Whole(1, 1000)] = 1
    """Step: points must be multiples of it."""
    depart: Annotated[int, TOTAL] = 0
    """Total of each column at the start."""
    objectif: Annotated[int, TOTAL] | None = None
    """Total that ends the partie: this or more; this or less if it is below the start."""
    nb_manches: Annotated[int, Whole(1, 200)] | None = None
    elimination: Annotated[int, TOTAL] | None = None
    """Total at which a player is eliminated: this or less; this or more if the lowest total wins."""
    egalite: FinEgalite = FinEgalite.PARTAGE

    SEATS: ClassVar[tuple[int, ...]] = tuple(range(2, 13))
    VARIES: ClassVar[bool] = True
    NAMED_BY: ClassVar[str] = "nom"
    CHANGEABLE: ClassVar[frozenset[str]] = frozenset(
        ["objectif", "nb_manches", "minimum", "maximum", "pas", "egalite"]
    )
    ENTRY = Record(LibreManche)
    SPARE: ClassVar[frozenset[str]] = frozenset({"note", "donneur"})

    @property
    def wins(self) -> Wins:
        return Wins.LOW if self.gagne is TotalGagnant.BAS else Wins.HIGH

    @property
    def camps(self) -> bool:
        """Whether the columns are camps, whose players are not entered."""
        return self.colonnes is Colonnes.CAMPS

    @property
    def ouverte(self) -> bool:
        """Whether no setting ends the partie: the players close it."""
        return self.nb_manches is None and self.objectif is None and self.elimination is None

    @property
    def span(self) -> tuple[int, int]:
        """Least and greatest points of a column that are multiples of the step."""
        return -(-self.minimum // self.pas) * self.pas, self.maximum // self.pas * self.pas

    def setting_faults(self, table: Table) -> Sequence[Fault]:
        return tuple(self._setting_faults(len(table.columns)))

    def _setting_faults(self, columns: int) -> Iterator[Fault]:
        bounds = {"min": self.minimum, "max": self.maximum}
        least, most = self.span
        if self.camps and columns > MOST_CAMPS:
            yield Fault("camps-nombre", "colonnes", nombre=columns)
        if self.minimum > self.maximum:
            yield Fault("bornes-inversees", "minimum", bounds)
        elif least > most:
            yield Fault("bornes-pas", "pas", {**bounds, "pas": self.pas})
        elif self.somme is not None:
            reached = self.elimination is not None or columns * least <= self.somme <= columns * most
            if not reached:
                yield Fault("somme-hors-bornes", "somme", {**bounds, "somme": self.somme, "nombre": columns})
        if self.somme is not None and self.somme % self.pas:
            yield Fault("somme-pas", "somme", somme=self.somme, pas=self.pas)
        if self.objectif is not None and self.elimination is not None:
            yield Fault("objectif-et-elimination", "elimination")
        if self.objectif == self.depart:
            yield Fault("objectif-depart", "objectif", depart=self.depart)
        if self.eliminates(self.depart):
            yield Fault("elimination-depart", "elimination", depart=self.depart)

    def eliminates(self, total: int) -> bool:
        """Return whether a column with that total is eliminated."""
        return elimination.reaches(self.elimination, total, self.wins)

    def at_goal(self, total: int) -> bool:
        """Return whether a column with that total ends the partie."""
        if self.objectif is None:
            return False
        return total >= self.objectif if self.objectif > self.depart else total <= self.objectif

    def opening(self, table: Table) -> LibreState:
        dealer = None if self.camps else table.opening_dealer
        return LibreState(table, (self.depart,) * len(table.columns), donneur=dealer)

    def faults(self, state: LibreState, entry: LibreManche) -> Sequence[Fault]:
        if entry.statut is MancheStatut.ANNULEE:
            return tuple(unplayed_faults(entry, self.ENTRY))
        faults = [*self._column_faults(state, entry)]
        points = self.points(state, entry)
        if faults or self.somme is None or sum(points.values()) == self.somme:
            return faults
        gap = sum(points.values()) - self.somme
        more = Label("de-trop" if gap > 0 else "en-moins", ecart=abs(gap))
        return [Fault("somme-fausse", "points", trouve=gap + self.somme, somme=self.somme, ecart=more)]

    def _column_faults(self, state: LibreState, entry: LibreManche) -> Iterator[Fault]:
        points, names = self.points(state, entry), state.table.players
        yield from elimination.noted_faults(state, "points", entry.points or ())
        wrong = False
        # Deduced points come last: they are not checked if other points have a fault.
        for seat in sorted(state.playing, key=lambda seat: entry.noted(seat) is None):
            field, noted = f"points.{names[seat]}", entry.noted(seat)
            if seat not in points:
                yield Fault("cle-manquante", field)
            elif not (noted is None and wrong) and (fault := self.point_fault(field, seat, points[seat])):
                wrong = True
                yield fault

    def point_fault(self, field: str, seat: Seat, points: int) -> Fault | None:
        """Return the fault of points that a column cannot have in a manche; `None` for possible ones."""
        if not self.minimum <= points <= self.maximum:
            limits = {"min": self.minimum, "max": self.maximum}
            return Fault("points-hors-limites", field, {**limits, "joueur": seat})
        return Fault("points-pas", field, joueur=seat, pas=self.pas) if points % self.pas else None

    @remembered
    def points(self, state: LibreState, entry: LibreManche) -> Mapping[Seat, int]:
        """Return the known points of the columns still in. With a fixed sum, a single missing value is deduced."""
        noted = {seat: points for seat in state.playing if (points := entry.noted(seat)) is not None}
        left = [seat for seat in state.playing if seat not in noted]
        if self.somme is not None and len(left) == 1:
            noted[left[0]] = self.somme - sum(noted.values())
        return noted

    def doubts(self, state: LibreState, entry: LibreManche) -> Sequence[Doubt]:
        played = entry.statut is MancheStatut.JOUEE
        return (
            [Doubt("tout-zero", "points")] if played and not any(self.points(state, entry).values()) else []
        )

    def mark(self, state: LibreState, entry: LibreManche) -> tuple[LibreState, Row]:
        changes: dict[str, Any] = {"donneur": None} if self.camps else {}
        if entry.statut is MancheStatut.ANNULEE:
            return not_played(state, entry, Label("annulee"), **changes)
        points = self.points(state, entry)
        scores = tuple(points.get(Seat(column), 0) for column in range(len(state.totals)))
        totals = tuple(map(sum, zip(state.totals, scores, strict=True)))
        out = [seat for seat in state.playing if self.eliminates(totals[seat])]
        there = frozenset(column for column, total in enumerate(totals) if self.at_goal(total))
        changes |= elimination.eliminated(state, out)
        changes |= {"jouees": state.jouees + 1, "arrives": state.arrives | there}
        return self.written(state, entry, scores, **changes), Row(scores, (Item(Label("points"), scores),))

    def adjusted(self, state: LibreState, entry: Any) -> tuple[LibreState, Mapping[str, Any]]:
        """Return the state after an adjustment; the new totals decide which adjusted columns are eliminated or at the goal."""
        columns = [column for column, amount in enumerate(entry.scores(state)) if amount]
        there = {column for column in columns if self.at_goal(state.totals[column])}
        after = elimination.adjusted(state, entry.scores(state), self.elimination, self.wins)
        return replace(after, arrives=state.arrives.difference(columns) | there), {}

    def ruled(self, state: LibreState) -> LibreState:
        there = (column for column, total in enumerate(state.totals) if self.at_goal(total))
        return replace(state, arrives=frozenset(there))

    def leaders(self, state: LibreState) -> tuple[int, ...]:
        return elimination.leaders(state, self.wins)

    def is_over(self, state: LibreState) -> bool:
        """Return whether all manches are played or a column has reached the target, even if `outcome` is `None` because of a tie."""
        played_out = self.nb_manches is not None and state.jouees >= self.nb_manches
        return played_out or bool(state.arrives)

    def outcome(self, state: LibreState) -> Outcome | None:
        leaders = self.leaders(state)
        if (alone := elimination.end_of(state)) is not None:
            return Outcome(leaders, alone)
        if not self.is_over(state) or (len(leaders) > 1 and self.egalite is FinEgalite.MANCHE_SUPPLEMENTAIRE):
            return None
        there = tuple(map(Seat, sorted(state.arrives)))
        if there:
            return Outcome(leaders, Label("fin-objectif", joueurs=there, objectif=self.objectif or 0))
        return Outcome(leaders, Label("fin-manches", manches=state.jouees))

    def control(self, state: LibreState) -> Control | None:
        if self.somme is None:
            return None
        return Control(self.somme * state.jouees, sum(state.totals) - self.depart * len(state.totals))
