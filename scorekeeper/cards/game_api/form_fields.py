"""The fields of entry forms: bound quickly, with the choices that a form gives, and a row of them for the columns of a sheet.

What the rules know of a number before anything else of its entry is sent to the tablets as finite tables. By them a tablet without
its server says what cannot be, in the sentence that the server would say; what stands in no table is not known there, and waits for it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby, product
from typing import Any

from wtforms import Field, FieldList, Form, FormField, RadioField, SelectField, SelectMultipleField
from wtforms.meta import DefaultMeta

from scorekeeper.cards.game_api.words import Words, say
from scorekeeper.cards.rules.contract import Fault, Table


@dataclass(frozen=True, kw_only=True)
class Known:
    """Which numbers a field of the form refuses, whatever stands in the fields that are not named here."""

    numbers: tuple[str, ...]
    """The fields of the numbers, one or two; all of them must be filled, and the sentence stands beside the first."""
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


def alone(
    field: str, most: int, fault: Callable[[int], Fault | None], by: Mapping[str, Sequence[str]]
) -> Known:
    """Why the rules refuse the number of one field beside any of these values of others."""
    return Known(numbers=(field,), by=by, most=most, fault=lambda _, numbers: fault(*numbers))


def known_document(tables: Sequence[Known], words: Words, table: Table) -> dict[str, Any]:
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
        named = {"field": known.numbers[0], "numbers": known.numbers, "by": list(known.by)}
        written.append(
            {**named, "unit": known.unit, "wide": known.most + 1, "cases": cases, "runs": list(runs)}
        )
    return {"tables": written, "said": list(sentences)}


class Spared(DefaultMeta):
    """Binds a field like the one that was bound there first: two forms of thirty fields are made for each line.

    Such a field does not know its form, so that both are gone at once and not only when garbage is looked for.
    """

    def bind_field(self, form: Any, unbound_field: Any, options: Any) -> Any:
        first: Field | None = getattr(unbound_field, "first", None)
        if first is not None and first.name == options["name"]:
            return _like(first, self)
        field = super().bind_field(form, unbound_field, options)
        if not isinstance(field, FieldList | FormField):
            unbound_field.first = kept = _like(field, None)
            # A default that is called spares the exception that tells whether it can be.
            kept.default = field.default if callable(field.default) else partial(_same, field.default)
        return field


def _same(value: object) -> object:
    return value


def _like(first: Field, meta: DefaultMeta | None) -> Field:
    """The same field of another form; nothing was filled in yet."""
    field: Field = object.__new__(type(first))
    vars(field).update(vars(first), _form=None, meta=meta)
    return field


Choices = Iterable[tuple[str, str]]
"""Value and text of each choice."""


class Given(SelectField):
    """A field whose choices are the same for every form, or follow from it; the game's record judges what was chosen."""

    def __init__(self, label: str, given: Choices | Callable[[Any], Choices] = (), **more: Any) -> None:
        super().__init__(label, choices=[], validate_choice=False, **more)
        self.given = given

    def choose_from(self, form: Any) -> None:
        """Take the choices that the field has in a form."""
        self.choices = [*(self.given(form) if callable(self.given) else self.given)]


class OneChoice(Given, RadioField):
    """One of several."""


class SomeChoices(Given, SelectMultipleField):
    """Any number of several."""


def seats(form: Any) -> Choices:
    """The players, in order of play."""
    return [(name, name) for name in form.table.present]


def camps(form: Any) -> Choices:
    """The two camps."""
    return [*zip("AB", form.table.columns, strict=True)]


def add_columns(form: type[Form], most: int, make: Callable[[str], Any], **labels: str) -> None:
    """Give a form `most` fields of each stem, with its label: `points_0`, `points_1`."""
    for column in range(most):
        for stem, label in labels.items():
            setattr(form, f"{stem}_{column}", make(label))
