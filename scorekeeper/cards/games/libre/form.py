"""The entry form of Marque libre: a number for each column that is still in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from wtforms import BooleanField, Field, StringField

from scorekeeper.cards.families import styles
from scorekeeper.cards.game_api.form import EntryForm, present, typed_number
from scorekeeper.cards.game_api.words import Words, number
from scorekeeper.cards.games.libre.rules import Libre
from scorekeeper.cards.games.libre.rules.entry import MancheStatut
from scorekeeper.cards.games.libre.words import WORDS
from scorekeeper.cards.rules.contract import Rules, State, expect
from scorekeeper.i18n import N_, gettext

MOST_SEATS = max(Libre.SEATS)


class LibreForm(EntryForm):
    """One manche. The field of a seat is `points_0` for seat 0, and so on."""

    STYLES = (styles.COLUMNS,)
    WORDS: ClassVar[Words] = WORDS

    annulee = BooleanField(N_("Manche annulée"), false_values=("",))

    def __init__(self, formdata: Any = None, *, rules: Rules[Any, Any], state: State, **kwargs: Any) -> None:
        super().__init__(formdata, rules=rules, state=state, **kwargs)
        self.house = expect(Libre, rules)
        self.places = {seat: self.table.players[seat] for seat in state.playing}
        for seat in range(MOST_SEATS):
            if seat not in self.places:
                del self[f"points_{seat}"]

    @property
    def digits(self) -> int:
        """Most digits of a number."""
        return max(len(str(abs(bound))) for bound in self.house.span)

    @property
    def sums(self) -> list[int] | None:
        """Sum of the numbers, where that is fixed."""
        return None if self.house.somme is None else [self.house.somme]

    def payload(self) -> dict[str, Any]:
        if self.annulee.data:
            return {"statut": MancheStatut.ANNULEE, **self.common()}
        points = {name: typed_number(self[f"points_{seat}"].data) for seat, name in self.places.items()}
        return {"points": present(**points), **self.common()}

    @classmethod
    def fields_of(cls, payload: Mapping[str, Any], state: State) -> dict[str, list[str]]:
        points = payload.get("points") or {}
        fields = {
            f"points_{seat}": [str(points[name])]
            for seat, name in enumerate(state.table.players)
            if name in points
        }
        return fields | ({"annulee": ["1"]} if payload.get("statut") == MancheStatut.ANNULEE else {})

    def hints(self) -> dict[str, str]:
        """With a fixed sum, how far the numbers are from it."""
        typed = [typed_number(self[f"points_{seat}"].data) for seat in self.places]
        numbers = [figure for figure in typed if isinstance(figure, int)]
        if self.house.somme is None or not numbers:
            return {}
        gap = self.house.somme - sum(numbers)
        if len(numbers) == len(typed) and not gap:
            return {"somme": gettext("somme %(somme)s ✓", somme=number(self.house.somme))}
        left = gettext("il reste %(reste)s", reste=number(gap))
        return {"somme": left if gap >= 0 else gettext("%(ecart)s de trop", ecart=number(-gap))}

    def field_for(self, key: str) -> Field | None:
        """The field of a column. A name may have dots in it, so it is compared as a whole; the first one for all of them."""
        head, _, name = key.partition(".")
        if head == "points":
            seats = [seat for seat, other in self.places.items() if other == name]
            return self[f"points_{seats[0] if seats else min(self.places)}"]
        return self.annulee if key == "statut" else super().field_for(key)


for _seat in range(MOST_SEATS):
    setattr(LibreForm, f"points_{_seat}", StringField(N_("Points")))


FORM = LibreForm
