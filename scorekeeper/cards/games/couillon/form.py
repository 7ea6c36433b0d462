"""Entry forms of Couillon: a donne, by the camp that accepted and the winner or both points; and an adjustment.

An adjustment changes the wins left, or before the first donne enters the slate of a paper.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from wtforms import BooleanField, Field, StringField

from scorekeeper.cards.families import styles
from scorekeeper.cards.game_api.adjustment_form import AdjustmentForm
from scorekeeper.cards.game_api.form import EntryForm, present, typed_number
from scorekeeper.cards.game_api.form_fields import Choices, OneChoice, camps
from scorekeeper.cards.game_api.words import format_value
from scorekeeper.cards.games.couillon.rules import LEAST, PACK, SLATE, SPLITS, CouillonState
from scorekeeper.cards.games.couillon.words import WORDS, rubbed
from scorekeeper.cards.rules.contract import Side, State, expect
from scorekeeper.cards.rules.kinds import Unreadable
from scorekeeper.i18n import N_, gettext, ngettext

NOBODY = "personne"
"""Value of the button for `null`."""


def _winners(form: EntryForm) -> Choices:
    first, second = camps(form)
    return [first, ("egalite", gettext("égalité")), second]


class SlateForm(AdjustmentForm):
    """Form of an adjustment: a slate copied from paper (`lignes_0`, `boucles_0` and so on); with no lines typed, one of wins."""

    TEMPLATE: ClassVar[str] = "couillon/adjustment.html"

    lignes_0 = StringField(N_("craie|Lignes"))
    lignes_1 = StringField(N_("craie|Lignes"))
    boucles_0 = StringField(N_("Boucles"))
    boucles_1 = StringField(N_("Boucles"))
    trou = BooleanField(N_("Craie dans le trou"), false_values=("",))

    @property
    def amounts_typed(self) -> bool:
        """Whether wins are entered; then their fields are shown before the first donne too."""
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


class CouillonForm(EntryForm):
    """Form of a donne. Three taps are enough: the camp that accepted, the winner, the submit button."""

    STYLES = (styles.CHALK,)
    WORDS = WORDS
    PLACES: ClassVar[Mapping[str, str]] = {"points": "points_a", "points.1": "points_b"}
    NOTHING: ClassVar[Mapping[str, str]] = {"accepte": NOBODY, "capot": NOBODY}
    ADJUSTING = SlateForm

    accepte = OneChoice(
        N_("Qui a accepté l’atout ?"), lambda form: [*camps(form), (NOBODY, gettext("personne"))]
    )
    gagne = OneChoice(N_("Qui a gagné ?"), _winners)
    points_a = StringField(N_("Points"))
    points_b = StringField(N_("Points"))
    capot = OneChoice(
        N_("Capot (les quatre plis)"), lambda form: [*camps(form), (NOBODY, gettext("non"))], default=NOBODY
    )

    def hints(self) -> dict[str, str]:
        state, after = expect(CouillonState, self.state), self._after()
        slate = "" if after is None else self._change(state, after)
        if after is None and state.trou:
            slate = ngettext(
                "Craie dans le trou : qui gagne efface %(num)s trait.",
                "Craie dans le trou : qui gagne efface %(num)s traits.",
                state.egalites + 1,
            )
        return present(points=self._range(), ardoise=slate)

    def _after(self) -> CouillonState | None:
        """Return the slate after the donne; `None` until the entry is complete and without faults."""
        try:
            entry = self.rules.ENTRY.read(self.payload(), self.table)
        except Unreadable:
            return None
        if self.rules.faults(self.state, entry):
            return None
        after: CouillonState = self.rules.mark(self.state, entry)[0]
        return after

    def _range(self) -> str:
        """Return the possible points of the other camp once one is typed, or else the range of the sum of both."""
        typed = (typed_number(self.points_a.data), typed_number(self.points_b.data))
        for side, other in ((0, 1), (1, 0)):
            if not isinstance(typed[side], int) or typed[other] is not None:
                continue
            camp = self.table.columns[other]
            left = [pair[other] for pair in SPLITS if pair[side] == typed[side]]
            if len(left) == 1:
                return gettext("%(camp)s : %(points)s.", camp=camp, points=left[0])
            if left:
                return gettext("%(camp)s : de %(min)s à %(max)s.", camp=camp, min=min(left), max=max(left))
        return gettext("À deux, de %(min)s à %(max)s points.", min=LEAST, max=PACK)

    def _change(self, before: CouillonState, after: CouillonState) -> str:
        """Return sentences about the changes of the slate by the donne, one for each camp."""
        sentences = []
        for side, name in zip((Side(0), Side(1)), self.table.columns, strict=True):
            facts = [format_value(term, WORDS, self.table) for term in rubbed(before, after, side)]
            if after.boucles[side] > before.boucles[side]:
                facts.append(gettext("une boucle de plus"))
            if facts:
                values = {"camp": name, "faits": ", ".join(facts), "reste": after.totals[side]}
                sentences.append(gettext("%(camp)s : %(faits)s, reste %(reste)s.", **values))
        return " ".join(sentences) if sentences else gettext("Rien ne s’efface ; la craie va dans le trou.")
