"""Evenings of Belote, Coinche and Coiffeur."""

from __future__ import annotations

from typing import Any

from tests.soak.played import AFTER, CHLOE, DAVID, EVA, FOUR, Move, Table

SEATED = {3: Move("remplace", DAVID, EVA, AFTER)}
PASSED = {"statut": "passee"}


def bid(preneur: str, contrat: object, atout: str, **more: Any) -> dict[str, Any]:
    return {"preneur": preneur, "contrat": contrat, "atout": atout, **more}


def cell(preneur: str, contrat: str, points: int, jeu: str | None = None) -> dict[str, Any]:
    """Return an entry of Coiffeur: the row `contrat` of camp `preneur` with its points, and for a wish its game `jeu`, if given."""
    game = {"jeu": jeu} if jeu else {}
    return {"preneur": preneur, "contrat": contrat, f"points_{preneur.lower()}": points, **game}


BELOTE = Table(
    "belote",
    FOUR,
    (
        ({"preneur": "A", "atout": "coeur", "points_a": 92}, (92, 70)),
        # 81 to 81: the defence marks its 81, the others are held.
        ({"preneur": "B", "atout": "pique", "points_b": 81}, (173, 70)),
        (
            # 150 to 82 for the contract; A has the 81 that were held as well.
            {
                "preneur": "A",
                "joueur": CHLOE,
                "atout": "carreau",
                "points_a": 100,
                "annonces": {"A": [50]},
                "belote": "B",
            },
            (332, 244),
        ),
        # A capot of the takers; the belote of the others stays theirs.
        ({"preneur": "B", "atout": "trefle", "capot": "B", "belote": "A"}, (352, 496)),
        # 91 to 91 with the belote: the defence has 91, the belote is held with the points.
        ({"preneur": "A", "atout": "trefle", "points_a": 71, "belote": "A"}, (352, 587)),
        (PASSED, (352, 587)),
        ({"preneur": "B", "atout": "coeur", "points_b": 102}, (412, 780)),  # 102 and the 91
    ),
    # A made 70 with its belote, 90 against 92: the belote, and 162 for B; then 81 for A as above.
    ({"preneur": "A", "atout": "coeur", "points_a": 70, "belote": "A"}, (101, 162)),
    SEATED,
    "Bruno & Éva",
    {"objectif": 600, "annonces": True},
)
COINCHE = Table(
    "coinche",
    FOUR,
    (
        # 110 and the bid of 90; 60 and the belote.
        (bid("A", 90, "coeur", points_a=107, belote="B"), (200, 80)),
        # With 50 announced B has 152 of its 120: 100, 50 and the bid; 60.
        (bid("B", 120, "sans-atout", points_b=102, annonces={"B": [50]}), (260, 350)),
        # Twice 160, the bid and the belote.
        (bid("A", 100, "pique", coinche="coinche", points_a=110, belote="A"), (620, 560)),
        # 250 for the tricks, 250 for the bid, two belotes.
        (bid("B", "capot", "tout-atout", capot="B", belotes=[0, 2]), (620, 1100)),
        # All tricks, which was not bid: 250, the bid of 160, and what the others had announced.
        (bid("A", 160, "carreau", capot="A", annonces={"B": [20]}), (1050, 1100)),
        (PASSED, (1050, 1100)),
        # Four times 160 and the bid.
        (bid("B", 80, "trefle", coinche="surcoinche", points_b=62), (2010, 1100)),
    ),
    # 107 of 110: 160, the bid and the belote for B.
    (bid("A", 110, "coeur", points_a=107, belote="B"), (60, 560)),
    SEATED,
    "Anne & Chloé",
    {"objectif": 1500, "annonces": True, "sa_ta": True},
)
COIFFEUR = Table(
    "coiffeur",
    FOUR,
    (
        (cell("A", "coeur", 100), (400, 0)),  # four times
        ({"preneur": "B", "contrat": "haut-bas", "match": "B"}, (400, 1285)),  # five times 257
        (cell("A", "souhait-1", 200, "tout-atout"), (1760, 1285)),  # seven times, of 253
        (cell("B", "pique", 57), (1760, 1342)),
        ({"preneur": "A", "contrat": "trefle", "match": "B"}, (1560, 1342)),  # twice the punishment of 100
        ({"statut": "rayee", "preneur": "B", "contrat": "souhait-2"}, (1560, 1342)),
        (cell("A", "pique", 157), (1717, 1342)),  # all points, and not all tricks
        (cell("B", "carreau", 88), (1717, 1606)),  # three times
        (cell("A", "bas-haut", 120), (2437, 1606)),  # six times
        (cell("B", "trefle", 61), (2437, 1728)),  # twice
        (cell("A", "haut-bas", 75), (2812, 1728)),  # five times
        (cell("B", "coeur", 110), (2812, 2168)),  # four times
        (cell("A", "carreau", 99), (3109, 2168)),  # three times
        (cell("B", "bas-haut", 132), (3109, 2960)),  # six times
        (cell("A", "souhait-2", 64, "gusti"), (3621, 2960)),  # eight times
        (cell("B", "souhait-1", 141, "coeur"), (3621, 3947)),  # seven times
    ),
    (cell("A", "coeur", 90), (360, 1285)),
    SEATED,
    "Bruno & Éva",
    {"grille": 8, "contre_match": 100},
)
TABLES = (BELOTE, COINCHE, COIFFEUR)
