"""The values of requests: numbers in addresses, the uuid of an act, the page to go back to.

Of a form that was refused each sentence is for its field, and nothing that was typed is lost.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote, urlsplit
from uuid import uuid4

from flask import Response, current_app, g, request
from werkzeug.routing import BaseConverter

from scorekeeper import parties
from scorekeeper.cards.game_api.words import say
from scorekeeper.cards.rules import names
from scorekeeper.cards.rules.contract import Table
from scorekeeper.errors import Conflict, Refused
from scorekeeper.i18n import N_
from scorekeeper.parties import Partie
from scorekeeper.records.store import Store


@dataclass(frozen=True)
class RefusedForm:
    """The refusal of one form of a page, or that nothing was refused."""

    form: str = ""
    status: int = 200
    messages: tuple[tuple[str, str], ...] = ()
    """The dotted field that each sentence concerns, and the sentence."""
    typed: Mapping[str, str] = field(default_factory=dict)

    def of(self, form: str) -> "RefusedForm":
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
    status = 409 if isinstance(error, Conflict) else 422
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


OLD_PAGE = N_("Cette page n’était plus à jour. Vérifiez ce qui est saisi, puis confirmez encore.")
"""For a form that was sent before, or that is none of ours."""
REUSED = "uuid-autre-contenu"
"""Fault code of an act whose uuid belongs to another act."""


class NumberConverter(BaseConverter):
    """A whole number from 1 to 999,999,999 in plain ASCII digits, without leading zeros; anything else is not a page."""

    regex = r"[1-9][0-9]{0,8}"

    def to_python(self, value: str) -> int:
        return int(value)


def of_app(name: str) -> Callable[[], Any]:
    """A function that gives what the app of the request holds under a name; see `app.attach`."""
    return lambda: current_app.extensions[name]


store: Callable[[], Store] = of_app("store")
"""The records of this app."""


def partie_of(number: int) -> Partie:
    """The partie of the address, or `Unknown`; the check of permissions has often read it already."""
    partie: Partie | None = g.get("partie")
    return partie if partie is not None and partie.id == number else parties.read_partie(store(), number)


def is_page(address: str) -> bool:
    """Whether an address is a page of this app, not of another site."""
    if not address.startswith("/") or address.startswith(("//", "/\\")) or not address.isprintable():
        return False
    path = unquote(urlsplit(address).path)
    return current_app.url_map.bind("localhost").test(path)


def page_asked(default: str = "/") -> str:
    """The page of this app that a form or an address asks to go back to, else another one."""
    asked = request.values.get("retour", "")
    return asked if is_page(asked) else default


XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def csv_file(text: str, name: str) -> Response:
    """A CSV file to be kept under a name."""
    return _kept(text, "text/csv", f"{name}.csv")


def xlsx_file(content: bytes, name: str) -> Response:
    """Return a workbook to be kept under a name."""
    return _kept(content, XLSX, f"{name}.xlsx")


def _kept(content: str | bytes, media: str, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, mimetype=media, headers=headers)


def whole(text: str, digits: int = 5) -> int | None:
    """A number of at most so many plain ASCII digits; `None` for any other text."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None


def posted_count(name: str, digits: int = 5) -> int | None:
    """A count from 1 in a hidden field; `None` for anything else."""
    return whole(request.form.get(name, ""), digits) or None


def page_uuid() -> str | None:
    """The act's uuid from the page; `None` for anything else, with which a repeated form would be written twice."""
    return names.uuid_of(request.form.get("uuid"))


def posted_uuid() -> str:
    """The uuid that came with the form; a form without one gets its own and cannot be repeated safely."""
    return request.form.get("uuid") or str(uuid4())
