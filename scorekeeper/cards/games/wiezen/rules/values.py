"""Values of the contracts in three scales: per player of a pair, per opponent of a single player.

Sources: `whisthub`, its rules; `wallon`, the older table of pagat; `cafe`, the card evening of tleer.be (a pair: 2, and 1 a trick more or less;
thirteen tricks doubled). The other rows of `cafe` are our reading of the practice in Flemish cafés. Settings can replace single
values.
"""

from collections.abc import Mapping
from enum import StrEnum

from scorekeeper.cards.games.wiezen.rules.entry import TRICKS, Enchere
from scorekeeper.cards.rules.fields import Amounts


class Tarif(StrEnum):
    """The named scales."""

    WHISTHUB = "whisthub"
    WALLON = "wallon"
    CAFE = "cafe"


LEAST_PAIR = 8
"""Tricks of the lowest emballage, and of the highest solo."""
LEAST_SOLO = 5
"""Tricks of the lowest solo."""
_HEIGHTS = range(9, TRICKS)
COLUMNS = ("fait", "chute", "plus", "moins", "treize")
"""Columns of the table of values: made, failed by one trick, each trick more, each further trick less, all thirteen."""
ROWS: tuple[tuple[str | None, ...], ...] = (
    ("emballage", "chute-emballage", "plus-emballage", "moins-emballage", "capot"),
    ("solo", "chute-solo", "plus-solo", "moins-solo", None),
    ("solo-8", "chute-solo-8", None, None, None),
    ("troel", "chute-troel", "plus-troel", "moins-troel", "capot-troel"),
    *((f"abondance-{height}", f"chute-abondance-{height}", None, None, None) for height in _HEIGHTS),
    *(
        (name, f"chute-{name}", None, None, None)
        for name in ("petite-misere", "piccolo", "grande-misere", "misere-etalee", "solo-slim")
    ),
)
"""Keys of each row by column, `None` for an empty cell; the first key is the name of the row."""
KEYS = tuple(key for row in ROWS for key in row if key is not None)
_SOLO = {"solo": 3, "chute-solo": 4, "plus-solo": 1, "moins-solo": 1, "solo-8": 7, "chute-solo-8": 8}
_STEPS = {"plus-emballage": 3, "moins-emballage": 3, "plus-troel": 0, "moins-troel": 0}
_SHARED = {**_SOLO, **_STEPS, "capot": 30, "petite-misere": 6, "piccolo": 8, "troel": 16, "grande-misere": 12}


def _abondances(*values: int) -> Mapping[str, int]:
    return {f"abondance-{height}": value for height, value in zip(_HEIGHTS, values, strict=True)}


VALUES: Mapping[Tarif, Mapping[str, int]] = {
    Tarif.WHISTHUB: {
        **_SHARED,
        "emballage": 8,
        "chute-emballage": 11,
        "misere-etalee": 24,
        "solo-slim": 60,
        **_abondances(10, 15, 20, 30),
    },
    Tarif.WALLON: {
        **_SHARED,
        "emballage": 7,
        "chute-emballage": 10,
        "misere-etalee": 25,
        "solo-slim": 80,
        **_abondances(11, 14, 20, 40),
    },
    Tarif.CAFE: {
        "emballage": 2,
        "chute-emballage": 3,
        "plus-emballage": 1,
        "moins-emballage": 1,
        "capot": 14,
        "solo": 2,
        "chute-solo": 3,
        "plus-solo": 1,
        "moins-solo": 1,
        "solo-8": 5,
        "chute-solo-8": 6,
        "troel": 4,
        "chute-troel": 6,
        "plus-troel": 2,
        "moins-troel": 2,
        "capot-troel": 28,
        **_abondances(5, 6, 7, 8),
        "petite-misere": 3,
        "piccolo": 4,
        "grande-misere": 5,
        "misere-etalee": 10,
        "solo-slim": 15,
    },
}
"""Values of each scale. A missing `chute-X` has the value of `X`, a missing `capot-troel` that of `capot`."""


class Values:
    """Mixin of rules with the settings of the values of contracts."""

    bareme: Tarif
    valeurs: Amounts
    abondance_surplis: bool | None

    def value(self, key: str) -> int:
        source = self.valeurs if key in self.valeurs else VALUES[self.bareme]
        if key in source:
            return source[key]
        return self.value("capot" if key == "capot-troel" else key.removeprefix("chute-"))

    def worth(self, contrat: Enchere, goal: int, tricks: int) -> tuple[int, int]:
        """Return a declarer's points per opponent, negative after a failure: for the bid, and for the tricks above or below it."""
        if contrat is Enchere.EMBALLAGE:
            return self._pair(goal, tricks)
        if contrat is Enchere.SOLO:
            return self._solo(goal, tricks)
        if contrat is Enchere.ABONDANCE:
            return self._abondance(goal, tricks)
        if tricks < goal:
            further = self.value("moins-troel") * (goal - tricks - 1) if contrat is Enchere.TROEL else 0
            return -self.value(f"chute-{contrat}"), -further
        made = self.value(contrat)
        if contrat is not Enchere.TROEL:
            return made, 0
        all_tricks = self.value("capot-troel") - made
        return made, all_tricks if tricks == TRICKS else self.value("plus-troel") * (tricks - goal)

    def _made(self, tricks: int) -> int:
        if tricks == TRICKS:
            return self.value("capot")
        return self.value("emballage") + self.value("plus-emballage") * (tricks - LEAST_PAIR)

    def _pair(self, goal: int, tricks: int) -> tuple[int, int]:
        if tricks >= goal:
            return self._made(goal), self._made(tricks) - self._made(goal)
        lost = self.value("chute-emballage") + self.value("plus-emballage") * (goal - LEAST_PAIR)
        if self.bareme is Tarif.WALLON and goal == TRICKS:
            lost = self.value("capot")
        return -lost, -self.value("moins-emballage") * (goal - tricks - 1)

    def _solo(self, goal: int, tricks: int) -> tuple[int, int]:
        step, eight = self.value("plus-solo"), goal == LEAST_PAIR
        if tricks < goal:
            lost = "chute-solo-8" if eight else "chute-solo"
            higher = 0 if eight else step * (goal - LEAST_SOLO)
            return -self.value(lost) - higher, -self.value("moins-solo") * (goal - tricks - 1)
        if eight:
            return self.value("solo-8"), 0
        made = self.value("solo") + step * (goal - LEAST_SOLO)
        if tricks >= LEAST_PAIR and self.bareme is Tarif.WALLON:
            return made, self.value("solo-8") - made
        return made, step * (min(tricks, LEAST_PAIR) - goal)

    def _abondance(self, goal: int, tricks: int) -> tuple[int, int]:
        if tricks < goal:
            return -self.value(f"chute-abondance-{goal}"), 0
        value, usual = self.value(f"abondance-{goal}"), self.bareme is Tarif.WHISTHUB
        if not (usual if self.abondance_surplis is None else self.abondance_surplis):
            return value, 0
        return value, self.value(f"abondance-{min(tricks, TRICKS - 1)}") - value
