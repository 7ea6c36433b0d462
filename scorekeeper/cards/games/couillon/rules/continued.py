"""Adjustments of a slate: wins given or taken, or the slate of a paper that the partie goes on from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, cast

from scorekeeper.cards.rules import adjustment
from scorekeeper.cards.rules.adjustment import KEY, Ajustement
from scorekeeper.cards.rules.contract import Fault, Label, Rules, Side, State, Table
from scorekeeper.cards.rules.fields import Record
from scorekeeper.cards.rules.kinds import Json, Kind, Whole

if TYPE_CHECKING:
    from scorekeeper.cards.games.couillon.rules import Couillon, CouillonState

MOST_LINES, MOST_LOOPS = 15, 99
"""Most lines of a slate, and most boucles of a camp on one that is continued."""
Lines = Annotated[int, Whole(0, MOST_LINES)]
Loops = Annotated[int, Whole(0, MOST_LOOPS)]


@dataclass(frozen=True)
class Ardoise:
    """A slate as it stands."""

    lignes: tuple[Lines, Lines]
    boucles: tuple[Loops, Loops] = (0, 0)
    trou: bool = False
    """Whether a tie waits in the hole."""


SLATE = Record(Ardoise)


class WinsOrSlate(Kind[Any]):
    """Wins for the camps, or before the first donne a slate."""

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
    """An adjustment of wins still needed: −1 rubs out a boucle, or else a line, +1 draws a boucle."""

    @property
    def slate(self) -> Ardoise | None:
        """The slate of a paper, where that is noted."""
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
        """The lines and boucles of a camp after it: the last line of all comes back before a boucle is drawn."""
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


RECORD = adjustment.record(SlateAjustement, WinsOrSlate())
