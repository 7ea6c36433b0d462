"""Values of the contracts in both tables: per player of a pair, per opponent of a lone player."""

from collections.abc import Mapping
from enum import StrEnum

from scorekeeper.cards.games.wiezen.rules.entry import TRICKS, Enchere
from scorekeeper.cards.rules.fields import Amounts


class Tarif(StrEnum):
    """The two tables of values."""

    WHISTHUB = "whisthub"
    WALLON = "wallon"


LEAST_PAIR = 8
"""Tricks of the lowest emballage; a solo is never played for more."""
STEP = 3
"""Value of each trick more or less to a pair."""
_SHARED = {"capot": 30, "petite-misere": 6, "piccolo": 8, "troel": 16, "grande-misere": 12}
_ABONDANCES = tuple(f"abondance-{height}" for height in range(9, 13))
VALUES: Mapping[Tarif, Mapping[str, int]] = {
    Tarif.WHISTHUB: {
        "emballage": 8,
        "chute-emballage": 11,
        **_SHARED,
        "misere-etalee": 24,
        **dict(zip(_ABONDANCES, (10, 15, 20, 30), strict=True)),
        "solo-slim": 60,
    },
    Tarif.WALLON: {
        "emballage": 7,
        "chute-emballage": 10,
        **_SHARED,
        "misere-etalee": 25,
        **dict(zip(_ABONDANCES, (11, 14, 20, 40), strict=True)),
        "solo-slim": 80,
    },
}
"""The values that a house may replace, by their keys."""
KEYS = tuple(VALUES[Tarif.WHISTHUB])
_SOLO_MADE = {5: 3, 6: 4, 7: 5, 8: 7}
_SOLO_FAILED = {5: 4, 6: 5, 7: 6, 8: 8}
_SOLO_BEYOND = {Tarif.WHISTHUB: 6, Tarif.WALLON: 7}
"""Value of eight tricks or more to a solo of fewer."""


class Values:
    """The settings of a house that say what contracts are worth."""

    bareme: Tarif
    valeurs: Amounts
    abondance_surplis: bool | None

    def value(self, key: str) -> int:
        """Value of a contract, by its key."""
        return self.valeurs[key] if key in self.valeurs else VALUES[self.bareme][key]

    def worth(self, contrat: Enchere, goal: int, tricks: int) -> tuple[int, int]:
        """Points of a declarer from each opponent: for the bid as such, and for the tricks beyond or short of it."""
        if contrat is Enchere.EMBALLAGE:
            return self._pair(goal, tricks)
        if contrat is Enchere.SOLO:
            return self._solo(goal, tricks)
        if contrat is Enchere.ABONDANCE:
            return self._abondance(goal, tricks)
        value = self.value(contrat)
        if tricks < goal:
            return -value, 0
        everything = contrat is Enchere.TROEL and tricks == TRICKS
        return value, self.value("capot") - value if everything else 0

    def _made(self, tricks: int) -> int:
        return (
            self.value("capot")
            if tricks == TRICKS
            else self.value("emballage") + STEP * (tricks - LEAST_PAIR)
        )

    def _pair(self, goal: int, tricks: int) -> tuple[int, int]:
        if tricks >= goal:
            return self._made(goal), self._made(tricks) - self._made(goal)
        lost = self.value("chute-emballage") + STEP * (goal - LEAST_PAIR)
        if self.bareme is Tarif.WALLON and goal == TRICKS:
            lost = self.value("capot")
        return -lost, -STEP * (goal - tricks - 1)

    def _solo(self, goal: int, tricks: int) -> tuple[int, int]:
        if tricks < goal:
            return -_SOLO_FAILED[goal], -(goal - tricks - 1)
        made = _SOLO_MADE[goal]
        if goal == LEAST_PAIR:
            return made, 0
        beyond = _SOLO_BEYOND[self.bareme] if tricks >= LEAST_PAIR else _SOLO_MADE[tricks]
        return made, beyond - made

    def _abondance(self, goal: int, tricks: int) -> tuple[int, int]:
        value = self.value(f"abondance-{goal}")
        if tricks < goal:
            return -value, 0
        usual = self.bareme is Tarif.WHISTHUB
        if not (usual if self.abondance_surplis is None else self.abondance_surplis):
            return value, 0
        return value, self.value(f"abondance-{min(tricks, TRICKS - 1)}") - value
