"""Base class of entry forms with card points: those of a chosen camp, and maybe those of the other camp."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from wtforms import HiddenField, StringField

from scorekeeper.cards.families import styles
from scorekeeper.cards.families.cards import SIGNS
from scorekeeper.cards.families.points import POINTS_KEYS
from scorekeeper.cards.game_api.form import EntryForm, typed_number
from scorekeeper.cards.game_api.form_fields import OneChoice, camps
from scorekeeper.cards.game_api.suits import suit_mark
from scorekeeper.cards.game_api.words import message_of
from scorekeeper.cards.rules.contract import Label, Side, State
from scorekeeper.i18n import N_, gettext

CAMPS = (("A", "a"), ("B", "b"))


def left_over(total: int, own: object, other: object, side: Side | None) -> Label:
    """Return a label with the rest of `total` points; if both camps have points, with their sum.

    `own` are the points of the camp `side` (`None` if it is not chosen), `other` those of the other camp.
    """
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
    """Form with the points of one camp, from which those of the other follow, and with annonces."""

    STYLES: ClassVar[Sequence[Path]] = (styles.POINTS,)
    PLACES: ClassVar[Mapping[str, str]] = {"points_a": "points", "points_b": "points"}
    VALUES: ClassVar[Sequence[int]]
    """Values of annonces. Each camp has a field for the number of annonces of each value: `a20`, `b20`."""
    MOST: ClassVar[int]
    """Most annonces of one value in an entry."""

    camp = OneChoice(N_("Points du camp"), camps)
    points = StringField(N_("Points"))
    autre = StringField(N_("Points de l’autre camp"))
    atout = OneChoice(N_("Atout"), lambda form: form.worded(form.rules.atouts))
    annonces = HiddenField()
    """Hidden field with all faults of the annonces."""

    rules: Any
    state: Any

    def typed(self, key: str) -> Any:
        if key == "annonces":
            return {camp: values for camp, letter in CAMPS if (values := self.announced(letter))} or None
        return self._counted.get(key) if key in POINTS_KEYS else super().typed(key)

    @classmethod
    def fields_for(cls, key: str, value: Any, state: State) -> dict[str, list[str]]:
        if key == "annonces":
            return {
                f"{camp.lower()}{worth}": [str(named.count(worth))]
                for camp, named in value.items()
                for worth in cls.VALUES
                if worth in named
            }
        if key == "points":
            return {"camp": ["A"], "points": [str(value[0])], "autre": [str(value[1])]}
        if key in POINTS_KEYS:
            return {"camp": [key[-1].upper()], "points": [str(value)]}
        return super().fields_for(key, value, state)

    @cached_property
    def _counted(self) -> dict[str, Any]:
        """Return the entry keys of the points: those of the chosen camp, or of both camps; empty without a camp or points."""
        mine, other = typed_number(self.points.data), typed_number(self.autre.data)
        camp = self.camp.data
        if camp not in {"A", "B"} or (mine is None and other is None):
            return {}
        if other is not None:
            return {"points": [mine, other] if camp == "A" else [other, mine]}
        return {f"points_{camp.lower()}": mine}

    @property
    @abstractmethod
    def total(self) -> int:
        """Card points of the donne, by the fields filled so far."""

    def hints(self) -> dict[str, str]:
        """Return the points left for the other camp, and the points that both camps still need."""
        mine, other = typed_number(self.points.data), typed_number(self.autre.data)
        side = {"A": Side(0), "B": Side(1)}.get(self.camp.data)
        left = left_over(self.total, mine, other if isinstance(mine, int) else None, side)
        slots = {"points": message_of(left, self.WORDS, self.table)}
        if self.rules.a_points and self.state.fin is None:
            labels = self.rules.still_needed(self.state.totals)
            slots["objectif"] = " · ".join(message_of(label, self.WORDS, self.table) for label in labels)
        return slots

    def announced(self, letter: str) -> list[Any]:
        """Return a camp's annonces: each value as often as its field says, `MOST` times at most.

        A typed number that is itself a value of annonces is treated as a count. Other numbers and texts are passed on, to be refused.
        """
        annonces: list[Any] = []
        for value in self.VALUES:
            count = typed_number(self[f"{letter}{value}"].data)
            if isinstance(count, int) and (0 <= count <= self.MOST or count in self.worths):
                annonces += [value] * min(count, self.MOST)
            elif isinstance(count, int) and 0 < count < 1000:
                annonces.append(count)
            elif count is not None:
                annonces.append(str(count))
        return annonces

    @property
    def worths(self) -> Sequence[int]:
        """Values that the settings allow for annonces."""
        return self.VALUES

    @property
    def rare_annonces(self) -> bool:
        """Whether one of the rarer annonces, from the fourth value on, was entered."""
        rare = (self[f"{letter}{value}"].data for _, letter in CAMPS for value in self.worths[3:])
        return any(data not in {"", "0", None} for data in rare)

    @property
    def trumps(self) -> list[tuple[str, str]]:
        """Trumps that the settings allow, with their texts: suits with their symbol, other trumps by their word."""
        signs = {str(suit): f"{sign} " for suit, sign in SIGNS.items() if not suit_mark(suit, self.WORDS)}
        named = ((str(atout), gettext(self.WORDS.terms[atout])) for atout in self.rules.atouts)
        return [(atout, signs.get(atout, "") + name) for atout, name in named]
