"""Fields of entry forms: fast binding, choices that depend on the form, and one field per column.

Tables of refused numbers are sent to the tablets, which show the same messages offline. Faults outside these tables
are found only by the server.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby, product
from operator import itemgetter
from typing import Any

from wtforms import Field, FieldList, Form, FormField, RadioField, SelectField, SelectMultipleField
from wtforms.meta import DefaultMeta

from scorekeeper.cards.game_api.words import Words, say
from scorekeeper.cards.rules.contract import Fault, Table


@dataclass(frozen=True, kw_only=True)
class Known:
    """Numbers that form fields refuse, whatever the values of fields not listed here."""

    numbers: tuple[str, ...]
    """Names of the one or two number fields. All must be filled; the message is shown beside the first."""
    by: Mapping[str, Sequence[str]]
    """Fields on which it depends, with their known values; an empty string is an empty field."""
    most: int
    """Highest number in the table, in fractions of a point by `unit`."""
    unit: int = 1
    """Fractions per point: 2 for half points."""
    fault: Callable[[tuple[str, ...], tuple[int, ...]], Fault | None]
    """Returns the fault of the numbers with given values of `by`, or `None`."""

    def cases(self) -> Iterator[tuple[str, ...]]:
        """Return every combination of the values in `by`."""
        return product(*self.by.values())

    def places(self) -> Iterator[tuple[int, ...]]:
        """Return every number, or pair of numbers, in order."""
        return product(range(self.most + 1), repeat=len(self.numbers))


def alone(
    field: str, most: int, fault: Callable[[int], Fault | None], by: Mapping[str, Sequence[str]]
) -> Known:
    """Return a table of one number field whose fault does not depend on the values in `by`."""
    return Known(numbers=(field,), by=by, most=most, fault=lambda _, numbers: fault(*numbers))


def known_document(tables: Sequence[Known], words: Words, table: Table) -> dict[str, Any]:
    """Return the tables as plain data: for each case the ranges of refused numbers, with the index of the message in `said`.

    A pair of numbers has the index `first × wide + second`.
    """
    sentences: dict[str, int] = {}

    def sentence(fault: Fault) -> int:
        return sentences.setdefault(say(fault, words, table), len(sentences))

    def refused(known: Known, case: tuple[str, ...]) -> tuple[tuple[int, int, int], ...]:
        faults = enumerate(known.fault(case, numbers) for numbers in known.places())
        # Adjacent numbers mostly have one fault, whose message is then made once.
        spans = [
            (None if fault is None else sentence(fault), [place for place, _ in run])
            for fault, run in groupby(faults, key=itemgetter(1))
        ]
        runs = ((what, [*run]) for what, run in groupby(spans, key=itemgetter(0)) if what is not None)
        return tuple((run[0][1][0], run[-1][1][-1], what) for what, run in runs)

    written = []
    for known in tables:
        runs: dict[tuple[tuple[int, int, int], ...], int] = {}
        cases = {"|".join(case): runs.setdefault(refused(known, case), len(runs)) for case in known.cases()}
        named = {"field": known.numbers[0], "numbers": known.numbers, "by": list(known.by)}
        written.append(
            {**named, "unit": known.unit, "wide": known.most + 1, "cases": cases, "runs": list(runs)}
        )
    return {"tables": written, "said": list(sentences)}


class Spared(DefaultMeta):
    """Binds fields by copying the first bound field, for speed: each line makes two forms of thirty fields.

    A copy has no reference to its form, so both are freed without the cyclic garbage collector.
    """

    def bind_field(self, form: Any, unbound_field: Any, options: Any) -> Any:
        first: Field | None = getattr(unbound_field, "first", None)
        if first is not None and first.name == options["name"]:
            return _like(first, self)
        field = super().bind_field(form, unbound_field, options)
        if not isinstance(field, FieldList | FormField):
            unbound_field.first = kept = _like(field, None)
            # WTForms calls the default and catches `TypeError`; a callable default avoids that exception.
            kept.default = field.default if callable(field.default) else partial(_same, field.default)
        return field


def _same(value: object) -> object:
    return value


def _like(first: Field, meta: DefaultMeta | None) -> Field:
    """Return a copy of an unfilled field for another form."""
    field: Field = object.__new__(type(first))
    vars(field).update(vars(first), _form=None, meta=meta)
    return field


Choices = Iterable[tuple[str, str]]
"""Value and text of each choice."""


class Given(SelectField):
    """A select field with fixed choices, or choices computed from the form; the game's record validates the value."""

    def __init__(self, label: str, given: Choices | Callable[[Any], Choices] = (), **more: Any) -> None:
        super().__init__(label, choices=[], validate_choice=False, **more)
        self.given = given

    def choose_from(self, form: Any) -> None:
        """Set the choices for `form`."""
        self.choices = [*(self.given(form) if callable(self.given) else self.given)]


class OneChoice(Given, RadioField):
    """A choice of one value, as radio buttons."""


class SomeChoices(Given, SelectMultipleField):
    """A choice of any number of values."""


def seats(form: Any) -> Choices:
    """Return the players present as choices, in order of play."""
    return [(name, name) for name in form.table.present]


def camps(form: Any) -> Choices:
    """Return the two camps as choices."""
    return [*zip("AB", form.table.columns, strict=True)]


def add_columns(form: type[Form], most: int, make: Callable[[str], Any], **labels: str) -> None:
    """Add `most` fields per stem to a form class: `points_0`, `points_1`. `labels` has the label of each stem."""
    for column in range(most):
        for stem, label in labels.items():
            setattr(form, f"{stem}_{column}", make(label))
