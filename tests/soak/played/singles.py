"""Evenings of the games without camps: Differenzler, Wiezen and Marque libre."""

from __future__ import annotations

from typing import Any

from tests.soak.played import AFTER, ANNE, BRUNO, CHLOE, DAVID, EVA, FOUR, FRED, Move, Table

SEATED = {3: Move("remplace", DAVID, EVA, AFTER)}
ANNULLED = {"statut": "annulee"}


def each(players: tuple[str, ...], *numbers: int) -> dict[str, int]:
    """Return the numbers by player, in order; a player beyond the last number is not in it."""
    return dict(zip(players, numbers, strict=False))


def entry(
    annonces: tuple[int, ...], points: tuple[int, ...], players: tuple[str, ...] = FOUR
) -> dict[str, Any]:
    """Return a donne of Differenzler: predictions and points by player; without the last one's points, they are the rest of 157."""
    return {"annonces": each(players, *annonces), "points": each(players, *points)}


def played(contrat: str, *joueurs: str, **more: Any) -> dict[str, Any]:
    return {"contrat": contrat, "joueurs": [*joueurs], **more}


DIFFERENZLER = Table(
    "differenzler",
    FOUR,
    (
        (entry((40, 30, 60, 20), (45, 30, 50)), (5, -10, 10, 12)),  # David made 32
        (entry((100, 10, 20, 30), (100, 20, 30)), (-5, 0, 20, 35)),  # David made 7
        (entry((0, 50, 50, 50), (0, 60, 60)), (-5, 10, 28, 46)),  # nothing for a zero
        (entry((80, 0, 50, 27), (157, 0, 0), AFTER), (72, 10, 78, 73)),
        (entry((120, 30, 30, 7), (30, 30, 40), AFTER), (162, 0, 88, 123)),  # 90 off is asked about
        (entry((155, 2, 0, 0), (155, 2, 0), AFTER), (152, -10, 88, 123)),
    ),
    # Chloé made 52, David 30.
    (entry((40, 30, 60, 20), (45, 30, 52, 30)), (-5, 0, 18, 33)),
    SEATED,
    BRUNO,
    {"nb_donnes": 6},
)
WIEZEN = Table(
    "wiezen",
    FOUR,
    (
        (played("emballage", ANNE, BRUNO, hauteur=8, plis=10), (14, 14, -14, -14)),
        (played("solo", ANNE, hauteur=6, plis=7), (29, 9, -19, -19)),
        # Anne has 12 of each, Chloé pays as much.
        (played("grande-misere", ANNE, CHLOE, rates=[CHLOE]), (71, 3, -61, -13)),
        ({"statut": "passee"}, (71, 3, -61, -13)),
        # 20 from each, twice after the round that was passed.
        (played("abondance", EVA, hauteur=9, plis=11), (31, -37, -101, 107)),
        # Fred has come behind Éva; it stays Anne's turn to deal, and she sits out.
        (played("troel", BRUNO, CHLOE, plis=8, change=True), (31, -53, -117, 123, 16)),
        ({"statut": "passee"}, (31, -53, -117, 123, 16)),
        # 60 of each, twice; Bruno deals again, and sits out.
        (played("solo-slim", ANNE, plis=13), (391, -53, -237, 3, -104)),
    ),
    (played("emballage", ANNE, BRUNO, hauteur=8, plis=8), (23, 3, -13, -13)),
    {**SEATED, 5: Move("arrive", EVA, FRED, (*AFTER, FRED))},
    ANNE,
    {"nb_donnes": 6},
)
LIBRE = Table(
    "libre",
    FOUR,
    (
        ({"points": each(FOUR, 13, 6, 7)}, (13, 6, 7, 0)),  # nothing is left for David
        ({"points": each(FOUR, 0, 26, 0, 0)}, (13, 32, 7, 0)),
        ({"points": each(FOUR, 10, 10, 6)}, (16, 49, 13, 0)),
        ({"points": each(AFTER, 5, 1, 20)}, (21, 50, 33, 0)),  # Bruno is out
        ({"points": {ANNE: 20, CHLOE: 6}}, (41, 50, 39, 0)),
        (ANNULLED, (41, 50, 39, 0)),
        ({"points": {ANNE: 9, CHLOE: 11}}, (50, 50, 50, 6)),  # the others go out together
    ),
    ({"points": each(FOUR, 6, 13, 7, 0)}, (6, 39, 7, 0)),
    SEATED,
    EVA,
    {"nom": "Dame de pique", "gagne": "bas", "somme": 26, "minimum": 0, "elimination": 50},
)
TABLES = (DIFFERENZLER, WIEZEN, LIBRE)
