"""Numbers in addresses: plain ASCII digits within what the database can hold, anything else is simply not a page."""

from __future__ import annotations

from werkzeug.routing import BaseConverter


class Number(BaseConverter):
    """A whole number from 1 to 999,999,999, without leading zeros."""

    regex = r"[1-9][0-9]{0,8}"

    def to_python(self, value: str) -> int:
        """The number; the pattern lets only digits through."""
        return int(value)
