"""A browser simulated without a screen or scripts: parses pages and sends their forms."""

from __future__ import annotations

import html
import io
import re
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlencode

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper import parties

Fields = list[tuple[str, str]]
Typed = str | Iterable[str] | None
"""Value of a field: one value, several, or `None` to leave it out."""
MADE_ANEW = re.compile(r'value="[0-9a-f-]{36,}"')
"""Tokens and UUIDs, which differ on every page."""


@dataclass
class Form:
    """A form of a page, with the values that it would send."""

    action: str
    method: str
    name: str = ""
    fields: Fields = field(default_factory=list)
    buttons: list[tuple[str, str, str]] = field(default_factory=list)
    """Name, value and, if given, target of each button."""
    known: set[str] = field(default_factory=set)
    """Names of all fields, unticked boxes included."""

    def only(self, *names: str) -> Fields:
        """Return the values of these fields only."""
        return [pair for pair in self.fields if pair[0] in names]

    def filled(self, **typed: Typed) -> Fields:
        """Return the values to send with some fields typed. A `_` in a keyword stands for a `-` in the field's name."""
        names = {name.replace("-", "_"): name for name in self.known}
        replaced: dict[str, Typed] = {names.get(key, key): value for key, value in typed.items()}
        return self.with_fields(replaced)

    def with_fields(self, typed: Mapping[str, Typed]) -> Fields:
        """Return the values to send with these fields replaced: several values by a list, none by `None`."""
        kept = [pair for pair in self.fields if pair[0] not in typed]
        for name, value in typed.items():
            if isinstance(value, str):
                kept.append((name, value))
            elif value is not None:
                kept += [(name, text) for text in value]
        return kept


PDF = "application/pdf"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def text_of(answer: TestResponse) -> str:
    """Return the text of a response: of a workbook, the text of its parts; of a PDF, an empty string."""
    if answer.mimetype == PDF:
        return ""
    if answer.mimetype != XLSX:
        return answer.get_data(as_text=True)
    with zipfile.ZipFile(io.BytesIO(answer.get_data())) as book:
        return "\n".join(book.read(name).decode() for name in book.namelist())


class Page(HTMLParser):
    """A parsed page: its forms, its text, and the messages beside its fields."""

    VOID = frozenset({"input", "meta", "link", "br", "img", "hr", "source", "col", "path", "polyline"})
    forms: list[Form]
    errors: list[str]
    words: list[str]
    elements: list[tuple[str, dict[str, str]]]
    _open: list[tuple[str, dict[str, str]]]
    _form: Form | None
    _loose: list[tuple[str, dict[str, str]]]
    _select: tuple[str, list[tuple[str, bool]]] | None
    _beside: dict[str, list[str]]

    def __init__(self, answer: TestResponse) -> None:
        super().__init__(convert_charrefs=True)
        self.status = answer.status_code
        self.location = answer.headers.get("Location", "")
        # A printed document has a status, but no forms or links.
        self.html = "" if answer.mimetype in {PDF, XLSX} else answer.get_data(as_text=True)

    def __getattr__(self, name: str) -> Any:
        """Parse the page when its content is first asked for: many tests need its status or HTML only."""
        if name not in Page.__annotations__:
            raise AttributeError(name)
        self.forms, self.errors, self.words, self.elements = [], [], [], []
        self._open, self._form, self._loose, self._select, self._beside = [], None, [], None, {}
        # The content of a `template` element is not part of the page yet.
        self.feed(re.sub(r"<template\b.*?</template>", "", self.html, flags=re.DOTALL))
        self._adopt()
        return getattr(self, name)

    @property
    def text(self) -> str:
        """All text of the page."""
        return " ".join(" ".join(self.words).split())

    def input(self, name: str) -> dict[str, str]:
        """Return the attributes of the first `input` of this name. Raises `StopIteration` without one."""
        return next(attrs for tag, attrs in self.elements if tag == "input" and attrs.get("name") == name)

    def value(self, name: str) -> str | None:
        """Return the value that a form would send for a field; `None` if none sends one."""
        return next((value for form in self.forms for key, value in form.fields if key == name), None)

    @property
    def values(self) -> set[str]:
        """Return the values of all fields of all forms."""
        return {value for form in self.forms for _, value in form.fields}

    @property
    def labels(self) -> list[tuple[str, str, str]]:
        """Return the name, value and label of each option; the label is the full name where the text is shortened."""
        box = r'<input type="radio" name="([^"]*)" value="([^"]*)"(?: aria-label="([^"]*)")?[^>]*><span>(.*?)</span>'
        return [
            (name, html.unescape(value), html.unescape(full_name or text))
            for name, value, full_name, text in re.findall(box, self.html)
        ]

    def errors_at(self, field: str) -> list[str]:
        """Return the messages beside a field of an entry."""
        return self._beside.get(field, [])

    @property
    def links(self) -> list[str]:
        """The URLs that the page links to."""
        return [attrs["href"] for tag, attrs in self.elements if tag == "a" and "href" in attrs]

    def links_of(self, start: str) -> list[str]:
        """Return the links to URLs with this prefix."""
        return [link for link in self.links if link.startswith(start)]

    @property
    def doubts(self) -> list[str]:
        """The codes of the doubts that must be ticked."""
        return [
            attrs["value"] for tag, attrs in self.elements if tag == "input" and attrs.get("name") == "sure"
        ]

    @property
    def ranking(self) -> list[tuple[str, str]]:
        """The rank and name of each player at the end of a partie."""
        return re.findall(r'<span class="place">([0-9]+)</span><bdi>(.*?)</bdi>', self.html)

    @property
    def kinds(self) -> list[str]:
        """The kinds of acts listed in the history."""
        return re.findall(r"<b>([^<]+)</b>", self.html.partition('<ol class="versions"')[2])

    def form(self, action: str) -> Form:
        """Return the first form that is sent to a URL with this ending. Raises `StopIteration` without one."""
        return next(form for form in self.forms if form.action.partition("?")[0].endswith(action))

    def has_form(self, action: str) -> bool:
        return any(form.action.partition("?")[0].endswith(action) for form in self.forms)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.elements.append((tag, values))
        if tag not in self.VOID:
            self._open.append((tag, values))
        if tag == "form":
            self._form = Form(values.get("action", ""), values.get("method", "get"), values.get("id", ""))
            self.forms.append(self._form)
        elif tag in {"input", "button"}:
            if "form" in values:
                self._loose.append((tag, values))
            elif self._form is not None:
                self._take(self._form, tag, values)
        elif tag == "select":
            self._select = (values.get("name", ""), [])
        elif tag == "option" and self._select is not None:
            self._select[1].append((values.get("value", ""), "selected" in values))

    def handle_endtag(self, tag: str) -> None:
        if tag == "select" and self._select is not None and self._form is not None:
            name, options = self._select
            self._form.known.add(name)
            chosen = next((value for value, on in options if on), options[0][0] if options else "")
            self._form.fields.append((name, chosen))
            self._select = None
        if tag == "form":
            self._form = None
        while self._open:
            if self._open.pop()[0] == tag:
                break

    def handle_data(self, data: str) -> None:
        self.words.append(data)
        if data.strip() and any("errors" in attrs.get("class", "").split() for _, attrs in self._open):
            self.errors.append(data.strip())
            where = next((attrs["data-errors"] for _, attrs in self._open if "data-errors" in attrs), "")
            self._beside.setdefault(where, []).append(data.strip())

    @staticmethod
    def _take(form: Form, tag: str, attrs: dict[str, str]) -> None:
        name = attrs.get("name", "")
        if tag == "button" or attrs.get("type") == "submit":
            form.buttons.append((name, attrs.get("value", ""), attrs.get("formaction", "")))
        elif name:
            form.known.add(name)
            if attrs.get("type") not in {"radio", "checkbox"} or "checked" in attrs:
                form.fields.append((name, attrs.get("value", "on")))

    def _adopt(self) -> None:
        """Assign controls outside their form to it."""
        for tag, attrs in self._loose:
            self._take(next(form for form in self.forms if form.name == attrs["form"]), tag, attrs)


