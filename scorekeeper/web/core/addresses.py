"""Addresses of this app: the numbers in them, and which of them are pages to go back to."""

from __future__ import annotations

from urllib.parse import unquote, urlsplit

from flask import current_app
from werkzeug.routing import BaseConverter


class Number(BaseConverter):
    """A whole number from 1 to 999,999,999 in plain ASCII digits, without leading zeros; anything else is not a page."""

    regex = r"[1-9][0-9]{0,8}"

    def to_python(self, value: str) -> int:
        """The number; the pattern lets only digits through."""
        return int(value)


def is_page(address: str) -> bool:
    """Whether an address is a page of this app that can be looked at; of another site, it never is."""
    if not address.startswith("/") or address.startswith(("//", "/\\")) or not address.isprintable():
        return False
    path = unquote(urlsplit(address).path)
    return current_app.url_map.bind("localhost").test(path, "GET")
