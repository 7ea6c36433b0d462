"""Fields of entry forms: fast binding, choices that depend on the form, and one field per column."""

from collections.abc import Callable, Iterable
from itertools import repeat
from typing import Any
from weakref import ref

from wtforms import Field, FieldList, Form, FormField, RadioField, SelectField, SelectMultipleField
from wtforms.meta import DefaultMeta


class CopyingMeta(DefaultMeta):
    """Binds fields by copying the first bound field, for speed: each line makes two forms of thirty fields.

    A copy has no reference to its form, so both are freed without the cyclic garbage collector.
    """

    def bind_field(self, form: Any, unbound_field: Any, options: Any) -> Any:
        firsts: dict[str, Field] = vars(unbound_field).setdefault("firsts", {})
        name = options.get("prefix", "") + options["name"]
        if name in firsts:
            return _like(firsts[name], self, ref(form))
        field = super().bind_field(form, unbound_field, options)
        if not isinstance(field, FieldList | FormField):
            firsts[name] = kept = _like(field, None)
            # WTForms calls the default and catches `TypeError`; a callable default avoids that exception.
            kept.default = field.default if callable(field.default) else repeat(field.default).__next__
            vars(field).update(form=ref(form))
        return field


def _like(first: Field, meta: DefaultMeta | None, form: Any = None) -> Field:
    """Return a copy of a field that has no data yet, for another form."""
    field: Field = object.__new__(type(first))
    vars(field).update(vars(first), _form=None, meta=meta, form=form)
    return field


Choices = Iterable[tuple[str, str]]
"""Value and text of each choice."""


class Given(SelectField):
    """A select field with fixed choices, or choices computed from the form; the game's record validates the value."""

    def __init__(self, label: str, given: Choices | Callable[[Any], Choices] = (), **more: Any) -> None:
        super().__init__(label, validate_choice=False, **more)
        self.given = given
        self.form: Callable[[], Any]

    @property
    def choices(self) -> list[tuple[str, str]]:  # type: ignore[override]
        """Values and texts, computed when the field is rendered: a form that is only read needs none."""
        return [*(self.given(self.form()) if callable(self.given) else self.given)]


class OneChoice(Given, RadioField):
    """A choice of one value, as radio buttons."""


class SomeChoices(Given, SelectMultipleField):
    """A choice of any number of values."""


def seats(form: Any) -> Choices:
    """Return the players present as choices, in order of play; value and text are the name."""
    return [(name, name) for name in form.table.present]


def camps(form: Any) -> Choices:
    """Return the two camps as choices: the value is `A` or `B`."""
    return [*zip("AB", form.table.columns, strict=True)]


def add_columns(form: type[Form], most: int, make: Callable[[str], Any], **labels: str) -> None:
    """Add `most` fields per stem to a form class: `points_0`, `points_1`. `labels` has the label of each stem."""
    for column in range(most):
        for stem, label in labels.items():
            setattr(form, f"{stem}_{column}", make(label))
