"""A form that was refused: each sentence for its field, and nothing that was typed is lost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from flask import request

from scorekeeper.errors import Conflict, Refused
from scorekeeper.kit.words import say
from scorekeeper.rules.contract import Table
from scorekeeper.rules.replay import EntryFault

UNPROCESSABLE, CONFLICT = 422, 409


@dataclass(frozen=True)
class RefusedForm:
    """The refusal of one form of a page, or that nothing was refused."""

    form: str = ""
    """Which form of the page it is about."""
    status: int = 200
    messages: tuple[tuple[str, str], ...] = ()
    """The dotted field that each sentence concerns, and the sentence."""
    typed: Mapping[str, str] = field(default_factory=dict)

    def of(self, form: str) -> RefusedForm:
        """The refusal if it is about this form, else an empty one."""
        return self if self.form == form else NOT_REFUSED

    def at(self, *fields: str) -> tuple[str, ...]:
        """The sentences about these fields, or about a part of them."""
        return tuple(text for key, text in self.messages if _within(key, fields))

    def rest(self, *fields: str) -> tuple[str, ...]:
        """The sentences that none of these fields shows."""
        return tuple(dict.fromkeys(text for key, text in self.messages if not _within(key, fields)))

    def value(self, name: str, default: object = "") -> str:
        """What was typed in a field, or what stands there when nothing was."""
        return self.typed.get(name, str(default))


NOT_REFUSED = RefusedForm()


def _within(key: str, fields: tuple[str, ...]) -> bool:
    return any(key == name or key.startswith(f"{name}.") for name in fields)


def refused_form(form: str, error: Refused | Conflict) -> RefusedForm:
    """An error in the language of the moment, with all that was typed."""
    typed = request.form.to_dict()
    if isinstance(error, Conflict):
        sentences = tuple((fault.field, say(fault, error.words, Table())) for fault in error.faults)
        return RefusedForm(form, CONFLICT, sentences, typed)
    sentences = tuple((_key(item), say(item.fault, error.words, error.table)) for item in error.faults)
    return RefusedForm(form, UNPROCESSABLE, sentences, typed)


def _key(item: EntryFault) -> str:
    """The field a fault concerns; that of one line of a list or sheet is `ligne-<n>`."""
    return item.fault.field if item.rang is None else f"ligne-{item.rang}.{item.fault.field}"
