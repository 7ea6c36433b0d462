"""What came in the hidden fields of a form: the uuid of the act, and counts. Nobody types these; a page made them."""

from __future__ import annotations

import re

from flask import request

from scorekeeper.i18n import N_

OLD_PAGE = N_("Cette page n’était plus à jour. Vérifiez ce qui est saisi, puis confirmez encore.")
"""Said when a page is sent that was sent before, or that no page of ours looks like."""
REUSED = "uuid-autre-contenu"
"""Code of the refusal of an act whose uuid served for another one."""
_UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.ASCII)


def act() -> str | None:
    """The uuid of the act as the page made it; `None` for anything else, which could not be sent twice without harm."""
    text = request.form.get("uuid", "").lower()
    return text if len(text) <= 36 and _UUID.fullmatch(text) else None


def count(name: str, digits: int = 5) -> int | None:
    """A count from 1 of at most so many digits; `None` for what is none."""
    text = request.form.get(name, "")
    known = text.isascii() and text.isdigit() and len(text) <= digits
    return int(text) or None if known else None