class Visit:
    """A browser of a tablet."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client

    def get(self, path: str, **more: Any) -> Page:
        return Page(self.client.get(path, **more))

    def send(self, form: Form, fields: Fields | None = None, **more: Any) -> Page:
        """Send a form, URL-encoded, with `fields` or its present values; return the response, not following a redirect."""
        return self.post(form.action, form.fields if fields is None else fields, **more)

    def post(self, path: str, fields: Fields | bytes, **more: Any) -> Page:
        body = (
            fields
            if isinstance(fields, bytes)
            else urlencode(fields, encoding="utf-8", errors="surrogatepass")
        )
        answer = self.client.post(path, data=body, content_type="application/x-www-form-urlencoded", **more)
        return Page(answer)

    def follow(self, page: Page) -> Page:
        """Return the page to which a response redirects. Fails unless its status is 303."""
        assert page.status == 303, page.text
        return self.get(page.location.partition("#")[0])

    def token(self) -> str:
        """The form token of this browser."""
        return next(value for name, value in self.get("/").form("/langue").fields if name == "csrf_token")

    def open_sheet(self, game: str, players: Iterable[str], **typed: Typed) -> int:
        """Fill in the form of a new sheet; return the number of its partie."""
        form = self.get(f"/nouvelle/{game}").form(f"/nouvelle/{game}")
        seats = {f"joueur-{place}": name for place, name in enumerate(players)}
        page = self.send(form, [*form.filled(**{**seats, **typed})])
        assert page.status == 303, page.errors
        return int(page.location.rpartition("/")[2])

    def fields_of(self, number: int, entry: Mapping[str, Any]) -> dict[str, list[str]]:
        """Return an entry as fields of the form for the next line."""
        partie = parties.read_partie(self.client.application.extensions["store"], number)
        fields = partie.game.form.formdata(entry, partie.sheet.state)
        return {name: [value for value in values if value != ""] for name, values in fields.items()}

    def enter(self, number: int, entry: Mapping[str, Any]) -> Page:
        """Enter the next line, ticking all doubts."""
        form = self.get(f"/parties/{number}").form("/saisies")
        fields = form.with_fields(self.fields_of(number, entry))
        page = self.send(form, fields)
        if page.status == 422 and page.doubts:
            page = self.send(form, [*fields, *(("sure", code) for code in page.doubts)])
        return page
