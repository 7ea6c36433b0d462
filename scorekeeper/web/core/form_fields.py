"""What came in the hidden fields of a form: the uuid of the act, and counts. Nobody types these; a page made them."""

from __future__ import annotations

from flask import request

from scorekeeper.i18n import N_
from scorekeeper.rules import names

OLD_PAGE = N_("Cette page n’était plus à jour. Vérifiez ce qui est saisi, puis confirmez encore.")
"""Said when a page is sent that was sent before, or that no page of ours looks like."""
REUSED = "uuid-autre-contenu"
"""Code of the refusal of an act whose uuid served for another one."""


def act() -> str | None:
    """The uuid of the act as the page made it; `None` for anything else, which could not be sent twice without harm."""
    return names.uuid_of(request.form.get("uuid"))


def count(name: str, digits: int = 5) -> int | None:
    """A count from 1 of at most so many digits; `None` for what is none."""
    text = request.form.get(name, "")
    known = text.isascii() and text.isdigit() and len(text) <= digits
    return int(text) or None if known else None
