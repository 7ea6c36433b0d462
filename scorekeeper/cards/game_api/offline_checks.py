"""Facts that the rules know of a number before anything else of its entry: finite tables, sent to the tablets as data.

A tablet without its server says by them what cannot be, in the sentence that the server would say. What stands in no table is not
known there, and waits for the server.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, product
from typing import Any

from scorekeeper.cards.game_api.words import Words, say
from scorekeeper.cards.rules.contract import Fault, Table


@dataclass(frozen=True, kw_only=True)
class Known:
    """Which numbers a field of the form refuses, whatever stands in the fields that are not named here."""

    field: str
    """The field beside which the sentence stands."""
    numbers: tuple[str, ...]
    """The fields of the numbers, one or two; all of them must be filled."""
    by: Mapping[str, Sequence[str]]
    """The fields that it depends on with the values that are known; an empty value is a field left empty."""
    most: int
    """The highest number, in parts of `unit`; a higher one is not known."""
    unit: int = 1
    """Parts of a point that are counted: 2 where there are halves."""
    fault: Callable[[tuple[str, ...], tuple[int, ...]], Fault | None]
    """Why the rules refuse the numbers beside these values of `by`."""

    def cases(self) -> Iterator[tuple[str, ...]]:
        """Every choice of the fields that it depends on."""
        return product(*self.by.values())

    def places(self) -> Iterator[tuple[int, ...]]:
        """Every number, or pair of them, in order."""
        return product(range(self.most + 1), repeat=len(self.numbers))


def document(tables: Sequence[Known], words: Words, table: Table) -> dict[str, Any]:
    """The tables as plain data: for each case the runs of refused numbers, each with the place of its sentence in `said`.

    A pair of numbers has the place `first × wide + second`.
    """
    sentences: dict[str, int] = {}

    def sentence(fault: Fault) -> int:
        return sentences.setdefault(say(fault, words, table), len(sentences))

    def refused(known: Known, case: tuple[str, ...]) -> tuple[tuple[int, int, int], ...]:
        faults = (known.fault(case, numbers) for numbers in known.places())
        answers = enumerate(None if fault is None else sentence(fault) for fault in faults)
        runs = (
            (what, [place for place, _ in run]) for what, run in groupby(answers, key=lambda pair: pair[1])
        )
        return tuple((run[0], run[-1], what) for what, run in runs if what is not None)

    written = []
    for known in tables:
        runs: dict[tuple[tuple[int, int, int], ...], int] = {}
        cases = {"|".join(case): runs.setdefault(refused(known, case), len(runs)) for case in known.cases()}
        choice = {"field": known.field, "numbers": known.numbers, "by": list(known.by), "unit": known.unit}
        written.append({**choice, "wide": known.most + 1, "cases": cases, "runs": list(runs)})
    return {"tables": written, "said": list(sentences)}
