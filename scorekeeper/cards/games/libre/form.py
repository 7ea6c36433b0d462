"""Entry form of Marque libre: a number for each column that is not eliminated."""

from collections.abc import Mapping
from typing import Any, ClassVar

from wtforms import BooleanField, StringField

from scorekeeper.cards.families import styles
from scorekeeper.cards.game_api.form import EntryForm, typed_number
from scorekeeper.cards.game_api.form_fields import add_columns
from scorekeeper.cards.game_api.words import number
from scorekeeper.cards.games.libre.rules import Libre, MancheStatut
from scorekeeper.cards.games.libre.words import WORDS
from scorekeeper.cards.rules.contract import State
from scorekeeper.i18n import N_, gettext


class LibreForm(EntryForm):
    """Form of a manche. Fields are named by seat: `points_0`."""

    STYLES = (styles.COLUMNS,)
    WORDS = WORDS
    STEMS: ClassVar[Mapping[str, str]] = {"points": "points"}
    PLACES: ClassVar[Mapping[str, str]] = {"statut": "annulee"}

    annulee = BooleanField(N_("Manche annulée"), false_values=("",))

    rules: Libre

    def payload(self) -> dict[str, Any]:
        if self.annulee.data:
            return {"statut": MancheStatut.ANNULEE, **self.common()}
        return super().payload()

    @classmethod
    def fields_for(cls, key: str, value: Any, state: State) -> dict[str, list[str]]:
        if key == "statut":
            return {"annulee": ["1"]} if value == MancheStatut.ANNULEE else {}
        return super().fields_for(key, value, state)

    @property
    def digits(self) -> int:
        """Greatest number of digits of the points."""
        return max(len(str(abs(bound))) for bound in self.rules.span)

    @property
    def sums(self) -> list[int] | None:
        """The fixed sum of the points of a manche, alone in a list; `None` without one."""
        return None if self.rules.somme is None else [self.rules.somme]

    def hints(self) -> dict[str, str]:
        """Return the difference of the points from the fixed sum, if there is one."""
        typed = [typed_number(self[f"points_{seat}"].data) for seat in self.entry_names]
        numbers = [figure for figure in typed if isinstance(figure, int)]
        if self.rules.somme is None or not numbers:
            return {}
        gap = self.rules.somme - sum(numbers)
        if len(numbers) == len(typed) and not gap:
            return {"somme": gettext("somme %(somme)s ✓", somme=number(self.rules.somme))}
        left = gettext("il reste %(reste)s", reste=number(gap))
        return {"somme": left if gap >= 0 else gettext("%(ecart)s de trop", ecart=number(-gap))}


add_columns(LibreForm, max(Libre.SEATS), StringField, points=N_("Points"))
