"""The form of an adjustment at Couillon: wins given or taken, or the slate of a paper before the first donne."""

from typing import Any, ClassVar

from wtforms import BooleanField, Field, StringField

from scorekeeper.cards.game_api.adjustment_form import AdjustmentForm
from scorekeeper.cards.game_api.form import typed_number
from scorekeeper.cards.games.couillon.rules.continued import SLATE
from scorekeeper.cards.rules.contract import State
from scorekeeper.i18n import N_


class SlateForm(AdjustmentForm):
    """The lines and boucles of each camp are `lignes_0` and so on; where no line is typed, wins are."""

    TEMPLATE: ClassVar[str] = "couillon/adjustment.html"

    lignes_0 = StringField(N_("Lignes"))
    lignes_1 = StringField(N_("Lignes"))
    boucles_0 = StringField(N_("Boucles"))
    boucles_1 = StringField(N_("Boucles"))
    trou = BooleanField(N_("Craie dans le trou"), false_values=("",))

    @property
    def amounts_typed(self) -> bool:
        """Whether wins are written in it: then they are shown before the first donne too."""
        return bool(super().amounts())

    def amounts(self) -> dict[str, Any]:
        lines, loops = (
            [typed_number(self[f"{kind}_{side}"].data) for side in range(2)] for kind in ("lignes", "boucles")
        )
        if lines == [None, None]:
            return super().amounts()
        return {"lignes": lines, "boucles": [count or 0 for count in loops], "trou": self.trou.data}

    @classmethod
    def fields_for(cls, key: str, value: Any, state: State) -> dict[str, list[str]]:
        if value.keys().isdisjoint(SLATE.kinds):
            return super().fields_for(key, value, state)
        fields = {
            f"{kind}_{side}": [str(count)]
            for kind in ("lignes", "boucles")
            for side, count in enumerate(value.get(kind, (0, 0)))
        }
        return fields | ({"trou": ["1"]} if value.get("trou") else {})

    def field_for(self, key: str) -> Field | None:
        name = key.removeprefix("ajustement.").replace(".", "_")
        return self[name] if name in self._fields else super().field_for(key)


FORM = SlateForm
