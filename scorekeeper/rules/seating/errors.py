"""The one refusal of the seating draw."""

from __future__ import annotations

from collections.abc import Mapping


class DrawImpossible(ValueError):
    """No draw exists for what was asked.

    Attributes:
        code: A stable word for the reason, such as ``too-few-players``; the sentence for the
            reader is made from it elsewhere.
        values: What the sentence needs: counts and names by keyword.
    """

    def __init__(self, code: str, **values: object) -> None:
        """Remember the reason ``code`` and the ``values`` its sentence needs."""
        super().__init__(code if not values else f"{code} {values}")
        self.code = code
        self.values: Mapping[str, object] = values
