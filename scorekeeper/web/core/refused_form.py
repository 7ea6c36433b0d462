"""A form that was refused: each sentence for its field, and nothing that was typed is lost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from flask import request

from scorekeeper.cards.game_api.words import say
from scorekeeper.cards.rules.contract import Table
from scorekeeper.errors import Conflict, Refused

UNPROCESSABLE, CONFLICT = 422, 409


@dataclass(frozen=True)
class RefusedForm:
    """The refusal of one form of a page, or that nothing was refused."""

    form: str = ""
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
        return tuple(dict.fromkeys(text for key, text in self.messages if text and not _within(key, fields)))

    def value(self, name: str, default: object = "") -> str:
        """The typed value of a field, or the default."""
        return self.typed.get(name, str(default))


NOT_REFUSED = RefusedForm()


def _within(key: str, fields: tuple[str, ...]) -> bool:
    return any(key == name or key.startswith(f"{name}.") for name in fields)


def refused_form(form: str, error: Refused | Conflict) -> RefusedForm:
    """An error in the language of the moment, with all that was typed."""
    status = CONFLICT if isinstance(error, Conflict) else UNPROCESSABLE
    return RefusedForm(form, status, sentences_of(error), request.form.to_dict())


def sentences_of(error: Refused | Conflict) -> tuple[tuple[str, str], ...]:
    """The field and the sentence of each fault; a field in one line of a list or sheet begins with `ligne-<n>`."""
    if isinstance(error, Conflict):
        return tuple((fault.field, say(fault, error.words, Table())) for fault in error.faults)
    lines = ("" if item.rang is None else f"ligne-{item.rang}." for item in error.faults)
    return tuple(
        (line + item.fault.field, say(item.fault, error.words, error.table))
        for line, item in zip(lines, error.faults, strict=True)
    )
