"""What was refused of a form, kept so that the page can say it beside each field and lose nothing that was typed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from flask import redirect, request

from scorekeeper.errors import Conflict, Refused
from scorekeeper.kit.words import say
from scorekeeper.rules.contract import Table
from scorekeeper.web.core.jinja import Page, render

if TYPE_CHECKING:
    from werkzeug.wrappers import Response

    from scorekeeper.sheet_file import SheetFault

UNPROCESSABLE, CONFLICT = 422, 409


@dataclass(frozen=True)
class Refusal:
    """The refusal of one form of a page, or that nothing was refused."""

    form: str = ""
    """Which form of the page it is about."""
    status: int = 200
    said: tuple[tuple[str, str], ...] = ()
    """Sentences with the dotted field each concerns."""
    typed: Mapping[str, str] = field(default_factory=dict)

    def of(self, form: str) -> Refusal:
        """The refusal if it is about this form, else an empty one."""
        return self if self.form == form else NOTHING

    def at(self, *fields: str) -> tuple[str, ...]:
        """The sentences about these fields, or about a part of them."""
        return tuple(text for key, text in self.said if _within(key, fields))

    def rest(self, *fields: str) -> tuple[str, ...]:
        """The sentences that none of these fields shows."""
        return tuple(dict.fromkeys(text for key, text in self.said if not _within(key, fields)))

    def value(self, name: str, default: object = "") -> str:
        """What was typed in a field, or what stands there when nothing was."""
        kept = self.typed.get(name)
        return str(default) if kept is None else kept


NOTHING = Refusal()


def _within(key: str, fields: tuple[str, ...]) -> bool:
    return any(key == name or key.startswith(f"{name}.") for name in fields)


def refusal_of(error: Refused | Conflict, form: str) -> Refusal:
    """What an error says, in the language of the moment, with all that was typed."""
    typed = request.form.to_dict()
    if isinstance(error, Conflict):
        said = tuple((fault.field, say(fault, error.words, Table())) for fault in error.faults)
        return Refusal(form, CONFLICT, said, typed)
    said = tuple((_key(item), say(item.fault, error.words, error.table)) for item in error.faults)
    return Refusal(form, UNPROCESSABLE, said, typed)


def _key(item: SheetFault) -> str:
    """The field a fault concerns; that of one line of a list or sheet is `ligne-<n>`."""
    return item.fault.field if item.entry is None else f"ligne-{item.entry}.{item.fault.field}"


def attempt(form: str, act: Callable[[], object]) -> Refusal | None:
    """Do something that may be refused; the refusal, or `None` when it was done."""
    try:
        act()
    except (Refused, Conflict) as error:
        return refusal_of(error, form)
    return None


def told(form: str, key: str, sentence: str) -> Refusal:
    """A refusal of our own."""
    return Refusal(form, UNPROCESSABLE, ((key, sentence),), request.form.to_dict())


def answer(refused: Refusal | None, page: Callable[[Refusal], Page], done: str) -> Response | tuple[str, int]:
    """Go on to `done`, or show the page again with what was refused."""
    if refused is None:
        return redirect(done, 303)
    return render(page(refused)), refused.status
