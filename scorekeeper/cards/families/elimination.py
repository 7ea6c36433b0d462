"""Elimination of columns from a partie, shared by the free sheet and declared games.

Source: the house's own rule. Columns that reach the limit on the same line go out together; the partie ends when one
column at most is left. Where nobody is left, the best total among those that went out last wins; equal totals share.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from scorekeeper.cards.rules.contract import Fault, Label, State, Wins


@dataclass(frozen=True, slots=True)
class EliminationState(State):
    """State of a sheet on which columns may be eliminated."""

    derniers: frozenset[int] = frozenset()
    """Columns eliminated by the last line that eliminated any."""

    @property
    def left(self) -> list[int]:
        """Columns not eliminated, in the order of the sheet."""
        there = range(len(self.totals)) if self.table.camps else sorted(map(int, self.table.around))
        return [column for column in there if column not in self.out]


S = TypeVar("S", bound=EliminationState)


def reaches(limit: int | None, total: int, wins: Wins) -> bool:
    """Return whether a total eliminates: `limit` or more where the lowest total wins, `limit` or less elsewhere."""
    return limit is not None and (total >= limit if wins is Wins.LOW else total <= limit)


def eliminated(state: EliminationState, out: Iterable[int]) -> dict[str, Any]:
    """Return the fields of `state` that change when a line eliminates the columns `out`."""
    columns = frozenset(out)
    return {"out": state.out | columns, "derniers": columns or state.derniers}


def adjusted(state: S, amounts: Sequence[int], limit: int | None, wins: Wins) -> S:
    """Return the state after an adjustment: `limit` decides which of the columns with an amount other than 0 are eliminated."""
    changed = frozenset(column for column, amount in enumerate(amounts) if amount)
    out = frozenset(column for column in changed if reaches(limit, state.totals[column], wins))
    return replace(
        state, out=state.out - changed | out, derniers=frozenset(out - state.out) or state.derniers
    )


def leaders(state: EliminationState, wins: Wins) -> tuple[int, ...]:
    """Return the columns with the best total among those left; if none is left, among those eliminated last."""
    return wins.best(state.totals, state.left or sorted(state.derniers))


def end_of(state: EliminationState) -> Label | None:
    """Return the reason of an end by elimination, or `None` if two or more columns are left or none is eliminated."""
    left = state.left
    if len(left) > 1 or not state.out:
        return None
    if left:
        return Label("fin-seul", joueur=state.table.who(left[0]))
    return Label("fin-ensemble", joueurs=tuple(map(state.table.who, sorted(state.derniers))))


def noted_faults(state: State, field: str, noted: Iterable[Any]) -> Iterator[Fault]:
    """Yield a fault for each eliminated column with a value in `field`."""
    for column, value in enumerate(noted):
        if value is not None and column in state.out:
            name = state.table.keys[column]
            yield Fault("deja-elimine", f"{field}.{name}", joueur=state.table.who(column))
