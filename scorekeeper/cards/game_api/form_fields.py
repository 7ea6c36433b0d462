"""The fields of entry forms: bound quickly, with the choices that a form gives, and a row of them for the columns of a sheet."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from wtforms import Field, FieldList, Form, FormField, RadioField, SelectField, SelectMultipleField
from wtforms.meta import DefaultMeta


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
    choices: Choices = form.seat_choices()
    return choices


def camps(form: Any) -> Choices:
    """The two camps."""
    choices: Choices = form.camp_choices()
    return choices


def add_columns(form: type[Form], most: int, fields: Mapping[str, Callable[[], Any]]) -> None:
    """Give a form `most` fields of each stem: `points_0`, `points_1`."""
    for column in range(most):
        for stem, field in fields.items():
            setattr(form, f"{stem}_{column}", field())
