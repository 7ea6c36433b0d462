"""The part of an entry form that takes card points: whose, how many, and those of the other camp where they were counted too."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from wtforms import StringField

from scorekeeper.cards.families import styles
from scorekeeper.cards.families.points import TOLD
from scorekeeper.cards.game_api.form import EntryForm, typed_number
from scorekeeper.cards.game_api.form_fields import OneChoice, camps
from scorekeeper.cards.game_api.offline_checks import Known
from scorekeeper.cards.game_api.words import say
from scorekeeper.cards.rules.contract import Fault, Label, Side, State, Table
from scorekeeper.i18n import N_

CAMPS = (("A", "a"), ("B", "b"))


def known_points(rules: Any, most: int, by: Mapping[str, Sequence[str]], *empty: str) -> Known:
    """Impossible points of the camp that was chosen, when the other has the rest and the fields `empty` are."""

    def fault(chosen: tuple[str, ...], numbers: tuple[int, ...]) -> Fault | None:
        given = {key: text for key, text in zip(by, chosen, strict=False) if text}
        key = f"points_{given.pop('camp', 'A').lower()}"
        return next(iter(rules.point_faults(rules.ENTRY.read({**given, key: numbers[0]}, Table()))), None)

    by_all = {**by, **dict.fromkeys(empty, ("",))}
    return Known(field="points", numbers=("points",), by=by_all, most=most, fault=fault)


def left_over(total: int, own: object, other: object, side: Side | None) -> Label:
    """Rest of so many points, beside those counted of a camp, `side` where that is known, or of the other one."""
    if isinstance(own, int) and isinstance(other, int):
        return Label("aide-compte", somme=own + other, total=total)
    known = own if isinstance(own, int) else other
    if not isinstance(known, int):
        return Label("aide-total", total=total)
    if not 0 <= known <= total:
        return Label("aide-trop", total=total)
    if side is None:
        return Label("aide-camp", points=known, reste=total - known)
    return Label("aide-reste", camp=side.other if known is own else side, points=total - known)


class PointsForm(EntryForm):
    """A form that asks for the points of one camp; the other has the rest."""

    STYLES: ClassVar[Sequence[Path]] = (styles.POINTS,)
    PLACES: ClassVar[Mapping[str, str]] = {"points_a": "points", "points_b": "points"}

    camp = OneChoice(N_("Points du camp"), camps)
    points = StringField(N_("Points"))
    autre = StringField(N_("Points de l’autre camp"))

    def typed(self, key: str) -> Any:
        return self._counted().get(key) if key in TOLD else super().typed(key)

    @classmethod
    def fields_for(cls, key: str, value: Any, state: State) -> dict[str, list[str]]:
        if key == "points":
            return {"camp": ["A"], "points": [str(value[0])], "autre": [str(value[1])]}
        if key in TOLD:
            return {"camp": [key[-1].upper()], "points": [str(value)]}
        return super().fields_for(key, value, state)

    def _counted(self) -> dict[str, Any]:
        """The points of the camp that was chosen, or of both, as an entry tells them."""
        mine, other = typed_number(self.points.data), typed_number(self.autre.data)
        camp = self.camp.data
        if camp not in {"A", "B"} or (mine is None and other is None):
            return {}
        if other is not None:
            return {"points": [mine, other] if camp == "A" else [other, mine]}
        return {f"points_{camp.lower()}": mine}

    def complement(self, total: int) -> str:
        """Rest of so many points for the other camp, in words."""
        mine, other = typed_number(self.points.data), typed_number(self.autre.data)
        side = {"A": Side(0), "B": Side(1)}.get(self.camp.data)
        left = left_over(total, mine, other if isinstance(mine, int) else None, side)
        return say(left, self.WORDS, self.table)

    def announced(self, letter: str, values: Sequence[int], worth: Sequence[int], most: int) -> list[Any]:
        """A camp's annonces that were counted by value: as many of each of `values` as its field says, at most `most`.

        A number that is one of `worth` is taken for points; what is no count is passed on as it stands, to be refused as an annonce.
        """
        annonces: list[Any] = []
        for value in values:
            count = typed_number(self[f"{letter}{value}"].data)
            if isinstance(count, int) and (0 <= count <= most or count in worth):
                annonces += [value] * min(count, most)
            elif isinstance(count, int) and 0 < count < 1000:
                annonces.append(count)
            elif count is not None:
                annonces.append(str(count))
        return annonces

    @staticmethod
    def announced_in(annonces: Mapping[str, Sequence[Any]], values: Sequence[int]) -> dict[str, list[str]]:
        """The fields of the annonces by value that a stored entry tells: the reverse of `announced`."""
        counts = {
            f"{camp.lower()}{value}": each.count(value) for camp, each in annonces.items() for value in values
        }
        return {name: [str(count)] for name, count in counts.items() if count}
