"""The part of an entry form that takes card points: whose, how many, and those of the other camp where they were counted too."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from wtforms import RadioField, StringField

from scorekeeper.cards.families import styles
from scorekeeper.cards.game_api.form import EntryForm, typed_number
from scorekeeper.cards.game_api.words import say
from scorekeeper.cards.rules.contract import Label, Side
from scorekeeper.i18n import N_

CAMPS = (("A", "a"), ("B", "b"))


class PointsForm(EntryForm):
    """A form that asks for the points of one camp; the other has the rest."""

    STYLES: ClassVar[Sequence[Path]] = (styles.POINTS,)
    PLACES: ClassVar[Mapping[str, str]] = {"points_a": "points", "points_b": "points"}

    camp = RadioField(N_("Points du camp"), choices=[], validate_choice=False)
    points = StringField(N_("Points"))
    autre = StringField(N_("Points de l’autre camp"))

    def counted(self) -> dict[str, Any]:
        """The points of the camp that was chosen, or of both, as an entry tells them."""
        mine, other = typed_number(self.points.data), typed_number(self.autre.data)
        camp = self.camp.data
        if camp not in {"A", "B"} or (mine is None and other is None):
            return {}
        if other is not None:
            return {"points": [mine, other] if camp == "A" else [other, mine]}
        return {f"points_{camp.lower()}": mine}

    @staticmethod
    def counted_in(payload: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        """The fields of the points that a stored entry tells: the reverse of `counted`."""
        if payload.get("points") is not None:
            first, second = payload["points"]
            yield from (("camp", "A"), ("points", str(first)), ("autre", str(second)))
        for key, letter in CAMPS:
            if payload.get(f"points_{letter}") is not None:
                yield from (("camp", key), ("points", str(payload[f"points_{letter}"])))

    def complement(self, total: int) -> str:
        """Rest of so many points for the other camp, in words."""
        return say(self._complement(total), self.WORDS, self.table)

    def _complement(self, total: int) -> Label:
        mine, other = typed_number(self.points.data), typed_number(self.autre.data)
        if not isinstance(mine, int):
            return Label("aide-total", total=total)
        if isinstance(other, int):
            return Label("aide-compte", somme=mine + other, total=total)
        if not 0 <= mine <= total:
            return Label("aide-trop", total=total)
        if self.camp.data not in {"A", "B"}:
            return Label("aide-camp", points=mine, reste=total - mine)
        beside = Side(1 if self.camp.data == "A" else 0)
        return Label("aide-reste", camp=beside, points=total - mine)

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
    def announced_in(payload: Mapping[str, Any], values: Sequence[int]) -> Iterator[tuple[str, str]]:
        """The fields of the annonces by value that a stored entry tells: the reverse of `announced`."""
        for key, letter in CAMPS:
            annonces = (payload.get("annonces") or {}).get(key, [])
            for value in values:
                yield f"{letter}{value}", str(annonces.count(value) or "")
