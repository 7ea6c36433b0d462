"""The helper that counts a pile: literal piles, and its sentences."""

from __future__ import annotations

from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from scorekeeper.cards.catalogue import game
from scorekeeper.cards.games.tarot.rules import DemiPoints, Tarot
from scorekeeper.cards.games.tarot.rules.cards import PACK, pile
from scorekeeper.cards.rules.contract import Table

FOUR, FIVE = ("Anne", "Benoît", "Chloé", "David"), ("Anne", "Benoît", "Chloé", "David", "Émile")
NAMES = ("bouts", "rois", "dames", "cavaliers", "valets", "basses")


def form(players: tuple[str, ...], counts: str, **fields: str) -> Any:
    """Return the form with a pile, its groups in the order of `NAMES`; `-` is an empty box."""
    typed = {
        f"compte_{name}": "" if text == "-" else text
        for name, text in zip(NAMES, counts.split(), strict=True)
    }
    rules = Tarot(demi_points=DemiPoints(fields.pop("demi", "fft")))
    state = rules.opening(Table(players))
    return game("tarot").form(MultiDict({**typed, **fields}), rules=rules, state=state)


def test_the_whole_pack_is_78_cards_and_91_points() -> None:
    assert PACK == 78
    assert pile(dict(zip(NAMES, (3, 4, 4, 4, 4, 59), strict=True))) == (78, 182)
    assert pile({"bouts": 4}) is None


@pytest.mark.parametrize(
    ("players", "counts", "fields", "filled", "says"),
    [
        # Two bouts 9, three kings 13½, a queen 3½, two knights 5, a jack 1½, 27 others 13½: 46 with 36 cards.
        (FOUR, "2 3 1 2 1 27", {}, {"bouts": "2", "points": "46"}, "36 cartes, 46 points (l’autre camp : 42 et 45)."),
        # The same of the defence: the attack has the third bout.
        (FOUR, "2 3 1 2 1 27", {"camp": "defense"}, {"bouts": "1", "points": "46"}, "36 cartes, 46 points"),
        # Empty boxes are none; a bout alone with three others is 6.
        (FOUR, "1 - - - - 3", {}, {"bouts": "1", "points": "6"}, "4 cartes, 6 points (l’autre camp : 74 et 85)."),
        (FOUR, "1 - - - - 4", {}, {}, "5 cartes : à quatre, chaque camp en a un nombre pair. Recomptez."),
        (FIVE, "1 - - - - 4", {}, {"bouts": "1", "points": "6,5"}, "5 cartes, 6,5 points (l’autre camp : 73 et 84,5). La carte de trop vaut un demi-point."),
        (FIVE, "1 - - - - 4", {"demi": "aucun"}, {}, "84,5). Arrondissez le demi-point selon votre usage."),
        # No bout was touched: 4½, 3½, 2½ and 1½, and eight others.
        (FOUR, "- 1 1 1 1 8", {}, {"bouts": "0", "points": "16"}, "12 cartes, 16 points"),
        # A camp without a trick.
        (FOUR, "0 - - - - 0", {}, {"bouts": "0", "points": "0"}, "Touchez les bouts et les figures d’un camp"),
        (FOUR, "0 5 0 0 0 3", {}, {}, "C’est plus de cartes qu’il n’y en a."),
        (FOUR, "3 4 4 4 4 59", {}, {"bouts": "3", "points": "91"}, "78 cartes, 91 points (l’autre camp : 0 et 0)."),
        *((FOUR, counts, {}, {}, "Touchez les bouts") for counts in ("2 1 1 1 1 -", "2 x 1 1 1 9", "2 -1 1 1 1 9")),
    ],
)  # fmt: skip
def test_a_pile_fills_points_and_bouts(
    players: tuple[str, ...], counts: str, fields: dict[str, str], filled: dict[str, str], says: str
) -> None:
    made = form(players, counts, **fields)
    assert made.computed() == filled
    assert says in made.hints()["compte"].replace("\N{NO-BREAK SPACE}", " ")
    assert not any(key.startswith("compte") for key in made.payload())
