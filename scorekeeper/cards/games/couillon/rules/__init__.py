"""Rules of Couillon: two camps rub out their chalk lines, one for each donne won.

Source: F. Gerver, *Le guide Marabout de tous les jeux de cartes* (Verviers, 1966), as described on pagat.com; the scorers of the
Flemish sister game, kwajongen, agree. Card points: A 4, R 3, D 2, V 1, so 40 in the pack of 24, of which 16 are played. An adjustment
changes the wins left, or enters the slate of a paper with which the partie continues.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated, Any, ClassVar, cast

from scorekeeper.cards.rules import adjustment
from scorekeeper.cards.rules.adjustment import KEY, Ajustement
from scorekeeper.cards.rules.contract import Doubt, Entry, Fault, Label, Rules, Side, State, Table, Wins
from scorekeeper.cards.rules.fields import Record, needs, settings
from scorekeeper.cards.rules.kinds import Json, Kind, Whole
from scorekeeper.cards.rules.scores import Item, Outcome, Row, added, for_camp, plus

MOST_LINES, MOST_LOOPS = 15, 99
"""Most lines of a slate, and most boucles of a camp after an adjustment."""
Lines = Annotated[int, Whole(0, MOST_LINES)]
Loops = Annotated[int, Whole(0, MOST_LOOPS)]


@dataclass(frozen=True)
class Ardoise:
    """A slate: lines and boucles left to each camp."""

    lignes: tuple[Lines, Lines]
    boucles: tuple[Loops, Loops] = (0, 0)
    trou: bool = False
    """Whether the chalk is in the hole after a tie."""


SLATE = Record(Ardoise)


class WinsOrSlate(Kind[Any]):
    """Wins by camp, or a slate before the first donne."""

    points = adjustment.Points()

    def read(self, raw: Json, table: Table) -> Any:
        slate = isinstance(raw, dict) and not raw.keys().isdisjoint(SLATE.kinds)
        return (SLATE if slate else self.points).read(raw, table)

    def write(self, value: Any, table: Table) -> Json:
        return (SLATE if isinstance(value, Ardoise) else self.points).write(value, table)

    def schema(self, table: Table | None = None) -> dict[str, Json]:
        return {"oneOf": [self.points.schema(table), SLATE.schema(table)]}


@dataclass(frozen=True, kw_only=True)
class SlateAjustement(Ajustement):
    """An adjustment of the wins still needed: −1 rubs out a boucle, or else a line; +1 draws a boucle."""

    @property
    def slate(self) -> Ardoise | None:
        """Slate of a paper; `None` for an adjustment of wins."""
        return self.ajustement if isinstance(self.ajustement, Ardoise) else None

    @property
    def label(self) -> Label:
        if self.slate is None:
            return super().label
        (a, b), (loops_a, loops_b) = self.slate.lignes, self.slate.boucles
        code = "ardoise-reprise-trou" if self.slate.trou else "ardoise-reprise"
        return Label(code, why=super().label, a=a, b=b, boucles_a=loops_a, boucles_b=loops_b)

    def scores(self, state: State) -> tuple[int, ...]:
        if self.slate is None:
            return super().scores(state)
        return tuple(sum(self.marks(side, 0, 0)) - total for side, total in enumerate(state.totals))

    def marks(self, side: int, lines: int, loops: int) -> tuple[int, int]:
        """Return the lines and boucles of a camp after the adjustment. For a camp without lines, +1 first draws a line."""
        if self.slate is not None:
            return self.slate.lignes[side], self.slate.boucles[side]
        amount = self.ajustement[side]
        if amount < 0:
            rubbed = min(loops, -amount)
            return lines + amount + rubbed, loops - rubbed
        back = int(amount > 0 and not lines)
        return lines + back, loops + amount - back

    def faults(self, rules: Rules[Any, Any], state: State) -> Sequence[Fault]:
        house, slate = cast("Couillon", rules), cast("CouillonState", state)
        return tuple((self._wins if self.slate is None else self._slate)(house, slate))

    def _wins(self, rules: Couillon, state: CouillonState) -> Iterator[Fault]:
        for side, amount in enumerate(self.ajustement):
            camp, field = Side(side), f"{KEY}.{'AB'[side]}"
            lines, loops = self.marks(side, state.lignes[side], state.boucles[side])
            if lines < 0:
                yield Fault("ardoise-trop-effacee", field, camp=camp, reste=state.totals[side])
            elif amount > 0 and loops > rules.most_loops(lines):
                yield Fault("boucles-sans-place", field, camp=camp, lignes=lines)
        if not any(map(sum, zip(state.totals, self.ajustement, strict=True))):
            yield Fault("ardoise-vide", KEY)

    def _slate(self, rules: Couillon, state: CouillonState) -> Iterator[Fault]:
        if state.rang:
            yield Fault("ardoise-commencee", KEY)
        for side in range(2):
            lines, loops = self.marks(side, 0, 0)
            if lines > rules.lignes:
                yield Fault("hors-limites", f"{KEY}.lignes.{side}", min=0, max=rules.lignes)
            elif loops > rules.most_loops(lines):
                yield Fault("boucles-sans-place", f"{KEY}.boucles.{side}", camp=Side(side), lignes=lines)
        if not any(self.marks(0, 0, 0) + self.marks(1, 0, 0)):
            yield Fault("ardoise-vide", f"{KEY}.lignes")


PACK = 40
LEAST = 12
"""Fewest points of the sixteen cards of four tricks: the eight without points, four valets and four dames."""
THREE_TRICKS = 36
"""Most points of three tricks; a camp with more took all four."""
Points = Annotated[int, Whole(0, PACK)]


class Gagne(StrEnum):
    """Winner of a donne whose points were not counted, or a tie."""

    A = "A"
    B = "B"
    EGALITE = "egalite"

    @property
    def side(self) -> Side | None:
        """Winning camp; `None` after a tie."""
        return {Gagne.A: Side(0), Gagne.B: Side(1)}.get(self)


@dataclass(frozen=True, kw_only=True)
class CouillonDonne(Entry):
    """One donne of four tricks: its card points, or only its winner."""

    accepte: Side | None = None
    """Camp that accepted the suit of the turned-up card as trump; `None` if no camp did."""
    points: tuple[Points, Points] | None = None
    """Card points in the tricks of each camp, 0 to 40."""
    gagne: Gagne | None = None
    """Winner, if the points were not counted."""
    capot: Side | None = None
    """Camp that took all four tricks."""

    @property
    def ahead(self) -> Side | None:
        """Camp with more card points; `None` if they are equal or not counted."""
        if self.points is None or self.points[0] == self.points[1]:
            return None
        return Side(self.points[0] < self.points[1])

    @property
    def winner(self) -> Side | None:
        """Camp that won; `None` after a tie."""
        return self.ahead if self.gagne is None else self.gagne.side


SPLITS = frozenset(
    (a, b)
    for a in range(PACK + 1)
    for b in range(PACK + 1)
    if LEAST <= a + b <= PACK and (max(a, b) <= THREE_TRICKS or min(a, b) == 0)
)
"""Possible pairs of card points of the camps: 12 to 40 in all; a camp with more than 36 took all four tricks."""


@dataclass(frozen=True, slots=True)
class CouillonState(State):
    """State of the slate. The total of a camp is the sum of its lines and boucles: the wins that it still needs."""

    lignes: tuple[int, int] = (0, 0)
    """Lines of each camp not yet rubbed out."""
    boucles: tuple[int, int] = (0, 0)
    """Boucles (*couilles*) of each camp not yet rubbed out."""
    egalites: int = 0
    """Strokes through the circle: the number of marks that the next win rubs out in addition."""

    @property
    def trou(self) -> bool:
        """Whether the chalk is in the hole, which marks a tie."""
        return self.egalites > 0


@settings
class Couillon(Rules[CouillonDonne, CouillonState]):
    """Rules of Couillon with the settings of a house."""

    lignes: Annotated[int, Whole(3, MOST_LINES)] = 5
    """Lines of each camp at the start, 3 to 15; 5 or 7 are usual."""
    egalites_cumulees: bool = False
    """Whether each consecutive tie adds a stroke; otherwise a second tie changes nothing."""
    capot_double: bool = False
    """Whether a camp that takes all four tricks rubs out one mark more."""
    boucles_empilables: bool = True
    """Whether a line can have more than one boucle; otherwise no boucle is drawn if each line has one."""

    SEATS: ClassVar[tuple[int, ...]] = (4,)
    CAMPS: ClassVar[bool] = True
    NAMELESS: ClassVar[bool] = True
    CHANGEABLE: ClassVar[frozenset[str]] = frozenset(
        ["egalites_cumulees", "capot_double", "boucles_empilables"]
    )
    WINS: ClassVar[Wins] = Wins.LOW
    ENTRY = Record(CouillonDonne, extra=needs("points", "gagne"))
    AJUSTEMENT: ClassVar[Record[Any]] = adjustment.record(SlateAjustement, WinsOrSlate())
    # The winner can replace the points.
    SPARE: ClassVar[frozenset[str]] = frozenset(ENTRY.kinds) - {"gagne"}

    def opening(self, table: Table) -> CouillonState:
        lines = (self.lignes, self.lignes)
        return CouillonState(table, lines, donneur=table.opening_dealer, lignes=lines)

    def faults(self, state: CouillonState, entry: CouillonDonne) -> Sequence[Fault]:
        faults = list(self._point_faults(entry))
        if entry.points is None and entry.gagne is None:
            faults.append(Fault("resultat-manquant", "points"))
        elif entry.capot is not None and entry.capot != entry.winner:
            level, side = Label("donne-egale"), entry.winner
            whose = level if side is None else Label("donne-gagnee", camp=side)
            faults.append(Fault("capot-perdant", "capot", camp=entry.capot, donne=whose))
        if entry.points is not None and entry.gagne is not None and entry.gagne.side != entry.ahead:
            code = "egalite-contredite" if entry.ahead is None else "gagne-contredit"
            points = {"points_a": entry.points[0], "points_b": entry.points[1]}
            faults.append(
                Fault(code, "gagne", points if entry.ahead is None else {**points, "camp": entry.ahead})
            )
        return faults

    def _point_faults(self, entry: CouillonDonne) -> Iterator[Fault]:
        if entry.points is None:
            return
        total, most = sum(entry.points), max(entry.points)
        if not LEAST <= total <= PACK:
            yield Fault("total-hors-limites", "points", total=total, min=LEAST, max=PACK)
        elif entry.points not in SPLITS:
            yield Fault("partage-impossible", "points", points=most, max=THREE_TRICKS)
        if entry.capot is not None and (points := entry.points[entry.capot.other]):
            yield Fault("capot-points", "capot", camp=entry.capot.other, points=points)
        # If a capot scores nothing more, it need not be entered.
        if self.capot_double and entry.capot is None and most > THREE_TRICKS:
            yield Fault("capot-certain", "capot", points=most, max=THREE_TRICKS)

    def doubts(self, state: CouillonState, entry: CouillonDonne) -> Sequence[Doubt]:
        if self.capot_double and entry.capot is None and entry.points is not None and 0 in entry.points:
            # A camp may also have taken tricks that have no points.
            return [Doubt("capot-oublie", "capot", camp=Side(entry.points.index(0)))]
        return ()

    def mark(self, state: CouillonState, entry: CouillonDonne) -> tuple[CouillonState, Row]:
        winner = entry.winner
        if winner is None:
            strokes = state.egalites + 1 if self.egalites_cumulees else 1
            after = self.written(state, entry, (0, 0), egalites=strokes)
            label = Label("egalite" if strokes == 1 else "egalites", traits=strokes)
            return after, Row((0, 0), (Item(label, (0, 0)),), _slate(after))
        items = [*self._wins(state, entry, winner), *self._loop(state, entry, winner)]
        scores = added(items, 2)
        loser, loops = winner.other, min(state.boucles[winner], -scores[winner])
        lignes = plus(state.lignes, for_camp(winner, scores[winner] + loops))
        boucles = plus(state.boucles, for_camp(winner, -loops), for_camp(loser, scores[loser]))
        after = self.written(state, entry, scores, lignes=lignes, boucles=boucles, egalites=0)
        return after, Row(scores, tuple(items), _slate(after))

    def _wins(self, state: CouillonState, entry: CouillonDonne, winner: Side) -> Iterator[Item]:
        """Yield the items of a win: marks to rub out; those beyond the last line are lost."""
        left = state.totals[winner]
        capot = int(self.capot_double and entry.capot is not None)
        wanted = (("victoire", 1), ("craie", state.egalites), ("capot", capot))
        for code, units in wanted:
            if units:
                spent = min(units, left)
                left -= spent
                label = Label(code if spent else f"{code}-perdu", camp=winner, traits=spent)
                yield Item(label, for_camp(winner, -spent))

    def _loop(self, state: CouillonState, entry: CouillonDonne, winner: Side) -> Iterator[Item]:
        """Yield the item of the boucle of a camp that accepted and lost."""
        loser = winner.other
        if entry.accepte != loser:
            return
        if self.boucles_empilables or state.boucles[loser] < state.lignes[loser]:
            yield Item(Label("boucle", camp=loser), for_camp(loser, 1))
        else:
            yield Item(Label("boucle-sans-place", camp=loser), (0, 0))

    def most_loops(self, lines: int) -> int:
        """Return the most boucles of a camp with `lines` lines after an adjustment; 0 without lines."""
        return lines and (MOST_LOOPS if self.boucles_empilables else lines)

    def adjusted(
        self, state: CouillonState, entry: SlateAjustement
    ) -> tuple[CouillonState, Mapping[str, Any]]:
        """Return the slate after an adjustment. The chalk in the hole stays, but the slate of a paper sets it."""
        marks = [entry.marks(side, state.lignes[side], state.boucles[side]) for side in range(2)]
        lignes, boucles = ((marks[0][kind], marks[1][kind]) for kind in range(2))
        ties = state.egalites if entry.slate is None else int(entry.slate.trou)
        after = replace(state, lignes=lignes, boucles=boucles, egalites=ties)
        return after, _slate(after)

    def outcome(self, state: CouillonState) -> Outcome | None:
        if 0 not in state.lignes:
            return None
        winner = state.lignes.index(0)
        return Outcome((winner,), Label("ardoise-effacee", camp=Side(winner)))


def _slate(state: CouillonState) -> dict[str, Any]:
    return {"slate": {"lignes": list(state.lignes), "boucles": list(state.boucles), "trou": state.trou}}
