"""Values of requests: numbers in URLs, the uuid of an act, the page to return to, and refused forms with all typed values."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote, urlsplit
from uuid import uuid4

from flask import Response, current_app, g, redirect, request, url_for
from werkzeug import Response as BaseResponse
from werkzeug.routing import BaseConverter

from scorekeeper import parties
from scorekeeper.cards.game_api.words import message_of
from scorekeeper.cards.rules.contract import Table
from scorekeeper.errors import Conflict, Refused
from scorekeeper.i18n import N_
from scorekeeper.lists.spreadsheet import CsvCell, csv_text, xlsx_bytes
from scorekeeper.parties import Partie
from scorekeeper.records.ledger import uuid_of
from scorekeeper.records.store import Store


@dataclass(frozen=True)
class RefusedForm:
    """The refusal of one form of a page; empty when nothing was refused."""

    form: str = ""
    status: int = 200
    messages: tuple[tuple[str, str], ...] = ()
    """Pairs of a dotted field name and its message."""
    typed: Mapping[str, str] = field(default_factory=dict)
    """The posted values by field name."""

    def of(self, form: str) -> "RefusedForm":
        """Return the refusal if it concerns this form, else an empty one."""
        return self if self.form == form else NOT_REFUSED

    def at(self, *fields: str) -> tuple[str, ...]:
        """Return the messages of these fields and their parts."""
        return tuple(text for key, text in self.messages if _within(key, fields))

    def rest(self, *fields: str) -> tuple[str, ...]:
        """Return the messages of all other fields, without repeats."""
        return tuple(dict.fromkeys(text for key, text in self.messages if text and not _within(key, fields)))

    def value(self, name: str, default: object = "") -> str:
        return self.typed.get(name, str(default))


NOT_REFUSED = RefusedForm()


def _within(key: str, fields: tuple[str, ...]) -> bool:
    return any(key == name or key.startswith(f"{name}.") for name in fields)


def refused_form(form: str, error: Refused | Conflict) -> RefusedForm:
    """Return an error as a refused form, in the current language, with all posted values."""
    status = 409 if isinstance(error, Conflict) else 422
    return RefusedForm(form, status, sentences_of(error), request.form.to_dict())


def sentences_of(error: Refused | Conflict) -> tuple[tuple[str, str], ...]:
    """Return field and message of each fault; a field in a line of a list or sheet begins with `ligne-<n>.`."""
    if isinstance(error, Conflict):
        return tuple((fault.field, message_of(fault, error.words, Table())) for fault in error.faults)
    lines = ("" if item.rang is None else f"ligne-{item.rang}." for item in error.faults)
    return tuple(
        (line + item.fault.field, message_of(item.fault, error.words, error.table))
        for line, item in zip(lines, error.faults, strict=True)
    )


OLD_PAGE = N_("Cette page n’était plus à jour. Vérifiez ce qui est saisi, puis confirmez encore.")
"""Message for a form whose uuid was used before or is invalid."""
REUSED = "uuid-autre-contenu"
"""Fault code of an act whose uuid belongs to another act."""


class NumberConverter(BaseConverter):
    """URL converter for whole numbers from 1 to 999,999,999 in ASCII digits without leading zeros; anything else gives 404."""

    regex = r"[1-9][0-9]{0,8}"
    to_python = staticmethod(int)  # type: ignore[assignment]


def of_app(name: str) -> Callable[[], Any]:
    """Return a function that returns the current app's object of that name; see `app.attach`."""
    return lambda: current_app.extensions[name]


store: Callable[[], Store] = of_app("store")


def partie_of(number: int) -> Partie:
    """Return a partie, often already read by the permission check. Raises `Unknown`."""
    partie: Partie | None = g.get("partie")
    return partie if partie is not None and partie.id == number else parties.read_partie(store(), number)


def to_next_line(number: int) -> BaseResponse:
    """Redirect to a sheet, at the form of its next line."""
    return redirect(url_for("parties.show", number=number, _anchor="saisie"), 303)


def is_page(address: str) -> bool:
    """Return whether an address is a path of this app, not of another site."""
    if not address.startswith("/") or address.startswith(("//", "/\\")) or not address.isprintable():
        return False
    path = unquote(urlsplit(address).path)
    return current_app.url_map.bind("localhost").test(path)


def page_asked(default: str = "/") -> str:
    """Return the requested page to return to (`retour`) if it is one of this app, else the default."""
    asked = request.values.get("retour", "")
    return asked if is_page(asked) else default


XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def csv_file(rows: Iterable[Sequence[CsvCell]], name: str) -> Response:
    """Return rows as a CSV download, for Excel if the URL asks for it (`?excel=1`); `name` is without extension."""
    return download(csv_text(rows, excel=request.args.get("excel") == "1"), "text/csv", f"{name}.csv")


def xlsx_file(rows: Iterable[Sequence[CsvCell]], name: str) -> Response:
    """Return rows as a workbook to download; `name` is without extension."""
    return download(xlsx_bytes(rows), XLSX, f"{name}.xlsx")


def download(content: str | bytes, media: str, name: str) -> Response:
    """Return a file that the browser keeps under a name."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, mimetype=media, headers=headers)


def whole_number(text: str, digits: int = 5) -> int | None:
    """Return a number of at most `digits` ASCII digits; `None` for any other text."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None


def posted_count(name: str, digits: int = 5) -> int | None:
    """Return the positive number in a hidden field; `None` for anything else."""
    return whole_number(request.form.get(name, ""), digits) or None


def page_uuid() -> str | None:
    """Return the posted uuid; `None` for an invalid one, with which a repeated form would be written twice."""
    return uuid_of(request.form.get("uuid"))


def posted_seen() -> str:
    """UUID of the last act on a line or sheet that the page showed; empty for a page without one, which is never up to date."""
    return uuid_of(request.form.get("vu")) or ""


def posted_uuid() -> str:
    """Return the posted uuid, or a new one for a form without, which then cannot be repeated safely."""
    return request.form.get("uuid") or str(uuid4())
