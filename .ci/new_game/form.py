"""The entry form of __Name__: a number for each player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from wtforms import Field, StringField

from scorekeeper.cards.game_api.form import EntryForm, present, typed_number
from scorekeeper.cards.game_api.words import Words
from scorekeeper.cards.games.__key__.rules import __Key__
from scorekeeper.cards.games.__key__.words import WORDS
from scorekeeper.cards.rules.contract import Rules, State
from scorekeeper.i18n import N_

MOST_SEATS = max(__Key__.SEATS)


class __Key__Form(EntryForm):
    """One donne. The field of a seat is `points_0` for seat 0, and so on."""

    WORDS: ClassVar[Words] = WORDS
    PLACES: ClassVar[Mapping[str, str]] = {"points": "points_0"}

    def __init__(self, formdata: Any = None, *, rules: Rules[Any, Any], state: State, **kwargs: Any) -> None:
        """Bind the form, with as many fields as there are players."""
        super().__init__(formdata, rules=rules, state=state, **kwargs)
        for seat in range(self.table.seats, MOST_SEATS):
            del self[f"points_{seat}"]

    def payload(self) -> dict[str, Any]:
        points = {
            name: typed_number(self[f"points_{seat}"].data) for seat, name in enumerate(self.table.players)
        }
        return {"points": present(**points), **self.common()}

    @classmethod
    def fields_of(cls, payload: Mapping[str, Any], state: State) -> dict[str, list[str]]:
        points = payload["points"]
        return {
            f"points_{seat}": [str(points[name])]
            for seat, name in enumerate(state.table.players)
            if name in points
        }

    def field_for(self, key: str) -> Field | None:
        """The field of a player. A name may have dots in it, so it is compared as a whole."""
        head, _, name = key.partition(".")
        if head == "points" and name in self.table.players:
            return self[f"points_{self.table.players.index(name)}"]
        return super().field_for(key)


for _seat in range(MOST_SEATS):
    setattr(__Key__Form, f"points_{_seat}", StringField(N_("Points")))


FORM = __Key__Form
