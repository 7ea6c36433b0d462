"""Evenings of Tarot, Couillon, Jass, Cochonnet and Bouées et cochons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.soak.played import AFTER, ANNE, BRUNO, CHLOE, DAVID, EVA, FOUR, FRED, Move, Table


def prise(preneur: str, bouts: int, points: float, contrat: str = "garde", **more: Any) -> dict[str, Any]:
    return {"preneur": preneur, "contrat": contrat, "bouts": bouts, "points": points, **more}


def hands_of(players: Sequence[str], left: Sequence[int], out: Sequence[str] = ()) -> dict[str, Any]:
    """Return an entry of Bouées, a manche, in which the four hands have 4, 4, 5 and 3 buoys.

    Args:
        players: The players in order.
        left: Buoys that each of them has left after it.
        out: Players eliminated in it, whose number in `left` is ignored.
    """
    cards = zip((3, 2, 4, 1), (2, 3, 1, 4), strict=True)
    mains = {
        name: {"coeurs": coeurs, "carreaux": carreaux}
        for name, (coeurs, carreaux) in zip(players, cards, strict=True)
    }
    return {
        "mains": mains,
        "restantes": {name: r for name, r in zip(players, left, strict=True) if name not in out},
        "elimines": [*out],
    }


TABLES = (
    Table(
        "tarot",
        FOUR,
        (
            (prise(CHLOE, 2, 56), (-80, -80, 240, -80)),  # (25 + 15) × 2 = 80
            (
                prise(ANNE, 2, 51, "prise", petit_au_bout="attaque"),
                (55, -125, 195, -125),
            ),  # 25 + 10 + 10 = 45
            (prise(EVA, 1, 59, "garde-sans"), (-87, 261, 93, -267)),  # (25 + 8) × 4 = 132
            (prise(DAVID, 1, 51, appele=FRED), (-137, 211, 43, -167, 50)),  # 25 × 2 = 50, shared
            (prise(FRED, 2, 41.5, "prise", appele=None), (-163, 185, 17, -193, 154)),  # 25 + 1, from each
            (prise(CHLOE, 3, 36, "prise"), (-163, 160, 92, -218, 129)),  # 25; Anne has left
        ),
        (prise(CHLOE, 2, 61), (45, -135, 225, -135)),  # (25 + 20) × 2 = 90
        {
            2: Move("remplace", BRUNO, EVA, (ANNE, EVA, CHLOE, DAVID)),
            3: Move("arrive", DAVID, FRED, (ANNE, EVA, CHLOE, DAVID, FRED)),
            5: Move("part", ANNE, "", (EVA, CHLOE, DAVID, FRED)),
        },
        EVA,
        ends=False,
    ),
    Table(
        "couillon",
        FOUR,
        (
            ({"accepte": "A", "points": [18, 10]}, (4, 5)),
            ({"accepte": "B", "points": [20, 12]}, (3, 6)),  # a line, and a loop for those who accepted
            ({"accepte": None, "points": [14, 14]}, (5, 5)),  # nothing but the chalk in the hole
            ({"accepte": None, "points": [30, 5]}, (3, 5)),  # two at once
            ({"accepte": "A", "points": [25, 10]}, (2, 5)),
            ({"accepte": "B", "points": [22, 8]}, (1, 6)),
            ({"accepte": None, "points": [20, 10]}, (0, 6)),
        ),
        # B wins and has 4 left, A has a loop more: 6; then as above one less and one more.
        ({"accepte": "A", "points": [10, 18]}, (5, 5)),
        {3: Move("remplace", DAVID, EVA, AFTER)},
        "Anne & Chloé",
    ),
    Table(
        "jass",
        FOUR,
        (
            ({"points_a": 100}, (100, 57)),
            ({"points_a": 92, "annonces": {"A": [50]}, "schtockr": "B"}, (242, 142)),  # 142 to 85
            ({"points_a": 157, "match": "A"}, (509, 132)),  # 257
            ({"points_a": 0, "match": "B"}, (509, 389)),
            ({"points_a": 110, "annonces": {"A": [100]}}, (719, 436)),  # 210 to 47
            ({"points_a": 157, "match": "A", "annonces": {"A": [50]}}, (1026, 436)),  # 307
        ),
        ({"points_a": 110}, (252, 132)),  # 110 to 47
        {3: Move("remplace", DAVID, EVA, AFTER)},
        "Anne & Chloé",
    ),
    Table(
        "cochonnet",
        FOUR,
        (
            (
                # 9 + 18 + 8 against 34 + 20
                {
                    "cochonnets": {
                        ANNE: ["2", "3", "4"],
                        BRUNO: ["10", "9", "V"],
                        CHLOE: ["5", "6", "7"],
                        DAVID: ["V", "2", "3"],
                    },
                    "dernier": {"joueur": ANNE, "carte": "8"},
                },
                (35, 54),
            ),
            ({"sept": "B", "totaux": [30, 50]}, (65, 104)),
            ({"sept": "A", "totaux": [40, 30]}, (105, 127)),
            ({"sept": "B", "totaux": [20, 60]}, (125, 187)),
        ),
        (
            # Bruno had an 8 and no V: 7 less
            {
                "cochonnets": {
                    ANNE: ["2", "3", "4"],
                    BRUNO: ["10", "9", "8"],
                    CHLOE: ["5", "6", "7"],
                    DAVID: ["V", "2", "3"],
                },
                "dernier": {"joueur": ANNE, "carte": "8"},
            },
            (65, 97),
        ),
        {2: Move("remplace", DAVID, EVA, AFTER)},
        "Bruno & Éva",
    ),
    Table(
        "bouees",
        FOUR,
        (
            (hands_of(FOUR, (3, 1, 4, 0), [DAVID]), (3, 1, 4, -1)),
            (hands_of(FOUR, (4, 3, 5, 2)), (7, 4, 9, 1)),
            (hands_of(AFTER, (2, 4, 2, 3)), (8, 8, 11, 4)),
            (hands_of(AFTER, (4, 1, 3, 1)), (12, 9, 14, 5)),
        ),
        (hands_of(FOUR, (2, 1, 4, 0), [DAVID]), (6, 4, 9, 1)),  # ten losses, as many as there are plis
        {2: Move("remplace", DAVID, EVA, AFTER)},
        CHLOE,
    ),
)
